//! Generic data: a series as pairs of a concept and a value.

use std::fmt::Write;

use super::series::{SeriesFacts, observation_values};
use crate::site::series_texts::{LastValue, SeriesRow};
use crate::site::xml;

pub const SERIES_END: &str = "</gen:Series>\n";

/// The series without attributes and observations.
pub fn key_only(facts: &SeriesFacts) -> String {
    format!("<gen:Series>{}{SERIES_END}", key(facts))
}

/// What stands before the first observation.
pub fn begin(facts: &SeriesFacts, has_attributes: bool) -> String {
    let attributes = if has_attributes { attributes(&facts.attributes) } else { String::new() };
    format!("<gen:Series>{}{attributes}\n", key(facts))
}

pub fn rows(
    facts: &SeriesFacts,
    rows: &mut dyn Iterator<Item = SeriesRow<'_>>,
    has_attributes: bool,
) -> Vec<u8> {
    let mut text = String::new();
    let mut written = LastValue::new();
    for row in rows {
        let (status, of) = (facts.status(row.observation), row.observation);
        text.extend(["<gen:Obs><gen:ObsDimension value=\"", &*facts.period(&row), "\"/>"]);
        text.extend(["<gen:ObsValue value=\"", row.value, "\"/>"]);
        if has_attributes {
            text += written
                .of((status, of.flags, &of.reference), || attributes(&observation_values(&row, status)));
        }
        text += "</gen:Obs>\n";
    }
    text.into_bytes()
}

fn key(facts: &SeriesFacts) -> String {
    let mut text = "<gen:SeriesKey>".to_owned();
    for (id, value) in facts.dimensions() {
        add(&mut text, id, value);
    }
    text + "</gen:SeriesKey>"
}

/// Those that have a value.
fn attributes<T: AsRef<str>>(attributes: &[(&'static str, T)]) -> String {
    let mut text = "<gen:Attributes>".to_owned();
    for (id, value) in attributes.iter().filter(|(_, value)| !value.as_ref().is_empty()) {
        add(&mut text, id, value.as_ref());
    }
    text + "</gen:Attributes>"
}

fn add(text: &mut String, id: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = write!(text, "<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(value));
}
