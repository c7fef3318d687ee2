//! Parts of definitions: units and sources, to which other files refer by a code; what SDMX calls the dataset; and lists of
//! indicators by their keys.

use super::*;

use super::json::Field;
use crate::model::{Source, UnitSdmx, is_contact_address, is_security_address, is_web_address};

/// The largest power of ten in SDMX's own list of multipliers.
const MAX_MULTIPLIER: u32 = 15;
/// The characters that an identifier may have: more than any in the lists of SDMX and the IMF has.
const MAX_ID: usize = 64;

pub struct Named<T> {
    /// By their codes; `None` where a definition could not be read.
    values: BTreeMap<String, Option<Arc<T>>>,
    /// True if there was a list of them at all.
    complete: bool,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named {
            values: BTreeMap::new(),
            complete: false,
        }
    }
}

impl<T> Named<T> {
    pub fn read(node: Node<'_>, read: fn(String, Node<'_>) -> Option<T>) -> Option<Self> {
        let mut named = Named {
            complete: true,
            ..Named::default()
        };
        for Field {
            name: code,
            location,
            value,
        } in node.object()?.into_fields()
        {
            if code.trim().is_empty() {
                node.report().error(location, msg::blank_code(&code));
                continue;
            }

            named
                .values
                .insert(code.clone(), read(code, value).map(Arc::new));
        }

        Some(named)
    }

    pub fn has(&self, code: &str) -> bool {
        self.values.contains_key(code)
    }

    /// The thing that a cell names. Where it is certain that there is none, that is reported with the nearest code.
    pub fn find(
        &self,
        cell: &Cell<'_>,
        unknown: fn(&str, Option<&str>, &[&str]) -> Message,
    ) -> Option<&Arc<T>> {
        if self.complete && !self.values.contains_key(&*cell.text) {
            let codes = self.values.keys().map(String::as_str);
            let nearest = cell.report.nearest(&cell.text, codes.clone());
            let codes: Vec<&str> = codes.take(msg::MAX_CODES + 1).collect();
            return cell.refuse(unknown(&cell.text, nearest, &codes));
        }

        self.values.get(&*cell.text)?.as_ref()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Arc<T>)> {
        self.values
            .iter_mut()
            .filter_map(|(code, value)| Some((code.as_str(), value.as_mut()?)))
    }
}

pub fn unit(id: String, node: Node<'_>) -> Option<Unit> {
    let mut object = node.object_of_texts()?;
    let text = object.by_lang();
    let plural = object.optional("plural", |node| node.in_languages(plural_forms));
    let sdmx = object.optional("sdmx", unit_sdmx);
    object.finish();
    Some(Unit {
        id,
        text: text?,
        plural,
        sdmx,
    })
}

fn plural_forms(node: Node<'_>, lang: Lang) -> Option<Vec<String>> {
    let mut object = node.object()?;
    let categories = lang.plural_categories().iter();
    let forms: Vec<_> = categories
        .map(|category| object.required(category.name(), Node::display_text))
        .collect();
    object.finish();
    forms.into_iter().collect()
}

pub fn source(id: String, node: Node<'_>) -> Option<Source> {
    let mut object = node.object()?;
    let name = object.required("name", Node::by_lang);
    let url = object.optional("url", web_address);
    let stale_after_hours = object.optional("staleAfterHours", Node::whole_number);
    object.finish();
    Some(Source {
        id,
        name: name?,
        url,
        stale_after_hours,
        check: None,
    })
}

/// The terms under which the data may be used, or who publishes them.
pub fn license(node: Node<'_>) -> Option<NamedLink> {
    named_link(node, web_address)
}

/// The address for reports of errors.
pub fn contact(node: Node<'_>) -> Option<NamedLink> {
    named_link(node, |node| {
        address(node, is_contact_address, |url| msg::bad_contact(url))
    })
}

/// Where a vulnerability is reported.
pub fn security(node: Node<'_>) -> Option<String> {
    address(node, is_security_address, |url| msg::bad_security(url))
}

fn named_link(node: Node<'_>, url: impl FnOnce(Node<'_>) -> Option<String>) -> Option<NamedLink> {
    let mut object = node.object()?;
    let name = object.required("name", Node::by_lang);
    let url = object.required("url", url);
    object.finish();
    Some(NamedLink {
        name: name?,
        url: url?,
    })
}

