//! The rows of one indicator: which there are of a date, where a new one belongs, and from where each line of the edited
//! file came.

use super::*;

use crate::dataset::new_row::publication;

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
    /// The same among those that do not wait.
    pub newest_open: Option<usize>,
    /// Those under embargo.
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
    pub fn of(file: &DataFile, offset: Option<Offset>, now: Timestamp) -> Option<Self> {
        let sheet = Sheet::of(file)?;
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
    pub fn other_cells(&self, there: &ExistingRow, new: &NewRow) -> Vec<&'static str> {
        let Some(row) = there.row else { return Vec::new() };
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
        let there = self.on(date)?.rows.get(at)?.clone();
        let row = there.row?;
        let written = |column: &str| self.sheet.cell(row, self.sheet.column(column)).unwrap_or_default();
        let instant_day = |not_before: &str| publication("", not_before, self.offset);
        let (former, day) = (written("published"), instant_day(&new.not_before));
        let moves = !former.is_empty() && (former == instant_day(&there.not_before) || former < day.as_str());
        let day = if new.published.is_empty() && moves { day } else { new.published.clone() };
        let published = if day.is_empty() { former.to_owned() } else { day.clone() };
        let keeps_instant = new.not_before.is_empty() && !there.waits;
        let not_before = if keeps_instant { &there.not_before } else { &new.not_before }.clone();
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
        // Of several rows at one position the later given is nearer to the period at the top.
        match self.order {
            Order::OldestFirst => self.added.sort_by_key(|row| (row.before, row.date)),
            Order::NewestFirst => {
                self.added.reverse();
                self.added.sort_by(|a, b| a.before.cmp(&b.before).then(b.date.cmp(&a.date)));
            }
        }
        let lines = self.added.iter().map(|row| (row.before, &row.line));
        let rendered = self.sheet.render(lines);
        let origins = Origins::of(&rendered, self.added.into_iter().map(|row| row.from));
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
    fn of(rendered: &Rendered, from: impl Iterator<Item = Location>) -> Self {
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
