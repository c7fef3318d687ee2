//! The edits that an operator makes every day, without an editor: an observation, and a check of a source.

use chrono::NaiveDate;

use super::notes::RecordedRow;
use super::workspace::Workspace;
use crate::dataset::checks_file;
use crate::dataset::diagnostic::{Diagnostics, Location};
use crate::dataset::new_row::NewRow;
use crate::dataset::sheet::{ExistingRow, ObservationSheet, Sheet};
use crate::messages::{self as msg, Message};
use crate::model::{Offset, Timestamp};

pub enum CheckOutcome<'a> {
    Succeeded(Timestamp),
    Failed(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As a row of its own.
    Adding,
    /// Over a row that is there.
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

    /// The row that is there already: of the same date and publication, or the one that is written over.
    pub fn existing(&self) -> Option<&ExistingRow> {
        match self.writing {
            Writing::Adding => self.sheet.same_vintage(self.date, self.new),
            Writing::Replacing => self.sheet.replaceable(self.date, self.new),
        }
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

/// Writes how the last check of a source ended; a failed one leaves the last successful one as it was.
pub fn checked(workspace: &mut Workspace, source: &str, outcome: &CheckOutcome<'_>, offset: Offset) {
    if workspace.file(CHECKS).is_none() {
        workspace.put(CHECKS, checks_file::HEADER.as_bytes().to_vec());
    }
    // A file that is no table is reported by the check.
    let Some(mut sheet) = workspace.file(CHECKS).and_then(Sheet::of) else { return };
    let (of_source, of_check) = (sheet.column("source"), sheet.column("checked_at"));
    let row = (0..sheet.len()).find(|row| sheet.cell(*row, of_source) == Some(source));
    let before = row.and_then(|row| sheet.cell(row, of_check)).unwrap_or_default().to_owned();
    let (checked_at, error) = match outcome {
        CheckOutcome::Succeeded(at) => (offset.timestamp(*at), ""),
        CheckOutcome::Failed(error) => (before, *error),
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
}

pub const CHECKS: &str = checks_file::FILE;

pub fn observations_of(key: &str) -> String {
    format!("indicators/{key}.csv")
}

#[cfg(test)]
mod tests;
