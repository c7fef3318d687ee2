//! A sheet as rows and columns that can be exchanged.

use super::*;

use std::ops::Range;

use super::workbook::{CellNumber, Cells, Place, Sheet, address};

/// The digits of a number that may be a label.
const LONGEST_NUMBER: usize = 8;
/// Texts that are compared to find the nearest: headings are no longer, and no more.
const LONGEST_COMPARED: usize = 64;
const MOST_COMPARED: usize = 5000;

/// A sheet, with its cells by rows and by columns.
pub struct Grid {
    /// Empty for the sheet of a text.
    pub name: String,
    pub cells: Cells,
    /// The numbers of the cells by rows, and by columns.
    orders: [Vec<u32>; 2],
}

impl Grid {
    pub fn new(Sheet { name, cells }: Sheet) -> Self {
        let by_row: Vec<u32> = (0..).take(cells.as_slice().len()).collect();
        let mut by_column = by_row.clone();
        by_column.sort_by_key(|number| {
            let (place, _) = &cells.as_slice()[*number as usize];
            place.1
        });

        Grid {
            name,
            cells,
            orders: [by_row, by_column],
        }
    }

    /// Its name, for the sheet of a text that of the file.
    pub fn name_in<'n>(&'n self, file_name: &'n str) -> &'n str {
        match self.name.as_str() {
            "" => file_name,
            name => name,
        }
    }

    /// The places that a pattern matches, by rows.
    pub fn places(&self, pattern: &Pattern) -> impl Iterator<Item = Place> {
        let is_word = pattern.written().contains(char::is_alphabetic);
        let matching = self
            .cells
            .as_slice()
            .iter()
            .filter(move |(_, value)| match value {
                Value::Text(text) => text.is_like(pattern),
                Value::Number(CellNumber { written, .. }) => {
                    let is_short = written.len() <= LONGEST_NUMBER;
                    is_short && !is_word && pattern.matches(&value.to_string())
                }
                _ => false,
            });
        matching.map(|(place, _)| *place)
    }

    /// Says which text is nearest to a pattern; empty where there is none.
    pub fn nearest(&self, pattern: &Pattern) -> Message {
        let mut words = HashMap::new();
        for (place, value) in self.cells.as_slice() {
            if let Value::Text(text) = value
                && words.len() < MOST_COMPARED
                && is_word(text.folded())
            {
                words.entry(text.folded()).or_insert((place, text));
            }
        }

        let nearest = words.into_iter().min_by_key(|(folded, (place, _))| {
            let distance = strsim::damerau_levenshtein(folded, pattern.folded());
            (distance, *place)
        });
        match nearest {
            Some((_, (place, text))) => msg::nearest_text(&text.whole, address(*place)),
            None => msg::verbatim(""),
        }
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

    /// The numbers of its cells by rows.
    fn order(self) -> &'g [u32] {
        &self.grid.orders[usize::from(self.is_turned)]
    }

    fn cell(self, number: u32) -> (Place, &'g Value) {
        let (place, value) = &self.grid.cells.as_slice()[number as usize];
        (self.place(*place), value)
    }

    /// The place of the first cell by rows.
    pub fn first(self) -> Option<Place> {
        let first = self.order().first()?;
        Some(self.cell(*first).0)
    }

    /// The cells of a row in these columns, each with its column.
    pub fn row(
        self,
        row: u32,
        columns: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = (u32, &'g Value)> {
        let order = self.order();
        let from = order.partition_point(|number| self.cell(*number).0 < (row, columns.start));
        let rest = &order[from..];
        let count = rest.partition_point(|number| self.cell(*number).0 < (row, columns.end));
        rest[..count].iter().map(move |number| {
            let (place, value) = self.cell(*number);
            (place.1, value)
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

    /// The columns that have a cell, to the left of one.
    pub fn columns_before(self, column: u32) -> impl DoubleEndedIterator<Item = u32> {
        let turned = self.turned();
        let order = turned.order();
        let count = order.partition_point(|number| turned.row_of(*number) < column);
        let columns =
            order[..count].chunk_by(move |one, next| turned.row_of(*one) == turned.row_of(*next));
        columns.map(move |cells| turned.row_of(cells[0]))
    }

    /// The rows that have a cell.
    pub fn rows(self) -> impl Iterator<Item = u32> {
        self.turned().columns_before(u32::MAX)
    }

    fn row_of(self, number: u32) -> u32 {
        let ((row, _), _) = self.cell(number);
        row
    }
}
