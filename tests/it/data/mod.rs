//! Datasets that are wrong, in every way that is known.

mod bad;
mod encodings;
mod entries;
mod large;
