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
    of: &Observation,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let (name, period) = (indicator.name.get(lang), period(of, lang));
    let value = with_flags(&value(indicator, of, lang), of.flags, lang);
    let title = format!("{name}: {value}, {period}");
    before.map(|before| revised(&title, self::value(indicator, before, lang), lang)).unwrap_or(title)
}

/// The text of an entry: value with unit, period, the change against the observation before, and its flags.
pub fn feed_summary(
    indicator: &Indicator,
    of: &Observation,
    replaced: Option<&Observation>,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let value = |of: &Observation| value(indicator, of, lang);
    let period = |of: &Observation| period(of, lang);
    let mut summary = figure(value(of), period(of), lang);
    if let Some(replaced) = replaced {
        summary += &was(value(replaced), lang);
    }
    let status = indicator.declared.status();
    let compared = before.and_then(|before| Some((before, Difference::between(before, of, status)?)));
    if let Some((before, exact)) = compared {
        let decimals = indicator.decimals_of(&of.series_key);
        let mut change = difference(&exact.abs.shown(decimals), &of.series_key, lang);
        if let Some(pct) = of.percentage_from(before) {
            change += &format!(" ({})", percent(&pct, lang));
        }
        summary += &against(value(before), period(before), change, lang);
    }
    let flags: Vec<&str> = of.flags.marks().map(|one| flag(one, lang)).collect();
    if !flags.is_empty() {
        summary += &marked(flags.join("; "), lang);
    }
    summary
}

fn value(indicator: &Indicator, of: &Observation, lang: Lang) -> String {
    let value = of.value.shown(indicator.decimals_of(&of.series_key));
    nbsp(&measured(&value, &of.series_key.unit, lang))
}

/// A rate is that from its day on, which may be to come.
fn period(of: &Observation, lang: Lang) -> String {
    let dated = dated_of(&of.series_key, of.date, lang);
    match (of.series_key.period_type, of.date) {
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
            let of = Observation::sample(period_type, "2026-12-15", "8");
            Lang::ALL.map(|lang| period(&of, lang).replace('\u{a0}', " "))
        };
        assert_eq!(periods(PeriodType::EffectiveFrom), ["с 15 декабря 2026", "from 15 December 2026"]);
        assert_eq!(periods(PeriodType::Daily), ["15 декабря 2026", "15 December 2026"]);
        let undated = Observation::sample(PeriodType::Unknown, "", "8");
        assert_eq!(period(&undated, Lang::En), "date unknown");
    }
}
