//! Shared by the commands that edit a dataset directory. It is locked, changed in memory, checked as a whole, compared
//! with its former state, and only then written; rows of the current release stay as they are [D27.1].

use super::*;

use std::collections::HashSet;

use crate::compare::guards::Occasion;
use crate::compare::row_summary;
use crate::dataset::merge::{Conflict, Merged, Replaced};
use crate::dataset::{Dataset, ImportedRows, RecordedRow, Vintage, Written};
use crate::model::{Key, Number};

/// The members of the JSON object of an edit: the rows that were written, null where none was.
pub const MEMBERS: &[&str] = &["rows"];

/// A locked dataset directory and its former state.
pub struct Editing {
    pub workspace: Workspace,
    /// The dataset that the files made; where they made none, an edit may mend them.
    pub before: Result<FullDataset, Diagnostics>,
    pub now: Timestamp,
    pub console: Console,
    /// True if nothing is written: everything else is as it would be.
    pub is_dry: bool,
    /// True if all of the rows are from files that a machine wrote.
    pub by_machine: bool,
}

impl Editing {
    pub fn begin(dataset: &Path, console: Console) -> Result<Self> {
        let now = at(None);
        let workspace = Workspace::open(dataset, &mut |message| console.eprintln(&message))?;
        let before = workspace.check(now);
        Ok(Editing {
            workspace,
            before,
            now,
            console,
            is_dry: false,
            by_machine: false,
        })
    }

    /// The dataset as it was; refused where the files made none.
    pub fn dataset(&self) -> Result<&FullDataset> {
        match &self.before {
            Ok(dataset) => Ok(dataset),
            Err(problems) => Err(shared::refuse_dataset(problems.clone(), self.now)),
        }
    }

    /// The offset of the dataset as it was.
    pub fn offset(&self) -> Option<Offset> {
        let dataset = self.before.as_ref().ok()?;
        Some(dataset.offset())
    }

    /// The present instant as notes have it.
    pub fn instant(&self, offset: Option<Offset>) -> String {
        match offset {
            Some(offset) => offset.timestamp(self.now),
            None => self.now.to_rfc3339(),
        }
    }

    /// Writes rows that were merged, unless one of them would be written over a public one or beside one with another
    /// value; then says of which rows the embargo was moved or taken away.
    pub fn write(
        &mut self,
        command: String,
        mut merged: Merged,
        mut diagnostics: Diagnostics,
        store: Option<PathBuf>,
        allow: &[String],
    ) -> Result {
        if !merged.conflicts.is_empty() || !merged.replaced.is_empty() {
            let publicity = Publicity::find(store, self)?;
            for conflict in &merged.conflicts {
                diagnostics.error(conflict.location.clone(), publicity.refusal(conflict));
            }

            for replaced in &merged.replaced {
                if let Some(message) = publicity.why_not_replaced(replaced) {
                    diagnostics.error(replaced.location.clone(), message);
                }
            }
        }

        for (path, bytes) in std::mem::take(&mut merged.files) {
            self.workspace.put(&path, bytes);
        }

        let rows = std::mem::take(&mut merged.rows);
        self.finish(&command, rows, diagnostics, allow, |at| merged.origin(at))?;
        self.console.print_lines(&embargo_lines(&merged.replaced));
        Ok(())
    }

    /// Checks the whole dataset as it would be, writes it, and shows the warnings that the files which changed did not
    /// have before, then the rows. `diagnostics` are those of the input; `to_user_location` translates locations in the
    /// edited copy to ones that the user can open.
    pub fn finish(
        &self,
        command: &str,
        rows: Vec<RecordedRow>,
        mut diagnostics: Diagnostics,
        allow: &[String],
        to_user_location: impl Fn(&Location) -> Location,
    ) -> Result {
        let allowed = Allowed::parse(allow)?;
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }

        let old = self.before.as_ref().ok();
        let checked = self.workspace.check(self.now);
        let dataset = checked.map_err(|problems| {
            let problems = problems.map_locations(to_user_location);
            match old {
                Some(old) => errors_first(problems, Some(old)).into(),
                None => shared::refuse_dataset(problems, self.now),
            }
        })?;

