//! What `dataset.json` defines beside the indicators: units, sources, addresses, and the names that SDMX uses.
//!
//! Every field is read before the first `?`, so that all mistakes are reported.

use super::*;

use crate::model::{Source, UnitSdmx, is_contact_address, is_security_address, is_web_address};

/// The largest power of ten in SDMX's own list of multipliers.
const MAX_MULTIPLIER: u32 = 15;
/// The greatest length of an identifier; those in the lists of SDMX and the IMF are shorter.
const MAX_ID: usize = 64;

pub fn unit(id: String, node: Node<'_>) -> Option<Unit> {
    node.object_of_texts()?.read_with(|object| {
        let text = object.by_lang();
        let plural = object.optional("plural", |node| node.in_languages(plural_forms));
        let sdmx = object.optional_object("sdmx", unit_sdmx);
        Some(Unit {
            id,
            text: text?,
            plural,
            sdmx,
        })
    })
}

fn plural_forms(node: Node<'_>, lang: Lang) -> Option<Vec<String>> {
    node.read_object(|object| {
        let mut forms = Vec::new();
        for category in lang.plural_categories() {
            forms.push(object.required(category.name(), Node::display_text));
        }

        forms.into_iter().collect()
    })
}

pub fn source(id: String, node: Node<'_>) -> Option<Source> {
    node.read_object(|object| {
        let name = object.required("name", Node::by_lang);
        let url = object.optional("url", web_address);
        let stale_after_hours = object.optional("staleAfterHours", Node::whole_number);
        Some(Source {
            id,
            name: name?,
            url,
            stale_after_hours,
            check: None,
        })
    })
}

pub fn status(node: Node<'_>) -> Option<DeclaredStatus> {
    Some(node.cell()?.declared_status())
}

/// Reads a name with the address of a web page.
pub fn web_link(object: &mut Object<'_>) -> Option<NamedLink> {
    named_link(object, web_address)
}

/// Reads a name with the address of a web page or a mailbox.
pub fn contact_link(object: &mut Object<'_>) -> Option<NamedLink> {
    named_link(object, contact_address)
}

fn named_link(
    object: &mut Object<'_>,
    read_url: fn(Node<'_>) -> Option<String>,
) -> Option<NamedLink> {
    let name = object.required("name", Node::by_lang);
    let url = object.required("url", read_url);
    Some(NamedLink {
        name: name?,
        url: url?,
    })
}

/// Reads where a vulnerability is reported.
pub fn security(node: Node<'_>) -> Option<String> {
    address(node, is_security_address, |url| msg::bad_security(url))
}

fn contact_address(node: Node<'_>) -> Option<String> {
    address(node, is_contact_address, |url| msg::bad_contact(url))
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

pub fn dataset_sdmx(object: &mut Object<'_>) -> Option<Sdmx> {
    let agency = object.required("agency", |node| {
        node.string_that(is_agency, |written| msg::bad_sdmx_agency(written))
    });
    let dataflow = sdmx_id(object, "dataflow");
    let ref_area = sdmx_id(object, "refArea");
    let area_name = object.optional("refAreaName", Node::by_lang);
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

fn unit_sdmx(object: &mut Object<'_>) -> Option<UnitSdmx> {
    let measure = sdmx_id(object, "unitMeasure");
    let multiplier = object.optional("unitMultiplier", |node| {
        node.whole_number_within(0, MAX_MULTIPLIER)
    });
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
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && is_code(text, is_id_byte)
}

/// Returns true for the characters of an identifier.
pub fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns true if a text can be written into addresses and names of files as it is, also where capitals are taken for
/// small letters.
pub fn is_plain_id(text: &str) -> bool {
    is_code(text, |byte| is_id_byte(byte) && !byte.is_ascii_uppercase())
}

/// Returns true for 1 to [`MAX_ID`] bytes that are all allowed.
pub fn is_code(text: &str, is_allowed: fn(u8) -> bool) -> bool {
    (1..=MAX_ID).contains(&text.len()) && text.bytes().all(is_allowed)
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
