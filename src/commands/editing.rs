//! Shared by the commands that edit a dataset directory. It is locked, changed in memory, checked as a whole, compared
//! with its former state, and only then written; rows of the current release stay as they are [D27.1].

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::named;
use super::new_warnings::{NewWarnings, errors_first};
use crate::cli::{configuration, values::at};
use crate::compare::guards::{self, Allowed};
use crate::compare::row_summary;
use crate::console::{CommandError, Console};
use crate::dataset::{Dataset, Diagnostics, FullDataset, Location, RecordedRow, Workspace};
use crate::messages as msg;
use crate::model::Timestamp;
use crate::store::Integrity;

/// The members of the JSON object of an edit: the rows that were written, null where none was.
pub const MEMBERS: &[&str] = &["rows"];

/// A locked dataset directory and its former state.
pub struct Editing {
    pub workspace: Workspace,
    /// The dataset that the files made; where they made none, an edit may mend them.
    pub before: Result<FullDataset, Diagnostics>,
    pub now: Timestamp,
    console: Console,
}

pub struct EditRecord {
    pub what: String,
    pub rows: Vec<RecordedRow>,
}

impl Editing {
    pub fn begin(dataset: &Path, console: Console) -> Result<Self, CommandError> {
        let now = at(None);
        let workspace = Workspace::open(dataset, &mut |message| console.warn(&message))?;
        let before = workspace.check(now);
        Ok(Editing { workspace, before, now, console })
    }

    /// Checks the whole dataset as it would be, writes it, and shows the warnings that the files which changed did not
    /// have before, then the rows. `diagnostics` are of what was given; `to_user_location` translates locations in the edited copy
    /// to ones that the user can open.
    pub fn finish(
        &self,
        record: EditRecord,
        diagnostics: Diagnostics,
        allow: &[String],
        to_user_location: impl Fn(&Location) -> Location,
    ) -> Result<(), CommandError> {
        let allowed = Allowed::parse(allow)?;
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }
        let old = self.before.as_ref().ok();
        let checked = self.workspace.check(self.now);
        let dataset = checked.map_err(|problems| errors_first(problems.moved(to_user_location), old))?;
        let refused = allowed.refused(guards::violations_of_edit(old, &dataset, self.now));
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        let instant = dataset.offset().timestamp(self.now);
        let mut warn = |message| self.console.warn(&message);
        let written = serde_json::to_value(&record.rows).unwrap_or_default();
        self.workspace.save(&record.what, &instant, record.rows, &mut warn)?;
        if self.workspace.changed().next().is_some() {
            self.console.changed();
        }
        self.console.member("rows", written);
        diagnostics.problems().iter().for_each(|problem| self.console.eprint_problem(problem));
        let changed: BTreeSet<&str> = self.workspace.changed().collect();
        let of_changed = dataset.report().without(|problem| !changed.contains(&*problem.location.file));
        NewWarnings::new(&of_changed, old).show(self.console);
        row_summary(old, &dataset, self.now).iter().for_each(|line| self.console.println(line));
        Ok(())
    }
}

pub struct PublicRelease {
    /// `None` where there is no current release.
    dataset: Option<Arc<Dataset>>,
    /// The current version and those before it, without those that a rollback has withdrawn.
    included: BTreeSet<String>,
}

impl PublicRelease {
    /// The current release of the store that was named, or else of the one that the configuration names; `None` where none
    /// is. A store that cannot be read, or an altered release, is refused.
    pub fn find(named: Option<PathBuf>, editing: &Editing) -> Result<Option<Self>, CommandError> {
        let store = configuration::get().store_if_named(named);
        store.map(|store| read(&store, editing)).transpose()
    }

    pub fn version(&self) -> &str {
        self.dataset.as_ref().map_or("", |dataset| &dataset.version)
    }

    /// Whether this version is current, or was and no rollback has withdrawn it.
    pub fn includes(&self, version: &str) -> bool {
        self.included.contains(version)
    }

    /// Whether readers have one of these rows, with its value.
    pub fn has_any(&self, rows: &[RecordedRow]) -> bool {
        let indicators = self.dataset.iter().flat_map(|dataset| dataset.indicators());
        let public: HashSet<_> = indicators
            .flat_map(|indicator| {
                let revisions = indicator.series.revisions();
                revisions.map(|of| (indicator.key.as_str(), of.date, of.published, of.value))
            })
            .collect();
        rows.iter().any(|row| {
            let (date, published) = (row.date.parse().ok(), row.published.parse().ok());
            let is_public = |value| public.contains(&(row.key.as_str(), date, published, value));
            row.value.parse().is_ok_and(is_public)
        })
    }
}

fn read(store: &Path, editing: &Editing) -> Result<PublicRelease, CommandError> {
    let state = named::open(store, editing.console)?;
    if !state.is_store() {
        return Err(msg::no_store(store.display()).into());
    }
    let release = state.current()?.map(|version| state.read(&version));
    if let Some(Integrity::Altered(altered)) = release.as_ref().map(|release| &release.integrity) {
        return Err(CommandError::CouldNotRun(altered.clone()));
    }
    let dataset = release
        .map(|release| release.check(editing.now))
        .transpose()?
        .map(|full| full.public_at(editing.now));
    let journal = state.journal();
    let withdrawn = journal.rolled_back();
    let versions = journal.versions().filter(|version| journal.was_current(version));
    let included = versions.filter(|version| !withdrawn.contains(version)).map(str::to_owned).collect();
    Ok(PublicRelease { dataset, included })
}
