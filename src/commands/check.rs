//! `indicatord check`: everything that is wrong with a dataset.

use std::process::ExitCode;

use serde::Serialize;

use super::at;
use crate::cli::Check;
use crate::compare::under_embargo;
use crate::console::{CommandError, Progress, colour, say};
use crate::dataset::{self, Diagnostics, Severity, Source};
use crate::messages::{self, Message};
use crate::model::Lang;
use crate::site::Summary;

/// The report for editors and scripts.
#[derive(Serialize)]
struct ReportView {
    errors: usize,
    warnings: usize,
    problems: Vec<ProblemView>,
    /// What the dataset comes to, where it can be served.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    /// The rows under embargo, a line each.
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

/// Runs the command: the report on the standard output, since it is what was asked for.
pub fn run(command: Check, lang: Lang) -> Result<ExitCode, CommandError> {
    let now = at(command.at);
    let progress = Progress::begin(lang);
    let outcome = dataset::load(&Source::Directory(command.dataset), now);
    let summary = outcome.as_ref().ok().map(|dataset| Summary::new(&dataset.public_at(now), now).to_string());
    let embargo = outcome.as_ref().map(|dataset| under_embargo(dataset, now)).unwrap_or_default();
    drop(progress);
    let (diagnostics, code) = match outcome {
        Ok(dataset) => (dataset.report(), ExitCode::SUCCESS),
        Err(diagnostics) => (diagnostics.clone(), CommandError::BadDataset(diagnostics).exit_code()),
    };
    match summary {
        summary if command.json => say(&format!("{}\n", json(&diagnostics, summary, &embargo, lang)?)),
        Some(summary) if diagnostics.warnings() == 0 => say(&format!("{summary}\n")),
        _ => say(&colour::report(&diagnostics, lang)),
    }
    if !command.json && !embargo.is_empty() {
        say(&format!("{}\n", messages::rows_under_embargo().get(lang)));
        embargo.iter().for_each(|line| say(&format!("    {}\n", line.get(lang))));
    }
    Ok(code)
}

fn json(
    diagnostics: &Diagnostics,
    summary: Option<String>,
    embargo: &[Message],
    lang: Lang,
) -> Result<String, serde_json::Error> {
    let problems = diagnostics.problems().iter().map(|problem| ProblemView {
        file: problem.location.file.to_string(),
        line: problem.location.line,
        severity: match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        kind: problem.message.kind(),
        message: problem.message.get(lang),
    });
    let embargo = embargo.iter().map(|line| line.get(lang)).collect();
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    serde_json::to_string_pretty(&ReportView {
        errors,
        warnings,
        problems: problems.collect(),
        summary,
        embargo,
    })
}
