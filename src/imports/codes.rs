//! Observations under codes of dimensions, as messages of SDMX and JSON-stat have them, and those of one series among them.

use super::*;

use super::series::{Figure, Period};
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

impl CodedRow {
    /// Its dimensions, each with its code.
    pub fn key(&self) -> &[(String, String)] {
        self.codes.get(..self.dimensions).unwrap_or_default()
    }
}

/// The years of messages are those of the calendar.
const CONTEXT: Context = Context { year_start: Some(1), has_roman_months: false, has_numbered_months: false };

/// Reads the rows that have these codes.
pub fn read<'a>(
    rows: &'a [CodedRow],
    series: &TableSeries,
    codes: &[(String, String)],
    indicator: &Indicator,
) -> SeriesReading {
    let has_codes = |row: &&CodedRow| codes.iter().all(|code| row.codes.contains(code));
    let matching: Vec<&'a CodedRow> = rows.iter().filter(has_codes).collect();
    let shown = || codes.iter().map(|(name, code)| format!("{name}={code}")).collect::<Vec<_>>().join(", ");
    if matching.is_empty() {
        return SeriesReading::fault(msg::table_no_codes(shown()));
    }
    let mut reading = SeriesReading::default().located();
    let names: BTreeSet<&str> = matching.iter().flat_map(|row| row.key()).map(|(name, _)| &**name).collect();
    for name in names {
        let code =
            |row: &&'a CodedRow| row.key().iter().find(|(n, _)| n == name).map_or("–", |(_, code)| code);
        let codes: BTreeSet<&str> = matching.iter().map(code).collect();
        if codes.len() > 1 {
            let codes = codes.into_iter().take(msg::MAX_CODES).collect::<Vec<_>>().join(", ");
            reading.faults.push(msg::table_dimension_open(name, codes));
        }
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
    let Some(date) = period.date(indicator, false) else { return };
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
    match number(written).and_then(|number| values::round(number, &series.rounding)) {
        Some(value) => reading.add(date, Figure { value, flags, place: row.place.clone() }),
        None => reading.faults.push(msg::table_no_number(&row.place, written)),
    }
}

/// A decimal, perhaps with an exponent: `1.5E3`. `None` where it would have more digits than a number when written in full.
fn number(written: &str) -> Option<Number> {
    let Some((mantissa, exponent)) = written.split_once(['e', 'E']) else { return written.parse().ok() };
    let number = mantissa.parse::<Number>().ok()?.with_point_moved(exponent.parse().ok()?)?;
    number.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponent_makes_no_number_longer_than_one_may_be() {
        for (written, read) in [
            ("1.5E3", Some("1500")),
            ("-2.5e-7", Some("-0.00000025")),
            ("1E+27", Some("1000000000000000000000000000")),
            ("1E28", None),
            ("1E-97", Some(&*format!("0.{}1", "0".repeat(96)))),
            ("1E-99", None),
            ("1E-200", None),
            ("E3", None),
            ("1E", None),
        ] {
            assert_eq!(number(written).map(|number| number.to_string()).as_deref(), read, "{written}");
        }
    }
}
