//! The answer to `--list`: every cell that definitions take from a file, or where none fits, the headings and codes that a
//! definition could name.

use super::*;

use super::delivery::is_located;
use crate::dataset::is_missing;

/// The texts of a sheet that are shown as its titles, and the rows above figures that may head them.
const TITLES: usize = 3;
const HEADING_ROWS: u32 = 12;
/// The labels that are shown of a heading, and the codes of a dimension.
const LABELS: usize = 4;
const CODES: usize = 20;
/// The rows of a sheet that are looked at: a list only names what stands there.
const LISTED_ROWS: u32 = 20_000;
/// The rows with a period and a number that make a column a series.
const LEAST_ROWS: usize = 2;

/// Lists what the fitting definitions read, with their faults; of a file that none fits, what there is.
pub fn list(delivery: &Delivery<'_>) -> Vec<Message> {
    let readings = delivery.readings();
    if delivery.request.tables.is_empty() && !readings.iter().any(is_located) {
        return match &delivery.content {
            Content::Sheets(sheets) => sheets
                .iter()
                .flat_map(|grid| list_sheet(grid, delivery.name))
                .collect(),
            Content::Rows(rows) => list_codes(rows),
        };
    }

    let mut lines = Vec::new();
    for (definition, series) in readings {
        lines.push(msg::list_of_table(
            delivery.name,
            definition.path(),
            series.len(),
        ));
        delivery.report(definition, &series);
        for (TableSeries { key, .. }, reading) in series {
            let Some(indicator) = delivery.request.dataset.indicator(key) else {
                continue;
            };

            lines.extend(reading.figures.iter().map(|(date, figure)| {
                let (place, value, flags) = (msg::shown(&figure.place), figure.value, figure.flags);
                let line = format!(
                    "{place}  {key}  {}  {value}  {flags}",
                    period(indicator, *date)
                );
                msg::verbatim(line.trim_end())
            }));
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
    for (name, code) in rows.iter().flat_map(|row| &*row.dimensions) {
        names.entry(name).or_default().insert(code);
    }

    let line = |(name, codes): (&str, BTreeSet<&str>)| {
        let more = if codes.len() > CODES { ", …" } else { "" };
        let codes = codes
            .into_iter()
            .take(CODES)
            .map(msg::shown)
            .collect::<Vec<_>>()
            .join(", ");
        msg::verbatim(format!("{}: {codes}{more}", msg::shown(name)))
    };

    names.into_iter().map(line).collect()
}

/// A sheet with its titles, then the cells that head periods in rows, or if there are more, in columns.
fn list_sheet(grid: &Grid, file: &str) -> Vec<Message> {
    let texts = grid
        .cells
        .as_slice()
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Text(text) => Some(msg::shown(text.whole.trim())),
            _ => None,
        });
    let titles = texts.take(TITLES).collect::<Vec<_>>().join(" | ");
    let [rows, columns] = [false, true].map(|is_turned| headings(grid.view(is_turned)));
    let headings = if columns.len() > rows.len() {
        columns
    } else {
        rows
    };

    // The sheet of a CSV file has no name.
    let name = if grid.name.is_empty() {
        file
    } else {
        &grid.name
    };
    let title = msg::list_of_sheet(msg::shown(name), titles, headings.len());
    [title].into_iter().chain(headings).collect()
}

/// The lines of the columns of figures beside periods.
fn headings(view: View<'_>) -> Vec<Message> {
    let (place, marks) = (SheetPlace::default(), Marks::new());
    let (mut periods, mut headings): (Option<Axis>, _) = (None, Vec::new());
    for column in view.columns().iter().copied() {
        if column >= LISTED_ROWS {
            break;
        }

        let axis = Axis::read(view, column, 0..LISTED_ROWS, &place, &marks);
        let first = axis.extent().map_or(u32::MAX, |(first, _)| first);
        let count = axis.fitting(axis.entries.range(first..).map(|(row, _)| *row));
        if count.is_some_and(|count| count >= LEAST_ROWS) {
            periods = Some(axis);
        } else {
            headings.extend(
                periods
                    .as_ref()
                    .and_then(|axis| heading(view, column, axis)),
            );
        }
    }

    headings
}

/// The line of a column of figures: its lowest heading, labels as a definition would name them, its first and last period,
/// and how many there are.
fn heading(view: View<'_>, column: u32, axis: &Axis) -> Option<Message> {
    let has_number = |row: &u32| view.at((*row, column)).is_some_and(Value::is_number);
    let rows: Vec<u32> = axis
        .periods()
        .map(|(row, _)| row)
        .filter(has_number)
        .collect();
    let (first, last) = (*rows.first()?, *rows.last()?);
    // A text above others to the left heads this column, too, until the column has a text of its own.
    let mut has_own = false;
    let mut labels = Vec::new();
    for row in first.saturating_sub(HEADING_ROWS)..first {
        let Some((at, Value::Text(text))) = view.row(row, 0..column + 1).next_back() else {
            continue;
        };

        // A mark of what is missing heads nothing.
        if is_missing(&text.whole) {
            continue;
        }

        if at > axis.column && (at == column || !has_own) {
            let text = text.whole.split_whitespace().collect::<Vec<_>>().join(" ");
            labels.push((row, format!("\"{}\"", msg::shown(&text))));
        }

        has_own |= at == column;
    }

    let labels = labels.split_off(labels.len().saturating_sub(LABELS));
    let place = view.address((labels.last()?.0, column));
    let labels = labels
        .into_iter()
        .map(|(_, label)| label)
        .collect::<Vec<_>>()
        .join(", ");
    let layout = if view.is_turned {
        ", \"layout\": \"columns\""
    } else {
        ""
    };

    let [from, to] = [first, last].map(|row| msg::shown(&view.text((row, axis.column))));
    let count = rows.len();
    let line = format!("  {place}  [{labels}]{layout}  {from} … {to}  {count}");
    (count >= LEAST_ROWS).then(|| msg::verbatim(line))
}
