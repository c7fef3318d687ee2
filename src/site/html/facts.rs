//! Facts on an indicator: the four beside its headline, the same on every page of a kind, and parts of those on its figure and
//! its series, each in one line.

use super::*;

use crate::site::chart::MAX_DAYS;

/// A fact beside the headline.
pub struct KeyFact {
    pub label: String,
    pub items: Vec<Item>,
}

impl KeyFact {
    fn new(label: &str, items: Vec<Item>) -> Self {
        KeyFact {
            label: label.to_owned(),
            items,
        }
    }

    fn of_one(label: &str, item: Item) -> Self {
        KeyFact::new(label, vec![item])
    }
}

/// A figure or a day, its period, and how the headline differs from it.
#[derive(Default)]
pub struct Item {
    pub value: String,
    pub when: String,
    pub change: Option<Change>,
}

impl Item {
    fn of_value(value: String) -> Self {
        Item {
            value,
            ..Item::default()
        }
    }
}

/// The figure that leads a page, with everything that its facts are taken from.
struct Headline<'a> {
    indicator: &'a Indicator,
    effective: &'a EffectiveStatus,
    as_of: NaiveDate,
    /// The observation that leads, and those before it.
    current: &'a Observation,
    before: &'a [Observation],
    t: PageWords,
    lang: Lang,
}

/// Previous value, a year earlier, extremes and the next publication. Totals since January have their last month and last
/// twelve months in place of the previous value and the extremes. Rates that are set by decisions have the day since which they
/// are in force, the last change, the announced one, the next decision and extremes.
pub fn beside_headline(member: Member, as_of: NaiveDate, lang: Lang) -> Vec<KeyFact> {
    let series = &member.indicator.series;
    let in_force = series.in_force(as_of);
    let (all, coming) = (series.observations(), in_force.coming);
    let headline = Headline {
        indicator: member.indicator,
        effective: member.effective,
        as_of,
        current: in_force.current,
        before: all.get(..all.len() - coming.len() - 1).unwrap_or_default(),
        t: text::page(lang),
        lang,
    };

    let key = &headline.current.series_key;
    let facts = match (key.period_type, in_force.since) {
        (PeriodType::EffectiveFrom, Some(since)) => vec![
            headline.in_force_since(since),
            headline.last_change(since),
            headline.announced(coming),
            headline.next_decision(),
            headline.extremes(),
        ],
        _ if !key.derivations().is_empty() => vec![
            headline.implied(Derivation::Month),
            headline.implied(Derivation::Quarter),
            headline.implied(Derivation::Last12),
            headline.implied(Derivation::Last4),
            headline.year_earlier(),
            Some(headline.next_publication()),
        ],
        _ => vec![
            headline.previous(),
            headline.year_earlier(),
            headline.extremes(),
            Some(headline.next_publication()),
        ],
    };

    facts.into_iter().flatten().collect()
}

/// A value beside another one: without its unit where that is the same, except a sign of per cent.
pub fn value_beside(
    indicator: &Indicator,
    observation: &Observation,
    current: &Observation,
    lang: Lang,
) -> String {
    let unit = &observation.series_key.unit;
    let has_unit = *unit != current.series_key.unit || text::is_percent_sign(unit.text.get(lang));
    if has_unit {
        text::value_with_unit(indicator, observation, lang)
    } else {
        text::number(&indicator.shown(observation), lang)
    }
}

/// A value, and in brackets the one before it, without their unit, except a sign of per cent: `5,6 % (5,4 %)`. A rate has the
/// day from which it applies, which may be to come.
pub fn value_with_previous(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    let mut value = value_beside(indicator, observation, observation, lang);
    if let (PeriodType::EffectiveFrom, Some(date)) =
        (observation.series_key.period_type, observation.date)
    {
        value = text::rate_from(value, text::short_day(date, lang), lang);
    }

    // A figure of fewer months of the year says nothing of a total.
    let is_comparable = observation.series_key.derivations().is_empty();
    if is_comparable
        && let Some(previous) = last_before(indicator.series.observations(), observation.date)
    {
        let before = value_beside(indicator, previous, observation, lang);
        value += &format!(" ({before})");
    }

    text::nbsp(&value)
}

