//! For a person at a terminal: colour, never in a pipe or a file and never against `NO_COLOR`, and the progress of work that
//! takes longer than a second.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::stderr;
use crate::dataset::{self, Diagnostics, Severity};
use crate::messages as msg;
use crate::model::Lang;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

fn is_coloured() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}

/// A report, each problem in the colour of its severity.
pub fn coloured_report(diagnostics: &Diagnostics, lang: Lang) -> String {
    let text = diagnostics.text(lang);
    if !is_coloured() {
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
pub fn coloured_difference(text: &str) -> String {
    if !is_coloured() {
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
        let (done, ended) = channel::<()>();
        let before = dataset::files_read();
        let watch = move || {
            let mut pause = DELAY;
            let mut said = false;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let line = msg::files_read(dataset::files_read() - before);
                stderr::write(format!("\r{}", line.get(lang)));
                (pause, said) = (INTERVAL, true);
            }
            if said {
                stderr::write("\r\x1b[K".to_owned());
            }
        };
        Progress(thread::Builder::new().spawn(watch).ok().map(|thread| (done, thread)))
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
