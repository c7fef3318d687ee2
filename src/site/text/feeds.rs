//! What an entry of a feed says of a figure.

use super::dates::nbsp;
use super::numbers::{exact_difference, is_percent, measured, percent};
use super::quarters::dated_of;
use super::statuses::flag;
use crate::model::{Difference, Indicator, Lang, Observation, Status, texts};

texts! {
    revised(title, before) { "{title} (пересмотрено, было {before})", "{title} (revised, was {before})" }

    figure(value, period) { "{value}, {period}.", "{value}, {period}." }
    was(before) { " Пересмотрено, было {before}.", " Revised, was {before}." }
    against(before, period, change) {
        " Изменение к предыдущему значению ({before}, {period}): {change}.",
        " Change against the one before ({before}, {period}): {change}." }
    marked(flags) { " Пометки: {flags}.", " Flags: {flags}." }
}

/// The title of a feed's entry: name, value with unit, period, and for a revision the value before.
pub fn feed_title(
    indicator: &Indicator,
    of: &Observation,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let value = |of: &Observation| nbsp(&measured(of.value, &of.series_key.unit, lang));
    let (name, period) = (indicator.name.get(lang), dated_of(&of.series_key, of.date, lang));
    let title = format!("{name}: {}, {period}", value(of));
    before.map(|before| revised(&title, value(before), lang)).unwrap_or(title)
}

/// The text of an entry: value with unit, period, the change against the observation before, and its flags.
pub fn feed_summary(
    of: &Observation,
    replaced: Option<&Observation>,
    before: Option<&Observation>,
    status: Status,
    lang: Lang,
) -> String {
    let value = |of: &Observation| nbsp(&measured(of.value, &of.series_key.unit, lang));
    let period = |of: &Observation| dated_of(&of.series_key, of.date, lang);
    let mut summary = figure(value(of), period(of), lang);
    if let Some(replaced) = replaced {
        summary += &was(value(replaced), lang);
    }
    let compared = before.and_then(|before| Some((before, Difference::between(before, of, status)?)));
    if let Some((before, difference)) = compared {
        let unit = &of.series_key.unit;
        let mut change = exact_difference(&difference.abs, unit, lang);
        // That of percentages is in points alone.
        if let Some(pct) = difference.pct.filter(|_| !is_percent(unit.text.get(lang))) {
            change += &format!(" ({})", percent(&pct, lang));
        }
        summary += &against(value(before), period(before), change, lang);
    }
    let flags: Vec<&str> = of.flags.iter().map(|one| flag(one, lang)).collect();
    if !flags.is_empty() {
        summary += &marked(flags.join("; "), lang);
    }
    summary
}