/// The last observation before a day: that of the figure that leads, or of the last change of a rate.
pub fn last_before(before: &[Observation], since: Option<NaiveDate>) -> Option<&Observation> {
    before.iter().rfind(|observation| observation.date < since)
}

/// The observation before a day with the day since which it counts, which for a rate is that of its decision.
pub fn former(
    series: &Series,
    since: Option<NaiveDate>,
) -> Option<(&Observation, Option<NaiveDate>)> {
    let before = last_before(series.observations(), since)?;
    match before.series_key.period_type {
        PeriodType::EffectiveFrom => Some((before, series.in_force(before.date?).since)),
        _ => Some((before, before.date)),
    }
}

impl Headline<'_> {
    fn number(&self, observation: &Observation) -> String {
        value_beside(self.indicator, observation, self.current, self.lang)
    }

    fn item(&self, observation: &Observation, change: Option<Change>) -> Item {
        Item {
            value: self.number(observation),
            when: self.dated(observation),
            change,
        }
    }

    fn dated(&self, observation: &Observation) -> String {
        let dated = text::period_in_title(&observation.series_key, observation.date, self.lang);
        text::broken_before_year(&text::nbsp(&dated))
    }

    fn day(&self, date: NaiveDate) -> String {
        text::broken_before_year(&text::nbsp(&text::day(date, self.lang)))
    }

    /// The observation before, unless it is the one of a year earlier.
    fn previous(&self) -> Option<KeyFact> {
        let previous = self.before.last()?;
        let base = self.comparison().base;
        if base.is_some_and(|base| base.date == previous.date) {
            return None;
        }

        let mut label = self.t.previous_figure;
        if let Some((before, now)) = previous.date.zip(self.current.date)
            && previous.series_key.period_type == PeriodType::Daily
            && (now - before).num_days() <= MAX_DAYS.into()
        {
            label = self.t.previous_day;
        }

        let change = self.change_from(previous);
        Some(KeyFact::of_one(label, self.item(previous, change)))
    }

    /// How the headline differs from another value, where that can be calculated.
    fn change_from(&self, base: &Observation) -> Option<Change> {
        Difference::between(base, self.current, self.effective.status)?;
        Some(Change::between(
            self.indicator,
            base,
            self.current,
            self.lang,
        ))
    }

    fn comparison(&self) -> Comparison<'_> {
        let (series, status) = (&self.indicator.series, self.effective.status);
        Comparison::of(series, self.current, status, Comparand::Year)
    }

    /// The value of a year earlier, or a sentence on why there is none.
    fn year_earlier(&self) -> Option<KeyFact> {
        let comparison = self.comparison();
        let item = match comparison.base {
            Some(base) => self.item(base, Change::of(self.indicator, &comparison, self.lang)),
            None if comparison.current.date.is_none() => return None,
            None => Item {
                value: "…".to_owned(),
                when: text::nbsp(&text::no_base(&comparison, Comparand::Year, self.lang)),
                change: None,
            },
        };

        Some(KeyFact::of_one(self.t.a_year_earlier, item))
    }

    /// The figures that a total implies of its last month or twelve months, unless that is the total itself.
    fn implied(&self, derivation: Derivation) -> Option<KeyFact> {
        let (indicator, current) = (self.indicator, self.current);
        if !current.series_key.derivations().contains(&derivation) {
            return None;
        }

        let label = match derivation {
            Derivation::Month => self.t.this_month,
            Derivation::Quarter => self.t.this_quarter,
            Derivation::Last12 => self.t.last_twelve,
            Derivation::Last4 => self.t.last_four,
        };

        let figure = indicator.series.derived(current, derivation)?;
        if figure.value.number() == Some(current.value) {
            return None;
        }

        let decimals = indicator.decimals_of(&current.series_key);
        let value = text::number(&figure.value.shown(decimals), self.lang);
        Some(KeyFact::of_one(label, Item::of_value(value)))
    }

    /// The highest and the lowest value of the same kind.
    fn extremes(&self) -> Option<KeyFact> {
        let mut alike: Vec<&Observation> = self.before.iter().chain([self.current]).collect();
        alike.retain(|observation| observation.series_key == self.current.series_key);
        let first = alike.first()?;
        let highest = alike.iter().rev().max_by_key(|row| row.value)?;
        let lowest = alike.iter().min_by_key(|row| row.value)?;

        let since = first.date.filter(|date| Some(*date) != self.current.date)?;
        let mut items = vec![self.item(highest, None)];
        if highest.value != lowest.value {
            items.push(self.item(lowest, None));
        }

        let label = text::nbsp(&text::extremes_since(since.year(), self.lang));
        Some(KeyFact::new(&label, items))
    }

    fn next_publication(&self) -> KeyFact {
        let (date, is_late) = next_publication(self.indicator, self.effective, self.as_of);
        let label = if is_late {
            self.t.publication_due
        } else {
            self.t.next_publication
        };

        let mut item = Item::of_value(match date {
            Some(date) => self.day(date),
            None => self.t.not_announced.to_owned(),
        });
        if is_late {
            item.when = text::not_here(self.lang).to_owned();
        }

        KeyFact::of_one(label, item)
    }

    fn in_force_since(&self, since: NaiveDate) -> Option<KeyFact> {
        let day = Item::of_value(self.day(since));
        (since <= self.as_of).then(|| KeyFact::of_one(self.t.in_force_since, day))
    }

    fn last_change(&self, since: NaiveDate) -> Option<KeyFact> {
        let former = last_before(self.before, Some(since))?;
        let value = self.number(former);
        let mut item = Item::default();
        match self.change_from(former) {
            Some(change) => {
                item.value = change.text;
                item.when = text::changed_from_rate(self.day(since), value, self.lang);
            }
            None => item.value = text::rate_until(value, self.day(since), self.lang),
        }

        item.value = text::nbsp(&item.value);
        item.when = text::nbsp(&item.when);
        Some(KeyFact::of_one(self.t.last_change, item))
    }

    /// The decisions that are made and not in force yet.
    fn announced(&self, coming: &[Observation]) -> Option<KeyFact> {
        let mut items = Vec::new();
        for rate in coming {
            let when = text::from_day(self.day(rate.date?), self.lang);
            items.push(Item {
                value: self.number(rate),
                when: text::nbsp(&when),
                change: None,
            });
        }

        (!items.is_empty()).then(|| KeyFact::new(self.t.announced, items))
    }

    /// The next day of the calendar, for a rate that has one.
    fn next_decision(&self) -> Option<KeyFact> {
        self.indicator.expected_next_publication()?;
        let items = self.next_publication().items;
        Some(KeyFact::new(self.t.next_decision, items))
    }
}

