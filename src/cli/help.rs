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
    let mut commands = program.commands.iter();
    match commands.find(|known| Some(known.name) == command) {
        Some(known) => text(&known.command, lang),
        None => text(&program, lang),
    }
}

fn text(command: &CommandInfoWithArgs, lang: Lang) -> String {
    let mut name = env!("CARGO_PKG_NAME").to_owned();
    if command.commands.is_empty() {
        name += &format!(" {}", command.name);
    }

    let mut operands = Vec::new();
    for operand in command.positionals {
        operands.push((operand.name.to_owned(), operand.description));
    }

    let mut commands = Vec::new();
    for known in &command.commands {
        commands.push((known.name.to_owned(), known.command.description));
    }

    let mut codes = Vec::new();
    for code in command.error_codes {
        codes.push((code.code.to_string(), code.description));
    }

    let mut examples = Vec::new();
    for example in words::below(format!("example of {name}")) {
        examples.push(example_lines(example, lang));
    }

    let mut notes = Vec::new();
    for note in words::below(format!("note of {name}")) {
        if let Some(note) = lang.line_of(note) {
            notes.push(wrap(INDENT, note));
        }
    }

    let mut help = vec![
        usage(command, &name, lang),
        wrap("", &translated(command.description, lang)),
    ];
    for (heading, paragraphs) in [
        (words::operands(lang), rows(&operands, lang)),
        (words::options(lang), rows(&options(command, lang), lang)),
        (words::commands(lang), rows(&commands, lang)),
        (words::examples(lang), examples),
        (words::notes(lang), notes),
        (words::exit_codes(lang), rows(&codes, lang)),
    ] {
        if !paragraphs.is_empty() {
            help.push(format!("{heading}:\n{}", paragraphs.join("\n")));
        }
    }

    help.join("\n\n")
}

/// Labels and descriptions of the options as argh knows them, then `--lang`, which it never sees, and `--help`.
fn options(command: &CommandInfoWithArgs, lang: Lang) -> Vec<(String, &'static str)> {
    let mut options = Vec::new();
    for flag in command.flags {
        if !flag.hidden && flag.long != "--help" {
            options.push((label(flag, lang), flag.description));
        }
    }

    if command.commands.is_empty() {
        let label = format!("--lang <{}>", translated("lang", lang));
        options.push((label, words::about_lang(command.name)));
    }

    options.push(("-h, --help".to_owned(), words::ABOUT_HELP));
    options
}

fn label(flag: &FlagInfo<'_>, lang: Lang) -> String {
    let mut label = flag.long.to_owned();
    if let Some(short) = flag.short {
        label = format!("-{short}, {label}");
    }

    if let FlagInfoKind::Option { arg_name } = flag.kind {
        label += &format!(" <{}>", translated(arg_name, lang));
    }

    label
}

fn usage(command: &CommandInfoWithArgs, name: &str, lang: Lang) -> String {
    let mut parts = vec![format!("{}: {name}", words::usage(lang))];
    let options = format!("[<{}>]", words::options_in_usage(lang));
    if command.commands.is_empty() {
        parts.push(options);
        for flag in command.flags {
            let is_option = matches!(flag.kind, FlagInfoKind::Option { .. });
            if is_option && flag.optionality == Optionality::Required {
                parts.push(label(flag, lang));
            }
        }

        for operand in command.positionals {
            parts.push(operand_in_usage(operand, lang));
        }
    } else {
        parts.push(format!("<{}> {options}", words::command_in_usage(lang)));
    }

    parts.join(" ")
}

fn operand_in_usage(operand: &PositionalInfo<'_>, lang: Lang) -> String {
    let name = translated(operand.name, lang);
    match operand.optionality {
        Optionality::Required => format!("<{name}>"),
        Optionality::Optional => format!("[<{name}>]"),
        Optionality::Repeating | Optionality::Greedy => format!("[<{name}>...]"),
    }
}

/// Rows of names and descriptions, in columns.
fn rows(described: &[(String, &str)], lang: Lang) -> Vec<String> {
    let mut column = 0;
    for (name, _) in described {
        let width = translated(name, lang).chars().count();
        column = column.max(width + 2 * INDENT.len());
    }

    let mut rows = Vec::new();
    for (name, description) in described {
        let [name, description] = [name, *description].map(|text| translated(text, lang));
        rows.push(row(&name, &description, column.min(COLUMN)));
    }

    rows
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
    let mut lines = Vec::new();
    if let Some(caption) = lang.line_of(example) {
        lines.push(wrap(INDENT, caption));
    }

    for line in example.lines() {
        if line.starts_with("$ ") {
            lines.push(format!("{INDENT}{line}"));
        }
    }

    lines.join("\n")
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
                for line in text(&command, lang).lines() {
                    assert!(line.chars().count() <= WIDTH, "{line}");
                }
            }
        }
    }
}
