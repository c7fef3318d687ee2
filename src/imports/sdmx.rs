//! Messages of SDMX: data in SDMX-ML 2.1, generic and structure-specific, and in SDMX-CSV of any version.

use super::*;

use super::codes::Names;
use crate::dataset::{Record, describe_count};

const PERIOD: &str = "TIME_PERIOD";
const VALUE: &str = "OBS_VALUE";
/// Names of the status of an observation.
const STATUSES: [&str; 2] = ["OBS_STATUS", "OBS_FLAG"];
/// The column that says what becomes of a row.
const ACTION: &str = "ACTION";
/// How columns of a message begin that are no dimensions.
const OF_MESSAGE: [&str; 3] = ["DATAFLOW", "STRUCTURE", ACTION];
/// The roots of data messages.
const ROOTS: [&str; 4] = [
    "GenericData",
    "GenericTimeSeriesData",
    "StructureSpecificData",
    "StructureSpecificTimeSeriesData",
];

/// Returns true if a table is a message in SDMX-CSV, by its header.
pub fn is_csv(header: &[u8]) -> bool {
    let header = String::from_utf8_lossy(header);
    let mut names = Vec::new();
    for cell in header.split([',', ';']) {
        names.push(before_colon(cell.trim().trim_matches('"')));
    }

    position(&names, PERIOD).is_some() && position(&names, VALUE).is_some()
}

/// Returns true for the root of a data message, with any prefix.
pub fn is_root(name: &str) -> bool {
    let bare = name.rsplit(':').next();
    bare.is_some_and(|bare| ROOTS.contains(&bare))
}

/// The code before the colon in `FREQ:Frequency`.
fn before_colon(text: &str) -> &str {
    text.split(':').next().unwrap_or_default().trim()
}

/// Returns true if a name is that of the period, the value or the status of an observation.
fn is_of_observation(name: &str) -> bool {
    let mut names = [PERIOD, VALUE].iter().chain(&STATUSES);
    names.any(|known| name.eq_ignore_ascii_case(known))
}

/// # Errors
/// A code is longer than any is, or a row has too many.
pub fn read_csv(
    file: &DataFile,
    location: &Location,
    report: &Report,
) -> Result<Vec<CodedRow>, Message> {
    let Some(content) = text_sheet::decode(file, report) else {
        return Ok(Vec::new());
    };

    let text = Text::new(location, &content, report);
    let form = Records::new(&text).form;
    let mut records = Records::verbatim(&text, form.delimiter);
    let Some(header) = records.next() else {
        return Ok(Vec::new());
    };

    let mut names = Vec::new();
    for name in &header.cells {
        names.push(before_colon(name).to_uppercase());
    }

    let (Some(period), Some(value)) = (position(&names, PERIOD), position(&names, VALUE)) else {
        return Ok(Vec::new());
    };

    let mut status_names = STATUSES.iter();
    let status = status_names.find_map(|name| position(&names, name));
    let action = position(&names, ACTION);
    let (dimensions, attributes) = split_components(&names, value);

    let mut known = Names::default();
    let mut rows = Vec::new();
    for record in records {
        if record.cells.len() != names.len() {
            let problem = describe_count(&record.cells, names.len(), form.delimiter);
            report.error(text.at(record.start), problem);
            continue;
        }

        known.count_row()?;
        rows.push(CodedRow {
            dimensions: known.key(codes_in(&record, &dimensions))?,
            attributes: known.key(codes_in(&record, &attributes))?,
            period: known.text(code_in(&record, Some(period)))?,
            value: record.cells[value].trim().into(),
            status: known.text(code_in(&record, status))?,
            action: known.text(code_in(&record, action))?,
            line: Some(text.line(record.start)),
            ..CodedRow::default()
        });
    }

    if form.has_decimal_commas() {
        replace_commas(&mut rows, location, report);
    }

    Ok(rows)
}

/// Columns with their names.
type NamedColumns<'h> = Vec<(usize, &'h str)>;

/// The columns of dimensions, and those of attributes, which stand behind the value unless everything does.
fn split_components(names: &[String], value: usize) -> (NamedColumns<'_>, NamedColumns<'_>) {
    let mut dimensions = Vec::new();
    for (column, name) in names.iter().enumerate() {
        if is_component(name) {
            dimensions.push((column, name.as_str()));
        }
    }

    let leading = dimensions.partition_point(|(column, _)| *column < value);
    let attributes = match leading {
        0 => Vec::new(),
        leading => dimensions.split_off(leading),
    };
    (dimensions, attributes)
}

