//! The observations of an indicator, the latest first, each with what totals imply and its change on a year earlier: by year or
//! month where they are many, runs of equal ones in one row. And the dates that have more than one value.

use super::*;

use super::figures::{calculated_change, short_change};

/// The most rows; a longer table is for programs.
const MAX_ROWS: usize = 240;
/// The most dates with revisions; more are for programs.
const MAX_REVISIONS: usize = 40;
/// Decimals beyond these are not aligned.
const MAX_DECIMALS: u8 = 6;
/// More rows than this are grouped by year, and more in a year by month.
const MANY: usize = 36;
/// The number of groups that are open.
const OPEN: usize = 2;
/// Equal neighbours from this number on share a row.
const RUN: usize = 3;
/// Values with this many digits before the point are grouped, and then those with four are as well.
const GROUPED_DIGITS: u32 = 5;
/// The characters of a row for which a telephone has no room in one line.
const WIDE: usize = 30;

pub struct Observations<'a> {
    pub parts: Vec<Part<'a>>,
    /// The remark where rows are left out.
    pub shown: Option<String>,
    /// The label of what follows from the values, where something does.
    pub derived: Option<&'static str>,
    /// True if some observation has a change on a year earlier.
    pub has_changes: bool,
    pub has_origins: bool,
    pub has_published: bool,
    /// True if some row is so wide that its values need a line of their own on a telephone.
    pub is_dense: bool,
    /// The flags that some of them have, with their meanings.
    pub flags: Vec<(&'static str, &'static str)>,
}

pub struct Part<'a> {
    /// Their unit, period type and measure, where those differ from part to part.
    pub heading: Option<String>,
    pub groups: Vec<RowGroup<'a>>,
}

/// The rows of a year or month, or all of them.
pub struct RowGroup<'a> {
    /// The year or month, where there are several.
    pub name: Option<String>,
    pub is_open: bool,
    pub rows: Vec<ObservationRow<'a>>,
}

/// One observation, or a run of equal ones.
pub struct ObservationRow<'a> {
    pub period: String,
    pub value: String,
    /// How many decimals fewer it has than the longest value of the table: the stylesheet aligns the points by it.
    pub fewer: u8,
    pub whole: bool,
    pub derived: String,
    /// On a year earlier, where it can be calculated.
    pub change: Option<String>,
    pub published: String,
    pub flags: String,
    /// The place from which it was taken.
    pub origin: Option<&'a Reference>,
}

/// An observation of the table with what follows from it.
struct Listed<'a> {
    observation: &'a Observation,
    /// The value with the digits that pages show of such values, or with more where it has more.
    value: Shown,
    derived: Option<String>,
    change: Option<String>,
}

impl Listed<'_> {
    /// Its year and month.
    fn month(&self) -> (Option<i32>, Option<u32>) {
        let date = self.observation.date;
        (date.map(|date| date.year()), date.map(|date| date.month()))
    }
}

/// The form in which a table is written.
#[derive(Clone, Copy)]
struct Style {
    /// The most decimals of a value, of those that are aligned.
    decimals: u8,
    is_grouped: bool,
    as_of: NaiveDate,
    lang: Lang,
}

impl<'a> Observations<'a> {
    pub fn new(indicator: &'a Indicator, status: Status, as_of: NaiveDate, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let left_out = all.len().saturating_sub(MAX_ROWS);
        let shown = &all[left_out..];
        let chunks = shown.chunk_by(|a, b| a.series_key == b.series_key);
        let chunks: Vec<Vec<Listed<'a>>> = chunks
            .map(|rows| list_observations(indicator, rows, status, lang))
            .collect();
        let listed = || chunks.iter().flatten();
        let decimals = listed()
            .map(|listed| listed.value.decimals())
            .filter(|d| *d <= MAX_DECIMALS);
        let style = Style {
            decimals: decimals.max().unwrap_or(0),
            is_grouped: shown
                .iter()
                .any(|row| row.value.whole_digits() >= GROUPED_DIGITS),
            as_of,
            lang,
        };
        let (mut open, cut) = (
            OPEN,
            left_out.checked_sub(1).and_then(|before| all.get(before)),
        );
        let part = |rows: &Vec<Listed<'a>>| Part {
            heading: rows
                .first()
                .filter(|_| chunks.len() > 1)
                .map(|first| text::nbsp(&text::series_key(&first.observation.series_key, lang))),
            groups: group_rows(rows, style, cut, &mut open),
        };
        let parts: Vec<Part<'_>> = chunks.iter().rev().map(part).collect();
        let [few, many] = [shown.len(), all.len()].map(|count| text::number(&count, lang));
        let has = |flag: &Flag| shown.iter().any(|row| row.flags.contains(*flag));
        let flags = Flag::MARKS.iter().copied().filter(has);
        let mut rows = parts
            .iter()
            .flat_map(|part| &part.groups)
            .flat_map(|group| &group.rows);
        Observations {
            shown: (left_out > 0).then(|| text::latest_of(few, many, lang)),
            derived: derived_label(&indicator.series.current().series_key, lang)
                .filter(|_| listed().any(|listed| listed.derived.is_some())),
            has_changes: listed().any(|listed| listed.change.is_some()),
            has_origins: shown.iter().any(|row| row.reference.is_some()),
            has_published: shown.iter().any(|row| row.published.is_some()),
            is_dense: rows.any(ObservationRow::is_wide),
            flags: flags
                .map(|flag| (text::flag_word(flag, lang), text::flag(flag, lang)))
                .collect(),
            parts,
        }
    }
}

