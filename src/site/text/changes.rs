//! Why a change is what it is, or why there is none, in a sentence with the dates, values and units that decided it.

use chrono::Datelike;

use super::dates::{caption, in_month_before, in_sentence, kind, of_period};
use super::numbers::{difference, number, percent};
use crate::model::{
    Comparand, Comparison, Delta, Lang, Measure, Observation, Outcome, PeriodType, SeriesKey, Status, text,
    texts, word,
};

texts! {
    measure(Measure) {
        Amount => { "абсолютная величина", "an amount" }
        Rate => { "ставка или курс", "a rate" }
        Growth => { "темп прироста", "a growth rate" }
        Index => { "индекс", "an index" }
    }
}

/// What the observations of a part of a series are: `млн манатов · на конец месяца · абсолютная величина`.
pub fn series_key(series_key: &SeriesKey, lang: Lang) -> String {
    [series_key.unit.text.get(lang), kind(series_key.period_type, lang), measure(series_key.measure, lang)]
        .join(" · ")
}

/// The subject of a sentence on a change.
struct ChangeSentence<'a> {
    current: &'a Observation,
    comparison: &'a Comparison<'a>,
    comparand: Comparand,
    lang: Lang,
}

/// The sentence on `comparison` [D8.1].
pub fn change(
    current: &Observation,
    comparison: &Comparison<'_>,
    status: Status,
    comparand: Comparand,
    lang: Lang,
) -> String {
    let sentence = ChangeSentence { current, comparison, comparand, lang };
    match (&comparison.delta, comparison.base) {
        (Delta::Full { abs, pct }, Some(base)) => {
            let unit = &current.series_key.unit;
            let pct = base.value.sign().is_ge().then(|| percent(pct, lang));
            sentence.calculated(base, &difference(abs, unit, lang), pct.as_deref())
        }
        (Delta::Abs(abs), Some(base)) => {
            sentence.base_zero(base, &difference(abs, &current.series_key.unit, lang))
        }
        _ => sentence.missing(status),
    }
}

