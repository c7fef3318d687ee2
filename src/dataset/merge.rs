//! Merges rows into files of observations: each is added, skipped where it is there already, written over another one, or
//! refused. Remembers for each line where it came from.

use super::*;

use super::observation_sheet::Revisions;
use super::sheet::Origins;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Another value for a date is a revision where the row gives another day of publication. The same value is another
    /// row where any other cell that was given differs.
    Typed,
    /// As `Typed`, for many rows; but the same value is skipped, whatever other cells it has.
    Table,
    /// A bulletin gives its own day: another value for a date that is there is refused.
    Bulletin,
    /// A bulletin that corrects an earlier one, as the operator has said.
    CorrectedBulletin,
}

/// The files that rows are merged into, each parsed once.
pub struct Merge<'a> {
    workspace: &'a Workspace,
    /// The dataset's, where that is known.
    offset: Option<Offset>,
    now: Timestamp,
    /// True if a row is written over one that is there and not public.
    replaces: bool,
    /// By indicator; `None` where its file cannot be edited.
    sheets: HashMap<String, Option<ObservationSheet>>,
    merged: Merged,
}

/// The outcome of merging a row.
pub enum Outcome {
    Added,
    Replaced,
    /// The row that is there already.
    Skipped(ExistingRow),
    /// The reason was reported, or is among the conflicts.
    Refused,
}

/// Another value for a row that the dataset has.
pub struct Conflict {
    /// Where it was given.
    pub location: Location,
    pub there: RecordedRow,
    /// Where that row is.
    pub place: Location,
    pub is_of_bulletin: bool,
}

/// A row that was written over, which must not be public.
pub struct Replaced {
    /// Where the new one was given.
    pub location: Location,
    pub former: RecordedRow,
    /// The instant until which it waited, and the new one, as they are written.
    pub embargo: Option<(String, Option<String>)>,
}

#[derive(Default)]
pub struct Merged {
    pub files: Vec<(String, Vec<u8>)>,
    pub rows: Vec<RecordedRow>,
    /// Why nothing may be written: what is right of each depends on what is public.
    pub conflicts: Vec<Conflict>,
    /// The rows that nothing may be written over where they are public.
    pub replaced: Vec<Replaced>,
    origins: HashMap<String, Origins>,
}

/// A row of the same date that stands in the way of a new one, or is to be written over.
struct Met {
    /// Its number among the rows of the date.
    at: usize,
    existing: ExistingRow,
    how: Meeting,
}

enum Meeting {
    Same,
    Replaces,
    /// The new row would replace one of several under embargo, at these places, and it is not known which is meant.
    ReplacesOneOfSeveral(Vec<String>),
    OtherValue,
    Waits,
}

impl<'a> Merge<'a> {
    pub fn new(
        workspace: &'a Workspace,
        offset: Option<Offset>,
        now: Timestamp,
        replaces: bool,
    ) -> Self {
        Merge {
            workspace,
            offset,
            now,
            replaces,
            sheets: HashMap::new(),
            merged: Merged::default(),
        }
    }

