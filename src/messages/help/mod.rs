//! The texts of `--help` in every language. argh takes the English ones from the comments on the arguments; a text is found
//! here by those words.

mod directory;
mod import;
mod program;
mod service;
mod shared;
mod store;

use super::Message;
use crate::model::{Lang, Localized, texts};

/// A text in the order of the languages.
type Text = [&'static str; Lang::ALL.len()];

/// What argh never sees, and still is in the help.
pub const ABOUT_HELP: &str = "print this help and exit";

const TABLES: [&[Text]; 7] = [
    program::PROGRAM,
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
