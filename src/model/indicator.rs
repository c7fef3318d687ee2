//! The definitions of a dataset: indicators, what they belong to, and their names in SDMX and on the National Summary Data
//! Page.

use super::*;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;

use serde::Serialize;

/// Digits behind the point where a definition does not say how many.
const MAX_DECIMALS: u8 = 4;

/// The identifier of an indicator, its `{key}` path segment [S2.2].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Key(Box<str>);

impl Key {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Key {
    type Err = ();

    /// 1 to 64 of `a-z 0-9 _ -`, beginning with a letter or digit.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut bytes = text.bytes();
        let is_key = (1..=64).contains(&text.len())
            && bytes.all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
            && !text.starts_with(['_', '-']);
        if is_key {
            Ok(Key(text.into()))
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where figures come from, and when it was last checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    pub id: String,
    pub name: Localized<String>,
    pub url: Option<String>,
    /// After how many hours without a successful check its figures are stale.
    pub stale_after_hours: Option<u32>,
    pub check: Option<Check>,
}

/// Something outside, by its name and the address where more of it is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedLink {
    pub name: Localized<String>,
    pub url: String,
}

impl NamedLink {
    /// On a line of its own, for files that have no links.
    pub fn text(&self, lang: Lang) -> String {
        format!("{}, {}", self.name.get(lang), self.url)
    }
}

/// A line of the release calendar that an indicator follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CalendarRelease {
    pub id: String,
    /// Expected publication dates, sorted, each once.
    pub dates: Vec<NaiveDate>,
    /// The last day of the period that is to be published on a date, where the calendar says so.
    pub period_ends: BTreeMap<NaiveDate, NaiveDate>,
}

impl CalendarRelease {
    /// `2026-11-15`, or `2026-11-15 (2026-10-31)` where the calendar names the period.
    pub fn date_with_period(&self, date: NaiveDate) -> String {
        match self.period_ends.get(&date) {
            Some(end) => format!("{date} ({end})"),
            None => date.to_string(),
        }
    }
}

/// A publication may come this many days before its date.
const MAX_EARLY_DAYS: i64 = 5;

/// Returns true for a publication shortly before its date, and not nearer to the date before.
fn is_early(published: NaiveDate, date: NaiveDate, before: Option<NaiveDate>) -> bool {
    let early_days = (date - published).num_days();
    let is_nearer = before.is_none_or(|before| 2 * early_days <= (date - before).num_days());
    early_days <= MAX_EARLY_DAYS && is_nearer
}

/// Other indicators whose values bound those of one, as its definition states: M1 is a part of M2, and a policy rate
/// lies within its corridor [D27].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Its values are not above those of this one.
    pub below: Option<Key>,
    /// Its values lie between those of these two, the lower one first.
    pub between: Option<(Key, Key)>,
}

/// On which side of another indicator's values those of this one stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    NotBelow,
    NotAbove,
}

impl Limits {
    pub fn all(&self) -> impl Iterator<Item = (Side, &Key)> {
        let mut all = Vec::new();
        if let Some((lower, _)) = &self.between {
            all.push((Side::NotBelow, lower));
        }

        if let Some(key) = &self.below {
            all.push((Side::NotAbove, key));
        }

        if let Some((_, upper)) = &self.between {
            all.push((Side::NotAbove, upper));
        }

        all.into_iter()
    }

    /// Keeps those of indicators that are there.
    pub fn retain(&mut self, is_there: impl Fn(&Key) -> bool) {
        self.below.take_if(|key| !is_there(key));
        self.between
            .take_if(|(lower, upper)| !is_there(lower) || !is_there(upper));
    }
}

#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Category {
    pub id: String,
    pub name: Localized<String>,
    pub indicators: Vec<Indicator>,
}

