//! Many rows at once, of which some may be there already: each is added, skipped or refused, and for each that is added
//! it is known where it came from.

use super::diagnostic::{Diagnostics, Location};
use super::edit::{NewRow, date_and_value, file_of, observations_of, record};
use super::rows::{Found, rows_of};
use super::{RowName, Workspace};
use crate::messages as say;
use crate::model::Number;

/// What rows are merged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Another value for a date is a revision where the row gives another day of publication.
    Table,
    /// A bulletin gives its own day: another value for a date that is there is refused.
    Bulletin,
    /// A bulletin that corrects an earlier one, as the operator has said.
    CorrectedBulletin,
}

/// What became of the rows so far.
#[derive(Default)]
pub struct Merge {
    /// Those that were added, and where each came from.
    added: Vec<(RowName, Location)>,
    /// How many were there already.
    pub skipped: usize,
}

impl Merge {
    /// Adds a row, or skips it where it is there.
    pub fn row(
        &mut self,
        workspace: &mut Workspace,
        (row, location): (&NewRow, &Location),
        rule: Rule,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(date) = date_and_value(row, location, diagnostics) else { return };
        let Some(file) = file_of(workspace, &row.key, location, diagnostics) else { return };
        let found: Vec<Found> = rows_of(file).into_iter().filter(|found| found.date == Some(date)).collect();
        let current = found.iter().max_by(|a, b| a.published.cmp(&b.published));
        let twin = found.iter().find(|found| found.published == row.published);
        let number = |text: &str| text.parse::<Number>().ok();
        let same = |found: &Found| number(&found.value) == number(&row.value);
        let other = match (rule, row.published.is_empty()) {
            (Rule::Table, false) => twin,
            (Rule::CorrectedBulletin, _) if !current.is_some_and(same) => twin,
            _ => current,
        };
        match other {
            Some(there) if same(there) => self.skipped += 1,
            Some(there) => {
                let place = Location::file(observations_of(&row.key)).line(there.line);
                let place = self.origin(workspace, &place).to_string();
                diagnostics.error(
                    location.clone(),
                    match rule {
                        Rule::Bulletin => say::corrected_bulletin(date, &there.value, place),
                        _ => say::other_value_there(date, &there.value, place),
                    },
                );
            }
            None => {
                let written = record(workspace, row, location, diagnostics);
                self.added.extend(written.map(|name| (name, location.clone())));
            }
        }
    }

    /// The rows that were added.
    pub fn added(&self) -> impl Iterator<Item = &RowName> {
        self.added.iter().map(|(name, _)| name)
    }

    /// Where a line of the changed files, which nobody has yet, stands in the files that everybody has: a row that was
    /// added, in what was imported, another in the file as it was.
    pub fn origin(&self, workspace: &Workspace, at: &Location) -> Location {
        let Some(line) = at.line else { return at.clone() };
        let Some(file) = workspace.file(&at.file) else { return at.clone() };
        let rows = rows_of(file);
        let mut above = 0;
        for (name, from) in self.added.iter().filter(|(name, _)| observations_of(&name.key) == *at.file) {
            let same = |found: &&Found| {
                found.published == name.published
                    && found.date.is_some_and(|date| date.to_string() == name.date)
            };
            match rows.iter().find(same) {
                Some(found) if found.line == line => return from.clone(),
                Some(found) if found.line < line => above += 1,
                _ => {}
            }
        }
        Location { line: line.checked_sub(above), ..at.clone() }
    }
}

#[cfg(test)]
mod tests;
