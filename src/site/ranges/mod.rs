//! Ranges of histories, put together from blocks of rows that were written, hashed and packed when the snapshot was built:
//! head, blocks that lie inside, at most two cut blocks of each series that are written anew, tail. Nothing is kept of a
//! request [D20].

mod blocks;
mod known;
mod query;
mod series;
mod table;

pub use blocks::{Blocks, SeriesRows};
pub use query::{BadParameter, OF_SERIES, OF_TABLE, Parameter, Query, Range, count, days};
pub use series::RowsResource;
pub use table::{TablePage, content as table};
