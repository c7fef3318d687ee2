//! `calendar.csv`: expected publication dates, release by release.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::dates::day;
use super::diagnostic::{Diagnostics, Location};
use super::table::{Columns, Table};
use super::text::Text;
use crate::messages as msg;

/// The path of the file.
pub const FILE: &str = "calendar.csv";

const COLUMNS: Columns = Columns { known: &["release", "date"], required: &["release", "date"] };

/// The dates of each release, and where the release is first named.
pub type Releases = BTreeMap<String, (Location, BTreeSet<NaiveDate>)>;

/// Reads the file and reports everything wrong in it.
pub fn read(text: &Text<'_>, diagnostics: &mut Diagnostics) -> Releases {
    let mut releases = Releases::new();
    let Some(mut table) = Table::open(text, &COLUMNS, diagnostics) else { return releases };
    while let Some(row) = table.next(diagnostics) {
        let (release, written) = (row.cell("release"), row.cell("date"));
        if release.is_empty() {
            diagnostics.error(row.location(), msg::release_missing());
        }
        let date = day(written, "date", row.location(), diagnostics);
        let (_, dates) =
            releases.entry(release.to_owned()).or_insert_with(|| (row.location(), BTreeSet::new()));
        if date.is_some_and(|date| !dates.insert(date)) {
            diagnostics.warning(row.location(), msg::repeated_release_date(release, written));
        }
    }
    releases
}

/// Reports releases that no indicator follows.
///
/// Where not all definitions could be read, one of those may be the one that follows; then only those are reported
/// that are as good as certainly mistyped: near to a release that is followed and that the calendar lacks.
pub fn check_followed(
    releases: &Releases,
    followed: &BTreeSet<String>,
    all_known: bool,
    diagnostics: &mut Diagnostics,
) {
    for (release, (location, _)) in releases {
        if !release.is_empty() && !followed.contains(release) {
            let nearest = diagnostics.nearest(release, followed.iter().map(String::as_str));
            if all_known || nearest.is_some_and(|nearest| !releases.contains_key(nearest)) {
                diagnostics.error(location.clone(), msg::unfollowed_release(release, nearest));
            }
        }
    }
}
