//! One series of a definition in the sheets of a workbook: its sheet, and the heading of its figures.

use super::*;

use std::borrow::Borrow;

use super::doubts::unknown_label;
use super::figures::{Heading, Reader};
use super::series::SheetSeries;
use super::workbook::Place;
use crate::dataset::{Direction, TableYear, YEARS, nearest_name};

/// The headings that are looked at; a label that stands in more cells heads nothing.
const MOST_HEADINGS: usize = 200;

impl SheetSeries<'_> {
    /// Reads the series. Its sheet is the one with this name, else the one with this title in which the labels head figures.
    pub fn read(self, sheets: &[Grid]) -> SeriesReading {
        let wanted = &self.place.sheet;
        let mut candidates: Vec<&Grid> = sheets.iter().collect();
        candidates.retain(|grid| wanted.matches(&grid.name));
        if candidates.is_empty() {
            candidates.extend(sheets);
            candidates.retain(|grid| grid.places(wanted).next().is_some());
        }

        let mut readings = Vec::new();
        for grid in &candidates {
            let reading = self.read_sheet(grid);
            readings.push(reading.unwrap_or_else(SeriesReading::fault));
        }

        readings.sort_by_key(|reading| !reading.is_located);
        match readings.as_slice() {
            [] => SeriesReading::fault(no_sheet(sheets, wanted.written())),
            [_, second, ..] if second.is_located => {
                let names = join(candidates.iter().map(|grid| grid.name.as_str()), ", ");
                SeriesReading::fault(msg::table_sheets(wanted.written(), names)).located()
            }
            _ => readings.swap_remove(0),
        }
    }

    /// The year that the name of the file or a cell says, if the definition takes it from there.
    fn find_year(self, grid: &Grid) -> Result<Option<Year>, Message> {
        let view = grid.view(false);
        let (text, fault) = match &self.place.year {
            None => return Ok(None),
            Some(TableYear::File) => {
                let parts = self.file_name.rsplit_once('.');
                let stem = parts.map_or(self.file_name, |(stem, _)| stem);
                (stem.to_owned(), msg::table_year_of_file(self.file_name))
            }
            Some(TableYear::Cell(pattern)) => {
                let mut cells = grid.places(pattern);
                let (Some(cell), None) = (cells.next(), cells.next()) else {
                    let near = grid.nearest(pattern);
                    let fault = msg::table_year_of_cells(pattern.written(), &grid.name, near);
                    return Err(fault);
                };

                let text = view.text(cell);
                let fault = msg::table_year_of_cell(view.address(cell), &text);
                (text, fault)
            }
        };

        let mut years = Vec::new();
        for number in text.split(|c: char| !c.is_ascii_digit()) {
            let year = number.parse().ok();
            years.extend(year.filter(|year| number.len() == 4 && YEARS.contains(year)));
        }

        match years.as_slice() {
            [year] => Ok(Some(Year::Calendar(*year))),
            _ => Err(fault),
        }
    }

    /// Reads the series in a sheet.
    ///
    /// # Errors
    /// The year is not there, or the labels lead to no heading.
    fn read_sheet(self, grid: &Grid) -> Result<SeriesReading, Message> {
        let place = self.place;
        let view = grid.view(place.direction == Direction::Columns);
        let reader = Reader::new(self, self.find_year(grid)?, view);
        let headings = self.find_headings(view);
        let mut readings: Vec<(Place, SeriesReading)> = Vec::new();
        for heading in &headings {
            let cell = heading.place;
            let reader = reader.clone();
            let reading = match place.direction {
                Direction::Matrix => reader.read_matrix(cell.0),
                Direction::Rows | Direction::Columns => reader.read_below(*heading),
            };

            // Of headings of one column with the same figures the lower one counts.
            if let Some(reading) = reading {
                readings
                    .retain(|(other, read)| other.1 != cell.1 || read.figures != reading.figures);
                readings.push((cell, reading));
            }
        }

        let sheet = grid.name_in(self.file_name);
        if readings.len() > 1 {
            let places = readings.iter().map(|(place, _)| view.address(*place));
            let fault = msg::table_headings(self.labels(), sheet, join(places, ", "));
            return Ok(SeriesReading::fault(fault).located());
        }

        let Some((heading, mut reading)) = readings.pop() else {
            return Err(self.no_heading(view, &headings));
        };

        for text in &place.expect {
            if grid.places(text).next().is_none() {
                let fault = msg::table_expectation(text.written(), sheet, grid.nearest(text));
                reading.faults.push(fault);
            }
        }

        if reading.figures.is_empty() && reading.faults.is_empty() {
            let place = view.address(heading);
            reading.faults.push(msg::table_no_values(place));
        }

        Ok(reading)
    }

    fn labels(self) -> String {
        join(self.place.labels.iter().map(Pattern::written), " / ")
    }

    /// Says why cells to which the labels lead head nothing, or that there are none.
    fn no_heading(self, view: View<'_>, headings: &[Heading]) -> Message {
        for heading in headings {
            if let Some(unknown) = self.unknown_label(view, heading.place) {
                return unknown;
            }
        }

        let grid = view.grid;
        let mut labels = self.place.labels.iter();
        let missing = labels.find(|label| grid.places(label).next().is_none());
        let near = missing.map_or(msg::verbatim(""), |label| grid.nearest(label));
        msg::table_no_heading(self.labels(), grid.name_in(self.file_name), near)
    }

    /// Says why the label beside the first figure below a cell is no period of the series; nothing where there is none.
    fn unknown_label(self, view: View<'_>, (row, column): Place) -> Option<Message> {
        let mut below = view.column(column, row + 1..u32::MAX);
        let (row, _) = below.find(|(_, value)| values::is_number(value))?;

        let mut words = view.row(row, 0..column);
        let word = words.rfind(|(_, value)| !values::is_number(value));
        let (column, value) = word.or_else(|| view.row(row, 0..column).next())?;
        let text = value.to_string();
        let message = match Label::parse(&text, LabelContext::default()) {
            Some(label) if series::counts_in_some_year(label, self.indicator, false) => {
                return None;
            }
            Some(_) => msg::table_other_period,
            None => unknown_label(&text),
        };

        Some(message(view.address((row, column)), text))
    }

    /// The cells to which the labels lead.
    fn find_headings(self, view: View<'_>) -> Vec<Heading> {
        let grid = view.grid;
        let cells: Vec<Vec<Place>> = self
            .place
            .labels
            .iter()
            .map(|label| grid.places(label).collect())
            .collect();
        let Some((first, further)) = cells.split_first() else {
            let first = view.first().map(|place| Heading {
                place,
                first_column: place.1,
            });
            return Vec::from_iter(first);
        };

        let mut headings = BTreeMap::new();
        for first_cell in first.iter().take(MOST_HEADINGS) {
            let (_, first_column) = view.place(*first_cell);
            let cells = match self.place.direction {
                Direction::Columns => Vec::from_iter(follow_right(*first_cell, further)),
                Direction::Rows | Direction::Matrix => {
                    follow_down(grid, *first_cell, u32::MAX, further)
                }
            };

            for cell in cells {
                let place = view.place(cell);
                headings.insert(
                    cell,
                    Heading {
                        place,
                        first_column,
                    },
                );
            }
        }

        if headings.len() > MOST_HEADINGS {
            return Vec::new();
        }

        headings.into_values().collect()
    }
}

