//! Every word that readers of the service meet, and how they write dates and numbers. Prose (`method.txt`, `use.txt`) and the
//! names of codes (`codes.tsv`) are files of text.

mod changes;
mod charts;
mod dates;
mod files;
mod method;
mod numbers;
mod pages;
mod periods;
mod sentences;
mod statuses;

use super::*;

use crate::model::{text, texts};

pub use changes::*;
pub use charts::*;
pub use dates::*;
pub use files::*;
pub use method::*;
pub use numbers::*;
pub use pages::*;
pub use periods::*;
pub use sentences::*;
pub use statuses::*;
