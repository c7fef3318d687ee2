//! The words of the command line: prepared for argh, whose refusals are translated.

pub mod configuration;
mod help;
pub mod values;

use std::net::SocketAddr;

use argh::{ArgsInfo, TopLevelCommand};

use crate::console::{self, CommandError, lang};
use crate::dataset;
use crate::messages::{self as msg, Message};
use crate::model::{Lang, PublicUrl};
use crate::server::listen_address;

/// The program's arguments, in whose author's language the console speaks from now on. Ends the program where they are
/// wrong, or ask for help.
pub fn parse<A: TopLevelCommand + ArgsInfo>() -> A {
    let mut words = Vec::new();
    let mut not_utf8 = Vec::new();
    for word in std::env::args_os() {
        let text = word.to_string_lossy().into_owned();
        // The library takes text alone, and a path with other characters in it is another path.
        if word.to_str().is_none() {
            not_utf8.push(format!("`{text}`"));
        }

        words.push(text);
    }

    let mistakes = configuration::load();
    let (given, wrong_lang) = take_lang(&mut words);
    console::set_lang(given.unwrap_or_else(lang_of_environment));
    if !not_utf8.is_empty() {
        refuse(msg::arguments_not_utf8(not_utf8.join(", ")));
    }

    if let Some(reason) = wrong_lang {
        refuse(reason);
    }

    if let Some(command) = words.get(1)
        && !command.starts_with('-')
    {
        require_known::<A>(command);
    }

    let words = operand_with_dash_last(with_configured_options(words));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rest = words.get(1..).unwrap_or_default();
    let arguments = match A::from_args(&[env!("CARGO_PKG_NAME")], rest) {
        Ok(arguments) => arguments,
        Err(exit) if exit.status.is_err() => refuse(translate_refusal(&exit.output)),
        Err(_) => print_help(&help::help_text::<A>(rest.first().copied(), lang())),
    };
    // Help is to be had whatever is wrong there.
    if !mistakes.is_empty() && rest.first() != Some(&"--version") {
        refuse(CommandError::CouldNotRun(mistakes));
    }

    arguments
}

fn require_known<A: ArgsInfo>(command: &str) {
    let known: Vec<&str> = A::get_args_info()
        .commands
        .iter()
        .map(|it| it.name)
        .collect();
    if known.contains(&command) {
        return;
    }

    refuse(match dataset::nearest_name(command, known) {
        Some(nearest) => msg::perhaps_command(command, nearest),
        None => msg::no_such_command(command),
    });
}

/// Takes `--lang`, which every command has, out of the words before argh sees them.
fn take_lang(words: &mut Vec<String>) -> (Option<Lang>, Option<Message>) {
    let mut settled = None;
    let mut at = 2;
    while at < words.len() && words[at] != "--" {
        if words[at] != "--lang" {
            at += 1;
            continue;
        }

        words.remove(at);
        if at == words.len() {
            return (settled, Some(msg::argument_without_value("--lang")));
        }

        let value = words.remove(at);
        if settled.is_some() {
            return (settled, Some(msg::argument_twice("--lang")));
        }

        match configuration::parse_lang(&value) {
            Ok(lang) => settled = Some(lang),
            Err(reason) => return (None, Some(msg::argument_bad("--lang", value, reason))),
        }
    }

    (settled, None)
}

/// The configured language, or else that of the first variable that is set, as POSIX has it; the last one of the table
/// where none names another.
fn lang_of_environment() -> Lang {
    if let Some(lang) = configuration::get().lang {
        return lang;
    }

    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        let named = std::env::var(name).unwrap_or_default();
        if !named.is_empty() {
            let lang = Lang::ALL
                .into_iter()
                .find(|lang| named.starts_with(lang.tag()));
            return lang.unwrap_or(Lang::En);
        }
    }

    Lang::En
}

/// Adds the options of the configuration to `serve`. An option on the command line replaces the configured one.
fn with_configured_options(mut words: Vec<String>) -> Vec<String> {
    if words.get(1).map(String::as_str) != Some("serve") {
        return words;
    }

    let mut configured = Vec::new();
    let mut is_given = false;
    for word in &configuration::get().options {
        if word.starts_with("--") {
            is_given = words.contains(word);
        }

        if !is_given {
            configured.push(word.clone());
        }
    }

    words.splice(2..2, configured);
    words
}

fn print_help(help: &str) -> ! {
    console::print(&format!("{}\n", help.trim_end()));
    std::process::exit(0)
}

fn refuse(reason: impl Into<CommandError>) -> ! {
    console::eprint(&reason.into().text());
    std::process::exit(1)
}

