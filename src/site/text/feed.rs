//! What stands over an entry of the feed.

use super::dates::dated;
use super::numbers::measured;
use super::typography::set;
use crate::model::{Indicator, Lang, Localized, Observation};

/// The name of the service: the dataset's own, else a general one [D9].
pub fn service(title: Option<&Localized<String>>, lang: Lang) -> &str {
    match (title, lang) {
        (Some(title), lang) => title.get(lang),
        (None, Lang::Ru) => "Макроэкономические показатели",
        (None, Lang::En) => "Macroeconomic indicators",
    }
}

/// Name, value with unit, period, and for a revision what it was.
pub fn feed_title(
    indicator: &Indicator,
    of: &Observation,
    before: Option<&Observation>,
    lang: Lang,
) -> String {
    let value = |of: &Observation| set(&measured(of.value, &of.basis.unit, lang));
    let (name, period) = (indicator.name.get(lang), dated(of.basis.period_type, of.date, lang));
    let title = format!("{name}: {}, {period}", value(of));
    match (before, lang) {
        (None, _) => title,
        (Some(before), Lang::Ru) => format!("{title} (пересмотрено, было {})", value(before)),
        (Some(before), Lang::En) => format!("{title} (revised, was {})", value(before)),
    }
}
