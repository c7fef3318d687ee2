//! Why there is no change, in a sentence: one for each way in which a comparison can end without one.

use chrono::Datelike;

use super::changes::Case;
use super::dates::in_month_before;
use super::numbers::number;
use crate::model::{Comparand, Lang, Outcome, PeriodType, Status};

impl Case<'_> {
    /// Why there is none.
    pub(super) fn missing(&self, status: Status) -> String {
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
        match self.lang {
            Lang::Ru => format!("Изменение за {} не рассчитано: {reason}.", self.span_noun()),
            Lang::En => format!("There is no {}: {reason}.", self.name()),
        }
    }

    fn status(&self, status: Status) -> String {
        let when = self.when(self.current);
        match (self.lang, status) {
            (Lang::Ru, Status::Seed) => {
                format!(
                    "значение {when} взято из резервных данных (статус seed), а не получено при проверке источника"
                )
            }
            (Lang::En, Status::Seed) => {
                format!(
                    "the value {when} comes from the fallback data (status seed), not from a check of the source"
                )
            }
            (Lang::Ru, _) => {
                format!("статус значения {when} неизвестен (unknown), проверенным его считать нельзя")
            }
            (Lang::En, _) => {
                format!("the status of the value {when} is unknown, and it must not be treated as verified")
            }
        }
    }

    fn no_date(&self) -> String {
        let value = number(&self.current.value, self.lang);
        match self.lang {
            Lang::Ru => format!("дата текущего значения ({value}) неизвестна, поэтому сравнить его не с чем"),
            Lang::En => format!("the date of the current value ({value}) is unknown, so that it has no base"),
        }
    }

    fn not_calculated(&self) -> String {
        let when = self.when(self.current);
        match (self.current.basis.period_type, self.lang) {
            (PeriodType::EffectiveFrom, Lang::Ru) => format!(
                "ставка действует {when} и до следующего решения, а история решений не заменяет ежемесячных наблюдений"
            ),
            (PeriodType::EffectiveFrom, Lang::En) => format!(
                "the rate applies {when} until the next decision, and a history of decisions does not replace monthly \
                 observations"
            ),
            (PeriodType::YearToDateAverage, Lang::Ru) => format!(
                "значение {when} — среднее с начала года; его сравнивают только с тем же периодом предыдущего года"
            ),
            (PeriodType::YearToDateAverage, Lang::En) => format!(
                "the value {when} is an average since the start of the year, which is compared only with the same \
                 period of the previous year"
            ),
            (PeriodType::YearToDate, Lang::Ru) => format!(
                "значение {when} накоплено с начала года; его сравнивают только с тем же периодом предыдущего года"
            ),
            (PeriodType::YearToDate, Lang::En) => format!(
                "the value {when} covers all the time since the start of the year, and is compared only with the \
                 same period of the previous year"
            ),
            (_, Lang::Ru) => {
                format!("тип периода значения {when} не определён, поэтому базу для него выбрать нельзя")
            }
            (_, Lang::En) => {
                format!("the period type of the value {when} is unknown, so that no base can be chosen")
            }
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
        match self.lang {
            Lang::Ru => {
                format!(
                    "текущее значение — {when}, а {month} нет {day}-го числа, и ближайший день его не заменяет"
                )
            }
            Lang::En => {
                // Only these days are missing from some month.
                let ordinal = if day == 31 { "st" } else { "th" };
                format!(
                    "the current value is {when}, but {month} has no {day}{ordinal}, and the nearest day does not replace it"
                )
            }
        }
    }

    fn no_base(&self) -> String {
        let (of_base, date) = (self.of_base(), self.base_date());
        match self.lang {
            Lang::Ru => format!("нет значения {of_base} ({date}), а ближайшее по дате его не заменяет"),
            Lang::En => {
                format!("there is no value {of_base} ({date}), and the nearest one does not replace it")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Basis, Comparison, Delta, Flags, Localized, Measure, Observation, Unit};

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
            basis: Basis { unit, period_type, measure: Measure::Rate }.into(),
        };
        let base_date = base_date.parse().ok();
        let comparison = Comparison { outcome, rule, base_date, base: None, delta: Delta::None };
        [Lang::Ru, Lang::En].map(|lang| {
            let case = Case { current: &current, comparison: &comparison, comparand, lang };
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
