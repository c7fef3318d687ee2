//! Edits of a dataset directory by commands: made whole or not at all, noted, and undone from copies of the former files.

mod notes;
pub(super) mod pending;
mod rows;
mod workspace;

use super::*;

use super::new_row::{RecordedRow, Vintage};
use notes::{FileChange, Note};

pub use super::new_row::instant;
pub use notes::{LastEdit, Notes};
pub(super) use rows::unknown_indicator;
pub use rows::{CHECKS, NewestRow, observations_path, write_check};
pub use workspace::{EditError, Workspace, Written, note_publication, notes_of};