impl ChangeSentence<'_> {
    /// Without a percentage against a negative base: its sign would say the contrary [D15.8].
    fn calculated(&self, base: &Observation, abs: &str, pct: Option<&str>) -> String {
        let (when, base_date) = (self.when(self.current), self.base_date());
        let (value, base_value) = (number(&self.current.value, self.lang), number(&base.value, self.lang));
        let (of_base, change) = (self.of_base(), self.name());
        let percentage = match pct {
            Some(pct) => text!(self.lang, ", или {pct}", ", or {pct}"),
            None => text!(
                self.lang,
                "; в процентах от отрицательного значения знак был бы обратным",
                "; in percent of a negative value the sign would be the contrary"
            ),
        };
        text!(
            self.lang,
            "Значение {when} — {value}, {of_base} ({base_date}) — {base_value}; {change}: {abs}{percentage}.",
            "The value {when} is {value}, that {of_base} ({base_date}) is {base_value}; {change}: {abs}{percentage}."
        )
    }

    fn base_zero(&self, base: &Observation, abs: &str) -> String {
        let (when, base_when) = (self.when(self.current), self.when(base));
        let (value, change) = (number(&self.current.value, self.lang), self.name());
        text!(
            self.lang,
            "Значение {when} — {value}, а значение {base_when} равно нулю: {change} — {abs}, в процентах его выразить нельзя.",
            "The value {when} is {value} and the value {base_when} is zero: the {change} is {abs} and cannot be expressed in percent."
        )
    }

    fn missing(&self, status: Status) -> String {
        let reason = match (self.comparison.outcome, self.comparison.base) {
            (Outcome::Status, _) => self.status(status),
            (Outcome::NoDate, _) => self.no_date(),
            (Outcome::NotCalculated, _) => self.not_calculated(),
            (Outcome::NoSuchDay, _) => self.no_such_day(),
            (Outcome::UnitDiffers | Outcome::TypeDiffers | Outcome::MeasureDiffers, Some(base)) => {
                self.differs(base)
            }
            _ => self.no_base(),
        };
        let span = match self.comparand {
            Comparand::Month => word!(self.lang, "за месяц", "month-on-month"),
            Comparand::Year => word!(self.lang, "за год", "year-on-year"),
        };
        text!(self.lang, "Изменение {span} не рассчитано: {reason}.", "There is no {span} change: {reason}.")
    }

    fn status(&self, status: Status) -> String {
        let when = self.when(self.current);
        match status {
            Status::Seed => text!(
                self.lang,
                "значение {when} взято из резервных данных (статус seed), а не получено при проверке источника",
                "the value {when} comes from the fallback data (status seed), not from a check of the source"
            ),
            _ => text!(
                self.lang,
                "статус значения {when} неизвестен (unknown), проверенным его считать нельзя",
                "the status of the value {when} is unknown, and it must not be treated as verified"
            ),
        }
    }

    fn no_date(&self) -> String {
        let value = number(&self.current.value, self.lang);
        text!(
            self.lang,
            "дата текущего значения ({value}) неизвестна, поэтому сравнить его не с чем",
            "the date of the current value ({value}) is unknown, so that it has no base"
        )
    }

    fn not_calculated(&self) -> String {
        let when = self.when(self.current);
        match self.current.series_key.period_type {
            PeriodType::EffectiveFrom => text!(
                self.lang,
                "ставка действует {when} и до следующего решения, а история решений не заменяет ежемесячных наблюдений",
                "the rate applies {when} until the next decision, and a history of decisions does not replace monthly observations"
            ),
            PeriodType::YearToDateAverage => text!(
                self.lang,
                "значение {when} — среднее с начала года; его сравнивают только с тем же периодом предыдущего года",
                "the value {when} is an average since the start of the year, which is compared only with the same period of the previous year"
            ),
            PeriodType::YearToDate => text!(
                self.lang,
                "значение {when} накоплено с начала года; его сравнивают только с тем же периодом предыдущего года",
                "the value {when} covers all the time since the start of the year, and is compared only with the same period of the previous year"
            ),
            _ => text!(
                self.lang,
                "тип периода значения {when} не определён, поэтому базу для него выбрать нельзя",
                "the period type of the value {when} is unknown, so that no base can be chosen"
            ),
        }
    }

    fn no_such_day(&self) -> String {
        let when = self.when(self.current);
        let Some(date) = self.current.date else { return self.no_date() };
        let before = match self.comparand {
            Comparand::Month => 1,
            Comparand::Year => 12,
        };
        let (day, month) = (date.day(), in_month_before(date, before, self.lang));
        // Only the 29th to the 31st are missing from some month.
        let ordinal = word!(self.lang, "го", if day == 31 { "st" } else { "th" });
        text!(
            self.lang,
            "текущее значение — {when}, а {month} нет {day}-{ordinal} числа, и ближайший день его не заменяет",
            "the current value is {when}, but {month} has no {day}{ordinal}, and the nearest day does not replace it"
        )
    }

    fn no_base(&self) -> String {
        let (of_base, date) = (self.of_base(), self.base_date());
        text!(
            self.lang,
            "нет значения {of_base} ({date}), а ближайшее по дате его не заменяет",
            "there is no value {of_base} ({date}), and the nearest one does not replace it"
        )
    }

    /// What keeps two observations apart, each in its own words.
    fn differs(&self, base: &Observation) -> String {
        let (when, base_when) = (self.when(self.current), self.when(base));
        let (current, base) = (self.named(self.current), self.named(base));
        match self.comparison.outcome {
            Outcome::UnitDiffers => text!(
                self.lang,
                "единица значения {when} — {current}, а значения {base_when} — {base}",
                "the unit of the value {when} is {current}, that of the value {base_when} is {base}"
            ),
            Outcome::TypeDiffers => text!(
                self.lang,
                "тип периода значения {when} — {current}, а значения {base_when} — {base}",
                "the period type of the value {when} is {current}, that of the value {base_when} is {base}"
            ),
            _ => text!(
                self.lang,
                "значение {when} — {current}, а значение {base_when} — {base}; такие ряды между собой не сравнивают",
                "the value {when} is {current} but the value {base_when} is {base}, and such series are not mixed"
            ),
        }
    }

    /// What an observation has that the other has not.
    fn named(&self, observation: &Observation) -> String {
        let series_key = &observation.series_key;
        let quoted = match self.comparison.outcome {
            Outcome::UnitDiffers => series_key.unit.text.get(self.lang),
            Outcome::TypeDiffers => caption(series_key.period_type, self.lang),
            _ => return measure(series_key.measure, self.lang).to_owned(),
        };
        text!(self.lang, "«{quoted}»", "“{quoted}”")
    }

    fn when(&self, observation: &Observation) -> String {
        of_period(observation.series_key.period_type, observation.date, self.lang)
    }

    /// The date that was looked for, as the type of the current observation asks.
    fn base_date(&self) -> String {
        let date = |date| in_sentence(self.current.series_key.period_type, date, self.lang);
        self.comparison.base_date.map(date).unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        match self.comparand {
            Comparand::Month => word!(self.lang, "изменение за месяц", "month-on-month change"),
            Comparand::Year => word!(self.lang, "изменение за год", "year-on-year change"),
        }
    }

    /// The base that the rule of the current observation's type asks for.
    fn of_base(&self) -> &'static str {
        let lang = self.lang;
        // A value of a moment has a base with an end rather than a length.
        let is_stock = self.current.series_key.period_type == PeriodType::MonthEnd;
        match (self.comparison.rule, self.comparand) {
            (2, _) => word!(lang, "за тот же период годом ранее", "for the same period a year earlier"),
            (3, Comparand::Month) => {
                word!(lang, "на то же число предыдущего месяца", "for the same day of the previous month")
            }
            (3, Comparand::Year) => {
                word!(lang, "на тот же день годом ранее", "for the same day a year earlier")
            }
            (_, Comparand::Month) if is_stock => {
                word!(lang, "на конец предыдущего месяца", "at the end of the previous month")
            }
            (_, Comparand::Year) if is_stock => {
                word!(
                    lang,
                    "на конец того же месяца годом ранее",
                    "at the end of the same month a year earlier"
                )
            }
            (_, Comparand::Month) => word!(lang, "за предыдущий месяц", "for the previous month"),
            (_, Comparand::Year) => {
                word!(lang, "за тот же месяц годом ранее", "for the same month a year earlier")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Flags, Localized, Unit};

    /// The sentences on a value of 7 of this date, whose base of `base_date` was not found.
    fn sentences(
        period_type: PeriodType,
        date: &str,
        (outcome, rule, base_date): (Outcome, u8, &str),
        comparand: Comparand,
    ) -> [String; 2] {
        let text = Localized::build(|_| "%".to_owned());
        let unit = Arc::new(Unit::new("percent".to_owned(), text));
        let current = Observation {
            date: date.parse().ok(),
            value: "7".parse().unwrap(),
            published: None,
            reported_change: None,
            reference: None,
            flags: Flags::default(),
            series_key: SeriesKey { unit, period_type, measure: Measure::Rate }.into(),
        };
        let base_date = base_date.parse().ok();
        let comparison = Comparison { outcome, rule, base_date, base: None, delta: Delta::None };
        [Lang::Ru, Lang::En].map(|lang| {
            let case = ChangeSentence { current: &current, comparison: &comparison, comparand, lang };
            case.missing(Status::Verified)
        })
    }

    #[test]
    fn each_rule_names_the_base_that_it_looked_for() {
        let no_base = |rule, date| (Outcome::NoBase, rule, date);
        assert_eq!(
            sentences(PeriodType::MonthEnd, "2026-03-31", no_base(1, "2026-02-28"), Comparand::Month),
            [
                "Изменение за месяц не рассчитано: нет значения на конец предыдущего месяца (28 февраля 2026 года), а \
                 ближайшее по дате его не заменяет.",
                "There is no month-on-month change: there is no value at the end of the previous month (28 February 2026), and \
                 the nearest one does not replace it."
            ]
        );
        assert_eq!(
            sentences(PeriodType::YearToDate, "2026-07-31", no_base(2, "2025-07-31"), Comparand::Year),
            [
                "Изменение за год не рассчитано: нет значения за тот же период годом ранее (январь–июль 2025 года), а \
                 ближайшее по дате его не заменяет.",
                "There is no year-on-year change: there is no value for the same period a year earlier (January–July \
                 2025), and the nearest one does not replace it."
            ]
        );
        let [daily, _] =
            sentences(PeriodType::Daily, "2026-11-20", no_base(3, "2026-10-20"), Comparand::Month);
        assert!(
            daily.contains("нет значения на то же число предыдущего месяца (20 октября 2026 года)"),
            "{daily}"
        );
        let [_, daily] =
            sentences(PeriodType::Daily, "2026-11-20", no_base(3, "2025-11-20"), Comparand::Year);
        assert!(daily.contains("no value for the same day a year earlier (20 November 2025)"), "{daily}");
    }

    #[test]
    fn days_that_do_not_exist_are_named() {
        let none = (Outcome::NoSuchDay, 3, "");
        for (date, comparand, ru, en) in [
            (
                "2026-03-31",
                Comparand::Month,
                "в феврале 2026 года нет 31-го числа",
                "February 2026 has no 31st",
            ),
            (
                "2026-03-30",
                Comparand::Month,
                "в феврале 2026 года нет 30-го числа",
                "February 2026 has no 30th",
            ),
            (
                "2024-02-29",
                Comparand::Year,
                "в феврале 2023 года нет 29-го числа",
                "February 2023 has no 29th",
            ),
            (
                "2026-12-31",
                Comparand::Month,
                "в ноябре 2026 года нет 31-го числа",
                "November 2026 has no 31st",
            ),
        ] {
            let [russian, english] = sentences(PeriodType::Daily, date, none, comparand);
            assert!(russian.contains(ru) && english.contains(en), "{russian} {english}");
        }
    }

    #[test]
    fn what_has_no_base_at_all_says_so() {
        let unknown =
            sentences(PeriodType::Unknown, "2026-02-04", (Outcome::NotCalculated, 9, ""), Comparand::Year);
        assert!(
            unknown[0].contains("тип периода значения на 4 февраля 2026 года не определён"),
            "{}",
            unknown[0]
        );
        assert!(
            unknown[1].contains("the period type of the value on 4 February 2026 is unknown"),
            "{}",
            unknown[1]
        );
        let undated = sentences(PeriodType::Unknown, "", (Outcome::NoDate, 9, ""), Comparand::Month);
        assert!(undated[0].contains("дата текущего значения (7) неизвестна"), "{}", undated[0]);
        assert!(undated[1].contains("the date of the current value (7) is unknown"), "{}", undated[1]);
    }
}
