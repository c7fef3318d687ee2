//! `dataset.json`: version, as-of, default status, units, sources, categories and their order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Datelike};

use super::json::Node;
use super::problem::{Place, Report};
use super::text::Text;
use crate::messages as say;
use crate::model::{ByLang, Declared, Instant, Key, Offset, Source, Status, Unit};

/// The path of the file.
pub const FILE: &str = "dataset.json";

/// What the file says. Parts that could not be read have been reported and are missing.
#[derive(Default)]
pub struct Definitions {
    /// The dataset's version.
    pub version: Option<String>,
    /// When the snapshot was taken.
    pub as_of: Option<Instant>,
    /// The UTC offset that decides when a day ends.
    pub offset: Option<Offset>,
    /// The status of indicators that declare none.
    pub declared: Option<Declared>,
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
    pub name: Option<ByLang<String>>,
    /// Its indicators in order, each with where it is listed.
    pub indicators: Vec<(Key, Place)>,
}

/// Things that other files refer to by a code.
pub struct Named<T> {
    /// Every code that is defined, whether its definition could be read or not.
    codes: BTreeSet<String>,
    /// Those that could be read.
    values: BTreeMap<String, T>,
    /// Whether there was a list of them at all.
    complete: bool,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named { codes: BTreeSet::new(), values: BTreeMap::new(), complete: false }
    }
}

impl<T> Named<T> {
    /// Reads an object whose names are codes.
    fn read(
        node: Node<'_>,
        report: &mut Report,
        value: impl Fn(String, Node<'_>, &mut Report) -> Option<T>,
    ) -> Self {
        let Some(object) = node.object(report) else { return Named::default() };
        let mut named = Named { complete: true, ..Named::default() };
        for (code, place, node) in object.entries() {
            if code.trim().is_empty() || code.chars().any(char::is_control) {
                report.error(place, say::bad_code(&code));
                continue;
            }
            named.codes.insert(code.clone());
            if let Some(value) = value(code.clone(), node, report) {
                named.values.insert(code, value);
            }
        }
        named
    }

    /// The thing that `code` names. An error, with the nearest code, only where it is certain that there is none.
    pub fn find(&self, code: &str, report: &mut Report) -> Result<Option<&T>, Option<&str>> {
        if self.complete && !self.codes.contains(code) {
            return Err(report.nearest(code, self.codes.iter().map(String::as_str)));
        }
        Ok(self.values.get(code))
    }

    /// The same things in another form.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Named<U> {
        let values = self.values.into_iter().map(|(code, value)| (code, change(value))).collect();
        Named { codes: self.codes, values, complete: self.complete }
    }
}

impl Definitions {
    /// Reads the file and reports everything wrong in it.
    pub fn read(text: &Text<'_>, report: &mut Report) -> Self {
        let mut definitions = Definitions::default();
        let Some(mut object) = Node::parse(text, report).and_then(|node| node.object(report)) else {
            return definitions;
        };
        if let Some(node) = object.required("format", report) {
            match node.whole_number(report) {
                Some(1) | None => {}
                Some(other) => report.error(node.place(), say::unsupported_format(other)),
            }
        }
        definitions.version = object.required("version", report).and_then(|node| version(node, report));
        definitions.as_of = object.required("asOf", report).and_then(|node| {
            let written = node.string(report)?;
            timestamp(&written, &node.place(), "asOf", report)
        });
        definitions.offset = object.required("utcOffset", report).and_then(|node| {
            let written = node.string(report)?;
            let offset = written.parse().ok();
            if offset.is_none() {
                report.error(node.place(), say::bad_offset(&written));
            }
            offset
        });
        if !object.has("sourceStatus") {
            report.warning(text.place.clone(), say::missing_status());
        }
        definitions.declared = match object.optional("sourceStatus", report) {
            Some(node) => declared(node, report),
            None => Some(Declared::Unrecognised),
        };
        if let Some(node) = object.required("units", report) {
            definitions.units =
                Named::read(node, report, |id, node, report| Some(Unit { id, text: node.by_lang(report)? }));
        }
        if let Some(node) = object.required("sources", report) {
            definitions.sources = Named::read(node, report, source);
        }
        if let Some(node) = object.required("categories", report) {
            definitions.categories(node, report);
        }
        object.finish(report);
        definitions
    }

