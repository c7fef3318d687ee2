//! `calendar.csv`: expected publication dates, release by release.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::NaiveDate;

use super::csv::Records;
use super::diagnostic::{Location, Report};
use super::table::{Columns, Table};
use super::text::Text;
use crate::messages as msg;
use crate::model::Release;

pub const FILE: &str = "calendar.csv";

const COLUMNS: Columns = Columns { known: &["release", "date"], required: &["release", "date"] };

#[derive(Default)]
pub struct Calendar {
    /// The dates of each release, and where it is first named.
    releases: BTreeMap<String, (Location, BTreeSet<NaiveDate>)>,
}

/// The releases that indicators follow.
pub struct Followed {
    pub releases: BTreeSet<String>,
    /// Whether it is certain that these are all.
    pub complete: bool,
}

impl Calendar {
    pub fn read(text: &Text<'_>) -> Self {
        let mut calendar = Calendar::default();
        let Some(mut table) = Table::open(Records::new(text), &COLUMNS) else { return calendar };
        while let Some(row) = table.next_row() {
            let release = row.text("release");
            if release.is_empty() {
                row.error(msg::release_missing());
            }
            let date = row.cell("date").day();
            let first_named = || (row.location(), BTreeSet::new());
            let (_, dates) = calendar.releases.entry(release.to_owned()).or_insert_with(first_named);
            if date.is_some_and(|date| !dates.insert(date)) {
                row.warning(msg::repeated_release_date(release, row.text("date")));
            }
        }
        calendar
    }

    pub fn shared(&self) -> BTreeMap<String, Arc<Release>> {
        let release = |id: &String, dates: &BTreeSet<NaiveDate>| Release {
            id: id.clone(),
            dates: dates.iter().copied().collect(),
        };
        self.releases.iter().map(|(id, (_, dates))| (id.clone(), Arc::new(release(id, dates)))).collect()
    }

    /// Reports releases that no indicator follows.
    ///
    /// Where not all definitions could be read, one of those may be the one that follows; then only those are reported
    /// that are as good as certainly mistyped: near to a release that is followed and that the calendar lacks.
    pub fn check_followed(&self, followed: &Followed, report: &Report) {
        for (release, (location, _)) in &self.releases {
            if !release.is_empty() && !followed.releases.contains(release) {
                let nearest = report.nearest(release, followed.releases.iter().map(String::as_str));
                if followed.complete || nearest.is_some_and(|nearest| !self.releases.contains_key(nearest)) {
                    report.error(location.clone(), msg::unfollowed_release(release, nearest));
                }
            }
        }
    }
}
