//! The sentence on a change, or on why there is none, with the dates, values and units that decided it.

use chrono::{Datelike, NaiveDate};

use super::dates::{caption, in_month_before, in_sentence, kind};
use super::numbers::{difference, fixed, percent};
use super::periods::of_period;
use super::quarters::in_sentence_of;
use crate::model::{
    Comparand, Comparison, Delta, Frequency, Lang, Measure, Observation, Outcome, PeriodType, SeriesKey,
    Status, text, texts,
};

texts! {
    measure(Measure) {
        Amount => { "абсолютная величина", "an amount" }
        Rate => { "ставка или курс", "a rate" }
        Growth => { "темп прироста", "a growth rate" }
        Index => { "индекс", "an index" }
    }

    end_of_frequency(Frequency) {
        Quarterly => { "на конец квартала", "quarter-end" }
        Annual => { "на конец года", "year-end" }
    }

    span(Comparand) {
        Month => { "за месяц", "month-on-month" }
        Year => { "за год", "year-on-year" }
    }

    change_over(span) { "изменение {span}", "{span} change" }
    no_change(span, reason) { "Изменение {span} не рассчитано: {reason}", "There is no {span} change: {reason}" }

    or_percent(percent) { ", или {percent}", ", or {percent}" }
    contrary_sign {
        "; в процентах от отрицательного значения знак был бы обратным",
        "; in percent of a negative value the sign would be the contrary" }
    sign_changes {
        "; в процентах не\u{a0}выражено, так как знак сменился",
        "; it is not given in percent because the sign has changed" }

    // The base that a rule asks for.
    same_period { "за тот же период годом ранее", "for the same period a year earlier" }
    same_day_of_month { "на то же число предыдущего месяца", "for the same day of the previous month" }
    same_day_of_year { "на тот же день годом ранее", "for the same day a year earlier" }
    end_of_month { "на конец предыдущего месяца", "at the end of the previous month" }
    end_of_same_month { "на конец того же месяца годом ранее", "at the end of the same month a year earlier" }
    end_of_same_quarter {
        "на конец того же квартала годом ранее",
        "at the end of the same quarter a year earlier" }
    end_of_previous_year { "на конец предыдущего года", "at the end of the previous year" }
    previous_month { "за предыдущий месяц", "for the previous month" }
    same_month { "за тот же месяц годом ранее", "for the same month a year earlier" }

    // Why there is no change.
    is_seed(when) {
        "значение {when} взято из резервных данных (статус seed), а не получено при проверке источника",
        "the value {when} comes from the fallback data (status seed), not from a check of the source" }
    is_unknown(when) {
        "статус значения {when} неизвестен (unknown), проверенным его считать нельзя",
        "the status of the value {when} is unknown, and it must not be treated as verified" }
    is_undated(value) {
        "дата текущего значения ({value}) неизвестна, поэтому сравнить его не с чем",
        "the date of the current value ({value}) is unknown, so that it has no base" }
    is_decision(when) {
        "ставка, установленная {when}, сохраняется до следующего решения, а история решений не заменяет ежемесячных наблюдений",
        "a rate set {when} applies until the next decision, and a history of decisions does not replace monthly observations" }
    is_average(when) {
        "значение {when} — среднее с начала года; его сравнивают только с тем же периодом предыдущего года",
        "the value {when} is an average since the start of the year, which is compared only with the same period of the previous year" }
    is_cumulative(when) {
        "значение {when} накоплено с начала года; его сравнивают только с тем же периодом предыдущего года",
        "the value {when} covers all the time since the start of the year, and is compared only with the same period of the previous year" }
    is_unclassified(when) {
        "тип периода значения {when} не определён, поэтому базу для него выбрать нельзя",
        "the period type of the value {when} is unknown, so that no base can be chosen" }
    no_base(of_base, date) {
        "нет значения {of_base} ({date}), а ближайшее по дате его не заменяет",
        "there is no value {of_base} ({date}), and the nearest one does not replace it" }
    units_differ(when, current, base_when, base) {
        "единица значения {when} — {current}, а значения {base_when} — {base}",
        "the unit of the value {when} is {current}, that of the value {base_when} is {base}" }
    types_differ(when, current, base_when, base) {
        "тип периода значения {when} — {current}, а значения {base_when} — {base}",
        "the period type of the value {when} is {current}, that of the value {base_when} is {base}" }
    measures_differ(when, current, base_when, base) {
        "значение {when} — {current}, а значение {base_when} — {base}; такие ряды между собой не сравнивают",
        "the value {when} is {current} but the value {base_when} is {base}, and such series are not mixed" }

    quoted(text) { "«{text}»", "“{text}”" }
}

