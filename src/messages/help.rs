//! The texts of `--help` in every language. argh takes the English ones of arguments from the comments on them, and a
//! translation is found by them in `help.txt`; notes and examples stand there alone.

use super::*;

use crate::model::texts;

/// Paragraphs of one text each, a line for a language. A note or an example begins with a line that names its command.
/// Those of `import` know a bulletin of a certain bank.
const TEXTS: [&str; 2] = [include_str!("help.txt"), include_str!("help_import.txt")];

/// The text of `--help`, which argh never sees.
pub const ABOUT_HELP: &str = "print this help and exit";

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

/// The text of argh in a language; as it is where it has no translation.
pub fn translated(english: &str, lang: Lang) -> String {
    let english = english.split_whitespace().collect::<Vec<_>>().join(" ");
    find(&english, lang).map(str::to_owned).unwrap_or(english)
}

fn find(english: &str, lang: Lang) -> Option<&'static str> {
    lang.line_of(paragraphs().find(|paragraph| Lang::En.line_of(paragraph) == Some(english))?)
}

pub fn paragraphs() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().flat_map(|texts| texts.split("\n\n"))
}

/// The paragraphs below a heading, such as `note of indicatord serve`.
pub fn below(heading: String) -> impl Iterator<Item = &'static str> {
    paragraphs().filter(move |paragraph| paragraph.lines().next() == Some(&heading))
}

/// Arguments by the names that the help gives them.
pub fn names(english: &[&str]) -> Message {
    let text = Localized::build(|lang| {
        let mut names = Vec::new();
        for name in english {
            names.push(format!("`{}`", translated(name, lang)));
        }

        names.join(", ")
    });
    Message {
        kind: "names",
        text,
    }
}

/// An argument by the name that the help gives it.
pub fn name(english: &str) -> Message {
    Message {
        kind: "name",
        text: Localized::build(|lang| translated(english, lang)),
    }
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

/// Returns true if a text of argh has its translations.
#[cfg(test)]
pub fn is_known(english: &str) -> bool {
    Lang::ALL
        .into_iter()
        .all(|lang| find(english, lang).is_some())
}
