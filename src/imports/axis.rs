//! The column of a sheet with the periods of its rows.

use super::*;

use std::ops::Range;

use super::values::without_marks;
use super::workbook::{CellDate, ShownParts as DateParts};
use crate::dataset::{DateOrder, Part, fold_text, has_roman_month, is_month_heading};

/// The bytes of a text that may be a period, or a name that a definition gives to one.
const LONGEST_LABEL: usize = 400;

/// The meaning of a cell in a column of periods.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    Period {
        label: Label,
        flags: Flags,
        /// True if it has nothing but digits, as a figure could have by chance.
        is_number: bool,
    },
    /// A label that the definition passes over.
    Passed,
    /// No period.
    Other,
}

impl Entry {
    fn period(label: Label, is_number: bool) -> Self {
        Entry::Period {
            label,
            flags: Flags::default(),
            is_number,
        }
    }

    pub fn label(&self) -> Option<Label> {
        match self {
            Entry::Period { label, .. } => Some(*label),
            _ => None,
        }
    }

    /// The entry where only years alone are read.
    fn of_year(self) -> Self {
        let span = self.label().and_then(Label::span);
        let is_year = span == Some((1, 12));
        match self {
            Entry::Period { .. } if !is_year => Entry::Passed,
            entry => entry,
        }
    }
}

/// The periods in a column of a view, within a range of rows.
pub struct Axis<'g> {
    pub view: View<'g>,
    pub column: u32,
    pub entries: BTreeMap<u32, Entry>,
}

impl<'g> Axis<'g> {
    /// Reads the cells of a column in these rows.
    pub fn read(
        view: View<'g>,
        column: u32,
        rows: Range<u32>,
        place: &SheetPlace,
        marks: &Marks,
    ) -> Self {
        let heading = view.column(column, 0..rows.start).next_back();
        let cells: Vec<_> = view.column(column, rows).collect();
        let mut has_roman_months = false;
        let mut orders = Vec::new();
        for (_, value) in &cells {
            if let Value::Text(text) = value
                && text.whole.len() <= LONGEST_LABEL
            {
                let (bare, _) = without_marks(text.bare(), marks);
                has_roman_months |= has_roman_month(text.bare()) || has_roman_month(&bare);
                orders.extend(DateOrder::from_text(text.bare()));
            }
        }

        // Days above 12 tell the order for all dates of the column, unless they tell two.
        orders.dedup();
        let told = match orders.as_slice() {
            [order] => Some(*order),
            _ => None,
        };

        let has_numbered_months = match heading {
            Some((_, Value::Text(text))) => is_month_heading(text.bare()),
            _ => false,
        };
        let mut context = LabelContext {
            year_start: place.year_start,
            has_roman_months,
            has_numbered_months,
            date_order: place.date_order.or(told),
        };

        let has_numbers = numbers_are_periods(&cells, context, place, marks);
        let mut entries = BTreeMap::new();
        for (row, value) in cells {
            let mut entry = entry(value, context, has_numbers, place, marks);
            if place.is_years_only {
                entry = entry.of_year();
            }

            let year = entry.label().and_then(Label::year);
            context.has_numbered_months |= year.is_some();
            entries.insert(row, entry);
        }

        Axis {
            view,
            column,
            entries,
        }
    }

    /// The address of the cell in a row.
    pub fn address(&self, row: u32) -> String {
        self.view.address((row, self.column))
    }

    pub fn periods(&self) -> impl Iterator<Item = (u32, Label)> {
        let entries = self.entries.iter();
        entries.filter_map(|(row, entry)| Some((*row, entry.label()?)))
    }

    /// The period of a row.
    pub fn label(&self, row: u32) -> Option<Label> {
        self.entries.get(&row)?.label()
    }

    /// The row of the next period below one.
    pub fn next_period(&self, row: u32) -> u32 {
        let mut below = self.entries.range(row + 1..);
        let next = below.find(|(_, entry)| entry.label().is_some());
        next.map_or(u32::MAX, |(row, _)| *row)
    }

    pub fn has_year(&self) -> bool {
        self.periods().any(|(_, label)| label.year().is_some())
    }

    pub fn has_numbers(&self) -> bool {
        let mut entries = self.entries.values();
        entries.any(|entry| {
            matches!(
                entry,
                Entry::Period {
                    is_number: true,
                    ..
                }
            )
        })
    }

    /// How many of these rows have a period. `None` where as many have anything else: one figure that is shown as a day does
    /// not make a column of periods.
    pub fn fitting(&self, rows: impl IntoIterator<Item = u32>) -> Option<usize> {
        let (mut periods, mut others) = (0, 0);
        for row in rows {
            match self.entries.get(&row) {
                Some(Entry::Period { .. }) => periods += 1,
                Some(Entry::Other) => others += 1,
                Some(Entry::Passed) | None => {}
            }
        }

        (periods > others).then_some(periods)
    }

    /// The first and the last row with a period.
    pub fn extent(&self) -> Option<(u32, u32)> {
        let mut rows = self.periods().map(|(row, _)| row);
        let first = rows.next()?;
        Some((first, rows.last().unwrap_or(first)))
    }

    /// Takes numbers for years, if all of them are; beside a column of months one year suffices.
    pub fn take_years(&mut self) -> bool {
        let mut years = Vec::new();
        for row in self.entries.keys() {
            let value = self.view.at((*row, self.column));
            let Some(value) = value.filter(|value| value.is_number()) else {
                continue;
            };

            match numbered_period(value) {
                Some(label @ Label::Period { part: None, .. }) => years.push((*row, label)),
                _ => return false,
            }
        }

        let has_years = !years.is_empty();
        for (row, label) in years {
            self.entries.insert(row, Entry::period(label, true));
        }

        has_years
    }

