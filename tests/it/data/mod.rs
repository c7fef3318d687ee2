//! Datasets that are wrong, in every way that is known.

mod bad;
mod decimal_comma;
mod encodings;
mod entries;
mod forms;
mod large;
