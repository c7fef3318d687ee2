//! `calendar.csv`: expected publication dates, release by release.

use super::*;

use super::text::check_fit;

pub const CALENDAR: &str = "calendar.csv";

const COLUMNS: Columns = Columns {
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
        let Some(mut table) = Table::open(Records::new(text), &COLUMNS) else {
            return calendar;
        };

        while let Some(row) = table.next_row() {
            calendar.add(&row);
        }

        calendar
    }

    fn add(&mut self, row: &TableRow<'_>) {
        let release = row.text("release");
        if release.is_empty() {
            row.error(msg::release_missing());
        }

        check_fit(row.report(), &row.location(), "release", release, &[]);

        let date = row.cell("date").day();
        let period_end = row.optional("period", |cell| {
            let end = calendar_date(&cell.text);
            end.or_else(|| cell.refuse(msg::bad_calendar_period(&cell.text)))
        });

        let entry = self.releases.entry(release.to_owned());
        let dates = entry.or_insert_with(|| ReleaseDates {
            location: row.location(),
            period_ends: BTreeMap::new(),
        });

        let Some(date) = date else { return };
        // A bad period has been reported; its date counts.
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
    /// If `followed` is not complete, reports only those that are almost certainly mistyped: close to a followed release
    /// that the calendar lacks.
    pub fn check_followed(&self, followed: &BTreeSet<&str>, is_complete: bool, report: &Report) {
        for (release, dates) in &self.releases {
            if release.is_empty() || followed.contains(release.as_str()) {
                continue;
            }

            let nearest = report.nearest(release, followed.iter().copied());
            let is_mistyped = nearest.is_some_and(|nearest| !self.releases.contains_key(nearest));
            if is_complete || is_mistyped {
                let location = dates.location.clone();
                report.error(location, msg::unfollowed_release(release, nearest));
            }
        }
    }
}
