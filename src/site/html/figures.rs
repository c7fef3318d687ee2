//! Values, changes and statuses as a reader meets them.

use super::*;

/// A number of more characters may be broken where it does not fit.
const LONGEST: usize = 14;

/// A value with its unit where it stands alone: a rate names the day from which it applies.
pub fn value_standing_alone(
    indicator: &Indicator,
    observation: &Observation,
    lang: Lang,
) -> String {
    match (observation.series_key.period_type, observation.date) {
        (PeriodType::EffectiveFrom, Some(date)) => {
            rate_with_its_day(indicator, observation, date, lang)
        }
        _ => text::value_with_unit(indicator, observation, lang),
    }
}

/// A rate with its unit and the day from which it applies.
pub fn rate_with_its_day(
    indicator: &Indicator,
    rate: &Observation,
    since: NaiveDate,
    lang: Lang,
) -> String {
    let value = text::value_with_unit(indicator, rate, lang);
    text::nbsp(&text::rate_from(value, text::full_day(since, lang), lang))
}

/// A value with its unit and its period: no page shows one of them without the others.
pub struct Figure {
    pub number: String,
    /// True if it is longer than a line of a telephone.
    pub is_long: bool,
    /// The unit, where it is not written at the number itself.
    pub unit: Option<String>,
    pub period: String,
    /// The age of a figure that is old.
    pub age: Option<String>,
    pub flags: Flags,
    pub flag_words: Option<String>,
    /// Decisions that left the rate as it is, and those that are not in force yet.
    pub decisions: Vec<String>,
}

impl Figure {
    /// The observation that leads, with its period as a sentence has it.
    pub fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let InForce {
            current,
            since,
            unchanged,
            ..
        } = indicator.series.in_force(as_of);
        let period = text::period(&current.series_key, since, as_of, lang);
        let dates: Vec<NaiveDate> = unchanged.iter().filter_map(|row| row.date).collect();
        let unchanged = text::left_unchanged(&dates, lang);
        let mut decisions: Vec<String> = unchanged.iter().map(|days| text::nbsp(days)).collect();
        decisions.extend(to_come(indicator, as_of, text::full_day, lang));
        Figure {
            period,
            decisions,
            ..Self::in_table(indicator, as_of, lang)
        }
    }

    /// The observation that leads, with its period as a cell has it.
    pub fn in_table(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Self {
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let (value, date) = (indicator.shown(current), current.date);
        let unit = text::nbsp(current.series_key.unit.text_for(&value, lang));
        let (number, unit) = if text::is_percent_sign(&unit) {
            (text::quantity(&value, &unit, lang), None)
        } else {
            (text::number(&value, lang), Some(unit))
        };

        Figure {
            is_long: number.chars().count() > LONGEST,
            number,
            unit,
            period: text::period_in_row(&current.series_key, since, false, as_of, lang),
            age: date.and_then(|date| text::age(&current.series_key, date, as_of, lang)),
            flags: current.flags,
            flag_words: text::flag_words(current.flags, lang).map(|words| text::nbsp(&words)),
            decisions: to_come(indicator, as_of, text::day, lang),
        }
    }

    pub fn value(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{}\u{a0}{unit}", self.number),
            None => self.number.clone(),
        }
    }

    /// The value as it is quoted: with its flags.
    pub fn quoted(&self, lang: Lang) -> String {
        text::with_flags(&self.value(), self.flags, lang)
    }
}

/// `с 15 декабря 2026 года — 8 %`, with the day as a sentence or a cell has it.
fn to_come(
    indicator: &Indicator,
    as_of: NaiveDate,
    day: fn(NaiveDate, Lang) -> String,
    lang: Lang,
) -> Vec<String> {
    let mut rates = Vec::new();
    for rate in indicator.series.in_force(as_of).coming {
        if let Some(date) = rate.date {
            let value = text::quote_value(indicator, rate, lang);
            let sentence = text::rate_to_come(day(date, lang), &value, lang);
            rates.push(text::nbsp(&sentence));
        }
    }

    rates
}

/// A change: its direction, its size, and its size in the other measure.
pub struct Change {
    /// `None` where nothing has changed.
    pub arrow: Option<&'static str>,
    pub text: String,
    pub more: Option<String>,
    /// For a row that has the unit already. `None` where nothing can be calculated.
    pub short: Option<String>,
}

impl Change {
    /// The result of a comparison, or a word where the base is of another kind.
    pub fn of(indicator: &Indicator, comparison: &Comparison, lang: Lang) -> Option<Self> {
        let base = comparison.base?;
        match comparison.outcome {
            Outcome::Calculated | Outcome::BaseZero => {
                Some(Self::between(indicator, base, comparison.current, lang))
            }
            Outcome::UnitDiffers | Outcome::TypeDiffers | Outcome::MeasureDiffers => {
                let text = text::incomparable(lang).to_owned();
                Some(Change {
                    arrow: None,
                    text,
                    more: None,
                    short: None,
                })
            }
            _ => None,
        }
    }

