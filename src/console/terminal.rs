//! For a person at a terminal: colour, never in a pipe or a file and never against `NO_COLOR`, and no more lines than are
//! read.

use super::*;

use std::fmt::Display;
use std::io::IsTerminal;

use crate::messages as msg;

pub const RED: &str = "\x1b[31m";
pub const GREEN: &str = "\x1b[32m";
pub const YELLOW: &str = "\x1b[33m";
pub const BOLD: &str = "\x1b[1m";
pub const PLAIN: &str = "\x1b[0m";

fn is_coloured() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}

/// A line in a colour.
pub fn paint(colour: &str, line: impl Display) -> String {
    if is_coloured() && colour != PLAIN {
        format!("{colour}{line}{PLAIN}\n")
    } else {
        format!("{line}\n")
    }
}

/// The lines that a command which changes something prints at a terminal; more are counted [D28.5].
pub const LINES: usize = 20;

/// How many of `lines` are printed where `stream` is a terminal on which `room` is left; elsewhere all of them.
pub fn at_terminal(stream: &impl IsTerminal, room: usize, lines: usize) -> usize {
    if stream.is_terminal() {
        count_fitting(room, lines)
    } else {
        lines
    }
}

/// One line is left for the number of those that are not printed.
fn count_fitting(room: usize, lines: usize) -> usize {
    if lines <= room {
        lines
    } else {
        room.saturating_sub(1)
    }
}

/// A refusal at a terminal: its first lines, how many more there are, and its last one, which has the count or the advice.
pub fn refusal(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some((last, others)) = lines.split_last() else {
        return String::new();
    };

    let shown = at_terminal(&std::io::stderr(), LINES - 1, others.len());
    let mut refusal = String::new();
    for line in others.iter().take(shown) {
        refusal += &format!("{line}\n");
    }

    if others.len() > shown {
        let more = msg::more_of_refusal(others.len() - shown);
        refusal += &format!("{}\n", more.get(lang()));
    }

    refusal + last + "\n"
}

/// A report, each problem in the colour of its severity.
pub fn coloured_report(diagnostics: &Diagnostics) -> String {
    let text = diagnostics.text(lang());
    let mut problems = diagnostics.problems().iter();
    let mut report = String::new();
    for line in text.lines() {
        let colour = match problems.next().map(|problem| problem.severity) {
            Some(Severity::Error) => RED,
            Some(Severity::Warning) => YELLOW,
            None => PLAIN,
        };

        report += &paint(colour, line);
    }

    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_more_than_the_line_that_counts_it() {
        for (room, lines, printed) in [(3, 0, 0), (3, 3, 3), (3, 4, 2), (1, 2, 0), (0, 1, 0)] {
            assert_eq!(count_fitting(room, lines), printed, "{lines} in {room}");
        }
    }
}
