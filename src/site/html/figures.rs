//! Values, changes, statuses and other facts on an indicator as a reader meets them.

use std::cmp::Ordering;

use chrono::NaiveDate;

use super::layout::Service;
use crate::model::{
    Comparison, Delta, EffectiveStatus, Flag, Indicator, Lang, Observation, Offset, Reason,
    RoundedToHundredths, Status,
};
use crate::site::text;

/// A number of more characters may be broken where it does not fit.
const LONGEST: usize = 18;
/// Digits behind the point where a definition does not say how many.
const MAX_DECIMALS: u8 = 4;

/// The digits behind the point that an indicator's values have on pages [D9].
pub fn decimals(indicator: &Indicator) -> u8 {
    let longest = || indicator.series.observations().iter().map(|of| of.value.decimals()).max().unwrap_or(0);
    indicator.decimals.unwrap_or_else(|| longest().min(MAX_DECIMALS))
}

/// A value with its unit as the page of its indicator writes it.
pub fn written(indicator: &Indicator, of: &Observation, lang: Lang) -> String {
    text::nbsp(&text::measured(of.value.to_decimals(decimals(indicator)), &of.series_key.unit, lang))
}

/// A value with its unit and its period: no page shows one of them without the others.
pub struct Figure {
    pub number: String,
    /// Whether it is longer than a line of a telephone.
    pub is_long: bool,
    /// The unit, where it is not written at the number itself.
    pub unit: Option<String>,
    pub period: String,
    /// How old it is, where it is old.
    pub age: Option<String>,
    /// That it was not the source itself that said so.
    pub unofficial: Option<&'static str>,
}

impl Figure {
    /// Of the current observation, with its period as a sentence has it.
    pub fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let current = indicator.series.current();
        let period = text::period(&current.series_key, current.date, as_of, lang);
        Figure { period, ..Self::in_table(indicator, as_of, lang) }
    }

    /// With its period as a cell has it.
    pub fn in_table(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let current = indicator.series.current();
        let value = current.value.to_decimals(decimals(indicator));
        let unit = text::nbsp(current.series_key.unit.text_for(value, 0, lang));
        let (number, unit) = if text::is_percent(&unit) {
            (text::quantity(&value, &unit, lang), None)
        } else {
            (text::number(&value, lang), Some(unit))
        };
        Figure {
            is_long: number.chars().count() > LONGEST,
            number,
            unit,
            period: text::period_in_table(&current.series_key, current.date, as_of, lang),
            age: current.date.and_then(|date| text::age(&current.series_key, date, as_of, lang)),
            unofficial: current.flags.contains(Flag::Unofficial).then(|| text::page(lang).unofficial),
        }
    }

    pub fn value(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{}\u{a0}{unit}", self.number),
            None => self.number.clone(),
        }
    }

    /// The value with all its digits, where a page has left some out.
    pub fn exact(indicator: &Indicator, lang: Lang) -> Option<String> {
        let current = indicator.series.current();
        let is_cut = current.value.to_decimals(decimals(indicator)) != current.value;
        is_cut.then(|| text::nbsp(&text::measured(current.value, &current.series_key.unit, lang)))
    }
}

/// A change: its direction, its size, and its size in the other measure.
pub struct Change {
    /// None where nothing has changed.
    pub arrow: Option<&'static str>,
    pub word: &'static str,
    pub text: String,
    pub more: Option<String>,
}

impl Change {
    /// Of a comparison with a result. Percentages change by points first of all, everything else by percent; against a
    /// negative base only the difference has a sign that does not mislead.
    pub fn of(comparison: &Comparison<'_>, lang: Lang) -> Option<Self> {
        let (abs, pct) = match &comparison.delta {
            Delta::None => return None,
            Delta::Abs(abs) => (abs, None),
            Delta::Full { abs, pct } => (abs, Some(pct)),
        };
        let base = comparison.base?;
        let pct = pct.filter(|_| base.value.sign().is_ge());
        let unit = &base.series_key.unit;
        let in_percent = text::is_percent(unit.text.get(lang));
        let difference = text::nbsp(&text::difference(abs, unit, lang));
        let percent = pct.map(|pct| text::percent(pct, lang));
        // A difference of less than a hundredth is zero as written, though its percentage need not be.
        let vanishes = abs.sign().is_eq();
        let shown = pct.filter(|_| vanishes && !in_percent).unwrap_or(abs);
        let (arrow, word) = direction(shown, lang);
        if arrow.is_none() {
            return Some(Change { arrow, word, text: word.to_owned(), more: None });
        }
        let (text, more) = match percent {
            None => (difference, None),
            Some(percent) if in_percent => (difference, Some(percent)),
            Some(percent) => (percent, (!vanishes).then_some(difference)),
        };
        Some(Change { arrow, word, text, more })
    }
}

fn direction(change: &RoundedToHundredths, lang: Lang) -> (Option<&'static str>, &'static str) {
    let t = text::page(lang);
    match change.sign() {
        Ordering::Greater => (Some("▲"), t.up),
        Ordering::Less => (Some("▼"), t.down),
        Ordering::Equal => (None, t.unchanged),
    }
}

