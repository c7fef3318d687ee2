//! The sentence on a change, or on why there is none, with the dates, values and units that decided it.

use chrono::{Datelike, NaiveDate};

use super::dates::{in_month_before, in_sentence, kind};
use super::numbers::{difference, fixed, measured, percent};
use super::periods::{capital, labelled, of_period};
use super::quarters::in_sentence_of;
use crate::model::{
    Comparand, Comparison, Delta, Frequency, Lang, Measure, Observation, Outcome, PeriodType, SeriesKey,
    Status, texts,
};

texts! {
    /// What kind of quantity a value is.
    measure(Measure) {
        Amount => { "уровень", "level" }
        Rate => { "ставка, курс или коэффициент", "rate or ratio" }
        Growth => { "темп прироста", "growth rate" }
        Index => { "индекс", "index" }
        Balance => { "сальдо", "balance" }
    }

    end_of_frequency(Frequency) {
        Quarterly => { "на конец квартала", "quarter-end" }
        Annual => { "на конец года", "year-end" }
    }

    change_over(Comparand) {
        Month => { "изменение за месяц", "month-on-month change" }
        Year => { "изменение за год", "year-on-year change" }
    }
    no_change(change, reason) { "{change} не рассчитано: {reason}", "No {change} is calculated: {reason}" }
    unchanged_over(Comparand) {
        Month => { "за месяц значение не изменилось", "unchanged month on month" }
        Year => { "за год значение не изменилось", "unchanged year on year" }
    }

    /// Both values, each with its period, and what follows of them.
    compared(when, value, base_when, base_value, change) {
        "{when}: {value}; {base_when}: {base_value}; {change}",
        "{when}: {value}; {base_when}: {base_value}; {change}" }
    changed_by(change, difference, percentage) {
        "{change}: {difference}{percentage}",
        "{change}: {difference}{percentage}" }
    or_percent(percent) { ", или {percent}", ", or {percent}" }
    base_negative {
        "; процентное изменение не показано: база отрицательна",
        "; no percentage is shown because the base is negative" }
    sign_changed {
        "; процентное изменение не показано: знак сменился",
        "; no percentage is shown because the sign has changed" }
    base_is_zero {
        "; процентное изменение не рассчитано: база равна нулю",
        "; no percentage is calculated because the base is zero" }

    // The base that a rule asks for.
    same_period { "за тот же период годом ранее", "for the same period a year earlier" }
    same_day_of_month { "на то же число предыдущего месяца", "for the same day of the previous month" }
    same_day_of_year { "на тот же день годом ранее", "for the same day a year earlier" }
    end_of_month { "на конец предыдущего месяца", "for the end of the previous month" }
    end_of_same_month { "на конец того же месяца годом ранее", "for the end of the same month a year earlier" }
    end_of_same_quarter {
        "на конец того же квартала годом ранее",
        "for the end of the same quarter a year earlier" }
    end_of_previous_year { "на конец предыдущего года", "for the end of the previous year" }
    previous_month { "за предыдущий месяц", "for the previous month" }
    same_month { "за тот же месяц годом ранее", "for the same month a year earlier" }

    // Why there is no change.
    is_seed(when) {
        "значение {when} взято из начальных данных (seed), не подтверждённых проверкой источника",
        "the value {when} comes from the initial data (seed), which no check of the source has confirmed" }
    is_unknown(when) {
        "статус значения {when} неизвестен (unknown), и считать его проверенным нельзя",
        "the status of the value {when} is unknown; the value must not be treated as verified" }
    is_undated(value) {
        "дата текущего значения ({value}) неизвестна, поэтому сравнить его не с чем",
        "the date of the current value ({value}) is unknown, so there is nothing to compare it with" }
    is_decision {
        "значение устанавливается решениями, а история решений не заменяет ежемесячных наблюдений",
        "the value is set by decisions, and a history of decisions does not replace monthly observations" }
    is_average(when) {
        "значение {when} усреднено с начала года и сравнивается только с тем же периодом предыдущего года",
        "the value {when} is a year-to-date average and is compared only with the same period of the previous year" }
    is_cumulative(when) {
        "значение {when} накоплено с начала года и сравнивается только с тем же периодом предыдущего года",
        "the value {when} is cumulative from January and is compared only with the same period of the previous year" }
    is_unclassified(when) {
        "тип периода значения {when} не определён, поэтому сравнить его не с чем",
        "the period type of the value {when} is unknown, so there is nothing to compare it with" }
    no_base(of_base, date) {
        "нет значения {of_base} ({date}); ближайшее по дате вместо него не используется",
        "no value is available {of_base} ({date}); the nearest observation is not used instead" }
    no_day(date, month, day) {
        "значение относится к {date}, а {month} нет {day}-го числа; ближайший день вместо него не берётся",
        "the current value is for {date}, and {month} has no {day}th; the nearest day is not used instead" }
    no_31st(date, month) {
        "значение относится к {date}, а {month} нет 31-го числа; ближайший день вместо него не берётся",
        "the current value is for {date}, and {month} has no 31st; the nearest day is not used instead" }
    no_months(Frequency) {
        Quarterly => {
            "у показателя одно значение в квартал, а не в месяц",
            "the indicator has one value per quarter, not per month" }
        Annual => {
            "у показателя одно значение в год, а не в месяц",
            "the indicator has one value per year, not per month" }
    }
    units_differ(when, current, base_when, base) {
        "значение {when} дано в единицах {current}, а значение {base_when} — в единицах {base}",
        "the value {when} is in {current}; the value {base_when} is in {base}" }
    types_differ(when, current, base_when, base) {
        "тип периода у значения {when} — {current}, а у значения {base_when} — {base}",
        "the period type of the value {when} is {current}; that of the value {base_when} is {base}" }
    measures_differ(when, current, base_when, base) {
        "вид величины у значения {when} — {current}, а у значения {base_when} — {base}; такие значения несопоставимы",
        "the measure of the value {when} is {current}; that of the value {base_when} is {base}; such values are not comparable" }

    quoted(text) { "«{text}»", "“{text}”" }
}

