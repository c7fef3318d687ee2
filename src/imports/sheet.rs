//! One series of a definition in the sheets of a workbook: its sheet, its heading, the periods beside it and its values.

use super::*;

use std::cmp::Ordering;
use std::ops::Range;

use super::grid::{Entry, Place};
use super::series::{counts_in_some_year, with_year};
use super::values::Unreadable;
use crate::dataset::{TableYear, nearest_name};

/// The headings that are looked at; a label that stands in more cells heads nothing.
const MOST_HEADINGS: usize = 200;

/// Reads a series. Its sheet is the one that is named so; if none is, the one with such a title in which the labels head
/// figures.
pub fn read(
    sheets: &[Grid],
    file_name: &str,
    series: &TableSeries,
    place: &SheetPlace,
    indicator: &Indicator,
) -> SeriesReading {
    let mut candidates: Vec<&Grid> = sheets
        .iter()
        .filter(|grid| place.sheet.matches(&grid.name))
        .collect();
    if candidates.is_empty() {
        candidates = sheets
            .iter()
            .filter(|grid| grid.places(&place.sheet).next().is_some())
            .collect();
    }
    let read = |grid: &&Grid| match year(grid, file_name, place) {
        Ok(year) => read_sheet(grid, series, place, indicator, year),
        Err(fault) => SeriesReading::fault(fault),
    };
    let mut readings: Vec<SeriesReading> = candidates.iter().map(read).collect();
    readings.sort_by_key(|reading| !reading.is_located);
    if readings.get(1).is_some_and(|reading| reading.is_located) {
        let names = candidates
            .iter()
            .map(|grid| &*grid.name)
            .collect::<Vec<_>>()
            .join(", ");
        return SeriesReading::fault(msg::table_sheets(place.sheet.written(), names)).located();
    }
    readings.into_iter().next().unwrap_or_else(|| {
        let names = || sheets.iter().map(|grid| &*grid.name);
        let near = nearest_name(place.sheet.written(), names()).map_or_else(
            || names().take(msg::MAX_CODES).collect::<Vec<_>>().join(", "),
            str::to_owned,
        );
        SeriesReading::fault(msg::table_no_sheet(
            place.sheet.written(),
            msg::verbatim(near),
        ))
    })
}

/// The year that the name of the file or a cell says, if the definition takes it from there.
fn year(grid: &Grid, file_name: &str, place: &SheetPlace) -> Result<Option<Year>, Message> {
    let view = grid.view(false);
    let (text, fault) = match &place.year {
        None => return Ok(None),
        Some(TableYear::File) => {
            let stem = file_name
                .rsplit_once('.')
                .map_or(file_name, |(stem, _)| stem);
            (stem.to_owned(), msg::table_year_of_file(file_name))
        }
        Some(TableYear::Cell(pattern)) => {
            let mut cells = grid.places(pattern);
            let (Some(cell), None) = (cells.next(), cells.next()) else {
                return Err(msg::table_year_of_cells(
                    pattern.written(),
                    &grid.name,
                    nearest(grid, pattern),
                ));
            };
            (
                view.text(cell),
                msg::table_year_of_cell(view.address(cell), view.text(cell)),
            )
        }
    };
    let numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| part.len() == 4);
    let mut years = numbers
        .filter_map(|part| part.parse().ok())
        .filter(|year| YEARS.contains(year));
    match (years.next(), years.next()) {
        (Some(year), None) => Ok(Some(Year::Calendar(year))),
        _ => Err(fault),
    }
}

fn nearest(grid: &Grid, pattern: &Pattern) -> Message {
    match grid.nearest(pattern) {
        Some((text, place)) => msg::nearest_text(text, place),
        None => msg::verbatim(""),
    }
}

