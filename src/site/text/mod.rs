//! Every word that readers of the service meet, and how they write dates and numbers. Prose (`method.txt`, `use.txt`) and the
//! names of codes (`codes.tsv`) are files of text.

mod ages;
mod breaks;
mod changes;
mod charts;
mod dates;
mod files;
mod method;
mod numbers;
mod pages;
mod periods;
mod search_words;
mod sentences;
mod statuses;

use super::*;

use crate::model::{has_digits_alone, text, texts};

pub use ages::*;
pub use breaks::*;
pub use changes::*;
pub use charts::*;
pub use dates::*;
pub use files::*;
pub use method::*;
pub use numbers::*;
pub use pages::*;
pub use periods::*;
pub use search_words::*;
pub use sentences::*;
pub use statuses::*;
