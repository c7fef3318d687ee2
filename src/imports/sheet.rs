//! One series of a definition in the sheets of a workbook: its sheet, and the heading of its figures.

use super::*;

use super::figures::Reader;
use super::workbook::Place;
use crate::dataset::{TableYear, nearest_name};

/// The headings that are looked at; a label that stands in more cells heads nothing.
const MOST_HEADINGS: usize = 200;

/// Reads a series. Its sheet is the one with this name, else the one with this title in which the labels head figures.
pub fn read(
    sheets: &[Grid],
    file_name: &str,
    series: &TableSeries,
    place: &SheetPlace,
    indicator: &Indicator,
) -> SeriesReading {
    let mut candidates: Vec<&Grid> = sheets.iter().collect();
    candidates.retain(|grid| place.sheet.matches(&grid.name));
    if candidates.is_empty() {
        candidates.extend(sheets);
        candidates.retain(|grid| grid.places(&place.sheet).next().is_some());
    }

    let mut readings = Vec::new();
    for grid in &candidates {
        readings.push(match find_year(grid, file_name, place) {
            Ok(year) => read_sheet(grid, series, place, indicator, year),
            Err(fault) => SeriesReading::fault(fault),
        });
    }

    let wanted = place.sheet.written();
    readings.sort_by_key(|reading| !reading.is_located);
    if readings.get(1).is_some_and(|reading| reading.is_located) {
        let names = join(candidates.into_iter().map(|grid| grid.name.as_str()), ", ");
        return SeriesReading::fault(msg::table_sheets(wanted, names)).located();
    }

    let mut readings = readings.into_iter();
    readings.next().unwrap_or_else(|| {
        let names = sheets.iter().map(|grid| grid.name.as_str());
        let near = match nearest_name(wanted, names.clone()) {
            Some(name) => name.to_owned(),
            None => join(names.take(msg::MAX_CODES), ", "),
        };
        SeriesReading::fault(msg::table_no_sheet(wanted, msg::verbatim(near)))
    })
}

fn join<'a>(texts: impl Iterator<Item = &'a str>, between: &str) -> String {
    texts.collect::<Vec<_>>().join(between)
}

/// The year that the name of the file or a cell says, if the definition takes it from there.
fn find_year(grid: &Grid, file_name: &str, place: &SheetPlace) -> Result<Option<Year>, Message> {
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
                let near = nearest(grid, pattern);
                return Err(msg::table_year_of_cells(
                    pattern.written(),
                    &grid.name,
                    near,
                ));
            };

            let text = view.text(cell);
            (
                text.clone(),
                msg::table_year_of_cell(view.address(cell), text),
            )
        }
    };

    let mut years = Vec::new();
    for number in text.split(|c: char| !c.is_ascii_digit()) {
        match number.parse() {
            Ok(year) if number.len() == 4 && YEARS.contains(&year) => years.push(year),
            _ => {}
        }
    }

    match years.as_slice() {
        [year] => Ok(Some(Year::Calendar(*year))),
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
    let labels = join(place.labels.iter().map(Pattern::written), " / ");
    let mut readings: Vec<(Place, SeriesReading)> = Vec::new();
    for heading in headings(view, place) {
        let reader = Reader::new(series, place, indicator, year, view);
        let reading = match place.direction {
            Direction::Matrix => reader.read_matrix(heading.0),
            Direction::Rows | Direction::Columns => reader.read_below(heading),
        };
        let Some(reading) = reading else {
            continue;
        };

        // Of headings of one column with the same figures the lower one counts.
        readings.retain(|(other, read)| other.1 != heading.1 || read.figures != reading.figures);
        readings.push((heading, reading));
    }

    if readings.len() > 1 {
        let places: Vec<String> = readings
            .iter()
            .map(|(place, _)| view.address(*place))
            .collect();
        let fault = msg::table_headings(labels, &grid.name, places.join(", "));
        return SeriesReading::fault(fault).located();
    }

    let Some((heading, mut reading)) = readings.pop() else {
        let mut missing = place.labels.iter();
        let missing = missing.find(|label| grid.places(label).next().is_none());
        return SeriesReading::fault(match missing.and_then(|label| grid.nearest(label)) {
            Some((text, place)) => msg::table_no_heading_nearest(labels, &grid.name, text, place),
            None => msg::table_no_heading(labels, &grid.name),
        });
    };

    for text in &place.expect {
        if grid.places(text).next().is_none() {
            let near = nearest(grid, text);
            let fault = msg::table_expectation(text.written(), &grid.name, near);
            reading.faults.push(fault);
        }
    }

    if reading.figures.is_empty() && reading.faults.is_empty() {
        let place = view.address(heading);
        reading.faults.push(msg::table_no_values(place));
    }

    reading
}

/// The cells to which the labels lead, in the places of the view.
fn headings(view: View<'_>, place: &SheetPlace) -> Vec<Place> {
    let grid = view.grid;
    let Some((first, further)) = place.labels.split_first() else {
        return view.first().into_iter().collect();
    };

    let mut cells = BTreeSet::new();
    for cell in grid.places(first).take(MOST_HEADINGS) {
        match place.direction {
            Direction::Columns => cells.extend(follow_right(grid, cell, further)),
            Direction::Rows | Direction::Matrix => {
                cells.extend(follow_down(grid, cell, u32::MAX, further));
            }
        }
    }

    match cells.len() {
        0..=MOST_HEADINGS => cells.into_iter().map(|cell| view.place(cell)).collect(),
        _ => Vec::new(),
    }
}

/// Follows labels downwards: each within the columns of the one before, in the first row that has it there.
fn follow_down(grid: &Grid, cell: Place, end: u32, labels: &[Pattern]) -> Vec<Place> {
    let Some((label, further)) = labels.split_first() else {
        return vec![cell];
    };

    let (row, column) = cell;
    let next_cell = grid.view(false).row(row, column + 1..end).next();
    let end = next_cell.map_or(end, |(next_column, _)| next_column);
    let mut first = None;
    let mut found = Vec::new();
    for cell in grid.places(label) {
        let is_within = cell.0 > row && (column..end).contains(&cell.1);
        if is_within && *first.get_or_insert(cell.0) == cell.0 {
            found.extend(follow_down(grid, cell, end, further));
        }
    }

    found
}

/// Follows labels to the right, or where the row has none, downwards and not to the left.
fn follow_right(grid: &Grid, mut cell: Place, labels: &[Pattern]) -> Option<Place> {
    for label in labels {
        let (row, column) = cell;
        let mut beside = grid
            .places(label)
            .filter(|place| place.0 == row && place.1 > column);
        let mut below = grid
            .places(label)
            .filter(|place| place.0 > row && place.1 >= column);
        cell = beside.next().or_else(|| below.next())?;
    }

    Some(cell)
}
