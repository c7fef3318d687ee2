//! One series of a definition in one sheet of a workbook: heading, periods and values.

use super::*;

use std::ops::Range;

use super::grid::Entry;
use super::values::Unreadable;

/// The headings that are looked at; a label that stands in more cells heads nothing.
const MOST_HEADINGS: usize = 200;

/// A value as the series has it, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub value: Number,
    pub flags: Flags,
    pub place: String,
}

/// The reading of a series.
#[derive(Default)]
pub struct SeriesReading {
    pub figures: BTreeMap<NaiveDate, Figure>,
    /// The dates for which the file has a place, also without a value.
    pub dates: BTreeSet<NaiveDate>,
    pub faults: Vec<Message>,
    pub warnings: Vec<Message>,
    /// Whether its place in the file was found.
    pub is_located: bool,
    /// Places of labels that a fault names already.
    named: BTreeSet<String>,
}

impl SeriesReading {
    /// One whose place in the file is known.
    pub fn located() -> Self {
        SeriesReading { is_located: true, ..SeriesReading::default() }
    }

    pub fn fault(message: Message) -> Self {
        SeriesReading { faults: vec![message], ..SeriesReading::default() }
    }

    /// Adds a value of a date that the file may have already.
    pub fn add(&mut self, date: NaiveDate, value: Number, flags: Flags, place: String) {
        self.dates.insert(date);
        match self.figures.get(&date) {
            None => drop(self.figures.insert(date, Figure { value, flags, place })),
            Some(first) if first.value == value => {}
            Some(first) => {
                let message = msg::table_twice(date, first.value, &first.place, value, &place);
                self.faults.push(message);
            }
        }
    }

    fn label_fault(&mut self, place: String, message: impl FnOnce(&str) -> Message) {
        if self.named.insert(place.clone()) {
            self.faults.push(message(&place));
        }
    }
}

/// A series, its indicator, and the year that the name of the file or a cell says.
pub struct SheetReader<'a> {
    pub series: &'a TableSeries,
    pub place: &'a SheetPlace,
    pub indicator: &'a Indicator,
    pub year: Option<Year>,
}