    /// Adds a row, skips it where it is there, or writes it over one; `location` is where it was given.
    pub fn merge_row(
        &mut self,
        row: &NewRow,
        rule: Rule,
        location: &Location,
        diagnostics: &mut Diagnostics,
    ) -> Outcome {
        let Some(date) = row.date(location, diagnostics) else {
            return Outcome::Refused;
        };

        let publication = row.publication(self.offset);
        let replaces = self.replaces;
        let Some(sheet) = self.sheet(&row.key, location, diagnostics) else {
            return Outcome::Refused;
        };

        let met = sheet.on(date).and_then(|revisions| {
            let encounter = Encounter {
                sheet,
                revisions,
                row,
                rule,
                replaces,
                publication: &publication,
            };
            encounter.meet()
        });

        let Some(Met { at, existing, how }) = met else {
            sheet.insert(date, row, location);
            let added = RecordedRow::new(row, date, publication);
            self.merged.rows.push(added);
            return Outcome::Added;
        };

        let former = RecordedRow {
            value: existing.value.clone(),
            ..RecordedRow::new(row, date, existing.published.clone())
        };
        let refusal = match how {
            Meeting::Same => {
                // A bulletin has its own day of publication, which somebody may not have written.
                let is_bulletin = !matches!(rule, Rule::Typed | Rule::Table);
                let mut columns = sheet.other_cells(&existing, row);
                columns.retain(|column| !(is_bulletin && *column == "published"));
                if !columns.is_empty() {
                    let columns = columns.join(", ");
                    let message = msg::other_cells_there(date, &existing.location, columns);
                    diagnostics.warning(location.clone(), message);
                }

                return Outcome::Skipped(existing);
            }
            Meeting::Waits => {
                let ExistingRow {
                    value, not_before, ..
                } = &existing;
                msg::row_waits(date, value, &existing.location, not_before)
            }
            Meeting::ReplacesOneOfSeveral(places) => {
                msg::several_rows_wait(date, places.join(", "), &row.key)
            }
            Meeting::OtherValue | Meeting::Replaces if existing.is_given => {
                msg::other_value_there(date, &existing.value, &existing.location)
            }
            Meeting::OtherValue => {
                self.merged.conflicts.push(Conflict {
                    location: location.clone(),
                    there: former,
                    place: existing.location,
                    is_of_bulletin: rule == Rule::Bulletin,
                });
                return Outcome::Refused;
            }
            Meeting::Replaces => {
                let Some(now) = sheet.replace(date, at, row, location) else {
                    return Outcome::Refused;
                };

                let until = now.waits.then_some(now.not_before);
                let embargo = existing.waits.then_some((existing.not_before, until));
                let written = RecordedRow::new(row, date, now.published);
                self.merged.rows.push(written);
                self.merged.replaced.push(Replaced {
                    location: location.clone(),
                    former,
                    embargo,
                });
                return Outcome::Replaced;
            }
        };

        diagnostics.error(location.clone(), refusal);
        Outcome::Refused
    }

    pub fn finish(mut self) -> Merged {
        for (key, sheet) in self.sheets {
            let Some(sheet) = sheet else { continue };
            let (bytes, origins) = sheet.finish();
            let path = observations_path(&key);
            self.merged.origins.insert(path.clone(), origins);
            self.merged.files.push((path, bytes));
        }

        self.merged
    }

    fn sheet(
        &mut self,
        key: &str,
        location: &Location,
        diagnostics: &mut Diagnostics,
    ) -> Option<&mut ObservationSheet> {
        if !self.sheets.contains_key(key) {
            let Some(file) = self.workspace.observations(key) else {
                let location = location.clone();
                self.workspace.report_unknown(key, location, diagnostics);
                return None;
            };

            let has_months = indicator_file::has_months(self.workspace.files(), key);
            let sheet = ObservationSheet::parse(&file, has_months, self.offset, self.now);
            self.sheets.insert(key.to_owned(), sheet);
        }

        self.sheets.get_mut(key)?.as_mut()
    }
}

/// A row beside those of its date.
struct Encounter<'a> {
    sheet: &'a ObservationSheet,
    revisions: &'a Revisions,
    row: &'a NewRow,
    rule: Rule,
    replaces: bool,
    /// The day of publication of the row.
    publication: &'a str,
}

