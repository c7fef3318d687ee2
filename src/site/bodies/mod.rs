//! A page: its path, its properties, and its bytes with their hash.

pub mod body;
pub mod notices;
pub mod packing;
pub mod page;
pub mod subject;
pub mod summary;
pub mod urls;

use super::*;
