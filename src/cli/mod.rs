//! The command line: commands, their flags, and the texts of `--help`.

mod bundle;
mod dataset;
mod editing;
mod language;
mod manager;
mod mistakes;
mod preview;
mod releases;
mod serve;
mod values;

use std::ffi::OsStr;

use argh::FromArgs;

pub use bundle::{Bundle, Verify};
pub use dataset::{Check, Export, Schema, Subject};
pub use editing::{Checked, Import, ImportDialect, ImportFormat, Record, Undo};
pub use manager::{Probe, Reload};
pub use preview::Preview;
pub use releases::{Approve, Diff, Publish, Releases, Rollback, Stage, Withdraw};
pub use serve::Serve;

use crate::console::{CommandError, complain, say};
use crate::messages::{self, Message};
use crate::model::Lang;

/// Publishes macroeconomic and financial indicators as read-only JSON in Russian and English.
#[derive(FromArgs)]
#[argh(
    help_triggers("-h", "--help"),
    note = "A dataset is a directory of JSON and CSV files that people edit by hand. It is checked as a whole and\nserved as a whole; a dataset with an error is never served.",
    example = "Serve the dataset inside the program on http://127.0.0.1:8080/data.json\n$ {command_name} serve",
    example = "Check a dataset, then serve it, then take a new version of it without losing a request\n$ {command_name} check /srv/indicators\n$ {command_name} serve --dataset /srv/indicators\n$ kill -HUP PID",
    error_code(0, "done"),
    error_code(
        1,
        "could not be done: unreadable, no permission, no room, an address in use, wrong arguments; or refused"
    ),
    error_code(2, "the content of a dataset is wrong: all problems have been reported")
)]
pub struct Arguments {
    /// print the version and end
    #[argh(switch)]
    pub version: bool,

    #[argh(subcommand)]
    pub command: Option<Command>,
}

/// What can be done.
#[derive(FromArgs)]
#[argh(subcommand)]
pub enum Command {
    /// Serve.
    Serve(Serve),
    /// Check.
    Check(Check),
    /// Preview.
    Preview(Preview),
    /// Export.
    Export(Export),
    /// Record.
    Record(Record),
    /// Checked.
    Checked(Checked),
    /// Import.
    Import(Import),
    /// Undo.
    Undo(Undo),
    /// Bundle.
    Bundle(Bundle),
    /// Diff.
    Diff(Diff),
    /// Publish.
    Publish(Publish),
    /// Stage.
    Stage(Stage),
    /// Approve.
    Approve(Approve),
    /// Withdraw.
    Withdraw(Withdraw),
    /// Rollback.
    Rollback(Rollback),
    /// Releases.
    Releases(Releases),
    /// Verify.
    Verify(Verify),
    /// Schema.
    Schema(Schema),
    /// Reload.
    Reload(Reload),
    /// Probe.
    Probe(Probe),
}

/// The program's arguments, and the language in which whoever wrote them is answered. Ends the program where they are
/// wrong, or ask for help.
pub fn parse() -> (Arguments, Lang) {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let stripped = language::strip(&mut words);
    // The library takes text alone, and a path with other characters in it is another path.
    let others: Vec<String> =
        std::env::args_os().filter_map(|word| word.into_string().err()).map(|word| named(&word)).collect();
    if !others.is_empty() {
        refuse(messages::arguments_not_utf8(others.join(", ")));
    }
    if let Err(why) = stripped {
        refuse(why);
    }
    let words = operand_with_dash_last(words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let parsed = Arguments::from_args(&[env!("CARGO_PKG_NAME")], words.get(1..).unwrap_or_default());
    let arguments = parsed.unwrap_or_else(|exit| match (exit.status, words.get(1)) {
        (Err(()), _) => refuse(mistakes::message(&exit.output)),
        (Ok(()), Some(command)) if !command.starts_with('-') => {
            print_help(&language::documented(exit.output, command))
        }
        (Ok(()), _) => print_help(&exit.output),
    });
    (arguments, language::lang())
}

fn print_help(help: &str) -> ! {
    say(&format!("{}\n", help.trim_end()));
    std::process::exit(0)
}

fn refuse(why: Message) -> ! {
    complain(&CommandError::from(why).text(language::lang()));
    std::process::exit(1)
}

/// An argument that is no text, as far as it is.
fn named(word: &OsStr) -> String {
    format!("`{}`", word.to_string_lossy())
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
