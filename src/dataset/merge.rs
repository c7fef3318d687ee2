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
    offset: Offset,
    /// By indicator; nothing where there is no such indicator, or its file cannot be edited.
    sheets: HashMap<String, Option<ObservationSheet>>,
    added: Vec<RecordedRow>,
    skipped: usize,
    conflicts: Vec<Conflict>,
}

/// Another value of a table for a row that the dataset has.
pub struct Conflict {
    /// Where it was given.
    pub location: Location,
    pub there: RecordedRow,
    /// Where that row is.
    pub place: Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub added: usize,
    pub skipped: usize,
}

pub struct Merged {
    pub files: Vec<(String, Vec<u8>)>,
    pub rows: Vec<RecordedRow>,
    /// Why nothing may be written: what is right of each depends on what is public.
    pub conflicts: Vec<Conflict>,
    origins: HashMap<String, Origins>,
}

impl<'a> Merge<'a> {
    pub fn new(workspace: &'a Workspace, offset: Offset) -> Self {
        let (sheets, added) = (HashMap::new(), Vec::new());
        Merge { workspace, offset, sheets, added, skipped: 0, conflicts: Vec::new() }
    }

    /// Adds a row, or skips it where it is there; `location` is where it was given.
    pub fn row(&mut self, row: &NewRow, rule: Rule, location: &Location, diagnostics: &mut Diagnostics) {
        let Some(date) = row.date(location, diagnostics) else { return };
        let offset = self.offset;
        let Some(sheet) = self.sheet(&row.key, location, diagnostics) else { return };
        let current = sheet.current(date);
        let number = |text: &str| text.parse::<Number>().ok();
        let same = |there: &ExistingRow| number(&there.value) == number(&row.value);
        let publication = row.publication(Some(offset));
        let other = match rule {
            Rule::Table if !publication.is_empty() => sheet.same_vintage(date, row),
            Rule::CorrectedBulletin if !current.is_some_and(same) => sheet.same_vintage(date, row),
            _ => current,
        };
        match other {
            Some(there) if same(there) => {
                let other = sheet.other_cells(there, row);
                // A bulletin has its own day of publication, which somebody may not have written.
                let other = other.into_iter().filter(|column| rule == Rule::Table || *column != "published");
                let other: Vec<&str> = other.collect();
                if !other.is_empty() {
                    let place = there.location.to_string();
                    diagnostics
                        .warning(location.clone(), msg::other_cells_there(date, place, other.join(", ")));
                }
                self.skipped += 1;
            }
            Some(there) if rule == Rule::Bulletin => {
                let place = there.location.to_string();
                diagnostics.error(location.clone(), msg::corrected_bulletin(date, &there.value, place));
            }
            Some(there) if there.is_added() => {
                let place = there.location.to_string();
                diagnostics.error(location.clone(), msg::other_value_there(date, &there.value, place));
            }
            Some(there) => {
                let value = there.value.clone();
                let row = RecordedRow { value, ..RecordedRow::new(row, date, there.published.clone()) };
                let place = there.location.clone();
                self.conflicts.push(Conflict { location: location.clone(), there: row, place });
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
        let (rows, conflicts) = (self.added, self.conflicts);
        let mut merged = Merged { files: Vec::new(), rows, conflicts, origins: HashMap::new() };
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
mod tests {
    use super::*;
    use crate::dataset::tests::{new_row, with_usd};
    use crate::messages::Message;

    const FILE: &str = "indicators/usd.csv";

    /// A revision, and one row behind it.
    const ROWS: &str = "2026-09-30,1,\n2026-10-31,2,2026-11-01\n2026-10-31,3,2026-11-05\n2026-12-31,5,\n";

    /// What comes of one row: how many are added and skipped, and what is said.
    fn merged(rule: Rule, date: &str, value: &str, published: &str) -> (usize, usize, Vec<Message>) {
        let (_scratch, workspace) = with_usd(ROWS);
        let row = new_row(date, value, published);
        let mut diagnostics = Diagnostics::default();
        let mut merge = Merge::new(&workspace, "+04:00".parse().unwrap());
        merge.row(&row, rule, &Location::file("table").line(2), &mut diagnostics);
        let said = diagnostics.problems().iter().map(|problem| problem.message.clone());
        let conflict =
            |of: &Conflict| msg::other_value_there(&of.there.date, &of.there.value, of.place.to_string());
        let said = said.chain(merge.conflicts.iter().map(conflict)).collect();
        let Counts { added, skipped } = merge.counts();
        (added, skipped, said)
    }

    #[test]
    fn a_row_of_a_table_is_a_revision_where_it_is_published_another_day() {
        let date = || "2026-10-31".parse::<chrono::NaiveDate>().unwrap();
        let refused = |value: &str, line: u32| {
            (0, 0, vec![msg::other_value_there(date(), value, format!("{FILE}:{line}"))])
        };
        let table = |value: &str, published: &str| merged(Rule::Table, "2026-10-31", value, published);
        assert_eq!(table("2.0", "2026-11-01"), (0, 1, vec![]), "the same number is there");
        assert_eq!(table("9", "2026-11-01"), refused("2", 3));
        assert_eq!(table("9", "2026-11-09"), (1, 0, vec![]));
        assert_eq!(table("3", ""), (0, 1, vec![]), "the newest revision counts");
        assert_eq!(table("2", ""), refused("3", 4));
        assert_eq!(merged(Rule::Table, "2026-11-30", "4", ""), (1, 0, vec![]));
        let (added, skipped, said) = merged(Rule::Table, "2026-11-31", "4", "");
        assert_eq!((added, skipped, said.len()), (0, 0, 1));
    }

    #[test]
    fn a_bulletin_that_was_corrected_is_said_to_be() {
        let date: chrono::NaiveDate = "2026-10-31".parse().unwrap();
        let place = |line: u32| format!("{FILE}:{line}");
        let bulletin =
            |rule: Rule, value: &str, published: &str| merged(rule, "2026-10-31", value, published);
        assert_eq!(bulletin(Rule::Bulletin, "3", "2026-11-20"), (0, 1, vec![]));
        assert_eq!(
            bulletin(Rule::Bulletin, "4", "2026-11-20"),
            (0, 0, vec![msg::corrected_bulletin(date, "3", place(4))])
        );
        assert_eq!(
            bulletin(Rule::CorrectedBulletin, "3", "2026-11-20"),
            (0, 1, vec![]),
            "nothing was corrected"
        );
        assert_eq!(bulletin(Rule::CorrectedBulletin, "4", "2026-11-20"), (1, 0, vec![]));
        assert_eq!(
            bulletin(Rule::CorrectedBulletin, "4", "2026-11-01"),
            (0, 0, vec![msg::other_value_there(date, "2", place(3))])
        );
    }

    #[test]
    fn a_line_is_told_where_everybody_has_it() {
        let (_scratch, workspace) = with_usd(ROWS);
        let mut diagnostics = Diagnostics::default();
        let mut merge = Merge::new(&workspace, "+04:00".parse().unwrap());
        let table = Location::file("table");
        for (line, date, published) in
            [(2, "2026-11-30", ""), (3, "2026-10-31", "2026-11-09"), (4, "2027-01-31", "")]
        {
            merge.row(&new_row(date, "4", published), Rule::Table, &table.line(line), &mut diagnostics);
        }
        assert_eq!(diagnostics.errors(), 0);
        let merged = merge.finish();
        let origin = |at: &Location| merged.origin(at);
        let file = Location::file(FILE);
        // The header and three rows, two that were added, one that was there, and one that was added.
        let from = [1, 2, 3, 4, 5, 6, 7, 8].map(|line| origin(&file.line(line)));
        let expected = [
            (&file, 1),
            (&file, 2),
            (&file, 3),
            (&file, 4),
            (&table, 3),
            (&table, 2),
            (&file, 5),
            (&table, 4),
        ];
        assert_eq!(from, expected.map(|(location, line)| location.line(line)));
        for elsewhere in [file, Location::file("dataset.json").line(7), Location::file("gone.csv").line(7)] {
            assert_eq!(origin(&elsewhere), elsewhere);
        }
    }
}
