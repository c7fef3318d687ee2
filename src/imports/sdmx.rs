//! Messages of SDMX: data in SDMX-ML 2.1, generic and structure-specific, and in SDMX-CSV of any version.

use super::*;

use super::codes::Names;

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
pub const HEAD: usize = 4096;

/// Returns true if a table is a message in SDMX-CSV, by its header.
pub fn is_csv(header: &[u8]) -> bool {
    let header = String::from_utf8_lossy(header);
    let has = |name: &str| {
        header
            .split(',')
            .any(|cell| before_colon(cell.trim().trim_matches('"')) == name)
    };
    has(PERIOD) && has(VALUE)
}

/// Returns true if XML is a data message.
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

/// Returns true if a name is that of the period, the value or the status of an observation.
fn is_of_observation(name: &str) -> bool {
    [PERIOD, VALUE].contains(&name) || STATUSES.contains(&name)
}

/// # Errors
/// A code is longer than any is, or a row has too many.
pub fn read_csv(file: &DataFile, report: &Report) -> Result<Vec<CodedRow>, Message> {
    let Some(text) = Text::decode(file, report) else {
        return Ok(Vec::new());
    };

    let mut records = Records::new(&text);
    let Some(header) = records.next() else {
        return Ok(Vec::new());
    };

    let names: Vec<&str> = header.cells.iter().map(|name| before_colon(name)).collect();
    let at = |name: &str| {
        names
            .iter()
            .position(|other| other.eq_ignore_ascii_case(name))
    };
    let (Some(period), Some(value)) = (at(PERIOD), at(VALUE)) else {
        return Ok(Vec::new());
    };

    let status = STATUSES.iter().find_map(|name| at(name));
    let action = at(ACTION);

    // Attributes stand behind the value, unless everything does. A column whose name has a space explains the codes beside it.
    let is_component = |name: &str| {
        !name.contains(' ')
            && !OF_MESSAGE.contains(&&*name.to_uppercase())
            && !is_of_observation(name)
    };
    let has_leading = names.iter().take(value).any(|name| is_component(name));
    let (mut dimensions, mut attributes) = (Vec::new(), Vec::new());
    for (column, name) in names.iter().copied().enumerate() {
        if !is_component(name) {
            continue;
        }

        match column < value || !has_leading {
            true => dimensions.push((column, name)),
            false => attributes.push((column, name)),
        }
    }

    let mut known = Names::default();
    let mut rows = Vec::new();
    let element: Arc<str> = "".into();
    for record in records {
        if !table::has_width(&record, names.len(), &text) {
            continue;
        }

        known.count_row()?;
        let cell = |column: usize| record.cells.get(column).map_or("", |cell| &**cell);
        let code = |column: usize| before_colon(cell(column));
        let dimensions = known.key(
            dimensions
                .iter()
                .map(|(column, name)| (*name, code(*column))),
        )?;
        let attributes = known.key(
            attributes
                .iter()
                .map(|(column, name)| (*name, code(*column))),
        )?;
        rows.push(CodedRow {
            dimensions,
            attributes,
            period: known.text(cell(period))?,
            value: cell(value).into(),
            status: known.text(status.map_or("", code))?,
            action: known.text(action.map_or("", code))?,
            line: Some(text.line(record.start)),
            element: Arc::clone(&element),
        });
    }

    Ok(rows)
}

/// The pairs of a group of series with a series that may be compared: beyond them a message is damaged.
const MOST_GROUPED: usize = 20_000_000;

