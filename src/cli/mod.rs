//! The words of the command line: which of them argh is given, and what is said of those that it refuses.

mod language;
mod mistakes;
pub mod values;

use argh::TopLevelCommand;

use crate::console::{self, CommandError, Console};
use crate::messages::{self as msg, Message};

/// The program's arguments, and the console in whose language their author is answered. Ends the program where they are
/// wrong, or ask for help.
pub fn parse<A: TopLevelCommand>() -> (A, Console) {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let stripped = language::strip(&mut words);
    // The library takes text alone, and a path with other characters in it is another path.
    let others: Vec<String> = std::env::args_os()
        .filter_map(|word| word.into_string().err())
        .map(|word| format!("`{}`", word.to_string_lossy()))
        .collect();
    if !others.is_empty() {
        refuse(msg::arguments_not_utf8(others.join(", ")));
    }
    stripped.unwrap_or_else(|why| refuse(why));
    let words = operand_with_dash_last(words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let parsed = A::from_args(&[env!("CARGO_PKG_NAME")], words.get(1..).unwrap_or_default());
    let arguments = parsed.unwrap_or_else(|exit| match (exit.status, words.get(1)) {
        (Err(()), _) => refuse(mistakes::message(&exit.output)),
        (Ok(()), Some(command)) if !command.starts_with('-') => {
            print_help(&language::documented(exit.output, command))
        }
        (Ok(()), _) => print_help(&exit.output),
    });
    (arguments, Console { lang: language::lang() })
}

fn print_help(help: &str) -> ! {
    console::print(&format!("{}\n", help.trim_end()));
    std::process::exit(0)
}

fn refuse(why: Message) -> ! {
    console::eprint(&CommandError::from(why).text(language::lang()));
    std::process::exit(1)
}

/// `record KEY DATE -3.5` and `import -`: what begins with a dash and is no option goes to the end, behind what says
/// so.
fn operand_with_dash_last(mut words: Vec<String>) -> Vec<String> {
    let number = |word: &str| {
        word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let operand: &dyn Fn(&str) -> bool = match words.get(1).map(String::as_str) {
        Some("record") => &number,
        Some("import") => &|word| word == "-",
        _ => return words,
    };
    if words.iter().any(|word| word == "--") {
        return words;
    }
    let found = (2..words.len())
        .find(|&at| operand(&words[at]) && (words[at] == "-" || !words[at - 1].starts_with("--")));
    if let Some(operand) = found.map(|at| words.remove(at)) {
        words.extend(["--".to_owned(), operand]);
    }
    words
}
