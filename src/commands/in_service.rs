//! What readers have ([D27.1]): the release in service of the store that an operator has named.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;

use crate::console::CommandError;
use crate::dataset::{self, Dataset, RecordedRow};
use crate::messages as msg;
use crate::model::{Number, Timestamp};
use crate::store::{Integrity, View};

/// The variable that names a store where no option does.
const VARIABLE: &str = "INDICATORD_STORE";

/// The release in service, as readers see it.
pub struct InService {
    /// Nothing where nothing is in service.
    public: Option<Arc<Dataset>>,
    /// The versions in service and before it, without those that a rollback has withdrawn.
    standing: BTreeSet<String>,
}

/// What tells the revisions of an indicator apart, and the value of each.
type Revisions = HashMap<(Option<NaiveDate>, Option<NaiveDate>), Number>;

impl InService {
    /// The release in service of the store that was named, or else of the one that the environment names; `None` where
    /// none does.
    ///
    /// # Errors
    /// When the store or its release in service cannot be read.
    pub fn find(named: Option<PathBuf>, now: Timestamp) -> Result<Option<Self>, CommandError> {
        let named = named.or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
        let store = named.filter(|path| !path.as_os_str().is_empty());
        store.map(|store| read(&store, now)).transpose()
    }

    /// The version in service.
    pub fn version(&self) -> &str {
        self.public.as_ref().map_or("", |public| &public.version)
    }

    /// Whether this version is in service, or was and no rollback has withdrawn it.
    pub fn is_standing(&self, version: &str) -> bool {
        self.standing.contains(version)
    }

    /// The first of these rows that readers have, with its value.
    pub fn first_of<'a>(&self, rows: &'a [RecordedRow]) -> Option<&'a RecordedRow> {
        let asked: BTreeSet<&str> = rows.iter().map(|row| row.key.as_str()).collect();
        let indicators = self.public.iter().flat_map(|public| public.indicators());
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

/// The release in service as readers see it, and the versions that stand: the only place here that asks a store.
fn read(store: &Path, now: Timestamp) -> Result<InService, CommandError> {
    let view = View::open(store).map_err(|error| error.sentence())?;
    if !view.is_store() {
        return Err(msg::no_store(store.display()).into());
    }
    let public = match view.current().map_err(|error| error.sentence())? {
        None => None,
        Some(version) => {
            let release = view.read(&version);
            if let Integrity::Altered(altered) = release.integrity {
                return Err(CommandError::CouldNotRun(altered.sentences()));
            }
            Some(dataset::check(&release.files, now, release.found)?.public_at(now))
        }
    };
    let withdrawn = view.journal().rolled_back();
    let versions = view.journal().versions().filter(|version| view.journal().was_in_service(version));
    let standing = versions.filter(|version| !withdrawn.contains(version)).map(str::to_owned).collect();
    Ok(InService { public, standing })
}