impl SheetReader<'_> {
    /// Reads the series in a sheet; a fault alone where the labels lead to no heading.
    pub fn read(&self, grid: &Grid<'_>) -> SeriesReading {
        let view = grid.view(self.place.direction == Direction::Columns);
        let read = |cell: (u32, u32)| {
            let reading = match self.place.direction {
                Direction::Matrix => self.read_matrix(view, cell.0),
                Direction::Rows | Direction::Columns => self.read_below(grid, view, cell),
            };
            Some((view.address(cell.0, cell.1), reading?))
        };
        let cells = self.labelled_cells(grid, view).into_iter();
        let mut readings: Vec<(String, SeriesReading)> = cells.filter_map(read).collect();
        if readings.len() > 1 {
            let places = readings.iter().map(|(place, _)| place.as_str()).collect::<Vec<_>>().join(", ");
            let mut reading = SeriesReading::located();
            reading.faults.push(msg::table_headings(self.labels(), grid.name, places));
            return reading;
        }
        let Some((place, mut reading)) = readings.pop() else {
            return SeriesReading::fault(self.no_heading(grid));
        };
        for text in &self.place.expect {
            if grid.places(text).next().is_none() {
                reading.faults.push(msg::table_expectation(text.written(), grid.name, nearest(grid, text)));
            }
        }
        if reading.figures.is_empty() && reading.faults.is_empty() {
            reading.faults.push(msg::table_no_values(place));
        }
        reading
    }

    fn labels(&self) -> String {
        self.place.labels.iter().map(Pattern::written).collect::<Vec<_>>().join(" / ")
    }

    fn no_heading(&self, grid: &Grid<'_>) -> Message {
        let missing = self.place.labels.iter().find(|label| grid.places(label).next().is_none());
        let nearest = missing.and_then(|label| grid.nearest(label));
        match nearest {
            Some((text, place)) => msg::table_no_heading_nearest(self.labels(), grid.name, text, place),
            None => msg::table_no_heading(self.labels(), grid.name),
        }
    }

    /// The cells to which the labels lead, in the places of the view.
    fn labelled_cells(&self, grid: &Grid<'_>, view: View<'_>) -> Vec<(u32, u32)> {
        let Some((first, further)) = self.place.labels.split_first() else {
            return view.first_cell().into_iter().collect();
        };
        let mut cells = BTreeSet::new();
        for cell in grid.places(first).take(MOST_HEADINGS) {
            match self.place.direction {
                Direction::Columns => cells.extend(follow_right(grid, cell, further)),
                _ => cells.extend(follow_down(grid, cell, u32::MAX, further)),
            }
        }
        if cells.len() > MOST_HEADINGS {
            return Vec::new();
        }
        cells.into_iter().map(|cell| view.place(cell)).collect()
    }

    /// The row of the view at which the table below a heading ends.
    fn end_row(&self, grid: &Grid<'_>, view: View<'_>, heading: u32) -> u32 {
        let ends = self.place.until.iter().flat_map(|until| grid.places(until));
        ends.map(|place| view.place(place).0).filter(|row| *row > heading).min().unwrap_or(u32::MAX)
    }

    /// Reads what stands below a cell; nothing where no row of it counts for the series.
    fn read_below(
        &self,
        grid: &Grid<'_>,
        view: View<'_>,
        (row, column): (u32, u32),
    ) -> Option<SeriesReading> {
        let rows = row + 1..self.end_row(grid, view, row);
        let (axis, rivals) = self.axis(view, column, &rows)?;
        let mut reading = SeriesReading::located();
        check_rivals(view, column, &axis, &rivals, &mut reading);
        self.check_labels(view, &axis, Some(column), &mut reading);
        self.read_rows(view, column, &axis, &rows, &mut reading);
        let counts = !reading.dates.is_empty() || !reading.faults.is_empty();
        counts.then_some(reading)
    }

    /// The column with the periods of a column of figures, and where they are numbers, others that have periods.
    fn axis(&self, view: View<'_>, column: u32, rows: &Range<u32>) -> Option<(Axis, Vec<Axis>)> {
        let inside = view.column(column).iter().map(|(_, row, _)| *row).filter(|row| rows.contains(row));
        let inside: Vec<u32> = inside.collect();
        let fits = |axis: &Axis| match &self.place.row {
            Some(pattern) => axis.periods().next().and_then(|_| {
                let is_row = |(row, entry): &(&u32, &Entry)| {
                    matches!(entry, Entry::Text) && pattern.matches(&text(view, **row, axis.column))
                };
                Some(axis.entries.iter().filter(is_row).count()).filter(|count| *count > 0)
            }),
            None => axis.fitting(&inside),
        };
        let fitting = |column| {
            let axis = Axis::read(view, column, rows.clone(), self.place, &self.series.flags);
            fits(&axis).map(|count| (axis, count))
        };
        let mut left = view.columns().filter(|left| *left < column).rev().filter_map(fitting);
        let (mut axis, mut count) = left.next()?;
        let mut rivals = Vec::new();
        while axis.has_numbers() {
            let Some((farther, farther_count)) = left.next() else { break };
            if farther_count > count {
                (axis, count, rivals) = (farther, farther_count, Vec::new());
            } else {
                rivals.push(farther);
            }
        }
        Some((axis, rivals))
    }

    fn read_rows(
        &self,
        view: View<'_>,
        column: u32,
        axis: &Axis,
        rows: &Range<u32>,
        reading: &mut SeriesReading,
    ) {
        // Where periods have no year, the nearest column to the left that has one.
        let years = (!axis.has_year() && self.year.is_none()).then(|| {
            let left = view.columns().filter(|left| *left < axis.column).rev();
            let read = |column| Axis::read(view, column, rows.clone(), self.place, &self.series.flags);
            left.map(read).find(Axis::has_year)
        });
        let years = years.flatten();
        let mut period = None;
        let mut matched = None;
        let mut below_years = Vec::new();
        for (row, entry) in &axis.entries {
            match (entry, &self.place.row) {
                (Entry::Period { label, flags, .. }, pattern) => {
                    self.check_matched(view, matched.take(), axis.column, reading);
                    let near = match (self.year, label.year(), &years) {
                        (Some(year), None, _) => Ok(Some((0, year))),
                        (_, None, years) => {
                            let years = years.as_ref().unwrap_or(axis);
                            years.year_at(*row, pattern.is_some()).map_err(|at| (years.column, at))
                        }
                        _ => Ok(None),
                    };
                    let year_row = near.ok().flatten().map(|(year_row, _)| year_row);
                    let near = near.map(|near| near.map(|(_, year)| year));
                    let dated = self.date_of_label(view, (*row, axis.column), *label, near, reading);
                    below_years.extend(year_row.zip(dated).map(|(year_row, date)| (year_row, date, *row)));
                    period = dated.map(|date| (date, *flags));
                    match pattern {
                        Some(_) => matched = Some((*row, 0)),
                        None => self.take(view, (*row, column), period, reading),
                    }
                }
                (Entry::Text, Some(pattern)) if pattern.matches(&text(view, *row, axis.column)) => {
                    if let Some((_, count)) = &mut matched {
                        *count += 1;
                        self.take(view, (*row, column), period, reading);
                    }
                }
                _ => {}
            }
        }
        self.check_matched(view, matched, axis.column, reading);
        self.check_order(view, axis.column, &below_years, reading);
    }

    /// Reports periods below one year that run up as well as down: the row of another year is missing between them.
    fn check_order(
        &self,
        view: View<'_>,
        column: u32,
        below_years: &[(u32, NaiveDate, u32)],
        reading: &mut SeriesReading,
    ) {
        for periods in below_years.chunk_by(|(year, ..), (next_year, ..)| year == next_year) {
            let nexts = periods.iter().skip(1);
            let steps =
                periods.iter().zip(nexts).map(|((_, date, _), (_, next, row))| (next.cmp(date), *row));
            let (ups, downs): (Vec<_>, Vec<_>) =
                steps.filter(|(order, _)| order.is_ne()).partition(|(order, _)| order.is_gt());
            let rarer = if ups.len() < downs.len() { &ups } else { &downs };
            if let (Some((_, row)), false) = (rarer.first(), ups.is_empty()) {
                let message = |place: &str| msg::table_order(place, text(view, *row, column));
                reading.label_fault(view.address(*row, column), message);
            }
        }
    }

    /// With `row`, one row below each period should be the one that is read.
    fn check_matched(
        &self,
        view: View<'_>,
        matched: Option<(u32, usize)>,
        column: u32,
        reading: &mut SeriesReading,
    ) {
        let Some(((row, count), pattern)) = matched.zip(self.place.row.as_ref()) else { return };
        let place = view.address(row, column);
        match count {
            0 => reading.warnings.push(msg::table_row_missing(pattern.written(), place)),
            1 => {}
            _ => reading.faults.push(msg::table_row_twice(pattern.written(), place)),
        }
    }

    /// Reports labels between the first and the last period that are none, and behind the last those beside a number of the
    /// column.
    fn check_labels(&self, view: View<'_>, axis: &Axis, column: Option<u32>, reading: &mut SeriesReading) {
        let Some((first, last)) = axis.extent().filter(|_| self.place.row.is_none()) else { return };
        for (row, entry) in axis.entries.range(first..) {
            let is_label = matches!(entry, Entry::Text | Entry::Unread);
            let value = || column.and_then(|column| view.at(*row, column));
            let is_beside_number = || value().is_some_and(Value::is_number);
            if is_label && (*row < last || is_beside_number()) {
                let message = |place: &str| msg::table_no_period(place, text(view, *row, axis.column));
                reading.label_fault(view.address(*row, axis.column), message);
            }
        }
    }

    /// The date of a label in the series, where it has one; what is wrong with its year is reported.
    fn date_of_label(
        &self,
        view: View<'_>,
        (row, column): (u32, u32),
        label: Label,
        near: Result<Option<Year>, (u32, u32)>,
        reading: &mut SeriesReading,
    ) -> Option<NaiveDate> {
        let is_before = self.place.is_first_of_month_the_month_before;
        let near = match near {
            Ok(near) => near,
            Err((column, row)) => {
                let message = |place: &str| msg::table_no_period(place, text(view, row, column));
                reading.label_fault(view.address(row, column), message);
                return None;
            }
        };
        match Period::new(label, near, self.place.year_start) {
            Some(period) => counting::date(period, self.indicator, is_before),
            None => {
                let is_split = matches!(label.year().or(near), Some(Year::Split(_)));
                let is_year = matches!(label, Label::Period { part: None, .. });
                if !is_year && counting::counts_in_some_year(label, self.indicator, is_before) {
                    let text = text(view, row, column);
                    let message = match is_split {
                        true => |place: &str, text: &str| msg::table_no_year_start(place, text),
                        false => |place: &str, text: &str| msg::table_no_year(place, text),
                    };
                    reading.label_fault(view.address(row, column), |place| message(place, &text));
                }
                None
            }
        }
    }

    /// Takes the value of a cell for a date.
    fn take(
        &self,
        view: View<'_>,
        (row, column): (u32, u32),
        period: Option<(NaiveDate, Flags)>,
        reading: &mut SeriesReading,
    ) {
        let Some((date, flags)) = period else { return };
        let Some(value) = view.at(row, column) else { return };
        reading.dates.insert(date);
        let place = view.address(row, column);
        match values::read(value, self.place.decimal, &self.series.flags) {
            Ok(None) => {}
            Ok(Some((number, value_flags))) => match values::round(number, &self.series.rounding) {
                Some(number) => reading.add(date, number, flags.with(value_flags), place),
                None => reading.faults.push(msg::table_no_number(place, value)),
            },
            Err(Unreadable::NoNumber) => reading.faults.push(msg::table_no_number(place, value)),
            Err(Unreadable::InDoubt) => reading.faults.push(msg::table_number_in_doubt(place, value)),
        }
    }

    /// Reads a matrix below a row; nothing where none is there.
    fn read_matrix(&self, view: View<'_>, row: u32) -> Option<SeriesReading> {
        let mut reading = SeriesReading::located();
        let marks = &self.series.flags;
        let read = |column, until| Axis::read(view, column, row + 1..until, self.place, marks);
        let has_periods = |axis: &Axis| {
            let rows: Vec<u32> = axis.entries.keys().copied().collect();
            axis.fitting(&rows).is_some()
        };
        let axis = view.columns().map(|column| read(column, u32::MAX)).find(has_periods)?;
        let (first, _) = axis.extent()?;
        let (until_row, until_column) = self.matrix_end(view, first, axis.column);
        let axis = read(axis.column, until_row);
        let across = self.periods_across(view, row..first, axis.column + 1..until_column, &mut reading);
        self.check_labels(view, &axis, None, &mut reading);
        for (row, entry) in &axis.entries {
            let Entry::Period { label: down, flags, .. } = entry else { continue };
            for (column, (across, across_flags)) in &across {
                let Some(label) = join_parts(*down, *across) else { continue };
                let near = Ok(self.year);
                let date = self.date_of_label(view, (*row, *column), label, near, &mut reading);
                let period = date.map(|date| (date, flags.with(*across_flags)));
                self.take(view, (*row, *column), period, &mut reading);
            }
        }
        (!across.is_empty()).then_some(reading)
    }

    /// The row below, and the column to the right, at which a matrix ends.
    fn matrix_end(&self, view: View<'_>, first: u32, axis: u32) -> (u32, u32) {
        let (mut row_end, mut column_end) = (u32::MAX, u32::MAX);
        for (row, column) in self.place.until.iter().flat_map(|until| view.grid().places(until)) {
            if row > first {
                row_end = row_end.min(row);
            } else if column > axis {
                column_end = column_end.min(column);
            }
        }
        (row_end, column_end)
    }

    /// The periods above the first row of values, by columns: the nearest above.
    fn periods_across(
        &self,
        view: View<'_>,
        rows: Range<u32>,
        columns: Range<u32>,
        reading: &mut SeriesReading,
    ) -> BTreeMap<u32, (Label, Flags)> {
        let mut across = BTreeMap::new();
        for row in rows.rev() {
            let line = Axis::read(view.turned(), row, columns.clone(), self.place, &self.series.flags);
            self.check_labels(view.turned(), &line, None, reading);
            for (column, entry) in line.entries {
                if let Entry::Period { label, flags, .. } = entry {
                    across.entry(column).or_insert((label, flags));
                }
            }
        }
        across
    }
}

