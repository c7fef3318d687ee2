//! Values, changes and statuses as a reader meets them.

use std::cmp::Ordering;

use super::super::text;
use crate::model::{Comparison, Delta, Lang, Measure, Observation, RoundedToHundredths, Status};

/// A value, and its unit where that does not stand at the number itself.
pub struct Value {
    pub number: String,
    pub unit: Option<String>,
}

impl Value {
    /// As `value` of schema 1.0, or, for rates, as `valueRaw`: a rate is quoted with all its digits.
    pub fn of(observation: &Observation, lang: Lang) -> Self {
        let unit = observation.basis.unit.text.get(lang);
        let rounded = observation.value.rounded();
        let text = match observation.basis.measure {
            Measure::Rate => observation.value.to_string(),
            _ => rounded.to_string(),
        };
        if text::is_percent(unit) {
            Value { number: text::quantity(&text, unit, lang), unit: None }
        } else {
            Value { number: text::number(&text, lang), unit: Some(unit.clone()) }
        }
    }

    /// The value with all its digits, where [`Value::of`] has left some out.
    pub fn exact(observation: &Observation, lang: Lang) -> Option<String> {
        let (raw, rounded) = (observation.value.to_string(), observation.value.rounded().to_string());
        let cut = raw != rounded && observation.basis.measure != Measure::Rate;
        cut.then(|| text::quantity(&raw, observation.basis.unit.text.get(lang), lang))
    }
}

/// A change: where it went, by how much, and the same in the other measure.
pub struct Change {
    pub arrow: &'static str,
    pub word: &'static str,
    pub text: String,
    pub more: Option<String>,
}

impl Change {
    /// Of a comparison with a result. What is counted in percent changes by points first of all, everything else by
    /// percent.
    pub fn of(comparison: &Comparison<'_>, unit: &str, lang: Lang) -> Option<Self> {
        let (abs, pct) = match &comparison.delta {
            Delta::None => return None,
            Delta::Abs(abs) => (abs, None),
            Delta::Full { abs, pct } => (abs, Some(pct)),
        };
        let difference = text::difference(abs, unit, lang);
        let percent = pct.map(|pct| text::percent(pct, lang));
        // A difference of less than a hundredth is zero as written, though its percentage need not be.
        let vanishes = abs.sign().is_eq();
        let (text, more) = match percent {
            None => (difference, None),
            Some(percent) if text::is_percent(unit) => (difference, Some(percent)),
            Some(percent) => (percent, (!vanishes).then_some(difference)),
        };
        let shown = pct.filter(|_| vanishes && !text::is_percent(unit)).unwrap_or(abs);
        let (arrow, word) = direction(shown, lang);
        Some(Change { arrow, word, text, more })
    }
}

fn direction(change: &RoundedToHundredths, lang: Lang) -> (&'static str, &'static str) {
    let t = text::page(lang);
    match change.sign() {
        Ordering::Greater => ("▲", t.up),
        Ordering::Less => ("▼", t.down),
        Ordering::Equal => ("=", t.unchanged),
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
