//! Values, changes and statuses as a reader meets them.

use std::cmp::Ordering;

use chrono::NaiveDate;

use super::super::text;
use crate::model::{Comparison, Delta, Flag, Indicator, Lang, Observation, RoundedToHundredths, Status};

/// Digits behind the point where a definition does not say how many.
const MOST_DECIMALS: u8 = 4;

/// The digits behind the point that an indicator's values have on pages (decisions, section 9).
pub fn decimals(indicator: &Indicator) -> u8 {
    let longest = || indicator.series.observations().iter().map(|of| of.value.decimals()).max().unwrap_or(0);
    indicator.decimals.unwrap_or_else(|| longest().min(MOST_DECIMALS))
}

/// A value with its unit as the page of its indicator writes it.
pub fn written(indicator: &Indicator, of: &Observation, lang: Lang) -> String {
    text::set(&text::measured(of.value.to_decimals(decimals(indicator)), &of.basis.unit, lang))
}

/// A number of more characters may be broken where it does not fit.
const LONGEST: usize = 18;

/// A value with its unit and its period: nothing of it stands anywhere without the others.
pub struct Figure {
    pub number: String,
    /// Whether it is longer than a line of a telephone.
    pub is_long: bool,
    /// The unit, where it does not stand at the number itself.
    pub unit: Option<String>,
    pub period: String,
    /// How old it is, where it is old.
    pub age: Option<String>,
    /// That it was not the source itself that said so.
    pub unofficial: Option<&'static str>,
}

impl Figure {
    /// Of the current observation; `period` says its period.
    pub fn new(
        indicator: &Indicator,
        as_of: NaiveDate,
        lang: Lang,
        period: impl Fn(&Observation) -> String,
    ) -> Self {
        let current = indicator.series.current();
        let value = current.value.to_decimals(decimals(indicator));
        let unit = text::set(current.basis.unit.text_for(value, 0, lang));
        let (number, unit) = match text::is_percent(&unit) {
            true => (text::quantity(&value, &unit, lang), None),
            false => (text::number(&value, lang), Some(unit)),
        };
        Figure {
            is_long: number.chars().count() > LONGEST,
            number,
            unit,
            period: period(current),
            age: current.date.and_then(|date| text::age(current.basis.period_type, date, as_of, lang)),
            unofficial: current.flags.contains(Flag::Unofficial).then(|| text::page(lang).unofficial),
        }
    }

    /// The value with all its digits, where a page has left some out.
    pub fn exact(indicator: &Indicator, lang: Lang) -> Option<String> {
        let current = indicator.series.current();
        let is_cut = current.value.to_decimals(decimals(indicator)) != current.value;
        is_cut.then(|| text::set(&text::measured(current.value, &current.basis.unit, lang)))
    }
}

/// A change: where it went, by how much, and the same in the other measure.
pub struct Change {
    /// None where nothing has changed.
    pub arrow: Option<&'static str>,
    pub word: &'static str,
    pub text: String,
    pub more: Option<String>,
}

impl Change {
    /// Of a comparison with a result. What is counted in percent changes by points first of all, everything else by
    /// percent; against a negative base only the difference has a sign that does not mislead.
    pub fn of(comparison: &Comparison<'_>, lang: Lang) -> Option<Self> {
        let (abs, pct) = match &comparison.delta {
            Delta::None => return None,
            Delta::Abs(abs) => (abs, None),
            Delta::Full { abs, pct } => (abs, Some(pct)),
        };
        let base = comparison.base?;
        let pct = pct.filter(|_| base.value.sign().is_ge());
        let unit = &base.basis.unit;
        let in_percent = text::is_percent(unit.text.get(lang));
        let difference = text::set(&text::difference(abs, unit, lang));
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
    /// Of a status.
    pub fn new(status: Status, lang: Lang) -> Self {
        StatusFigure { name: status.name(), word: text::status_word(status, lang) }
    }
}
