//! The column of a sheet with the periods of its rows.

use super::*;

use std::ops::Range;

use super::values::without_marks;
use super::workbook::{CellDate, DateParts};
use crate::dataset::{DateOrder, Part, fold_text, has_roman_month, is_month_heading};

/// The bytes of a text that may be a period, or a name that a definition gives to one.
const LONGEST_LABEL: usize = 400;

/// The period that a cell says.
#[derive(Clone, Copy)]
pub struct Period {
    pub label: Label,
    pub flags: Flags,
    /// True if it has nothing but digits, as a figure could have by chance.
    pub is_number: bool,
}

/// The meaning of a cell in a column of periods.
#[derive(Clone, Copy)]
pub enum Entry {
    Period(Period),
    /// A label that the definition passes over.
    Passed,
    /// No period.
    Other,
}

impl Entry {
    pub fn label(&self) -> Option<Label> {
        match self {
            Entry::Period(period) => Some(period.label),
            _ => None,
        }
    }

    fn year(&self) -> Option<Year> {
        self.label()?.year()
    }
}

/// The periods in a column of a view, within a range of rows.
pub struct Axis<'g> {
    pub view: View<'g>,
    pub column: u32,
    pub rows: Range<u32>,
    pub entries: BTreeMap<u32, Entry>,
}

impl<'g> Axis<'g> {
    /// Reads the cells of a column in these rows. Its numbers are periods if so many of them are years, or one of these has
    /// months or quarters below it.
    pub fn read(
        view: View<'g>,
        column: u32,
        rows: Range<u32>,
        place: &SheetPlace,
        marks: &Marks,
        least_years: usize,
    ) -> Self {
        let heading = view.column(column, 0..rows.start).next_back();
        let cells: Vec<_> = view.column(column, rows.clone()).collect();
        let mut signs = marks.clone();
        signs.retain(|(mark, _)| fold_text(mark).is_empty());
        let mut reader = EntryReader {
            place,
            marks,
            signs: &signs,
            context: find_context(heading, &cells, place, marks),
            has_numbers: cells.iter().any(|(_, value)| value.is_number()),
        };

        let mut entries = reader.read_column(&cells, least_years);
        if entries.is_none() {
            reader.has_numbers = false;
            entries = reader.read_column(&cells, least_years);
        }

        Axis {
            view,
            column,
            rows,
            entries: entries.unwrap_or_default(),
        }
    }

    /// The address of the cell in a row.
    pub fn address(&self, row: u32) -> String {
        self.view.address((row, self.column))
    }

    pub fn periods(&self) -> impl Iterator<Item = (u32, Period)> {
        self.entries.iter().filter_map(|(row, entry)| match entry {
            Entry::Period(period) => Some((*row, *period)),
            _ => None,
        })
    }

    /// The period of a row.
    pub fn label(&self, row: u32) -> Option<Label> {
        self.entries.get(&row)?.label()
    }

    pub fn has_year(&self) -> bool {
        self.entries.values().any(|entry| entry.year().is_some())
    }

    pub fn has_numbers(&self) -> bool {
        self.periods().any(|(_, period)| period.is_number)
    }

    /// How many of these rows have a period. `None` where as many have anything else: one figure that is shown as a day does
    /// not make a column of periods.
    pub fn fitting(&self, rows: impl IntoIterator<Item = u32>) -> Option<usize> {
        let mut periods = 0;
        let mut others = 0;
        for row in rows {
            match self.entries.get(&row) {
                Some(Entry::Period(_)) => periods += 1,
                Some(Entry::Other) => others += 1,
                Some(Entry::Passed) | None => {}
            }
        }

        (periods > others).then_some(periods)
    }

    /// The first and the last row with a period.
    pub fn extent(&self) -> Option<(u32, u32)> {
        let (first, _) = self.periods().next()?;
        let (last, _) = self.periods().last()?;
        Some((first, last))
    }

    /// The nearest year above a row that is written in full.
    pub fn certain_year_above(&self, row: u32) -> Option<Year> {
        let above = self.entries.range(..row).rev();
        above
            .filter_map(|(_, entry)| entry.year())
            .find(|year| !matches!(year, Year::TwoDigits(_)))
    }

    /// Returns true if the label of a row is a year alone, below a part of the same year. `given` is the year of labels without
    /// one where none stands above them.
    pub fn closes_year(&self, row: u32, given: Option<Year>) -> bool {
        let Some(Label::Period {
            year: year @ Some(Year::Calendar(_)),
            part: None,
        }) = self.label(row)
        else {
            return false;
        };

        let mut above = self.entries.range(..row).rev();
        let above = above.find_map(|(_, entry)| entry.label());
        let is_part = !matches!(above, None | Some(Label::Period { part: None, .. }));
        is_part && self.certain_year_above(row).or(given) == year
    }