impl Encounter<'_> {
    /// The row that it meets; `None` where nothing stands in its way.
    fn meet(&self) -> Option<Met> {
        let (at, how) = self.find()?;
        let existing = self.revisions.rows.get(at)?.clone();
        Some(Met { at, existing, how })
    }

    fn find(&self) -> Option<(usize, Meeting)> {
        let Revisions {
            newest,
            newest_open,
            waiting,
            ..
        } = self.revisions;
        let first_waiting = waiting.first().copied();
        let counterpart = self.counterpart();
        if let Some(same) = counterpart.filter(|at| self.is_same(*at)) {
            return Some((same, Meeting::Same));
        }

        if self.replaces {
            if waiting.len() > 1 {
                let waiting = self.revisions.waiting();
                let places = waiting.map(|existing| existing.location.to_string());
                return Some((
                    first_waiting?,
                    Meeting::ReplacesOneOfSeveral(places.collect()),
                ));
            }

            let is_undated = self.row.published.is_empty() || self.rule == Rule::Bulletin;
            let target = match self.row.published.as_str() {
                "" => None,
                day => self.revisions.vintage(day),
            };
            let target = target.or(first_waiting).or(newest.filter(|_| is_undated));
            return Some((target?, Meeting::Replaces));
        }

        let would_wait = self.sheet.would_wait(self.row);
        if let Some(first) = first_waiting
            && (would_wait || !self.corrects_the_public_figure())
        {
            return Some((first, Meeting::Waits));
        }

        // An embargo on a figure that is open already would be one in appearance only.
        let would_hide = would_wait && self.row.published.is_empty();
        let hidden = newest_open.filter(|at| would_hide && self.has_value(*at));
        Some((hidden.or(counterpart)?, Meeting::OtherValue))
    }

    /// The existing row that is the same revision as the new one, whatever its value.
    fn counterpart(&self) -> Option<usize> {
        let Revisions {
            newest,
            newest_open,
            waiting,
            ..
        } = self.revisions;
        let vintage = self.revisions.vintage(self.publication);
        if matches!(self.rule, Rule::Typed | Rule::Table) && !self.publication.is_empty() {
            return vintage;
        }

        let mut readable = newest_open.iter().chain(waiting).copied();
        let equal = readable.find(|at| self.is_same(*at));
        match self.rule {
            Rule::CorrectedBulletin => equal.or(vintage),
            _ => equal.or(*newest_open).or(*newest),
        }
    }

    /// Returns true if the row is there: with its value and its embargo, and where it was typed with every cell that was
    /// given.
    fn is_same(&self, at: usize) -> bool {
        let existing = &self.revisions.rows[at];
        if !self.has_value(at) || !self.has_same_embargo(existing) {
            return false;
        }

        self.rule != Rule::Typed || self.sheet.other_cells(existing, self.row).is_empty()
    }

    fn has_value(&self, at: usize) -> bool {
        let there: Option<Number> = self.revisions.rows[at].value.parse().ok();
        there == self.row.value.parse().ok()
    }

    fn has_same_embargo(&self, existing: &ExistingRow) -> bool {
        if self.row.not_before.is_empty() {
            return !(existing.waits && self.replaces);
        }
        let is_open = !existing.waits && !self.sheet.would_wait(self.row);
        is_open || instant(&existing.not_before) == instant(&self.row.not_before)
    }

    /// Returns true if the date has a public figure, and the row is published before every one that waits.
    fn corrects_the_public_figure(&self) -> bool {
        if self.revisions.newest_open.is_none() || self.publication.is_empty() {
            return false;
        }

        let mut waiting = self.revisions.waiting();
        waiting.all(|existing| *self.publication < *existing.published)
    }
}

