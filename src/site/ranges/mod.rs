//! What a client asks for of a history, and which observations that selects [D20].

mod query;
mod selection;

pub use query::{BadParameter, OF_SERIES, OF_TABLE, OF_VINTAGES, Parameter, Query, Range, count, days};
pub use selection::{Selected, Vintage};
