//! `dataset.json`: version, as-of, default status, units, sources, categories and their order. Version and as-of are set by
//! every publication without touching anything else in the file.

use super::*;

use super::definitions::is_id_byte;
use super::json::Members;
use super::key_list::{key_list, read_keys};
use super::nsdp::NsdpDefinition;
use crate::model::Source;

pub const FILE: &str = "dataset.json";

/// The headline figures that an overview has room for.
const MAX_FEATURED: usize = 8;

/// The contents of the file. Parts that could not be read have been reported and are missing.
#[derive(Default)]
pub struct DatasetFile {
    pub version: Option<String>,
    /// When the snapshot was taken, and where that is declared.
    pub as_of: Option<(Timestamp, Location)>,
    pub title: Option<Localized<String>>,
    pub description: Option<Localized<String>>,
    pub license: Option<NamedLink>,
    pub contact: Option<NamedLink>,
    pub publisher: Option<NamedLink>,
    pub security: Option<String>,
    pub featured: KeyList,
    pub sdmx: Option<Sdmx>,
    pub nsdp: NsdpDefinition,
    pub offset: Option<Offset>,
    /// The status of indicators that declare none.
    pub declared: Option<DeclaredStatus>,
    pub units: Named<Unit>,
    pub sources: Named<Source>,
    pub categories: Categories,
}

#[derive(Default)]
pub struct Categories {
    pub list: Vec<CategoryDefinition>,
    /// True if every category could be read: only then is an indicator that none lists an orphan.
    pub is_complete: bool,
}

impl Categories {
    /// The keys of the indicators that categories list.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        let indicators = self.list.iter().flat_map(|category| &category.indicators);
        indicators.map(|(key, _)| key)
    }
}

pub struct CategoryDefinition {
    pub id: String,
    /// `None` where it could not be read.
    pub name: Option<Localized<String>>,
    pub indicators: KeyList,
}

impl DatasetFile {
    pub fn read(text: &Text<'_>) -> Self {
        let Some(mut object) = Node::parse(text).and_then(Node::object) else {
            return DatasetFile::default();
        };

        if !object.has("sourceStatus") {
            let report = text.report;
            report.warning(text.location.clone(), msg::missing_status());
        }

        object.required("format", check_format);
        let file = DatasetFile {
            version: object.required("version", version),
            as_of: object.required("asOf", as_of),
            offset: object.required("utcOffset", offset),
            declared: object.optional_or(
                "sourceStatus",
                DeclaredStatus::Unrecognised,
                definitions::status,
            ),
            units: Named::read(&mut object, "units", definitions::unit),
            sources: Named::read(&mut object, "sources", definitions::source),
            categories: object
                .required("categories", categories)
                .unwrap_or_default(),
            title: object.optional("title", Node::by_lang),
            description: object.optional("description", Node::by_lang),
            license: object.optional_object("license", definitions::web_link),
            contact: object.optional_object("contact", definitions::contact_link),
            publisher: object.optional_object("publisher", definitions::web_link),
            security: object.optional("security", definitions::security),
            featured: key_list(&mut object, "featured", MAX_FEATURED),
            nsdp: nsdp(&mut object),
            sdmx: object.optional_object("sdmx", definitions::dataset_sdmx),
        };

        object.finish();
        file
    }
}

fn check_format(node: Node<'_>) -> Option<()> {
    match node.whole_number()? {
        1 => Some(()),
        format => node.refuse(msg::unsupported_format(format)),
    }
}

fn version(node: Node<'_>) -> Option<String> {
    node.string_that(is_version, |written| msg::bad_version(written))
}

fn as_of(node: Node<'_>) -> Option<(Timestamp, Location)> {
    Some((node.cell()?.timestamp()?, node.location()))
}

fn offset(node: Node<'_>) -> Option<Offset> {
    let written = node.string()?;
    let offset = written.parse().ok();
    offset.or_else(|| {
        if written.contains(char::is_alphabetic) {
            node.refuse(msg::offset_by_zone(&written))
        } else {
            node.refuse(msg::bad_offset(&written))
        }
    })
}

