//! Messages of SDMX: data in SDMX-ML 2.1, generic and structure-specific, and in SDMX-CSV of any version.

use super::*;

use super::codes::{ACTION, Names, PERIOD, STATUSES, VALUE, WrittenCodes};
use crate::dataset::describe_count;

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
    let cells = header.split([',', ';']);
    let names: BTreeSet<String> = cells
        .map(|cell| column_name(cell.trim().trim_matches('"')))
        .collect();
    names.contains(PERIOD) && names.contains(VALUE)
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

fn column_name(cell: &str) -> String {
    before_colon(cell).to_uppercase()
}

/// Returns true if a name is that of the period, the value or the status of an observation.
fn is_of_observation(name: &str) -> bool {
    [PERIOD, VALUE]
        .iter()
        .chain(&STATUSES)
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// # Errors
/// A code is longer than any is, or a row has too many.
pub fn read_csv(
    file: &DataFile,
    location: &Location,
    report: &Report,
) -> Result<Vec<CodedRow>, Message> {
    let content = text_sheet::decode(file, report).unwrap_or_default();
    let text = Text::new(location, &content, report);
    let form = Records::new(&text).form;
    let mut records = Records::verbatim(&text, form.delimiter);
    let Some(header) = records.next() else {
        return Ok(Vec::new());
    };

    let columns: Vec<String> = header.cells.iter().map(|cell| column_name(cell)).collect();
    let value = columns.iter().position(|name| name == VALUE);
    let before_value = &columns[..value.unwrap_or_default()];
    let is_key_first = before_value.iter().any(|name| is_component(name));

    let mut names = Names::default();
    let mut rows = Vec::new();
    for record in records {
        if record.cells.len() != columns.len() {
            let problem = describe_count(&record.cells, columns.len(), form.delimiter);
            report.error(text.at(record.start), problem);
            continue;
        }

        let mut dimensions = WrittenCodes::new();
        let mut attributes = WrittenCodes::new();
        let mut components = WrittenCodes::new();
        for (column, cell) in record.cells.iter().enumerate() {
            let name = columns[column].as_str();
            // Attributes stand behind the value, unless everything does.
            let is_in_key = Some(column) < value || !is_key_first;
            match is_component(name) {
                true if is_in_key => dimensions.push((name, before_colon(cell))),
                true => attributes.push((name, before_colon(cell))),
                false if name == VALUE => components.push((name, cell.trim())),
                false => components.push((name, before_colon(cell))),
            }
        }

        rows.push(CodedRow {
            line: Some(text.line(record.start)),
            ..names.row(dimensions, attributes, &components)?
        });
    }

    if form.has_decimal_commas() {
        replace_commas(&mut rows, location, report);
    }

    Ok(rows)
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

/// Returns true for the name of a dimension or an attribute, in capitals. A column whose name has a space explains the
/// codes beside it.
fn is_component(name: &str) -> bool {
    let is_of_message = OF_MESSAGE.iter().any(|start| name.starts_with(start));
    !name.contains(' ') && !is_of_message && !is_of_observation(name)
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
                let dimensions = dimensions.clone();
                let row =
                    read_observation(node, dimensions, attributes.clone(), action, &mut names);
                rows.push(row?);
            }
        }

        // A flat message has the whole key in each observation.
        for node in observations(set, action) {
            let mut key = key(node);
            key.retain(|(name, _)| !is_of_observation(name));
            rows.push(read_observation(node, key, Vec::new(), action, &mut names)?);
        }
    }

    Ok(rows)
}

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

/// Reads an observation, whose attributes stand beside those of its series.
fn read_observation<'d>(
    node: Element<'d>,
    dimensions: WrittenCodes<'d>,
    mut attributes: WrittenCodes<'d>,
    action: &str,
    names: &mut Names,
) -> Result<CodedRow, Message> {
    let mut own = listed_values(node, "Attributes");
    own.extend(plain_attributes(node));
    for (name, code) in &own {
        let is_dimension = dimensions.iter().any(|(other, _)| other == name);
        let is_attribute = !is_dimension && !is_of_observation(name);
        if is_attribute && node.has_tag_name("Obs") {
            attributes.push((name, code));
        }
    }

    let mut components = listed_values(node, "ObsKey");
    components.extend(own);
    components.push((ACTION, action_on(node, action)));

    // A generic observation has its period and its value in elements. It may lie along another dimension than time.
    let mut periods = elements(node, "ObsDimension");
    let period = periods.find(|node| matches!(node.attribute("id"), None | Some(PERIOD)));
    for (name, element) in [(PERIOD, period), (VALUE, elements(node, "ObsValue").next())] {
        let value = element.and_then(|element| element.attribute("value"));
        components.extend(value.map(|value| (name, value)));
    }

    Ok(CodedRow {
        element: names.text(node.tag_name().name())?,
        ..names.row(dimensions, attributes, &components)?
    })
}
