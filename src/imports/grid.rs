//! A sheet as rows and columns that can be exchanged, and the column in it with the periods of the rows.

use super::*;

use std::ops::Range;

use super::values::without_marks;
use super::workbook::{Cells, Sheet, address};
use crate::dataset::{fold_text, has_roman_month};

/// The digits of a number that may be a label.
const LONGEST_NUMBER: usize = 8;
/// Texts that are compared to find the nearest: headings are no longer, and no more.
const LONGEST_COMPARED: usize = 64;
const MOST_COMPARED: usize = 5000;

/// A row and a column.
pub type Place = (u32, u32);

/// A sheet, with the places of its cells by rows and by columns, and its texts as they are compared.
pub struct Grid {
    pub name: String,
    pub cells: Cells,
    places: [BTreeSet<Place>; 2],
    /// The columns that have a cell, and the rows.
    columns: [BTreeSet<u32>; 2],
    texts: Vec<(Place, String)>,
}

impl Grid {
    pub fn new(Sheet { name, cells }: Sheet) -> Self {
        let text = |(place, value): (&Place, &Value)| match value {
            Value::Text(text) => Some((*place, fold_text(text))),
            // Only short numbers, such as years, are labels.
            Value::Number(written) if written.len() <= LONGEST_NUMBER => {
                Some((*place, fold_text(&value.to_string())))
            }
            _ => None,
        };
        let texts = cells.iter().filter_map(text).collect();
        let places = [
            cells.keys().copied().collect(),
            cells.keys().map(|(row, column)| (*column, *row)).collect(),
        ];
        let columns = [
            cells.keys().map(|(_, column)| *column).collect(),
            cells.keys().map(|(row, _)| *row).collect(),
        ];
        Grid {
            name,
            cells,
            places,
            columns,
            texts,
        }
    }

    /// The places that a pattern matches, by rows.
    pub fn places(&self, pattern: &Pattern) -> impl Iterator<Item = Place> {
        let matching = self
            .texts
            .iter()
            .filter(|(_, text)| pattern.matches_folded(text));
        matching.map(|(place, _)| *place)
    }

    /// The text that is nearest to a pattern, and its place.
    pub fn nearest(&self, pattern: &Pattern) -> Option<(String, String)> {
        let is_word =
            |text: &str| text.chars().any(char::is_alphabetic) && text.len() <= LONGEST_COMPARED;
        let words = self
            .texts
            .iter()
            .filter(|(_, text)| is_word(text))
            .take(MOST_COMPARED);
        let distance = |text: &str| strsim::damerau_levenshtein(text, pattern.folded());
        let (place, _) = words.min_by_key(|(_, text)| distance(text))?;
        Some((self.view(false).text(*place), address(*place)))
    }

    /// The sheet as it is, or with rows and columns exchanged.
    pub fn view(&self, is_turned: bool) -> View<'_> {
        View {
            grid: self,
            is_turned,
        }
    }
}

#[derive(Clone, Copy)]
pub struct View<'g> {
    pub grid: &'g Grid,
    pub is_turned: bool,
}

impl<'g> View<'g> {
    pub fn turned(self) -> Self {
        View {
            is_turned: !self.is_turned,
            ..self
        }
    }

    /// A place of this view as the sheet has it, or the other way round.
    pub fn place(self, (row, column): Place) -> Place {
        if self.is_turned {
            (column, row)
        } else {
            (row, column)
        }
    }

    pub fn address(self, place: Place) -> String {
        format!("{}!{}", self.grid.name, address(self.place(place)))
    }

    pub fn at(self, place: Place) -> Option<&'g Value> {
        self.grid.cells.get(&self.place(place))
    }

    /// The text of a cell, empty where there is none.
    pub fn text(self, place: Place) -> String {
        self.at(place).map(ToString::to_string).unwrap_or_default()
    }

    /// The places of all cells, by rows.
    pub fn places(self) -> &'g BTreeSet<Place> {
        &self.grid.places[usize::from(self.is_turned)]
    }

    /// The cells of a row in these columns, each with its column.
    pub fn row(
        self,
        row: u32,
        columns: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = (u32, &'g Value)> {
        let places = self
            .places()
            .range((row, columns.start)..(row, columns.end.max(columns.start)));
        places.filter_map(move |place| Some((place.1, self.at(*place)?)))
    }

    /// The columns that have a cell.
    pub fn columns(self) -> &'g BTreeSet<u32> {
        &self.grid.columns[usize::from(self.is_turned)]
    }

    /// Those to the left of one, the nearest first.
    pub fn columns_before(self, column: u32) -> impl Iterator<Item = u32> {
        self.columns().range(..column).rev().copied()
    }
}

/// The meaning of a cell in a column of periods.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    Period {
        label: Label,
        flags: Flags,
        /// Whether it has nothing but digits, as a figure could have by chance.
        is_number: bool,
    },
    /// A label that the definition passes over.
    Passed,
    /// No period.
    Other,
}

/// The periods in a column, within a range of rows.
pub struct Axis {
    pub column: u32,
    pub entries: BTreeMap<u32, Entry>,
}