/// Columns of which either could be that of the periods must say the same beside a figure.
fn check_rivals(view: View<'_>, column: u32, axis: &Axis, rivals: &[Axis], reading: &mut SeriesReading) {
    for rival in rivals {
        let differs = |(row, label): &(u32, Label)| {
            let entry = axis.entries.get(row);
            let is_same = matches!(entry, Some(Entry::Period { label: same, .. }) if same == label);
            !is_same && view.at(*row, column).is_some()
        };
        if let Some((row, _)) = rival.periods().find(differs) {
            let places = [axis.column, rival.column].map(|column| view.address(row, column));
            reading.faults.push(msg::table_periods_differ(&places[0], &places[1]));
        }
    }
}

fn text(view: View<'_>, row: u32, column: u32) -> String {
    view.at(row, column).map(ToString::to_string).unwrap_or_default()
}

/// The whole of two parts of a period: a year and what is within it.
fn join_parts(down: Label, across: Label) -> Option<Label> {
    let (Label::Period { year: a, part: b }, Label::Period { year: c, part: d }) = (down, across) else {
        return None;
    };
    let is_whole = a.is_none() != c.is_none() && b.is_none() != d.is_none();
    is_whole.then_some(Label::Period { year: a.or(c), part: b.or(d) })
}

/// The next cell of a row that is not empty, to the right of one.
fn next_cell(sheet: View<'_>, (row, column): (u32, u32)) -> u32 {
    let cells = sheet.row(row);
    let behind = cells.partition_point(|(_, at, _)| *at <= column);
    cells.get(behind).map_or(u32::MAX, |(_, column, _)| *column)
}

