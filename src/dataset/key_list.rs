//! Lists of indicators by their keys. Whether there are such indicators is judged when all are known.

use super::*;

/// Keys, each with where it is named.
pub type KeyList = Vec<(Key, Location)>;

/// Reads a field with at most `limit` keys.
pub fn key_list(object: &mut Object<'_>, field: &'static str, limit: usize) -> KeyList {
    let list = object.optional(field, |node| {
        let nodes = node.array()?;
        if nodes.len() > limit {
            node.error(msg::too_many_entries(field, nodes.len(), limit));
        }

        Some(read_keys(nodes, &mut HashMap::new(), |key, first| {
            msg::repeated_entry(field, key, first)
        }))
    });
    list.unwrap_or_default()
}

/// Reads the key of an indicator.
pub fn read_key(node: Node<'_>) -> Option<(Key, Location)> {
    let key = node.parsed(|text| text.parse::<Key>().ok(), |text| msg::bad_key(text))?;
    Some((key, node.location()))
}

/// Reads keys that are not among `lines`, the lines of those that were read before.
pub fn read_keys(
    nodes: Vec<Node<'_>>,
    lines: &mut HashMap<Key, u32>,
    repeated: impl Fn(&str, u32) -> Message,
) -> KeyList {
    let mut keys = KeyList::new();
    for node in nodes {
        let Some((key, location)) = read_key(node) else {
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
