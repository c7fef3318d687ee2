//! Observations under codes of dimensions, as messages of SDMX and JSON-stat have them, and those of one series among them.

use super::*;

use chrono::DateTime;

use crate::dataset::fold_case;

/// Names, each with its code.
pub type Codes = Vec<(Arc<str>, Arc<str>)>;

/// Names, each with its code, as a message has them.
pub type WrittenCodes<'a> = Vec<(&'a str, &'a str)>;

/// Names of the period of an observation and of its value.
pub const PERIOD: &str = "TIME_PERIOD";
pub const VALUE: &str = "OBS_VALUE";
/// Names of its status.
pub const STATUSES: [&str; 2] = ["OBS_STATUS", "OBS_FLAG"];
/// The name of what is to become of it.
pub const ACTION: &str = "ACTION";

/// The characters of a code, a name or a period, and the dimensions of a message.
const LONGEST_CODE: usize = 1000;
const MOST_DIMENSIONS: usize = 100;

/// The observations of a message: a row takes some hundred bytes.
const MOST_ROWS: usize = 1_000_000;

/// Texts and keys of a message, each kept once however many rows have it.
#[derive(Default)]
pub struct Names {
    texts: HashSet<Arc<str>>,
    keys: HashSet<Arc<Codes>>,
    rows: usize,
}

impl Names {
    /// The row of an observation with these components: its period, its value, its status and what is to become of it. The
    /// last one of a name counts.
    ///
    /// # Errors
    /// There are more rows than any source delivers, a row has too many codes, or one is too long.
    pub fn row(
        &mut self,
        dimensions: WrittenCodes<'_>,
        attributes: WrittenCodes<'_>,
        components: &[(&str, &str)],
    ) -> Result<CodedRow, Message> {
        self.rows += 1;
        if self.rows > MOST_ROWS {
            return Err(msg::import_too_many_rows(MOST_ROWS));
        }

        let status = STATUSES.iter().find_map(|name| last_code(components, name));
        Ok(CodedRow {
            dimensions: self.key(dimensions)?,
            attributes: self.key(attributes)?,
            period: self.text(last_code(components, PERIOD).unwrap_or_default())?,
            value: last_code(components, VALUE).unwrap_or_default().into(),
            status: self.text(status.unwrap_or_default())?,
            action: self.text(last_code(components, ACTION).unwrap_or_default())?,
            ..CodedRow::default()
        })
    }

    /// # Errors
    /// A text is longer than any code is.
    pub fn text(&mut self, text: &str) -> Result<Arc<str>, Message> {
        if text.len() > LONGEST_CODE {
            return Err(msg::message_code_too_long(text, LONGEST_CODE));
        }

        if let Some(known) = self.texts.get(text) {
            return Ok(Arc::clone(known));
        }

        let new: Arc<str> = text.into();
        self.texts.insert(Arc::clone(&new));
        Ok(new)
    }

    fn key(&mut self, codes: WrittenCodes<'_>) -> Result<Arc<Codes>, Message> {
        if codes.len() > MOST_DIMENSIONS {
            return Err(msg::message_too_many_dimensions(MOST_DIMENSIONS));
        }

        let mut key = Codes::new();
        for (name, code) in codes {
            key.push((self.text(name)?, self.text(code)?));
        }

        if let Some(known) = self.keys.get(&key) {
            return Ok(Arc::clone(known));
        }

        let new = Arc::new(key);
        self.keys.insert(Arc::clone(&new));
        Ok(new)
    }
}

fn last_code<'a>(codes: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let found = codes.iter().rfind(|(other, _)| *other == name);
    found.map(|(_, code)| *code)
}

/// One observation of a message, its texts as they are written.
#[derive(Default)]
pub struct CodedRow {
    pub dimensions: Arc<Codes>,
    /// Attributes of its series, of groups of series, and of itself.
    pub attributes: Arc<Codes>,
    pub period: Arc<str>,
    pub value: Box<str>,
    pub status: Arc<str>,
    /// The action that the message asks for: append, replace or delete; empty if it does not say.
    pub action: Arc<str>,
    /// The line, in a table.
    pub line: Option<u32>,
    /// The name of its element, where it has no dimensions.
    pub element: Arc<str>,
}

impl CodedRow {
    /// Its code of a dimension or an attribute, unless that is empty. Names are the same in either case.
    fn code(&self, name: &str) -> Option<&str> {
        for (other, code) in self.dimensions.iter().chain(&*self.attributes) {
            if other.eq_ignore_ascii_case(name) && !code.is_empty() {
                return Some(code);
            }
        }

        None
    }

