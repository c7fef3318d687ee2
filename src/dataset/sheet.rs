//! A CSV file taken apart once, so that many rows can be written into it, and put together once: every byte that was
//! not edited stays as it is, order, line ends, quoting and blank lines included. [`ObservationSheet`] is such a file with the
//! rows of one indicator.

use super::*;

use std::ops::Range;

use super::csv::{joined, quoted};
use super::new_row::publication;

pub struct Sheet {
    bytes: Vec<u8>,
    /// The columns of the file, then those that were added.
    header: Vec<String>,
    /// How many columns the file itself has.
    own_columns: usize,
    header_end: usize,
    /// `\r\n` where the first line ends so.
    line_end: &'static str,
    rows: Vec<Row>,
}

struct Row {
    /// Where it begins, and where it ends before its line end.
    start: usize,
    end: usize,
    /// The line in which it begins, counted from 1.
    line: u32,
    cells: Vec<String>,
    edit: Edit,
}

/// The fate of a row of the file.
enum Edit {
    Keep,
    Overwrite(Line),
    Remove,
}

/// A row to be written, without its line end.
pub struct Line {
    text: String,
    /// The columns that there were when it was composed: those that were added later are empty in it.
    columns: usize,
}

pub struct Rendered {
    pub bytes: Vec<u8>,
    added: Vec<Range<usize>>,
}

impl Sheet {
    /// Takes a file apart; `None` where it is no table or has a malformed row, which the dataset's check reports.
    pub fn parse(file: &DataFile) -> Option<Self> {
        let malformed = Report::default();
        let text = Text::decode(file, &malformed)?;
        let mark = file.bytes.len() - text.content.len();
        let mut records = Records::new(&text);
        let header = records.next()?;
        let rows = records.map(|record| Row {
            start: mark + record.start,
            end: mark + record.end,
            line: text.line(record.start),
            cells: record.cells.into_iter().map(Into::into).collect(),
            edit: Edit::Keep,
        });
        let first_line = text.content.split_once('\n').map_or("", |(line, _)| line);
        let sheet = Sheet {
            own_columns: header.cells.len(),
            header_end: mark + header.end,
            header: header.cells.into_iter().map(Into::into).collect(),
            line_end: if first_line.ends_with('\r') { "\r\n" } else { "\n" },
            bytes: file.bytes.clone(),
            rows: rows.collect(),
        };
        (malformed.errors() == 0).then_some(sheet)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// The cell of a row of the file in a column, as the file has it.
    pub fn cell(&self, row: usize, column: Option<usize>) -> Option<&str> {
        self.rows.get(row)?.cells.get(column?).map(String::as_str)
    }

    pub fn line(&self, row: usize) -> Option<u32> {
        self.rows.get(row).map(|row| row.line)
    }

    /// A row of these cells in the order of the header. A column that the file lacks is added behind the others where
    /// its cell is not empty.
    pub fn compose(&mut self, cells: &[(&str, &str)]) -> Line {
        for (column, cell) in cells {
            if !cell.is_empty() && self.column(column).is_none() {
                self.header.push((*column).to_owned());
            }
        }
        let cell =
            |column: &String| cells.iter().find(|(name, _)| name == column).map_or("", |(_, cell)| *cell);
        let text = joined(self.header.iter().map(cell));
        Line { text, columns: self.header.len() }
    }

    /// Writes other cells into a row of the file and leaves the others as they are.
    pub fn overwrite(&mut self, row: usize, cells: &[(&str, &str)]) {
        let Some(former) = self.rows.get(row).map(|row| row.cells.clone()) else { return };
        let header = self.header.clone();
        let kept = header.iter().map(String::as_str).zip(former.iter().map(String::as_str));
        let all: Vec<(&str, &str)> = cells.iter().copied().chain(kept).collect();
        let line = self.compose(&all);
        if let Some(row) = self.rows.get_mut(row) {
            row.edit = Edit::Overwrite(line);
        }
    }

    /// Takes a row out of the file, with its line end.
    pub fn remove(&mut self, row: usize) {
        if let Some(row) = self.rows.get_mut(row) {
            row.edit = Edit::Remove;
        }
    }

    /// The file with its rows as they were written over, and `added` lines: each before the row of the file that it
    /// names by its number, or behind the last; in ascending order.
    pub fn render<'a>(&self, added: impl IntoIterator<Item = (usize, &'a Line)>) -> Rendered {
        let mut added = added.into_iter().peekable();
        let (mut out, mut copied) = (Vec::with_capacity(self.bytes.len()), self.header_end);
        let mut ranges = Vec::new();
        out.extend(self.bytes.iter().take(self.header_end));
        for column in self.header.iter().skip(self.own_columns) {
            out.push(b',');
            out.extend(quoted(column).bytes());
        }
        for (number, row) in self.rows.iter().enumerate() {
            out.extend(self.bytes.get(copied..row.start).unwrap_or_default());
            while let Some((_, line)) = added.next_if(|(before, _)| *before <= number) {
                ranges.push(self.add(line, &mut out));
            }
            copied = row.end;
            match &row.edit {
                Edit::Overwrite(line) => self.write(line, &mut out),
                Edit::Keep => {
                    out.extend(self.bytes.get(row.start..row.end).unwrap_or_default());
                    out.extend(self.commas(self.own_columns));
                }
                Edit::Remove => {
                    let behind = self.bytes.get(row.end..).unwrap_or_default();
                    let line_end =
                        [&b"\r\n"[..], b"\n"].into_iter().find(|line_end| behind.starts_with(line_end));
                    copied += line_end.map_or(0, <[u8]>::len);
                }
            }
        }
        out.extend(self.bytes.get(copied..).unwrap_or_default());
        for (_, line) in added {
            if out.last().is_some_and(|last| *last != b'\n') {
                out.extend(self.line_end.bytes());
            }
            ranges.push(self.add(line, &mut out));
        }
        Rendered { bytes: out, added: ranges }
    }

    fn add(&self, line: &Line, out: &mut Vec<u8>) -> Range<usize> {
        let start = out.len();
        self.write(line, out);
        let end = out.len();
        out.extend(self.line_end.bytes());
        start..end
    }

    fn write(&self, line: &Line, out: &mut Vec<u8>) {
        out.extend(line.text.bytes());
        out.extend(self.commas(line.columns));
    }

    /// Empty cells for the columns that were added to a row of so many.
    fn commas(&self, columns: usize) -> impl Iterator<Item = u8> {
        std::iter::repeat_n(b',', self.header.len().saturating_sub(columns))
    }
}

