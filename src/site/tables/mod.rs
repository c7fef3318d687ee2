//! Observations as tables: which rows a query selects, and the formats that write them.

pub mod catalog;
pub mod csv;
pub mod history;
pub mod ranges;
pub mod rows;
pub mod xlsx;

use super::*;