    fn categories(&mut self, node: Node<'_>, report: &mut Report) {
        let before = report.errors();
        let mut ids: HashMap<String, u32> = HashMap::new();
        let mut listed: HashMap<Key, u32> = HashMap::new();
        for node in node.array(report).unwrap_or_default() {
            let Some(mut object) = node.object(report) else { continue };
            let id = object.required("id", report).and_then(|node| {
                let id = node.words(report)?;
                let line = node.place().line.unwrap_or(1);
                if let Some(first) = ids.insert(id.clone(), line) {
                    report.error(node.place(), say::repeated_category(&id, first));
                }
                Some(id)
            });
            let name = object.required("name", report).and_then(|node| node.by_lang(report));
            let mut indicators = Vec::new();
            for node in
                object.required("indicators", report).and_then(|n| n.array(report)).unwrap_or_default()
            {
                let Some(written) = node.string(report) else { continue };
                let Ok(key) = written.parse::<Key>() else {
                    report.error(node.place(), say::bad_key(&written));
                    continue;
                };
                let line = node.place().line.unwrap_or(1);
                match listed.get(&key) {
                    Some(first) => report.error(node.place(), say::listed_twice(&written, *first)),
                    None => {
                        listed.insert(key.clone(), line);
                        indicators.push((key, node.place()));
                    }
                }
            }
            object.finish(report);
            self.categories.push(CategoryDefinition { id: id.unwrap_or_default(), name, indicators });
        }
        self.categories_complete = report.errors() == before;
    }
}

fn version(node: Node<'_>, report: &mut Report) -> Option<String> {
    let version = node.string(report)?;
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    if !(1..=64).contains(&version.len()) || !version.bytes().all(allowed) {
        report.error(node.place(), say::bad_version(&version));
        return None;
    }
    Some(version)
}

fn source(id: String, node: Node<'_>, report: &mut Report) -> Option<Source> {
    let mut object = node.object(report)?;
    let name = object.required("name", report).and_then(|node| node.by_lang(report));
    let url = object.optional("url", report).and_then(|node| {
        let url = node.words(report)?;
        // It becomes a link: no other scheme, nothing that ends an attribute or a line.
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let web = host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
        if !web || url.chars().any(|c| c.is_whitespace() || matches!(c, '"' | '<' | '>')) {
            report.error(node.place(), say::bad_url(&url));
        }
        Some(url)
    });
    let stale_after_hours =
        object.optional("staleAfterHours", report).and_then(|node| node.whole_number(report));
    object.finish(report);
    Some(Source { id, name: name?, url, stale_after_hours, check: None })
}

/// A status as declared; an unrecognised one is a warning, since it is served, as `unknown`.
pub fn declared(node: Node<'_>, report: &mut Report) -> Option<Declared> {
    let written = node.string(report)?;
    match Status::ALL.into_iter().find(|status| status.name() == written) {
        Some(status) => Some(Declared::As(status)),
        None => {
            let names = Status::ALL.map(Status::name);
            let nearest = report.nearest(&written, names);
            report.warning(node.place(), say::unrecognised_status(&written, nearest, &names.join(", ")));
            Some(Declared::Unrecognised)
        }
    }
}

/// An RFC 3339 timestamp with its offset.
pub fn timestamp(written: &str, place: &Place, field: &str, report: &mut Report) -> Option<Instant> {
    // The parser also takes a space for the `T`, and other minus signs.
    let strict = written.is_ascii() && matches!(written.as_bytes().get(10), Some(b'T' | b't'));
    let instant =
        DateTime::parse_from_rfc3339(written).ok().filter(|_| strict).map(|instant| instant.to_utc());
    // At no offset does its year have more or fewer than four digits.
    let instant = instant.filter(|instant| (1..=9998).contains(&instant.year()));
    if instant.is_none() {
        report.error(place.clone(), say::bad_timestamp(field, written));
    }
    instant
}

/// Sources as they are shared by their indicators.
pub type SharedSources = Named<Arc<Source>>;
/// Units as they are shared by their observations.
pub type SharedUnits = Named<Arc<Unit>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_rfc_3339_to_the_letter() {
        let read = |written: &str| timestamp(written, &Place::file("x"), "asOf", &mut Report::default());
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