        let origins = self.origins(command, &rows);
        let violations = guards::violations(Occasion::Edit, old, &dataset, self.now, &origins);
        let cases = violations.iter().map(Violation::name).collect();
        let refused = allowed.refused(violations);
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }

        if !self.is_dry {
            let written = Written {
                rows: rows.clone(),
                by_machine: self.by_machine,
                allowed: cases,
            };
            self.save(command, dataset.offset(), written)?;
            if self.workspace.changed().next().is_some() {
                self.console.changed();
            }
        }

        if dataset.as_of() > self.now {
            let as_of = dataset.offset().timestamp(dataset.as_of());
            self.console.eprintln(&msg::clock_is_behind(as_of));
        }

        self.console.member("rows", &rows);
        if let Some(old) = old {
            diagnostics.append(publications_missing(&rows, old));
            diagnostics.append(self.tables_lost(&rows, old));
        }

        let changed: BTreeSet<&str> = self.workspace.changed().collect();
        diagnostics.append(guards::repetitions(old, &dataset, &origins));
        diagnostics.append(
            dataset
                .report()
                .without(|problem| !changed.contains(&*problem.location.file)),
        );
        NewWarnings::new(&diagnostics, old).show(self.console);
        let summary = row_summary(old, &dataset, self.now);
        self.console.print_lines(&summary);
        Ok(())
    }

    /// Notes that a source was checked successfully just now.
    pub fn note_check(&mut self, source: &str, offset: Offset) -> Message {
        edit::write_check(&mut self.workspace, source, Ok(self.now), offset);
        msg::check_noted(edit::CHECKS, source, offset.timestamp(self.now))
    }

    fn origins(&self, command: &str, rows: &[RecordedRow]) -> Origins {
        let mut imports = Vec::new();
        if self.by_machine {
            imports.push(ImportedRows {
                files: command.to_owned(),
                by_machine: true,
                rows: rows.to_vec(),
            });
        }

        Origins::new(imports)
    }

    /// Warns of first rows of an indicator of which the live release has rows.
    fn tables_lost(&self, rows: &[RecordedRow], old: &FullDataset) -> Diagnostics {
        let mut warnings = Diagnostics::default();
        for indicator in old.with_unfilled().indicators() {
            let key = &indicator.key;
            let has_new_rows = rows.iter().any(|row| row.key == key.as_str());
            if !has_new_rows || !indicator.series.observations().is_empty() {
                continue;
            }

            if let Some(live) = LiveRelease::find(self.now)
                && let Some(lost) = shared::lost_table(key, &live.dataset, &live.store)
            {
                warnings.warning(Location::file(observations_path(key)), lost);
            }
        }

        warnings
    }

    /// Writes the files, and notes `command` and what it has written.
    pub fn save(&self, command: &str, offset: Offset, written: Written) -> Result {
        let at = offset.timestamp(self.now);
        let warn = &mut |message| self.console.eprintln(&message);
        Ok(self.workspace.save(command, &at, written, warn)?)
    }
}

/// The sources of indicators, by their ids.
pub fn sources_of(dataset: &Dataset, keys: &BTreeSet<String>) -> BTreeSet<String> {
    let mut sources = BTreeSet::new();
    for indicator in dataset.indicators() {
        if let Some(source) = &indicator.source
            && keys.contains(indicator.key.as_str())
        {
            sources.insert(source.id.clone());
        }
    }

    sources
}

/// A line for each instant that embargoes had: how many were moved or lifted.
fn embargo_lines(replaced: &[Replaced]) -> Vec<Message> {
    let mut counts: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
    for (former, until) in replaced.iter().filter_map(|row| row.embargo.as_ref()) {
        *counts.entry((former, until.as_deref())).or_default() += 1;
    }

    let mut lines = Vec::new();
    for ((former, until), count) in counts {
        match until {
            Some(until) if until == former => {}
            Some(until) => lines.push(msg::embargo_moved(count, former, until)),
            None => lines.push(msg::embargo_lifted(count, former)),
        }
    }

    lines
}

/// Warns of indicators whose last observation had a day of publication, and whose next one has none.
fn publications_missing(rows: &[RecordedRow], old: &FullDataset) -> Diagnostics {
    let mut last: HashMap<&str, NaiveDate> = HashMap::new();
    for indicator in old.with_all_rows().indicators() {
        let current = indicator.series.current();
        if let (Some(date), Some(_)) = (current.date, current.published) {
            last.insert(indicator.key.as_str(), date);
        }
    }

    let mut warnings = Diagnostics::default();
    for row in rows.iter().filter(|row| row.published.is_empty()) {
        let (Some(former), Ok(date)) = (last.get(&*row.key), row.date.parse()) else {
            continue;
        };

        if *former < date {
            let file = Location::file(observations_path(&row.key));
            warnings.warning(file, msg::published_missing(&row.date, former));
            last.remove(&*row.key);
        }
    }

    warnings
}

