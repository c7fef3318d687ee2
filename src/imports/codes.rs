//! Observations under codes of dimensions, as messages of SDMX and JSON-stat have them, and those of one series among them.

use super::*;

use crate::dataset::fold_case;

/// Names, each with its code.
pub type Codes = Vec<(String, String)>;

/// One observation of a message, its texts as they are written.
#[derive(Default)]
pub struct CodedRow {
    pub dimensions: Arc<Codes>,
    pub attributes: Arc<Codes>,
    pub period: String,
    pub value: String,
    pub status: String,
    /// Whether the reader is to append, replace or delete it; empty where the message does not say it.
    pub action: String,
    /// The line or the key by which a person finds it.
    pub place: String,
}

impl CodedRow {
    /// Its code of a dimension or an attribute, unless that is empty.
    fn code(&self, name: &str) -> Option<&str> {
        let mut codes = self.dimensions.iter().chain(&*self.attributes);
        codes
            .find(|(n, code)| n == name && !code.is_empty())
            .map(|(_, code)| code.as_str())
    }

    /// Whether it has these codes. A deletion holds for every code of what it leaves out.
    fn has_codes(&self, codes: &Codes) -> bool {
        codes.iter().all(|(name, code)| match self.code(name) {
            Some(row_code) => row_code == code,
            None => is_deletion(&self.action),
        })
    }
}

/// The actions of rows that bring figures, as SDMX-CSV and SDMX-ML write them.
const ACTIONS: [&str; 8] = [
    "I",
    "A",
    "R",
    "M",
    "Information",
    "Append",
    "Replace",
    "Merge",
];

pub fn is_deletion(action: &str) -> bool {
    ["D", "Delete"]
        .iter()
        .any(|deletion| action.eq_ignore_ascii_case(deletion))
}

/// The years of messages are those of the calendar.
const CONTEXT: LabelContext = LabelContext {
    year_start: Some(1),
    has_roman_months: false,
    has_numbered_months: false,
};

/// Reads the rows that have these codes.
pub fn read(
    rows: &[CodedRow],
    series: &TableSeries,
    codes: &Codes,
    indicator: &Indicator,
) -> SeriesReading {
    let matching: Vec<&CodedRow> = rows.iter().filter(|row| row.has_codes(codes)).collect();
    let shown = || {
        codes
            .iter()
            .map(|(name, code)| format!("{name}={code}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if matching.is_empty() {
        return SeriesReading::fault(msg::table_no_codes(shown()));
    }
    let mut reading = SeriesReading::default().located();
    reading
        .faults
        .extend(matching.iter().filter_map(|row| action_fault(row)));
    if reading.faults.is_empty() {
        reading.faults.extend(open_dimensions(&matching));
    }
    if reading.faults.is_empty() {
        matching
            .into_iter()
            .for_each(|row| take(row, series, indicator, &mut reading));
    }
    if reading.figures.is_empty() && reading.faults.is_empty() {
        reading.faults.push(msg::table_no_values(shown()));
    }
    reading
}

/// The fault of a row that brings no figure.
fn action_fault(row: &CodedRow) -> Option<Message> {
    let (place, action) = (&row.place, row.action.trim());
    let brings_figures =
        action.is_empty() || ACTIONS.iter().any(|name| action.eq_ignore_ascii_case(name));
    match is_deletion(action) {
        true => Some(msg::table_deletion(place, action)),
        false => {
            (!brings_figures).then(|| msg::table_unknown_action(place, action, ACTIONS.join(", ")))
        }
    }
}

/// Attributes that say in what a value is given.
const UNITS: [&str; 2] = ["UNIT_MULT", "UNIT_MEASURE"];

/// The faults of dimensions, and of units, of which these rows have several codes.
fn open_dimensions(rows: &[&CodedRow]) -> Vec<Message> {
    let dimensions = rows
        .iter()
        .flat_map(|row| &*row.dimensions)
        .map(|(name, _)| &**name);
    let names: BTreeSet<&str> = dimensions.chain(UNITS).collect();
    let fault = |name: &str| {
        let codes: BTreeSet<&str> = rows
            .iter()
            .map(|row| row.code(name).unwrap_or("–"))
            .collect();
        let shown = || {
            codes
                .iter()
                .copied()
                .take(msg::MAX_CODES)
                .collect::<Vec<_>>()
                .join(", ")
        };
        (codes.len() > 1).then(|| msg::table_dimension_open(name, shown()))
    };
    names.into_iter().filter_map(fault).collect()
}

fn take(row: &CodedRow, series: &TableSeries, indicator: &Indicator, reading: &mut SeriesReading) {
    let label = Label::parse(&row.period, CONTEXT);
    let Some(label) = label.and_then(|label| series::with_year(label, None, None)) else {
        reading
            .faults
            .push(msg::table_no_period(&row.place, &row.period));
        return;
    };
    let Some(date) = series::date(label, indicator, false) else {
        return;
    };
    reading.dates.insert(date);
    let written = row.value.trim();
    if written.is_empty() || written.eq_ignore_ascii_case("nan") || written == ":" {
        return;
    }
    let status = fold_case(row.status.trim());
    let flags = match series.flags.iter().find(|(mark, _)| *mark == status) {
        Some((_, flags)) => *flags,
        None if status == "p" => Flag::Provisional.into(),
        None if status == "e" => Flag::Estimated.into(),
        None => Flags::default(),
    };
    match parse_decimal(written).and_then(|number| values::round(number, &series.rounding)) {
        Some(value) => reading.add(
            date,
            Figure {
                value,
                flags,
                place: row.place.clone(),
            },
        ),
        None => reading
            .faults
            .push(msg::table_no_number(&row.place, written)),
    }
}

/// A decimal, perhaps with an exponent: `1.5E3`. `None` where it would have more digits than a number when written in full.
fn parse_decimal(written: &str) -> Option<Number> {
    let Some((mantissa, exponent)) = written.split_once(['e', 'E']) else {
        return written.parse().ok();
    };
    let number = mantissa
        .parse::<Number>()
        .ok()?
        .with_point_moved(exponent.parse().ok()?)?;
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
            assert_eq!(
                parse_decimal(written)
                    .map(|number| number.to_string())
                    .as_deref(),
                read,
                "{written}"
            );
        }
    }
}
