//! The texts of `--help` in every language. argh takes the English ones from the comments on the arguments; a text is found
//! here by those words.

mod directory;
mod import;
mod service;
mod shared;
mod store;

use super::*;

use crate::model::texts;

/// A text in the order of the languages.
type Text = [&'static str; Lang::ALL.len()];

/// The text of `--help`, which argh never sees.
pub const ABOUT_HELP: &str = "print this help and exit";

const TABLES: [&[Text]; 7] = [
    PROGRAM,
    service::SERVICE,
    directory::DIRECTORY,
    import::IMPORT,
    store::STORE,
    shared::SHARED,
    shared::NAMES,
];

texts! {
    usage { "Использование", "Usage" }
    command_in_usage { "команда", "command" }
    options_in_usage { "параметры", "options" }
    operands { "Аргументы", "Arguments" }
    options { "Параметры", "Options" }
    commands { "Команды", "Commands" }
    examples { "Примеры", "Examples" }
    notes { "Примечания", "Notes" }
    exit_codes { "Коды завершения", "Exit codes" }
}

/// The text of argh in a language; as it is where nothing is known of it.
pub fn translated(english: &str, lang: Lang) -> String {
    let words: Vec<&str> = english.split_whitespace().collect();
    let english = words.join(" ");
    known(&english).map_or(english, |text| lang.pick(text).to_owned())
}

/// Arguments by the names that the help gives them.
pub fn names(english: &[&str]) -> Message {
    let named = |lang| english.iter().map(|name| format!("`{}`", translated(name, lang))).collect::<Vec<_>>();
    Message { kind: "names", text: Localized::build(|lang| named(lang).join(", ")) }
}

/// An argument by the name that the help gives it.
pub fn name(english: &str) -> Message {
    Message { kind: "name", text: Localized::build(|lang| translated(english, lang)) }
}

fn known(english: &str) -> Option<Text> {
    TABLES.into_iter().flatten().find(|text| Lang::En.pick(**text) == english).copied()
}

/// The English text of `--lang`, by the name of its command: it decides on other texts too.
pub fn about_lang(command: &str) -> &'static str {
    match command {
        "serve" => "language of the log, ru or en; by default INDICATORD_LANG, else English",
        "preview" => {
            "language of messages, also on the pages, ru or en; by default INDICATORD_LANG, else that of LANG"
        }
        _ => "language of messages, ru or en; by default INDICATORD_LANG, else that of LANG",
    }
}

/// Whether a text of argh has its translations.
#[cfg(test)]
pub fn is_known(english: &str) -> bool {
    known(english).is_some()
}

/// The program itself, and the options that every command has.
const PROGRAM: &[Text] = &[
    [
        "Публикует макроэкономические и финансовые показатели в JSON, CSV, Excel, SDMX и на веб-страницах, на \
         русском и английском языках.",
        "Publishes macroeconomic and financial indicators as JSON, CSV, Excel, SDMX and web pages, in Russian \
         and English.",
    ],
    [
        "Набор данных — это каталог файлов JSON и CSV, которые можно править вручную. Он проверяется и отдаётся \
         только целиком; набор с ошибкой не отдаётся никогда.",
        "A dataset is a directory of JSON and CSV files that can be edited by hand. It is checked and served as \
         a whole; a dataset with an error is never served.",
    ],
    [
        "Отдавать встроенный набор данных по адресу http://127.0.0.1:8080/data.json",
        "Serve the built-in dataset at http://127.0.0.1:8080/data.json",
    ],
    [
        "Проверить набор данных, запустить сервер и позже перечитать данные, не потеряв ни одного запроса",
        "Check a dataset, serve it, and later reload it without losing a request",
    ],
    ["успешное завершение", "success"],
    [
        "команда не выполнена или отклонена: файл не удалось прочитать или записать, адрес занят, неверны \
         аргументы, нет подтверждения",
        "the command failed or was refused: a file cannot be read or written, an address is in use, the \
         arguments are wrong, confirmation is missing",
    ],
    ["ошибки в содержании: обо всех сообщено", "the content is wrong: every problem has been reported"],
    ["только diff: читатели заметят отличия", "diff only: readers will notice differences"],
    ["показать версию и выйти", "print the version and exit"],
    ["показать эту справку и выйти", "print this help and exit"],
    [
        "язык сообщений, ru или en; по умолчанию INDICATORD_LANG, иначе язык из LANG",
        "language of messages, ru or en; by default INDICATORD_LANG, else that of LANG",
    ],
    [
        "язык журнала, ru или en; по умолчанию INDICATORD_LANG, иначе английский",
        "language of the log, ru or en; by default INDICATORD_LANG, else English",
    ],
    [
        "язык сообщений, в том числе на страницах, ru или en; по умолчанию INDICATORD_LANG, иначе язык из LANG",
        "language of messages, also on the pages, ru or en; by default INDICATORD_LANG, else that of LANG",
    ],
];