/// `record KEY DATE -3.5` and `import -`: an operand that begins with a dash goes to the end, behind `--`.
fn operand_with_dash_last(mut words: Vec<String>) -> Vec<String> {
    if words.iter().any(|word| word == "--") {
        return words;
    }

    for at in 2..words.len() {
        let is_operand = match words[1].as_str() {
            "record" => is_negative(&words[at]) && !words[at - 1].starts_with("--"),
            "import" => words[at] == "-",
            _ => false,
        };
        if is_operand {
            let operand = words.remove(at);
            words.extend(["--".to_owned(), operand]);
            break;
        }
    }

    words
}

fn is_negative(word: &str) -> bool {
    let number = word.strip_prefix('-').unwrap_or_default();
    number.starts_with(|c: char| c.is_ascii_digit())
}

/// Translates a refusal of argh. It speaks English only, so its sentences are parsed here and said again through the
/// catalogue; an unknown one stays as it is.
fn translate_refusal(refusal: &str) -> Message {
    let refusal = refusal.trim();
    if let Some(option) = refusal.strip_prefix("No value provided for option '") {
        return msg::argument_without_value(option.trim_end_matches("'."));
    }

    if let Some(argument) = refusal.strip_prefix("Unrecognized argument: ") {
        return msg::argument_unknown(argument.trim_matches('"'));
    }

    if refusal.starts_with("Trailing arguments") {
        return msg::help_stands_alone();
    }

    bad_value(refusal)
        .or_else(|| missing_arguments(refusal))
        .unwrap_or_else(|| msg::verbatim(refusal))
}

/// `Error parsing option '--how' with value 'whatever': why`, or the same of a positional argument.
fn bad_value(refusal: &str) -> Option<Message> {
    let (kind, rest) = refusal.strip_prefix("Error parsing ")?.split_once(" '")?;
    if !["option", "positional argument"].contains(&kind) {
        return None;
    }

    let (argument, rest) = rest.split_once("' with value '")?;
    let (value, reason) = rest.split_once("': ")?;
    Some(match reason {
        "duplicate values provided" => msg::argument_twice(argument),
        reason => msg::argument_bad(msg::help::name(argument), value, reason),
    })
}

/// Headings that end with `not provided:`, each with a name on every line below it.
fn missing_arguments(refusal: &str) -> Option<Message> {
    let mut names = Vec::new();
    for (number, line) in refusal.lines().enumerate() {
        let is_heading = line.ends_with("not provided:") || line.ends_with("must be present:");
        match (number, is_heading) {
            (0, false) => return None,
            (_, false) => names.push(line.trim()),
            (_, true) => {}
        }
    }

    Some(msg::arguments_missing(msg::help::names(&names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_taken_out_of_the_words() {
        for (line, rest, lang, refused) in [
            ("x check y --lang ru", "x check y", Some(Lang::Ru), None),
            ("x check --lang en y", "x check y", Some(Lang::En), None),
            ("x check y", "x check y", None, None),
            ("x --lang ru check", "x --lang ru check", None, None),
            ("x check -- --lang", "x check -- --lang", None, None),
            ("x check --lang fr", "x check", None, Some("argument_bad")),
            (
                "x check --lang ru --lang ru",
                "x check",
                Some(Lang::Ru),
                Some("argument_twice"),
            ),
            (
                "x check --lang",
                "x check",
                None,
                Some("argument_without_value"),
            ),
        ] {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let (taken, message) = take_lang(&mut words);
            assert_eq!((words.join(" ").as_str(), taken), (rest, lang), "{line}");
            assert_eq!(message.map(|message| message.kind()), refused, "{line}");
        }
    }

    #[test]
    fn the_librarys_sentences_are_known() {
        for (refusal, russian) in [
            (
                "Unrecognized argument: --x\n",
                "неизвестный аргумент `--x`; список аргументов: --help",
            ),
            (
                "No value provided for option '--store'.\n",
                "для `--store` не указано значение",
            ),
            (
                "Trailing arguments are not allowed after `help`.",
                "--help не принимает аргументов",
            ),
            (
                "Error parsing option '--lang' with value 'fr': x\n",
                "--lang `fr`: x",
            ),
            (
                "Error parsing option '--at' with value 'x': duplicate values provided\n",
                "`--at` указан дважды",
            ),
            (
                "Required positional arguments not provided:\n    key\nRequired options not provided:\n    --dataset\n",
                "не указано: `ключ`, `--dataset`",
            ),
        ] {
            assert_eq!(translate_refusal(refusal).get(Lang::Ru), russian);
        }

        assert_eq!(
            translate_refusal("Something else\n").get(Lang::Ru),
            "Something else"
        );
    }
}
