//! The files of datasets and stores, reached through directories that are held open.

mod access;
mod error;
mod handle;
mod json_lines;
mod lock;

pub use access::Access;
pub use error::{Error, Kind};
pub use handle::Directory;
pub use json_lines::JsonLines;
pub use lock::{NotLocked, lock};