/// Puts points in the place of decimal commas, where the values have commas at all. Then a point is in doubt.
fn replace_commas(rows: &mut [CodedRow], location: &Location, report: &Report) {
    if !rows.iter().any(|row| row.value.contains(',')) {
        return;
    }

    for row in rows {
        let written = &row.value;
        if written.contains('.') {
            let thousands = written.replace('.', "");
            let decimal = written.replace('.', ",");
            let message = msg::number_in_doubt(VALUE, written, thousands, decimal);
            let line = row.line.unwrap_or_default();
            report.error(location.line(line), message);
        }

        row.value = written.replace(',', ".").into();
    }
}

fn position<S: AsRef<str>>(names: &[S], wanted: &str) -> Option<usize> {
    let mut names = names.iter();
    names.position(|name| name.as_ref().eq_ignore_ascii_case(wanted))
}

/// Returns true for the name of a dimension or an attribute, in capitals. A column whose name has a space explains the
/// codes beside it.
fn is_component(name: &str) -> bool {
    let is_of_message = OF_MESSAGE.iter().any(|start| name.starts_with(start));
    !name.contains(' ') && !is_of_message && !is_of_observation(name)
}

/// The code in a column: what stands before the colon in `M: Monthly`.
fn code_in<'r>(record: &'r Record<'_>, column: Option<usize>) -> &'r str {
    column.map_or("", |column| before_colon(&record.cells[column]))
}

/// The names of columns, each with the code in it.
fn codes_in<'r>(
    record: &'r Record<'_>,
    columns: &'r [(usize, &str)],
) -> impl Iterator<Item = (&'r str, &'r str)> {
    let columns = columns.iter();
    columns.map(|(column, name)| (*name, code_in(record, Some(*column))))
}

/// The pairs of a group of series with a series that may be compared: beyond them a message is damaged.
const MOST_GROUPED: usize = 20_000_000;

pub fn read_xml(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(msg::message_not_utf8());
    };

    let document = xml::parse(text).map_err(|_| msg::message_damaged())?;
    let root = document.root_element();
    let action = elements(root, "Header").map(|header| child_text(header, "DataSetAction"));
    let action = action.last().unwrap_or_default();

    let mut names = Names::default();
    let mut rows = Vec::new();
    let mut compared = 0;
    for set in elements(root, "DataSet") {
        let groups: Vec<Group<'_>> = elements(set, "Group").map(Group::new).collect();
        for series in elements(set, "Series") {
            compared += groups.len();
            if compared > MOST_GROUPED {
                return Err(msg::message_damaged());
            }

            let dimensions = key(series);
            let mut attributes = listed_values(series, "Attributes");
            for group in &groups {
                attributes.extend(group.attributes_of(&dimensions));
            }

            for node in observations(series, action) {
                rows.push(row(node, &dimensions, &attributes, action, &mut names)?);
            }
        }

        // A flat message has the whole key in each observation.
        for node in observations(set, action) {
            let mut key = key(node);
            key.retain(|(name, _)| !is_of_observation(name));
            rows.push(row(node, &key, &[], action, &mut names)?);
        }
    }

    Ok(rows)
}

/// Names, each with its code, in a document.
type WrittenCodes<'a> = Vec<(&'a str, &'a str)>;

/// Attributes of all series that have some codes.
struct Group<'a> {
    codes: WrittenCodes<'a>,
    attributes: WrittenCodes<'a>,
    /// True if codes and attributes stand apart, as they do in generic messages alone.
    is_generic: bool,
}

impl<'a> Group<'a> {
    fn new(node: Element<'a>) -> Self {
        let codes = listed_values(node, "GroupKey");
        let is_generic = !codes.is_empty();
        let plain = plain_attributes(node);
        Group {
            codes: if is_generic { codes } else { plain },
            attributes: listed_values(node, "Attributes"),
            is_generic,
        }
    }

