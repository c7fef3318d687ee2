//! The figures below one heading: the periods beside them, and the years of these.

use super::*;

use std::ops::Range;

use super::axis::Period;
use super::series::{SheetSeries, counts_in_some_year, join_parts, with_year};
use super::values::Unreadable;
use super::workbook::{CellText, Place};
use crate::dataset::{FirstOfMonth, FlagCell, Part, is_missing};

/// The years that make periods of the numbers of a column: figures may be one by chance.
const LEAST_YEARS: usize = 2;

/// The cell above figures, and the column of the first label that leads to it, as the view has them.
#[derive(Clone, Copy)]
pub struct Heading {
    pub place: Place,
    pub first_column: u32,
}

/// Reads what belongs to one heading.
#[derive(Clone)]
pub struct Reader<'a> {
    pub wanted: SheetSeries<'a>,
    year: Option<Year>,
    /// The sheet, with rows and columns exchanged where periods stand across.
    pub view: View<'a>,
    /// The places of the text at which figures end.
    ends: Vec<Place>,
    pub reading: SeriesReading,
    /// The labels that a fault names already.
    named: HashSet<Place>,
}

impl<'a> Reader<'a> {
    pub fn new(wanted: SheetSeries<'a>, year: Option<Year>, view: View<'a>) -> Self {
        let until = wanted.place.until.iter();
        Reader {
            wanted,
            year,
            view,
            ends: until.flat_map(|until| view.grid.places(until)).collect(),
            reading: SeriesReading::default().located(),
            named: HashSet::new(),
        }
    }

