//! Messages of SDMX: data in SDMX-ML 2.1, generic and structure-specific, and in SDMX-CSV of any version.

use super::*;

use super::codes::Codes;
use crate::dataset::Record;

const PERIOD: &str = "TIME_PERIOD";
const VALUE: &str = "OBS_VALUE";
/// Names of the status of an observation.
const STATUSES: [&str; 2] = ["OBS_STATUS", "OBS_FLAG"];
/// The column that says what becomes of a row.
const ACTION: &str = "ACTION";
/// Columns of a message that are no dimensions.
const OF_MESSAGE: [&str; 5] = [
    "DATAFLOW",
    "STRUCTURE",
    "STRUCTURE_ID",
    "STRUCTURE_NAME",
    ACTION,
];
/// The roots of data messages.
const ROOTS: [&str; 4] = [
    "GenericData",
    "GenericTimeSeriesData",
    "StructureSpecificData",
    "StructureSpecificTimeSeriesData",
];
/// The bytes in which a root is looked for.
const HEAD: usize = 4096;

/// Whether a table is a message in SDMX-CSV, by its header.
pub fn is_csv(header: &[u8]) -> bool {
    let header = String::from_utf8_lossy(header);
    let has = |name: &str| {
        header
            .split(',')
            .any(|cell| before_colon(cell.trim().trim_matches('"')) == name)
    };
    has(PERIOD) && has(VALUE)
}

/// Whether XML is a data message.
pub fn is_xml(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes));
    let names = head.split('<').map(|tag| {
        tag.split([' ', '>', '\n', '\r', '\t'])
            .next()
            .unwrap_or_default()
    });
    names
        .map(|name| name.rsplit(':').next().unwrap_or_default())
        .any(|name| ROOTS.contains(&name))
}

/// The code before the colon in `FREQ:Frequency`.
fn before_colon(text: &str) -> &str {
    text.split(':').next().unwrap_or_default().trim()
}

/// Whether a name is that of the period, the value or the status of an observation.
fn is_of_observation(name: &str) -> bool {
    [PERIOD, VALUE].contains(&name) || STATUSES.contains(&name)
}

pub fn read_csv(file: &DataFile, report: &Report) -> Vec<CodedRow> {
    let Some(text) = Text::decode(file, report) else {
        return Vec::new();
    };
    let mut records = Records::new(&text);
    let Some(header) = records.next() else {
        return Vec::new();
    };
    let names: Vec<&str> = header.cells.iter().map(|name| before_colon(name)).collect();
    let at = |name: &str| names.iter().position(|n| *n == name);
    let (Some(period), Some(value)) = (at(PERIOD), at(VALUE)) else {
        return Vec::new();
    };
    let status = STATUSES.iter().find_map(|name| at(name));
    let action = names
        .iter()
        .position(|name| name.eq_ignore_ascii_case(ACTION));
    // A column whose name has a space explains the codes beside it.
    let is_component = |name: &str| {
        !name.contains(' ')
            && !OF_MESSAGE.contains(&&*name.to_uppercase())
            && !is_of_observation(name)
    };
    // Attributes stand behind the value, unless everything does.
    let has_leading = names.iter().take(value).any(|name| is_component(name));
    let is_dimension =
        |(column, name): &(usize, &str)| is_component(name) && (*column < value || !has_leading);
    let columns = names
        .iter()
        .copied()
        .enumerate()
        .filter(|(column, _)| ![period, value].contains(column));
    let (dimensions, attributes): (Vec<_>, Vec<_>) = columns.partition(is_dimension);
    let read = |record: Record<'_>| {
        let cell = |column: usize| {
            record
                .cells
                .get(column)
                .map(|cell| &**cell)
                .unwrap_or_default()
        };
        let code = |column: usize| before_colon(cell(column)).to_owned();
        let codes = |columns: &[(usize, &str)]| {
            Arc::new(
                columns
                    .iter()
                    .map(|(column, name)| ((*name).to_owned(), code(*column)))
                    .collect(),
            )
        };
        CodedRow {
            dimensions: codes(&dimensions),
            attributes: codes(&attributes),
            period: cell(period).to_owned(),
            value: cell(value).to_owned(),
            status: status.map(code).unwrap_or_default(),
            action: action.map(code).unwrap_or_default(),
            place: text.line(record.start).to_string(),
        }
    };
    records
        .filter(|record| table::has_width(record, names.len(), &text))
        .map(read)
        .collect()
}