impl ObservationRow<'_> {
    fn is_wide(&self) -> bool {
        let texts = [
            Some(&self.period),
            Some(&self.value),
            Some(&self.derived),
            self.change.as_ref(),
        ];
        texts
            .into_iter()
            .flatten()
            .map(|text| text.chars().count())
            .sum::<usize>()
            > WIDE
    }
}

/// The label of the computed column: what totals imply of a month or quarter, or the change of levels on the quarter before.
fn derived_label(key: &SeriesKey, lang: Lang) -> Option<&'static str> {
    let t = text::page(lang);
    match key.derivations().first() {
        Some(Derivation::Quarter | Derivation::Last4) => Some(t.by_quarter),
        Some(Derivation::Month | Derivation::Last12) => Some(t.by_month),
        None => key.has_quarter_on_quarter().then_some(t.quarter_on_quarter),
    }
}

/// Neighbouring observations of one series key, each with what follows from it.
fn list_observations<'a>(
    indicator: &'a Indicator,
    rows: &'a [Observation],
    status: Status,
    lang: Lang,
) -> Vec<Listed<'a>> {
    let (series, key) = (&indicator.series, &rows[0].series_key);
    let (decimals, derivation) = (indicator.decimals_of(key), key.derivations().first());
    let list = |(place, observation): (usize, &'a Observation)| {
        let on_year = Comparison::of(series, observation, status, Comparand::Year);
        let implied = derivation.and_then(|derivation| series.derived(observation, *derivation));
        let quarter_before = || {
            rows.get(place.checked_sub(1)?)
                .filter(|_| series.quarter_on_quarter(observation).is_some())
        };
        Listed {
            observation,
            value: with_all_digits(observation, decimals),
            derived: implied
                .map(|figure| text::number(&figure.value.shown(decimals), lang))
                .or_else(|| {
                    quarter_before().map(|base| short_change(base, observation, decimals, lang))
                }),
            change: calculated_change(&on_year, decimals, lang),
        }
    };
    rows.iter().enumerate().map(list).collect()
}

/// A value with all its digits, filled up to those of the others, but for one that its source has rounded.
fn with_all_digits(observation: &Observation, decimals: u8) -> Shown {
    let least = if observation.flags.contains(Flag::Rounded) {
        0
    } else {
        decimals
    };
    observation
        .value
        .shown(least.max(observation.value.decimals()))
}

/// Rows by year where there are many, by month where a year has many, and in one group where each would have a single row.
/// `cut` is the last observation that is left out: the group that it would be in says so.
fn group_rows<'a>(
    rows: &[Listed<'a>],
    style: Style,
    cut: Option<&Observation>,
    open: &mut usize,
) -> Vec<RowGroup<'a>> {
    let years: Vec<_> = rows.chunk_by(|a, b| a.month().0 == b.month().0).collect();
    let is_split = rows.len() > MANY && years.len() * 2 <= rows.len();
    let by_months = is_split && years.iter().any(|year| year.len() > MANY);
    let groups = match is_split {
        false => vec![rows],
        true if by_months => rows.chunk_by(|a, b| a.month() == b.month()).collect(),
        true => years,
    };
    let name = |observation: &Observation| {
        let date = observation.date?;
        Some(if by_months {
            text::month_heading(date, style.lang)
        } else {
            date.year().to_string()
        })
    };
    let group = |rows: &&[Listed<'a>]| {
        let is_open = !is_split || *open > 0;
        *open = open.saturating_sub(1);
        let heading = rows
            .first()
            .filter(|_| is_split)
            .and_then(|first| name(first.observation));
        let is_cut = heading.is_some() && heading == cut.and_then(name);
        let runs: Vec<&[Listed<'a>]> = rows.chunk_by(is_same).collect();
        RowGroup {
            name: heading.map(|name| {
                if is_cut {
                    text::in_part(name, style.lang)
                } else {
                    name
                }
            }),
            is_open,
            rows: runs
                .iter()
                .rev()
                .flat_map(|run| fold_run(run, is_split, style))
                .collect(),
        }
    };
    groups.iter().rev().map(group).collect()
}