impl Merged {
    /// Maps a line of the edited files to the import file (added rows) or to the line before the edit.
    pub fn origin(&self, at: &Location) -> Location {
        match self.origins.get(&*at.file) {
            Some(origins) => origins.of_line(at),
            None => at.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::{new_row, with_usd};

    const FILE: &str = "indicators/usd.csv";
    const NOW: &str = "2026-11-20T09:00:00+04:00";

    /// A revision, and one row behind it.
    const ROWS: &str =
        "2026-09-30,1,\n2026-10-31,2,2026-11-01\n2026-10-31,3,2026-11-05\n2026-12-31,5,\n";

    /// The outcome of one row: how many are added and skipped, and what is said.
    fn merged(
        rule: Rule,
        date: &str,
        value: &str,
        published: &str,
    ) -> (usize, usize, Vec<Message>) {
        let (_scratch, workspace) = with_usd(ROWS);
        let row = new_row(date, value, published);
        let mut diagnostics = Diagnostics::default();
        let mut merge = Merge::new(
            &workspace,
            "+04:00".parse().ok(),
            NOW.parse().unwrap(),
            false,
        );
        let (added, skipped) = match merge.merge_row(
            &row,
            rule,
            &Location::file("table").line(2),
            &mut diagnostics,
        ) {
            Outcome::Added | Outcome::Replaced => (1, 0),
            Outcome::Skipped(_) => (0, 1),
            Outcome::Refused => (0, 0),
        };

        let said = diagnostics
            .problems()
            .iter()
            .map(|problem| problem.message.clone());
        let conflict = |conflict: &Conflict| {
            msg::other_value_there(
                &conflict.there.date,
                &conflict.there.value,
                conflict.place.to_string(),
            )
        };
        let conflicts = merge.finish().conflicts;
        let said = said.chain(conflicts.iter().map(conflict)).collect();
        (added, skipped, said)
    }

    #[test]
    fn a_row_of_a_table_is_a_revision_where_it_is_published_another_day() {
        let date = || "2026-10-31".parse::<chrono::NaiveDate>().unwrap();
        let refused = |value: &str, line: u32| {
            (
                0,
                0,
                vec![msg::other_value_there(
                    date(),
                    value,
                    format!("{FILE}:{line}"),
                )],
            )
        };

        let table =
            |value: &str, published: &str| merged(Rule::Table, "2026-10-31", value, published);
        assert_eq!(
            table("2.0", "2026-11-01"),
            (0, 1, vec![]),
            "the same number is there"
        );
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
            (0, 0, vec![msg::other_value_there(date, "3", place(4))])
        );
        assert_eq!(
            bulletin(Rule::CorrectedBulletin, "3", "2026-11-20"),
            (0, 1, vec![]),
            "nothing was corrected"
        );
        assert_eq!(
            bulletin(Rule::CorrectedBulletin, "4", "2026-11-20"),
            (1, 0, vec![])
        );
        assert_eq!(
            bulletin(Rule::CorrectedBulletin, "4", "2026-11-01"),
            (0, 0, vec![msg::other_value_there(date, "2", place(3))])
        );
    }

    #[test]
    fn a_row_that_replaces_another_is_itself_when_it_comes_again() {
        let (_scratch, workspace) = with_usd("2026-10-31,2,\n");
        let mut diagnostics = Diagnostics::default();
        let mut merge = Merge::new(&workspace, None, NOW.parse().unwrap(), true);
        let (row, list) = (new_row("2026-10-31", "5", ""), Location::file("table"));
        let first = merge.merge_row(&row, Rule::Table, &list.line(2), &mut diagnostics);
        let second = merge.merge_row(&row, Rule::Table, &list.line(3), &mut diagnostics);
        assert!(matches!(
            (first, second),
            (Outcome::Replaced, Outcome::Skipped(_))
        ));
        assert_eq!(
            diagnostics,
            Diagnostics::default(),
            "no cell differs from what was given"
        );
    }

    #[test]
    fn a_line_is_told_where_everybody_has_it() {
        let (_scratch, workspace) = with_usd(ROWS);
        let mut diagnostics = Diagnostics::default();
        let mut merge = Merge::new(
            &workspace,
            "+04:00".parse().ok(),
            NOW.parse().unwrap(),
            false,
        );
        let table = Location::file("table");
        for (line, date, published) in [
            (2, "2026-11-30", ""),
            (3, "2026-10-31", "2026-11-09"),
            (4, "2027-01-31", ""),
        ] {
            merge.merge_row(
                &new_row(date, "4", published),
                Rule::Table,
                &table.line(line),
                &mut diagnostics,
            );
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
        for elsewhere in [
            file,
            Location::file("dataset.json").line(7),
            Location::file("gone.csv").line(7),
        ] {
            assert_eq!(origin(&elsewhere), elsewhere);
        }
    }
}
