//! Structure-specific data: concepts are attributes of XML, named by the data structure.

use super::*;

use std::fmt::Write;

pub const SERIES_END: &str = "</Series>\n";

/// The series without attributes and observations.
pub fn key_only(facts: &SeriesFacts) -> String {
    format!("<Series{}/>\n", attributes(&facts.dimensions))
}

/// What stands before the first observation.
pub fn begin(facts: &SeriesFacts, has_attributes: bool) -> String {
    let of_series = if has_attributes { attributes(&facts.attributes) } else { String::new() };
    format!("<Series{}{of_series}>\n", attributes(&facts.dimensions))
}

/// Those that have a value.
fn attributes(attributes: &[(&'static str, String)]) -> String {
    let mut text = String::new();
    for (id, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(text, " {id}=\"{}\"", xml::attribute(value));
    }
    text
}
