//! What the commands that edit a dataset directory share: it is locked, changed in memory, checked as a whole, compared
//! with what it was, and only then written.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::values::at;
use crate::compare::guards::{self, Allowed};
use crate::compare::row_summary;
use crate::console::{CommandError, Console};
use crate::dataset::{Diagnostics, FullDataset, Location, RecordedRow, Workspace};
use crate::model::Timestamp;

/// A dataset directory that this command alone changes, and what it was.
pub struct Editing {
    pub workspace: Workspace,
    /// The dataset that the files made; where they made none, an edit may mend them.
    pub before: Result<FullDataset, Diagnostics>,
    /// The instant of the edit.
    pub now: Timestamp,
    console: Console,
}

/// The note of an edit in the directory.
pub struct EditRecord {
    /// The command.
    pub what: String,
    /// The observations that it wrote.
    pub rows: Vec<RecordedRow>,
}

impl Editing {
    /// Locks the directory and reads it.
    pub fn begin(dataset: &Path, console: Console) -> Result<Self, CommandError> {
        let now = at(None);
        let workspace = Workspace::open(dataset, &mut |message| console.warn(&message))?;
        let before = workspace.check(now);
        Ok(Editing { workspace, before, now, console })
    }

    /// Checks the whole dataset as it would be, writes it, says what has changed, and shows the warnings of the files
    /// that changed. `diagnostics` are of what was given; `to_user_location` translates locations in the edited copy to
    /// ones that the user can open.
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
        let checked = self.workspace.check(self.now);
        let dataset = checked.map_err(|problems| problems.moved(to_user_location).sorted())?;
        let old = self.before.as_ref().ok();
        let refused = allowed.refused(guards::violations_of_edit(old, &dataset, self.now));
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        let instant = dataset.offset().timestamp(self.now);
        let mut warn = |message| self.console.warn(&message);
        self.workspace.save(&record.what, &instant, record.rows, &mut warn)?;
        row_summary(old, &dataset, self.now).iter().for_each(|line| self.console.println(line));
        let changed: BTreeSet<&str> = self.workspace.changed().collect();
        let report = dataset.report();
        for problem in report.problems().iter().filter(|problem| changed.contains(&*problem.location.file)) {
            self.console.print_problem(problem);
        }
        Ok(())
    }
}
