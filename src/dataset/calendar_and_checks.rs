//! The tables of the dataset as a whole: `calendar.csv`, expected publication dates, release by release; and `checks.csv`,
//! when each source was last checked, and with what result.

use super::*;

use super::text::is_fit;
use crate::model::{Check, Source};

pub const CALENDAR: &str = "calendar.csv";
pub const CHECKS: &str = "checks.csv";

/// The header of a new file of checks.
pub const CHECKS_HEADER: &str = "source,checked_at,error\n";

const CALENDAR_COLUMNS: Columns = Columns {
    known: &["release", "date", "period"],
    required: &["release", "date"],
};

#[derive(Default)]
pub struct Calendar {
    releases: BTreeMap<String, ReleaseDates>,
}

struct ReleaseDates {
    /// Where the release is first named.
    location: Location,
    /// Each date with the last day of its period, if it has one.
    period_ends: BTreeMap<NaiveDate, Option<NaiveDate>>,
}

impl Calendar {
    pub fn read(text: &Text<'_>) -> Self {
        let mut calendar = Calendar::default();
        let Some(mut table) = Table::open(Records::new(text), &CALENDAR_COLUMNS) else {
            return calendar;
        };

        while let Some(row) = table.next_row() {
            calendar.add(&row);
        }

        calendar
    }

    fn add(&mut self, row: &TableRow<'_, '_>) {
        let release = row.text("release");
        if release.is_empty() {
            row.error(msg::release_missing());
        }

        is_fit(row.report(), &row.location(), "release", release, &[]);

        let date = row.cell("date").day();
        let period_end = row.optional("period", |cell| {
            let end = calendar_date(&cell.text);
            end.or_else(|| cell.refuse(msg::bad_calendar_period(&cell.text)))
        });

        let named = self.releases.entry(release.to_owned());
        let dates = named.or_insert_with(|| ReleaseDates {
            location: row.location(),
            period_ends: BTreeMap::new(),
        });

        let Some(date) = date else { return };
        let period_end = period_end.ok().flatten();
        if dates.period_ends.insert(date, period_end).is_some() {
            row.warning(msg::repeated_release_date(release, row.text("date")));
        }
    }

    pub fn releases(&self) -> BTreeMap<String, Arc<CalendarRelease>> {
        let mut releases = BTreeMap::new();
        for (id, dates) in &self.releases {
            let mut release = CalendarRelease {
                id: id.clone(),
                dates: dates.period_ends.keys().copied().collect(),
                ..CalendarRelease::default()
            };
            for (date, end) in &dates.period_ends {
                release.period_ends.extend(end.map(|end| (*date, end)));
            }

            releases.insert(id.clone(), Arc::new(release));
        }

        releases
    }

    /// Reports releases that no indicator follows.
    ///
    /// Where `followed` may not be all of them, only those are reported that are mistyped for near certain: close to a
    /// release that is followed and that the calendar lacks.
    pub fn check_followed(&self, followed: &BTreeSet<&str>, are_all: bool, report: &Report) {
        for (release, dates) in &self.releases {
            if release.is_empty() || followed.contains(release.as_str()) {
                continue;
            }

            let nearest = report.nearest(release, followed.iter().copied());
            let is_mistyped = nearest.is_some_and(|nearest| !self.releases.contains_key(nearest));
            if are_all || is_mistyped {
                let location = dates.location.clone();
                report.error(location, msg::unfollowed_release(release, nearest));
            }
        }
    }
}

const CHECKS_COLUMNS: Columns = Columns {
    known: &["source", "checked_at", "error"],
    required: &["source", "checked_at", "error"],
};

/// Reads `checks.csv` and reports everything wrong in it: the check of each source by its code.
pub fn checks(text: &Text<'_>, sources: &Named<Source>, at: Timestamp) -> HashMap<String, Check> {
    let mut checks = HashMap::new();
    let mut lines: HashMap<String, u32> = HashMap::new();
    let Some(mut table) = Table::open(Records::new(text), &CHECKS_COLUMNS) else {
        return checks;
    };

    while let Some(row) = table.next_row() {
        let source = row.text("source");
        if source.is_empty() {
            row.error(msg::source_missing());
        } else if let Some(first) = lines.get(source) {
            row.error(msg::repeated_source(source, first));
        } else {
            lines.insert(source.to_owned(), row.line());
            sources.find(&row.cell("source"), msg::unknown_source);
        }

        let checked_at = row.optional("checked_at", |cell| cell.timestamp());
        let checked_at = checked_at.ok().flatten();
        if checked_at > Some(at) {
            row.warning(msg::future("checked_at", row.text("checked_at")));
        }

        let error = row.text("error");
        let line_ends = ['\r', '\n', '\t'];
        is_fit(row.report(), &row.location(), "error", error, &line_ends);
        let error = Some(error.to_owned()).filter(|error| !error.is_empty());
        checks.insert(source.to_owned(), Check { checked_at, error });
    }

    checks
}
