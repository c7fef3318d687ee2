//! Messages of SDMX: data in SDMX-ML 2.1, generic and structure-specific, and in SDMX-CSV of any version.

use super::*;

use crate::dataset::PLAIN;

const PERIOD: &str = "TIME_PERIOD";
const VALUE: &str = "OBS_VALUE";
/// Names of the status of an observation.
const STATUSES: [&str; 2] = ["OBS_STATUS", "OBS_FLAG"];
/// Columns of a message that are no dimensions.
const OF_MESSAGE: [&str; 5] = ["DATAFLOW", "STRUCTURE", "STRUCTURE_ID", "STRUCTURE_NAME", "ACTION"];
/// The roots of data messages.
const ROOTS: [&str; 4] =
    ["GenericData", "GenericTimeSeriesData", "StructureSpecificData", "StructureSpecificTimeSeriesData"];
/// The bytes in which a root is looked for.
const HEAD: usize = 4096;

/// Whether a table is a message in SDMX-CSV, by its header.
pub fn is_csv(header: &[u8]) -> bool {
    let header = String::from_utf8_lossy(header);
    let has = |name: &str| header.split(',').any(|cell| before_colon(cell.trim().trim_matches('"')) == name);
    has(PERIOD) && has(VALUE)
}

/// Whether XML is a data message.
pub fn is_xml(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes));
    let names = head.split('<').map(|tag| tag.split([' ', '>', '\n', '\r', '\t']).next().unwrap_or_default());
    let mut names = names.map(|name| name.rsplit(':').next().unwrap_or_default());
    names.any(|name| ROOTS.contains(&name))
}

/// The code before the colon in `FREQ:Frequency`.
fn before_colon(text: &str) -> &str {
    text.split(':').next().unwrap_or_default().trim()
}

pub fn read_csv(file: &DataFile, report: &Report) -> Vec<CodedRow> {
    let Some(text) = Text::decode(file, report) else { return Vec::new() };
    let mut records = Records::of(&text, &PLAIN);
    let Some(header) = records.next() else { return Vec::new() };
    let names: Vec<&str> = header.cells.iter().map(|name| before_colon(name)).collect();
    let at = |name: &str| names.iter().position(|n| *n == name);
    let (Some(period), Some(value)) = (at(PERIOD), at(VALUE)) else { return Vec::new() };
    let status = STATUSES.iter().find_map(|name| at(name));
    // A column whose name has a space explains the codes beside it.
    let is_component = |column: usize| {
        let name = names.get(column).copied().unwrap_or_default();
        let is_code = !name.contains(' ') && !OF_MESSAGE.contains(&&*name.to_uppercase());
        is_code && ![period, value].contains(&column) && !STATUSES.contains(&name)
    };
    // Attributes stand behind the value, unless everything does.
    let has_leading = (0..value).any(is_component);
    let is_dimension = |column: usize| is_component(column) && (column < value || !has_leading);
    let mut columns: Vec<usize> = (0..names.len()).filter(|at| ![period, value].contains(at)).collect();
    columns.sort_by_key(|column| !is_dimension(*column));
    let dimensions = columns.iter().filter(|column| is_dimension(**column)).count();
    let mut rows = Vec::new();
    for record in records {
        if record.cells.len() != names.len() {
            let message =
                if record.cells.len() < names.len() { msg::too_few_cells } else { msg::too_many_cells };
            report.error(text.at(record.start), message(record.cells.len(), names.len()));
            continue;
        }
        let cell = |column: usize| record.cells.get(column).map(|cell| &**cell).unwrap_or_default();
        let code = |column: &usize| {
            let name = names.get(*column).copied().unwrap_or_default();
            (name.to_owned(), before_colon(cell(*column)).to_owned())
        };
        rows.push(CodedRow {
            codes: Arc::new(columns.iter().map(code).collect()),
            dimensions,
            period: cell(period).to_owned(),
            value: cell(value).to_owned(),
            status: status.map(|column| before_colon(cell(column)).to_owned()).unwrap_or_default(),
            place: text.at(record.start).line.unwrap_or_default().to_string(),
        });
    }
    rows
}

pub fn read_xml(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    let document = std::str::from_utf8(bytes).ok().and_then(|text| xml::parse(text).ok());
    let document = document.ok_or_else(msg::message_damaged)?;
    let sets = elements(document.root_element(), "DataSet");
    let mut rows = Vec::new();
    for set in sets {
        for series in elements(set, "Series") {
            let key = codes(series);
            let key = Arc::new(key);
            rows.extend(elements(series, "Obs").map(|node| observation(node, &key, series)));
        }
        // A flat message has the whole key in each observation.
        rows.extend(elements(set, "Obs").map(|node| {
            let mut key = codes(node);
            key.retain(|(name, _)| {
                ![PERIOD, VALUE].contains(&name.as_str()) && !STATUSES.contains(&name.as_str())
            });
            observation(node, &Arc::new(key), node)
        }));
    }
    Ok(rows)
}

/// The values of a list such as `SeriesKey`.
fn listed_values(node: Node<'_, '_>, name: &'static str) -> Vec<(String, String)> {
    let values = elements(node, name).flat_map(|list| elements(list, "Value"));
    let pair =
        |value: Node<'_, '_>| Some((value.attribute("id")?.to_owned(), value.attribute("value")?.to_owned()));
    values.filter_map(pair).collect()
}

/// The codes of a series, its key first: of a structure-specific one key and attributes look alike.
fn codes(node: Node<'_, '_>) -> Vec<(String, String)> {
    let mut codes = [listed_values(node, "SeriesKey"), listed_values(node, "ObsKey")].concat();
    if codes.is_empty() {
        let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
        codes.extend(attributes.map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned())));
    }
    codes
}

fn observation(node: Node<'_, '_>, key: &Arc<Vec<(String, String)>>, series: Node<'_, '_>) -> CodedRow {
    let listed_value = elements(node, "ObsValue").next().and_then(|value| value.attribute("value"));
    let values: HashMap<String, String> =
        [listed_values(node, "Attributes"), listed_values(node, "ObsKey")].concat().into_iter().collect();
    let attribute =
        |name: &str| node.attribute(name).map(str::to_owned).or_else(|| values.get(name).cloned());
    // Observations may lie along another dimension than time: they have no period then.
    let is_time = |dimension: &Node<'_, '_>| dimension.attribute("id").is_none_or(|id| id == PERIOD);
    let period = elements(node, "ObsDimension").find(is_time).and_then(|node| node.attribute("value"));
    let period = period.map(str::to_owned).or_else(|| attribute(PERIOD)).unwrap_or_default();
    let names: Vec<&str> = key.iter().map(|(_, code)| code.as_str()).collect();
    let mut codes = Arc::clone(key);
    let dimensions = codes.len();
    let attributes = listed_values(series, "Attributes");
    if !attributes.is_empty() && series != node {
        codes = Arc::new(key.iter().chain(&attributes).cloned().collect());
    }
    CodedRow {
        place: format!("{} {period}", names.join(".")),
        value: listed_value.map(str::to_owned).or_else(|| attribute(VALUE)).unwrap_or_default(),
        status: STATUSES.iter().find_map(|name| attribute(name)).unwrap_or_default(),
        codes,
        dimensions,
        period,
    }
}