/// The file of one indicator: the rows that there are of a date, where a new one belongs, and from where each line of the
/// edited file came.
pub struct ObservationSheet {
    sheet: Sheet,
    order: Order,
    /// For each row of the file the earliest date from it on in a file with the oldest rows at the top, and until it in
    /// one with the newest.
    earliest: Vec<Option<NaiveDate>>,
    by_date: HashMap<NaiveDate, Revisions>,
    added: Vec<AddedRow>,
    offset: Option<Offset>,
    now: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    OldestFirst,
    NewestFirst,
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
    /// Whether it is under embargo.
    pub waits: bool,
    /// Whether this edit has added or replaced it.
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
    /// The rows under embargo.
    pub waiting: Vec<usize>,
}

impl Revisions {
    fn push(&mut self, row: ExistingRow) {
        let at = self.rows.len();
        let published = |newest: usize| self.rows.get(newest).map(|row| row.published.as_str());
        let is_newest = |newest: Option<usize>| newest.and_then(published) <= Some(&row.published);
        let (is_newest, is_newest_open) = (is_newest(self.newest), is_newest(self.newest_open));
        if is_newest {
            self.newest = Some(at);
        }
        if row.waits {
            self.waiting.push(at);
        } else if is_newest_open {
            self.newest_open = Some(at);
        }
        self.by_publication.entry(row.published.clone()).or_insert(at);
        self.rows.push(row);
    }

    /// The row with this day of publication.
    pub fn vintage(&self, published: &str) -> Option<usize> {
        self.by_publication.get(published).copied()
    }
}

struct AddedRow {
    date: NaiveDate,
    before: usize,
    line: Line,
    from: Location,
}