/// The key of a part of a series: `млн евро, на конец месяца, уровень`.
pub fn series_key(key: &SeriesKey, lang: Lang) -> String {
    [key.unit.text.get(lang), kind_of(key, lang), measure(key.measure, lang)].join(", ")
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
    let text = match (&comparison.delta(), comparison.base) {
        (Delta::Full { .. } | Delta::Abs(_), Some(base)) => sentence.calculated(base),
        _ => capital(&no_change(change_over(comparand, lang), sentence.reason(status), lang)),
    };
    // A unit may end in a point of its own.
    if text.ends_with('.') { text } else { text + "." }
}

impl ChangeSentence<'_> {
    fn calculated(&self, base: &Observation) -> String {
        let (current, lang) = (self.comparison.current, self.lang);
        let label = |of: &Observation| labelled(&of.series_key, of.date, lang);
        let change = if current.value == base.value {
            unchanged_over(self.comparand, lang).to_owned()
        } else {
            let change = change_over(self.comparand, lang);
            changed_by(change, self.difference(base), self.percentage(base), lang)
        };
        let (value, base_value) = (self.value(current), self.value(base));
        compared(capital(&label(current)), value, label(base), base_value, change, lang)
    }

    /// Percentages with their sign, other values without their unit, which the difference has.
    fn value(&self, of: &Observation) -> String {
        match of.series_key.unit.is_percent() {
            true => measured(&of.value.shown(self.decimals), &of.series_key.unit, self.lang),
            false => fixed(&of.value, self.decimals, self.lang),
        }
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
            None if base.value.sign().is_eq() => base_is_zero(lang).to_owned(),
            None if base.value.sign().is_lt() => base_negative(lang).to_owned(),
            None if current.value.sign().is_lt() => sign_changed(lang).to_owned(),
            None => String::new(),
        }
    }

    /// Why there is no change.
    fn reason(&self, status: Status) -> String {
        let current = self.comparison.current;
        let (lang, when) = (self.lang, self.when(current));
        // A month is missing from such a series as a rule, and not because somebody failed to record it.
        let of_no_month = current.series_key.frequency.filter(|_| self.comparand == Comparand::Month);
        match (self.comparison.outcome, current.date, self.comparison.base) {
            (Outcome::Status, ..) if status == Status::Seed => is_seed(when, lang),
            (Outcome::Status, ..) => is_unknown(when, lang),
            (Outcome::NoDate, ..) | (Outcome::NoSuchDay, None, _) => is_undated(self.value(current), lang),
            (Outcome::NotCalculated, ..) => match current.series_key.period_type {
                PeriodType::EffectiveFrom => is_decision(lang).to_owned(),
                PeriodType::YearToDateAverage => is_average(when, lang),
                PeriodType::YearToDate => is_cumulative(when, lang),
                _ => is_unclassified(when, lang),
            },
            (Outcome::NoSuchDay, Some(date), _) => match of_no_month {
                Some(frequency) => no_months(frequency, lang).to_owned(),
                None => self.no_such_day(date),
            },
            (Outcome::UnitDiffers, _, Some(base)) => {
                let unit = |of: &Observation| quoted(of.series_key.unit.text.get(lang), lang);
                units_differ(when, unit(current), self.when(base), unit(base), lang)
            }
            (Outcome::TypeDiffers, _, Some(base)) => {
                let kind = |of: &Observation| quoted(kind_of(&of.series_key, lang), lang);
                types_differ(when, kind(current), self.when(base), kind(base), lang)
            }
            (Outcome::MeasureDiffers, _, Some(base)) => {
                let measure = |of: &Observation| quoted(measure(of.series_key.measure, lang), lang);
                measures_differ(when, measure(current), self.when(base), measure(base), lang)
            }
            _ => match of_no_month {
                Some(frequency) => no_months(frequency, lang).to_owned(),
                None => no_base(self.of_base(), self.base_date(), lang),
            },
        }
    }

    fn no_such_day(&self, date: NaiveDate) -> String {
        let months = match self.comparand {
            Comparand::Month => 1,
            Comparand::Year => 12,
        };
        let month = in_month_before(date, months, self.lang);
        // Only the 29th to the 31st are missing from some month.
        match date.day() {
            31 => no_31st(self.day(Some(date)), month, self.lang),
            day => no_day(self.day(Some(date)), month, day, self.lang),
        }
    }

    fn day(&self, date: Option<NaiveDate>) -> String {
        date.map(|date| in_sentence(PeriodType::Daily, date, self.lang)).unwrap_or_default()
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
