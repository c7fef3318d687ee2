//! Lists of indicators that JSON files name by their keys: of a category, of the overview, of one chart.

use std::collections::HashMap;

use super::diagnostic::Location;
use super::json::{Node, Object};
use crate::messages::{self as msg, Message};
use crate::model::Key;

/// The keys in order, each once, each with where it was read.
pub type KeyList = Vec<(Key, Location)>;

/// Reads a field with at most `limit` keys. Whether they exist is for [`super::indicator_index`] to say.
pub fn field(object: &mut Object<'_>, field: &'static str, limit: usize) -> KeyList {
    let list = object.optional(field, |node| {
        let nodes = node.array()?;
        if nodes.len() > limit {
            node.error(msg::too_many_entries(field, nodes.len(), limit));
        }
        let repeated = |key: &str, first: u32| msg::repeated_entry(field, key, first);
        Some(keys(nodes, &mut HashMap::new(), repeated))
    });
    list.unwrap_or_default()
}

/// Reads keys that are not among `lines`, the lines of those that were read before.
pub fn keys(
    nodes: Vec<Node<'_>>,
    lines: &mut HashMap<Key, u32>,
    repeated: impl Fn(&str, u32) -> Message,
) -> KeyList {
    let mut keys = KeyList::new();
    for node in nodes {
        let key = node.parsed(|text| text.parse::<Key>().ok(), |text| msg::bad_key(text));
        let Some(key) = key else { continue };
        match lines.get(&key) {
            Some(first) => node.error(repeated(key.as_str(), *first)),
            None => {
                lines.insert(key.clone(), node.line());
                keys.push((key, node.location()));
            }
        }
    }
    keys
}

pub fn without_locations(list: KeyList) -> Vec<Key> {
    list.into_iter().map(|(key, _)| key).collect()
}
