//! The figures below one heading: the periods beside them, the years of these, and what is in doubt.

use super::*;

use std::cmp::Ordering;
use std::ops::Range;

use super::series::{counts_in_some_year, with_year};
use super::values::Unreadable;
use super::workbook::Place;
use crate::dataset::{FirstOfMonth, FlagCell, Part, is_missing, is_slashed_date};
use crate::model::PeriodType;

/// The cell above figures, and the column of the first label that leads to it, as the view has them.
#[derive(Clone, Copy)]
pub struct Heading {
    pub place: Place,
    pub first_column: u32,
}

impl Heading {
    pub fn new(place: Place, (_, first_column): Place) -> Self {
        Heading {
            place,
            first_column,
        }
    }
}

/// Reads what belongs to one heading.
pub struct Reader<'a> {
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

impl<'a> Reader<'a> {
    pub fn new(
        series: &'a TableSeries,
        place: &'a SheetPlace,
        indicator: &'a Indicator,
        year: Option<Year>,
        view: View<'a>,
    ) -> Self {
        Reader {
            series,
            place,
            indicator,
            year,
            view,
            reading: SeriesReading::default().located(),
            named: HashSet::new(),
        }
    }

    fn axis(&self, view: View<'a>, column: u32, rows: Range<u32>) -> Axis<'a> {
        Axis::read(view, column, rows, self.place, &self.series.flags)
    }

    fn fault(&mut self, message: Message) {
        self.reading.faults.push(message);
    }

    /// Reports a label by its address and its text, unless that was done before.
    fn label_fault(&mut self, axis: &Axis<'_>, row: u32, message: fn(String, String) -> Message) {
        let place = (row, axis.column);
        if self.named.insert(axis.view.place(place)) {
            let text = axis.view.text(place);
            self.fault(message(axis.address(row), text));
        }
    }

    /// Reads what stands below a cell; nothing where no row of it counts for the series.
    pub fn read_below(mut self, heading: Heading) -> Option<SeriesReading> {
        let (row, column) = heading.place;
        let mut end = u32::MAX;
        for place in self.ends() {
            let (below, _) = self.view.place(place);
            if below > row {
                end = end.min(below);
            }
        }

        let rows = row + 1..end;
        let (axis, mut rivals) = self.axis_beside(column, &rows)?;
        // What stands before the first label belongs to another table, if periods that have no label stand behind it.
        let has_label = self.view.at((row, axis.column)).is_some();
        if axis.column >= heading.first_column && !has_label {
            rivals.retain(|rival| rival.column >= heading.first_column);
        }

        self.check_rivals(column, &axis, &rivals);
        self.check_labels(&axis, |reader, row| reader.has_figure((row, column)));
        self.check_figures(column, &axis);
        self.check_widths(&axis);
        self.check_numbers(&axis);
        self.check_firsts(&axis);
        self.read_rows(column, &axis, rows);

        let SeriesReading { dates, faults, .. } = &self.reading;
        let counts = !dates.is_empty() || !faults.is_empty();
        counts.then_some(self.reading)
    }

    /// The places of the text at which figures end.
    fn ends(&self) -> impl Iterator<Item = Place> {
        let grid = self.view.grid;
        let until = self.place.until.iter();
        until.flat_map(|until| grid.places(until))
    }

    /// The column with the periods of a column of figures, and where they are numbers, others that have periods.
    fn axis_beside(&self, column: u32, rows: &Range<u32>) -> Option<(Axis<'a>, Vec<Axis<'a>>)> {
        let mut found: Option<(Axis<'_>, usize)> = None;
        let mut rivals = Vec::new();
        for left in self.view.columns_before(column) {
            let axis = self.axis(self.view, left, rows.clone());
            let Some(count) = self.count_fitting(&axis, column, rows) else {
                continue;
            };

            match &found {
                Some((_, most)) if count <= *most => rivals.push(axis),
                _ => {
                    rivals.clear();
                    found = Some((axis, count));
                }
            }

            if found.as_ref().is_some_and(|(axis, _)| !axis.has_numbers()) {
                break;
            }
        }

        let (axis, _) = found?;
        Some((axis, rivals))
    }

    /// How many figures of a column have a period in an axis; `None` where the column is not one.
    fn count_fitting(&self, axis: &Axis<'_>, column: u32, rows: &Range<u32>) -> Option<usize> {
        if self.place.row.is_none() {
            let mut counted = Vec::new();
            for (row, value) in self.view.column(column, rows.clone()) {
                // A text beside another is a part of the heading: `Country, Code, 2024, 2025`.
                if axis.label(row).is_some() || values::is_number(value) {
                    counted.push(row);
                }
            }

            return axis.fitting(counted);
        }

        let count = self.text_rows(axis).len();
        (count > 0 && axis.extent().is_some()).then_some(count)
    }

    /// The rows of an axis with the text of those that are read below each period.
    fn text_rows(&self, axis: &Axis<'_>) -> BTreeSet<u32> {
        let Some(text) = &self.place.row else {
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

    /// Where two columns could be that of the periods, both must say the same beside a figure.
    fn check_rivals(&mut self, column: u32, axis: &Axis<'_>, rivals: &[Axis<'_>]) {
        for rival in rivals {
            for (row, label) in rival.periods() {
                let is_same = axis.label(row).is_some_and(|own| {
                    // Months beside their years.
                    own == label || join_parts(own, label).is_some()
                });
                if is_same || !self.has_figure((row, column)) {
                    continue;
                }

                let [place, second] = [axis, rival].map(|axis| axis.address(row));
                self.fault(msg::table_periods_differ(place, second));
                break;
            }
        }
    }

    /// Reports labels that are not periods: all of them between the first and the last period, before and behind only those
    /// beside a figure.
    fn check_labels(&mut self, axis: &Axis<'_>, has_figure: impl Fn(&Self, u32) -> bool) {
        let Some((first, last)) = self.extent_of_all(axis) else {
            return;
        };

        for (row, entry) in &axis.entries {
            let is_between = (first..last).contains(row);
            let is_label = matches!(entry, Entry::Other);
            if is_label && (is_between || has_figure(self, *row)) {
                self.label_is_no_period(axis, *row);
            }
        }
    }

    /// The first and the last row with a period, unless only some of the rows between are read.
    fn extent_of_all(&self, axis: &Axis<'_>) -> Option<(u32, u32)> {
        axis.extent().filter(|_| self.place.row.is_none())
    }

    fn label_is_no_period(&mut self, axis: &Axis<'_>, row: u32) {
        let text = axis.view.text((row, axis.column));
        let message = match is_slashed_date(&text) {
            true => msg::table_date_in_doubt,
            false => msg::table_no_period,
        };
        self.label_fault(axis, row, message);
    }

    /// Returns true if a place has a figure, or what could be one.
    fn has_figure(&self, place: Place) -> bool {
        let value = self.view.at(place);
        value.is_some_and(|value| values::is_figure(value, self.place, self.series))
    }

    /// Warns of the figures between periods that have no label.
    fn check_figures(&mut self, column: u32, axis: &Axis<'_>) {
        let Some((first, last)) = self.extent_of_all(axis) else {
            return;
        };

        for (row, _) in self.view.column(column, first..last) {
            let has_label = axis.entries.contains_key(&row);
            if !has_label && self.has_figure((row, column)) {
                self.reading.has_passed = true;
                let place = self.view.address((row, column));
                self.reading.warnings.push(msg::table_no_label(place));
            }
        }
    }

    /// Reports a year with a figure that has months above it and none below: it may be the total of those.
    fn check_totals(&mut self, column: u32, axis: &Axis<'_>) {
        if series::months(self.indicator) == Some(12) {
            return;
        }

        let mut year_row = None;
        let mut year_above = None;
        let mut has_months_above = false;
        let mut has_months_below = false;
        // A year below all ends the last one.
        let end = Label::year_alone(Year::Calendar(0));
        for (row, label) in axis.periods().chain([(u32::MAX, end)]) {
            match label {
                Label::Period {
                    year: year @ Some(_),
                    part: None,
                } => {
                    // Months between two rows of one year are that year's in any case.
                    if let Some((row, own)) = year_row
                        && own != year_above
                        && has_months_above
                        && !has_months_below
                        && self.has_figure((row, column))
                    {
                        self.label_fault(axis, row, msg::table_total_in_doubt);
                    }

                    has_months_above = has_months_below;
                    has_months_below = false;
                    year_above = year_row.and_then(|(_, own)| own);
                    year_row = Some((row, year));
                }
                Label::Period { year: None, .. } => has_months_below = true,
                _ => {}
            }
        }
    }

    /// Reports stocks whose days are all the first of a month: the definition must say to which month they belong.
    fn check_firsts(&mut self, axis: &Axis<'_>) {
        let is_stock = self.indicator.period_type == PeriodType::MonthEnd;
        if !is_stock || self.place.first_of_month.is_some() {
            return;
        }

        let mut first = None;
        for (row, label) in axis.periods() {
            match label {
                Label::Day(day) if day.day() > 1 => return,
                Label::Day(_) => first = first.or(Some(row)),
                Label::Period { .. } => {}
            }
        }

        if let Some(row) = first {
            self.label_fault(axis, row, msg::table_first_of_month);
        }
    }

    /// Reports the first period that is narrower than those of the series, unless the wider one that it belongs to stands
    /// in the column, too: a quarterly table may go on in months, and a list of years end with a part of one.
    fn check_widths(&mut self, axis: &Axis<'_>) {
        let (width, message): (_, fn(String, String) -> Message) =
            match series::months(self.indicator) {
                Some(3) => (3, msg::table_month_among_quarters),
                Some(12) => (12, msg::table_part_among_years),
                _ => return,
            };

        let mut wholes = HashSet::new();
        let mut parts = Vec::new();
        for (row, label) in axis.periods() {
            let Some((first, last)) = label.span() else {
                continue;
            };

            let year = label.year();
            let whole = (year, (first - 1) / width);
            match last + 1 - first {
                1 if width == 3 => parts.push((row, whole)),
                ..12 if width == 12 && year.is_some() => parts.push((row, whole)),
                months if months == width => drop(wholes.insert(whole)),
                _ => {}
            }
        }

        let mut owned = parts.iter().filter(|(_, (year, _))| year.is_some());
        let is_beside = owned.any(|(_, whole)| wholes.contains(whole));
        if let [(row, _), ..] = parts.as_slice()
            && !wholes.is_empty()
            && !is_beside
        {
            self.label_fault(axis, *row, message);
        }
    }

    /// Reports numbers below years none of which is above 4: they may be quarters, above all where they begin anew.
    fn check_numbers(&mut self, axis: &Axis<'_>) {
        let mut has_restart = series::months(self.indicator) == Some(3);
        let mut first = None;
        let mut before = 0;
        for (row, entry) in &axis.entries {
            let Entry::Period {
                label:
                    Label::Period {
                        year: None,
                        part: Some(Part::Months(month, _)),
                    },
                is_number: true,
                ..
            } = entry
            else {
                continue;
            };

            match *month {
                3 => {}
                1 | 2 | 4 => first = first.or(Some(*row)),
                _ => return,
            }

            has_restart |= matches!((before, *month), (4, 1) | (1, 4));
            before = *month;
        }

        if let Some(row) = first.filter(|_| has_restart) {
            self.label_fault(axis, row, msg::table_numbers_in_doubt);
        }
    }

    fn read_rows(&mut self, column: u32, axis: &Axis<'_>, rows: Range<u32>) {
        let beside = self.years_beside(axis, rows);
        if self.year.is_none() && beside.is_none() {
            self.check_totals(column, axis);
        }

        let years = beside.as_ref().unwrap_or(axis);
        let text_rows = self.text_rows(axis);
        let mut below_years = Vec::new();
        for (row, entry) in &axis.entries {
            let Entry::Period { label, flags, .. } = entry else {
                continue;
            };

            let (year_row, date) = self.date_of_row(axis, *row, *label, years);
            if let (Some(year_row), Some(date)) = (year_row, date) {
                below_years.push(DatedRow {
                    year_row,
                    date,
                    row: *row,
                });
            }

            let period = date.map(|date| (date, *flags));
            let Some(text) = &self.place.row else {
                self.take((*row, column), period);
                continue;
            };

            let mut count = 0;
            for row in text_rows.range(row + 1..axis.next_period(*row)) {
                self.take((*row, column), period);
                count += 1;
            }

            let place = axis.address(*row);
            match count {
                0 => {
                    let warning = msg::table_row_missing(text.written(), place);
                    self.reading.warnings.push(warning);
                }
                1 => {}
                _ => self.fault(msg::table_row_twice(text.written(), place)),
            }
        }

        self.check_order(axis, &below_years);
    }

    /// Where periods have no year, the nearest column to the left that has one.
    fn years_beside(&self, axis: &Axis<'_>, rows: Range<u32>) -> Option<Axis<'a>> {
        if axis.has_year() || self.year.is_some() {
            return None;
        }

        for left in self.view.columns_before(axis.column) {
            let mut beside = self.axis(self.view, left, rows.clone());
            if beside.has_year() || beside.take_years() {
                return Some(beside);
            }
        }

        None
    }

    /// Reports periods below one year that run up as well as down, or from December to January of the same year: the row of
    /// another year is missing between them. The months of a split year run on into its second year.
    fn check_order(&mut self, axis: &Axis<'_>, rows: &[DatedRow]) {
        for rows in rows.chunk_by(|one, next| one.year_row == next.year_row) {
            let mut ups = Vec::new();
            let mut downs = Vec::new();
            let mut starts = Vec::new();
            for (before, next) in rows.iter().zip(rows.iter().skip(1)) {
                match next.date.cmp(&before.date) {
                    Ordering::Greater => ups.push(next.row),
                    Ordering::Less => downs.push(next.row),
                    Ordering::Equal => {}
                }

                let is_same_year = before.date.year() == next.date.year();
                let is_turn = before.date.month() == 12 && next.date.month() == 1;
                if is_same_year && is_turn {
                    starts.push(next.row);
                }
            }

            let turns = match (ups.len(), downs.len()) {
                (0, _) | (_, 0) => &starts,
                (ups_count, downs_count) if ups_count < downs_count => &ups,
                _ => &downs,
            };
            if let Some(row) = turns.first() {
                self.label_fault(axis, *row, msg::table_order);
            }
        }
    }

    /// The date of the period of a row, and the row from which it has its year where that is another one. A label in place of
    /// that year is reported.
    fn date_of_row(
        &mut self,
        axis: &Axis<'_>,
        row: u32,
        label: Label,
        years: &Axis<'_>,
    ) -> (Option<u32>, Option<NaiveDate>) {
        if let Some(Year::TwoDigits(year)) = label.year() {
            let near = self.year.or(years.certain_year_above(row));
            if near.is_some_and(|near| near != Year::Calendar(year)) {
                self.label_fault(axis, row, msg::table_year_in_doubt);
                return (None, None);
            }
        }

        let (year_row, year) = if label.year().is_some() {
            (Some(row), None)
        } else if self.year.is_some() {
            (Some(0), self.year)
        } else {
            match years.year_at(row, self.place.row.is_some()) {
                Ok(above) => above.unzip(),
                Err(row) => {
                    self.label_is_no_period(years, row);
                    return (None, None);
                }
            }
        };

        (year_row, self.date_of_label(axis, row, label, year))
    }

    /// The date of a label in the series, where it has one; a year that is not known is reported.
    fn date_of_label(
        &mut self,
        axis: &Axis<'_>,
        row: u32,
        label: Label,
        near: Option<Year>,
    ) -> Option<NaiveDate> {
        let is_month_before = self.place.first_of_month == Some(FirstOfMonth::Previous);
        if let Some(label) = with_year(label, near, self.place.year_start) {
            return series::date(label, self.indicator, is_month_before);
        }

        if counts_in_some_year(label, self.indicator, is_month_before) {
            let message = match label.year().or(near) {
                Some(Year::Split(_)) => msg::table_no_year_start,
                _ => msg::table_no_year,
            };
            self.label_fault(axis, row, message);
        }

        None
    }

    /// Takes the value of a cell for a date.
    fn take(&mut self, place: Place, period: Option<(NaiveDate, Flags)>) {
        let (Some((date, flags)), Some(value)) = (period, self.view.at(place)) else {
            return;
        };

        self.reading.dates.insert(date);
        let address = self.view.address(place);
        let read = values::read(value, self.place, self.series);
        let Some(cell_flags) = self.read_flag(place) else {
            return;
        };

        match (read, value) {
            (Ok(None), _) => {}
            (Ok(Some((value, value_flags))), _) => {
                let flags = flags.with(value_flags).with(cell_flags);
                let figure = Figure {
                    value,
                    flags,
                    place: address,
                };
                self.reading.add(date, figure);
            }
            (Err(Unreadable::NoNumber), Value::Other(shown)) if **shown == *"=" => {
                self.fault(msg::table_uncalculated(address));
            }
            (Err(Unreadable::NoNumber), _) => self.fault(msg::table_no_number(address, value)),
            (Err(Unreadable::InDoubt), _) => {
                self.fault(msg::table_number_in_doubt(address, value));
            }
        }
    }

    /// The flags in the cell beside a value; `None` where it has another text, which is reported. Letters to the right that no
    /// period heads are flags that the definition does not mention.
    fn read_flag(&mut self, place: Place) -> Option<Flags> {
        let (row, column) = self.view.place(place);
        let beside = match self.place.flag {
            Some(FlagCell::Below) => (row.checked_add(1)?, column),
            Some(FlagCell::Right) | None => (row, column.checked_add(1)?),
        };

        let Some(Value::Text(text)) = self.view.grid.cells.get(beside) else {
            return Some(Flags::default());
        };

        let address = self.view.grid.view(false).address(beside);
        if self.place.flag.is_some() {
            let flags = values::read_marks(&text.whole, &self.series.flags);
            if flags.is_err() && !is_missing(&text.whole) {
                self.fault(msg::table_unknown_flag(address, &text.whole));
            }

            return Some(flags.unwrap_or_default());
        }

        if self.is_flag_without_heading(beside, text) {
            self.fault(msg::table_flag_beside(address, &text.whole));
            return None;
        }

        Some(Flags::default())
    }

    /// Returns true if a text is one or two letters in a column, or where periods stand across in a column of theirs, that has
    /// nothing above them.
    fn is_flag_without_heading(&self, (row, column): Place, text: &workbook::CellText) -> bool {
        let letters = text.whole.trim();
        let is_short = letters.chars().count() <= 2 && letters.chars().all(char::is_alphabetic);
        if !is_short || is_missing(letters) {
            return false;
        }

        let columns = self.view.grid.view(true);
        let mut above = columns.row(column, 0..row);
        above.all(|(_, value)| match value {
            Value::Text(text) => text.whole.trim().chars().count() <= 2,
            _ => false,
        })
    }

    /// Reads a matrix below a row; nothing where none is there.
    pub fn read_matrix(mut self, row: u32) -> Option<SeriesReading> {
        let axis = self.first_axis(row + 1)?;
        let (first, _) = axis.extent()?;
        // The row below, and the column to the right, at which the matrix ends.
        let mut end_row = u32::MAX;
        let mut end_column = u32::MAX;
        for (row, column) in self.ends() {
            if row > first {
                end_row = end_row.min(row);
            } else if column > axis.column {
                end_column = end_column.min(column);
            }
        }

        let axis = self.axis(self.view, axis.column, row + 1..end_row);
        let columns = axis.column + 1..end_column;
        let across = self.periods_across(row..first, columns, &axis);
        self.check_labels(&axis, |reader, row| {
            let mut columns = across.keys();
            columns.any(|column| reader.has_figure((row, *column)))
        });
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

                if let Some(date) = self.date_of_label(&axis, *row, label, self.year) {
                    let flags = flags.with(*across_flags);
                    self.take((*row, *column), Some((date, flags)));
                }
            }
        }

        (!across.is_empty()).then_some(self.reading)
    }

    /// The first column that has periods from a row on.
    fn first_axis(&self, row: u32) -> Option<Axis<'a>> {
        for column in self.view.columns() {
            let axis = self.axis(self.view, *column, row..u32::MAX);
            let rows = axis.entries.keys().copied();
            if axis.fitting(rows).is_some() {
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
    ) -> BTreeMap<u32, (Label, Flags)> {
        let mut across: BTreeMap<u32, (Label, Flags)> = BTreeMap::new();
        for row in rows.rev() {
            let line = self.axis(self.view.turned(), row, columns.clone());
            self.check_labels(&line, |reader, column| {
                let mut rows = axis.periods();
                !across.contains_key(&column)
                    && rows.any(|(row, _)| reader.has_figure((row, column)))
            });
            for (column, entry) in line.entries {
                if let Entry::Period { label, flags, .. } = entry {
                    across.entry(column).or_insert((label, flags));
                }
            }
        }

        across
    }
}

/// A row with the date of its period, and the row from which it has its year.
struct DatedRow {
    year_row: u32,
    date: NaiveDate,
    row: u32,
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