/// Follows labels downwards: each within the columns of the one before, in the first row that has it there.
fn follow_down(grid: &Grid<'_>, cell: (u32, u32), end: u32, labels: &[Pattern]) -> Vec<(u32, u32)> {
    let Some((label, further)) = labels.split_first() else { return vec![cell] };
    let end = end.min(next_cell(grid.view(false), cell));
    let within = |(row, column): &(u32, u32)| *row > cell.0 && (cell.1..end).contains(column);
    let cells: Vec<(u32, u32)> = grid.places(label).filter(within).collect();
    let first = cells.iter().map(|(row, _)| *row).min();
    let cells = cells.into_iter().filter(|(row, _)| Some(*row) == first);
    cells.flat_map(|cell| follow_down(grid, cell, end, further)).collect()
}

/// Follows labels to the right, or where the row has none, downwards and not to the left.
fn follow_right(grid: &Grid<'_>, cell: (u32, u32), labels: &[Pattern]) -> Option<(u32, u32)> {
    labels.iter().try_fold(cell, |(row, column), label| {
        let beside = grid.places(label).filter(|place| place.0 == row && place.1 > column).min();
        beside.or_else(|| grid.places(label).filter(|place| place.0 > row && place.1 >= column).min())
    })
}

pub fn nearest(grid: &Grid<'_>, pattern: &Pattern) -> Message {
    match grid.nearest(pattern) {
        Some((text, place)) => msg::nearest_text(text, place),
        None => msg::verbatim(""),
    }
}