    /// Returns true if it has these codes. A deletion holds for every code of what it leaves out.
    fn has_codes(&self, codes: &[(String, String)]) -> bool {
        codes.iter().all(|(name, code)| match self.code(name) {
            Some(row_code) => row_code == code,
            None => is_deletion(&self.action),
        })
    }

    /// The line or the key by which a person finds it.
    fn place(&self) -> String {
        if let Some(line) = self.line {
            return line.to_string();
        }

        let codes: Vec<&str> = self.dimensions.iter().map(|(_, code)| &**code).collect();
        let key = if codes.is_empty() {
            self.element.to_string()
        } else {
            codes.join(".")
        };
        format!("{key} {}", self.period)
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
    action.eq_ignore_ascii_case("D") || action.eq_ignore_ascii_case("Delete")
}

/// The years of messages are those of the calendar.
pub const CONTEXT: LabelContext = LabelContext {
    year_start: Some(1),
    has_roman_months: false,
    has_numbered_months: false,
    date_order: None,
};

/// Reads the rows that have these codes.
pub fn read(
    rows: &[CodedRow],
    series: &TableSeries,
    codes: &[(String, String)],
    indicator: &Indicator,
    request: Request<'_>,
) -> SeriesReading {
    let mut matching: Vec<&CodedRow> = rows.iter().collect();
    matching.retain(|row| row.has_codes(codes));
    let mut shown = Vec::new();
    for (name, code) in codes {
        shown.push(format!("{name}={code}"));
    }

    let shown = shown.join(", ");
    if matching.is_empty() {
        return SeriesReading::fault(msg::table_no_codes(shown));
    }

    let mut reading = SeriesReading::default().located();
    for row in &matching {
        reading.faults.extend(action_fault(row));
        reading.faults.extend(secrecy_fault(row, request));
    }

    if reading.faults.is_empty() {
        reading.faults.extend(open_dimensions(&matching));
    }

    if reading.faults.is_empty() {
        for row in matching {
            take(row, series, indicator, &mut reading);
        }
    }

    if reading.figures.is_empty() && reading.faults.is_empty() {
        reading.faults.push(msg::table_no_values(shown));
    }

    reading
}

/// The fault of a row that brings no figure.
fn action_fault(row: &CodedRow) -> Option<Message> {
    let action = row.action.trim();
    if is_deletion(action) {
        return Some(msg::table_deletion(row.place(), action));
    }

    let is_known = ACTIONS.iter().any(|name| action.eq_ignore_ascii_case(name));
    if action.is_empty() || is_known {
        return None;
    }

    let known = ACTIONS.join(", ");
    Some(msg::table_unknown_action(row.place(), action, known))
}

/// Attributes that say whether a value may be published.
const SECRECY: [&str; 3] = ["CONF_STATUS", "OBS_CONF", "CONF_STATUS_OBS"];
const EMBARGO: &str = "EMBARGO_TIME";

/// The fault of a row that is not free for publication, or not yet.
fn secrecy_fault(row: &CodedRow, request: Request<'_>) -> Option<Message> {
    for name in SECRECY {
        if let Some(code) = row.code(name)
            && !code.eq_ignore_ascii_case("F")
        {
            return Some(msg::table_confidential(row.place(), name, code));
        }
    }

    let written = row.code(EMBARGO)?;
    let day = written.get(..10).map(str::parse::<NaiveDate>);
    let is_over = match (DateTime::parse_from_rfc3339(written), day) {
        (Ok(instant), _) => instant <= request.now,
        // Without an offset the day alone is sure.
        (Err(_), Some(Ok(day))) => day < request.today,
        _ => false,
    };

    if is_over || request.not_before.is_some() {
        return None;
    }

    Some(msg::table_embargoed(row.place(), written))
}

/// Attributes that say in what a value is given: a row without one is in doubt beside another with it.
const UNITS: [&str; 2] = ["UNIT_MULT", "UNIT_MEASURE"];
/// Parts of names of attributes that say nothing of what a value is.
const HARMLESS: [&str; 9] = [
    "TITLE",
    "COMMENT",
    "NOTE",
    "UPDATE",
    "PUBLI",
    "PUBL_",
    "DATE_",
    "_DATE",
    "PRE_BREAK",
];

fn is_harmless(name: &str) -> bool {
    matches!(name, "DECIMALS" | EMBARGO)
        || name.starts_with("OBS_")
        || name.starts_with("CONF_")
        || HARMLESS.iter().any(|part| name.contains(part))
}

/// The faults of dimensions that have several codes in these rows, and of attributes that change.
fn open_dimensions(rows: &[&CodedRow]) -> Vec<Message> {
    let mut seen = HashSet::new();
    let mut keys = rows.to_vec();
    keys.retain(|row| seen.insert((Arc::as_ptr(&row.dimensions), Arc::as_ptr(&row.attributes))));

    // Names, each with whether a row without it is in doubt.
    let mut names = BTreeMap::from(UNITS.map(|name| (name, true)));
    for row in &keys {
        names.extend(row.dimensions.iter().map(|(name, _)| (&**name, true)));
        for (name, _) in &*row.attributes {
            if !is_harmless(name) {
                names.entry(name).or_default();
            }
        }
    }

    let mut faults = Vec::new();
    for (name, is_needed) in names {
        let mut codes = BTreeSet::new();
        for row in &keys {
            codes.extend(row.code(name).or(is_needed.then_some("–")));
        }

        if codes.len() > 1 {
            let shown: Vec<&str> = codes.into_iter().take(msg::MAX_CODES).collect();
            faults.push(msg::table_dimension_open(name, shown.join(", ")));
        }
    }

    faults
}

fn take(row: &CodedRow, series: &TableSeries, indicator: &Indicator, reading: &mut SeriesReading) {
    let place = row.place();
    let label = Label::parse(&row.period, CONTEXT);
    let Some(label) = label.and_then(|label| series::with_year(label, None, None)) else {
        reading
            .faults
            .push(msg::table_no_period(place, &row.period));
        return;
    };

    let Some(date) = series::date(label, indicator, false) else {
        return;
    };

    reading.dates.insert(date);
    let written = row.value.trim();
    if matches!(written.to_lowercase().as_str(), "" | "nan" | ":") {
        return;
    }

    let number = parse_decimal(written);
    let value = number.and_then(|number| values::round(number, &series.rounding));
    let fault = match (read_status(&row.status, &series.flags), value) {
        (Some(flags), Some(value)) => {
            let figure = Figure {
                value,
                flags,
                place,
            };
            return reading.add(date, figure);
        }
        (None, _) => msg::table_unknown_status(place, &row.status),
        (_, None) => msg::table_no_number(place, written),
    };

    reading.faults.push(fault);
}

/// Letters of the status of an observation that change nothing: normal values, breaks, revisions, imputed, unreliable and
/// missing ones, as SDMX and Eurostat write them.
const PLAIN_STATUSES: &str = "abdghijklmnoqrsuvwz";

/// The flags of a status, which may have several letters; `None` where one of them is known neither to the definition nor to
/// the program. A forecast (F) is no figure unless the definition says so.
fn read_status(written: &str, marks: &Marks) -> Option<Flags> {
    let status = fold_case(written.trim());
    if let Some(flags) = find_mark(&status, marks) {
        return Some(flags);
    }

    let mut flags = Flags::default();
    for letter in status.chars() {
        if let Some(named) = find_mark(letter.encode_utf8(&mut [0; 4]), marks) {
            flags = flags.with(named);
            continue;
        }

        let meant = match letter {
            'p' => Flag::Provisional.into(),
            'e' => Flag::Estimated.into(),
            ',' | ' ' | '|' | ';' => Flags::default(),
            letter if PLAIN_STATUSES.contains(letter) => Flags::default(),
            _ => return None,
        };

        flags = flags.with(meant);
    }

    Some(flags)
}

/// The flags that a mark means by the definition.
fn find_mark(wanted: &str, marks: &Marks) -> Option<Flags> {
    let (_, flags) = marks.iter().find(|(mark, _)| mark == wanted)?;
    Some(*flags)
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
    fn every_letter_of_a_status_is_read() {
        let marks = vec![
            ("f".to_owned(), Flag::Estimated.into()),
            ("x1".to_owned(), Flags::default()),
        ];
        for (written, read, with_marks) in [
            ("", Some(""), Some("")),
            ("A", Some(""), Some("")),
            ("p", Some("provisional"), Some("provisional")),
            ("bp", Some("provisional"), Some("provisional")),
            (
                "ep",
                Some("provisional estimated"),
                Some("provisional estimated"),
            ),
            (
                "p,e",
                Some("provisional estimated"),
                Some("provisional estimated"),
            ),
            ("F", None, Some("estimated")),
            ("bf", None, Some("estimated")),
            ("c", None, None),
            ("x1", None, Some("")),
            ("3", None, None),
        ] {
            let shown = |marks: &Marks| read_status(written, marks).map(|flags| flags.to_string());
            assert_eq!(shown(&Marks::new()).as_deref(), read, "{written}");
            assert_eq!(shown(&marks).as_deref(), with_marks, "{written}");
        }
    }

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
