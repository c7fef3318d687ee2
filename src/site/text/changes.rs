//! Why a change is what it is, in a sentence with the dates, values and units that decided it. Where there is none,
//! `missing` says so.

use super::dates::{in_sentence, of_period};
use super::numbers::{difference, number, percent};
use crate::model::{Comparand, Comparison, Delta, Lang, Observation, PeriodType, Status};

/// What a sentence on a change is about.
pub(super) struct Case<'a> {
    pub(super) current: &'a Observation,
    pub(super) comparison: &'a Comparison<'a>,
    pub(super) comparand: Comparand,
    pub(super) lang: Lang,
}

/// The sentence on `comparison` [D8.1].
pub fn change(
    current: &Observation,
    comparison: &Comparison<'_>,
    status: Status,
    comparand: Comparand,
    lang: Lang,
) -> String {
    let case = Case { current, comparison, comparand, lang };
    match (&comparison.delta, comparison.base) {
        (Delta::Full { abs, pct }, Some(base)) => {
            let unit = &current.basis.unit;
            let pct = base.value.sign().is_ge().then(|| percent(pct, lang));
            case.calculated(base, &difference(abs, unit, lang), pct.as_deref())
        }
        (Delta::Abs(abs), Some(base)) => case.base_zero(base, &difference(abs, &current.basis.unit, lang)),
        _ => case.missing(status),
    }
}

impl Case<'_> {
    /// Without a percentage against a negative base: its sign would say the contrary [D15.8].
    fn calculated(&self, base: &Observation, abs: &str, pct: Option<&str>) -> String {
        let (when, base_date) = (self.when(self.current), self.base_date());
        let (value, base_value) = (number(&self.current.value, self.lang), number(&base.value, self.lang));
        let (of_base, change) = (self.of_base(), self.name());
        let percentage = match (self.lang, pct) {
            (Lang::Ru, Some(pct)) => format!(", или {pct}"),
            (Lang::En, Some(pct)) => format!(", or {pct}"),
            (Lang::Ru, None) => "; в процентах от отрицательного значения знак был бы обратным".to_owned(),
            (Lang::En, None) => "; in percent of a negative value the sign would be the contrary".to_owned(),
        };
        match self.lang {
            Lang::Ru => format!(
                "Значение {when} — {value}, {of_base} ({base_date}) — {base_value}; {change}: {abs}{percentage}."
            ),
            Lang::En => format!(
                "The value {when} is {value}, that {of_base} ({base_date}) is {base_value}; {change}: {abs}{percentage}."
            ),
        }
    }

    fn base_zero(&self, base: &Observation, abs: &str) -> String {
        let (when, base_when) = (self.when(self.current), self.when(base));
        let (value, change) = (number(&self.current.value, self.lang), self.name());
        match self.lang {
            Lang::Ru => format!(
                "Значение {when} — {value}, а значение {base_when} равно нулю: {change} — {abs}, в процентах его \
                 выразить нельзя."
            ),
            Lang::En => format!(
                "The value {when} is {value} and the value {base_when} is zero: the {change} is {abs} and cannot be \
                 expressed in percent."
            ),
        }
    }

    pub(super) fn when(&self, observation: &Observation) -> String {
        of_period(observation.basis.period_type, observation.date, self.lang)
    }

    /// The date that was looked for, as the type of the current observation asks.
    pub(super) fn base_date(&self) -> String {
        let date = |date| in_sentence(self.current.basis.period_type, date, self.lang);
        self.comparison.base_date.map(date).unwrap_or_default()
    }

    pub(super) fn span_noun(&self) -> &'static str {
        match self.comparand {
            Comparand::Month => "месяц",
            Comparand::Year => "год",
        }
    }

    pub(super) fn name(&self) -> &'static str {
        match (self.comparand, self.lang) {
            (Comparand::Month, Lang::Ru) => "изменение за месяц",
            (Comparand::Year, Lang::Ru) => "изменение за год",
            (Comparand::Month, Lang::En) => "month-on-month change",
            (Comparand::Year, Lang::En) => "year-on-year change",
        }
    }

    /// Which base the rule of the current observation's type asks for.
    pub(super) fn of_base(&self) -> &'static str {
        let (ru, en) = match (self.comparison.rule, self.comparand) {
            (2, _) => ("за тот же период годом ранее", "for the same period a year earlier"),
            (3, Comparand::Month) => {
                ("на то же число предыдущего месяца", "for the same day of the previous month")
            }
            (3, Comparand::Year) => ("на тот же день годом ранее", "for the same day a year earlier"),
            (_, Comparand::Month) if self.is_stock() => {
                ("на конец предыдущего месяца", "at the end of the previous month")
            }
            (_, Comparand::Year) if self.is_stock() => {
                ("на конец того же месяца годом ранее", "at the end of the same month a year earlier")
            }
            (_, Comparand::Month) => ("за предыдущий месяц", "for the previous month"),
            (_, Comparand::Year) => ("за тот же месяц годом ранее", "for the same month a year earlier"),
        };
        if self.lang == Lang::Ru { ru } else { en }
    }

    /// Whether a value is that of a moment, so that its base has an end rather than a length.
    fn is_stock(&self) -> bool {
        self.current.basis.period_type == PeriodType::MonthEnd
    }
}