/// Reads the series in a sheet; a fault alone where the labels lead to no heading.
fn read_sheet(
    grid: &Grid,
    series: &TableSeries,
    place: &SheetPlace,
    indicator: &Indicator,
    year: Option<Year>,
) -> SeriesReading {
    let view = grid.view(place.direction == Direction::Columns);
    let read = |heading: Place| {
        let reading = SeriesReading::default().located();
        let reader = Reader {
            series,
            place,
            indicator,
            year,
            view,
            reading,
            named: HashSet::new(),
        };
        let reading = match place.direction {
            Direction::Matrix => reader.read_matrix(heading.0),
            Direction::Rows | Direction::Columns => reader.read_below(heading),
        };
        Some((view.address(heading), reading?))
    };
    let labels = || {
        place
            .labels
            .iter()
            .map(Pattern::written)
            .collect::<Vec<_>>()
            .join(" / ")
    };
    let mut readings: Vec<(String, SeriesReading)> =
        headings(view, place).into_iter().filter_map(read).collect();
    if readings.len() > 1 {
        let places = readings
            .iter()
            .map(|(place, _)| &**place)
            .collect::<Vec<_>>()
            .join(", ");
        return SeriesReading::fault(msg::table_headings(labels(), &grid.name, places)).located();
    }
    let Some((heading, mut reading)) = readings.pop() else {
        let missing = place
            .labels
            .iter()
            .find(|label| grid.places(label).next().is_none());
        return SeriesReading::fault(match missing.and_then(|label| grid.nearest(label)) {
            Some((text, place)) => msg::table_no_heading_nearest(labels(), &grid.name, text, place),
            None => msg::table_no_heading(labels(), &grid.name),
        });
    };
    for text in place
        .expect
        .iter()
        .filter(|text| grid.places(text).next().is_none())
    {
        reading.faults.push(msg::table_expectation(
            text.written(),
            &grid.name,
            nearest(grid, text),
        ));
    }
    if reading.figures.is_empty() && reading.faults.is_empty() {
        reading.faults.push(msg::table_no_values(heading));
    }
    reading
}

/// The cells to which the labels lead, in the places of the view.
fn headings(view: View<'_>, place: &SheetPlace) -> Vec<Place> {
    let grid = view.grid;
    let Some((first, further)) = place.labels.split_first() else {
        return view.places().first().copied().into_iter().collect();
    };
    let mut cells = BTreeSet::new();
    for cell in grid.places(first).take(MOST_HEADINGS) {
        match place.direction {
            Direction::Columns => cells.extend(follow_right(grid, cell, further)),
            Direction::Rows | Direction::Matrix => {
                cells.extend(follow_down(grid, cell, u32::MAX, further))
            }
        }
    }
    if cells.len() > MOST_HEADINGS {
        return Vec::new();
    }
    cells.into_iter().map(|cell| view.place(cell)).collect()
}

/// Follows labels downwards: each within the columns of the one before, in the first row that has it there.
fn follow_down(grid: &Grid, cell: Place, end: u32, labels: &[Pattern]) -> Vec<Place> {
    let Some((label, further)) = labels.split_first() else {
        return vec![cell];
    };
    let (row, column) = cell;
    let next_cell = grid.view(false).row(row, column + 1..end).next();
    let end = next_cell.map_or(end, |(next_column, _)| next_column);
    let within = |place: &Place| place.0 > row && (column..end).contains(&place.1);
    let cells: Vec<Place> = grid.places(label).filter(within).collect();
    let first = cells.iter().map(|(row, _)| *row).min();
    let cells = cells.into_iter().filter(|(row, _)| Some(*row) == first);
    cells
        .flat_map(|cell| follow_down(grid, cell, end, further))
        .collect()
}

/// Follows labels to the right, or where the row has none, downwards and not to the left.
fn follow_right(grid: &Grid, cell: Place, labels: &[Pattern]) -> Option<Place> {
    labels.iter().try_fold(cell, |(row, column), label| {
        let beside = grid
            .places(label)
            .filter(|place| place.0 == row && place.1 > column)
            .min();
        beside.or_else(|| {
            grid.places(label)
                .filter(|place| place.0 > row && place.1 >= column)
                .min()
        })
    })
}

/// Reads what belongs to one heading.
struct Reader<'a> {
    series: &'a TableSeries,
    place: &'a SheetPlace,
    indicator: &'a Indicator,
    year: Option<Year>,
    /// The sheet, with rows and columns exchanged where periods stand across.
    view: View<'a>,
    reading: SeriesReading,
    /// The labels that a fault names already.
    named: HashSet<Place>,
}

