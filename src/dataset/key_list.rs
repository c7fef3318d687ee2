//! Lists of indicators that JSON files name by their keys: the headline figures, and what a chart shows together.

use std::collections::{BTreeMap, HashMap};

use super::diagnostic::{Diagnostics, Location};
use super::indicator_file::Defaults;
use super::json::Node;
use crate::messages as msg;
use crate::model::Key;

/// The keys in order, each once, each with where it stands.
pub type KeyList = Vec<(Key, Location)>;

/// Reads a list of at most `limit` keys. Whether they exist is for [`Known`] to say.
pub fn read(node: Node<'_>, field: &str, limit: usize, diagnostics: &mut Diagnostics) -> KeyList {
    let nodes = node.array(diagnostics).unwrap_or_default();
    if nodes.len() > limit {
        diagnostics.error(node.location(), msg::too_many_entries(field, nodes.len(), limit));
    }
    let mut first_of: HashMap<Key, Location> = HashMap::new();
    let mut keys = KeyList::new();
    for node in nodes {
        let Some(written) = node.string(diagnostics) else { continue };
        let Ok(key) = written.parse::<Key>() else {
            diagnostics.error(node.location(), msg::bad_key(&written));
            continue;
        };
        match first_of.get(&key) {
            Some(first) => {
                let line = first.line.unwrap_or(1);
                diagnostics.error(node.location(), msg::repeated_entry(field, &written, line));
            }
            None => {
                first_of.insert(key.clone(), node.location());
                keys.push((key, node.location()));
            }
        }
    }
    keys
}

/// The keys of a list without their places.
pub fn keys(list: KeyList) -> Vec<Key> {
    list.into_iter().map(|(key, _)| key).collect()
}

/// The indicators that a dataset has.
pub struct Known<'a> {
    /// What is known of each one's definition.
    pub indicators: BTreeMap<&'a Key, Defaults>,
    /// Whether these are all of them: only then is another one unknown.
    pub complete: bool,
}

impl Known<'_> {
    /// Every headline figure is an indicator of the dataset.
    pub fn check_featured(&self, featured: &KeyList, diagnostics: &mut Diagnostics) {
        for (key, location) in featured {
            self.find(key, location, diagnostics);
        }
    }

    /// Indicators of one chart are others than the one that names them, and share its unit and period type.
    pub fn check_chart(&self, own_key: &Key, chart_with: &KeyList, diagnostics: &mut Diagnostics) {
        for (key, location) in chart_with {
            if key == own_key {
                diagnostics.error(location.clone(), msg::chart_with_itself(key));
                continue;
            }
            let found = self.find(key, location, diagnostics);
            let Some((own, theirs)) = self.indicators.get(own_key).zip(found) else { continue };
            if let Some((own, theirs)) = own.unit.as_ref().zip(theirs.unit.as_ref()) {
                if own.id != theirs.id {
                    let message = msg::chart_with_other_unit(key, &theirs.id, &own.id);
                    diagnostics.error(location.clone(), message);
                }
            }
            if let Some((own, theirs)) = own.period_type.zip(theirs.period_type) {
                if own != theirs {
                    let message = msg::chart_with_other_period(key, theirs.name(), own.name());
                    diagnostics.error(location.clone(), message);
                }
            }
        }
    }

    fn find(&self, key: &Key, location: &Location, diagnostics: &mut Diagnostics) -> Option<&Defaults> {
        let found = self.indicators.get(key);
        if found.is_none() && self.complete {
            let known = self.indicators.keys().map(|key| key.as_str());
            let nearest = diagnostics.nearest(key.as_str(), known);
            diagnostics.error(location.clone(), msg::unknown_indicator(key.as_str(), nearest));
        }
        found
    }
}
