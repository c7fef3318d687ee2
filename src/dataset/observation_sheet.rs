//! The observations of an indicator as a [`Sheet`] to edit: the rows that a date has, and where a new one belongs.

use super::*;

use super::new_row::publication;
use super::sheet::Origins;

pub struct ObservationSheet {
    sheet: Sheet,
    /// For each row of the file, oldest first, the earliest date from it on.
    earliest: Vec<Option<NaiveDate>>,
    by_date: HashMap<NaiveDate, Revisions>,
    offset: Option<Offset>,
    now: Timestamp,
}

/// A row that is there, of the file or added.
#[derive(Clone)]
pub struct ExistingRow {
    /// Its day of publication; empty where that is not known.
    pub published: String,
    pub value: String,
    /// In the file as it was read, or where this edit was given it.
    pub location: Location,
    /// The cell with the instant of its embargo, which may be past.
    pub not_before: String,
    /// True if it is under embargo.
    pub waits: bool,
    /// True if this edit has added or replaced it.
    pub is_given: bool,
    /// Its number among the rows of the file, for one that was read.
    row: Option<usize>,
}

/// The rows of one date. There may be as many as the file has rows, so none is looked for among all of them.
#[derive(Default)]
pub struct Revisions {
    pub rows: Vec<ExistingRow>,
    /// The first row of each day of publication.
    by_publication: HashMap<String, usize>,
    /// The one published last, of several the last.
    pub newest: Option<usize>,
    /// The newest of those that do not wait.
    pub newest_open: Option<usize>,
    pub waiting: Vec<usize>,
}

impl Revisions {
    fn is_published_last(&self, row: &ExistingRow, newest: Option<usize>) -> bool {
        newest.is_none_or(|newest| self.rows[newest].published <= row.published)
    }

    fn push(&mut self, row: ExistingRow) {
        let at = self.rows.len();
        if self.is_published_last(&row, self.newest) {
            self.newest = Some(at);
        }

        if row.waits {
            self.waiting.push(at);
        } else if self.is_published_last(&row, self.newest_open) {
            self.newest_open = Some(at);
        }

        let published = row.published.clone();
        self.by_publication.entry(published).or_insert(at);
        self.rows.push(row);
    }

    /// The rows under embargo.
    pub fn waiting(&self) -> impl Iterator<Item = &ExistingRow> {
        self.waiting.iter().map(|at| &self.rows[*at])
    }

    /// The row with this day of publication.
    pub fn vintage(&self, published: &str) -> Option<usize> {
        self.by_publication.get(published).copied()
    }
}

impl ObservationSheet {
    /// Parses a file; where its series `has_months`, the first of a month may stand for the month. `offset` is the dataset's,
    /// by which an instant has a day, and rows with an instant after `now` wait. `None` where the file is no table with dates, or has a malformed row.
    pub fn parse(
        file: &DataFile,
        has_months: bool,
        offset: Option<Offset>,
        now: Timestamp,
    ) -> Option<Self> {
        let mut sheet = Sheet::parse(file)?;
        let mut dates = sheet.read_dates(has_months)?;
        let file = Location::file(file.path.as_str());
        let mut by_date: HashMap<NaiveDate, Revisions> = HashMap::new();
        for (row, date) in dates.iter().enumerate() {
            let Some(date) = *date else { continue };

            let [published, not_before, value] =
                ["published", "not_before", "value"].map(|column| sheet.cell(row, column));
            by_date.entry(date).or_default().push(ExistingRow {
                published: publication(published, not_before, offset),
                value: value.to_owned(),
                location: file.line(sheet.line(row)),
                not_before: not_before.to_owned(),
                waits: is_to_come(not_before, now),
                is_given: false,
                row: Some(row),
            });
        }

        if sheet.is_newest_first {
            dates.reverse();
        }

        // A date that is not known is before all others.
        let mut earliest = Some(NaiveDate::MAX);
        for date in dates.iter_mut().rev() {
            earliest = earliest.min(*date);
            *date = earliest;
        }

        Some(ObservationSheet {
            sheet,
            earliest: dates,
            by_date,
            offset,
            now,
        })
    }

