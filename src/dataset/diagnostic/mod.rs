//! What is wrong with a dataset: collected, never only the first; sorted, counted.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::suggest;
use crate::messages::russian_plural;
use crate::messages::{self, Message};
use crate::model::Lang;

/// Whether a dataset with this problem can be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can; somebody should look.
    Warning,
}

/// Where something stands: a file, relative to the dataset, and a line where there is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The path, with `/`.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: Option<u32>,
}

impl Location {
    /// A whole file.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Location { file: file.into(), line: None }
    }

    /// A line of the same file.
    pub fn line(&self, line: u32) -> Self {
        Location { file: self.file.clone(), line: Some(line) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = messages::shown(&self.file);
        match self.line {
            Some(line) => write!(f, "{file}:{line}"),
            None => f.write_str(&file),
        }
    }
}

/// One problem, in the words of both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub location: Location,
    /// How grave.
    pub severity: Severity,
    /// What is wrong, and what would be right.
    pub message: Message,
    /// Whether it tells of a row under embargo: a log names its place and not its content [D19a.1].
    pub is_embargoed: bool,
}

impl Diagnostic {
    /// `path:line: message`, a warning marked as one.
    pub fn sentence(&self, lang: Lang) -> String {
        let mark = match (self.severity, lang) {
            (Severity::Error, _) => "",
            (Severity::Warning, Lang::Ru) => "предупреждение: ",
            (Severity::Warning, Lang::En) => "warning: ",
        };
        format!("{}: {mark}{}", self.location, self.message.get(lang))
    }
}

/// The errors of one file that are written out, and as many warnings; more are counted. A column that was pasted
/// wrongly makes one a row.
const WRITTEN_OUT: usize = 1000;
/// Problems of a dataset that are; beyond them the first ten of each file.
const WRITTEN_OUT_IN_ALL: usize = 20_000;
/// Names that are looked at to find out what was meant by others: enough for people's mistakes, and no more than
/// takes a moment where a whole dataset is made of them.
const NAMES_LOOKED_AT: usize = 1_000_000;

/// Everything that was found, in the order of files and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    problems: Vec<Diagnostic>,
    /// How many problems each file has: errors and warnings.
    counts: BTreeMap<Arc<str>, [usize; 2]>,
    looked_at: usize,
    unread: bool,
}

impl Diagnostics {
    /// Adds something that keeps the dataset from being served.
    pub fn error(&mut self, location: Location, message: Message) {
        self.add(Diagnostic { location, severity: Severity::Error, message, is_embargoed: false });
    }

    /// Adds something that could not be read, whatever stands in it: a later attempt may succeed.
    pub fn unread(&mut self, location: Location, message: Message) {
        self.unread = true;
        self.error(location, message);
    }

    /// Adds something that somebody should look at.
    pub fn warning(&mut self, location: Location, message: Message) {
        self.add(Diagnostic { location, severity: Severity::Warning, message, is_embargoed: false });
    }

    fn add(&mut self, problem: Diagnostic) {
        let counts = self.counts.entry(problem.location.file.clone()).or_default();
        let count = &mut counts[problem.severity as usize];
        *count += 1;
        let limit = if self.problems.len() < WRITTEN_OUT_IN_ALL { WRITTEN_OUT } else { 10 };
        if *count <= limit {
            self.problems.push(problem);
        }
    }

