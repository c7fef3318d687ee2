//! Edits of a dataset directory by commands: made whole or not at all, noted, and undone from copies of the former files.

mod checks;
mod former;
mod newest_row;
mod notes;
pub(super) mod pending;
mod workspace;

pub use super::new_row::instant;
pub use checks::write_check;
pub use newest_row::NewestRow;
pub use notes::{NotedEdit, Notes, VersionState, Written};
pub use workspace::{EditError, Workspace, describe_lock, note_publication, notes_of};
