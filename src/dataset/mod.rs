//! From files that people wrote to a [`Dataset`] that has been checked. A `Dataset` in hand is valid.

mod assemble;
mod calendar_file;
mod cell;
mod checks_file;
mod csv;
mod dataset_file;
mod definitions;
mod diagnostic;
pub mod edit;
mod embargo;
mod full;
mod indicator_file;
mod json;
mod key_list;
mod layout;
mod listing;
pub mod merge;
mod new_row;
mod observations_file;
mod regular_file;
mod sheet;
mod source;
mod suggest;
mod table;
mod text;
pub mod user;
mod warnings;
mod workspace;

use std::collections::HashMap;
use std::sync::Arc;

pub use assemble::check;
pub use csv::{Dialect, PLAIN, Records, joined};
pub use dataset_file::FILE as DATASET_FILE;
pub use diagnostic::{Diagnostic, Diagnostics, Location, Report, Severity};
pub use full::{EmbargoedRow, FullDataset};
pub use json::{same_but_stamp, stamped};
pub use new_row::NewRow;
pub use source::{DataFile, Source, files_read, read};
pub use suggest::nearest as nearest_name;
pub use table::{Columns, Table};
pub use text::Text;
pub use workspace::{
    EditError, LastEdit, RecordedRow, Workspace, note_bundle, note_publication, noted_versions,
};

use crate::model::{Category, DeclaredStatus, Indicator, Key, Localized, Offset, Sdmx, Series, Timestamp};

/// The sums of a dataset's files as `sha256sum` writes them, which may lie beside them.
pub const SUMS_FILE: &str = "SHA256SUMS";
/// The indicators that a dataset may have.
const MAX_INDICATORS: usize = 10_000;
/// The rows of observations that a dataset may have.
const MAX_ROWS: usize = 2_000_000;

/// A checked dataset as readers see it at one instant.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its version.
    pub version: String,
    /// The name of the service.
    pub title: Option<Localized<String>>,
    /// A sentence about it.
    pub description: Option<Localized<String>>,
    /// The headline figures, in order; each is one of the indicators.
    pub featured: Vec<Key>,
    /// What SDMX clients call it; without it there are no SDMX resources.
    pub sdmx: Option<Sdmx>,
    /// When the snapshot was taken [S2.2].
    pub as_of: Timestamp,
    /// Decides when a day ends, and how timestamps are written.
    pub offset: Offset,
    /// The status of the snapshot as a whole, as declared.
    pub declared: DeclaredStatus,
    /// Categories in order.
    pub categories: Vec<Category>,
    /// What should be looked at.
    pub warnings: Diagnostics,
}

impl Dataset {
    /// Every indicator, category by category.
    pub fn indicators(&self) -> impl Iterator<Item = &Indicator> {
        self.categories.iter().flat_map(|category| &category.indicators)
    }

    /// The indicator with this key.
    pub fn indicator(&self, key: &Key) -> Option<&Indicator> {
        self.indicators().find(|indicator| indicator.key == *key)
    }

    /// Takes over from `previous` every series that is the same, so that it lies in memory once.
    pub fn share(&mut self, previous: &Dataset) {
        let known: HashMap<&Key, &Arc<Series>> =
            previous.indicators().map(|indicator| (&indicator.key, &indicator.series)).collect();
        for indicator in self.categories.iter_mut().flat_map(|category| &mut category.indicators) {
            if let Some(series) = known.get(&indicator.key).filter(|series| ***series == indicator.series) {
                indicator.series = Arc::clone(series);
            }
        }
    }

    /// How many observations there are, the latest revision of each.
    pub fn observations(&self) -> usize {
        self.indicators().map(|indicator| indicator.series.observations().len()).sum()
    }
}

/// Reads a dataset and checks it; `at` is the instant by which something lies in the future.
///
/// # Errors
/// Everything that is wrong with it, at once, sorted by file and line.
pub fn load(source: &Source, at: Timestamp) -> Result<FullDataset, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let files = read(source, &mut diagnostics);
    check(&files, at, diagnostics)
}

#[cfg(test)]
pub mod tests;
