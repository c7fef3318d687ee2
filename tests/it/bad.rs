//! Bad datasets: what `check` says of each, word for word, and that nothing makes it panic, wait or stay silent.
//!
//! Mistakes that files can hold stand in `tests/bad`: `base` is a valid dataset; every other folder is one mistake,
//! the files that differ from `base`, `removed.txt` with those that are left out, and `expected.txt`.

mod checked;
mod collection;
mod encodings;
mod entries;
mod large;
mod mutations;