/// Reports whether two neighbours differ in nothing but their dates.
fn is_same(row: &Listed<'_>, next: &Listed<'_>) -> bool {
    let (a, b) = (row.observation, next.observation);
    let is_equal = a.value == b.value && a.flags == b.flags && a.reference == b.reference;
    is_equal && row.change == next.change && row.derived == next.derived
}

/// One row for a run of equal values, or one for each.
fn fold_run<'a>(run: &[Listed<'a>], is_in_group: bool, style: Style) -> Vec<ObservationRow<'a>> {
    match run {
        [.., last] if run.len() >= RUN => {
            let all: Vec<&Observation> = run.iter().map(|listed| listed.observation).collect();
            let period = text::run_of_days(&all, is_in_group, style.as_of, style.lang);
            vec![ObservationRow {
                period,
                published: String::new(),
                ..write_row(last, is_in_group, style)
            }]
        }
        _ => run
            .iter()
            .rev()
            .map(|listed| write_row(listed, is_in_group, style))
            .collect(),
    }
}

fn write_row<'a>(listed: &Listed<'a>, is_in_group: bool, style: Style) -> ObservationRow<'a> {
    let Listed {
        observation,
        value,
        derived,
        change,
    } = listed;
    let decimals = value.decimals();
    let write = if style.is_grouped {
        text::grouped
    } else {
        text::number
    };
    let flags: Vec<&str> = observation
        .flags
        .marks()
        .map(|flag| text::flag_word(flag, style.lang))
        .collect();
    ObservationRow {
        period: text::period_in_row(
            &observation.series_key,
            observation.date,
            is_in_group,
            style.as_of,
            style.lang,
        ),
        value: write(value, style.lang),
        fewer: style.decimals.saturating_sub(decimals),
        whole: decimals == 0 && style.decimals > 0,
        derived: derived.clone().unwrap_or_default(),
        change: change.clone(),
        published: observation
            .published
            .map(|date| text::nbsp(&text::day(date, style.lang)))
            .unwrap_or_default(),
        flags: flags.join(", "),
        origin: observation.reference.as_ref(),
    }
}

/// The host of an address, without `www.`.
pub fn host(url: &str) -> &str {
    url.split('/')
        .nth(2)
        .unwrap_or(url)
        .trim_start_matches("www.")
}

/// A date, and its values in the order in which they were published.
pub struct Revision {
    pub period: String,
    /// Value and date of publication, where that is known.
    pub values: Vec<(String, Option<String>)>,
}

