//! Many rows at once, of which some may be there already: each is added, skipped or refused, and for each that is added
//! it is known where it came from.

use std::collections::HashMap;

use super::diagnostic::{Diagnostics, Location};
use super::edit::{observations_of, unknown_indicator};
use super::new_row::NewRow;
use super::sheet::{ExistingRow, ObservationSheet, Origins};
use super::{RecordedRow, Workspace};
use crate::messages as msg;
use crate::model::{Number, Offset};

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

/// The files that rows are merged into, each taken apart once.
pub struct Merge<'a> {
    workspace: &'a Workspace,
    rule: Rule,
    offset: Offset,
    /// By indicator; nothing where there is no such indicator, or its file cannot be edited.
    sheets: HashMap<String, Option<ObservationSheet>>,
    added: Vec<RecordedRow>,
    skipped: usize,
}

/// How many rows were added, and how many were there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub added: usize,
    pub skipped: usize,
}

/// The files that rows were merged into.
pub struct Merged {
    pub files: Vec<(String, Vec<u8>)>,
    pub rows: Vec<RecordedRow>,
    origins: HashMap<String, Origins>,
}

impl<'a> Merge<'a> {
    pub fn new(workspace: &'a Workspace, rule: Rule, offset: Offset) -> Self {
        Merge { workspace, rule, offset, sheets: HashMap::new(), added: Vec::new(), skipped: 0 }
    }

    /// Adds a row, or skips it where it is there; `location` is where it was given.
    pub fn row(&mut self, row: &NewRow, location: &Location, diagnostics: &mut Diagnostics) {
        let Some(date) = row.date(location, diagnostics) else { return };
        let (rule, offset) = (self.rule, self.offset);
        let Some(sheet) = self.sheet(&row.key, location, diagnostics) else { return };
        let current = sheet.on(date).iter().max_by(|a, b| a.published.cmp(&b.published));
        let number = |text: &str| text.parse::<Number>().ok();
        let same = |there: &ExistingRow| number(&there.value) == number(&row.value);
        let publication = row.publication(Some(offset));
        let other = match rule {
            Rule::Table if !publication.is_empty() => sheet.same_vintage(date, row),
            Rule::CorrectedBulletin if !current.is_some_and(same) => sheet.same_vintage(date, row),
            _ => current,
        };
        match other {
            Some(there) if same(there) => self.skipped += 1,
            Some(there) => {
                let place = there.location.to_string();
                let message = match rule {
                    Rule::Bulletin => msg::corrected_bulletin(date, &there.value, place),
                    _ => msg::other_value_there(date, &there.value, place),
                };
                diagnostics.error(location.clone(), message);
            }
            None => {
                sheet.insert(date, row, location);
                self.added.push(RecordedRow::new(row, date, publication));
            }
        }
    }

    pub fn counts(&self) -> Counts {
        Counts { added: self.added.len(), skipped: self.skipped }
    }

    pub fn finish(self) -> Merged {
        let mut merged = Merged { files: Vec::new(), rows: self.added, origins: HashMap::new() };
        for (key, sheet) in self.sheets {
            let Some(sheet) = sheet else { continue };
            let (bytes, origins) = sheet.finish();
            let path = observations_of(&key);
            merged.origins.insert(path.clone(), origins);
            merged.files.push((path, bytes));
        }
        merged
    }

    fn sheet(
        &mut self,
        key: &str,
        location: &Location,
        diagnostics: &mut Diagnostics,
    ) -> Option<&mut ObservationSheet> {
        let file = self.workspace.file(&observations_of(key));
        if file.is_none() {
            let unknown = unknown_indicator(self.workspace, key, diagnostics);
            diagnostics.error(location.clone(), unknown);
        }
        if !self.sheets.contains_key(key) {
            let sheet = file.and_then(|file| ObservationSheet::of(file, Some(self.offset)));
            self.sheets.insert(key.to_owned(), sheet);
        }
        self.sheets.get_mut(key)?.as_mut()
    }
}

impl Merged {
    /// Maps a line of the edited files to the import file (added rows) or to the line before the edit.
    pub fn origin(&self, at: &Location) -> Location {
        self.origins.get(&*at.file).map_or_else(|| at.clone(), |origins| origins.of_line(at))
    }
}

#[cfg(test)]
mod tests;
