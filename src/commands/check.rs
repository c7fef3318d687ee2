//! `indicatord check`: everything that is wrong with a dataset.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::configuration;
use crate::cli::values::{at, instant};
use crate::compare::under_embargo;
use crate::console::{self, CommandError, Console, Progress};
use crate::dataset::{self, Source};
use crate::messages as msg;
use crate::model::Timestamp;
use crate::site::Summary;

/// Check a dataset and report every problem.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "check", help_triggers("-h", "--help"))]
#[argh(
    note = "Prints one line per problem, `path:line: what is wrong: what would be right`, sorted, and then their \
            number. Warnings are marked and do not prevent a dataset from being served. For a dataset without \
            problems it prints its version, the numbers of indicators and observations, and the statuses."
)]
pub struct Check {
    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// check as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// print the report as JSON
    #[argh(switch)]
    json: bool,
}

/// The members of its JSON object.
const MEMBERS: &[&str] = &["summary", "embargo"];

/// The report goes to the standard output: it was asked for.
pub fn run(command: Check, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, MEMBERS, |console| check(command, console))
}

fn check(command: Check, console: Console) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(command.at), console.lang);
    let directory = configuration::get().dataset(command.dataset)?;
    let progress = Progress::begin(console.lang);
    let outcome = dataset::load(&Source::Directory(directory), now);
    let summary = outcome
        .as_ref()
        .ok()
        .map(|dataset| console::summary(&Summary::new(&dataset.public_at(now), now)).get(lang));
    let embargo = outcome.as_ref().map(|dataset| under_embargo(dataset, now)).unwrap_or_default();
    drop(progress);
    let (diagnostics, code) = match outcome {
        Ok(dataset) => (dataset.report(), ExitCode::SUCCESS),
        Err(diagnostics) => (diagnostics.clone(), CommandError::BadDataset(diagnostics).exit_code()),
    };
    if console.is_json() {
        console.report(&diagnostics);
        console.member("summary", summary);
        console.member("embargo", embargo.iter().map(|line| line.get(lang)).collect::<Vec<_>>());
        return Ok(code);
    }
    match summary {
        Some(summary) if diagnostics.warnings() == 0 => console::print(&format!("{summary}\n")),
        _ => console::print(&console::coloured_report(&diagnostics, lang)),
    }
    if !embargo.is_empty() {
        console.println(&msg::rows_under_embargo());
        embargo.iter().for_each(|line| console.print_indented(4, line));
    }
    Ok(code)
}
