//! Observations under codes of dimensions, as messages of SDMX and JSON-stat have them, and those of one series among them.

use super::*;

use super::workbook::without_exponent;
use crate::dataset::small;

/// One observation of a message, its texts as they are written.
pub struct CodedRow {
    /// The codes of dimensions, then those of attributes.
    pub codes: Arc<Vec<(String, String)>>,
    /// How many of them are of dimensions.
    pub dimensions: usize,
    pub period: String,
    pub value: String,
    pub status: String,
    /// The line or the key by which a person finds it.
    pub place: String,
}

/// The years of messages are those of the calendar.
const CONTEXT: Context = Context { year_start: Some(1), has_roman_months: false, has_numbered_months: false };

/// Reads the rows that have these codes.
pub fn read(
    rows: &[CodedRow],
    series: &TableSeries,
    codes: &[(String, String)],
    indicator: &Indicator,
) -> SeriesReading {
    let has = |row: &CodedRow, (name, code): &(String, String)| {
        row.codes.iter().any(|(n, c)| n == name && c == code)
    };
    let matching: Vec<&CodedRow> =
        rows.iter().filter(|row| codes.iter().all(|code| has(row, code))).collect();
    let shown = || codes.iter().map(|(name, code)| format!("{name}={code}")).collect::<Vec<_>>().join(", ");
    if matching.is_empty() {
        return SeriesReading::fault(msg::table_no_codes(shown()));
    }
    let mut reading = SeriesReading::located();
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, code) in matching.iter().flat_map(|row| row.codes.iter().take(row.dimensions)) {
        left.entry(name).or_default().insert(code);
    }
    // A row that lacks a dimension has another key than those that have it.
    let most = left.len();
    for row in matching.iter().filter(|row| row.dimensions < most) {
        let names: HashSet<&str> = row.codes.iter().take(row.dimensions).map(|(name, _)| &**name).collect();
        for (_, codes) in left.iter_mut().filter(|(name, _)| !names.contains(*name)) {
            codes.insert("–");
        }
    }
    for (name, codes) in left.into_iter().filter(|(_, codes)| codes.len() > 1) {
        let codes = codes.into_iter().take(msg::MAX_CODES).collect::<Vec<_>>().join(", ");
        reading.faults.push(msg::table_dimension_open(name, codes));
    }
    if reading.faults.is_empty() {
        matching.into_iter().for_each(|row| take(row, series, indicator, &mut reading));
    }
    if reading.figures.is_empty() && reading.faults.is_empty() {
        reading.faults.push(msg::table_no_values(shown()));
    }
    reading
}

fn take(row: &CodedRow, series: &TableSeries, indicator: &Indicator, reading: &mut SeriesReading) {
    let label = Label::parse(&row.period, CONTEXT);
    let Some(period) = label.and_then(|label| Period::new(label, None, None)) else {
        reading.faults.push(msg::table_no_period(&row.place, &row.period));
        return;
    };
    let Some(date) = counting::date(period, indicator, false) else { return };
    reading.dates.insert(date);
    let written = row.value.trim();
    if written.is_empty() || written.eq_ignore_ascii_case("nan") || written == ":" {
        return;
    }
    let status = small(row.status.trim());
    let flag = match series.flags.iter().find(|(mark, _)| *mark == status) {
        Some((_, flag)) => *flag,
        None if status == "p" => Some(Flag::Provisional),
        None if status == "e" => Some(Flag::Estimated),
        None => None,
    };
    let mut flags = Flags::default();
    if let Some(flag) = flag {
        flags.insert(flag);
    }
    let number = without_exponent(written).and_then(|written| written.parse::<Number>().ok());
    match number.and_then(|number| values::round(number, &series.rounding)) {
        Some(number) => reading.add(date, number, flags, row.place.clone()),
        None => reading.faults.push(msg::table_no_number(&row.place, written)),
    }
}
