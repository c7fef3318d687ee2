//! For a person at a terminal: colour, never in a pipe or a file and never against `NO_COLOR`, and the progress of work
//! that takes longer than a second.

use super::*;

use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;

use crate::{dataset, messages as msg};

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

fn is_coloured() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}

/// Each line in the colour that is chosen for it.
fn paint_lines(text: &str, mut colour: impl FnMut(&str) -> Option<&'static str>) -> String {
    if !is_coloured() {
        return text.to_owned();
    }

    let mut painted = String::new();
    for line in text.lines() {
        painted += &match colour(line) {
            Some(colour) => format!("{colour}{line}{PLAIN}\n"),
            None => format!("{line}\n"),
        };
    }

    painted
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
pub fn refusal(text: &str, lang: Lang) -> String {
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
        refusal += &format!("{}\n", more.get(lang));
    }

    refusal + last + "\n"
}

/// A report, each problem in the colour of its severity.
pub fn coloured_report(diagnostics: &Diagnostics, lang: Lang) -> String {
    let mut problems = diagnostics.problems().iter();
    paint_lines(&diagnostics.text(lang), |_| {
        problems.next().map(|problem| match problem.severity {
            Severity::Error => RED,
            Severity::Warning => YELLOW,
        })
    })
}

/// A difference: lines that come, go and change have a colour each.
pub fn coloured_difference(text: &str) -> String {
    paint_lines(text, |line| match line.trim_start().chars().next()? {
        '+' => Some(GREEN),
        '-' => Some(RED),
        '~' if line.starts_with('~') => Some(BOLD),
        '~' => Some(YELLOW),
        _ => None,
    })
}

/// Work that is done sooner has no line.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// Work under way; dropped, it is done, and its line is gone.
pub struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

impl Progress {
    /// Begins to count the files that are read from now on, where there is a terminal to say so.
    pub fn begin(lang: Lang) -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress(None);
        }

        let (done, ended) = channel();
        let before = dataset::files_read();
        let thread = thread::Builder::new().spawn(move || show_progress(&ended, before, lang));
        Progress(thread.ok().map(|thread| (done, thread)))
    }
}

/// Counts the files that were read since there were `before`, until the work has ended.
fn show_progress(ended: &Receiver<()>, before: usize, lang: Lang) {
    let mut pause = DELAY;
    let mut is_shown = false;
    while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let line = msg::files_read(dataset::files_read() - before);
        stderr::write(format!("\r{}", line.get(lang)));
        (pause, is_shown) = (INTERVAL, true);
    }

    if is_shown {
        stderr::write("\r\x1b[K".to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            let _ = thread.join();
        }
    }
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