impl ObservationSheet {
    /// Takes a file apart; `offset` is the dataset's, by which an instant has a day, and rows with an instant after `now`
    /// wait. `None` where the file is no table with dates, or has a malformed row.
    pub fn parse(file: &DataFile, offset: Option<Offset>, now: Timestamp) -> Option<Self> {
        let sheet = Sheet::parse(file)?;
        let date = sheet.column("date")?;
        let dates: Vec<Option<NaiveDate>> =
            (0..sheet.len()).map(|row| sheet.cell(row, Some(date)).and_then(calendar_date)).collect();
        let order = if dates.first() > dates.last() { Order::NewestFirst } else { Order::OldestFirst };
        let whole = Location::file(file.path.as_str());
        let [value, published, not_before] =
            ["value", "published", "not_before"].map(|name| sheet.column(name));
        let cell = |row: usize, column: Option<usize>| sheet.cell(row, column).unwrap_or_default();
        let mut by_date: HashMap<NaiveDate, Revisions> = HashMap::new();
        for (row, date) in dates.iter().enumerate().filter_map(|(row, date)| Some((row, (*date)?))) {
            by_date.entry(date).or_default().push(ExistingRow {
                published: publication(cell(row, published), cell(row, not_before), offset),
                value: cell(row, value).to_owned(),
                location: Location { line: sheet.line(row), ..whole.clone() },
                not_before: cell(row, not_before).to_owned(),
                waits: instant(cell(row, not_before)).is_some_and(|instant| instant > now),
                is_given: false,
                row: Some(row),
            });
        }
        let earliest = earliest(dates, order);
        Some(ObservationSheet { sheet, order, earliest, by_date, added: Vec::new(), offset, now })
    }

    pub fn on(&self, date: NaiveDate) -> Option<&Revisions> {
        self.by_date.get(&date)
    }

    /// Whether a row that is written now would be under embargo.
    pub fn would_wait(&self, new: &NewRow) -> bool {
        instant(&new.not_before).is_some_and(|instant| instant > self.now)
    }

    /// The columns in which a row of the file has another cell than the one that `new` gives, numbers however they are
    /// written.
    pub fn other_cells(&self, existing: &ExistingRow, new: &NewRow) -> Vec<&'static str> {
        let Some(row) = existing.row else { return Vec::new() };
        let number = |text: &str| text.parse::<Number>().ok();
        let given = new.cells().into_iter().filter(|(column, cell)| *column != "date" && !cell.is_empty());
        let is_other = |(column, cell): &(&str, &str)| {
            let existing = self.sheet.cell(row, self.sheet.column(column)).unwrap_or_default();
            existing != *cell && number(existing).is_none_or(|n| number(cell) != Some(n))
        };
        given.filter(is_other).map(|(column, _)| column).collect()
    }

    /// Adds an observation where it belongs: behind the last row that is not later, or before the first that is not
    /// earlier where the newest are at the top. `from` is where it was given.
    pub fn insert(&mut self, date: NaiveDate, new: &NewRow, from: &Location) {
        let line = self.sheet.compose(&new.cells());
        self.added.push(AddedRow { date, before: self.insertion_point(date), line, from: from.clone() });
        let row = ExistingRow {
            published: new.publication(self.offset),
            value: new.value.clone(),
            location: from.clone(),
            not_before: new.not_before.clone(),
            waits: self.would_wait(new),
            is_given: true,
            row: None,
        };
        self.by_date.entry(date).or_default().push(row);
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
        let written = |column: &str| self.sheet.cell(row, self.sheet.column(column)).unwrap_or_default();
        let instant_day = |not_before: &str| publication("", not_before, self.offset);
        let (former, day) = (written("published"), instant_day(&new.not_before));
        let moves =
            !former.is_empty() && (former == instant_day(&existing.not_before) || former < day.as_str());
        let day = if new.published.is_empty() && moves { day } else { new.published.clone() };
        let published = if day.is_empty() { former.to_owned() } else { day.clone() };
        let keeps_instant = new.not_before.is_empty() && !existing.waits;
        let not_before = if keeps_instant { &existing.not_before } else { &new.not_before }.clone();
        let given = new.cells().into_iter().filter(|(column, cell)| *column != "date" && !cell.is_empty());
        let mut cells: Vec<(&str, &str)> = vec![("not_before", &not_before)];
        cells.extend((!day.is_empty()).then_some(("published", day.as_str())));
        cells.extend(given);
        self.sheet.overwrite(row, &cells);
        let replaced = ExistingRow {
            published: publication(&published, &not_before, self.offset),
            value: new.value.clone(),
            location: from.clone(),
            waits: instant(&not_before).is_some_and(|instant| instant > self.now),
            not_before,
            is_given: true,
            row: Some(row),
        };
        let mut revisions = Revisions::default();
        for (number, row) in self.by_date.remove(&date)?.rows.into_iter().enumerate() {
            revisions.push(if number == at { replaced.clone() } else { row });
        }
        self.by_date.insert(date, revisions);
        Some(replaced)
    }

    /// Takes the newest revision of a date out of the file.
    pub fn remove_newest(&mut self, date: NaiveDate) {
        let newest = self.on(date).and_then(|revisions| revisions.rows.get(revisions.newest?));
        if let Some(row) = newest.and_then(|newest| newest.row) {
            self.sheet.remove(row);
        }
    }

    /// The number of the row of the file before which a row of this date belongs.
    fn insertion_point(&self, date: NaiveDate) -> usize {
        match self.order {
            Order::OldestFirst => self.earliest.partition_point(|earliest| *earliest <= Some(date)),
            Order::NewestFirst => self.earliest.partition_point(|earliest| *earliest > Some(date)),
        }
    }

    pub fn finish(mut self) -> (Vec<u8>, Origins) {
        // At one position the row that was given later is nearer to the period at the top.
        match self.order {
            Order::OldestFirst => self.added.sort_by_key(|row| (row.before, row.date)),
            Order::NewestFirst => {
                self.added.reverse();
                self.added.sort_by(|a, b| a.before.cmp(&b.before).then(b.date.cmp(&a.date)));
            }
        }
        let lines = self.added.iter().map(|row| (row.before, &row.line));
        let rendered = self.sheet.render(lines);
        let origins = Origins::new(&rendered, self.added.into_iter().map(|row| row.from));
        (rendered.bytes, origins)
    }
}

