//! `dataset.json`: version, as-of, default status, units, sources, categories and their order.

use std::collections::HashMap;

use chrono::{DateTime, Datelike};

use super::diagnostic::{Diagnostics, Location};
use super::json::Node;
use super::key_list::{self, KeyList};
use super::named::Named;
use super::text::Text;
use super::{sdmx_ids, unit_definition};
use crate::messages as msg;
use crate::model::{
    DeclaredStatus, Key, Localized, Offset, Sdmx, Source, Status, Timestamp, Unit, is_web_address,
};

/// The path of the file.
pub const FILE: &str = "dataset.json";

/// The headline figures that an overview has room for.
const MOST_FEATURED: usize = 8;

/// What the file says. Parts that could not be read have been reported and are missing.
#[derive(Default)]
pub struct DatasetFile {
    /// The dataset's version.
    pub version: Option<String>,
    /// When the snapshot was taken, and where that stands.
    pub as_of: Option<(Timestamp, Location)>,
    /// The name of the service.
    pub title: Option<Localized<String>>,
    /// A sentence about it.
    pub description: Option<Localized<String>>,
    /// The headline figures.
    pub featured: KeyList,
    /// What SDMX clients call the dataset.
    pub sdmx: Option<Sdmx>,
    /// The UTC offset that decides when a day ends.
    pub offset: Option<Offset>,
    /// The status of indicators that declare none.
    pub declared: Option<DeclaredStatus>,
    /// Units by their code.
    pub units: Named<Unit>,
    /// Sources by their code.
    pub sources: Named<Source>,
    /// Categories in order.
    pub categories: Vec<CategoryDefinition>,
    /// Whether every category could be read: only then is an indicator that none lists an orphan.
    pub categories_complete: bool,
}

/// A category as listed.
pub struct CategoryDefinition {
    /// Its identifier.
    pub id: String,
    /// Its name, where it could be read.
    pub name: Option<Localized<String>>,
    /// Its indicators in order, each with where it is listed.
    pub indicators: Vec<(Key, Location)>,
}

impl DatasetFile {
    /// Reads the file and reports everything wrong in it.
    pub fn read(text: &Text<'_>, diagnostics: &mut Diagnostics) -> Self {
        let mut definitions = DatasetFile::default();
        let Some(mut object) = Node::parse(text, diagnostics).and_then(|node| node.object(diagnostics))
        else {
            return definitions;
        };
        if let Some(node) = object.required("format", diagnostics) {
            match node.whole_number(diagnostics) {
                Some(1) | None => {}
                Some(other) => diagnostics.error(node.location(), msg::unsupported_format(other)),
            }
        }
        definitions.version =
            object.required("version", diagnostics).and_then(|node| version(node, diagnostics));
        definitions.as_of = object.required("asOf", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            let as_of = timestamp(&written, &node.location(), "asOf", diagnostics)?;
            Some((as_of, node.location()))
        });
        definitions.offset = object.required("utcOffset", diagnostics).and_then(|node| {
            let written = node.string(diagnostics)?;
            let offset = written.parse().ok();
            if offset.is_none() {
                diagnostics.error(node.location(), msg::bad_offset(&written));
            }
            offset
        });
        if !object.has("sourceStatus") {
            diagnostics.warning(text.location.clone(), msg::missing_status());
        }
        definitions.declared = match object.optional("sourceStatus", diagnostics) {
            Some(node) => declared(node, diagnostics),
            None => Some(DeclaredStatus::Unrecognised),
        };
        if let Some(node) = object.required("units", diagnostics) {
            definitions.units = Named::read(node, diagnostics, unit_definition::read);
        }
        if let Some(node) = object.required("sources", diagnostics) {
            definitions.sources = Named::read(node, diagnostics, source);
        }
        if let Some(node) = object.required("categories", diagnostics) {
            definitions.categories(node, diagnostics);
        }
        definitions.title = object.optional("title", diagnostics).and_then(|node| node.by_lang(diagnostics));
        definitions.description =
            object.optional("description", diagnostics).and_then(|node| node.by_lang(diagnostics));
        definitions.featured = object
            .optional("featured", diagnostics)
            .map(|node| key_list::read(node, "featured", MOST_FEATURED, diagnostics))
            .unwrap_or_default();
        definitions.sdmx =
            object.optional("sdmx", diagnostics).and_then(|node| sdmx_ids::dataset(node, diagnostics));
        object.finish(diagnostics);
        definitions
    }

    fn categories(&mut self, node: Node<'_>, diagnostics: &mut Diagnostics) {
        let before = diagnostics.errors();
        let mut ids: HashMap<String, u32> = HashMap::new();
        let mut listed: HashMap<Key, u32> = HashMap::new();
        for node in node.array(diagnostics).unwrap_or_default() {
            let Some(mut object) = node.object(diagnostics) else { continue };
            let id = object.required("id", diagnostics).and_then(|node| {
                let id = node.words(diagnostics)?;
                let line = node.location().line.unwrap_or(1);
                if let Some(first) = ids.insert(id.clone(), line) {
                    diagnostics.error(node.location(), msg::repeated_category(&id, first));
                }
                Some(id)
            });
            let name = object.required("name", diagnostics).and_then(|node| node.by_lang(diagnostics));
            let mut indicators = Vec::new();
            for node in object
                .required("indicators", diagnostics)
                .and_then(|n| n.array(diagnostics))
                .unwrap_or_default()
            {
                let Some(written) = node.string(diagnostics) else { continue };
                let Ok(key) = written.parse::<Key>() else {
                    diagnostics.error(node.location(), msg::bad_key(&written));
                    continue;
                };
                let line = node.location().line.unwrap_or(1);
                match listed.get(&key) {
                    Some(first) => diagnostics.error(node.location(), msg::listed_twice(&written, *first)),
                    None => {
                        listed.insert(key.clone(), line);
                        indicators.push((key, node.location()));
                    }
                }
            }
            object.finish(diagnostics);
            self.categories.push(CategoryDefinition { id: id.unwrap_or_default(), name, indicators });
        }
        self.categories_complete = diagnostics.errors() == before;
    }
}