/// The next publication, and whether it was due and has not come: the day is past, or was when the status turned [D15.2].
pub fn next_publication(
    indicator: &Indicator,
    effective: &EffectiveStatus,
    as_of: NaiveDate,
) -> (Option<NaiveDate>, bool) {
    let next = indicator.expected_next_publication();
    let is_late =
        next.is_some_and(|date| date < as_of || effective.reason == Reason::ReleaseOverdue);
    (next, is_late)
}

/// The value with all its digits, where a page has left some out.
pub fn in_full(indicator: &Indicator, observation: &Observation, lang: Lang) -> Option<String> {
    let key = &observation.series_key;
    let shown = indicator.shown(observation);
    let is_cut = shown.decimals() < observation.value.decimals();
    is_cut.then(|| text::measured(&observation.value.in_full(), &key.unit, lang))
}

/// How often there are observations.
pub fn frequency(series: &Series, lang: Lang) -> &'static str {
    if is_of_every_first(series.observations()) {
        text::every_first(lang)
    } else {
        text::frequency(&series.current().series_key, lang)
    }
}

/// How many observations there are, and how many are missing.
pub fn count(series: &Series, lang: Lang) -> String {
    let missing = series.missing_runs().map(|(.., count)| count as usize);
    text::there_and_missing(series.observations().len(), missing.sum(), lang)
}

