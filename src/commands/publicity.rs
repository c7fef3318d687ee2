//! Which rows of a dataset directory readers have: by the live release of a store, else by the notes of the directory.

use super::*;

use std::collections::HashSet;

use crate::dataset::merge::{Conflict, Replaced};
use crate::dataset::{RecordedRow, Vintage};
use crate::model::{Key, Number};

/// What tells a row from all others, its value included.
#[derive(PartialEq, Eq, Hash)]
struct RowName {
    key: String,
    date: Option<NaiveDate>,
    published: Option<NaiveDate>,
    value: Number,
}

impl RowName {
    fn new(key: &Key, row: &Observation) -> Self {
        RowName {
            key: key.to_string(),
            date: row.date,
            published: row.published,
            value: row.value,
        }
    }

    /// `None` where the value is no number.
    fn parse(row: &RecordedRow) -> Option<Self> {
        Some(RowName {
            key: row.key.clone(),
            date: row.date.parse().ok(),
            published: row.published.parse().ok(),
            value: row.value.parse().ok()?,
        })
    }
}

/// The live release of a store, as far as an edit has to know it.
#[derive(Default)]
pub struct PublicRelease {
    pub version: String,
    rows: HashSet<RowName>,
    /// The rows under embargo, each with the instant until which it waits.
    waiting: HashMap<RowName, String>,
    /// The current version and those before it, without those that a rollback has withdrawn.
    pub included: BTreeSet<String>,
}

impl PublicRelease {
    /// The current release of the store that was named, or else of the one that the configuration names; `None` where none
    /// is. A store that cannot be read, or an altered release, is refused.
    pub fn find(named: Option<PathBuf>, now: Timestamp) -> Result<Option<Self>> {
        let is_named = named.is_some();
        let Ok(store) = configuration::store(named) else {
            return Ok(None);
        };

        // A machine that only makes bundles has the configuration of the package, and nothing in its store.
        if !is_named && is_unused(&store)? {
            return Ok(None);
        }

        let state = open_store(&store)?;
        IfMissing::Refuse.check(&store, Some(&state))?;
        let mut public = PublicRelease::default();
        let journal = state.journal();
        let withdrawn = journal.rolled_back();
        for version in journal.versions() {
            if journal.was_current(version) && !withdrawn.contains_key(version) {
                public.included.insert(version.to_owned());
            }
        }

        if let Some(version) = state.current()? {
            public.take_rows(&state.read(&version), now)?;
        }

        Ok(Some(public))
    }

    fn take_rows(&mut self, release: &Release, now: Timestamp) -> Result {
        if let Integrity::Altered(altered) = &release.integrity {
            return Err(CommandError::CouldNotRun(altered.clone()));
        }

        let full = release.check(now)?;
        let public = full.public_at(now);
        self.version.clone_from(&public.version);
        for indicator in public.indicators() {
            for row in indicator.series.revisions() {
                self.rows.insert(RowName::new(&indicator.key, row));
            }
        }

        for row in full.embargoed_at(now) {
            let name = RowName::new(&row.indicator.key, &row.coming.row.observation);
            let until = full.offset().timestamp(row.coming.not_before);
            self.waiting.insert(name, until);
        }

        Ok(())
    }

    /// Returns true if readers have a row, with its value.
    pub fn has(&self, row: &RecordedRow) -> bool {
        RowName::parse(row).is_some_and(|name| self.rows.contains(&name))
    }

    /// The instant until which a row, with its value, waits in this release.
    pub fn waits(&self, row: &RecordedRow) -> Option<&str> {
        self.waiting.get(&RowName::parse(row)?).map(String::as_str)
    }
}

/// Returns true if a store is still to be made.
fn is_unused(store: &Path) -> Result<bool> {
    match StoreState::open_if_there(store)? {
        Some(state) => Ok(!state.is_store() && !state.holds_something()?),
        None => Ok(true),
    }
}

/// Tells of rows of the dataset whether they are public.
pub struct Publicity<'a> {
    pub release: Option<PublicRelease>,
    /// Those that commands have written since the last publication, by the notes.
    pub written: HashSet<Vintage<'a>>,
}

impl Publicity<'_> {
    /// The release in which readers have a row.
    pub fn public_in(&self, row: &RecordedRow) -> Option<&str> {
        let release = self.release.as_ref()?;
        release.has(row).then_some(&release.version)
    }

    /// Returns true if the row may be public or not: no store is named, and no command has noted that it wrote the row
    /// after a publication.
    pub fn is_unknown(&self, row: &RecordedRow) -> bool {
        self.release.is_none() && !self.written.contains(&row.vintage())
    }

    /// Returns true if readers have a row, or may have it.
    pub fn may_have(&self, row: &RecordedRow) -> bool {
        self.public_in(row).is_some() || self.is_unknown(row)
    }

    /// Why another value is not written beside a row of the dataset, and what would be right.
    pub fn refusal(&self, conflict: &Conflict) -> Message {
        let there = &conflict.there;
        let (date, value, place) = (&there.date, &there.value, &conflict.place);
        let public_in = self.public_in(there);
        if !self.may_have(there) {
            return msg::there_and_open(date, value, place);
        }

        match (public_in, conflict.is_of_bulletin) {
            (Some(_), true) => msg::corrected_bulletin(date, value, place),
            (None, true) => msg::bulletin_there(date, value, place),
            (Some(version), false) => msg::there_and_public(date, value, place, version),
            (None, false) => msg::there_and_maybe_public(date, value, place),
        }
    }

    /// Why a row is not written over. A row under embargo is not public, whatever the notes say of it.
    pub fn why_not_replaced(&self, replaced: &Replaced) -> Option<Message> {
        let former = &replaced.former;
        if let Some(version) = self.public_in(former) {
            return Some(msg::is_public(&former.date, version));
        }

        let is_in_doubt = replaced.embargo.is_none() && self.is_unknown(former);
        is_in_doubt.then(|| msg::may_be_public(&former.date))
    }
}
