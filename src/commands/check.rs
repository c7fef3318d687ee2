//! `indicatord check`: everything that is wrong with a dataset.

use std::process::ExitCode;

use serde::Serialize;

use super::{at, language};
use crate::cli::Check;
use crate::console::{CommandError, Progress, colour, say};
use crate::dataset::{self, Diagnostics, Severity, Source};
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
pub fn run(command: Check) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(command.at), language(command.lang));
    let progress = Progress::begin(lang);
    let outcome = dataset::load(&Source::Directory(command.dataset), now);
    let summary = outcome.as_ref().ok().map(|dataset| Summary::new(dataset, now).to_string());
    drop(progress);
    let (diagnostics, code) = match outcome {
        Ok(dataset) => (dataset.warnings, ExitCode::SUCCESS),
        Err(diagnostics) => (diagnostics.clone(), CommandError::BadDataset(diagnostics).exit_code()),
    };
    match summary {
        summary if command.json => say(&format!("{}\n", json(&diagnostics, summary, lang)?)),
        Some(summary) if diagnostics.warnings() == 0 => say(&format!("{summary}\n")),
        _ => say(&colour::report(&diagnostics, lang)),
    }
    Ok(code)
}

fn json(diagnostics: &Diagnostics, summary: Option<String>, lang: Lang) -> Result<String, serde_json::Error> {
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
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    serde_json::to_string_pretty(&ReportView { errors, warnings, problems: problems.collect(), summary })
}
