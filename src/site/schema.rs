//! `/schema/1.0.json`: JSON Schema 2020-12 of the collection, the indicator and the error [D8.openapi].

use super::json;
use super::page::Page;
use super::template::{self, Values};

/// The definitions, as objects by their name.
pub const DEFINITIONS: &str = include_str!("schema/definitions.json");

/// The page.
pub fn page() -> Page {
    let values = Values::from([("definitions", DEFINITIONS.to_owned())]);
    json::document(template::fill(include_str!("schema/schema.json"), &values))
}