    pub fn on(&self, date: NaiveDate) -> Option<&Revisions> {
        self.by_date.get(&date)
    }

    /// Returns true if a row that is written now would be under embargo.
    pub fn would_wait(&self, new: &NewRow) -> bool {
        is_to_come(&new.not_before, self.now)
    }

    /// The columns in which a row of the file has another cell than the one that `new` gives, numbers however they are
    /// written.
    pub fn other_cells(&self, existing: &ExistingRow, new: &NewRow) -> Vec<&'static str> {
        let Some(row) = existing.row else {
            return Vec::new();
        };

        let mut others = Vec::new();
        for (column, cell) in given_cells(new) {
            let existing = self.sheet.cell(row, column);
            let number: Option<Number> = existing.parse().ok();
            let is_same_number = number.is_some() && number == cell.parse().ok();
            if existing != cell && !is_same_number {
                others.push(column);
            }
        }

        others
    }

    /// Adds an observation where it belongs: behind the last row that is not later, or before the first that is not
    /// later where the newest are at the top. `from` is where it was given.
    pub fn insert(&mut self, date: NaiveDate, new: &NewRow, from: &Location) {
        let earliest = &self.earliest;
        let not_later = earliest.partition_point(|earliest| *earliest <= Some(date));
        let before = if self.sheet.is_newest_first {
            earliest.len() - not_later
        } else {
            not_later
        };

        let cells = new.cells();
        self.sheet.insert(before, Some(date), &cells, from.clone());
        self.by_date.entry(date).or_default().push(ExistingRow {
            published: new.publication(self.offset),
            value: new.value.clone(),
            location: from.clone(),
            not_before: new.not_before.clone(),
            waits: is_to_come(&new.not_before, self.now),
            is_given: true,
            row: None,
        });
    }

    /// Writes the cells that are given over those of a row of the file, `at` among the rows of its date. An embargo that is
    /// not given again is taken away; a day of publication that was that of its instant, or lies before the new one, moves
    /// with it. Returns the row as it is now. `from` is where it was given.
    pub fn replace(
        &mut self,
        date: NaiveDate,
        at: usize,
        new: &NewRow,
        from: &Location,
    ) -> Option<ExistingRow> {
        let existing = self.on(date)?.rows.get(at)?.clone();
        let row = existing.row?;
        let former = self.sheet.cell(row, "published").to_owned();
        let former_day = publication("", &existing.not_before, self.offset);
        let new_day = publication("", &new.not_before, self.offset);
        let moves = !former.is_empty() && (former == former_day || former < new_day);
        let published = match new.published.as_str() {
            "" if moves && !new_day.is_empty() => new_day,
            "" => former,
            given => given.to_owned(),
        };

        let keeps_instant = new.not_before.is_empty() && !existing.waits;
        let not_before = if keeps_instant {
            existing.not_before
        } else {
            new.not_before.clone()
        };

        let mut cells: Vec<(&str, &str)> = Vec::new();
        cells.push(("not_before", &not_before));
        cells.push(("published", &published));
        cells.extend(given_cells(new));
        self.sheet.overwrite(row, &cells);
        let replaced = ExistingRow {
            published: publication(&published, &not_before, self.offset),
            value: new.value.clone(),
            location: from.clone(),
            waits: is_to_come(&not_before, self.now),
            not_before,
            is_given: true,
            row: Some(row),
        };

        let mut rows = self.by_date.remove(&date)?.rows;
        rows[at] = replaced.clone();
        let revisions = self.by_date.entry(date).or_default();
        for row in rows {
            revisions.push(row);
        }

        Some(replaced)
    }

    /// Takes the newest revision of a date out of the file.
    pub fn remove_newest(&mut self, date: NaiveDate) {
        if let Some(revisions) = self.on(date)
            && let Some(newest) = revisions.newest
            && let Some(row) = revisions.rows[newest].row
        {
            self.sheet.remove(row);
        }
    }

    /// The edited file, and from where each line of it came.
    pub fn finish(self) -> (Vec<u8>, Origins) {
        self.sheet.render()
    }
}

