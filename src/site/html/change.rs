//! Changes as a reader meets them: in a sentence, in a row, and on a year earlier in a table.

use super::*;

use crate::site::text;

/// A change: its direction, its size, and its size in the other measure.
pub struct Change {
    /// None where nothing has changed.
    pub arrow: Option<&'static str>,
    pub text: String,
    pub more: Option<String>,
    /// For a row that has the unit already. None where nothing can be calculated, which a row says by its legend.
    pub short: Option<String>,
}

impl Change {
    /// Of a comparison with a result, or with a base that is of another kind.
    pub fn of(indicator: &Indicator, comparison: &Comparison<'_>, lang: Lang) -> Option<Self> {
        let base = comparison.base?;
        match comparison.outcome {
            Outcome::Calculated | Outcome::BaseZero => {
                Some(Self::between(indicator, base, comparison.current, lang))
            }
            Outcome::UnitDiffers | Outcome::TypeDiffers | Outcome::MeasureDiffers => {
                Some(Self::in_a_word(text::page(lang).incomparable, None))
            }
            _ => None,
        }
    }

    /// From one observation to another. Where a percentage would mislead, there is the difference alone.
    pub fn between(indicator: &Indicator, base: &Observation, current: &Observation, lang: Lang) -> Self {
        let t = text::page(lang);
        let arrow = match current.value.cmp(&base.value) {
            Ordering::Greater => "▲",
            Ordering::Less => "▼",
            Ordering::Equal => return Self::in_a_word(t.unchanged, Some(t.unchanged_short)),
        };
        let decimals = indicator.decimals_of(&current.series_key);
        let exact = current.value.exactly_minus(base.value).shown(decimals);
        let difference = text::nbsp(&text::difference(&exact, &current.series_key, lang));
        let short = short(current, base, decimals, lang);
        let (text, more) = match current.percentage_from(base) {
            Some(_) => (short.clone(), Some(difference)),
            None => (difference, None),
        };
        Change { arrow: Some(arrow), text, more, short: Some(short) }
    }

    fn in_a_word(word: &'static str, short: Option<&'static str>) -> Self {
        Change { arrow: None, text: word.to_owned(), more: None, short: short.map(str::to_owned) }
    }
}

/// The change between two values that differ: in percent where that does not mislead, else without the unit.
fn short(current: &Observation, base: &Observation, decimals: u8, lang: Lang) -> String {
    match current.percentage_from(base) {
        Some(pct) => text::percent(&pct, lang),
        None => {
            let exact = current.value.exactly_minus(base.value).shown(decimals);
            text::short_difference(&exact, &current.series_key, lang)
        }
    }
}

/// The change of an observation in a table, where it can be calculated.
pub fn in_cell(comparison: &Comparison<'_>, decimals: u8, lang: Lang) -> Option<String> {
    let is_calculated = matches!(comparison.outcome, Outcome::Calculated | Outcome::BaseZero);
    let base = comparison.base.filter(|_| is_calculated)?;
    Some(between_in_cell(base, comparison.current, decimals, lang))
}

pub fn between_in_cell(base: &Observation, current: &Observation, decimals: u8, lang: Lang) -> String {
    match current.value == base.value {
        true => text::page(lang).unchanged_short.to_owned(),
        false => short(current, base, decimals, lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Comparand, PeriodType, Status};
    use crate::site::chart::samples::series;

    fn plain(text: &str) -> String {
        text.replace(['\u{a0}', '\u{202f}'], " ")
    }

    /// The change since a month before, its short form, and the other measure of it.
    fn change(before: &str, now: &str, unit: &str, lang: Lang) -> (String, String, Option<String>) {
        let rows = [format!("2026-01-31 {before} {unit}"), format!("2026-02-28 {now} {unit}")];
        let rows = rows.each_ref().map(String::as_str);
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &rows));
        let comparison = Comparison::new(&indicator.series, Status::Verified, Comparand::Month);
        let change = Change::of(&indicator, &comparison, lang).unwrap();
        (plain(&change.text), plain(&change.short.unwrap()), change.more.as_deref().map(plain))
    }

    #[test]
    fn percentages_change_by_points_and_everything_else_by_percent() {
        for (before, now, unit, text, short, more) in [
            ("2", "3.5", "%", "+1.5 pp", "+1.5 pp", None),
            ("2", "3", "azn", "+50.00%", "+50.00%", Some("+1 azn")),
            ("-2", "3", "azn", "+5 azn", "+5", None),
            ("62.6", "-76.1", "azn", "−138.7 azn", "−138.7", None),
            ("0.0387", "0.0351", "azn", "−9.30%", "−9.30%", Some("−0.0036 azn")),
            ("1000000", "1000001", "azn", "+1 azn", "+1", None),
            ("104", "105.3", "i index", "+1.25%", "+1.25%", Some("+1.3 points")),
        ] {
            let expected = (text.to_owned(), short.to_owned(), more.map(str::to_owned));
            assert_eq!(change(before, now, unit, Lang::En), expected);
        }
        let same = change("1.7", "1.70", "azn", Lang::Ru);
        assert_eq!(same, ("не изменилось".to_owned(), "без изм.".to_owned(), None));
    }

    #[test]
    fn what_cannot_be_compared_says_so() {
        let rows = ["2026-01-31 1 usd", "2026-02-28 2 azn"];
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &rows));
        let comparison = Comparison::new(&indicator.series, Status::Verified, Comparand::Month);
        let change = Change::of(&indicator, &comparison, Lang::Ru).unwrap();
        assert_eq!((change.arrow, &*change.text, change.short), (None, "несопоставимо", None));
    }
}