/// The earliest date from each row on, or until it; one that is not known is before all others.
fn earliest(mut dates: Vec<Option<NaiveDate>>, order: Order) -> Vec<Option<NaiveDate>> {
    let mut least = Some(NaiveDate::MAX);
    let lower = |date: &mut Option<NaiveDate>| {
        least = least.min(*date);
        *date = least;
    };
    match order {
        Order::OldestFirst => dates.iter_mut().rev().for_each(lower),
        Order::NewestFirst => dates.iter_mut().for_each(lower),
    }
    dates
}

pub struct Origins(Vec<AddedLines>);

struct AddedLines {
    first: u32,
    end: u32,
    /// How many lines were added until then.
    added: u32,
    from: Location,
}

impl Origins {
    fn new(rendered: &Rendered, from: impl Iterator<Item = Location>) -> Self {
        let breaks = |from: usize, until: usize| {
            let bytes = rendered.bytes.get(from..until).unwrap_or_default();
            u32::try_from(bytes.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX)
        };
        let (mut line, mut counted, mut added) = (1, 0, 0);
        let mut lines = Vec::new();
        for (range, from) in rendered.added.iter().zip(from) {
            line += breaks(counted, range.start);
            let height = 1 + breaks(range.start, range.end);
            (counted, added) = (range.start, added + height);
            lines.push(AddedLines { first: line, end: line + height, added, from });
        }
        Origins(lines)
    }