impl Axis {
    /// Reads the cells of a column in these rows.
    pub fn read(
        view: View<'_>,
        column: u32,
        rows: Range<u32>,
        place: &SheetPlace,
        marks: &Marks,
    ) -> Self {
        let cells: Vec<(u32, &Value)> = view.turned().row(column, rows).collect();
        let is_roman = |value: &Value| match value {
            Value::Text(text) => {
                has_roman_month(text) || has_roman_month(&without_marks(text, marks).0)
            }
            _ => false,
        };
        let mut context = LabelContext {
            year_start: place.year_start,
            has_roman_months: cells.iter().any(|(_, value)| is_roman(value)),
            has_numbered_months: false,
        };
        let has_numbers = numbers_are_periods(&cells, context, place, marks);
        let mut entries = BTreeMap::new();
        for (row, value) in cells {
            let entry = entry(value, context, has_numbers, place, marks);
            if let Entry::Period { label, .. } = &entry {
                context.has_numbered_months |= label.year().is_some();
            }
            entries.insert(row, entry);
        }
        Axis { column, entries }
    }

    pub fn periods(&self) -> impl Iterator<Item = (u32, Label)> {
        self.entries.iter().filter_map(|(row, entry)| match entry {
            Entry::Period { label, .. } => Some((*row, *label)),
            _ => None,
        })
    }

    pub fn has_year(&self) -> bool {
        self.periods().any(|(_, label)| label.year().is_some())
    }

    pub fn has_numbers(&self) -> bool {
        self.entries.values().any(|entry| {
            matches!(
                entry,
                Entry::Period {
                    is_number: true,
                    ..
                }
            )
        })
    }

    /// How many of these rows have a period; nothing where as many have anything else, so that a figure which is shown as a
    /// day makes no column of periods.
    pub fn fitting(&self, rows: impl IntoIterator<Item = u32>) -> Option<usize> {
        let (mut periods, mut others) = (0, 0);
        for entry in rows.into_iter().filter_map(|row| self.entries.get(&row)) {
            match entry {
                Entry::Period { .. } => periods += 1,
                Entry::Other => others += 1,
                Entry::Passed => {}
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

    /// The nearest row from `row` upwards that has a year, and its year.
    ///
    /// # Errors
    /// The row of a label that is none and stands between, unless `are_texts_passed`.
    pub fn year_at(&self, row: u32, are_texts_passed: bool) -> Result<Option<(u32, Year)>, u32> {
        let first = self.extent().map_or(0, |(first, _)| first);
        for (at, entry) in self.entries.range(first..=row.max(first)).rev() {
            match entry {
                Entry::Period { label, .. } if label.year().is_some() => {
                    return Ok(label.year().map(|year| (*at, year)));
                }
                Entry::Other if !are_texts_passed => return Err(*at),
                _ => {}
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
    let period = |label, flags, is_number| Entry::Period {
        label,
        flags,
        is_number,
    };
    match value {
        Value::Day(day) => period(Label::Day(*day), Flags::default(), false),
        Value::Number(_) => match value.whole_number().filter(|_| has_numbers) {
            Some(year) if YEARS.contains(&year) => period(
                Label::year_alone(Year::Calendar(year)),
                Flags::default(),
                true,
            ),
            Some(month @ 1..=12) => period(
                Label::month_alone(month.unsigned_abs()),
                Flags::default(),
                true,
            ),
            _ => Entry::Other,
        },
        Value::Text(text) => {
            let (bare, flags) = without_marks(text, marks);
            for (text, flags) in [(&**text, Flags::default()), (&bare, flags)] {
                match place.names.iter().find(|(name, _)| name.matches(text)) {
                    Some((_, Some(label))) => return period(*label, flags, false),
                    Some((_, None)) => return Entry::Passed,
                    None => {}
                }
                if let Some(label) = Label::parse(text, context) {
                    return period(
                        label,
                        flags,
                        text.trim().bytes().all(|byte| byte.is_ascii_digit()),
                    );
                }
            }
            Entry::Other
        }
        Value::Other(_) => Entry::Other,
    }
}

/// Whether the numbers of a column are periods: years, and behind the first of them months; two years, or one with months
/// or quarters below.
fn numbers_are_periods(
    cells: &[(u32, &Value)],
    context: LabelContext,
    place: &SheetPlace,
    marks: &Marks,
) -> bool {
    let (mut years, mut has_year_above, mut has_parts) = (0, false, false);
    for (_, value) in cells {
        match value {
            Value::Number(_) => match value.whole_number() {
                Some(year) if YEARS.contains(&year) => {
                    years += 1;
                    has_year_above = true;
                }
                Some(1..=12) if has_year_above => has_parts = true,
                _ => return false,
            },
            Value::Text(_) => {
                let context = LabelContext {
                    has_numbered_months: has_year_above,
                    ..context
                };
                if let Entry::Period { label, .. } = entry(value, context, false, place, marks) {
                    has_parts |=
                        has_year_above && matches!(label, Label::Period { part: Some(_), .. });
                    has_year_above |= label.year().is_some();
                }
            }
            _ => {}
        }
    }
    years >= 2 || has_parts
}
