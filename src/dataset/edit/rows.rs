//! The edits that an operator makes every day, without an editor: an observation, and a check of a source.

use chrono::NaiveDate;

use super::workspace::Workspace;
use crate::dataset::calendar_and_checks::HEADER_OF_CHECKS;
use crate::dataset::diagnostic::{Diagnostics, Location};
use crate::dataset::new_row::{NewRow, RecordedRow};
use crate::dataset::sheet::{ExistingRow, ObservationSheet, Sheet};
use crate::messages::{self as msg, Message};
use crate::model::{Offset, Timestamp};

pub enum CheckOutcome<'a> {
    Succeeded(Timestamp),
    Failed(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    Adding,
    Replacing,
}

/// One observation and the file that it is written into.
pub struct RowEdit<'a> {
    new: &'a NewRow,
    writing: Writing,
    date: NaiveDate,
    offset: Option<Offset>,
    sheet: ObservationSheet,
}

impl<'a> RowEdit<'a> {
    /// Takes the file of the row's indicator apart; `offset` is the dataset's, where that is known. `None` where
    /// something is wrong with the row, which is reported, or with the file, which its check reports.
    pub fn begin(
        workspace: &Workspace,
        new: &'a NewRow,
        writing: Writing,
        offset: Option<Offset>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let path = observations_of(&new.key);
        let location = Location::file(path.as_str());
        let date = new.date(&location, diagnostics)?;
        let Some(file) = workspace.file(&path) else {
            let unknown = unknown_indicator(workspace, &new.key, diagnostics);
            diagnostics.error(location, unknown);
            return None;
        };
        Some(RowEdit { new, writing, date, offset, sheet: ObservationSheet::of(file, offset)? })
    }

    pub fn date(&self) -> NaiveDate {
        self.date
    }

    /// The row that is there already: of the same date and publication, without a publication the one that counts for the
    /// date, or the one that is written over.
    pub fn existing(&self) -> Option<&ExistingRow> {
        match self.writing {
            Writing::Adding if self.new.publication(self.offset).is_empty() => self.sheet.current(self.date),
            Writing::Adding => self.sheet.same_vintage(self.date, self.new),
            Writing::Replacing => self.sheet.replaceable(self.date, self.new),
        }
    }

    /// The row that is there already with every cell that is given: nothing is to be done.
    pub fn is_there(&self) -> Option<&ExistingRow> {
        self.existing().filter(|there| self.sheet.other_cells(there, self.new).is_empty())
    }

    /// Writes the row where it belongs, or the cells that were given over those that are there. Whether the dataset may
    /// have it, its check decides afterwards.
    pub fn write(mut self, workspace: &mut Workspace) -> RecordedRow {
        let kept = self.existing().map(|there| there.published.clone());
        let given = self.new.publication(self.offset);
        let publication = kept.filter(|_| given.is_empty()).unwrap_or(given);
        match self.writing {
            Writing::Adding => {
                let from = Location::file(observations_of(&self.new.key));
                self.sheet.insert(self.date, self.new, &from);
            }
            Writing::Replacing => self.sheet.replace(self.date, self.new),
        }
        workspace.put(&observations_of(&self.new.key), self.sheet.finish().0);
        RecordedRow::new(self.new, self.date, publication)
    }
}

pub fn unknown_indicator(workspace: &Workspace, key: &str, diagnostics: &mut Diagnostics) -> Message {
    msg::unknown_indicator(key, diagnostics.nearest(key, workspace.keys()))
}

/// Writes how the last check of a source ended; a failed one leaves the last successful one as it was. Returns the instant of
/// the last successful one as it was written before.
pub fn checked(
    workspace: &mut Workspace,
    source: &str,
    outcome: &CheckOutcome<'_>,
    offset: Offset,
) -> Option<String> {
    if workspace.file(CHECKS).is_none() {
        workspace.put(CHECKS, HEADER_OF_CHECKS.as_bytes().to_vec());
    }
    // A file that is no table is reported by the check.
    let mut sheet = workspace.file(CHECKS).and_then(Sheet::of)?;
    let (of_source, of_check) = (sheet.column("source"), sheet.column("checked_at"));
    let row = (0..sheet.len()).find(|row| sheet.cell(*row, of_source) == Some(source));
    let before = row.and_then(|row| sheet.cell(row, of_check)).unwrap_or_default().to_owned();
    let (checked_at, error) = match outcome {
        CheckOutcome::Succeeded(at) => (offset.timestamp(*at), ""),
        CheckOutcome::Failed(error) => (before.clone(), *error),
    };
    let cells = [("source", source), ("checked_at", checked_at.as_str()), ("error", error)];
    let rendered = match row {
        Some(row) => {
            sheet.overwrite(row, &cells);
            sheet.render([])
        }
        None => {
            let line = sheet.compose(&cells);
            sheet.render([(sheet.len(), &line)])
        }
    };
    workspace.put(CHECKS, rendered.bytes);
    Some(before).filter(|before| !before.is_empty())
}