/// Returns true if the instant in a cell is still to come.
fn is_to_come(not_before: &str, now: Timestamp) -> bool {
    instant(not_before).is_some_and(|instant| instant > now)
}

/// The cells of a new row that are not empty, its date aside.
fn given_cells(new: &NewRow) -> impl Iterator<Item = (&'static str, &str)> {
    let cells = new.cells().into_iter();
    cells.filter(|(column, cell)| *column != "date" && !cell.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    use crate::dataset::tests::new_row;

    fn file(content: &str) -> DataFile {
        DataFile {
            path: "x.csv".into(),
            bytes: content.as_bytes().to_vec(),
        }
    }

    /// The instant at which sheets are opened.
    const NOW: &str = "2026-06-30T09:00:00Z";

    fn opened(content: &str) -> Option<ObservationSheet> {
        ObservationSheet::parse(
            &file(content),
            true,
            "+04:00".parse().ok(),
            NOW.parse().unwrap(),
        )
    }

    fn edited(content: &str, edit: impl FnOnce(&mut ObservationSheet)) -> String {
        let mut sheet = opened(content).unwrap();
        edit(&mut sheet);
        String::from_utf8(sheet.finish().0).unwrap()
    }

    fn inserted(content: &str, new: &NewRow) -> String {
        edited(content, |sheet| {
            sheet.insert(
                calendar_date(&new.date).unwrap(),
                new,
                &Location::file("list"),
            )
        })
    }

    #[test]
    fn a_row_goes_where_it_belongs_and_nothing_else_moves() {
        for (before, after) in [
            (
                "date,value\n2026-05,1\n2026-07,3\n",
                "date,value\n2026-05,1\n2026-06,2\n2026-07,3\n",
            ),
            (
                "date,value\n2026-05,1",
                "date,value\n2026-05,1\n2026-06,2\n",
            ),
            ("date,value", "date,value\n2026-06,2\n"),
            (
                "value,date\r\n\r\n1,2026-05\r\n\r\n",
                "value,date\r\n\r\n1,2026-05\r\n\r\n2,2026-06\r\n",
            ),
            (
                "date,value\n2026-07,3\n2026-05,1\n",
                "date,value\n2026-07,3\n2026-06,2\n2026-05,1\n",
            ),
            (
                "\u{feff}date,value\n\"2026-07\",3\n",
                "\u{feff}date,value\n2026-06,2\n\"2026-07\",3\n",
            ),
            (
                "date,value,ref\n2026-06,1,\"a\nb\"\n",
                "date,value,ref\n2026-06,1,\"a\nb\"\n2026-06,2,\n",
            ),
        ] {
            assert_eq!(
                inserted(before, &new_row("2026-06", "2", "")),
                after,
                "{before:?}"
            );
        }
    }

    #[test]
    fn a_column_that_is_needed_is_added() {
        let before = "\u{feff}\r\ndate,value\r\n2026-05,1\r\n2026-06,2";
        let after = "\u{feff}\r\ndate,value,published\r\n2026-05,1,\r\n2026-06,2,\r\n2026-06,3,2026-08-01\r\n";
        assert_eq!(
            inserted(before, &new_row("2026-06", "3", "2026-08-01")),
            after
        );
        let embargoed = NewRow {
            not_before: "2026-08-01T09:00:00Z".into(),
            ..new_row("2026-06", "3", "")
        };
        assert_eq!(
            inserted("\n\ndate,value\n2026-05,1\n", &embargoed),
            "\n\ndate,value,not_before\n2026-05,1,\n2026-06,3,2026-08-01T09:00:00Z\n"
        );
    }

    #[test]
    fn cells_of_a_row_are_written_over_and_the_others_stay() {
        let before = "\u{feff}date,value,flag,published\r\n2026-05,1,,\r\n2026-06,2,b,2026-07-01\r\n2026-06,3,,\r\n";
        let new = NewRow {
            reference: "x, \"y\"".into(),
            ..new_row("2026-06-30", "4", "2026-07-01")
        };
        let replaced = edited(before, |sheet| {
            let date = calendar_date(&new.date).unwrap();
            let at = sheet.on(date).unwrap().vintage("2026-07-01").unwrap();
            sheet.replace(date, at, &new, &Location::file("list"));
        });
        assert_eq!(
            replaced,
            "\u{feff}date,value,flag,published,ref\r\n2026-05,1,,,\r\n2026-06,4,b,2026-07-01,\"x, \"\"y\"\"\"\r\n2026-06,3,,,\r\n"
        );
    }

    #[test]
    fn rows_of_a_date_are_found_with_their_lines_and_publications() {
        let content = "\u{feff}\ndate,value,published,not_before\n\n2026-05,1,,\n\"2026-06\",\"2\n3\",2026-07-01,\n\n\
                   2026-06-30,4,,2026-06-30T21:00:00Z\n";
        let sheet = opened(content).unwrap();
        let rows: Vec<_> = sheet
            .on(calendar_date("2026-06").unwrap())
            .unwrap()
            .rows
            .iter()
            .map(|row| {
                (
                    row.location.line.unwrap(),
                    row.value.as_str(),
                    row.published.as_str(),
                )
            })
            .collect();

        assert_eq!(
            rows,
            [(5, "2\n3", "2026-07-01"), (8, "4", "2026-07-01")],
            "the instant is on a day by the offset"
        );
        assert!(sheet.on(calendar_date("2026-07").unwrap()).is_none());
    }

    /// The embargo is what the new row says of it, and a day of publication that depends on it follows.
    #[test]
    fn a_row_that_is_written_over_has_the_embargo_that_is_given() {
        let header = "date,value,published,not_before\n2026-05,1,,\n";
        for (before, not_before, published, after) in [
            (
                "2026-06,2,,2026-07-01T09:00:00Z",
                "2026-07-09T09:00:00Z",
                "",
                "2026-06,3,,2026-07-09T09:00:00Z",
            ),
            ("2026-06,2,,2026-07-01T09:00:00Z", "", "", "2026-06,3,,"),
            (
                "2026-06,2,,2026-07-01T09:00:00Z",
                "",
                "2026-06-30",
                "2026-06,3,2026-06-30,",
            ),
            (
                "2026-06,2,2026-07-01,2026-07-01T09:00:00Z",
                "2026-07-09T22:00:00Z",
                "",
                "2026-06,3,2026-07-10,2026-07-09T22:00:00Z",
            ),
            (
                "2026-06,2,2026-06-30,",
                "2026-07-09T09:00:00Z",
                "",
                "2026-06,3,2026-07-09,2026-07-09T09:00:00Z",
            ),
            (
                "2026-06,2,2026-07-20,2026-07-01T09:00:00Z",
                "2026-07-09T09:00:00Z",
                "",
                "2026-06,3,2026-07-20,2026-07-09T09:00:00Z",
            ),
            // An embargo that has ended is the day of publication.
            (
                "2026-06,2,,2026-06-01T09:00:00Z",
                "",
                "",
                "2026-06,3,,2026-06-01T09:00:00Z",
            ),
        ] {
            let new = NewRow {
                not_before: not_before.into(),
                ..new_row("2026-06", "3", published)
            };
            let date = calendar_date("2026-06").unwrap();
            let replace = |sheet: &mut ObservationSheet| {
                let now = sheet
                    .replace(date, 0, &new, &Location::file("list"))
                    .unwrap();
                let revisions = sheet.on(date).unwrap();
                assert_eq!(
                    (now.waits, now.is_given),
                    (!revisions.waiting.is_empty(), true)
                );
                assert_eq!(
                    revisions.vintage(&now.published),
                    Some(0),
                    "{before} {not_before}"
                );
            };

            let text = edited(&format!("{header}{before}\n"), replace);
            assert_eq!(text, format!("{header}{after}\n"), "{not_before}");
        }
    }

    #[test]
    fn the_newest_row_of_a_date_is_taken_out_with_its_line() {
        for (before, after) in [
            (
                "date,value,published\n2026-05,1,\n2026-06,2,2026-07-01\n2026-06,3,\n",
                "date,value,published\n2026-05,1,\n2026-06,3,\n",
            ),
            (
                "\u{feff}date,value\r\n\r\n2026-06,\"2\"\r\n\r\n2026-07,4\r\n",
                "\u{feff}date,value\r\n\r\n\r\n2026-07,4\r\n",
            ),
            (
                "date,value\n2026-05,1\n2026-06,2",
                "date,value\n2026-05,1\n",
            ),
        ] {
            assert_eq!(
                edited(before, |sheet| sheet
                    .remove_newest(calendar_date("2026-06").unwrap())),
                after
            );
        }
    }

    #[test]
    fn what_is_no_table_of_dates_is_not_edited() {
        for content in [
            "",
            "value\n1\n",
            "date,value\n2026-05,\"1\n",
            "date,value\n2026-05,1\"\n",
        ] {
            assert!(
                ObservationSheet::parse(&file(content), true, None, NOW.parse().unwrap()).is_none(),
                "{content:?}"
            );
        }
    }

    /// A file with one row more, by hand; cells have no quotation marks.
    fn inserted_by_hand(text: &str, row: &NewRow) -> String {
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let is_row = |line: &String| !line.trim_matches(['\u{feff}', '\r', '\n']).is_empty();
        let line_end = if lines[0].ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };

        let header = lines.iter().position(is_row).unwrap();
        let names = |lines: &[String]| -> Vec<String> {
            let line = lines[header].trim_start_matches('\u{feff}').trim_end();
            line.split(',').map(str::to_owned).collect()
        };
        for (column, cell) in row.cells() {
            if !cell.is_empty() && !names(&lines).iter().any(|name| name == column) {
                for (number, line) in lines
                    .iter_mut()
                    .enumerate()
                    .filter(|(_, line)| is_row(line))
                {
                    let end = line.trim_end_matches(['\r', '\n']).len();
                    let added = if number == header {
                        format!(",{column}")
                    } else {
                        ",".to_owned()
                    };

                    line.insert_str(end, &added);
                }
            }
        }

        let names = names(&lines);
        let date_column = names.iter().position(|name| name == "date").unwrap();
        let rows: Vec<usize> = (header + 1..lines.len())
            .filter(|at| is_row(&lines[*at]))
            .collect();
        let dates: Vec<Option<NaiveDate>> = rows
            .iter()
            .map(|at| {
                lines[*at]
                    .trim_end()
                    .split(',')
                    .nth(date_column)
                    .and_then(calendar_date)
            })
            .collect();

        let date = calendar_date(&row.date);
        let before = if dates.first() > dates.last() {
            dates.iter().position(|d| *d <= date)
        } else {
            Some(
                dates
                    .iter()
                    .rposition(|d| *d <= date)
                    .map_or(0, |last| last + 1),
            )
        };

        let cell = |name: &String| {
            row.cells()
                .into_iter()
                .find(|(column, _)| column == name)
                .map_or("", |c| c.1)
        };
        let line = names.iter().map(cell).collect::<Vec<_>>().join(",") + line_end;
        let at = before
            .and_then(|row| rows.get(row))
            .copied()
            .unwrap_or(lines.len());
        if at == lines.len() && lines.last().is_some_and(|last| !last.ends_with('\n')) {
            lines.last_mut().unwrap().push_str(line_end);
        }

        lines.insert(at, line);
        lines.concat()
    }

    fn date() -> impl Strategy<Value = String> {
        prop_oneof![
            8 => (1..=9u32).prop_map(|day| format!("2026-10-0{day}")),
            1 => Just("2026-09".to_owned()),
        ]
    }

    /// A file as people write it: sorted and unsorted rows, blank lines, texts in the place of dates, line ends of either kind.
    fn any_file() -> impl Strategy<Value = String> {
        let there = prop_oneof![9 => date(), 1 => Just("10/10/2026".to_owned())];
        (
            prop::collection::vec((there, 0..2usize), 0..12),
            0..3usize,
            any::<[bool; 4]>(),
        )
            .prop_map(|(mut rows, order, [crlf, mark, open, published])| {
                match order {
                    0 => rows.sort(),
                    1 => rows.sort_by(|a, b| b.cmp(a)),
                    _ => {}
                }

                let (columns, cell) = if published {
                    ("date,published,value", ",")
                } else {
                    ("value,date", "")
                };

                let mut text = format!("{}{columns}\n", if mark { "\u{feff}" } else { "" });
                for (number, (date, blank)) in rows.into_iter().enumerate() {
                    text += &if published {
                        format!("{date},{cell}{number}\n")
                    } else {
                        format!("{number},{date}\n")
                    };
                    text += &"\n".repeat(blank);
                }

                let text = if open {
                    text.trim_end_matches('\n').to_owned()
                } else {
                    text
                };

                if crlf {
                    text.replace('\n', "\r\n")
                } else {
                    text
                }
            })
    }

    fn new_rows() -> impl Strategy<Value = Vec<NewRow>> {
        let cell = |text: &'static str| {
            prop_oneof![2 => Just(""), 1 => Just(text)].prop_map(str::to_owned)
        };
        let row = (date(), cell("2026-11-01"), cell("provisional"));
        prop::collection::vec(row, 0..8).prop_map(|rows| {
            let row =
                |(number, (date, published, flag)): (usize, (String, String, String))| NewRow {
                    date,
                    value: format!("7.{number}"),
                    published,
                    flag,
                    ..NewRow::default()
                };
            rows.into_iter().enumerate().map(row).collect()
        })
    }

    proptest! {
        #[test]
        fn all_at_once_is_one_by_one(before in any_file(), rows in new_rows()) {
            let read = DataFile { path: "usd.csv".to_owned(), bytes: before.clone().into_bytes() };
            let mut sheet = ObservationSheet::parse(&read, false, None, NOW.parse().unwrap()).unwrap();
            let mut by_hand = before.clone();
            for (number, row) in (1..).zip(&rows) {
                let from = Location::file("list.csv").line(number);
                sheet.insert(calendar_date(&row.date).unwrap(), row, &from);
                by_hand = inserted_by_hand(&by_hand, row);
            }
            let (bytes, origins) = sheet.finish();
            let after = String::from_utf8(bytes).unwrap();
            prop_assert_eq!(&after, &by_hand);
            // Each line came from the row that was given, or from the line of the file that it begins with.
            for (number, line) in (1..).zip(after.lines()) {
                let from = origins.of_line(&Location::file("usd.csv").line(number));
                let place = from.line.unwrap() as usize - 1;
                match &*from.file {
                    "list.csv" => prop_assert!(line.contains(&rows[place].value)),
                    _ => prop_assert!(line.starts_with(before.lines().nth(place).unwrap())),
                }
            }
        }
    }

    /// A file may be revisions of one date alone: each is found among the others without looking at them all.
    #[test]
    fn revisions_of_one_date_are_found_by_their_publication() {
        let date = calendar_date("2026-06").unwrap();
        let rows: String = (0..30_000)
            .map(|n| format!("2026-06,{n},p{n:05}\n"))
            .collect();
        let text = format!("date,value,published\n{rows}2026-06,again,p29999\n");
        let sheet = opened(&text).unwrap();
        let revisions = sheet.on(date).unwrap();
        for n in 0..30_000 {
            let at = revisions.vintage(&format!("p{n:05}")).unwrap();
            assert_eq!(
                revisions.rows[at].value,
                n.to_string(),
                "the first of its publication"
            );
        }

        let newest = &revisions.rows[revisions.newest.unwrap()];
        assert_eq!(
            newest.value, "again",
            "the last of those that were published last"
        );
    }
}