    /// The nearest row from `row` upwards that has a year, and its year.
    ///
    /// # Errors
    /// The row of a text between that is not a label, unless `are_texts_passed`.
    pub fn year_at(&self, row: u32, are_texts_passed: bool) -> Result<Option<(u32, Year)>, u32> {
        let (first, _) = self.extent().unwrap_or_default();
        for (at, entry) in self.entries.range(first..=row.max(first)).rev() {
            if let Some(year) = entry.year() {
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

/// Tells by the cells of a column and its heading which numerals are months, and in what order dates have days and months.
fn find_context(
    heading: Option<(u32, &Value)>,
    cells: &[(u32, &Value)],
    place: &SheetPlace,
    marks: &Marks,
) -> LabelContext {
    let mut has_roman_months = false;
    let mut orders = Vec::new();
    for (_, value) in cells {
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

    LabelContext {
        year_start: place.year_start,
        has_roman_months,
        has_numbered_months: match heading {
            Some((_, Value::Text(text))) => is_month_heading(text.bare()),
            _ => false,
        },
        date_order: place.date_order.or(told),
    }
}

/// Reads the cells of a column of periods.
#[derive(Clone, Copy)]
struct EntryReader<'a> {
    place: &'a SheetPlace,
    marks: &'a Marks,
    /// The marks without letters and digits, which are passed over in a period as it stands.
    signs: &'a Marks,
    context: LabelContext,
    /// True if numbers are periods.
    has_numbers: bool,
}

impl EntryReader<'_> {
    /// Reads cells, of which a year tells that 1 to 12 below it are months; nothing if numbers turn out to be no periods.
    fn read_column(
        mut self,
        cells: &[(u32, &Value)],
        least_years: usize,
    ) -> Option<BTreeMap<u32, Entry>> {
        let mut years = 0;
        let mut has_parts = false;
        let mut entries = BTreeMap::new();
        for (row, value) in cells {
            let mut entry = self.read_entry(value);
            let is_part = matches!(entry.label(), Some(Label::Period { part: Some(_), .. }));
            match entry {
                Entry::Period(_) if is_part => has_parts |= self.context.has_numbered_months,
                Entry::Period(_) => years += 1,
                Entry::Other if self.has_numbers && value.is_bare_number() => return None,
                Entry::Other | Entry::Passed => {}
            }

            self.context.has_numbered_months |= entry.year().is_some();
            let span = entry.label().and_then(Label::span);
            if self.place.is_years_only && entry.label().is_some() && span != Some((1, 12)) {
                entry = Entry::Passed;
            }

            entries.insert(*row, entry);
        }

        let are_periods = years >= least_years || has_parts;
        (are_periods || !self.has_numbers).then_some(entries)
    }

    fn read_entry(&self, value: &Value) -> Entry {
        let text = match value {
            Value::Date(date) => {
                return Entry::Period(Period {
                    label: date_label(*date),
                    flags: Flags::default(),
                    is_number: false,
                });
            }
            Value::Number(_) => value.to_string(),
            Value::Text(text) if text.whole.len() <= LONGEST_LABEL => text.bare().to_owned(),
            Value::Text(_) | Value::Other(_) => return Entry::Other,
        };

        let (_, sign_flags) = without_marks(&text, self.signs);
        let (bare, flags) = without_marks(&text, self.marks);
        for (text, flags) in [(&text, sign_flags), (&bare, flags)] {
            let label = match self.place.names.iter().find(|(name, _)| name.matches(text)) {
                Some((_, None)) => return Entry::Passed,
                Some((_, label)) => *label,
                None => self.find_label(value, text),
            };

            if let Some(label) = label {
                return Entry::Period(Period {
                    label,
                    flags,
                    is_number: text.trim().bytes().all(|byte| byte.is_ascii_digit()),
                });
            }
        }

        Entry::Other
    }

    /// The period that a cell with this text says by itself. A format may write more than digits: `2025 г.`
    fn find_label(&self, value: &Value, text: &str) -> Option<Label> {
        let is_bare = value.is_number() && !text.contains(char::is_alphabetic);
        let is_whole = value.whole_number().is_some();
        if is_bare && !(is_whole && self.has_numbers) {
            return None;
        }

        // A number of eight digits is no day.
        let label = Label::parse(text, self.context)?;
        let is_day = matches!(label, Label::Day(_));
        (!is_bare || !is_day).then_some(label)
    }
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