pub fn web_address(node: Node<'_>) -> Option<String> {
    address(node, is_web_address, |url| msg::bad_url(url))
}

/// It becomes a link: no other scheme, nothing that ends an attribute or a line.
fn address(node: Node<'_>, is_good: fn(&str) -> bool, bad: fn(&str) -> Message) -> Option<String> {
    let url = node.display_text()?;
    if !is_good(&url) {
        node.error(bad(&url));
    }
    Some(url)
}

pub fn dataset_sdmx(node: Node<'_>) -> Option<Sdmx> {
    let mut object = node.object()?;
    let agency = object.required("agency", |node| {
        node.string_that(is_agency, |written| msg::bad_sdmx_agency(written))
    });
    let dataflow = sdmx_id(&mut object, "dataflow");
    let ref_area = sdmx_id(&mut object, "refArea");
    let area_name = object.optional("refAreaName", Node::by_lang);
    object.finish();
    Some(Sdmx {
        agency: agency?,
        dataflow: dataflow?,
        ref_area: ref_area?,
        area_name,
    })
}

fn is_agency(text: &str) -> bool {
    text.len() <= MAX_ID && text.split('.').all(is_id)
}

fn unit_sdmx(node: Node<'_>) -> Option<UnitSdmx> {
    let mut object = node.object()?;
    let measure = sdmx_id(&mut object, "unitMeasure");
    let multiplier = object.optional("unitMultiplier", |node| {
        node.whole_number_within(0, MAX_MULTIPLIER)
    });
    object.finish();
    Some(UnitSdmx {
        measure: measure?,
        multiplier: multiplier.unwrap_or(0).try_into().ok()?,
    })
}

/// An identifier that can be written into addresses, XML and CSV as it is.
pub fn sdmx_id(object: &mut Object<'_>, field: &'static str) -> Option<String> {
    object.required(field, |node| {
        node.string_that(is_id, |written| msg::bad_sdmx_id(field, written))
    })
}

/// Returns true if SDMX takes a text for an identifier, and XML for a name.
fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && is_code(text, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
        })
}

/// Returns true if a text can be written into addresses and names of files as it is, also where capitals are taken for
/// small letters.
pub fn is_plain_id(text: &str) -> bool {
    is_code(
        text,
        |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'),
    )
}

/// Returns true if a text has at least one character, at most [`MAX_ID`], and none but these.
pub fn is_code(text: &str, is_allowed: fn(u8) -> bool) -> bool {
    (1..=MAX_ID).contains(&text.len()) && text.bytes().all(is_allowed)
}

pub type KeyList = Vec<(Key, Location)>;

/// Reads a field with at most `limit` keys. Their existence is judged when all indicators are known.
pub fn key_list(object: &mut Object<'_>, field: &'static str, limit: usize) -> KeyList {
    let list = object.optional(field, |node| {
        let nodes = node.array()?;
        if nodes.len() > limit {
            node.error(msg::too_many_entries(field, nodes.len(), limit));
        }

        Some(keys(nodes, &mut HashMap::new(), |key, first| {
            msg::repeated_entry(field, key, first)
        }))
    });
    list.unwrap_or_default()
}

/// Reads the key of an indicator.
pub fn key(node: Node<'_>) -> Option<(Key, Location)> {
    let key = node.parsed(|text| text.parse::<Key>().ok(), |text| msg::bad_key(text))?;
    Some((key, node.location()))
}

/// Reads keys that are not among `lines`, the lines of those that were read before.
pub fn keys(
    nodes: Vec<Node<'_>>,
    lines: &mut HashMap<Key, u32>,
    repeated: impl Fn(&str, u32) -> Message,
) -> KeyList {
    let mut keys = KeyList::new();
    for node in nodes {
        let Some((key, location)) = key(node) else {
            continue;
        };

        match lines.get(&key) {
            Some(first) => node.error(repeated(key.as_str(), *first)),
            None => {
                lines.insert(key.clone(), node.line());
                keys.push((key, location));
            }
        }
    }

    keys
}

pub fn without_locations(list: KeyList) -> Vec<Key> {
    list.into_iter().map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_can_stand_in_xml_and_addresses() {
        for good in ["AZN", "MACRO", "ex-1_a", "a", &"A".repeat(64)] {
            assert!(is_id(good), "{good}");
        }

        for bad in ["", "1A", "_U", "A B", "Ж", "A/B", "A.B", &"A".repeat(65)] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
