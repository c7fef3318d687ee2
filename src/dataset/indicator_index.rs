//! The indicators that a dataset has, by which lists of them are judged.

use std::collections::BTreeMap;

use super::diagnostic::{Location, Report};
use super::indicator_file::Defaults;
use super::key_list::KeyList;
use crate::messages as msg;
use crate::model::Key;

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
