//! The observations of an indicator in one table, the latest first, each with what totals imply and its change on a year earlier:
//! by year where they are many, runs of equal ones in one row. And the dates that have more than one value.

use super::*;

use super::figures::{has_negatives, short_change};

/// The most rows; a longer table is for programs.
const MAX_ROWS: usize = 240;
/// The most dates with revisions; more are for programs.
const MAX_REVISIONS: usize = 40;
/// More rows than this are grouped by year.
const MANY: usize = 12;
/// Equal neighbours from this number on share a row.
const RUN: usize = 3;
/// Values with this many digits before the point are grouped, and then those with four are as well.
const GROUPED_DIGITS: u32 = 5;

pub struct Observations<'a> {
    pub parts: Vec<Part<'a>>,
    /// The remark where rows are left out.
    pub shown: Option<String>,
    /// The years of the rows that are left out, the latest first.
    pub earlier: Vec<i32>,
    /// The heading of the computed figures, if there are some.
    pub derived: Option<&'static str>,
    /// True if some observation has a change on a year earlier.
    pub has_changes: bool,
    pub has_origins: bool,
    pub has_published: bool,
    /// The flags that some of them have.
    pub flags: Vec<Flag>,
}

/// Neighbours of one unit, period type and measure.
pub struct Part<'a> {
    /// The kind of the values, where that differs from part to part.
    pub heading: Option<String>,
    pub groups: Vec<RowGroup<'a>>,
}

/// The rows of a year, or all of them.
pub struct RowGroup<'a> {
    /// The year, where there are several.
    pub name: Option<String>,
    pub rows: Vec<ObservationRow<'a>>,
}

/// One observation, or a run of equal ones.
pub struct ObservationRow<'a> {
    pub period: String,
    pub value: String,
    pub derived: String,
    /// On a year earlier, where it can be calculated.
    pub change: Option<String>,
    pub published: String,
    pub flags: String,
    /// The place from which it was taken.
    pub origin: Option<&'a Reference>,
}

impl<'a> Observations<'a> {
    pub fn new(indicator: &'a Indicator, status: Status, as_of: NaiveDate, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let (left_out, shown) = all.split_at(all.len().saturating_sub(MAX_ROWS));
        let mut sizes = shown.iter().map(|row| row.value.whole_digits());
        let table = Table {
            indicator,
            status,
            is_grouped: sizes.any(|digits| digits >= GROUPED_DIGITS),
            is_split: is_split(shown),
            is_balance: has_negatives(&indicator.series),
            cut: left_out.last().and_then(Observation::year),
            as_of,
            lang,
        };

        let mut parts = Vec::new();
        for rows in shown.chunk_by(|a, b| a.series_key == b.series_key) {
            parts.push(table.write_part(rows));
        }

        parts.reverse();
        if let [part] = parts.as_mut_slice() {
            part.heading = None;
        }

        let mut flags = Flag::MARKS.to_vec();
        flags.retain(|flag| shown.iter().any(|row| row.flags.contains(*flag)));
        let derived = derived_label(&indicator.series.current().series_key, lang);
        let mut earlier: Vec<i32> = left_out
            .iter()
            .rev()
            .filter_map(Observation::year)
            .collect();
        earlier.dedup();

        Observations {
            shown: (!left_out.is_empty()).then(|| say_how_many(shown.len(), all.len(), lang)),
            earlier,
            derived: derived.filter(|_| any_row(&parts, |row| !row.derived.is_empty())),
            has_changes: any_row(&parts, |row| row.change.is_some()),
            has_origins: shown.iter().any(|row| row.reference.is_some()),
            has_published: shown.iter().any(|row| row.published.is_some()),
            flags,
            parts,
        }
    }

    /// The number of columns, with those of the periods and the values.
    pub fn columns(&self) -> usize {
        let has_column = [
            self.derived.is_some(),
            self.has_changes,
            !self.flags.is_empty(),
            self.has_origins,
            self.has_published,
        ];
        2 + has_column.into_iter().filter(|has_it| *has_it).count()
    }
}

fn say_how_many(shown: usize, all: usize, lang: Lang) -> String {
    text::latest_of(text::number(&shown, lang), text::number(&all, lang), lang)
}

fn any_row(parts: &[Part], is: fn(&ObservationRow) -> bool) -> bool {
    let mut groups = parts.iter().flat_map(|part| &part.groups);
    groups.any(|group| group.rows.iter().any(is))
}

/// Returns true if rows stand below their years: where they are many, and most years have several.
fn is_split(rows: &[Observation]) -> bool {
    let years = rows.chunk_by(|a, b| a.year() == b.year()).count();
    rows.len() > MANY && years * 2 <= rows.len()
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

/// A table while its rows are written.
struct Table<'a> {
    indicator: &'a Indicator,
    status: Status,
    /// True if the digits of all numbers are grouped.
    is_grouped: bool,
    /// True if rows stand below their years.
    is_split: bool,
    /// True if some value is below zero.
    is_balance: bool,
    /// The year of the last observation that is left out.
    cut: Option<i32>,
    as_of: NaiveDate,
    lang: Lang,
}