    fn read_axis(
        &self,
        view: View<'a>,
        column: u32,
        rows: Range<u32>,
        least_years: usize,
    ) -> Axis<'a> {
        let SheetSeries { place, series, .. } = self.wanted;
        Axis::read(view, column, rows, place, &series.flags, least_years)
    }

    pub fn fault(&mut self, message: Message) {
        self.reading.faults.push(message);
    }

    /// Reports a label by its address and its text, unless that was done before.
    pub fn label_fault(
        &mut self,
        axis: &Axis<'_>,
        row: u32,
        message: fn(String, String) -> Message,
    ) {
        let place = (row, axis.column);
        if self.named.insert(axis.view.place(place)) {
            let text = axis.view.text(place);
            self.fault(message(axis.address(row), text));
        }
    }

    /// Reads what stands below a cell; nothing where no row of it counts for the series.
    pub fn read_below(mut self, heading: Heading) -> Option<SeriesReading> {
        let (row, column) = heading.place;
        let ends = self.ends.iter().map(|place| self.view.place(*place).0);
        let end = ends.filter(|end| *end > row).min();
        let rows = row + 1..end.unwrap_or(u32::MAX);
        let (axis, mut rivals) = self.find_axis(column, rows)?;

        // What stands before the first label belongs to another table, if periods that have no label stand behind it.
        let has_label = self.view.at((row, axis.column)).is_some();
        if axis.column >= heading.first_column && !has_label {
            rivals.retain(|rival| rival.column >= heading.first_column);
        }

        self.check_rivals(column, &axis, &rivals);
        if self.wanted.place.row.is_none() {
            self.check_labels(&axis, |reader, row| reader.has_figure((row, column)));
            self.check_figures(column, &axis);
        }

        self.check_widths(&axis);
        self.check_numbers(&axis);
        self.check_firsts(&axis);
        self.read_rows(column, &axis);

        let SeriesReading { dates, faults, .. } = &self.reading;
        let counts = !dates.is_empty() || !faults.is_empty();
        counts.then_some(self.reading)
    }

    /// The column with the periods of a column of figures, and where they are numbers, others that have periods.
    fn find_axis(&self, column: u32, rows: Range<u32>) -> Option<(Axis<'a>, Vec<Axis<'a>>)> {
        let mut most = 0;
        let mut found = None;
        let mut rivals = Vec::new();
        for left in self.view.columns_before(column).rev() {
            let axis = self.read_axis(self.view, left, rows.clone(), LEAST_YEARS);
            let Some(count) = self.count_fitting(&axis, column) else {
                continue;
            };

            if count <= most {
                rivals.push(axis);
                continue;
            }

            let has_numbers = axis.has_numbers();
            most = count;
            rivals.clear();
            found = Some(axis);
            if !has_numbers {
                break;
            }
        }

        Some((found?, rivals))
    }

    /// How many figures of a column have a period in an axis; `None` where the column is not one.
    fn count_fitting(&self, axis: &Axis<'_>, column: u32) -> Option<usize> {
        if self.wanted.place.row.is_some() {
            let count = self.text_rows(axis).len();
            return (count > 0 && axis.extent().is_some()).then_some(count);
        }

        let mut counted = Vec::new();
        for (row, value) in self.view.column(column, axis.rows.clone()) {
            // A text beside another is a part of the heading: `Country, Code, 2024, 2025`.
            if axis.label(row).is_some() || values::is_number(value) {
                counted.push(row);
            }
        }

        axis.fitting(counted)
    }

    /// The rows of an axis with the text of those that are read below each period.
    fn text_rows(&self, axis: &Axis<'_>) -> BTreeSet<u32> {
        let Some(text) = &self.wanted.place.row else {
            return BTreeSet::new();
        };

        let mut rows = BTreeSet::new();
        for (row, entry) in &axis.entries {
            if let Entry::Other = entry
                && let Some(Value::Text(written)) = self.view.at((*row, axis.column))
                && written.is_like(text)
            {
                rows.insert(*row);
            }
        }

        rows
    }

    /// Returns true if a place has a figure, or what could be one.
    pub fn has_figure(&self, place: Place) -> bool {
        let value = self.view.at(place);
        value.is_some_and(|value| values::is_figure(value, self.wanted))
    }

    fn read_rows(&mut self, column: u32, axis: &Axis<'_>) {
        let beside = self.years_beside(axis);
        if self.year.is_none() && beside.is_none() {
            self.check_totals(column, axis);
        }

        let years = beside.as_ref().unwrap_or(axis);
        let text_rows = self.text_rows(axis);
        let mut dated_rows = Vec::new();
        let mut periods = axis.periods().peekable();
        while let Some((row, period)) = periods.next() {
            let dated = self.date_row(axis, row, period.label, years);
            dated_rows.extend(dated);

            let mut rows = vec![row];
            if self.wanted.place.row.is_some() {
                let end = periods.peek().map_or(u32::MAX, |(next, _)| *next);
                rows = text_rows.range(row..end).copied().collect();
            }

            for row in &rows {
                if let Some(DatedRow { date, .. }) = dated {
                    self.take((*row, column), date, period.flags);
                }
            }

            if let Some(text) = &self.wanted.place.row
                && rows.len() != 1
            {
                let place = axis.address(row);
                match rows.is_empty() {
                    true => {
                        let warning = msg::table_row_missing(text.written(), place);
                        self.reading.warnings.push(warning);
                    }
                    false => self.fault(msg::table_row_twice(text.written(), place)),
                }
            }
        }

        self.check_order(axis, &dated_rows);
    }

    /// Where periods have no year, the nearest column to the left that has one; there a single number may be a year.
    fn years_beside(&self, axis: &Axis<'a>) -> Option<Axis<'a>> {
        if axis.has_year() || self.year.is_some() {
            return None;
        }

        for column in self.view.columns_before(axis.column).rev() {
            let beside = self.read_axis(self.view, column, axis.rows.clone(), 1);
            if beside.has_year() {
                return Some(beside);
            }
        }

        None
    }

    /// The date of the period of a row; a year below its months is a total since January until December. A label in place of
    /// its year is reported.
    fn date_row(
        &mut self,
        axis: &Axis<'_>,
        row: u32,
        mut label: Label,
        years: &Axis<'_>,
    ) -> Option<DatedRow> {
        if let Some(Year::TwoDigits(year)) = label.year() {
            let near = self.year.or(years.certain_year_above(row));
            if near.is_some_and(|near| near != Year::Calendar(year)) {
                self.label_fault(axis, row, msg::table_year_in_doubt);
                return None;
            }
        }

        let is_since_january = self.wanted.indicator.period_type.is_since_january();
        if is_since_january && axis.closes_year(row, self.year) {
            label = Label::Period {
                year: label.year(),
                part: Some(Part::Months(1, 12)),
            };
        }

        let own = label.year().map(|year| (row, year));
        let mut dated = own.or(self.year.map(|year| (0, year)));
        if dated.is_none() {
            match years.year_at(row, self.wanted.place.row.is_some()) {
                Ok(above) => dated = above,
                Err(row) => {
                    self.label_is_no_period(years, row);
                    return None;
                }
            }
        }

        let (year_row, year) = dated.unzip();
        let date = self.date_label(axis, row, label, year)?;
        Some(DatedRow {
            row,
            year_row,
            date,
        })
    }

    /// The date of a label in the series, where it has one; a year that is not known is reported.
    fn date_label(
        &mut self,
        axis: &Axis<'_>,
        row: u32,
        label: Label,
        near: Option<Year>,
    ) -> Option<NaiveDate> {
        let SheetSeries {
            place, indicator, ..
        } = self.wanted;
        let is_month_before = place.first_of_month == Some(FirstOfMonth::Previous);
        if let Some(label) = with_year(label, near, place.year_start) {
            return series::date(label, indicator, is_month_before);
        }

        if counts_in_some_year(label, indicator, is_month_before) {
            let message = match label.year().or(near) {
                Some(Year::Split(_)) => msg::table_no_year_start,
                _ => msg::table_no_year,
            };
            self.label_fault(axis, row, message);
        }

        None
    }

    /// Takes the value of a cell for a date.
    fn take(&mut self, place: Place, date: NaiveDate, period_flags: Flags) {
        let Some(value) = self.view.at(place) else {
            return;
        };

        self.reading.dates.insert(date);
        let Some(cell_flags) = self.read_flag(place) else {
            return;
        };

        let place = self.view.address(place);
        let fault = match values::read(value, self.wanted) {
            Ok(None) => return,
            Ok(Some((value, flags))) => {
                let flags = period_flags.with(flags).with(cell_flags);
                let figure = Figure {
                    value,
                    flags,
                    place,
                };
                return self.reading.add(date, figure);
            }
            Err(Unreadable::InDoubt) => msg::table_number_in_doubt(place, value),
            Err(Unreadable::NoNumber) if value.is_uncalculated() => msg::table_uncalculated(place),
            Err(Unreadable::NoNumber) => msg::table_no_number(place, value),
        };

        self.fault(fault);
    }

    /// The flags in the cell beside a value; `None` where it has another text, which is reported. Letters to the right that no
    /// period heads are flags that the definition does not mention.
    fn read_flag(&mut self, place: Place) -> Option<Flags> {
        let (row, column) = self.view.place(place);
        let SheetSeries { place, series, .. } = self.wanted;
        let beside = match place.flag {
            Some(FlagCell::Below) => (row.checked_add(1)?, column),
            Some(FlagCell::Right) | None => (row, column.checked_add(1)?),
        };

        let sheet = self.view.grid.view(false);
        let Some(Value::Text(text)) = sheet.at(beside) else {
            return Some(Flags::default());
        };

        let address = sheet.address(beside);
        if place.flag.is_some() {
            let flags = values::read_marks(&text.whole, &series.flags);
            if flags.is_err() && !is_missing(&text.whole) {
                self.fault(msg::table_unknown_flag(address, &text.whole));
            }

            return Some(flags.unwrap_or_default());
        }

        if is_flag_without_heading(sheet, beside, text) {
            self.fault(msg::table_flag_beside(address, &text.whole));
            return None;
        }

        Some(Flags::default())
    }

    /// Reads a matrix below a row; nothing where none is there.
    pub fn read_matrix(mut self, row: u32) -> Option<SeriesReading> {
        let axis = self.first_axis(row + 1)?;
        let (first, _) = axis.extent()?;
        // The row below, and the column to the right, at which the matrix ends.
        let mut end_row = u32::MAX;
        let mut end_column = u32::MAX;
        for (row, column) in &self.ends {
            if *row > first {
                end_row = end_row.min(*row);
            } else if *column > axis.column {
                end_column = end_column.min(*column);
            }
        }

        let axis = self.read_axis(self.view, axis.column, row + 1..end_row, LEAST_YEARS);
        let columns = axis.column + 1..end_column;
        let across = self.periods_across(row..first, columns, &axis);
        self.check_labels(&axis, |reader, row| {
            across
                .keys()
                .any(|column| reader.has_figure((row, *column)))
        });

        for (row, down) in axis.periods() {
            for (column, across) in &across {
                if let Some(label) = join_parts(down.label, across.label)
                    && let Some(date) = self.date_label(&axis, row, label, self.year)
                {
                    self.take((row, *column), date, down.flags.with(across.flags));
                }
            }
        }

        (!across.is_empty()).then_some(self.reading)
    }

    /// The first column that has periods from a row on.
    fn first_axis(&self, row: u32) -> Option<Axis<'a>> {
        for column in self.view.columns_before(u32::MAX) {
            let axis = self.read_axis(self.view, column, row..u32::MAX, LEAST_YEARS);
            if axis.fitting(axis.entries.keys().copied()).is_some() {
                return Some(axis);
            }
        }

        None
    }

    /// The periods above the first row of values, by columns: the nearest above.
    fn periods_across(
        &mut self,
        rows: Range<u32>,
        columns: Range<u32>,
        axis: &Axis<'_>,
    ) -> BTreeMap<u32, Period> {
        let mut across: BTreeMap<u32, Period> = BTreeMap::new();
        for row in rows.rev() {
            let line = self.read_axis(self.view.turned(), row, columns.clone(), LEAST_YEARS);
            self.check_labels(&line, |reader, column| {
                let mut rows = axis.periods();
                !across.contains_key(&column)
                    && rows.any(|(row, _)| reader.has_figure((row, column)))
            });

            for (column, period) in line.periods() {
                across.entry(column).or_insert(period);
            }
        }

        across
    }
}

/// A row with the date of its period, and the row from which it has its year.
#[derive(Clone, Copy)]
pub struct DatedRow {
    pub row: u32,
    pub year_row: Option<u32>,
    pub date: NaiveDate,
}

/// Returns true if a text is one or two letters in a column, or where periods stand across in a column of theirs, that has
/// nothing above them.
fn is_flag_without_heading(sheet: View<'_>, (row, column): Place, text: &CellText) -> bool {
    let letters = text.whole.trim();
    let is_short = letters.chars().count() <= 2 && letters.chars().all(char::is_alphabetic);
    if !is_short || is_missing(letters) {
        return false;
    }

    let mut above = sheet.column(column, 0..row);
    above.all(|(_, value)| match value {
        Value::Text(text) => text.whole.trim().chars().count() <= 2,
        _ => false,
    })
}