impl Reader<'_> {
    fn axis(&self, view: View<'_>, column: u32, rows: Range<u32>) -> Axis {
        Axis::read(view, column, rows, self.place, &self.series.flags)
    }

    /// Reports a label, unless that was done before.
    fn label_fault(
        &mut self,
        view: View<'_>,
        label: Place,
        message: impl Fn(&str, &str) -> Message,
    ) {
        if self.named.insert(view.place(label)) {
            self.reading
                .faults
                .push(message(&view.address(label), &view.text(label)));
        }
    }

    /// Reads what stands below a cell; nothing where no row of it counts for the series.
    fn read_below(mut self, (row, column): Place) -> Option<SeriesReading> {
        let view = self.view;
        let ends = self
            .place
            .until
            .iter()
            .flat_map(|until| view.grid.places(until));
        let end = ends
            .map(|place| view.place(place).0)
            .filter(|end| *end > row)
            .min();
        let rows = row + 1..end.unwrap_or(u32::MAX);
        let (axis, rivals) = self.axis_beside(column, &rows)?;
        self.check_rivals(column, &axis, &rivals);
        self.check_labels(view, &axis, Some(column));
        self.check_widths(&axis);
        self.read_rows(column, &axis, rows);
        let counts = !self.reading.dates.is_empty() || !self.reading.faults.is_empty();
        counts.then_some(self.reading)
    }

    /// The column with the periods of a column of figures, and where they are numbers, others that have periods.
    fn axis_beside(&self, column: u32, rows: &Range<u32>) -> Option<(Axis, Vec<Axis>)> {
        let figures = || {
            self.view
                .turned()
                .row(column, rows.clone())
                .map(|(row, _)| row)
        };
        let fitting = |left| {
            let axis = self.axis(self.view, left, rows.clone());
            let count = match self.place.row {
                Some(_) => axis
                    .periods()
                    .next()
                    .map(|_| self.text_rows(&axis).len())
                    .filter(|count| *count > 0),
                None => axis.fitting(figures()),
            };
            Some((axis, count?))
        };
        let mut axes = self.view.columns_before(column).filter_map(fitting);
        let (mut axis, mut count) = axes.next()?;
        let mut rivals = Vec::new();
        while axis.has_numbers() {
            let Some((farther, farther_count)) = axes.next() else {
                break;
            };
            if farther_count > count {
                (axis, count, rivals) = (farther, farther_count, Vec::new());
            } else {
                rivals.push(farther);
            }
        }
        Some((axis, rivals))
    }

    /// The rows of an axis with the text of those that are read below each period.
    fn text_rows(&self, axis: &Axis) -> BTreeSet<u32> {
        let Some(text) = &self.place.row else {
            return BTreeSet::new();
        };
        let has_text =
            |(row, entry): &(&u32, &Entry)| match (entry, self.view.at((**row, axis.column))) {
                (Entry::Other, Some(Value::Text(written))) => text.matches(written),
                _ => false,
            };
        axis.entries
            .iter()
            .filter(has_text)
            .map(|(row, _)| *row)
            .collect()
    }

    /// Columns of which either could be that of the periods must say the same beside a figure.
    fn check_rivals(&mut self, column: u32, axis: &Axis, rivals: &[Axis]) {
        for rival in rivals {
            let differs = |(row, label): &(u32, Label)| {
                let entry = axis.entries.get(row);
                let is_same =
                    matches!(entry, Some(Entry::Period { label: same, .. }) if same == label);
                !is_same && self.view.at((*row, column)).is_some()
            };
            if let Some((row, _)) = rival.periods().find(differs) {
                let [place, second] =
                    [axis, rival].map(|axis| self.view.address((row, axis.column)));
                self.reading
                    .faults
                    .push(msg::table_periods_differ(place, second));
            }
        }
    }

    /// Reports labels between the first and the last period that are none, and behind the last those beside a number of the
    /// column.
    fn check_labels(&mut self, view: View<'_>, axis: &Axis, column: Option<u32>) {
        let Some((first, last)) = axis.extent().filter(|_| self.place.row.is_none()) else {
            return;
        };
        for (row, entry) in axis.entries.range(first..) {
            let value = column.and_then(|column| view.at((*row, column)));
            if matches!(entry, Entry::Other) && (*row < last || value.is_some_and(Value::is_number))
            {
                self.label_fault(view, (*row, axis.column), |place, text| {
                    msg::table_no_period(place, text)
                });
            }
        }
    }

    /// Reports a single month among quarters: a quarterly table that goes on in months has no quarters there.
    fn check_widths(&mut self, axis: &Axis) {
        if series::months(self.indicator) != Some(3) {
            return;
        }
        let has_quarters = axis.periods().any(|(_, label)| label.months() == Some(3));
        let month = axis.periods().find(|(_, label)| label.months() == Some(1));
        if let Some((row, _)) = month.filter(|_| has_quarters) {
            self.label_fault(self.view, (row, axis.column), |place, text| {
                msg::table_month_among_quarters(place, text)
            });
        }
    }

    fn read_rows(&mut self, column: u32, axis: &Axis, rows: Range<u32>) {
        // Where periods have no year, the nearest column to the left that has one.
        let years = (!axis.has_year() && self.year.is_none()).then(|| {
            let left = self.view.columns_before(axis.column);
            left.map(|column| self.axis(self.view, column, rows.clone()))
                .find(Axis::has_year)
        });
        let years = years.flatten();
        let years = years.as_ref().unwrap_or(axis);
        let text_rows = self.text_rows(axis);
        let mut below_years = Vec::new();
        for (row, entry) in &axis.entries {
            let Entry::Period { label, flags, .. } = entry else {
                continue;
            };
            let (year_row, date) = self.date_of_row((*row, axis.column), *label, years);
            below_years.extend(
                year_row
                    .zip(date)
                    .map(|(year_row, date)| (year_row, date, *row)),
            );
            let period = date.map(|date| (date, *flags));
            let Some(text) = &self.place.row else {
                self.take((*row, column), period);
                continue;
            };
            let is_period = |(_, entry): &(&u32, &Entry)| matches!(entry, Entry::Period { .. });
            let next = axis
                .entries
                .range(row + 1..)
                .find(is_period)
                .map_or(u32::MAX, |(next, _)| *next);
            let below: Vec<u32> = text_rows.range(row + 1..next).copied().collect();
            below
                .iter()
                .for_each(|row| self.take((*row, column), period));
            let place = || self.view.address((*row, axis.column));
            match below.len() {
                0 => self
                    .reading
                    .warnings
                    .push(msg::table_row_missing(text.written(), place())),
                1 => {}
                _ => self
                    .reading
                    .faults
                    .push(msg::table_row_twice(text.written(), place())),
            }
        }
        self.check_order(axis.column, &below_years);
    }

    /// Reports periods below one year that run up as well as down, or from December to January of the same year: the row of
    /// another year is missing between them. The months of a split year run on into its second year.
    fn check_order(&mut self, column: u32, below_years: &[(u32, NaiveDate, u32)]) {
        for periods in below_years.chunk_by(|(year, ..), (next_year, ..)| year == next_year) {
            let (mut ups, mut downs, mut starts) = (Vec::new(), Vec::new(), Vec::new());
            for ((_, date, _), (_, next, row)) in periods.iter().zip(periods.iter().skip(1)) {
                match next.cmp(date) {
                    Ordering::Greater => ups.push(*row),
                    Ordering::Less => downs.push(*row),
                    Ordering::Equal => {}
                }
                let is_next_year_missing =
                    date.year() == next.year() && date.month() == 12 && next.month() == 1;
                starts.extend(is_next_year_missing.then_some(*row));
            }
            let rarer = if ups.len() < downs.len() {
                &ups
            } else {
                &downs
            };
            let turns = if ups.is_empty() || downs.is_empty() {
                &starts
            } else {
                rarer
            };
            if let Some(row) = turns.first() {
                self.label_fault(self.view, (*row, column), |place, text| {
                    msg::table_order(place, text)
                });
            }
        }
    }

    /// The date of the period of a row, and the row from which it has its year where that is another one. A label in place of
    /// that year is reported.
    fn date_of_row(
        &mut self,
        place: Place,
        label: Label,
        years: &Axis,
    ) -> (Option<u32>, Option<NaiveDate>) {
        if label.year().is_some() {
            return (Some(place.0), self.date_of_label(place, label, None));
        }
        if self.year.is_some() {
            return (Some(0), self.date_of_label(place, label, self.year));
        }
        match years.year_at(place.0, self.place.row.is_some()) {
            Ok(above) => {
                let (year_row, year) = above.unzip();
                (year_row, self.date_of_label(place, label, year))
            }
            Err(row) => {
                let message = |place: &str, text: &str| msg::table_no_period(place, text);
                self.label_fault(self.view, (row, years.column), message);
                (None, None)
            }
        }
    }

    /// The date of a label in the series, where it has one; a year that is not known is reported.
    fn date_of_label(
        &mut self,
        place: Place,
        label: Label,
        near: Option<Year>,
    ) -> Option<NaiveDate> {
        let is_month_before = self.place.is_first_of_month_the_month_before;
        if let Some(label) = with_year(label, near, self.place.year_start) {
            return series::date(label, self.indicator, is_month_before);
        }
        if counts_in_some_year(label, self.indicator, is_month_before) {
            self.label_fault(self.view, place, |place, text| {
                match label.year().or(near) {
                    Some(Year::Split(_)) => msg::table_no_year_start(place, text),
                    _ => msg::table_no_year(place, text),
                }
            });
        }
        None
    }

    /// Takes the value of a cell for a date.
    fn take(&mut self, place: Place, period: Option<(NaiveDate, Flags)>) {
        let (Some((date, flags)), Some(value)) = (period, self.view.at(place)) else {
            return;
        };
        self.reading.dates.insert(date);
        let place = self.view.address(place);
        match values::read(value, self.place.decimal, self.series) {
            Ok(None) => {}
            Ok(Some((value, value_flags))) => {
                self.reading.add(
                    date,
                    Figure {
                        value,
                        flags: flags.with(value_flags),
                        place,
                    },
                );
            }
            Err(Unreadable::NoNumber) => {
                self.reading.faults.push(msg::table_no_number(place, value))
            }
            Err(Unreadable::InDoubt) => self
                .reading
                .faults
                .push(msg::table_number_in_doubt(place, value)),
        }
    }

    /// Reads a matrix below a row; nothing where none is there.
    fn read_matrix(mut self, row: u32) -> Option<SeriesReading> {
        let view = self.view;
        let has_periods = |axis: &Axis| axis.fitting(axis.entries.keys().copied()).is_some();
        let axis = view
            .columns()
            .iter()
            .map(|column| self.axis(view, *column, row + 1..u32::MAX))
            .find(has_periods)?;
        let (first, _) = axis.extent()?;
        // The row below, and the column to the right, at which the matrix ends.
        let (mut end_row, mut end_column) = (u32::MAX, u32::MAX);
        for (row, column) in self
            .place
            .until
            .iter()
            .flat_map(|until| view.grid.places(until))
        {
            if row > first {
                end_row = end_row.min(row);
            } else if column > axis.column {
                end_column = end_column.min(column);
            }
        }
        let axis = self.axis(view, axis.column, row + 1..end_row);
        let across = self.periods_across(row..first, axis.column + 1..end_column);
        self.check_labels(view, &axis, None);
        for (row, entry) in &axis.entries {
            let Entry::Period {
                label: down, flags, ..
            } = entry
            else {
                continue;
            };
            for (column, (across, across_flags)) in &across {
                let Some(label) = join_parts(*down, *across) else {
                    continue;
                };
                let date = self.date_of_label((*row, *column), label, self.year);
                self.take(
                    (*row, *column),
                    date.map(|date| (date, flags.with(*across_flags))),
                );
            }
        }
        (!across.is_empty()).then_some(self.reading)
    }

    /// The periods above the first row of values, by columns: the nearest above.
    fn periods_across(
        &mut self,
        rows: Range<u32>,
        columns: Range<u32>,
    ) -> BTreeMap<u32, (Label, Flags)> {
        let mut across = BTreeMap::new();
        for row in rows.rev() {
            let line = self.axis(self.view.turned(), row, columns.clone());
            self.check_labels(self.view.turned(), &line, None);
            for (column, entry) in line.entries {
                if let Entry::Period { label, flags, .. } = entry {
                    across.entry(column).or_insert((label, flags));
                }
            }
        }
        across
    }
}

/// The whole of two parts of a period: a year and what is within it.
fn join_parts(down: Label, across: Label) -> Option<Label> {
    let (Label::Period { year: a, part: b }, Label::Period { year: c, part: d }) = (down, across)
    else {
        return None;
    };
    let is_whole = a.is_none() != c.is_none() && b.is_none() != d.is_none();
    is_whole.then_some(Label::Period {
        year: a.or(c),
        part: b.or(d),
    })
}
