//! What a client asks for of a history, and which observations that selects [D20].

mod query;
mod selection;

use super::*;

pub use query::{BadParameter, OF_DATES, OF_SERIES, OF_TABLE, Parameter, Query, Range, Shape, count, days};
pub use selection::{Selected, Vintage};