/// The indicator, the date, the day of publication and the value of a row.
type RowName = (String, Option<NaiveDate>, Option<NaiveDate>, Number);

fn row_name(row: &RecordedRow) -> Option<RowName> {
    let (date, published) = (row.date.parse().ok(), row.published.parse().ok());
    Some((row.key.clone(), date, published, row.value.parse().ok()?))
}

fn name_row(key: &Key, row: &Observation) -> RowName {
    (key.to_string(), row.date, row.published, row.value)
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
    pub fn find(named: Option<PathBuf>, editing: &Editing) -> Result<Option<Self>> {
        let is_configured = named.is_none();
        let Ok(store) = configuration::get().store(named) else {
            return Ok(None);
        };

        // A machine that only makes bundles has the configuration of the package, and nothing in its store.
        if is_configured && is_unused(&store)? {
            return Ok(None);
        }

        read(&store, editing).map(Some)
    }

    /// Returns true if readers have a row, with its value.
    pub fn has(&self, row: &RecordedRow) -> bool {
        row_name(row).is_some_and(|name| self.rows.contains(&name))
    }

    /// The instant until which a row, with its value, waits in this release.
    pub fn waits(&self, row: &RecordedRow) -> Option<&str> {
        self.waiting.get(&row_name(row)?).map(String::as_str)
    }
}

/// Tells of rows of the dataset whether they are public.
pub struct Publicity<'a> {
    pub release: Option<PublicRelease>,
    /// Those that commands have written since the last publication, by the notes.
    written: HashSet<Vintage<'a>>,
}

impl<'a> Publicity<'a> {
    pub fn find(store: Option<PathBuf>, editing: &'a Editing) -> Result<Self> {
        Ok(Publicity {
            release: PublicRelease::find(store, editing)?,
            written: editing.workspace.notes().written(),
        })
    }

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

    /// Why another value is not written beside a row of the dataset, and what would be right.
    fn refusal(&self, conflict: &Conflict) -> Message {
        let there = &conflict.there;
        let (date, value, place) = (&there.date, &there.value, &conflict.place);
        let public_in = self.public_in(there);
        if public_in.is_none() && !self.is_unknown(there) {
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
    fn why_not_replaced(&self, replaced: &Replaced) -> Option<Message> {
        let former = &replaced.former;
        if let Some(version) = self.public_in(former) {
            return Some(msg::is_public(&former.date, version));
        }

        let is_in_doubt = replaced.embargo.is_none() && self.is_unknown(former);
        is_in_doubt.then(|| msg::may_be_public(&former.date))
    }
}

/// Returns true if a store is still to be made.
fn is_unused(store: &Path) -> Result<bool> {
    let Some(state) = StoreState::open_if_there(store)? else {
        return Ok(true);
    };
    Ok(!state.is_store() && !state.holds_something()?)
}

fn read(store: &Path, editing: &Editing) -> Result<PublicRelease> {
    let state = shared::open_store(store, editing.console)?;
    if !state.is_store() {
        return Err(msg::no_store(store.display()).into());
    }

    let mut public = PublicRelease::default();
    let journal = state.journal();
    let withdrawn = journal.rolled_back();
    for version in journal.versions() {
        if journal.was_current(version) && !withdrawn.contains_key(version) {
            public.included.insert(version.to_owned());
        }
    }

    let Some(version) = state.current()? else {
        return Ok(public);
    };

    let release = state.read(&version);
    if let Integrity::Altered(altered) = &release.integrity {
        return Err(CommandError::CouldNotRun(altered.clone()));
    }

    let full = release.check(editing.now)?;
    let dataset = full.public_at(editing.now);
    public.version.clone_from(&dataset.version);
    for indicator in dataset.indicators() {
        for row in indicator.series.revisions() {
            public.rows.insert(name_row(&indicator.key, row));
        }
    }

    for row in full.embargoed_at(editing.now) {
        let name = name_row(&row.indicator.key, &row.coming.row.observation);
        let until = full.offset().timestamp(row.coming.not_before);
        public.waiting.insert(name, until);
    }

    Ok(public)
}