/// Each date that has more than one value, the latest date first.
pub fn revisions(indicator: &Indicator, lang: Lang) -> Vec<Revision> {
    if indicator.series.superseded().is_empty() {
        return Vec::new();
    }
    let value = |observation: &&Observation| {
        let published = observation
            .published
            .map(|date| text::nbsp(&text::published_on(text::full_day(date, lang), lang)));
        (
            text::number(
                &with_all_digits(observation, indicator.decimals_of(&observation.series_key)),
                lang,
            ),
            published,
        )
    };
    let revision = |values: &[&Observation]| Revision {
        period: text::nbsp(&text::period_in_title(
            &values[0].series_key,
            values[0].date,
            lang,
        )),
        values: values.iter().map(value).collect(),
    };
    let all: Vec<&Observation> = indicator.series.revisions().collect();
    let dates = all.chunk_by(|row, next| row.date == next.date).rev();
    dates
        .filter(|values| values.len() > 1)
        .take(MAX_REVISIONS)
        .map(revision)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::series;

    fn table(period_type: PeriodType, status: Status, rows: &[String]) -> Observations<'static> {
        let series = series(
            period_type,
            &rows.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let as_of = "2027-01-01".parse().unwrap();
        let indicator = Box::leak(Box::new(Indicator::of_series(series)));
        Observations::new(indicator, status, as_of, Lang::En)
    }

    /// The groups of so many months from January 2022 on, and whether they are open.
    fn years_of(months: u32) -> Vec<(Option<String>, bool)> {
        let row = |month| format!("{}-{:02}-28 {month}", 2022 + month / 12, month % 12 + 1);
        let rows: Vec<String> = (0..months).map(row).collect();
        let table = table(PeriodType::Monthly, Status::Verified, &rows);
        table.parts[0]
            .groups
            .iter()
            .map(|group| (group.name.clone(), group.is_open))
            .collect()
    }

    #[test]
    fn of_many_years_the_latest_two_are_open() {
        let expected = [
            (2026, true),
            (2025, true),
            (2024, false),
            (2023, false),
            (2022, false),
        ];
        assert_eq!(
            years_of(60),
            expected.map(|(year, is_open)| (Some(year.to_string()), is_open))
        );
    }

    #[test]
    fn three_years_of_months_stand_in_one_table() {
        assert_eq!(years_of(36), [(None, true)]);
        assert_eq!(years_of(37).len(), 4);
    }

    #[test]
    fn days_stand_below_their_months_and_years_in_one_table() {
        let days =
            |month: u32| (1..=20).map(move |day| format!("2026-{month:02}-{day:02} {month}.{day}"));
        let table = table(
            PeriodType::Daily,
            Status::Verified,
            &(9..=11).flat_map(days).collect::<Vec<_>>(),
        );
        let groups = &table.parts[0].groups;
        let names: Vec<&str> = groups
            .iter()
            .filter_map(|group| group.name.as_deref())
            .collect();
        assert_eq!(
            names,
            [
                "November\u{a0}2026",
                "October\u{a0}2026",
                "September\u{a0}2026"
            ]
        );
        assert_eq!(groups[0].rows[0].period, "20\u{a0}Nov");
        let years: Vec<String> = (1970..2020)
            .map(|year| format!("{year}-12-31 {year}"))
            .collect();
        let yearly = self::table(PeriodType::Monthly, Status::Verified, &years);
        assert_eq!(yearly.parts[0].groups.len(), 1);
    }

    /// The changes of a table of these rows, the latest first.
    fn changes(status: Status, rows: &[&str]) -> Vec<String> {
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let table = table(PeriodType::Monthly, status, &rows);
        let rows = table
            .parts
            .iter()
            .flat_map(|part| &part.groups)
            .flat_map(|group| &group.rows);
        let written: Vec<String> = rows
            .map(|row| row.change.clone().unwrap_or_default())
            .collect();
        assert_eq!(
            table.has_changes,
            written.iter().any(|text| !text.is_empty())
        );
        written
    }

    #[test]
    fn every_observation_has_its_change_on_a_year_earlier() {
        let rows = [
            "2024-06-30 2",
            "2025-06-30 3",
            "2025-07-31 1 usd",
            "2026-06-30 6",
            "2026-07-31 7",
        ];
        assert_eq!(
            changes(Status::Verified, &rows),
            ["", "+100.00%", "", "+50.00%", ""]
        );
        assert_eq!(changes(Status::Seed, &rows), [""; 5]);
        assert_eq!(
            changes(Status::Verified, &["2025-06-30 3 %", "2026-06-30 4 %"]),
            ["+1\u{a0}pp", ""]
        );
    }

    #[test]
    fn values_whose_changes_differ_have_rows_of_their_own() {
        let month = |year, month| format!("{year}-{month:02}-28");
        let earlier = (1..=4).map(|i| format!("{} {}", month(2025, i), if i < 4 { 2 } else { 1 }));
        let rows: Vec<String> = earlier
            .chain((1..=4).map(|i| format!("{} 2", month(2026, i))))
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(
            changes(Status::Verified, &rows),
            ["+100.00%", "no change", "", ""]
        );
    }

    #[test]
    fn totals_have_their_months_beside_them_whatever_the_status() {
        let rows = ["2026-01-31 10.5", "2026-02-28 20", "2026-04-30 45"].map(str::to_owned);
        let table = table(PeriodType::YearToDate, Status::Seed, &rows);
        let rows = &table.parts[0].groups[0].rows;
        let row = |row: &ObservationRow<'_>| {
            (
                row.period.replace('\u{a0}', " "),
                row.value.clone(),
                row.derived.clone(),
            )
        };
        let expected = [
            ("Jan–Apr 2026", "45.0", ""),
            ("Jan–Feb 2026", "20.0", "9.5"),
            ("Jan 2026", "10.5", "10.5"),
        ];
        let expected =
            expected.map(|(period, value, month)| (period.into(), value.into(), month.into()));
        assert_eq!(rows.iter().map(row).collect::<Vec<_>>(), expected);
        assert_eq!(table.derived, Some("Month (computed)"));
    }

    #[test]
    fn a_group_that_is_cut_says_so() {
        let year = |months| years_of(months).last().unwrap().0.clone();
        assert_eq!(year(240), Some("2022".to_owned()));
        assert_eq!(year(243), Some("2022 (shown in part)".to_owned()));
        assert_eq!(year(252), Some("2023".to_owned()));
    }
}