impl Category {
    /// Its indicators, each with the category.
    pub fn members(&self) -> impl Iterator<Item = (&Category, &Indicator)> {
        self.indicators
            .iter()
            .map(move |indicator| (self, indicator))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Indicator {
    pub key: Key,
    pub name: Localized<String>,
    /// The name inside its category, shorter than the full one.
    pub short_name: Option<Localized<String>>,
    /// The unit of observations that do not name another.
    pub unit: Arc<Unit>,
    pub period_type: PeriodType,
    pub frequency: Option<Frequency>,
    pub measure: Measure,
    pub source: Option<Arc<Source>>,
    pub release: Option<Arc<CalendarRelease>>,
    /// Its own declared status, else the dataset's.
    pub declared: DeclaredStatus,
    pub notes: Option<Localized<String>>,
    /// Words by which readers may look for it, besides its names.
    pub keywords: Localized<Vec<String>>,
    /// The digits behind the point on pages, 0 to 10; without it, as many as the values have.
    pub decimals: Option<u8>,
    /// Indicators of the same unit and period type that are drawn in the same chart.
    pub chart_with: Vec<Key>,
    /// Its code in the files of the source.
    pub source_code: Option<String>,
    /// How many units of its own the source gives the value for: 100 where it is the price of 100 yen.
    pub nominal: NonZeroU32,
    pub plausible: Option<Plausible>,
    pub limits: Limits,
    /// The series that it is on the National Summary Data Page.
    pub nsdp: Vec<NsdpSeries>,
    /// Its observations, shared by the datasets in which they are the same.
    pub series: Arc<Series>,
}

/// The series of a dataset, by the keys of its indicators.
pub type SeriesByKey<'a> = HashMap<&'a Key, &'a Arc<Series>>;

impl Indicator {
    /// Its name beside the others of its category.
    pub fn name_among_others(&self) -> &Localized<String> {
        self.short_name.as_ref().unwrap_or(&self.name)
    }

    /// The earliest date of its release calendar that its current observation does not meet [D4.next].
    pub fn expected_next_publication(&self) -> Option<NaiveDate> {
        let met_until = self.met_until();
        let current = self.series.current();
        current.published.or(current.date)?;
        self.release_dates()
            .find(|date| !self.is_met(*date, met_until))
    }

    /// Returns true if its current observation is what was to be published on a date of its calendar.
    pub fn has_met(&self, date: NaiveDate) -> bool {
        self.is_met(date, self.met_until())
    }

    /// The dates of its calendar, without those on which a period of other series is published.
    pub fn release_dates(&self) -> impl Iterator<Item = NaiveDate> {
        let release = self.release.iter();
        release.flat_map(|release| {
            let ends = &release.period_ends;
            let dates = release.dates.iter().copied();
            dates.filter(|date| ends.get(date).is_none_or(|end| self.has_period_end(*end)))
        })
    }

    /// Returns true if a period of the series may end on this day.
    fn has_period_end(&self, day: NaiveDate) -> bool {
        match self.frequency {
            Some(frequency) => frequency.last_day(day) == day,
            None if self.period_type.is_month_dated() => last_day_of_month(day) == day,
            None => true,
        }
    }

    /// A date with a period is met by an observation of that period or a later one, others as far as `met_until`.
    fn is_met(&self, date: NaiveDate, met_until: Option<NaiveDate>) -> bool {
        let release = self.release.as_ref();
        match release.and_then(|release| release.period_ends.get(&date)) {
            Some(end) => self.series.current().date >= Some(*end),
            None => Some(date) <= met_until,
        }
    }

    /// The last date without a period that the current observation meets. A day of publication meets the dates up to it and
    /// may be a few days early for one more. Where it is not known, the observation meets the dates up to its own and the
    /// one after that, on which it must have come; of rates and daily values nobody knows.
    fn met_until(&self) -> Option<NaiveDate> {
        let release = self.release.as_ref()?;
        let current = self.series.current();
        let known = current.published.or(current.date)?;
        let has_end = !matches!(
            current.series_key.period_type,
            PeriodType::Daily | PeriodType::EffectiveFrom
        );

        let mut before = None;
        for date in &release.dates {
            if release.period_ends.contains_key(date) {
                continue;
            }

            if *date > known {
                let meets_one_more = match current.published {
                    Some(published) => is_early(published, *date, before),
                    None => has_end,
                };
                return if meets_one_more { Some(*date) } else { before };
            }

            before = Some(*date);
        }

        before
    }

    /// Returns true if it goes stale by dates of a calendar although nobody can say whether its observation has met them.
    pub fn is_overdue_by_guess(&self) -> bool {
        let current = self.series.current();
        let has_plain_date = self.release.as_ref().is_some_and(|release| {
            let ends = &release.period_ends;
            release.dates.iter().any(|date| !ends.contains_key(date))
        });
        has_plain_date
            && current.published.is_none()
            && self.declared == DeclaredStatus::As(Status::Verified)
    }

    /// Returns true for a series with a value for each day, whose publication is no news.
    pub fn is_daily(&self) -> bool {
        self.frequency_code() == Some("D")
    }

    /// How often observations come, as SDMX has it.
    pub fn frequency_code(&self) -> Option<&'static str> {
        frequency_code(self.frequency, self.period_type)
    }

    /// Returns true if there are dates in its release calendar.
    pub fn has_dates(&self) -> bool {
        let release = self.release.as_ref();
        release.is_some_and(|release| !release.dates.is_empty())
    }

    /// The digits behind the point that values like this one have on pages [D24.2]; small values have more.
    pub fn decimals_of(&self, like: &SeriesKey) -> u8 {
        self.decimals
            .unwrap_or_else(|| self.series.decimals(like).unwrap_or(0).min(MAX_DECIMALS))
    }

    /// A value as pages show it.
    pub fn shown(&self, observation: &Observation) -> Shown {
        observation.shown(self.decimals_of(&observation.series_key))
    }

    pub fn checked_at(&self) -> Option<Timestamp> {
        self.source.as_ref()?.check.as_ref()?.checked_at
    }

    pub fn effective(&self, now: Timestamp, offset: Offset) -> EffectiveStatus {
        let source = self.source.as_deref();
        let inputs = StatusInputs {
            check: source.and_then(|s| s.check.as_ref()),
            stale_after_hours: source.and_then(|s| s.stale_after_hours),
            next_publication: self.expected_next_publication(),
        };
        EffectiveStatus::at(now, self.declared, &inputs, offset)
    }
}

/// The identifiers under which a dataset is offered as SDMX; without them it is not [D9].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sdmx {
    pub agency: String,
    pub dataflow: String,
    /// `REF_AREA`: the country or area of every series.
    pub ref_area: String,
    /// Its name; without it the code stands for it.
    pub area_name: Option<Localized<String>>,
}

