//! The help of a command in the operator's language, laid out from argh's description of its arguments.

use super::*;

use argh::{CommandInfoWithArgs, FlagInfo, FlagInfoKind, Optionality, PositionalInfo};

use crate::messages::help::{self as words, translated};

const WIDTH: usize = 80;
const INDENT: &str = "  ";
/// Where descriptions begin at most.
const COLUMN: usize = 26;

/// The help of one of the commands, or else of the program.
pub fn help_text<A: ArgsInfo>(command: Option<&str>, lang: Lang) -> String {
    let program = A::get_args_info();
    let command = program
        .commands
        .iter()
        .find(|c| Some(c.name) == command)
        .map(|c| &c.command);
    text(command.unwrap_or(&program), lang)
}

fn text(command: &CommandInfoWithArgs, lang: Lang) -> String {
    let program = env!("CARGO_PKG_NAME");
    let is_program = !command.commands.is_empty();
    let name = if is_program {
        program.to_owned()
    } else {
        format!("{program} {}", command.name)
    };

    let mut help = vec![
        usage(command, &name, lang),
        wrap("", &translated(command.description, lang)),
    ];
    let operands = command
        .positionals
        .iter()
        .map(|operand| (operand.name, operand.description));
    help.extend(section(words::operands(lang), operands, lang));
    help.extend(section(words::options(lang), options(command, lang), lang));
    let commands = command
        .commands
        .iter()
        .map(|c| (c.name, c.command.description));
    help.extend(section(words::commands(lang), commands, lang));
    let examples =
        words::below(format!("example of {name}")).map(|example| example_lines(example, lang));
    help.extend(with_heading(
        words::examples(lang),
        &examples.collect::<Vec<_>>(),
    ));
    let notes = words::below(format!("note of {name}")).filter_map(|note| lang.line_of(note));
    help.extend(with_heading(
        words::notes(lang),
        &notes.map(|note| wrap(INDENT, note)).collect::<Vec<_>>(),
    ));
    let codes = command
        .error_codes
        .iter()
        .map(|code| (code.code.to_string(), code.description));
    help.extend(section(words::exit_codes(lang), codes, lang));
    help.join("\n\n")
}

/// Labels and descriptions of the options as argh knows them, then `--lang`, which it never sees, and `--help`.
fn options(command: &CommandInfoWithArgs, lang: Lang) -> Vec<(String, &'static str)> {
    let flags = command
        .flags
        .iter()
        .filter(|flag| !flag.hidden && flag.long != "--help");
    let flags = flags.map(|flag| (label(flag, lang), flag.description));
    let lang_label = format!("--lang <{}>", translated("lang", lang));
    let lang_option = command
        .commands
        .is_empty()
        .then(|| (lang_label, words::about_lang(command.name)));
    let help = ("-h, --help".to_owned(), words::ABOUT_HELP);
    flags.chain(lang_option).chain([help]).collect()
}

fn label(flag: &FlagInfo<'_>, lang: Lang) -> String {
    let short = flag
        .short
        .map_or_else(String::new, |short| format!("-{short}, "));
    match flag.kind {
        FlagInfoKind::Option { arg_name } => {
            format!("{short}{} <{}>", flag.long, translated(arg_name, lang))
        }
        FlagInfoKind::Switch => format!("{short}{}", flag.long),
    }
}

fn usage(command: &CommandInfoWithArgs, name: &str, lang: Lang) -> String {
    let mut parts = vec![format!("{}: {name}", words::usage(lang))];
    if command.commands.is_empty() {
        parts.push(format!("[<{}>]", words::options_in_usage(lang)));
        parts.extend(
            command
                .flags
                .iter()
                .filter_map(|flag| required_option(flag, lang)),
        );
        parts.extend(
            command
                .positionals
                .iter()
                .map(|operand| operand_in_usage(operand, lang)),
        );
    } else {
        parts.push(format!(
            "<{}> [<{}>]",
            words::command_in_usage(lang),
            words::options_in_usage(lang)
        ));
    }

    parts.join(" ")
}

fn required_option(flag: &FlagInfo<'_>, lang: Lang) -> Option<String> {
    let is_option = matches!(flag.kind, FlagInfoKind::Option { .. });
    (is_option && flag.optionality == Optionality::Required).then(|| label(flag, lang))
}

fn operand_in_usage(operand: &PositionalInfo<'_>, lang: Lang) -> String {
    let name = translated(operand.name, lang);
    match operand.optionality {
        Optionality::Required => format!("<{name}>"),
        Optionality::Optional => format!("[<{name}>]"),
        Optionality::Repeating | Optionality::Greedy => format!("[<{name}>...]"),
    }
}

