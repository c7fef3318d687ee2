//! A sheet as rows and columns that can be exchanged.

use super::*;

use std::ops::Range;

use super::workbook::{CellNumber, CellText, Cells, Sheet, address};

/// The digits of a number that may be a label.
const LONGEST_NUMBER: usize = 8;
/// Texts that are compared to find the nearest: headings are no longer, and no more.
const LONGEST_COMPARED: usize = 64;
const MOST_COMPARED: usize = 5000;

/// A row and a column.
pub type Place = (u32, u32);

/// A sheet, with the places of its cells by rows and by columns, and the texts that could be labels.
pub struct Grid {
    pub name: String,
    pub cells: Cells,
    places: [BTreeSet<Place>; 2],
    /// The columns that have a cell, and the rows.
    columns: [BTreeSet<u32>; 2],
    texts: Vec<(Place, Arc<CellText>)>,
}

impl Grid {
    pub fn new(Sheet { name, cells }: Sheet) -> Self {
        let mut grid = Grid {
            name,
            cells,
            places: Default::default(),
            columns: Default::default(),
            texts: Vec::new(),
        };
        for (place @ (row, column), value) in &grid.cells {
            grid.places[0].insert(*place);
            grid.places[1].insert((*column, *row));
            grid.columns[0].insert(*column);
            grid.columns[1].insert(*row);
            grid.texts
                .extend(label_text(value).map(|text| (*place, text)));
        }
        grid
    }

    /// The places that a pattern matches, by rows.
    pub fn places(&self, pattern: &Pattern) -> impl Iterator<Item = Place> {
        let matching = self.texts.iter().filter(|(_, text)| text.is_like(pattern));
        matching.map(|(place, _)| *place)
    }

    /// The text that is nearest to a pattern, and its place.
    pub fn nearest(&self, pattern: &Pattern) -> Option<(String, String)> {
        let is_word =
            |text: &str| text.len() <= LONGEST_COMPARED && text.chars().any(char::is_alphabetic);
        let words = self.texts.iter().filter(|(_, text)| is_word(text.folded()));
        let distance = |text: &str| strsim::damerau_levenshtein(text, pattern.folded());
        let (place, text) = words
            .take(MOST_COMPARED)
            .min_by_key(|(_, text)| distance(text.folded()))?;
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

/// The text of a cell that may be a label: of numbers only short ones, such as years.
fn label_text(value: &Value) -> Option<Arc<CellText>> {
    match value {
        Value::Text(text) => Some(Arc::clone(text)),
        Value::Number(CellNumber { written, .. }) if written.len() <= LONGEST_NUMBER => {
            CellText::plain(&value.to_string())
        }
        _ => None,
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
        let address = address(self.place(place));
        match self.grid.name.as_str() {
            "" => address,
            name => format!("{}!{address}", msg::shown(name)),
        }
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
