//! `/schema/1.0.json`: JSON Schema 2020-12 of the collection, the indicator and the error [D8.openapi].

use super::json;
use super::page::Content;

/// The definitions, as objects by their name.
pub const DEFINITIONS: &str = include_str!("schema/definitions.json");

pub fn content() -> Content {
    let definitions = members(DEFINITIONS).replace('\n', "\n  ");
    json::document(include_str!("schema/schema.json").replace("\"@definitions\": {}", &definitions))
}

/// The members of an object that is written with each on lines of its own.
pub fn members(object: &str) -> &str {
    let object = object.trim().strip_prefix('{').and_then(|object| object.strip_suffix('}'));
    object.unwrap_or_default().trim()
}