/// The National Summary Data Page, which the IMF's data standards want of a country.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nsdp {
    /// `REF_AREA` of every series.
    pub ref_area: String,
    /// The address of the country on the IMF's Dissemination Standards Bulletin Board.
    pub dsbb: String,
    /// The statement on seasonal adjustment.
    pub seasonal: Localized<String>,
    pub categories: Vec<NsdpCategory>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NsdpCategory {
    /// `DATA_DOMAIN`.
    pub id: String,
    pub name: Localized<String>,
    pub sector: Sector,
}

named! {
    /// The parts of the page, in their order.
    pub enum Sector {
        Real = "real",
        Fiscal = "fiscal",
        Financial = "financial",
        External = "external",
        Population = "population",
    }
}

/// An indicator as a series of a data category, by the IMF's codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NsdpSeries {
    pub category: String,
    pub indicator: String,
    /// `COUNTERPART_AREA`: `_Z` where there is none.
    pub counterpart: String,
    /// `BASE_PER`: the base of an index.
    pub base_period: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_what_a_path_segment_can_carry() {
        for good in ["m2", "0", "cpi_12-m", &"a".repeat(64)] {
            assert_eq!(good.parse::<Key>().unwrap().as_str(), good);
        }

        for bad in [
            "",
            "-m2",
            "_m2",
            "M2",
            "м2",
            "m 2",
            "m2.",
            "m/2",
            &"a".repeat(65),
        ] {
            assert!(bad.parse::<Key>().is_err(), "{bad}");
        }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// One whose current observation is of 31 July 2026 and was published on this day.
    fn indicator(published: Option<&str>) -> Indicator {
        let current = Observation {
            published: published.map(day),
            ..Observation::sample(PeriodType::MonthEnd, "2026-07-31", "1")
        };
        let checked_at = "2026-08-20T08:00:00Z".parse().ok();
        let source = Source {
            id: "cbar".into(),
            name: Localized::build(|_| "CBAR".into()),
            url: None,
            stale_after_hours: None,
            check: Some(Check {
                checked_at,
                error: None,
            }),
        };

        let dates = ["2026-07-31", "2026-08-14", "2026-09-14", "2026-10-14"]
            .map(day)
            .into();
        Indicator {
            source: Some(Arc::new(source)),
            release: Some(Arc::new(CalendarRelease {
                id: "money".into(),
                dates,
                period_ends: BTreeMap::new(),
            })),
            ..Indicator::of_series(Series::new(vec![current]).unwrap())
        }
    }

    #[test]
    fn the_next_publication_is_the_first_after_what_is_known() {
        let next = |published| indicator(published).expected_next_publication();
        for (published, expected) in [
            (Some("2026-08-08"), Some("2026-08-14")),
            (Some("2026-08-09"), Some("2026-09-14")),
            (Some("2026-08-14"), Some("2026-09-14")),
            (Some("2026-08-20"), Some("2026-09-14")),
            (None, Some("2026-09-14")),
            (Some("2026-10-14"), None),
        ] {
            assert_eq!(next(published), expected.map(day), "{published:?}");
        }
    }

    #[test]
    fn a_date_is_not_met_early_where_the_one_before_is_nearer() {
        for (published, date, before, expected) in [
            ("2026-11-14", "2026-11-15", Some("2026-10-15"), true),
            ("2026-11-10", "2026-11-15", None, true),
            ("2026-11-09", "2026-11-15", None, false),
            ("2026-11-15", "2026-11-18", Some("2026-11-15"), false),
            ("2026-11-16", "2026-11-20", Some("2026-11-10"), true),
        ] {
            let found = is_early(day(published), day(date), before.map(day));
            assert_eq!(found, expected, "{published} {date}");
        }
    }

    #[test]
    fn a_date_with_a_period_is_met_by_that_period() {
        let mut monthly = indicator(None);
        let ends = [
            ("2026-07-31", "2026-06-30"),
            ("2026-08-14", "2026-07-31"),
            ("2026-09-14", "2026-08-31"),
            ("2026-10-14", "2026-09-30"),
        ];
        let period_ends = ends.map(|(date, end)| (day(date), day(end))).into();
        monthly.release = Some(Arc::new(CalendarRelease {
            period_ends,
            ..CalendarRelease::clone(monthly.release.as_ref().unwrap())
        }));

        assert_eq!(monthly.expected_next_publication(), Some(day("2026-09-14")));
        let quarterly = Indicator {
            frequency: Some(Frequency::Quarterly),
            ..monthly
        };
        assert_eq!(
            quarterly.expected_next_publication(),
            Some(day("2026-10-14")),
            "August is no quarter"
        );
    }

    #[test]
    fn the_last_check_is_that_of_the_source() {
        let mut indicator = indicator(None);
        assert_eq!(indicator.checked_at(), "2026-08-20T08:00:00Z".parse().ok());
        indicator.source = None;
        assert_eq!(indicator.checked_at(), None);
    }

    #[test]
    fn a_key_is_written_as_it_is() {
        assert_eq!(
            "m2-x".parse::<Key>().map(|key| key.to_string()),
            Ok("m2-x".to_owned())
        );
    }
}
