//! Lists of indicators that JSON files name by their keys: of a category, of the overview, of one chart.

use std::collections::{BTreeMap, HashMap};

use super::diagnostic::{Location, Report};
use super::indicator_file::Defaults;
use super::json::{Node, Object};
use crate::messages::{self as msg, Message};
use crate::model::Key;

/// The keys in order, each once, each with where it was read.
pub type KeyList = Vec<(Key, Location)>;

/// Reads a field with at most `limit` keys. Whether they exist is for [`IndicatorIndex`] to say.
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

/// The keys of a list without their locations.
pub fn without_locations(list: KeyList) -> Vec<Key> {
    list.into_iter().map(|(key, _)| key).collect()
}

/// The indicators that a dataset has.
pub struct IndicatorIndex<'a> {
    /// What is known of each one's definition.
    pub indicators: BTreeMap<&'a Key, Defaults>,
    /// Whether these are all of them: only then is another one unknown.
    pub complete: bool,
}

impl IndicatorIndex<'_> {
    /// Every headline figure is an indicator of the dataset.
    pub fn check_featured(&self, featured: &KeyList, report: &Report) {
        for (key, location) in featured {
            self.find(key, location, report);
        }
    }

    /// Indicators of one chart are others than the one that names them, and share its unit and period type.
    pub fn check_chart(&self, own_key: &Key, chart_with: &KeyList, report: &Report) {
        for (key, location) in chart_with {
            if key == own_key {
                report.error(location.clone(), msg::chart_with_itself(key));
                continue;
            }
            let found = self.find(key, location, report);
            let Some((own, theirs)) = self.indicators.get(own_key).zip(found) else { continue };
            let units = own.unit.as_ref().zip(theirs.unit.as_ref());
            if let Some((own, theirs)) = units.filter(|(own, theirs)| own.id != theirs.id) {
                let message = msg::chart_with_other_unit(key, &theirs.id, &own.id);
                report.error(location.clone(), message);
            }
            let types = own.period_type.zip(theirs.period_type);
            if let Some((own, theirs)) = types.filter(|(own, theirs)| own != theirs) {
                let message = msg::chart_with_other_period(key, theirs.name(), own.name());
                report.error(location.clone(), message);
            }
        }
    }

    fn find(&self, key: &Key, location: &Location, report: &Report) -> Option<&Defaults> {
        let found = self.indicators.get(key);
        if found.is_none() && self.complete {
            let nearest = report.nearest(key.as_str(), self.indicators.keys().map(|key| key.as_str()));
            report.error(location.clone(), msg::unknown_indicator(key.as_str(), nearest));
        }
        found
    }
}