impl<'a> Table<'a> {
    /// Writes neighbours of one kind, the latest first.
    fn write_part(&self, rows: &'a [Observation]) -> Part<'a> {
        let mut groups = Vec::new();
        for group in rows.chunk_by(|a, b| !self.is_split || a.year() == b.year()) {
            groups.push(self.write_group(group));
        }

        groups.reverse();
        let heading = text::series_key(&rows[0].series_key, self.lang);
        Part {
            heading: Some(text::nbsp(&heading)),
            groups,
        }
    }

    fn write_group(&self, group: &'a [Observation]) -> RowGroup<'a> {
        let year = group[0].year().filter(|_| self.is_split);
        let name = year.map(|year| {
            if self.cut == Some(year) {
                text::in_part(year, self.lang)
            } else {
                year.to_string()
            }
        });

        let mut rows = Vec::new();
        for run in group.chunk_by(|a, b| a.value == b.value && a.flags == b.flags) {
            if run[0].series_key.period_type == PeriodType::EffectiveFrom {
                rows.push(self.write_rate(run));
            } else if run.len() >= RUN {
                rows.push(self.write_run(run));
            } else {
                rows.extend(run.iter().map(|row| self.write_row(row)));
            }
        }

        rows.reverse();
        RowGroup { name, rows }
    }

    /// Writes neighbours that differ in nothing but their dates, and what they have in common.
    fn write_run(&self, run: &'a [Observation]) -> ObservationRow<'a> {
        let first = &run[0];
        let is_of_one_origin = run.iter().all(|row| row.reference == first.reference);
        let mut changes: Vec<String> = run.iter().filter_map(|row| self.change(row)).collect();
        changes.dedup();
        let change = changes.pop().filter(|_| changes.is_empty());

        ObservationRow {
            period: text::run_of_days(run, self.is_split, self.as_of, self.lang),
            change,
            origin: first.reference.as_ref().filter(|_| is_of_one_origin),
            ..self.write_row(&run[run.len() - 1])
        }
    }

    /// Writes a rate with the first day on which it applies, perhaps in an earlier year, and the decisions that left it.
    fn write_rate(&self, run: &'a [Observation]) -> ObservationRow<'a> {
        let last = &run[run.len() - 1];
        let row = self.write_row(last);
        let Some(date) = last.date.filter(|date| *date <= self.as_of) else {
            return row;
        };

        let Some(since) = self.indicator.series.in_force(date).since else {
            return row;
        };

        let is_of_year = run[0].year() == Some(since.year());
        let is_in_group = self.is_split && is_of_year;
        let period = self.period(&last.series_key, Some(since), is_in_group);
        let dates = run.iter().filter_map(|row| row.date);
        let later = dates.filter(|date| *date > since);
        ObservationRow {
            period: text::rate_with_decisions(period, later, self.lang),
            published: self.published(if is_of_year { &run[0] } else { last }),
            ..row
        }
    }

    fn write_row(&self, observation: &'a Observation) -> ObservationRow<'a> {
        let marks = observation.flags.marks();
        let flags: Vec<&str> = marks.map(|flag| text::flag_word(flag, self.lang)).collect();
        ObservationRow {
            period: self.period(&observation.series_key, observation.date, self.is_split),
            value: self.number(&self.indicator.shown(observation)),
            derived: self.derived(observation).unwrap_or_default(),
            change: self.change(observation),
            published: self.published(observation),
            flags: flags.join(", "),
            origin: observation.reference.as_ref(),
        }
    }

    fn period(&self, key: &SeriesKey, date: Option<NaiveDate>, is_in_group: bool) -> String {
        text::period_in_row(key, date, is_in_group, self.as_of, self.lang)
    }

    fn published(&self, observation: &Observation) -> String {
        let day = observation.published;
        let day = day.map(|day| text::day(day, self.lang));
        text::nbsp(&day.unwrap_or_default())
    }

    fn number(&self, value: &Shown) -> String {
        if self.is_grouped {
            text::grouped(value, self.lang)
        } else {
            text::number(value, self.lang)
        }
    }

    /// The change on a year earlier, where it can be calculated.
    fn change(&self, observation: &Observation) -> Option<String> {
        let series = &self.indicator.series;
        let on_year = Comparison::of(series, observation, self.status, Comparand::Year);
        match on_year.outcome {
            Outcome::Calculated | Outcome::BaseZero => {
                Some(self.change_between(on_year.base?, observation))
            }
            _ => None,
        }
    }

    fn change_between(&self, base: &Observation, current: &Observation) -> String {
        let decimals = self.indicator.decimals_of(&current.series_key);
        short_change(base, current, decimals, self.is_balance, self.lang)
    }

    /// The figure that a total implies of its month or quarter, or the change on the quarter before.
    fn derived(&self, observation: &Observation) -> Option<String> {
        let (series, key) = (&self.indicator.series, &observation.series_key);
        if let Some(derivation) = key.derivations().first() {
            let figure = series.derived(observation, *derivation)?;
            let decimals = self.indicator.decimals_of(key);
            return Some(self.number(&figure.value.shown(decimals)));
        }

        series.quarter_on_quarter(observation)?;
        let before = last_before(series.observations(), observation.date)?;
        Some(self.change_between(before, observation))
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

    let all: Vec<&Observation> = indicator.series.revisions().collect();
    let dates = all.chunk_by(|row, next| row.date == next.date).rev();
    let mut revisions = Vec::new();
    for rows in dates.filter(|rows| rows.len() > 1).take(MAX_REVISIONS) {
        let mut values = Vec::new();
        for row in rows {
            let day = row.published.map(|day| text::full_day(day, lang));
            let published = day.map(|day| text::nbsp(&text::published_on(day, lang)));
            values.push((text::number(&indicator.shown(row), lang), published));
        }

        let period = text::period_in_title(&rows[0].series_key, rows[0].date, lang);
        revisions.push(Revision {
            period: text::nbsp(&period),
            values,
        });
    }

    revisions
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

    /// The years of so many months from January 2022 on.
    fn years_of(months: u32) -> Vec<Option<String>> {
        let row = |month| format!("{}-{:02}-28 {month}", 2022 + month / 12, month % 12 + 1);
        let rows: Vec<String> = (0..months).map(row).collect();
        let table = table(PeriodType::Monthly, Status::Verified, &rows);
        let groups = table.parts[0].groups.iter();
        groups.map(|group| group.name.clone()).collect()
    }

    #[test]
    fn rows_stand_below_their_years_where_they_are_many() {
        assert_eq!(years_of(12), [None]);
        let expected = ["2024", "2023", "2022"].map(|year| Some(year.to_owned()));
        assert_eq!(years_of(30), expected);
        let years: Vec<String> = (1970..2020)
            .map(|year| format!("{year}-12-31 {year}"))
            .collect();
        let yearly = table(PeriodType::Monthly, Status::Verified, &years);
        assert_eq!(yearly.parts[0].groups.len(), 1);
    }

    #[test]
    fn a_rate_is_written_since_the_day_on_which_it_changed() {
        let rows = [
            "2024-01-31 8",
            "2024-05-01 7.25",
            "2024-06-19 7.25",
            "2025-01-22 7.25",
            "2025-03-12 7.25",
            "2025-07-23 7",
            "2026-01-10 7",
            "2026-02-04 6.5",
            "2026-04-02 6.5",
            "2026-09-16 6.25",
            "2026-10-28 6.25",
            "2026-11-01 6",
            "2026-12-01 5.75",
        ];

        let table = table(
            PeriodType::EffectiveFrom,
            Status::Verified,
            &rows.map(str::to_owned),
        );
        let rows = table.parts[0].groups.iter().flat_map(|group| &group.rows);
        let periods: Vec<String> = rows.map(|row| row.period.replace('\u{a0}', " ")).collect();
        assert_eq!(
            periods,
            [
                "from 1 Dec",
                "from 1 Nov",
                "from 16 Sept (unchanged: 28 Oct)",
                "from 4 Feb (unchanged: 2 Apr)",
                "from 23 July 2025 (unchanged: 10 Jan)",
                "from 23 July",
                "from 1 May 2024 (unchanged: 22 Jan, 12 Mar)",
                "from 1 May (unchanged: 19 June)",
                "from 31 Jan",
            ]
        );
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
    fn a_column_of_changes_has_one_measure() {
        for (rows, expected) in [
            (
                ["2024-06-30 200", "2025-06-30 100", "2026-06-30 50"],
                ["−50.00%", "−50.00%", ""],
            ),
            (
                ["2024-06-30 200", "2025-06-30 100", "2026-06-30 -50"],
                ["−150", "−100", ""],
            ),
            (
                ["2024-06-30 -4", "2025-06-30 2", "2026-06-30 3"],
                ["+1", "+6", ""],
            ),
            (
                ["2024-06-30 0", "2025-06-30 2", "2026-06-30 3"],
                ["+50.00%", "+2", ""],
            ),
        ] {
            assert_eq!(changes(Status::Verified, &rows), expected);
        }
    }

    #[test]
    fn equal_values_share_a_row_and_what_they_have_in_common() {
        let month = |year, month| format!("{year}-{month:02}-28");
        let earlier = (1..=4).map(|i| format!("{} {}", month(2025, i), if i < 4 { 2 } else { 1 }));
        let rows: Vec<String> = earlier
            .chain((1..=4).map(|i| format!("{} 2", month(2026, i))))
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(changes(Status::Verified, &rows), ["", "", ""]);
        let pegged = [
            "2025-01-28 2",
            "2026-01-28 2",
            "2026-02-28 2",
            "2026-03-28 2",
        ];
        assert_eq!(changes(Status::Verified, &pegged), ["no change"]);
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
        let year = |months| years_of(months).last().unwrap().clone();
        assert_eq!(year(240), Some("2022".to_owned()));
        assert_eq!(year(243), Some("2022 (shown in part)".to_owned()));
        assert_eq!(year(252), Some("2023".to_owned()));
    }
}