    /// The known name that is nearest to `name`, where one is near enough to be what was meant.
    pub fn nearest<'a>(&mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let left = NAMES_LOOKED_AT.saturating_sub(self.looked_at);
        let looked_at = &mut self.looked_at;
        suggest::nearest(name, known.into_iter().take(left).inspect(|_| *looked_at += 1))
    }

    /// How many problems there are so far, for [`Diagnostics::embargo_since`].
    pub fn mark(&self) -> usize {
        self.problems.len()
    }

    /// Marks everything that was added since as telling of rows under embargo.
    pub fn embargo_since(&mut self, mark: usize) {
        self.problems.iter_mut().skip(mark).for_each(|problem| problem.is_embargoed = true);
    }

    /// The report as others than the editors may read it: an error of a row under embargo without its content, and no
    /// warning of one.
    #[must_use]
    pub fn without_embargoed(self) -> Self {
        let mut public = Diagnostics { unread: self.unread, ..Diagnostics::default() };
        for problem in self.problems {
            match (problem.is_embargoed, problem.severity) {
                (false, _) => public.add(problem),
                (true, Severity::Error) => {
                    public.add(Diagnostic { message: messages::embargoed_row_is_wrong(), ..problem });
                }
                (true, Severity::Warning) => {}
            }
        }
        public
    }

    /// The report without the problems that `is_out` names.
    #[must_use]
    pub fn without(self, is_out: impl Fn(&Diagnostic) -> bool) -> Self {
        let mut left = Diagnostics { unread: self.unread, ..Diagnostics::default() };
        self.problems.into_iter().filter(|problem| !is_out(problem)).for_each(|problem| left.add(problem));
        left
    }

    /// Adds everything that another report has.
    pub fn append(&mut self, other: Diagnostics) {
        self.unread |= other.unread;
        other.problems.into_iter().for_each(|problem| self.add(problem));
    }

    /// The same problems, each where `to` says that it belongs.
    pub fn moved(self, to: impl Fn(&Location) -> Location) -> Self {
        let mut moved = Diagnostics { unread: self.unread, ..Diagnostics::default() };
        let mut counted = self.counts;
        for problem in self.problems {
            let of_file = counted.entry(problem.location.file.clone()).or_default();
            let of_severity = &mut of_file[problem.severity as usize];
            *of_severity = of_severity.saturating_sub(1);
            moved.add(Diagnostic { location: to(&problem.location), ..problem });
        }
        // Those that are counted and not written out have no line.
        for (file, [errors, warnings]) in counted.into_iter().filter(|(_, left)| *left != [0, 0]) {
            let of_file = moved.counts.entry(to(&Location::file(file)).file).or_default();
            of_file[0] += errors;
            of_file[1] += warnings;
        }
        moved
    }

    /// Sorted by file and line.
    pub fn sorted(mut self) -> Self {
        self.problems.sort_by(|a, b| (&a.location, a.severity).cmp(&(&b.location, b.severity)));
        self
    }

    /// The errors of this report, then what another one has.
    pub fn errors_then(self, others: Diagnostics) -> Self {
        let mut report = Diagnostics { unread: self.unread, ..Diagnostics::default() };
        let errors = self.sorted().problems.into_iter().filter(|problem| problem.severity == Severity::Error);
        errors.chain(others.sorted().problems).for_each(|problem| report.add(problem));
        report
    }

    /// The files that have problems.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.counts.keys().map(|file| &**file)
    }

    /// Those that are written out.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// How many errors.
    pub fn errors(&self) -> usize {
        self.counts.values().map(|counts| counts[Severity::Error as usize]).sum()
    }

    /// Whether something could not be read: then the content may well be right [D17].
    pub fn is_unread(&self) -> bool {
        self.unread
    }

    /// How many warnings.
    pub fn warnings(&self) -> usize {
        self.counts.values().map(|counts| counts[Severity::Warning as usize]).sum()
    }

    /// One line a problem, then the count: `3 errors, 1 warning`.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = String::new();
        for problem in &self.problems {
            text.push_str(&problem.sentence(lang));
            text.push('\n');
        }
        for (file, more) in self.left_out() {
            let location = Location::file(file.clone());
            text.push_str(&format!("{location}: {}\n", messages::more_problems(more).get(lang)));
        }
        text.push_str(&self.count(lang));
        text.push('\n');
        text
    }

    /// The files with problems that are counted and not written out, and how many those are.
    fn left_out(&self) -> BTreeMap<&Arc<str>, usize> {
        let mut left: BTreeMap<_, _> =
            self.counts.iter().map(|(file, counts)| (file, counts[0] + counts[1])).collect();
        for problem in &self.problems {
            left.entry(&problem.location.file).and_modify(|count| *count -= 1);
        }
        left.retain(|_, count| *count > 0);
        left
    }

    /// `3 errors, 1 warning`.
    pub fn count(&self, lang: Lang) -> String {
        let (errors, warnings) = (self.errors(), self.warnings());
        match lang {
            Lang::En => {
                let plural = |n: usize| if n == 1 { "" } else { "s" };
                format!("{errors} error{}, {warnings} warning{}", plural(errors), plural(warnings))
            }
            Lang::Ru => {
                let errors_word = russian_plural(errors, ["ошибка", "ошибки", "ошибок"]);
                let warnings_word =
                    russian_plural(warnings, ["предупреждение", "предупреждения", "предупреждений"]);
                format!("{errors} {errors_word}, {warnings} {warnings_word}")
            }
        }
    }
}

#[cfg(test)]
mod tests;
