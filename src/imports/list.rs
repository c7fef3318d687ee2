//! The answer to `--list`: every cell that definitions take from a file, or where none fits, the headings and codes that a
//! definition could name.

use super::*;

use super::delivery::is_located;

/// The texts of a sheet that are shown as its titles, and the rows above figures that may head them.
const TITLES: usize = 3;
const HEADING_ROWS: u32 = 12;
/// The labels that are shown of a heading, and the codes of a dimension.
const LABELS: usize = 4;
const CODES: usize = 20;
/// The rows with a period and a number that make a column a series.
const LEAST_ROWS: usize = 2;

/// Lists what the fitting definitions read, with their faults; of a file that none fits, what there is.
pub fn list(delivery: &Delivery<'_>, report: &Report) -> Vec<Message> {
    let fitting = delivery.fitting();
    if delivery.options.tables.is_empty() && !fitting.iter().any(|(_, readings)| is_located(readings)) {
        return match delivery.content {
            Content::Workbook(_) => delivery.grids.iter().flat_map(sheet).collect(),
            Content::Rows(rows) => codes(rows),
        };
    }
    let mut lines = Vec::new();
    for (definition, readings) in fitting {
        lines.push(msg::list_of_table(delivery.name, definition.path(), readings.len()));
        delivery.report(definition, &readings, report);
        for (series, reading) in readings {
            let indicator = delivery.basis.dataset.indicator(&series.key);
            let Some(unit) = indicator.map(Unit::new) else { continue };
            lines.extend(reading.figures.iter().map(|(date, figure)| {
                let (place, value, flags) = (&figure.place, figure.value, figure.flags);
                let line = format!("{place}  {}  {}  {value}  {flags}", series.key, unit.period(*date));
                msg::verbatim(line.trim_end())
            }));
        }
    }
    lines
}

/// The dimensions of a message, with their codes.
fn codes(rows: &[CodedRow]) -> Vec<Message> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, code) in rows.iter().flat_map(|row| row.codes.iter().take(row.dimensions)) {
        names.entry(name).or_default().insert(code);
    }
    let line = |(name, codes): (&str, BTreeSet<&str>)| {
        let more = if codes.len() > CODES { ", …" } else { "" };
        let codes = codes.into_iter().take(CODES).map(msg::shown).collect::<Vec<_>>().join(", ");
        msg::verbatim(format!("{}: {codes}{more}", msg::shown(name)))
    };
    names.into_iter().map(line).collect()
}

/// A sheet with its titles, then the cells that head periods in rows, or if there are more, in columns.
fn sheet(grid: &Grid<'_>) -> Vec<Message> {
    let titles = grid.view(false).texts().take(TITLES).map(msg::shown).collect::<Vec<_>>().join(" | ");
    let [rows, columns] = [false, true].map(|is_turned| heads(grid.view(is_turned)));
    let (heads, layout) =
        if columns.len() > rows.len() { (columns, ", \"layout\": \"columns\"") } else { (rows, "") };
    let title = msg::list_of_sheet(msg::shown(grid.name), titles, heads.len());
    let line = |head: Head| {
        let labels = head.labels.iter().map(|label| format!("\"{}\"", msg::shown(label))).collect::<Vec<_>>();
        let Head { place, first, last, count, .. } = head;
        msg::verbatim(format!("  {place}  [{}]{layout}  {first} … {last}  {count}", labels.join(", ")))
    };
    [title].into_iter().chain(heads.into_iter().map(line)).collect()
}

/// A column of figures beside periods.
struct Head {
    place: String,
    /// As `labels` would name it, outermost first.
    labels: Vec<String>,
    first: String,
    last: String,
    count: usize,
}

fn heads(view: View<'_>) -> Vec<Head> {
    let (place, marks) = (SheetPlace { direction: Direction::Rows, ..SheetPlace::default() }, Marks::new());
    let (mut axes, mut heads): (Vec<Axis>, _) = (Vec::new(), Vec::new());
    for column in view.columns() {
        let axis = Axis::read(view, column, 0..u32::MAX, &place, &marks);
        let first = axis.extent().map_or(u32::MAX, |(first, _)| first);
        let rows: Vec<u32> = axis.entries.range(first..).map(|(row, _)| *row).collect();
        if axis.fitting(&rows).is_some_and(|count| count >= LEAST_ROWS) {
            axes.push(axis);
            continue;
        }
        heads.extend(axes.last().and_then(|axis| head(view, column, axis)));
    }
    heads
}

fn head(view: View<'_>, column: u32, axis: &Axis) -> Option<Head> {
    let has_number = |row: &u32| view.at(*row, column).is_some_and(Value::is_number);
    let rows: Vec<u32> = axis.periods().map(|(row, _)| row).filter(has_number).collect();
    let (first, last) = (*rows.first()?, *rows.last()?);
    // A text above others to the left heads this column, too, until the column has a text of its own.
    let mut has_own = false;
    let mut text = |row: u32| {
        let cells = view.row(row);
        let until = cells.partition_point(|(_, at, _)| *at <= column);
        let (_, at, value) = cells.get(..until)?.last()?;
        let Value::Text(text) = value else { return None };
        let is_label = *at > axis.column && (*at == column || !has_own);
        has_own |= *at == column;
        is_label.then(|| (row, text.split_whitespace().collect::<Vec<_>>().join(" ")))
    };
    let mut labels: Vec<(u32, String)> =
        (first.saturating_sub(HEADING_ROWS)..first).filter_map(&mut text).collect();
    let labels = labels.split_off(labels.len().saturating_sub(LABELS));
    let (row, _) = labels.last()?;
    let shown = |row: u32| view.at(row, axis.column).map(ToString::to_string).unwrap_or_default();
    let place = view.address(*row, column);
    let labels = labels.into_iter().map(|(_, label)| label).collect();
    (rows.len() >= LEAST_ROWS).then(|| Head {
        place,
        labels,
        first: shown(first),
        last: shown(last),
        count: rows.len(),
    })
}
