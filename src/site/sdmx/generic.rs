//! Generic data: a series as pairs of a concept and a value.

use super::*;

use std::fmt::Write;

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

fn key(facts: &SeriesFacts) -> String {
    let mut text = "<gen:SeriesKey>".to_owned();
    for (id, value) in &facts.dimensions {
        add(&mut text, id, value);
    }
    text + "</gen:SeriesKey>"
}

/// Those that have a value.
fn attributes(attributes: &[(&'static str, String)]) -> String {
    let mut text = "<gen:Attributes>".to_owned();
    for (id, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        add(&mut text, id, value);
    }
    text + "</gen:Attributes>"
}

fn add(text: &mut String, id: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = write!(text, "<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(value));
}