    /// The attributes that a series with this key has from the group.
    fn attributes_of(&self, key: &[(&str, &str)]) -> WrittenCodes<'a> {
        let mut attributes = self.attributes.clone();
        for (name, code) in &self.codes {
            match key.iter().find(|(other, _)| other == name) {
                Some((_, other)) if other != code => return Vec::new(),
                Some(_) => {}
                None if self.is_generic => return Vec::new(),
                None => attributes.push((name, code)),
            }
        }

        attributes
    }
}

/// The observations of a series or of a flat data set. One that is deleted as a whole has none, and is one itself.
fn observations<'d>(node: Element<'d>, action: &str) -> impl Iterator<Item = Element<'d>> {
    let mut parts = elements(node, "Obs").chain(elements(node, "Series"));
    let is_deleted = parts.next().is_none() && codes::is_deletion(action_on(node, action));
    let whole = is_deleted.then_some(node);
    elements(node, "Obs").chain(whole)
}

/// The action that an observation, its series or its data set says, else that of the whole message.
fn action_on<'d>(node: Element<'d>, of_message: &'d str) -> &'d str {
    let mut attributes = node.ancestors().flat_map(|node| node.attributes());
    let action = attributes.find(|attribute| attribute.name() == "action");
    action.map_or(of_message, |action| action.value())
}

/// The values of a list such as `SeriesKey`.
fn listed_values<'d>(node: Element<'d>, name: &'static str) -> WrittenCodes<'d> {
    let mut values = Vec::new();
    for value in listed(node, name, "Value") {
        if let (Some(id), Some(value)) = (value.attribute("id"), value.attribute("value")) {
            values.push((id, value));
        }
    }

    values
}

/// The attributes of an element that are in no namespace.
fn plain_attributes(node: Element<'_>) -> WrittenCodes<'_> {
    let mut attributes = Vec::new();
    for attribute in node.attributes() {
        if attribute.namespace().is_none() {
            attributes.push((attribute.name(), attribute.value()));
        }
    }

    attributes
}

/// The key of a series or an observation. A structure-specific one has attributes that look alike.
fn key(node: Element<'_>) -> WrittenCodes<'_> {
    let mut codes = listed_values(node, "SeriesKey");
    codes.extend(listed_values(node, "ObsKey"));
    if codes.is_empty() && !node.has_tag_name("DataSet") {
        codes = plain_attributes(node);
    }

    codes
}

fn row(
    node: Element<'_>,
    dimensions: &[(&str, &str)],
    series_attributes: &[(&str, &str)],
    action: &str,
    names: &mut Names,
) -> Result<CodedRow, Message> {
    names.count_row()?;
    let mut components = listed_values(node, "ObsKey");
    let mut attributes = series_attributes.to_vec();
    let mut own = listed_values(node, "Attributes");
    own.extend(plain_attributes(node));
    for (name, code) in own {
        components.push((name, code));
        let is_dimension = dimensions.iter().any(|(other, _)| *other == name);
        let is_attribute = !is_dimension && !is_of_observation(name);
        if is_attribute && node.has_tag_name("Obs") {
            attributes.push((name, code));
        }
    }

    let mut status_names = STATUSES.iter();
    let status = status_names.find_map(|name| last_code(&components, name));
    let period = period_element(node).or(last_code(&components, PERIOD));
    let value = value_element(node).or(last_code(&components, VALUE));

    Ok(CodedRow {
        dimensions: names.key(dimensions.iter().copied())?,
        attributes: names.key(attributes)?,
        period: names.text(period.unwrap_or_default())?,
        value: value.unwrap_or_default().into(),
        status: names.text(status.unwrap_or_default())?,
        action: names.text(action_on(node, action))?,
        line: None,
        element: names.text(node.tag_name().name())?,
    })
}

/// The period that a generic observation has in an element. It may lie along another dimension than time: then it has none.
fn period_element<'d>(node: Element<'d>) -> Option<&'d str> {
    let mut dimensions = elements(node, "ObsDimension");
    let time = dimensions.find(|node| matches!(node.attribute("id"), None | Some(PERIOD)));
    time?.attribute("value")
}

fn value_element<'d>(node: Element<'d>) -> Option<&'d str> {
    elements(node, "ObsValue").next()?.attribute("value")
}

/// The code under a name; the last one is that of the observation itself.
fn last_code<'a>(codes: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let found = codes.iter().rfind(|(other, _)| *other == name);
    found.map(|(_, code)| *code)
}