    /// Maps a line of the edited file to the import file (added rows) or to the line before the edit.
    pub fn of_line(&self, at: &Location) -> Location {
        let Some(line) = at.line else { return at.clone() };
        let position = self.0.partition_point(|row| row.first <= line);
        match position.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some(row) if line < row.end => row.from.clone(),
            Some(row) => Location { line: line.checked_sub(row.added), ..at.clone() },
            None => at.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    use crate::dataset::tests::new_row;

    fn file(content: &str) -> DataFile {
        DataFile { path: "x.csv".into(), bytes: content.as_bytes().to_vec() }
    }

    /// The instant at which sheets are opened.
    const NOW: &str = "2026-06-30T09:00:00Z";

    fn opened(content: &str) -> Option<ObservationSheet> {
        ObservationSheet::parse(&file(content), "+04:00".parse().ok(), NOW.parse().unwrap())
    }

    fn edited(content: &str, edit: impl FnOnce(&mut ObservationSheet)) -> String {
        let mut sheet = opened(content).unwrap();
        edit(&mut sheet);
        String::from_utf8(sheet.finish().0).unwrap()
    }

    fn inserted(content: &str, new: &NewRow) -> String {
        edited(content, |sheet| sheet.insert(calendar_date(&new.date).unwrap(), new, &Location::file("list")))
    }

    #[test]
    fn a_row_goes_where_it_belongs_and_nothing_else_moves() {
        for (before, after) in [
            ("date,value\n2026-05,1\n2026-07,3\n", "date,value\n2026-05,1\n2026-06,2\n2026-07,3\n"),
            ("date,value\n2026-05,1", "date,value\n2026-05,1\n2026-06,2\n"),
            ("date,value", "date,value\n2026-06,2\n"),
            ("value,date\r\n\r\n1,2026-05\r\n\r\n", "value,date\r\n\r\n1,2026-05\r\n\r\n2,2026-06\r\n"),
            ("date,value\n2026-07,3\n2026-05,1\n", "date,value\n2026-07,3\n2026-06,2\n2026-05,1\n"),
            ("\u{feff}date,value\n\"2026-07\",3\n", "\u{feff}date,value\n2026-06,2\n\"2026-07\",3\n"),
            ("date,value,ref\n2026-06,1,\"a\nb\"\n", "date,value,ref\n2026-06,1,\"a\nb\"\n2026-06,2,\n"),
        ] {
            assert_eq!(inserted(before, &new_row("2026-06", "2", "")), after, "{before:?}");
        }
    }

    #[test]
    fn a_column_that_is_needed_is_added() {
        let before = "\u{feff}\r\ndate,value\r\n2026-05,1\r\n2026-06,2";
        let after =
            "\u{feff}\r\ndate,value,published\r\n2026-05,1,\r\n2026-06,2,\r\n2026-06,3,2026-08-01\r\n";
        assert_eq!(inserted(before, &new_row("2026-06", "3", "2026-08-01")), after);
        let embargoed = NewRow { not_before: "2026-08-01T09:00:00Z".into(), ..new_row("2026-06", "3", "") };
        assert_eq!(
            inserted("\n\ndate,value\n2026-05,1\n", &embargoed),
            "\n\ndate,value,not_before\n2026-05,1,\n2026-06,3,2026-08-01T09:00:00Z\n"
        );
    }

    #[test]
    fn cells_of_a_row_are_written_over_and_the_others_stay() {
        let before =
            "\u{feff}date,value,flag,published\r\n2026-05,1,,\r\n2026-06,2,b,2026-07-01\r\n2026-06,3,,\r\n";
        let new = NewRow { reference: "x, \"y\"".into(), ..new_row("2026-06-30", "4", "2026-07-01") };
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
            .map(|row| (row.location.line.unwrap(), row.value.as_str(), row.published.as_str()))
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
            ("2026-06,2,,2026-07-01T09:00:00Z", "", "2026-06-30", "2026-06,3,2026-06-30,"),
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
            ("2026-06,2,,2026-06-01T09:00:00Z", "", "", "2026-06,3,,2026-06-01T09:00:00Z"),
        ] {
            let new = NewRow { not_before: not_before.into(), ..new_row("2026-06", "3", published) };
            let date = calendar_date("2026-06").unwrap();
            let replace = |sheet: &mut ObservationSheet| {
                let now = sheet.replace(date, 0, &new, &Location::file("list")).unwrap();
                let revisions = sheet.on(date).unwrap();
                assert_eq!((now.waits, now.is_given), (!revisions.waiting.is_empty(), true));
                assert_eq!(revisions.vintage(&now.published), Some(0), "{before} {not_before}");
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
            ("date,value\n2026-05,1\n2026-06,2", "date,value\n2026-05,1\n"),
        ] {
            assert_eq!(edited(before, |sheet| sheet.remove_newest(calendar_date("2026-06").unwrap())), after);
        }
    }

    #[test]
    fn what_is_no_table_of_dates_is_not_edited() {
        for content in ["", "value\n1\n", "date,value\n2026-05,\"1\n", "date,value\n2026-05,1\"\n"] {
            assert!(
                ObservationSheet::parse(&file(content), None, NOW.parse().unwrap()).is_none(),
                "{content:?}"
            );
        }
    }

    /// A file with one row more, by hand; cells have no quotation marks.
    fn inserted_by_hand(text: &str, row: &NewRow) -> String {
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let is_row = |line: &String| !line.trim_matches(['\u{feff}', '\r', '\n']).is_empty();
        let line_end = if lines[0].ends_with("\r\n") { "\r\n" } else { "\n" };
        let header = lines.iter().position(is_row).unwrap();
        let names = |lines: &[String]| -> Vec<String> {
            let line = lines[header].trim_start_matches('\u{feff}').trim_end();
            line.split(',').map(str::to_owned).collect()
        };
        for (column, cell) in row.cells() {
            if !cell.is_empty() && !names(&lines).iter().any(|name| name == column) {
                for (number, line) in lines.iter_mut().enumerate().filter(|(_, line)| is_row(line)) {
                    let end = line.trim_end_matches(['\r', '\n']).len();
                    let added = if number == header { format!(",{column}") } else { ",".to_owned() };
                    line.insert_str(end, &added);
                }
            }
        }
        let names = names(&lines);
        let date_column = names.iter().position(|name| name == "date").unwrap();
        let rows: Vec<usize> = (header + 1..lines.len()).filter(|at| is_row(&lines[*at])).collect();
        let dates: Vec<Option<NaiveDate>> = rows
            .iter()
            .map(|at| lines[*at].trim_end().split(',').nth(date_column).and_then(calendar_date))
            .collect();
        let date = calendar_date(&row.date);
        let before = if dates.first() > dates.last() {
            dates.iter().position(|d| *d <= date)
        } else {
            Some(dates.iter().rposition(|d| *d <= date).map_or(0, |last| last + 1))
        };
        let cell =
            |name: &String| row.cells().into_iter().find(|(column, _)| column == name).map_or("", |c| c.1);
        let line = names.iter().map(cell).collect::<Vec<_>>().join(",") + line_end;
        let at = before.and_then(|row| rows.get(row)).copied().unwrap_or(lines.len());
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

    /// A file as people write it: rows in no order or in one, blank lines, dates that are none, line ends of either kind.
    fn any_file() -> impl Strategy<Value = String> {
        let there = prop_oneof![9 => date(), 1 => Just("10.10.2026".to_owned())];
        (prop::collection::vec((there, 0..2usize), 0..12), 0..3usize, any::<[bool; 4]>()).prop_map(
            |(mut rows, order, [crlf, mark, open, published])| {
                match order {
                    0 => rows.sort(),
                    1 => rows.sort_by(|a, b| b.cmp(a)),
                    _ => {}
                }
                let (columns, cell) =
                    if published { ("date,published,value", ",") } else { ("value,date", "") };
                let mut text = format!("{}{columns}\n", if mark { "\u{feff}" } else { "" });
                for (number, (date, blank)) in rows.into_iter().enumerate() {
                    text += &if published {
                        format!("{date},{cell}{number}\n")
                    } else {
                        format!("{number},{date}\n")
                    };
                    text += &"\n".repeat(blank);
                }
                let text = if open { text.trim_end_matches('\n').to_owned() } else { text };
                if crlf { text.replace('\n', "\r\n") } else { text }
            },
        )
    }

    fn new_rows() -> impl Strategy<Value = Vec<NewRow>> {
        let cell = |text: &'static str| prop_oneof![2 => Just(""), 1 => Just(text)].prop_map(str::to_owned);
        let row = (date(), cell("2026-11-01"), cell("provisional"));
        prop::collection::vec(row, 0..8).prop_map(|rows| {
            let row = |(number, (date, published, flag)): (usize, (String, String, String))| NewRow {
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
            let mut sheet = ObservationSheet::parse(&read, None, NOW.parse().unwrap()).unwrap();
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
        let rows: String = (0..30_000).map(|n| format!("2026-06,{n},p{n:05}\n")).collect();
        let text = format!("date,value,published\n{rows}2026-06,again,p29999\n");
        let sheet = opened(&text).unwrap();
        let revisions = sheet.on(date).unwrap();
        for n in 0..30_000 {
            let at = revisions.vintage(&format!("p{n:05}")).unwrap();
            assert_eq!(revisions.rows[at].value, n.to_string(), "the first of its publication");
        }
        let newest = &revisions.rows[revisions.newest.unwrap()];
        assert_eq!(newest.value, "again", "the last of those that were published last");
    }
}