/// Says that no sheet is called so, and what there is.
fn no_sheet(sheets: &[Grid], wanted: &str) -> Message {
    if let [Grid { name, .. }] = sheets
        && name.is_empty()
    {
        return msg::table_text_without_sheets(wanted);
    }

    let names = sheets.iter().map(|grid| grid.name.as_str());
    let near = match nearest_name(wanted, names.clone()) {
        Some(name) => name.to_owned(),
        None => join(names.take(msg::MAX_CODES), ", "),
    };
    msg::table_no_sheet(wanted, msg::verbatim(near))
}

fn join<T: Borrow<str>>(texts: impl Iterator<Item = T>, between: &str) -> String {
    texts.collect::<Vec<_>>().join(between)
}

/// Follows labels downwards: each within the columns of the one before, in the first row that has it there.
fn follow_down(grid: &Grid, cell: Place, end: u32, labels: &[Vec<Place>]) -> Vec<Place> {
    let Some((label, further)) = labels.split_first() else {
        return vec![cell];
    };

    let (row, column) = cell;
    let next_cell = grid.view(false).row(row, column + 1..end).next();
    let end = next_cell.map_or(end, |(next_column, _)| next_column);
    let mut first = None;
    let mut found = Vec::new();
    for cell in label {
        let is_within = cell.0 > row && (column..end).contains(&cell.1);
        if is_within && *first.get_or_insert(cell.0) == cell.0 {
            found.extend(follow_down(grid, *cell, end, further));
        }
    }

    found
}

/// Follows labels to the right, or where the row has none, downwards and not to the left.
fn follow_right(mut cell: Place, labels: &[Vec<Place>]) -> Option<Place> {
    for label in labels {
        let (row, column) = cell;
        let mut beside = label
            .iter()
            .filter(|place| place.0 == row && place.1 > column);
        let mut below = label
            .iter()
            .filter(|place| place.0 > row && place.1 >= column);
        cell = *beside.next().or_else(|| below.next())?;
    }

    Some(cell)
}
