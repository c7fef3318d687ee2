//! The observations of two series, date by date.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::model::{Observation, Series};

/// An observation before and after, `None` where a series has none of its date.
pub type Sides<'a> = (Option<&'a Observation>, Option<&'a Observation>);

/// Every date that one of the series has, oldest first; nothing where they are equal.
pub fn by_date<'a>(before: Option<&'a Series>, after: Option<&'a Series>) -> Vec<Sides<'a>> {
    if before == after {
        return Vec::new();
    }
    let mut rows: BTreeMap<Option<NaiveDate>, Sides<'a>> = BTreeMap::new();
    for observation in before.into_iter().flat_map(Series::observations) {
        rows.entry(observation.date).or_default().0 = Some(observation);
    }
    for observation in after.into_iter().flat_map(Series::observations) {
        rows.entry(observation.date).or_default().1 = Some(observation);
    }
    rows.into_values().collect()
}
