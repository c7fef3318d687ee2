//! The answer to `--list`: every cell that definitions take from a file, or where none fits, the headings and codes that a
//! definition could name.

use super::*;

use super::delivery::Reading;
use crate::dataset::is_missing;

/// The texts of a sheet that are shown as its titles, and the rows above figures that may head them.
const TITLES: usize = 3;
const HEADING_ROWS: u32 = 12;
/// The labels that are shown of a heading, and the codes of a dimension.
const LABELS: usize = 4;
const CODES: usize = 20;
/// The rows of a sheet that are looked at: a list only names what stands there.
const LISTED_ROWS: u32 = 20_000;
/// The rows with a period and a number that make a column a series, and the years that make numbers periods.
const LEAST_ROWS: usize = 2;

/// Lists the series that fitting definitions read, with their faults; without a fitting definition, the contents of the file.
pub fn list(delivery: &Delivery<'_>) -> Vec<Message> {
    let readings = delivery.readings();
    if delivery.request.tables.is_empty() && !readings.iter().any(Reading::is_located) {
        return match &delivery.content {
            Content::Sheets(sheets) => sheets
                .iter()
                .flat_map(|grid| list_sheet(grid, delivery.name))
                .collect(),
            Content::Rows(rows) => list_codes(rows),
        };
    }

    let mut lines = Vec::new();
    for reading in readings {
        delivery.report(&reading);
        let Reading { definition, series } = reading;
        let path = definition.path();
        lines.push(msg::list_of_table(delivery.name, path, series.len()));
        for (TableSeries { key, .. }, reading) in series {
            let Some(indicator) = delivery.request.dataset.indicator(key) else {
                continue;
            };

            for (date, figure) in &reading.figures {
                let place = msg::shown(&figure.place);
                let period = period(indicator, *date);
                let Figure { value, flags, .. } = figure;
                let line = format!("{place}  {key}  {period}  {value}  {flags}");
                lines.push(msg::verbatim(line.trim_end()));
            }
        }
    }

    lines
}

/// How a person names the period of a series that ends with a day.
fn period(indicator: &Indicator, date: NaiveDate) -> String {
    match (indicator.frequency, series::months(indicator)) {
        (Some(frequency), _) => frequency.period(date),
        (None, Some(_)) => date.format("%Y-%m").to_string(),
        (None, None) => date.to_string(),
    }
}

/// The dimensions of a message, with their codes.
fn list_codes(rows: &[CodedRow]) -> Vec<Message> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        for (name, code) in &*row.dimensions {
            names.entry(name).or_default().insert(code);
        }
    }

    let mut lines = Vec::new();
    for (name, codes) in names {
        let more = if codes.len() > CODES { ", …" } else { "" };
        let codes: Vec<String> = codes.into_iter().take(CODES).map(msg::shown).collect();
        let name = msg::shown(name);
        let codes = codes.join(", ");
        lines.push(msg::verbatim(format!("{name}: {codes}{more}")));
    }

    lines
}

/// A sheet with its titles, then the cells that head periods in rows, or if there are more, in columns.
fn list_sheet(grid: &Grid, file: &str) -> Vec<Message> {
    let mut titles = Vec::new();
    for (_, value) in grid.cells.as_slice() {
        if let Value::Text(text) = value
            && titles.len() < TITLES
        {
            titles.push(msg::shown(text.whole.trim()));
        }
    }

    let rows = headings(grid.view(false));
    let columns = headings(grid.view(true));
    let mut lines = if columns.len() > rows.len() {
        columns
    } else {
        rows
    };

    let name = msg::shown(grid.name_in(file));
    let title = msg::list_of_sheet(name, titles.join(" | "), lines.len());
    lines.insert(0, title);
    lines
}

/// The lines of the columns of figures beside periods.
fn headings(view: View<'_>) -> Vec<Message> {
    let place = SheetPlace::default();
    let mut periods: Option<Axis<'_>> = None;
    let mut headings = Vec::new();
    for column in view.columns_before(LISTED_ROWS) {
        let axis = Axis::read(
            view,
            column,
            0..LISTED_ROWS,
            &place,
            &Marks::new(),
            LEAST_ROWS,
        );
        let first = axis.extent().map_or(u32::MAX, |(first, _)| first);
        let rows = axis.entries.range(first..);
        match axis.fitting(rows.map(|(row, _)| *row)) {
            Some(LEAST_ROWS..) => periods = Some(axis),
            _ => {
                let periods = periods.as_ref();
                headings.extend(periods.and_then(|axis| heading(column, axis)));
            }
        }
    }

    headings
}

/// The line of a column of figures: its lowest heading, labels as a definition would name them, its first and last period,
/// and how many there are.
fn heading(column: u32, axis: &Axis<'_>) -> Option<Message> {
    let view = axis.view;
    let mut rows = Vec::new();
    for (row, _) in axis.periods() {
        if view.at((row, column)).is_some_and(values::is_number) {
            rows.push(row);
        }
    }

    let [first, .., last] = *rows.as_slice() else {
        return None;
    };

    // A text above others to the left heads this column, too, until the column has a text of its own.
    let mut has_own = false;
    let mut lowest = None;
    let mut labels = Vec::new();
    for row in first.saturating_sub(HEADING_ROWS)..first {
        let cell = view.row(row, 0..column + 1).next_back();
        let Some((at, Value::Text(text))) = cell else {
            continue;
        };

        // A mark of what is missing heads nothing.
        if is_missing(&text.whole) {
            continue;
        }

        if at > axis.column && (at == column || !has_own) {
            let words: Vec<&str> = text.whole.split_whitespace().collect();
            let label = msg::shown(&words.join(" "));
            labels.push(format!("\"{label}\""));
            lowest = Some(row);
        }

        has_own |= at == column;
    }

    let place = view.address((lowest?, column));
    let inner = labels.len().saturating_sub(LABELS);
    let labels = labels.split_off(inner).join(", ");
    let layout = if view.is_turned {
        ", \"layout\": \"columns\""
    } else {
        ""
    };

    let from = msg::shown(&view.text((first, axis.column)));
    let to = msg::shown(&view.text((last, axis.column)));
    let line = format!(
        "  {place}  [{labels}]{layout}  {from} … {to}  {}",
        rows.len()
    );
    Some(msg::verbatim(line))
}
