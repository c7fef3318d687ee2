//! Shared by the commands that edit a dataset directory. It is locked, changed in memory, checked as a whole, compared
//! with its former state, and only then written; rows of the current release stay as they are [D27.1].

use super::*;

use super::publicity::{PublicRelease, Publicity};
use crate::compare::guards::Occasion;
use crate::compare::row_summary;
use crate::dataset::merge::{Merged, Replaced};
use crate::dataset::{Dataset, ImportedRows, RecordedRow, Written};

/// The members of the JSON object of an edit: the rows that were written, null where none was.
pub const MEMBERS: &[&str] = &["rows"];

/// A locked dataset directory and its former state.
pub struct Editing {
    pub directory: PathBuf,
    pub workspace: Workspace,
    /// The dataset that the files made; where they made none, an edit may mend them.
    pub before: Result<FullDataset, Diagnostics>,
    pub now: Timestamp,
    /// The store that was named, whose live release tells what is public.
    pub store: Option<PathBuf>,
    /// The words of `--allow`.
    pub allow: Vec<String>,
    /// True if nothing is written: everything else is as it would be.
    pub is_dry: bool,
    /// True if all of the rows are from files that a machine wrote.
    pub by_machine: bool,
}

impl Editing {
    pub fn begin(named: Option<PathBuf>) -> Result<Self> {
        let directory = configuration::dataset(named)?;
        let now = instant_or_now(None);
        let workspace = Workspace::open(&directory, &mut console::eprintln)?;
        let before = workspace.check(now);
        Ok(Editing {
            directory,
            workspace,
            before,
            now,
            store: None,
            allow: Vec::new(),
            is_dry: false,
            by_machine: false,
        })
    }

    /// The dataset as it was; refused where the files made none.
    pub fn dataset(&self) -> Result<&FullDataset> {
        match &self.before {
            Ok(dataset) => Ok(dataset),
            Err(problems) => Err(refuse_dataset(problems.clone(), self.now)),
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

    /// The live release of the store, where there is one.
    pub fn public_release(&self) -> Result<Option<PublicRelease>> {
        PublicRelease::find(self.store.clone(), self.now)
    }

    pub fn publicity(&self) -> Result<Publicity<'_>> {
        Ok(Publicity {
            release: self.public_release()?,
            written: self.workspace.notes().written(),
        })
    }

    /// Begins to merge rows into the files; `replaces` says that they may be written over others.
    pub fn merge(&self, replaces: bool) -> Merge<'_> {
        Merge::new(&self.workspace, self.offset(), self.now, replaces)
    }

    /// Writes rows that were merged, unless one of them would be written over a public one or beside one with another
    /// value; then says of which rows the embargo was moved or taken away.
    pub fn write(
        &mut self,
        command: &str,
        mut merged: Merged,
        mut diagnostics: Diagnostics,
    ) -> Result {
        if !merged.conflicts.is_empty() || !merged.replaced.is_empty() {
            let publicity = self.publicity()?;
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
        self.finish(command, rows, diagnostics, |at| merged.origin(at))?;
        console::print_lines(&embargo_lines(&merged.replaced));
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
        to_user_location: impl Fn(&Location) -> Location,
    ) -> Result {
        let allowed = Allowed::parse(&self.allow)?;
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }

        let old = self.before.as_ref().ok();
        let dataset = self.workspace.check(self.now).map_err(|problems| {
            let problems = problems.map_locations(to_user_location);
            match old {
                Some(_) => errors_first(problems, old).into(),
                None => refuse_dataset(problems, self.now),
            }
        })?;

        let origins = Origins::new(vec![ImportedRows {
            files: command.to_owned(),
            by_machine: self.by_machine,
            rows: rows.clone(),
        }]);
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
                console::mark_changed();
            }
        }

        if dataset.as_of() > self.now {
            let as_of = dataset.offset().timestamp(dataset.as_of());
            console::eprintln(msg::clock_is_behind(as_of));
        }

        console::set_member("rows", &rows);
        if let Some(old) = old {
            diagnostics.append(publications_missing(&rows, old));
            diagnostics.append(self.tables_lost(&rows, old));
        }

        let changed: BTreeSet<&str> = self.workspace.changed().collect();
        diagnostics.append(guards::repetitions(old, &dataset, &origins));
        let report = dataset.report();
        diagnostics.append(report.without(|problem| !changed.contains(&*problem.location.file)));
        NewWarnings::new(&diagnostics, old).show();
        console::print_lines(&row_summary(old, &dataset, self.now));
        Ok(())
    }

    /// Notes that a source was checked successfully just now.
    pub fn note_check(&mut self, source: &str, offset: Offset) -> Message {
        dataset::write_check(&mut self.workspace, source, Ok(self.now), offset);
        msg::check_noted(dataset::CHECKS, source, offset.timestamp(self.now))
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
                && let Some(lost) = live.lost_table(key)
            {
                warnings.warning(Location::file(observations_path(key)), lost);
            }
        }

        warnings
    }

    /// Writes the files, and notes `command` and what it has written.
    pub fn save(&self, command: &str, offset: Offset, written: Written) -> Result {
        let at = offset.timestamp(self.now);
        let workspace = &self.workspace;
        Ok(workspace.save(command, &at, written, &mut console::eprintln)?)
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
