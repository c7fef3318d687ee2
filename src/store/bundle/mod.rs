//! Bundles: a dataset as one file that somebody carries, signed with minisign.

mod error;
mod format;
mod key;
mod read;

pub use error::BundleError;
pub use format::{Manifest, write};
pub use key::TrustedKeys;
pub use read::Bundle;