/// Reads what stands on the National Summary Data Page, whose files are SDMX.
fn nsdp(object: &mut Object<'_>) -> NsdpDefinition {
    let has_sdmx = object.has("sdmx");
    let read = object.optional_or("nsdp", NsdpDefinition::none(), |node| {
        if !has_sdmx {
            node.error(msg::nsdp_without_sdmx());
        }
        NsdpDefinition::read(node)
    });
    read.unwrap_or_default()
}

fn is_version(text: &str) -> bool {
    is_code(text, |byte| is_id_byte(byte) || byte == b'.')
}

fn categories(node: Node<'_>) -> Option<Categories> {
    let errors_before = node.report().errors();
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut lines: HashMap<Key, u32> = HashMap::new();
    let list = node.read_objects(|object| {
        let id = object.required("id", |node| category_id(node, &mut ids));
        let name = object.required("name", Node::by_lang);
        let nodes = object.required("indicators", Node::array);
        let indicators = read_keys(nodes.unwrap_or_default(), &mut lines, |key, first| {
            msg::listed_twice(key, first)
        });
        Some(CategoryDefinition {
            id: id.unwrap_or_default(),
            name,
            indicators,
        })
    });
    Some(Categories {
        list: list.unwrap_or_default(),
        is_complete: node.report().errors() == errors_before,
    })
}

/// Reads the identifier of a category; `ids` has the line of each that was read before.
fn category_id(node: Node<'_>, ids: &mut HashMap<String, u32>) -> Option<String> {
    let id = node.display_text()?;
    if !is_plain_id(&id) {
        node.error(msg::bad_category_id(&id));
    }

    if let Some(first) = ids.insert(id.clone(), node.line()) {
        node.error(msg::repeated_category(&id, first));
    }

    Some(id)
}

/// `dataset.json` with this version and this as-of instant; `None` where it does not have both exactly once.
pub fn with_stamp(bytes: &[u8], version: &str, as_of: &str) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    // A byte order mark is no part of the JSON.
    let Members(members) =
        serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()?;
    let mut edits = Vec::new();
    for (name, value) in [("\"version\"", version), ("\"asOf\"", as_of)] {
        let mut named = members.iter().filter(|(member, _)| member.get() == name);
        let (_, raw) = named.next().filter(|_| named.next().is_none())?;
        // The raw value is a slice of the text: the distance of the two is its offset.
        let start = (raw.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        edits.push((
            start..start + raw.get().len(),
            serde_json::to_string(value).ok()?,
        ));
    }

    // From the end, so that earlier offsets stay right.
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = text.to_owned();
    for (range, value) in edits {
        text.replace_range(range, &value);
    }

    Some(text.into_bytes())
}

/// Returns true if two such files differ at most in version and as-of instant.
pub fn differ_in_stamp_only(a: &[u8], b: &[u8]) -> bool {
    a == b || with_stamp(a, "", "").is_some_and(|a| with_stamp(b, "", "") == Some(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_else_is_touched() {
        let json = "\u{feff}{\r\n  \"asOf\" :\t\"x\",\"units\":{\"version\":\"1\"},\n\n \"version\": \"v1\" }  ";
        let expected = json
            .replace("\"v1\"", "\"2026-11-21.1\"")
            .replace("\"x\"", "\"now\"");
        let stamp = with_stamp(json.as_bytes(), "2026-11-21.1", "now").unwrap();
        assert_eq!(String::from_utf8(stamp).unwrap(), expected);
        assert!(differ_in_stamp_only(json.as_bytes(), expected.as_bytes()));
        assert!(!differ_in_stamp_only(
            json.as_bytes(),
            expected.replace("units", "unit").as_bytes()
        ));
        for bad in [
            "",
            "[]",
            "{\"version\":1}",
            "{\"version\":1,\"version\":2,\"asOf\":3}",
        ] {
            assert_eq!(with_stamp(bad.as_bytes(), "v", "t"), None, "{bad}");
        }
    }
}
