//! Observations as tables: which rows a query selects, and the formats that write them.

pub mod csv;
pub mod history;
pub mod present;
pub mod ranges;
pub mod rows;
mod sheet;
pub mod xlsx;

use super::*;