pub fn read_xml(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    let document = std::str::from_utf8(bytes)
        .ok()
        .and_then(|text| xml::parse(text).ok());
    let document = document.ok_or_else(msg::message_damaged)?;
    let root = document.root_element();
    let header = elements(root, "Header")
        .flat_map(|header| elements(header, "DataSetAction"))
        .next();
    let action = header.and_then(|action| action.text()).unwrap_or_default();
    let mut rows = Vec::new();
    for set in elements(root, "DataSet") {
        for series in elements(set, "Series") {
            let codes = [key(series), listed_values(series, "Attributes")].map(Arc::new);
            rows.extend(observations(series, action).map(|node| row(node, codes.clone(), action)));
        }
        // A flat message has the whole key in each observation.
        rows.extend(observations(set, action).map(|node| {
            let mut key = key(node);
            key.retain(|(name, _)| !is_of_observation(name));
            row(node, [key, Vec::new()].map(Arc::new), action)
        }));
    }
    Ok(rows)
}

/// The observations of a series or of a flat data set. One that is deleted as a whole has none, and is one itself.
fn observations<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    action: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let has_parts = elements(node, "Obs")
        .chain(elements(node, "Series"))
        .next()
        .is_some();
    let whole = (!has_parts && codes::is_deletion(action_on(node, action))).then_some(node);
    elements(node, "Obs").chain(whole)
}

/// The action that an observation, its series or its data set says, else that of the whole message.
fn action_on<'a>(node: Node<'a, '_>, of_message: &'a str) -> &'a str {
    let mut attributes = node.ancestors().flat_map(|node| node.attributes());
    attributes
        .find(|attribute| attribute.name() == "action")
        .map_or(of_message, |action| action.value())
}

/// The values of a list such as `SeriesKey`.
fn listed_values(node: Node<'_, '_>, name: &'static str) -> Codes {
    let values = elements(node, name).flat_map(|list| elements(list, "Value"));
    let pair = |value: Node<'_, '_>| {
        Some((
            value.attribute("id")?.to_owned(),
            value.attribute("value")?.to_owned(),
        ))
    };
    values.filter_map(pair).collect()
}

/// The key of a series or an observation. A structure-specific one has attributes that look alike.
fn key(node: Node<'_, '_>) -> Codes {
    let mut codes = [
        listed_values(node, "SeriesKey"),
        listed_values(node, "ObsKey"),
    ]
    .concat();
    if codes.is_empty() && !node.has_tag_name("DataSet") {
        let attributes = node
            .attributes()
            .filter(|attribute| attribute.namespace().is_none());
        codes.extend(
            attributes.map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned())),
        );
    }
    codes
}

fn row(node: Node<'_, '_>, [dimensions, attributes]: [Arc<Codes>; 2], action: &str) -> CodedRow {
    let components = [
        listed_values(node, "Attributes"),
        listed_values(node, "ObsKey"),
    ]
    .concat();
    let component = |name: &str| {
        let listed = || {
            components
                .iter()
                .rfind(|(n, _)| n == name)
                .map(|(_, value)| value.as_str())
        };
        node.attribute(name).or_else(listed)
    };
    // Observations may lie along another dimension than time: they have no period then.
    let is_time =
        |dimension: &Node<'_, '_>| dimension.attribute("id").is_none_or(|id| id == PERIOD);
    let period = elements(node, "ObsDimension")
        .find(is_time)
        .and_then(|node| node.attribute("value"));
    let period = period
        .or_else(|| component(PERIOD))
        .unwrap_or_default()
        .to_owned();
    let value = elements(node, "ObsValue")
        .next()
        .and_then(|value| value.attribute("value"));
    let value = value
        .or_else(|| component(VALUE))
        .unwrap_or_default()
        .to_owned();
    let status = STATUSES
        .iter()
        .find_map(|name| component(name))
        .unwrap_or_default()
        .to_owned();
    let names = match dimensions.as_slice() {
        [] => node.tag_name().name().to_owned(),
        codes => codes
            .iter()
            .map(|(_, code)| code.as_str())
            .collect::<Vec<_>>()
            .join("."),
    };
    let (place, action) = (
        format!("{names} {period}"),
        action_on(node, action).to_owned(),
    );
    CodedRow {
        dimensions,
        attributes,
        period,
        value,
        status,
        action,
        place,
    }
}
