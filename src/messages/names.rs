//! Unknown names: the nearest known one is named, else the choice.

use super::{Message, verbatim};

catalogue! { shown:
    did_you_mean(what, found, nearest) {
        "{what} `{found}`: может быть, `{nearest}`?",
        "{what} `{found}`, did you mean `{nearest}`?" }
    unknown_name(what, found, remedy) { "{what} `{found}`: {remedy}", "{what} `{found}`: {remedy}" }

    // Kinds of names.
    what_field() { "неизвестное поле", "unknown field" }
    what_column() { "неизвестный столбец", "unknown column" }
    what_unit() { "неизвестная единица", "unknown unit" }
    what_source() { "неизвестный источник", "unknown source" }
    what_indicator() { "неизвестный показатель", "unknown indicator" }
    what_period_type() { "неизвестный тип периода", "unknown period type" }
    what_measure() { "неизвестная мера", "unknown measure" }
    what_flag() { "неизвестная пометка", "unknown flag" }
    what_status() { "нераспознанный статус", "unrecognised status" }
    what_guard() { "--allow: неизвестный вид", "--allow: unknown kind" }
    what_release() { "ни один показатель не называет выпуск", "no indicator names the release" }
    what_unlisted() {
        "ни один раздел в dataset.json не содержит показателя",
        "no category in dataset.json lists the indicator" }

    // Remedies where nothing is near.
    known_are(choice) { "бывают {choice}", "known are {choice}" }
    define_unit() { "опишите её в `units` файла dataset.json", "define it in `units` of dataset.json" }
    define_source() { "опишите его в `sources` файла dataset.json", "define it in `sources` of dataset.json" }
    describe_indicator() { "сначала опишите его в наборе", "describe it in the dataset first" }
    follow_release() {
        "впишите его в `release` показателя или уберите строки",
        "write it as the `release` of an indicator or remove the rows" }
    list_indicator() { "добавьте его в раздел или уберите файлы", "list it in one or remove its files" }

    counts_as_unknown(message) {
        "{message} (пока считается `unknown`)",
        "{message} (it counts as `unknown` until then)" }
    belongs_elsewhere(nearest) {
        "лишний файл: может быть, `{nearest}`?",
        "the file does not belong here, did you mean `{nearest}`?" }
    belongs_nowhere() {
        "лишний файл: здесь лежат только dataset.json, checks.csv, calendar.csv и indicators, перенесите или уберите его",
        "the file does not belong here: only dataset.json, checks.csv, calendar.csv and indicators do, move or remove it" }
}

/// Functions on names that are not known: the nearest known one is named, else the remedy, with the choice where it has one.
macro_rules! unknown {
    ($($name:ident: $what:ident, $remedy:ident$(($choice:ident))?;)*) => {
        $(
            pub fn $name(found: &str, nearest: Option<&str> $(, $choice: &str)?) -> Message {
                match nearest {
                    Some(nearest) => did_you_mean($what(), found, nearest),
                    None => unknown_name($what(), found, $remedy($(verbatim($choice))?)),
                }
            }
        )*
    };
}

unknown! {
    unknown_field: what_field, known_are(choice);
    unknown_column: what_column, known_are(choice);
    unknown_unit: what_unit, define_unit;
    unknown_source: what_source, define_source;
    unknown_indicator: what_indicator, describe_indicator;
    unknown_period_type: what_period_type, known_are(choice);
    unknown_measure: what_measure, known_are(choice);
    unknown_guard: what_guard, known_are(choice);
    unknown_flag: what_flag, known_are(choice);
    unknown_status: what_status, known_are(choice);
    unfollowed_release: what_release, follow_release;
    not_listed: what_unlisted, list_indicator;
}

pub fn unrecognised_status(found: &str, nearest: Option<&str>, choice: &str) -> Message {
    counts_as_unknown(unknown_status(found, nearest, choice))
}

pub fn does_not_belong(nearest: Option<&str>) -> Message {
    nearest.map_or_else(belongs_nowhere, belongs_elsewhere)
}
