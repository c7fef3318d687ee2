//! Unknown names: the nearest known one is named, else the choice.

use super::*;

use super::verbatim;

catalogue! { SHOWN:
    did_you_mean(noun, found, nearest):
        "{noun} `{found}`: может быть, `{nearest}`?"
        "{noun} `{found}`: did you mean `{nearest}`?"
    unknown_name(noun, found, remedy): "{noun} `{found}`: {remedy}" "{noun} `{found}`: {remedy}"

    // Kinds of names.
    what_field: "неизвестное поле" "unknown field"
    what_column: "неизвестный столбец" "unknown column"
    what_unit: "неизвестная единица" "unknown unit"
    what_source: "неизвестный источник" "unknown source"
    what_indicator: "неизвестный показатель" "unknown indicator"
    what_period_type: "неизвестный тип периода" "unknown period type"
    what_measure: "неизвестный вид величины" "unknown measure"
    what_sector: "неизвестный сектор" "unknown sector"
    what_data_category: "неизвестная категория данных" "unknown data category"
    what_flag: "неизвестная пометка" "unknown flag"
    what_status: "неизвестный статус" "unknown status"
    what_guard: "--allow: неизвестный вид" "--allow: unknown kind"
    what_release: "ни у одного показателя нет публикации" "no indicator has the publication"
    what_unlisted:
        "ни один раздел в dataset.json не содержит показателя"
        "no category in dataset.json lists the indicator"

    // Remedies where nothing is near.
    known_are(choice): "допустимы {choice}" "use one of {choice}"
    define_unit: "опишите её в `units` файла dataset.json" "define it in `units` of dataset.json"
    define_source: "опишите его в `sources` файла dataset.json" "define it in `sources` of dataset.json"
    choose_or_define_unit(choice):
        "есть {choice}; другую опишите в `units` файла dataset.json"
        "the dataset defines {choice}; define another in `units` of dataset.json"
    choose_or_define_source(choice):
        "есть {choice}; другой опишите в `sources` файла dataset.json"
        "the dataset defines {choice}; define another in `sources` of dataset.json"
    where_quarters_belong(choice):
        "остаток на конец квартала или года — это `month_end`, сумма с начала года — `year_to_date`, среднее с начала года — `year_to_date_average`, вместе с `frequency` `Q` или `A`, а для величины за один квартал в схеме 1.0 нет типа периода; допустимы {choice}"
        "a level at the end of a quarter or year is `month_end`, a total since January `year_to_date`, an average since January `year_to_date_average`, together with `frequency` `Q` or `A`; schema 1.0 has no period type for the flow of one quarter; use one of {choice}"
    describe_data_category: "опишите её в `nsdp` файла dataset.json" "define it in `nsdp` of dataset.json"
    describe_indicator:
        "укажите ключ, имя его файла в indicators, или сначала опишите его в наборе данных"
        "give the key, the name of its file in indicators, or define it in the dataset first"
    follow_release:
        "укажите её в `release` показателя или уберите строки"
        "name it in `release` of an indicator, or remove the rows"
    list_indicator: "добавьте его в раздел или уберите файлы" "add it to one, or remove its files"

    counts_as_unknown(message):
        "{message} (до исправления считается `unknown`)"
        "{message} (treated as `unknown` until corrected)"
    belongs_elsewhere(nearest):
        "лишний файл: может быть, `{nearest}`?"
        "unexpected file: did you mean `{nearest}`?"
    belongs_nowhere:
        "лишний файл: здесь должны быть только dataset.json, checks.csv, calendar.csv и indicators, перенесите или уберите его"
        "unexpected file: only dataset.json, checks.csv, calendar.csv and indicators belong here, move or remove it"
}

/// A name that is not known: the nearest known one is named, else the remedy.
fn unknown(noun: Message, name: &str, nearest: Option<&str>, remedy: Message) -> Message {
    match nearest {
        Some(nearest) => did_you_mean(noun, name, nearest),
        None => unknown_name(noun, name, remedy),
    }
}

/// Functions on kinds of names: each its noun and its remedy, with the choice where it has one.
macro_rules! unknown {
    ($($name:ident: $noun:ident, $remedy:ident$(($choice:ident))?;)*) => {
        $(
            pub fn $name(name: &str, nearest: Option<&str> $(, $choice: &str)?) -> Message {
                unknown($noun(), name, nearest, $remedy($(verbatim($choice))?))
            }
        )*
    };
}

unknown! {
    unknown_field: what_field, known_are(choice);
    unknown_column: what_column, known_are(choice);
    unknown_indicator: what_indicator, describe_indicator;
    unknown_measure: what_measure, known_are(choice);
    unknown_sector: what_sector, known_are(choice);
    unknown_data_category: what_data_category, describe_data_category;
    unknown_guard: what_guard, known_are(choice);
    unknown_flag: what_flag, known_are(choice);
    unknown_status: what_status, known_are(choice);
    unfollowed_release: what_release, follow_release;
    not_listed: what_unlisted, list_indicator;
}

/// The code of a unit; `codes` are those that are defined.
pub fn unknown_unit(name: &str, nearest: Option<&str>, codes: &[&str]) -> Message {
    let remedy = match codes {
        [] => define_unit(),
        _ => choose_or_define_unit(list_codes(codes)),
    };
    unknown(what_unit(), name, nearest, remedy)
}

/// The same of a source.
pub fn unknown_source(name: &str, nearest: Option<&str>, codes: &[&str]) -> Message {
    let remedy = match codes {
        [] => define_source(),
        _ => choose_or_define_source(list_codes(codes)),
    };
    unknown(what_source(), name, nearest, remedy)
}

/// The codes that one line has room for.
pub const MAX_CODES: usize = 12;

fn list_codes(codes: &[&str]) -> Message {
    let mut listed: Vec<String> = codes.iter().take(MAX_CODES).map(shown).collect();
    if codes.len() > MAX_CODES {
        listed.push("…".to_owned());
    }

    verbatim(listed.join(", "))
}

/// The type of the last month tells the meaning of quarters and years.
pub fn unknown_period_type(name: &str, nearest: Option<&str>, choice: &str) -> Message {
    let written = name.to_lowercase();
    let longer = ["quarter", "annual", "year", "кварт", "год"];
    let is_longer = longer.iter().any(|word| written.contains(word));
    let choice = verbatim(choice);
    let remedy = if is_longer {
        where_quarters_belong(choice)
    } else {
        known_are(choice)
    };
    unknown(what_period_type(), name, nearest, remedy)
}

pub fn unrecognised_status(name: &str, nearest: Option<&str>, choice: &str) -> Message {
    counts_as_unknown(unknown_status(name, nearest, choice))
}

pub fn does_not_belong(nearest: Option<&str>) -> Message {
    match nearest {
        Some(nearest) => belongs_elsewhere(nearest),
        None => belongs_nowhere(),
    }
}