fn version(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let version = node.string(diagnostics)?;
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    if !(1..=64).contains(&version.len()) || !version.bytes().all(allowed) {
        diagnostics.error(node.location(), msg::bad_version(&version));
        return None;
    }
    Some(version)
}

fn source(id: String, node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<Source> {
    let mut object = node.object(diagnostics)?;
    let name = object.required("name", diagnostics).and_then(|node| node.by_lang(diagnostics));
    let url = object.optional("url", diagnostics).and_then(|node| {
        let url = node.words(diagnostics)?;
        // It becomes a link: no other scheme, nothing that ends an attribute or a line.
        if !is_web_address(&url) {
            diagnostics.error(node.location(), msg::bad_url(&url));
        }
        Some(url)
    });
    let stale_after_hours =
        object.optional("staleAfterHours", diagnostics).and_then(|node| node.whole_number(diagnostics));
    object.finish(diagnostics);
    Some(Source { id, name: name?, url, stale_after_hours, check: None })
}

/// A status as declared; an unrecognised one is a warning, since it is served, as `unknown`.
pub fn declared(node: Node<'_>, diagnostics: &mut Diagnostics) -> Option<DeclaredStatus> {
    let written = node.string(diagnostics)?;
    match Status::ALL.into_iter().find(|status| status.name() == written) {
        Some(status) => Some(DeclaredStatus::As(status)),
        None => {
            let names = Status::ALL.map(Status::name);
            let nearest = diagnostics.nearest(&written, names);
            diagnostics
                .warning(node.location(), msg::unrecognised_status(&written, nearest, &names.join(", ")));
            Some(DeclaredStatus::Unrecognised)
        }
    }
}

/// An RFC 3339 timestamp with its offset.
pub fn timestamp(
    written: &str,
    location: &Location,
    field: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Timestamp> {
    // The parser also takes a space for the `T`, and other minus signs.
    let strict = written.is_ascii() && matches!(written.as_bytes().get(10), Some(b'T' | b't'));
    let instant =
        DateTime::parse_from_rfc3339(written).ok().filter(|_| strict).map(|instant| instant.to_utc());
    // At no offset does its year have more or fewer than four digits.
    let instant = instant.filter(|instant| (1..=9998).contains(&instant.year()));
    if instant.is_none() {
        diagnostics.error(location.clone(), msg::bad_timestamp(field, written));
    }
    instant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_rfc_3339_to_the_letter() {
        let read =
            |written: &str| timestamp(written, &Location::file("x"), "asOf", &mut Diagnostics::default());
        for good in ["2026-11-20T09:00:00+04:00", "2026-11-20t05:00:00z", "2026-11-20T05:00:00.25Z"] {
            assert!(read(good).is_some(), "{good}");
        }
        for bad in [
            "2026-11-20 09:00:00+04:00",
            "2026-11-20T09:00:00",
            "2026-11-20T09:00+04:00",
            "2026-11-20T09:00:00\u{2212}04:00",
            "2026-11-20T09:00:00+0400",
            "2026-11-31T09:00:00Z",
            "2026-11-20T24:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-11-20",
            "",
        ] {
            assert!(read(bad).is_none(), "{bad}");
        }
    }
}