pub use crate::dataset::calendar_and_checks::CHECKS;

pub fn observations_of(key: &str) -> String {
    format!("indicators/{key}.csv")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::{new_row, with_usd};
    use crate::messages::Message;

    /// One observation that nobody has recorded by a command.
    const ROWS: &str = "2026-09-30,1,\n";

    fn text(workspace: &Workspace, path: &str) -> String {
        String::from_utf8(workspace.file(path).unwrap().bytes.clone()).unwrap()
    }

    /// What becomes of a row that is added, and what is said at the place where it was given.
    fn recorded(workspace: &mut Workspace, row: &NewRow) -> (Option<RecordedRow>, Vec<Message>) {
        let mut diagnostics = Diagnostics::default();
        let begun = RowEdit::begin(workspace, row, Writing::Adding, None, &mut diagnostics);
        let written = begun.map(|edit| edit.write(workspace));
        let location = Location::file(observations_of(&row.key));
        assert!(diagnostics.problems().iter().all(|problem| problem.location == location));
        (written, diagnostics.problems().iter().map(|problem| problem.message.clone()).collect())
    }

    #[test]
    fn a_row_is_recorded_cell_by_cell_and_named() {
        let (_scratch, mut workspace) = with_usd(ROWS);
        let full = NewRow {
            reported_change: "1.5".to_owned(),
            reference: "p. 2".to_owned(),
            flag: "provisional".to_owned(),
            ..new_row("2026-10", "2", "2026-11-05")
        };
        let [key, date, published, value] = ["usd", "2026-10-31", "2026-11-05", "2"].map(str::to_owned);
        let name = RecordedRow { key, date, published, value };
        assert_eq!(recorded(&mut workspace, &full), (Some(name), Vec::new()));
        let mut said = |row: &NewRow| recorded(&mut workspace, row).1;
        assert_eq!(said(&new_row("2026-10-32", "2", "")).len(), 1);
        assert_eq!(said(&new_row("2026-10-31", "2,5", "")), [msg::not_a_number_meant("value", "2,5", "2.5")]);
        let unknown = NewRow { key: "us".to_owned(), ..new_row("2026-10-31", "2", "") };
        assert_eq!(said(&unknown), [msg::unknown_indicator("us", Some("usd"))]);
        assert_eq!(
            text(&workspace, "indicators/usd.csv"),
            "date,value,published,reported_change_pct,ref,flag\n2026-09-30,1,,,,\n2026-10,2,2026-11-05,1.5,p. 2,provisional\n"
        );
    }

    #[test]
    fn a_row_that_is_there_is_told_apart_by_its_publication() {
        let (_scratch, mut workspace) = with_usd(ROWS);
        recorded(&mut workspace, &new_row("2026-10-31", "2", "2026-11-05")).0.unwrap();
        for (published, twin) in [("2026-11-05", Some("2")), ("2026-11-06", None), ("", None)] {
            let row = NewRow { flag: "break".to_owned(), ..new_row("2026-10", "3", published) };
            let unread = &mut Diagnostics::default();
            let edit = RowEdit::begin(&workspace, &row, Writing::Replacing, None, unread).unwrap();
            let found = edit.existing().map(|there| (there.value.as_str(), there.location.line));
            assert_eq!(found, twin.map(|value| (value, Some(3))), "{published}");
            if twin.is_some() {
                assert_eq!(edit.write(&mut workspace).value, "3");
            }
        }
        assert_eq!(
            text(&workspace, "indicators/usd.csv"),
            "date,value,published,flag\n2026-09-30,1,,\n2026-10-31,3,2026-11-05,break\n"
        );
    }

    #[test]
    fn a_check_that_failed_leaves_the_last_successful_one() {
        let (_scratch, mut workspace) = with_usd(ROWS);
        let offset = "+04:00".parse().unwrap();
        let at = "2026-11-20T05:00:00Z".parse().unwrap();
        let mut check = |source: &str, outcome: CheckOutcome<'_>| {
            checked(&mut workspace, source, &outcome, offset);
            text(&workspace, CHECKS)
        };
        let header = HEADER_OF_CHECKS.trim_end();
        let bank = "bank,2026-11-20T09:00:00+04:00,";
        assert_eq!(check("bank", CheckOutcome::Succeeded(at)), format!("{header}\n{bank}\n"));
        assert_eq!(check("bank", CheckOutcome::Failed("no answer")), format!("{header}\n{bank}no answer\n"));
        assert_eq!(
            check("office", CheckOutcome::Failed("late")),
            format!("{header}\n{bank}no answer\noffice,,late\n")
        );
    }
}
