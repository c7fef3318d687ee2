//! What readers have [D27.1]: the current release of the store that an operator has named.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::console::CommandError;
use crate::dataset::{self, Dataset, RecordedRow};
use crate::messages as msg;
use crate::model::{Number, Timestamp};
use crate::store::{Integrity, StoreState};

/// The variable that names a store where no option does.
const VARIABLE: &str = "INDICATORD_STORE";

/// The current release, as readers see it.
pub struct PublicRelease {
    /// `None` where there is no current release.
    dataset: Option<Arc<Dataset>>,
    /// The current version and those before it, without those that a rollback has withdrawn.
    included: BTreeSet<String>,
}

/// What tells the revisions of an indicator apart, and the value of each.
type Revisions = HashMap<(Option<NaiveDate>, Option<NaiveDate>), Number>;

impl PublicRelease {
    /// The current release of the store that was named, or else of the one that the environment names; `None` where none
    /// is. A store that cannot be read, or an altered release, is refused.
    pub fn find(named: Option<PathBuf>, now: Timestamp) -> Result<Option<Self>, CommandError> {
        let named = named.or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        let store = named.filter(|path| !path.as_os_str().is_empty());
        store.map(|store| read(&store, now)).transpose()
    }

    /// The current version.
    pub fn version(&self) -> &str {
        self.dataset.as_ref().map_or("", |dataset| &dataset.version)
    }

    /// Whether this version is current, or was and no rollback has withdrawn it.
    pub fn includes(&self, version: &str) -> bool {
        self.included.contains(version)
    }

    /// The first of these rows that readers have, with its value.
    pub fn first_of<'a>(&self, rows: &'a [RecordedRow]) -> Option<&'a RecordedRow> {
        let asked: BTreeSet<&str> = rows.iter().map(|row| row.key.as_str()).collect();
        let indicators = self.dataset.iter().flat_map(|dataset| dataset.indicators());
        let known: HashMap<&str, Revisions> = indicators
            .filter(|indicator| asked.contains(indicator.key.as_str()))
            .map(|indicator| {
                let revisions = indicator.series.revisions();
                let by_name = revisions.map(|of| ((of.date, of.published), of.value));
                (indicator.key.as_str(), by_name.collect())
            })
            .collect();
        rows.iter().find(|row| {
            let name = (row.date.parse().ok(), row.published.parse().ok());
            let public = known.get(row.key.as_str()).and_then(|revisions| revisions.get(&name));
            public.is_some_and(|public| row.value.parse() == Ok(*public))
        })
    }
}

fn read(store: &Path, now: Timestamp) -> Result<PublicRelease, CommandError> {
    let state = StoreState::open(store)?;
    if !state.is_store() {
        return Err(msg::no_store(store.display()).into());
    }
    let dataset = match state.current()? {
        None => None,
        Some(version) => {
            let release = state.read(&version);
            if let Integrity::Altered(altered) = release.integrity {
                return Err(CommandError::CouldNotRun(altered));
            }
            Some(dataset::check(&release.files, now, release.found)?.public_at(now))
        }
    };
    let journal = state.journal();
    let withdrawn = journal.rolled_back();
    let versions = journal.versions().filter(|version| journal.was_current(version));
    let included = versions.filter(|version| !withdrawn.contains(version)).map(str::to_owned).collect();
    Ok(PublicRelease { dataset, included })
}