    /// The nearest year above a row that is written in full.
    pub fn certain_year_above(&self, row: u32) -> Option<Year> {
        for (_, entry) in self.entries.range(..row).rev() {
            match entry.label().and_then(Label::year) {
                None | Some(Year::TwoDigits(_)) => {}
                year => return year,
            }
        }

        None
    }

    /// The nearest row from `row` upwards that has a year, and its year.
    ///
    /// # Errors
    /// The row of a text between that is not a label, unless `are_texts_passed`.
    pub fn year_at(&self, row: u32, are_texts_passed: bool) -> Result<Option<(u32, Year)>, u32> {
        let first = self.extent().map_or(0, |(first, _)| first);
        let above = self.entries.range(first..=row.max(first)).rev();
        for (at, entry) in above {
            if let Some(year) = entry.label().and_then(Label::year) {
                return Ok(Some((*at, year)));
            }

            let is_text = matches!(entry, Entry::Other);
            if is_text && !are_texts_passed {
                return Err(*at);
            }
        }

        Ok(None)
    }
}

/// Reads one cell of a column of periods.
fn entry(
    value: &Value,
    context: LabelContext,
    has_numbers: bool,
    place: &SheetPlace,
    marks: &Marks,
) -> Entry {
    let text = match value {
        Value::Date(date) => return Entry::period(date_label(*date), false),
        Value::Number(_) => value.to_string(),
        Value::Text(text) if text.whole.len() <= LONGEST_LABEL => text.bare().to_owned(),
        Value::Text(_) | Value::Other(_) => return Entry::Other,
    };

    let (bare, flags) = without_marks(&text, marks);
    let sign_flags = read_signs(&text, marks);
    for (text, flags) in [(&text, sign_flags), (&bare, flags)] {
        let label = match find_name(text, place) {
            Some(None) => return Entry::Passed,
            Some(label) => label,
            None => label_of(value, text, context, has_numbers),
        };

        if let Some(label) = label {
            let mut digits = text.trim().bytes();
            return Entry::Period {
                label,
                flags,
                is_number: digits.all(|byte| byte.is_ascii_digit()),
            };
        }
    }

    Entry::Other
}

/// The flags of the marks without letters and digits: such signs are passed over in a period as it stands.
fn read_signs(text: &str, marks: &Marks) -> Flags {
    let mut signs = marks.clone();
    signs.retain(|(mark, _)| fold_text(mark).is_empty());
    if signs.is_empty() {
        return Flags::default();
    }

    let (_, flags) = without_marks(text, &signs);
    flags
}

/// The meaning that a definition gives to a text.
fn find_name(text: &str, place: &SheetPlace) -> Option<Option<Label>> {
    let mut names = place.names.iter();
    let (_, label) = names.find(|(name, _)| name.matches(text))?;
    Some(*label)
}

/// The period that a cell with this text says by itself. A format may write more than digits: `2025 г.`
fn label_of(value: &Value, text: &str, context: LabelContext, has_numbers: bool) -> Option<Label> {
    if value.whole_number().is_some() {
        return numbered_period(value).filter(|_| has_numbers);
    }

    let is_bare = value.is_number() && !text.contains(char::is_alphabetic);
    if is_bare {
        return None;
    }

    Label::parse(text, context)
}

/// The period of a date, as far as it is shown.
fn date_label(CellDate { day, shown }: CellDate) -> Label {
    let year = Some(Year::Calendar(day.year()));
    let month = Some(Part::Months(day.month(), day.month()));
    let (year, part) = match shown {
        DateParts::Day => return Label::Day(day),
        DateParts::YearAndMonth => (year, month),
        DateParts::Year => (year, None),
        DateParts::MonthAndDay => (None, Some(Part::Day(day.month(), day.day()))),
        DateParts::Month => (None, month),
    };
    Label::Period { year, part }
}

/// The period that a number may be: a year, a month, or both as `202501`.
fn numbered_period(value: &Value) -> Option<Label> {
    let number = value.whole_number()?;
    if YEARS.contains(&number) {
        return Some(Label::year_alone(Year::Calendar(number)));
    }

    if (1..=12).contains(&number) {
        return Some(Label::month_alone(number.unsigned_abs()));
    }

    let (year, month) = (number / 100, (number % 100).unsigned_abs());
    let is_period = YEARS.contains(&year) && (1..=12).contains(&month);
    is_period.then_some(Label::Period {
        year: Some(Year::Calendar(year)),
        part: Some(Part::Months(month, month)),
    })
}

/// Returns true if the numbers of a column are periods: years, and behind the first of them months; two years, or one with
/// months or quarters below.
fn numbers_are_periods(
    cells: &[(u32, &Value)],
    context: LabelContext,
    place: &SheetPlace,
    marks: &Marks,
) -> bool {
    if !cells.iter().any(|(_, value)| value.is_number()) {
        return false;
    }

    let mut years: usize = 0;
    let mut has_parts = false;
    let mut has_year_above = context.has_numbered_months;
    for (_, value) in cells {
        if value.is_bare_number() && find_name(&value.to_string(), place).is_none() {
            match numbered_period(value) {
                Some(label) if label.year().is_some() => {
                    years += 1;
                    has_year_above = true;
                }
                Some(_) if has_year_above => has_parts = true,
                _ => return false,
            }

            continue;
        }

        let context = LabelContext {
            has_numbered_months: has_year_above,
            ..context
        };
        let entry = entry(value, context, false, place, marks);
        if let Some(label) = entry.label() {
            let is_part = matches!(label, Label::Period { part: Some(_), .. });
            has_parts |= has_year_above && is_part;
            has_year_above |= label.year().is_some();
            // `2024*` beside numbers.
            years += usize::from(label.year().is_some() && !is_part);
        }
    }

    years >= 2 || has_parts
}
