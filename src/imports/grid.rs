//! A sheet as rows and columns that can be exchanged.

use super::*;

use std::ops::Range;

use super::workbook::{CellNumber, CellText, Cells, Place, Sheet, address};

/// The digits of a number that may be a label.
const LONGEST_NUMBER: usize = 8;
/// Texts that are compared to find the nearest: headings are no longer, and no more.
const LONGEST_COMPARED: usize = 64;
const MOST_COMPARED: usize = 5000;

/// A sheet, with its cells by rows and by columns, and the texts that could be labels.
pub struct Grid {
    pub name: String,
    pub cells: Cells,
    /// The places of the cells by columns, each with its number among all by rows.
    by_column: Vec<(u32, u32)>,
    /// The columns that have a cell, and the rows.
    columns: [Vec<u32>; 2],
    /// The texts that cells share, each with the numbers of its cells.
    texts: Vec<(Arc<CellText>, Vec<u32>)>,
    /// The numbers of the cells with short numbers, such as years.
    short_numbers: Vec<u32>,
}

impl Grid {
    pub fn new(Sheet { name, cells }: Sheet) -> Self {
        let mut by_column = Vec::new();
        let mut rows = Vec::new();
        let mut texts: Vec<(Arc<CellText>, Vec<u32>)> = Vec::new();
        let mut known: HashMap<*const CellText, usize> = HashMap::new();
        let mut short_numbers = Vec::new();
        for (number, ((row, column), value)) in (0..).zip(cells.as_slice()) {
            by_column.push((*column, number));
            if rows.last() != Some(row) {
                rows.push(*row);
            }

            match value {
                Value::Text(text) => {
                    let at = *known.entry(Arc::as_ptr(text)).or_insert(texts.len());
                    if at == texts.len() {
                        texts.push((Arc::clone(text), Vec::new()));
                    }
                    texts[at].1.push(number);
                }
                Value::Number(CellNumber { written, .. }) if written.len() <= LONGEST_NUMBER => {
                    short_numbers.push(number);
                }
                _ => {}
            }
        }

        by_column.sort_unstable();
        let mut columns = Vec::new();
        for (column, _) in &by_column {
            if columns.last() != Some(column) {
                columns.push(*column);
            }
        }

        Grid {
            name,
            cells,
            by_column,
            columns: [columns, rows],
            texts,
            short_numbers,
        }
    }

    /// The places that a pattern matches, by rows.
    pub fn places(&self, pattern: &Pattern) -> impl Iterator<Item = Place> {
        let mut numbers = Vec::new();
        for (text, cells) in &self.texts {
            if text.is_like(pattern) {
                numbers.extend(cells);
            }
        }

        if !pattern.written().contains(char::is_alphabetic) {
            for number in &self.short_numbers {
                if let Some((_, value)) = self.cell(*number)
                    && pattern.matches(&value.to_string())
                {
                    numbers.push(*number);
                }
            }
        }

        numbers.sort_unstable();
        numbers
            .into_iter()
            .filter_map(|number| Some(self.cell(number)?.0))
    }

    fn cell(&self, number: u32) -> Option<&(Place, Value)> {
        self.cells.as_slice().get(number as usize)
    }

    /// The text that is nearest to a pattern, and its place.
    pub fn nearest(&self, pattern: &Pattern) -> Option<(String, String)> {
        let mut nearest: Option<(usize, &Arc<CellText>, &Vec<u32>)> = None;
        let words = self.texts.iter().filter(|(text, _)| is_word(text.folded()));
        for (text, cells) in words.take(MOST_COMPARED) {
            let distance = strsim::damerau_levenshtein(text.folded(), pattern.folded());
            if nearest.is_none_or(|(least, ..)| distance < least) {
                nearest = Some((distance, text, cells));
            }
        }

        let (_, text, cells) = nearest?;
        let (place, _) = self.cell(*cells.first()?)?;
        Some((text.whole.to_string(), address(*place)))
    }

    /// The sheet as it is, or with rows and columns exchanged.
    pub fn view(&self, is_turned: bool) -> View<'_> {
        View {
            grid: self,
            is_turned,
        }
    }
}

fn is_word(text: &str) -> bool {
    text.len() <= LONGEST_COMPARED && text.chars().any(char::is_alphabetic)
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
        let address = address(self.place(place));
        match self.grid.name.as_str() {
            "" => address,
            name => format!("{}!{address}", msg::shown(name)),
        }
    }

    pub fn at(self, place: Place) -> Option<&'g Value> {
        self.grid.cells.get(self.place(place))
    }

    /// The text of a cell, empty where there is none.
    pub fn text(self, place: Place) -> String {
        self.at(place).map(ToString::to_string).unwrap_or_default()
    }

    /// The place of the first cell by rows.
    pub fn first(self) -> Option<Place> {
        let number = match self.is_turned {
            true => self.grid.by_column.first()?.1,
            false => 0,
        };

        let (place, _) = self.grid.cell(number)?;
        Some(self.place(*place))
    }

    /// The cells of a row in these columns, each with its column.
    pub fn row(
        self,
        row: u32,
        columns: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = (u32, &'g Value)> {
        let cells = self.grid.cells.as_slice();
        let by_column = &self.grid.by_column;
        let [from, to] =
            [columns.start, columns.end.max(columns.start)].map(|column| match self.is_turned {
                true => by_column.partition_point(|(at, number)| {
                    let (place, _) = cells[*number as usize];
                    (*at, place.0) < (row, column)
                }),
                false => cells.partition_point(|(place, _)| *place < (row, column)),
            });
        (from..to).filter_map(move |at| {
            let number = match self.is_turned {
                true => by_column.get(at)?.1,
                false => u32::try_from(at).ok()?,
            };

            let (place, value) = self.grid.cell(number)?;
            Some((self.place(*place).1, value))
        })
    }

    /// The cells of a column in these rows, each with its row.
    pub fn column(
        self,
        column: u32,
        rows: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = (u32, &'g Value)> {
        self.turned().row(column, rows)
    }

    /// The columns that have a cell.
    pub fn columns(self) -> &'g [u32] {
        &self.grid.columns[usize::from(self.is_turned)]
    }

    /// Those to the left of one, the nearest first.
    pub fn columns_before(self, column: u32) -> impl Iterator<Item = u32> {
        let columns = self.columns();
        let count = columns.partition_point(|other| *other < column);
        columns.iter().take(count).rev().copied()
    }
}
