//! What the commands that edit a dataset directory share: taken, changed in memory, checked as a whole, held against
//! what it was, and only then written.

use std::collections::BTreeSet;
use std::path::Path;

use super::at;
use crate::compare::guards::{self, Allowed};
use crate::compare::moves;
use crate::console::{CommandError, complain, say};
use crate::dataset::{Diagnostics, FullDataset, Location, RecordedRow, Workspace};
use crate::messages::Message;
use crate::model::{Lang, Timestamp};

/// A dataset directory that this command alone changes, and what it was.
pub struct Editing {
    /// The files.
    pub workspace: Workspace,
    /// The dataset that they made; where they made none, an edit may mend them.
    pub before: Result<FullDataset, Diagnostics>,
    /// The instant of the edit.
    pub now: Timestamp,
    /// The language of reports.
    pub lang: Lang,
}

/// What is noted of an edit.
pub struct Done {
    /// The command, in its own words.
    pub what: String,
    /// The observations that it wrote.
    pub rows: Vec<RecordedRow>,
}

impl Editing {
    /// Takes the directory and reads it.
    pub fn begin(dataset: &Path, lang: Lang) -> Result<Self, CommandError> {
        let now = at(None);
        let workspace = Workspace::open(dataset, &mut tell(lang))?;
        let before = workspace.check(now);
        Ok(Editing { workspace, before, now, lang })
    }

    /// Checks the whole dataset as it would be, writes it, says what has changed, and shows what should be looked at
    /// in the files that changed. `diagnostics` are of what was given; `given` translates places in the edited
    /// copy to ones in the files that their author has.
    pub fn finish(
        &self,
        done: Done,
        diagnostics: Diagnostics,
        allow: &[String],
        given: impl Fn(&Location) -> Location,
    ) -> Result<(), CommandError> {
        let allowed = Allowed::parse(allow)?;
        if diagnostics.errors() > 0 {
            return Err(diagnostics.sorted().into());
        }
        let dataset = self.workspace.check(self.now).map_err(|problems| problems.moved(given).sorted())?;
        let old = self.before.as_ref().ok();
        let refused = allowed.refused(guards::concerns_of_edit(old, &dataset, self.now));
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        let instant = dataset.offset().timestamp(self.now);
        self.workspace.save(&done.what, &instant, done.rows, &mut tell(self.lang))?;
        for line in moves(old, &dataset, self.now) {
            say(&format!("{}\n", line.get(self.lang)));
        }
        self.warn(&dataset);
        Ok(())
    }

    /// What should be looked at in the files that changed.
    pub fn warn(&self, dataset: &FullDataset) {
        let changed: BTreeSet<&str> = self.workspace.changed().collect();
        let report = dataset.report();
        let problems = report.problems().iter();
        for problem in problems.filter(|problem| changed.contains(&*problem.location.file)) {
            say(&format!("{}\n", problem.sentence(self.lang)));
        }
    }
}

/// What an operator hears on the standard error while something goes on.
pub fn tell(lang: Lang) -> impl FnMut(Message) {
    move |message| complain(&format!("indicatord: {}\n", message.get(lang)))
}
