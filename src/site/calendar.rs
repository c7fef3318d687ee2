//! `/calendar.json`: the dates of the release calendar with the indicators of each. Nothing here depends on the clock
//! [D8.calendar].

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Serialize;

use super::json::SCHEMA_VERSION;
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang};

/// What is released when: the indicators of each date and release, in the order of the collection.
pub type Releases<'a> = BTreeMap<(NaiveDate, &'a str), Vec<&'a Indicator>>;

/// Turns the calendars that indicators follow into what happens on each date.
pub fn releases(dataset: &Dataset) -> Releases<'_> {
    let mut dates = Releases::new();
    for indicator in dataset.indicators() {
        let Some(release) = &indicator.release else { continue };
        for date in &release.dates {
            dates.entry((*date, release.id.as_str())).or_default().push(indicator);
        }
    }
    dates
}

/// The calendar in one language.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CalendarView<'a> {
    schema_version: &'static str,
    dates: Vec<DateView<'a>>,
}

#[derive(Serialize)]
struct DateView<'a> {
    date: String,
    indicators: Vec<EntryView<'a>>,
}

#[derive(Serialize)]
struct EntryView<'a> {
    key: &'a str,
    name: &'a str,
    release: &'a str,
}

impl<'a> CalendarView<'a> {
    /// Of the first `count` dates.
    pub fn new(releases: &Releases<'a>, count: usize, lang: Lang) -> Self {
        let mut dates: BTreeMap<NaiveDate, Vec<EntryView<'a>>> = BTreeMap::new();
        for ((date, release), indicators) in releases {
            let entries = indicators.iter().map(|indicator| EntryView::new(release, indicator, lang));
            dates.entry(*date).or_default().extend(entries);
        }
        let dates = dates.into_iter().take(count);
        let dates = dates.map(|(date, indicators)| DateView { date: date.to_string(), indicators }).collect();
        CalendarView { schema_version: SCHEMA_VERSION, dates }
    }
}

impl<'a> EntryView<'a> {
    fn new(release: &'a str, indicator: &'a Indicator, lang: Lang) -> Self {
        EntryView { key: indicator.key.as_str(), name: indicator.name.get(lang), release }
    }
}
