//! Bad datasets: what `check` says of each, word for word.
//!
//! Mistakes that files can hold stand in `tests/bad`: `base` is a valid dataset; every other folder is one mistake,
//! the files that differ from `base`, `removed.txt` with those that are left out, and `expected.txt`.

pub mod checked;
mod collection;
mod encodings;
mod entries;
mod large;