/// Returns true if a series of points in time has a value for the first day of every month: then it is monthly, though no
/// definition says so.
fn is_of_every_first(all: &[Observation]) -> bool {
    let mut expected = all.first().and_then(|first| first.date);
    for row in all {
        let Some(date) = row.date.filter(|date| date.day() == 1) else {
            return false;
        };

        if row.series_key.period_type != PeriodType::PointInTime || expected != Some(date) {
            return false;
        }

        expected = date.checked_add_months(Months::new(1));
    }

    all.len() >= 12
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::CalendarRelease;
    use crate::site::chart::samples::series;

    /// The frequency, the span where there is one, and the number of observations.
    fn facts(period_type: PeriodType, rows: &[&str], lang: Lang) -> Vec<String> {
        let series = series(period_type, rows);
        let first = &series.observations()[0];
        let mut facts = vec![frequency(&series, lang).to_owned()];
        facts.extend(text::span(first, series.current(), None, lang));
        facts.push(count(&series, lang));
        facts
            .iter()
            .map(|text| text::nbsp(text).replace('\u{a0}', " "))
            .collect()
    }

    #[test]
    fn a_series_says_how_complete_it_is() {
        let rows = ["2025-11-30 1", "2026-02-28 1", "2026-03-31 1"];
        assert_eq!(
            facts(PeriodType::MonthEnd, &rows, Lang::Ru)[..3],
            [
                "ежемесячно",
                "30 ноября 2025 – 31 марта 2026",
                "3, пропущено 2"
            ]
        );
        assert_eq!(
            facts(PeriodType::YearToDate, &rows, Lang::Ru)[1],
            "ноябрь 2025 – март 2026"
        );
        assert_eq!(
            facts(PeriodType::Daily, &rows, Lang::En)[..3],
            ["daily", "30 November 2025 – 31 March 2026", "3"]
        );
        assert_eq!(
            facts(PeriodType::Unknown, &["- 1"], Lang::En)[..2],
            ["unknown", "1"]
        );
    }

    #[test]
    fn a_series_of_every_first_day_is_monthly() {
        let rows: Vec<String> = (1..=12)
            .map(|month| format!("2026-{month:02}-01 {month}"))
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(
            facts(PeriodType::PointInTime, &rows, Lang::En)[0],
            "monthly, as of the 1st"
        );
        assert_eq!(
            facts(PeriodType::PointInTime, &rows[1..], Lang::En)[0],
            "as published",
            "too few to tell"
        );
    }

    #[test]
    fn a_value_that_pages_cut_is_somewhere_written_whole() {
        let exact = |value: &str| {
            let indicator = Indicator::of_series(series(
                PeriodType::Monthly,
                &[&format!("2026-02-28 {value}")],
            ));
            in_full(&indicator, indicator.series.current(), Lang::En)
                .map(|text| text.replace('\u{a0}', " "))
        };
        assert_eq!(exact("1.23456").as_deref(), Some("1.23456 azn"));
        assert_eq!(exact("1.2345"), None);
        assert_eq!(exact("0.0000129"), None, "pages show all of it");
    }

    /// A line for each fact beside the headline, in English.
    fn key_facts(period_type: PeriodType, rows: &[&str], status: Status) -> Vec<String> {
        let indicator = Indicator::of_series(series(period_type, rows));
        let as_of = "2026-11-20".parse().unwrap();
        let effective = EffectiveStatus {
            status,
            reason: Reason::Declared,
            stale_at: None,
        };
        let member = Member {
            indicator: &indicator,
            effective: &effective,
        };
        let facts = beside_headline(member, as_of, Lang::En);
        let item = |item: &Item| {
            let change = item.change.as_ref();
            let change =
                change.map(|c| format!(" {} {}", c.text, c.more.clone().unwrap_or_default()));
            format!(
                "{} ({}){}",
                item.value,
                item.when,
                change.unwrap_or_default()
            )
        };

        let line = |fact: &KeyFact| {
            let items: Vec<String> = fact.items.iter().map(item).collect();
            format!("{}: {}", fact.label, items.join("; ")).replace('\u{a0}', " ")
        };
        facts.iter().map(line).collect()
    }

    #[test]
    fn a_figure_has_what_it_is_compared_with_beside_it() {
        let rows = [
            "2025-10-31 40",
            "2026-08-31 44",
            "2026-09-30 46",
            "2026-10-31 45",
        ];
        assert_eq!(
            key_facts(PeriodType::MonthEnd, &rows, Status::Verified),
            [
                "Previous: 46 (30 September 2026) −2.17% −1 azn",
                "A year earlier: 40 (31 October 2025) +12.50% +5 azn",
                "Highest and lowest since 2025: 46 (30 September 2026); 40 (31 October 2025)",
                "Next publication: not announced ()",
            ]
        );

        let seed = key_facts(PeriodType::MonthEnd, &rows, Status::Seed);
        assert_eq!(
            seed[..2],
            [
                "Previous: 46 (30 September 2026)",
                "A year earlier: 40 (31 October 2025)"
            ]
        );
        let days = ["2026-11-19 2.0607", "2026-11-20 2.0644"];
        assert_eq!(
            key_facts(PeriodType::Daily, &days, Status::Verified)[..2],
            [
                "Previous day: 2.0607 (19 November 2026) +0.18% +0.0037 azn",
                "A year earlier: … (No value for 20 November 2025.)"
            ]
        );
        let after_a_hole = key_facts(
            PeriodType::Daily,
            &["2026-11-09 2.0607", days[1]],
            Status::Verified,
        );
        assert!(
            after_a_hole[0].starts_with("Previous: 2.0607 (9 November 2026)"),
            "{after_a_hole:?}"
        );
    }

    #[test]
    fn totals_have_what_they_imply_and_no_figure_of_other_months() {
        let rows = [
            "2024-12-31 90",
            "2025-10-31 70",
            "2025-12-31 95",
            "2026-09-30 68",
            "2026-10-31 77",
        ];
        assert_eq!(
            key_facts(PeriodType::YearToDate, &rows, Status::Verified)[..3],
            [
                "Latest month alone: 9 ()",
                "Last 12 months: 102 ()",
                "A year earlier: 70 (January–October 2025) +10.00% +7 azn",
            ]
        );
    }

    #[test]
    fn what_was_published_has_the_value_before_it_unless_that_is_of_other_months() {
        let published = |period_type| {
            let rows = ["2025-12-31 95", "2026-01-31 9"];
            let indicator = Indicator::of_series(series(period_type, &rows));
            value_with_previous(&indicator, indicator.series.current(), Lang::En)
        };
        assert_eq!(
            [PeriodType::YearToDate, PeriodType::MonthEnd].map(published),
            ["9", "9 (95)"]
        );
    }

    #[test]
    fn a_rate_has_its_decisions_beside_it() {
        let rows = [
            "2026-04-02 6.5 %",
            "2026-06-11 6.25 %",
            "2026-10-29 6.25 %",
            "2026-12-18 6 %",
        ];
        let rates = |status| key_facts(PeriodType::EffectiveFrom, &rows, status);
        assert_eq!(
            rates(Status::Verified),
            [
                "In force since: 11 June 2026 ()",
                "Last change: −0.25 pp (11 June 2026, from 6.50%)",
                "Announced: 6.00% (from 18 December 2026)",
                "Highest and lowest since 2026: 6.50% (2 April 2026); 6.25% (11 June 2026)",
            ]
        );

        assert_eq!(
            rates(Status::Seed)[1],
            "Last change: 6.50% until 11 June 2026 ()"
        );
        let indicator = Indicator::of_series(series(PeriodType::EffectiveFrom, &rows));
        let coming = value_with_previous(&indicator, indicator.series.current(), Lang::En)
            .replace('\u{a0}', " ");
        assert_eq!(coming, "6.00% from 18 Dec (6.25%)");
    }

    #[test]
    fn a_publication_is_missing_only_after_its_day() {
        let release = CalendarRelease {
            id: "money".into(),
            dates: vec!["2026-11-10".parse().unwrap(), "2026-11-20".parse().unwrap()],
            ..crate::model::CalendarRelease::default()
        };
        let indicator = Indicator {
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-10-31"]))
        };
        let is_late = |reason, as_of: &str| {
            let effective = EffectiveStatus {
                status: Status::Verified,
                reason,
                stale_at: None,
            };
            next_publication(&indicator, &effective, as_of.parse().unwrap()).1
        };
        assert!(!is_late(Reason::Checked, "2026-11-19"));
        assert!(
            !is_late(Reason::Checked, "2026-11-20"),
            "the day is not over"
        );
        assert!(is_late(Reason::Checked, "2026-11-21"));
        assert!(
            is_late(Reason::ReleaseOverdue, "2026-11-20"),
            "the status knows better"
        );
    }
}
