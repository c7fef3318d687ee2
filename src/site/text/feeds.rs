//! What an entry of a feed says of a figure.

use super::*;

use crate::model::texts;

texts! {
    revised(title, before) { "{title} (пересмотрено, ранее {before})", "{title} (revised from {before})" }

    figure(value, period) { "{value}, {period}.", "{value}, {period}." }
    was(before) { " Пересмотрено, ранее {before}.", " Revised from {before}." }
    against(before, period, change) {
        " Изменение по сравнению с предыдущим значением ({before}, {period}): {change}.",
        " Change from the previous value ({before}, {period}): {change}." }
    marked(flags) { " Пометки: {flags}.", " Flags: {flags}." }
}

/// The title of a feed's entry: name, value with unit and marks, period, and for a revision the value before.
pub fn feed_title(
    indicator: &Indicator,
    observation: &Observation,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let (name, period) = (indicator.name.get(lang), period(observation, lang));
    let value = with_flags(&value(indicator, observation, lang), observation.flags, lang);
    let title = format!("{name}: {value}, {period}");
    before.map(|before| revised(&title, self::value(indicator, before, lang), lang)).unwrap_or(title)
}

/// The text of an entry: value with unit, period, the change against the observation before, and its flags.
pub fn feed_summary(
    indicator: &Indicator,
    observation: &Observation,
    replaced: Option<&Observation>,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let value = |observation: &Observation| value(indicator, observation, lang);
    let period = |observation: &Observation| period(observation, lang);
    let mut summary = figure(value(observation), period(observation), lang);
    if let Some(replaced) = replaced {
        summary += &was(value(replaced), lang);
    }
    let status = indicator.declared.status();
    let compared =
        before.and_then(|before| Some((before, Difference::between(before, observation, status)?)));
    if let Some((before, exact)) = compared {
        let decimals = indicator.decimals_of(&observation.series_key);
        let mut change = difference(&exact.abs.shown(decimals), &observation.series_key, lang);
        if let Some(pct) = observation.percentage_from(before) {
            change += &format!(" ({})", percent(&pct, lang));
        }
        summary += &against(value(before), period(before), change, lang);
    }
    let flags: Vec<&str> = observation.flags.marks().map(|f| flag(f, lang)).collect();
    if !flags.is_empty() {
        summary += &marked(flags.join("; "), lang);
    }
    summary
}

fn value(indicator: &Indicator, observation: &Observation, lang: Lang) -> String {
    let value = observation.value.shown(indicator.decimals_of(&observation.series_key));
    nbsp(&measured(&value, &observation.series_key.unit, lang))
}

/// A rate is that from its day on, which may be to come.
fn period(observation: &Observation, lang: Lang) -> String {
    let dated = dated_of(&observation.series_key, observation.date, lang);
    match (observation.series_key.period_type, observation.date) {
        (PeriodType::EffectiveFrom, Some(_)) => nbsp(&from_day(dated, lang)),
        _ => dated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_dated_by_the_day_from_which_it_is_in_force() {
        let periods = |period_type| {
            let row = Observation::sample(period_type, "2026-12-15", "8");
            Lang::ALL.map(|lang| period(&row, lang).replace('\u{a0}', " "))
        };
        assert_eq!(periods(PeriodType::EffectiveFrom), ["с 15 декабря 2026", "from 15 December 2026"]);
        assert_eq!(periods(PeriodType::Daily), ["15 декабря 2026", "15 December 2026"]);
        let undated = Observation::sample(PeriodType::Unknown, "", "8");
        assert_eq!(period(&undated, Lang::En), "date unknown");
    }
}