pub fn read_xml(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(msg::message_not_utf8());
    };

    let document = xml::parse(text).map_err(|_| msg::message_damaged())?;
    let root = document.root_element();
    let mut headers = elements(root, "Header").flat_map(|header| elements(header, "DataSetAction"));
    let action = headers
        .next()
        .and_then(|action| action.text())
        .unwrap_or_default();

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
    fn new(node: Node<'a, '_>) -> Self {
        let codes = listed_values(node, "GroupKey");
        let is_generic = !codes.is_empty();
        Group {
            codes: if is_generic {
                codes
            } else {
                plain_attributes(node)
            },
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
fn observations<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    action: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let mut parts = elements(node, "Obs").chain(elements(node, "Series"));
    let is_deleted = parts.next().is_none() && codes::is_deletion(action_on(node, action));
    let whole = is_deleted.then_some(node);
    elements(node, "Obs").chain(whole)
}

/// The action that an observation, its series or its data set says, else that of the whole message.
fn action_on<'a>(node: Node<'a, '_>, of_message: &'a str) -> &'a str {
    let mut attributes = node.ancestors().flat_map(|node| node.attributes());
    let action = attributes.find(|attribute| attribute.name() == "action");
    action.map_or(of_message, |action| action.value())
}

/// The values of a list such as `SeriesKey`.
fn listed_values<'a>(node: Node<'a, '_>, name: &'static str) -> WrittenCodes<'a> {
    let mut values = Vec::new();
    for value in elements(node, name).flat_map(|list| elements(list, "Value")) {
        if let (Some(id), Some(value)) = (value.attribute("id"), value.attribute("value")) {
            values.push((id, value));
        }
    }

    values
}

/// The attributes of an element that are in no namespace.
fn plain_attributes<'a>(node: Node<'a, '_>) -> WrittenCodes<'a> {
    let attributes = node
        .attributes()
        .filter(|attribute| attribute.namespace().is_none());
    attributes
        .map(|attribute| (attribute.name(), attribute.value()))
        .collect()
}

/// The key of a series or an observation. A structure-specific one has attributes that look alike.
fn key<'a>(node: Node<'a, '_>) -> WrittenCodes<'a> {
    let mut codes = listed_values(node, "SeriesKey");
    codes.extend(listed_values(node, "ObsKey"));
    if codes.is_empty() && !node.has_tag_name("DataSet") {
        codes = plain_attributes(node);
    }

    codes
}

fn row(
    node: Node<'_, '_>,
    dimensions: &[(&str, &str)],
    series_attributes: &[(&str, &str)],
    action: &str,
    names: &mut Names,
) -> Result<CodedRow, Message> {
    names.count_row()?;
    // Later ones are those of the observation itself.
    let mut components = listed_values(node, "ObsKey");
    let mut attributes = series_attributes.to_vec();
    let own = listed_values(node, "Attributes");
    components.extend(&own);
    components.extend(plain_attributes(node));
    if node.tag_name().name() == "Obs" {
        let is_attribute = |(name, _): &&(&str, &str)| {
            !is_of_observation(name) && !dimensions.iter().any(|(other, _)| other == name)
        };
        attributes.extend(own.iter().filter(is_attribute).copied());
        let plain = plain_attributes(node);
        attributes.extend(plain.iter().filter(is_attribute).copied());
    }

    let component = |name: &str| {
        components
            .iter()
            .rfind(|(other, _)| *other == name)
            .map(|(_, value)| *value)
    };

    // Observations may lie along another dimension than time: they have no period then.
    let is_time =
        |dimension: &Node<'_, '_>| dimension.attribute("id").is_none_or(|id| id == PERIOD);
    let along = elements(node, "ObsDimension").find(is_time);
    let period = along.and_then(|node| node.attribute("value"));
    let value = elements(node, "ObsValue").next();
    let value = value.and_then(|value| value.attribute("value"));
    let status = STATUSES.iter().find_map(|name| component(name));

    Ok(CodedRow {
        dimensions: names.key(dimensions.iter().copied())?,
        attributes: names.key(attributes)?,
        period: names.text(period.or(component(PERIOD)).unwrap_or_default())?,
        value: value.or(component(VALUE)).unwrap_or_default().into(),
        status: names.text(status.unwrap_or_default())?,
        action: names.text(action_on(node, action))?,
        line: None,
        element: names.text(node.tag_name().name())?,
    })
}