/// A heading and its rows, or nothing where there are none.
fn section<'a, N: AsRef<str>>(
    heading: &str,
    rows: impl IntoIterator<Item = (N, &'a str)>,
    lang: Lang,
) -> Option<String> {
    let rows = rows
        .into_iter()
        .map(|(name, text)| (translated(name.as_ref(), lang), translated(text, lang)));
    let rows: Vec<(String, String)> = rows.collect();
    let widest = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or_default();
    let column = COLUMN.min(widest + 2 * INDENT.len());
    with_heading(
        heading,
        &rows
            .iter()
            .map(|(name, text)| row(name, text, column))
            .collect::<Vec<_>>(),
    )
}

fn with_heading(heading: &str, paragraphs: &[String]) -> Option<String> {
    (!paragraphs.is_empty()).then(|| format!("{heading}:\n{}", paragraphs.join("\n")))
}

/// A name, and its description in a column beside it, or below it where the name is too long.
fn row(name: &str, description: &str, column: usize) -> String {
    let described = wrap(&" ".repeat(column), description);
    let name = format!("{INDENT}{name}");
    match column.checked_sub(name.chars().count()) {
        Some(2..) => format!("{name:column$}{}", described.trim_start()),
        _ => format!("{name}\n{described}"),
    }
}

/// The caption of an example, and its commands, which are the same in every language.
fn example_lines(example: &'static str, lang: Lang) -> String {
    let caption = lang.line_of(example).map(|caption| wrap(INDENT, caption));
    let commands = example
        .lines()
        .filter(|line| line.starts_with("$ "))
        .map(|line| format!("{INDENT}{line}"));
    caption
        .into_iter()
        .chain(commands)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A paragraph in lines that fit a terminal.
fn wrap(indent: &str, paragraph: &str) -> String {
    let mut lines = Vec::new();
    let mut line = indent.to_owned();
    for word in paragraph.split_whitespace() {
        let is_empty = line.len() == indent.len();
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
        } else if !is_empty {
            line.push(' ');
        }

        line.push_str(word);
    }

    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Arguments;

    /// Everything that a person reads in the help of a command.
    fn texts(command: &CommandInfoWithArgs) -> Vec<String> {
        let operands = command
            .positionals
            .iter()
            .flat_map(|operand| [operand.name, operand.description]);
        let values = command.flags.iter().filter_map(|flag| match flag.kind {
            FlagInfoKind::Option { arg_name } => Some(arg_name),
            FlagInfoKind::Switch => None,
        });
        let all = [command.description]
            .into_iter()
            .chain(operands)
            .chain(values);
        let all = all.chain(
            options(command, Lang::En)
                .into_iter()
                .map(|(_, description)| description),
        );
        let all = all.chain(command.error_codes.iter().map(|code| code.description));
        all.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    fn all() -> Vec<CommandInfoWithArgs> {
        let program = Arguments::get_args_info();
        let commands: Vec<_> = program.commands.iter().map(|c| c.command.clone()).collect();
        [program].into_iter().chain(commands).collect()
    }

    #[test]
    fn every_text_of_help_has_every_language() {
        let texts = all()
            .iter()
            .flat_map(texts)
            .collect::<std::collections::BTreeSet<_>>();
        let missing: Vec<&String> = texts.iter().filter(|text| !words::is_known(text)).collect();
        assert!(
            missing.is_empty(),
            "src/messages/help.txt lacks: {missing:#?}"
        );
    }

    #[test]
    fn every_note_and_example_is_of_a_command_and_has_every_language() {
        let program = env!("CARGO_PKG_NAME");
        let commands = all()
            .into_iter()
            .map(|command| format!("{program} {}", command.name));
        let commands: Vec<String> = commands.chain([program.to_owned()]).collect();
        for paragraph in words::paragraphs() {
            let Some((kind @ ("note" | "example"), command)) = paragraph
                .lines()
                .next()
                .and_then(|heading| heading.split_once(" of "))
            else {
                continue;
            };

            assert!(commands.iter().any(|name| name == command), "{paragraph}");
            let texts = Lang::each(|lang| lang.line_of(paragraph).is_some());
            let is_example = kind == "example" && paragraph.contains("\n$ ");
            assert!(
                texts == [true; 2] || (is_example && texts == [false; 2]),
                "{paragraph}"
            );
        }
    }

    #[test]
    fn no_english_sentence_is_left_in_other_help() {
        for command in all() {
            let help = text(&command, Lang::Ru);
            for line in help
                .lines()
                .filter(|line| !line.trim_start().starts_with("$ "))
            {
                let words: Vec<&str> = line.split(' ').collect();
                let is_english =
                    |word: &&str| word.len() > 1 && word.bytes().all(|c| c.is_ascii_lowercase());
                assert!(
                    !words.windows(3).any(|w| w.iter().all(is_english)),
                    "{}: {line}",
                    command.name
                );
            }
        }
    }

    #[test]
    fn lines_fit_a_terminal() {
        for command in all() {
            for lang in Lang::ALL {
                for line in text(&command, lang)
                    .lines()
                    .filter(|line| !line.contains("$ "))
                {
                    assert!(line.chars().count() <= WIDTH, "{line}");
                }
            }
        }
    }
}