/// The key of a part of a series: `млн евро · на конец месяца · абсолютная величина`.
pub fn series_key(key: &SeriesKey, lang: Lang) -> String {
    [key.unit.text.get(lang), kind_of(key, lang), measure(key.measure, lang)].join(" · ")
}

fn kind_of(key: &SeriesKey, lang: Lang) -> &'static str {
    match (key.period_type, key.frequency) {
        (PeriodType::MonthEnd, Some(frequency)) => end_of_frequency(frequency, lang),
        (period_type, _) => kind(period_type, lang),
    }
}

/// The subject of a sentence on a change.
struct ChangeSentence<'a> {
    comparison: &'a Comparison<'a>,
    comparand: Comparand,
    /// The digits behind the point that pages show of the values.
    decimals: u8,
    lang: Lang,
}

/// The sentence on `comparison` [D8.1], with values of so many digits behind the point.
pub fn change(
    comparison: &Comparison<'_>,
    decimals: u8,
    status: Status,
    comparand: Comparand,
    lang: Lang,
) -> String {
    let sentence = ChangeSentence { comparison, comparand, decimals, lang };
    let text = match (&comparison.delta, comparison.base) {
        (Delta::Full { .. }, Some(base)) => sentence.calculated(base),
        (Delta::Abs(_), Some(base)) => sentence.base_zero(base),
        _ => no_change(span(comparand, lang), sentence.reason(status), lang),
    };
    // A unit may end in a point of its own.
    if text.ends_with('.') { text } else { text + "." }
}