    /// The change from one observation to another. Where a percentage would mislead, the difference stands alone.
    pub fn between(
        indicator: &Indicator,
        base: &Observation,
        current: &Observation,
        lang: Lang,
    ) -> Self {
        let decimals = indicator.decimals_of(&current.series_key);
        let is_balance = has_negatives(&indicator.series);
        let short = short_change(base, current, decimals, is_balance, lang);
        let arrow = match current.value.cmp(&base.value) {
            Ordering::Greater => Some("▲"),
            Ordering::Less => Some("▼"),
            Ordering::Equal => None,
        };

        let exact = current.shown_difference(base, decimals);
        let difference = text::nbsp(&text::difference(&exact, &current.series_key, lang));
        let (text, more) = match current.percentage_from(base) {
            _ if arrow.is_none() => (text::unchanged(lang).to_owned(), None),
            Some(_) if !is_balance => (short.clone(), Some(difference)),
            _ => (difference, None),
        };

        Change {
            arrow,
            text,
            more,
            short: Some(short),
        }
    }
}

/// Returns true if a series has values below zero: then all of its changes are differences, so that a column has one measure.
pub fn has_negatives(series: &Series) -> bool {
    let mut rows = series.observations().iter();
    rows.any(|row| row.value.sign().is_lt())
}

/// The change between two values: in percent where that does not mislead, else without the unit.
pub fn short_change(
    base: &Observation,
    current: &Observation,
    decimals: u8,
    is_balance: bool,
    lang: Lang,
) -> String {
    match current.percentage_from(base) {
        _ if current.value == base.value => text::unchanged_short(lang).to_owned(),
        Some(pct) if !is_balance => text::percent(&pct, lang),
        _ => {
            let exact = current.shown_difference(base, decimals);
            text::short_difference(&exact, &current.series_key, lang)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::chart::samples::series;

    fn plain(text: &str) -> String {
        text.replace(['\u{a0}', '\u{202f}'], " ")
    }

    #[test]
    fn the_rate_in_force_leads_and_the_one_to_come_is_announced() {
        let rows = ["2025-01-01 10 %", "2026-01-01 9 %", "2026-12-15 8 %"];
        let indicator = Indicator::of_series(series(PeriodType::EffectiveFrom, &rows));
        let figure = |lang| Figure::new(&indicator, "2026-11-20".parse().unwrap(), lang);
        let said = |lang| {
            let figure = figure(lang);
            (
                plain(&figure.number),
                plain(&figure.period),
                figure.decisions.iter().map(|rate| plain(rate)).collect(),
            )
        };
        let expected = |number: &str, period: &str, coming: &str| {
            (
                number.to_owned(),
                period.to_owned(),
                vec![coming.to_owned()],
            )
        };
        assert_eq!(
            said(Lang::Ru),
            expected(
                "9 %",
                "Действует с 1 января 2026 года",
                "с 15 декабря 2026 года — 8 %"
            )
        );
        assert_eq!(
            said(Lang::En),
            expected(
                "9%",
                "In force since 1 January 2026",
                "from 15 December 2026: 8%"
            )
        );
        let cell = Figure::in_table(&indicator, "2026-11-20".parse().unwrap(), Lang::Ru);
        assert_eq!(
            plain(&cell.decisions[0]),
            "с 15 декабря 2026 — 8 %",
            "as the other days of a table"
        );
        let alone = value_standing_alone(&indicator, indicator.series.current(), Lang::Ru);
        assert_eq!(plain(&alone), "8 % с 15 декабря 2026 года");
    }

    /// The change since a month before, its short form, and the other measure of it.
    fn change(before: &str, now: &str, unit: &str, lang: Lang) -> (String, String, Option<String>) {
        let rows = [
            format!("2026-01-31 {before} {unit}"),
            format!("2026-02-28 {now} {unit}"),
        ];
        let rows = rows.each_ref().map(String::as_str);
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &rows));
        let comparison = Comparison::new(&indicator.series, Status::Verified, Comparand::Month);
        let change = Change::of(&indicator, &comparison, lang).unwrap();
        (
            plain(&change.text),
            plain(&change.short.unwrap()),
            change.more.as_deref().map(plain),
        )
    }

    #[test]
    fn percentages_change_by_points_and_everything_else_by_percent() {
        for (before, now, unit, text, short, more) in [
            ("2", "3.5", "%", "+1.5 pp", "+1.5 pp", None),
            ("2", "3", "azn", "+50.00%", "+50.00%", Some("+1 azn")),
            ("-2", "3", "azn", "+5 azn", "+5", None),
            ("62.6", "-76.1", "azn", "−138.7 azn", "−138.7", None),
            (
                "0.0387",
                "0.0351",
                "azn",
                "−9.30%",
                "−9.30%",
                Some("−0.0036 azn"),
            ),
            ("1000000", "1000001", "azn", "+1 azn", "+1", None),
            (
                "104",
                "105.3",
                "i index",
                "+1.25%",
                "+1.25%",
                Some("+1.3 points"),
            ),
        ] {
            let expected = (text.to_owned(), short.to_owned(), more.map(str::to_owned));
            assert_eq!(change(before, now, unit, Lang::En), expected);
        }

        let same = change("1.7", "1.70", "azn", Lang::Ru);
        assert_eq!(
            same,
            ("не изменилось".to_owned(), "без изм.".to_owned(), None)
        );
    }

    #[test]
    fn what_cannot_be_compared_says_so() {
        let rows = ["2026-01-31 1 usd", "2026-02-28 2 azn"];
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &rows));
        let comparison = Comparison::new(&indicator.series, Status::Verified, Comparand::Month);
        let change = Change::of(&indicator, &comparison, Lang::Ru).unwrap();
        assert_eq!(
            (change.arrow, &*change.text, change.short),
            (None, "несопоставимо", None)
        );
    }
}
