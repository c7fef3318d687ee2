//! Colour for people at a terminal: never in a pipe or a file, never against `NO_COLOR`.

use std::io::IsTerminal;

use crate::dataset::{Diagnostics, Severity};
use crate::model::Lang;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// Whether the standard output is read by a person who wants colour.
fn wanted() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}

/// A report, each problem in the colour of its severity.
pub fn report(diagnostics: &Diagnostics, lang: Lang) -> String {
    let text = diagnostics.text(lang);
    if !wanted() {
        return text;
    }
    let severities =
        diagnostics.problems().iter().map(|problem| Some(problem.severity)).chain(std::iter::repeat(None));
    let line = |(line, severity): (&str, Option<Severity>)| match severity {
        Some(Severity::Error) => format!("{RED}{line}{PLAIN}\n"),
        Some(Severity::Warning) => format!("{YELLOW}{line}{PLAIN}\n"),
        None => format!("{line}\n"),
    };
    text.lines().zip(severities).map(line).collect()
}

/// A difference, line by line: what comes, what goes, what changes.
pub fn difference(text: &str) -> String {
    if !wanted() {
        return text.to_owned();
    }
    let line = |line: &str| {
        let colour = match line.trim_start().chars().next() {
            Some('+') => GREEN,
            Some('-') => RED,
            Some('~') if line.starts_with('~') => BOLD,
            Some('~') => YELLOW,
            _ => return format!("{line}\n"),
        };
        format!("{colour}{line}{PLAIN}\n")
    };
    text.lines().map(line).collect()
}