impl ChangeSentence<'_> {
    fn calculated(&self, base: &Observation) -> String {
        let lang = self.lang;
        let current = self.comparison.current;
        let (when, value) = (self.when(current), self.value(current));
        let (of_base, base_date, base_value) = (self.of_base(), self.base_date(), self.value(base));
        let change = change_over(span(self.comparand, lang), lang);
        let difference = self.difference(base);
        let percentage = self.percentage(base);
        text!(
            lang,
            "Значение {when} — {value}, {of_base} ({base_date}) — {base_value}; {change}: {difference}{percentage}",
            "The value {when} is {value}, that {of_base} ({base_date}) is {base_value}; {change}: {difference}{percentage}"
        )
    }

    fn base_zero(&self, base: &Observation) -> String {
        let current = self.comparison.current;
        let (when, base_when) = (self.when(current), self.when(base));
        let value = self.value(current);
        let change = change_over(span(self.comparand, self.lang), self.lang);
        let difference = self.difference(base);
        if base.series_key.unit.is_percent() {
            return text!(
                self.lang,
                "Значение {when} — {value}, а значение {base_when} равно нулю; {change}: {difference}",
                "The value {when} is {value} and the value {base_when} is zero; {change}: {difference}"
            );
        }
        text!(
            self.lang,
            "Значение {when} — {value}, а значение {base_when} равно нулю: {change} — {difference}, в процентах его выразить нельзя",
            "The value {when} is {value} and the value {base_when} is zero: the {change} is {difference} and cannot be expressed in percent"
        )
    }

    fn value(&self, of: &Observation) -> String {
        fixed(&of.value, self.decimals, self.lang)
    }

    fn difference(&self, base: &Observation) -> String {
        let exact = self.comparison.current.value.exactly_minus(base.value);
        difference(&exact.shown(self.decimals), &base.series_key, self.lang)
    }

    /// The percentage, or why there is none where a reader would look for one [D15.8].
    fn percentage(&self, base: &Observation) -> String {
        let (current, lang) = (self.comparison.current, self.lang);
        match current.percentage_from(base) {
            Some(pct) => or_percent(percent(&pct, lang), lang),
            None if base.series_key.unit.is_percent() => String::new(),
            None if base.value.sign().is_lt() => contrary_sign(lang).to_owned(),
            None if current.value.sign().is_lt() => sign_changes(lang).to_owned(),
            None => String::new(),
        }
    }

    /// Why there is no change.
    fn reason(&self, status: Status) -> String {
        let current = self.comparison.current;
        let (lang, when) = (self.lang, self.when(current));
        match (self.comparison.outcome, current.date, self.comparison.base) {
            (Outcome::Status, ..) if status == Status::Seed => is_seed(when, lang),
            (Outcome::Status, ..) => is_unknown(when, lang),
            (Outcome::NoDate, ..) | (Outcome::NoSuchDay, None, _) => is_undated(self.value(current), lang),
            (Outcome::NotCalculated, ..) => match current.series_key.period_type {
                PeriodType::EffectiveFrom => is_decision(when, lang),
                PeriodType::YearToDateAverage => is_average(when, lang),
                PeriodType::YearToDate => is_cumulative(when, lang),
                _ => is_unclassified(when, lang),
            },
            (Outcome::NoSuchDay, Some(date), _) => self.no_such_day(date, &when),
            (Outcome::UnitDiffers, _, Some(base)) => {
                let unit = |of: &Observation| quoted(of.series_key.unit.text.get(lang), lang);
                units_differ(when, unit(current), self.when(base), unit(base), lang)
            }
            (Outcome::TypeDiffers, _, Some(base)) => {
                let caption = |of: &Observation| quoted(caption(of.series_key.period_type, lang), lang);
                types_differ(when, caption(current), self.when(base), caption(base), lang)
            }
            (Outcome::MeasureDiffers, _, Some(base)) => {
                let measure = |of: &Observation| measure(of.series_key.measure, lang);
                measures_differ(when, measure(current), self.when(base), measure(base), lang)
            }
            _ => no_base(self.of_base(), self.base_date(), lang),
        }
    }

    fn no_such_day(&self, date: NaiveDate, when: &str) -> String {
        let months = match self.comparand {
            Comparand::Month => 1,
            Comparand::Year => 12,
        };
        let (day, month) = (date.day(), in_month_before(date, months, self.lang));
        // Only the 29th to the 31st are missing from some month.
        let ordinal = self.lang.pick(["го", if day == 31 { "st" } else { "th" }]);
        text!(
            self.lang,
            "текущее значение — {when}, а {month} нет {day}-{ordinal} числа, и ближайший день его не заменяет",
            "the current value is {when}, but {month} has no {day}{ordinal}, and the nearest day does not replace it"
        )
    }

    fn when(&self, observation: &Observation) -> String {
        of_period(&observation.series_key, observation.date, self.lang)
    }

    /// The date that was looked for, as the type of the current observation asks.
    fn base_date(&self) -> String {
        let key = &self.comparison.current.series_key;
        let date = |date| match key.period_type.is_since_january() {
            true => in_sentence_of(key, date, self.lang),
            // The day itself: what it is the end of is said before it.
            false => in_sentence(key.period_type, date, self.lang),
        };
        self.comparison.base_date.map(date).unwrap_or_default()
    }

    /// The base that the rule of the current observation's type asks for.
    fn of_base(&self) -> &'static str {
        // A value of a moment has a base with an end rather than a length.
        let key = &self.comparison.current.series_key;
        let is_stock = key.period_type == PeriodType::MonthEnd;
        match (self.comparison.rule, self.comparand) {
            (2, _) => same_period(self.lang),
            (3, Comparand::Month) => same_day_of_month(self.lang),
            (3, Comparand::Year) => same_day_of_year(self.lang),
            (_, Comparand::Month) if is_stock => end_of_month(self.lang),
            (_, Comparand::Year) if is_stock => match key.frequency {
                Some(Frequency::Quarterly) => end_of_same_quarter(self.lang),
                Some(Frequency::Annual) => end_of_previous_year(self.lang),
                None => end_of_same_month(self.lang),
            },
            (_, Comparand::Month) => previous_month(self.lang),
            (_, Comparand::Year) => same_month(self.lang),
        }
    }
}

#[cfg(test)]
mod tests;
