//! Names that are not known: the nearest known one is named, else what there is to choose from.

use super::shown;
use crate::model::Localized;

/// A name that is not known: the nearest known one is named, else what to do.
fn unknown(
    what: Localized<&str>,
    found: &str,
    nearest: Option<&str>,
    otherwise: Localized<String>,
) -> Localized<String> {
    let found = shown(&found);
    match nearest.map(|nearest| shown(&nearest)) {
        Some(nearest) => Localized {
            ru: format!("{} `{found}`: может быть, `{nearest}`?", what.ru),
            en: format!("{} `{found}`, did you mean `{nearest}`?", what.en),
        },
        None => Localized {
            ru: format!("{} `{found}`: {}", what.ru, otherwise.ru),
            en: format!("{} `{found}`: {}", what.en, otherwise.en),
        },
    }
}

/// What to do where there are only so many names to choose from.
fn known_are(choice: &str) -> Localized<String> {
    Localized { ru: format!("бывают {choice}"), en: format!("known are {choice}") }
}

/// What to do where a name can be added.
fn or_else(ru: &str, en: &str) -> Localized<String> {
    Localized { ru: ru.to_owned(), en: en.to_owned() }
}

pub fn unknown_field(found: &str, nearest: Option<&str>, choice: &str) -> Localized<String> {
    unknown(Localized { ru: "неизвестное поле", en: "unknown field" }, found, nearest, known_are(choice))
}

pub fn unknown_column(found: &str, nearest: Option<&str>, choice: &str) -> Localized<String> {
    unknown(Localized { ru: "неизвестный столбец", en: "unknown column" }, found, nearest, known_are(choice))
}

pub fn unknown_unit(found: &str, nearest: Option<&str>) -> Localized<String> {
    let define = or_else("опишите её в `units` файла dataset.json", "define it in `units` of dataset.json");
    unknown(Localized { ru: "неизвестная единица", en: "unknown unit" }, found, nearest, define)
}

pub fn unknown_source(found: &str, nearest: Option<&str>) -> Localized<String> {
    let define =
        or_else("опишите его в `sources` файла dataset.json", "define it in `sources` of dataset.json");
    unknown(Localized { ru: "неизвестный источник", en: "unknown source" }, found, nearest, define)
}

pub fn unknown_indicator(found: &str, nearest: Option<&str>) -> Localized<String> {
    let list = or_else("сначала опишите его в наборе", "describe it in the dataset first");
    unknown(Localized { ru: "неизвестный показатель", en: "unknown indicator" }, found, nearest, list)
}

pub fn unknown_period_type(found: &str, nearest: Option<&str>, choice: &str) -> Localized<String> {
    unknown(
        Localized { ru: "неизвестный тип периода", en: "unknown period type" },
        found,
        nearest,
        known_are(choice),
    )
}

pub fn unknown_measure(found: &str, nearest: Option<&str>, choice: &str) -> Localized<String> {
    unknown(Localized { ru: "неизвестная мера", en: "unknown measure" }, found, nearest, known_are(choice))
}

pub fn unrecognised_status(found: &str, nearest: Option<&str>, choice: &str) -> Localized<String> {
    let what = Localized { ru: "нераспознанный статус", en: "unrecognised status" };
    let message = unknown(what, found, nearest, known_are(choice));
    Localized {
        ru: format!("{} (пока считается `unknown`)", message.ru),
        en: format!("{} (it counts as `unknown` until then)", message.en),
    }
}

pub fn unfollowed_release(found: &str, nearest: Option<&str>) -> Localized<String> {
    let what = Localized {
        ru: "ни один показатель не называет выпуск",
        en: "no indicator names the release",
    };
    let remedy = or_else(
        "впишите его в `release` показателя или уберите строки",
        "write it as the `release` of an indicator or remove the rows",
    );
    unknown(what, found, nearest, remedy)
}

pub fn not_listed(found: &str, nearest: Option<&str>) -> Localized<String> {
    let what = Localized {
        ru: "ни один раздел в dataset.json не содержит показателя",
        en: "no category in dataset.json lists the indicator",
    };
    unknown(
        what,
        found,
        nearest,
        or_else("добавьте его в раздел или уберите файлы", "list it in one or remove its files"),
    )
}

pub fn does_not_belong(nearest: Option<&str>) -> Localized<String> {
    match nearest {
        Some(nearest) => Localized {
            ru: format!("лишний файл: может быть, `{nearest}`?"),
            en: format!("the file does not belong here, did you mean `{nearest}`?"),
        },
        None => or_else(
            "лишний файл: здесь лежат только dataset.json, checks.csv, calendar.csv и indicators, перенесите или уберите его",
            "the file does not belong here: only dataset.json, checks.csv, calendar.csv and indicators do, move or remove it",
        ),
    }
}
