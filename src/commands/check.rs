//! `indicatord check`: everything that is wrong with a dataset.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::configuration;
use crate::cli::values::{at, instant};
use crate::compare::under_embargo;
use crate::console::{self, CommandError, Console, Progress};
use crate::dataset::{self, Diagnostic, Diagnostics, Severity, Source};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Timestamp};
use crate::site::Summary;

/// Check a dataset and report everything that is wrong with it.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "check", help_triggers("-h", "--help"))]
#[argh(
    note = "One line a problem, `path:line: what is wrong: what would be right`, sorted, and the count. Warnings are\nmarked and do not keep a dataset from being served. One without problems gets one line: its version, how\nmany indicators and observations it has, and their statuses."
)]
pub struct Check {
    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// check as if it were this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// the report as JSON, for editors and scripts
    #[argh(switch)]
    json: bool,
}

#[derive(Serialize)]
struct ReportView {
    errors: usize,
    warnings: usize,
    problems: Vec<ProblemView>,
    /// What the dataset comes to, where it can be served.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    embargo: Vec<String>,
}

#[derive(Serialize)]
struct ProblemView {
    file: String,
    line: Option<u32>,
    severity: &'static str,
    /// The name of the sentence in the catalogue, the same in both languages.
    kind: &'static str,
    message: String,
}

/// The report goes to the standard output: it was asked for.
pub fn run(command: Check, console: Console) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(command.at), console.lang);
    let directory = configuration::get().dataset(command.dataset)?;
    let progress = Progress::begin(console.lang);
    let outcome = dataset::load(&Source::Directory(directory), now);
    let summary = outcome.as_ref().ok().map(|dataset| Summary::new(&dataset.public_at(now), now).to_string());
    let embargo = outcome.as_ref().map(|dataset| under_embargo(dataset, now)).unwrap_or_default();
    drop(progress);
    let (diagnostics, code) = match outcome {
        Ok(dataset) => (dataset.report(), ExitCode::SUCCESS),
        Err(diagnostics) => (diagnostics.clone(), CommandError::BadDataset(diagnostics).exit_code()),
    };
    if command.json {
        let report = report_view(&diagnostics, summary, &embargo, lang);
        let report = serde_json::to_string_pretty(&report).map_err(msg::cannot_write_page)?;
        console::print(&format!("{report}\n"));
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

fn report_view(
    diagnostics: &Diagnostics,
    summary: Option<String>,
    embargo: &[Message],
    lang: Lang,
) -> ReportView {
    let problem = |problem: &Diagnostic| ProblemView {
        file: problem.location.file.to_string(),
        line: problem.location.line,
        severity: match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        kind: problem.message.kind(),
        message: problem.message.get(lang),
    };
    ReportView {
        errors: diagnostics.errors(),
        warnings: diagnostics.warnings(),
        problems: diagnostics.problems().iter().map(problem).collect(),
        summary,
        embargo: embargo.iter().map(|line| line.get(lang)).collect(),
    }
}
