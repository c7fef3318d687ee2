//! What readers would notice between two datasets at one instant. Computes; the words are `text`'s and `json`'s.

mod bodies;
mod difference;
mod embargo;
mod fields;
pub mod guards;
mod json;
mod row_summary;
mod rows;
#[cfg(test)]
mod samples;
mod text;

pub use difference::{Difference, IndicatorChange, Kind};
pub use embargo::under_embargo;
pub use fields::VALUE;
pub use row_summary::row_summary;
