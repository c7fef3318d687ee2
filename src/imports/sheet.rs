//! One series of a definition in the sheets of a workbook: its sheet, and the heading of its figures.

use super::*;

use super::figures::{Heading, Reader};
use super::series::with_year;
use super::workbook::Place;
use crate::dataset::{TableYear, is_slashed_date, nearest_name};

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
            Ok(year) => read_sheet(grid, file_name, series, place, indicator, year),
            Err(fault) => SeriesReading::fault(fault),
        });
    }

    let wanted = place.sheet.written();
    readings.sort_by_key(|reading| !reading.is_located);
    if readings.get(1).is_some_and(|reading| reading.is_located) {
        let names = candidates.iter().map(|grid| grid.name.as_str());
        let fault = msg::table_sheets(wanted, join(names, ", "));
        return SeriesReading::fault(fault).located();
    }

    if readings.is_empty() {
        return SeriesReading::fault(no_sheet(sheets, wanted));
    }

    readings.swap_remove(0)
}

/// Says that no sheet is called so, and what there is. A text is a sheet without a name.
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

fn join<'a>(texts: impl Iterator<Item = &'a str>, between: &str) -> String {
    texts.collect::<Vec<_>>().join(between)
}

/// The year that the name of the file or a cell says, if the definition takes it from there.
fn find_year(grid: &Grid, file_name: &str, place: &SheetPlace) -> Result<Option<Year>, Message> {
    let view = grid.view(false);
    let (text, fault) = match &place.year {
        None => return Ok(None),
        Some(TableYear::File) => {
            let parts = file_name.rsplit_once('.');
            let stem = parts.map_or(file_name, |(stem, _)| stem);
            (stem.to_owned(), msg::table_year_of_file(file_name))
        }
        Some(TableYear::Cell(pattern)) => {
            let mut cells = grid.places(pattern);
            let (Some(cell), None) = (cells.next(), cells.next()) else {
                let (wanted, near) = (pattern.written(), nearest(grid, pattern));
                return Err(msg::table_year_of_cells(wanted, &grid.name, near));
            };

            let text = view.text(cell);
            let fault = msg::table_year_of_cell(view.address(cell), &text);
            (text, fault)
        }
    };

    let mut years = Vec::new();
    for number in text.split(|c: char| !c.is_ascii_digit()) {
        if let Ok(year) = number.parse()
            && number.len() == 4
            && YEARS.contains(&year)
        {
            years.push(year);
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
    file_name: &str,
    series: &TableSeries,
    place: &SheetPlace,
    indicator: &Indicator,
    year: Option<Year>,
) -> SeriesReading {
    let view = grid.view(place.direction == Direction::Columns);
    let labels = join(place.labels.iter().map(Pattern::written), " / ");
    // The sheet of a text has no name.
    let sheet_name = match grid.name.as_str() {
        "" => file_name,
        name => name,
    };
    let mut readings: Vec<(Place, SeriesReading)> = Vec::new();
    let mut unknown = None;
    for heading in headings(view, place) {
        let reader = Reader::new(series, place, indicator, year, view);
        let cell = heading.place;
        let reading = match place.direction {
            Direction::Matrix => reader.read_matrix(cell.0),
            Direction::Rows | Direction::Columns => reader.read_below(heading),
        };
        let Some(reading) = reading else {
            unknown = unknown.or_else(|| unknown_label(view, cell, place, indicator));
            continue;
        };

        // Of headings of one column with the same figures the lower one counts.
        readings.retain(|(other, read)| other.1 != cell.1 || read.figures != reading.figures);
        readings.push((cell, reading));
    }

    if readings.len() > 1 {
        let places: Vec<String> = readings
            .iter()
            .map(|(place, _)| view.address(*place))
            .collect();
        let fault = msg::table_headings(labels, sheet_name, places.join(", "));
        return SeriesReading::fault(fault).located();
    }

    let Some((heading, mut reading)) = readings.pop() else {
        if let Some(fault) = unknown {
            return SeriesReading::fault(fault);
        }

        let mut missing = place.labels.iter();
        let missing = missing.find(|label| grid.places(label).next().is_none());
        return SeriesReading::fault(match missing.and_then(|label| grid.nearest(label)) {
            Some((text, place)) => msg::table_no_heading_nearest(labels, sheet_name, text, place),
            None => msg::table_no_heading(labels, sheet_name),
        });
    };

    for text in &place.expect {
        if grid.places(text).next().is_none() {
            let near = nearest(grid, text);
            let fault = msg::table_expectation(text.written(), sheet_name, near);
            reading.faults.push(fault);
        }
    }

    if reading.figures.is_empty() && reading.faults.is_empty() {
        let place = view.address(heading);
        reading.faults.push(msg::table_no_values(place));
    }

    reading
}

/// Says why the label beside the first figure below a cell is no period of the series; nothing where there is none.
fn unknown_label(
    view: View<'_>,
    (row, column): Place,
    place: &SheetPlace,
    indicator: &Indicator,
) -> Option<Message> {
    let mut below = view.column(column, row + 1..u32::MAX);
    let (row, _) = below.find(|(_, value)| values::is_number(value))?;

    let mut label = None;
    for (column, value) in view.row(row, 0..column) {
        if label.is_none() || !values::is_number(value) {
            label = Some((row, column));
        }
    }

    let text = view.text(label?);
    let address = view.address(label?);
    let message = match Label::parse(&text, LabelContext::default()) {
        Some(label) => {
            let label = with_year(label, Some(Year::Calendar(2000)), place.year_start);
            let date = label.and_then(|label| series::date(label, indicator, false));
            if date.is_some() {
                return None;
            }

            msg::table_other_period
        }
        None if is_slashed_date(&text) => msg::table_date_in_doubt,
        None => msg::table_no_period,
    };

    Some(message(address, text))
}

/// The cells to which the labels lead.
fn headings(view: View<'_>, place: &SheetPlace) -> Vec<Heading> {
    let Some((first, further)) = place.labels.split_first() else {
        let first = view.first().into_iter();
        return first.map(|place| Heading::new(place, place)).collect();
    };

    let grid = view.grid;
    let mut headings = BTreeMap::new();
    for first_cell in grid.places(first).take(MOST_HEADINGS) {
        let cells = match place.direction {
            Direction::Columns => follow_right(grid, first_cell, further)
                .into_iter()
                .collect(),
            Direction::Rows | Direction::Matrix => follow_down(grid, first_cell, u32::MAX, further),
        };
        for cell in cells {
            let heading = Heading::new(view.place(cell), view.place(first_cell));
            headings.insert(cell, heading);
        }
    }

    if headings.len() > MOST_HEADINGS {
        return Vec::new();
    }

    headings.into_values().collect()
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
