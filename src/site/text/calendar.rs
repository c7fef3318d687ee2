//! What the calendar of releases says.

use super::overall::plural;
use crate::model::Lang;

/// What a calendar program shows as its name.
pub fn calendar_name(lang: Lang) -> &'static str {
    match lang {
        Lang::Ru => "Календарь публикаций показателей",
        Lang::En => "Indicator release calendar",
    }
}

/// The title of a release: the name of its first indicator, and how many more there are.
pub fn release_names(first: &str, others: usize, lang: Lang) -> String {
    match (lang, others) {
        (_, 0) => first.to_owned(),
        (Lang::Ru, others) => {
            let noun = plural(others, ["показатель", "показателя", "показателей"]);
            format!("{first} и ещё {others} {noun}")
        }
        (Lang::En, others) => format!("{first} and {others} more"),
    }
}
