//! One series of a definition in the sheets of a workbook: its sheet, and the heading of its figures.

use super::*;

use super::figures::Reader;
use super::workbook::Place;
use crate::dataset::{TableYear, nearest_name};

/// The headings that are looked at; a label that stands in more cells heads nothing.
const MOST_HEADINGS: usize = 200;

/// Reads a series. Its sheet is the one that is named so; if none is, the one with such a title in which the labels head
/// figures.
pub fn read(
    sheets: &[Grid],
    file_name: &str,
    series: &TableSeries,
    place: &SheetPlace,
    indicator: &Indicator,
) -> SeriesReading {
    let mut candidates: Vec<&Grid> = sheets
        .iter()
        .filter(|grid| place.sheet.matches(&grid.name))
        .collect();
    if candidates.is_empty() {
        candidates = sheets
            .iter()
            .filter(|grid| grid.places(&place.sheet).next().is_some())
            .collect();
    }

    let read = |grid: &&Grid| match year(grid, file_name, place) {
        Ok(year) => read_sheet(grid, series, place, indicator, year),
        Err(fault) => SeriesReading::fault(fault),
    };
    let mut readings: Vec<SeriesReading> = candidates.iter().map(read).collect();
    readings.sort_by_key(|reading| !reading.is_located);
    if readings.get(1).is_some_and(|reading| reading.is_located) {
        let names = candidates
            .iter()
            .map(|grid| &*grid.name)
            .collect::<Vec<_>>()
            .join(", ");
        return SeriesReading::fault(msg::table_sheets(place.sheet.written(), names)).located();
    }

    readings.into_iter().next().unwrap_or_else(|| {
        let names = || sheets.iter().map(|grid| &*grid.name);
        let near = nearest_name(place.sheet.written(), names()).map_or_else(
            || names().take(msg::MAX_CODES).collect::<Vec<_>>().join(", "),
            str::to_owned,
        );
        SeriesReading::fault(msg::table_no_sheet(
            place.sheet.written(),
            msg::verbatim(near),
        ))
    })
}

/// The year that the name of the file or a cell says, if the definition takes it from there.
fn year(grid: &Grid, file_name: &str, place: &SheetPlace) -> Result<Option<Year>, Message> {
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
                return Err(msg::table_year_of_cells(
                    pattern.written(),
                    &grid.name,
                    nearest(grid, pattern),
                ));
            };

            (
                view.text(cell),
                msg::table_year_of_cell(view.address(cell), view.text(cell)),
            )
        }
    };

    let numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| part.len() == 4);
    let mut years = numbers
        .filter_map(|part| part.parse().ok())
        .filter(|year| YEARS.contains(year));
    match (years.next(), years.next()) {
        (Some(year), None) => Ok(Some(Year::Calendar(year))),
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
    let read = |heading: Place| {
        let reader = Reader::new(series, place, indicator, year, view);
        match place.direction {
            Direction::Matrix => reader.read_matrix(heading.0),
            Direction::Rows | Direction::Columns => reader.read_below(heading),
        }
    };
    let labels = || {
        place
            .labels
            .iter()
            .map(Pattern::written)
            .collect::<Vec<_>>()
            .join(" / ")
    };
    let mut readings: Vec<(Place, SeriesReading)> = Vec::new();
    for heading in headings(view, place) {
        let Some(reading) = read(heading) else {
            continue;
        };

        // Of headings of one column with the same figures the lower one counts.
        let is_same = |(other, read): &(Place, SeriesReading)| {
            other.1 == heading.1 && read.figures == reading.figures
        };
        match readings.iter().position(is_same) {
            Some(at) => readings[at] = (heading, reading),
            None => readings.push((heading, reading)),
        }
    }

    if readings.len() > 1 {
        let mut places = Vec::new();
        for (heading, _) in &readings {
            places.push(view.address(*heading));
        }

        let places = places.join(", ");
        return SeriesReading::fault(msg::table_headings(labels(), &grid.name, places)).located();
    }

    let Some((heading, mut reading)) = readings.pop() else {
        let missing = place
            .labels
            .iter()
            .find(|label| grid.places(label).next().is_none());
        return SeriesReading::fault(match missing.and_then(|label| grid.nearest(label)) {
            Some((text, place)) => msg::table_no_heading_nearest(labels(), &grid.name, text, place),
            None => msg::table_no_heading(labels(), &grid.name),
        });
    };

    for text in place
        .expect
        .iter()
        .filter(|text| grid.places(text).next().is_none())
    {
        reading.faults.push(msg::table_expectation(
            text.written(),
            &grid.name,
            nearest(grid, text),
        ));
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
                cells.extend(follow_down(grid, cell, u32::MAX, further))
            }
        }
    }

    if cells.len() > MOST_HEADINGS {
        return Vec::new();
    }

    cells.into_iter().map(|cell| view.place(cell)).collect()
}

/// Follows labels downwards: each within the columns of the one before, in the first row that has it there.
fn follow_down(grid: &Grid, cell: Place, end: u32, labels: &[Pattern]) -> Vec<Place> {
    let Some((label, further)) = labels.split_first() else {
        return vec![cell];
    };

    let (row, column) = cell;
    let next_cell = grid.view(false).row(row, column + 1..end).next();
    let end = next_cell.map_or(end, |(next_column, _)| next_column);
    let within = |place: &Place| place.0 > row && (column..end).contains(&place.1);
    let cells: Vec<Place> = grid.places(label).filter(within).collect();
    let first = cells.iter().map(|(row, _)| *row).min();
    let cells = cells.into_iter().filter(|(row, _)| Some(*row) == first);
    cells
        .flat_map(|cell| follow_down(grid, cell, end, further))
        .collect()
}

/// Follows labels to the right, or where the row has none, downwards and not to the left.
fn follow_right(grid: &Grid, cell: Place, labels: &[Pattern]) -> Option<Place> {
    labels.iter().try_fold(cell, |(row, column), label| {
        let beside = grid
            .places(label)
            .filter(|place| place.0 == row && place.1 > column)
            .min();
        beside.or_else(|| {
            grid.places(label)
                .filter(|place| place.0 > row && place.1 >= column)
                .min()
        })
    })
}