/// A status: its name, which styles it, and its word.
pub struct StatusFigure {
    pub name: &'static str,
    pub word: &'static str,
}

impl StatusFigure {
    pub fn new(status: Status, lang: Lang) -> Self {
        StatusFigure { name: status.name(), word: text::status_word(status, lang) }
    }
}

/// Further facts that are known, each with its label.
pub fn facts(
    indicator: &Indicator,
    effective: &EffectiveStatus,
    as_of: NaiveDate,
    offset: Offset,
    lang: Lang,
) -> Vec<(&'static str, String)> {
    let t = text::page(lang);
    let current = indicator.series.current();
    let day = |date| text::full_day(date, lang);
    let (expected, next) = match indicator.expected_next_publication() {
        // Past, or past already when the status turned [D15.2].
        Some(date) if date < as_of || effective.reason == Reason::ReleaseOverdue => (Some(date), None),
        date => (None, date),
    };
    let reported = current.reported_change().map(|change| text::signed_percent(change, lang));
    let facts = [
        (t.exact_value, Figure::exact(indicator, lang)),
        (t.published, current.published.map(day)),
        (t.next, next.map(day)),
        (t.missing, expected.map(|date| text::did_not_come(day(date), lang))),
        (t.checked, indicator.checked_at().map(|at| text::moment(at, offset, lang))),
        (t.reported_change, reported),
    ];
    facts.into_iter().filter_map(|(label, text)| Some((label, text::nbsp(&text?)))).collect()
}

/// Source, indicator and key, period, value, day of publication and address as one paragraph to copy.
pub fn citation(
    indicator: &Indicator,
    figure: &Figure,
    service: &Service<'_>,
    path: &str,
    lang: Lang,
) -> String {
    let source = indicator.source.as_ref().map(|source| format!("{}. ", source.name.get(lang)));
    let published = indicator.series.current().published.map(|date| text::full_day(date, lang));
    let published = published.map(|day| text::was_published(day, lang));
    text::nbsp(&format!(
        "{}{} ({}). {}: {}. {}{}, {}",
        source.unwrap_or_default(),
        indicator.name.get(lang),
        indicator.key,
        figure.period,
        figure.value(),
        published.unwrap_or_default(),
        service.title(lang),
        service.address(path),
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Comparand, PeriodType, Release};
    use crate::site::chart::samples::series;

    #[test]
    fn a_value_that_pages_cut_is_somewhere_written_whole() {
        let exact = |value: &str| {
            let series = series(PeriodType::Monthly, &[&format!("2026-02-28 {value}")]);
            Figure::exact(&Indicator::of_series(series), Lang::En).map(|text| text.replace('\u{a0}', " "))
        };
        assert_eq!(exact("1.23456").as_deref(), Some("1.23456 azn"));
        assert_eq!(exact("1.2345"), None);
    }

    #[test]
    fn percentages_change_by_points_and_everything_else_by_percent() {
        let change = |before: &str, now: &str, unit: &str| {
            let rows = [format!("2026-01-31 {before} {unit}"), format!("2026-02-28 {now} {unit}")];
            let series = series(PeriodType::Monthly, &rows.each_ref().map(String::as_str));
            let comparison = Comparison::new(&series, Status::Verified, Comparand::Month);
            let change = Change::of(&comparison, Lang::En).unwrap();
            let plain = |text: String| text.replace(['\u{a0}', '\u{202f}'], " ");
            (plain(change.text), change.more.map(plain))
        };
        let said = |text: &str, more: Option<&str>| (text.to_owned(), more.map(str::to_owned));
        assert_eq!(change("2", "3", "%"), said("+1 pp", Some("+50%")));
        assert_eq!(change("2", "3", "azn"), said("+50%", Some("+1 azn")));
        assert_eq!(change("-2", "3", "azn"), said("+5 azn", None));
        assert_eq!(change("0.001", "0.002", "azn"), said("+100%", None), "zero as it is written is left out");
    }

    #[test]
    fn a_publication_is_missing_only_after_its_day() {
        let release = Release { id: "money".into(), dates: vec!["2026-11-20".parse().unwrap()] };
        let indicator = Indicator {
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::MonthEnd, &["2026-10-31"]))
        };
        let t = text::page(Lang::En);
        let says = |reason, as_of: &str| {
            let effective = EffectiveStatus { status: Status::Verified, reason, stale_at: None };
            let offset = "+04:00".parse().unwrap();
            let facts = facts(&indicator, &effective, as_of.parse().unwrap(), offset, Lang::En);
            let has = |label| facts.iter().any(|fact| fact.0 == label);
            (has(t.next), has(t.missing))
        };
        assert_eq!(says(Reason::Checked, "2026-11-19"), (true, false));
        assert_eq!(says(Reason::Checked, "2026-11-20"), (true, false), "the day is not over");
        assert_eq!(says(Reason::Checked, "2026-11-21"), (false, true));
        assert_eq!(says(Reason::ReleaseOverdue, "2026-11-20"), (false, true), "the status knows better");
    }
}
