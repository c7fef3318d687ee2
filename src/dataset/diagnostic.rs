//! Problems of a dataset: collected, never only the first; sorted, counted.

use super::*;

use crate::messages;

/// The weight of a problem. A dataset with an error cannot be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// A file by its path relative to the dataset, with `/`, and a line of it, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    pub file: Arc<str>,
    pub line: Option<u32>,
}

impl Location {
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Location {
            file: file.into(),
            line: None,
        }
    }

    pub fn line(&self, line: u32) -> Self {
        Location {
            file: self.file.clone(),
            line: Some(line),
        }
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub location: Location,
    pub severity: Severity,
    pub message: Message,
    /// It concerns a row under embargo: a log names its place and not its content [D19a.1].
    pub is_embargoed: bool,
    /// The indicator whose table has no rows, if this is the problem.
    pub unfilled: Option<Key>,
}

impl Diagnostic {
    fn new(location: Location, severity: Severity, message: Message) -> Self {
        Diagnostic {
            location,
            severity,
            message,
            is_embargoed: false,
            unfilled: None,
        }
    }

    /// `path:line: message`, a warning marked as one.
    pub fn sentence(&self, lang: Lang) -> String {
        let message = match self.severity {
            Severity::Error => self.message.clone(),
            Severity::Warning => messages::warning(self.message.clone()),
        };
        format!("{}: {}", self.location, message.get(lang))
    }
}

/// The most errors of one file that are reported, and the most warnings; further ones are counted. A column that was
/// pasted wrongly makes one in each row.
const MAX_REPORTED: usize = 1000;
/// Once a dataset has so many problems, the first ten of each file are reported.
const MAX_REPORTED_IN_ALL: usize = 20_000;
/// The names that are compared to find the nearest: more than people's mistakes need, and a moment's work where a whole
/// dataset is made of them.
const MAX_COMPARED: usize = 1_000_000;

/// How many problems there are of each severity.
type Counts = [usize; 2];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    problems: Vec<Diagnostic>,
    counts: BTreeMap<Arc<str>, Counts>,
    compared: usize,
    unread: bool,
}

impl Diagnostics {
    pub fn error(&mut self, location: Location, message: Message) {
        self.add(Diagnostic::new(location, Severity::Error, message));
    }

    /// Adds something that could not be read, whatever it contains: a later attempt may succeed.
    pub fn unread(&mut self, location: Location, message: Message) {
        self.unread = true;
        self.error(location, message);
    }

    pub fn warning(&mut self, location: Location, message: Message) {
        self.add(Diagnostic::new(location, Severity::Warning, message));
    }

    /// Adds an indicator whose table has no rows.
    pub fn unfilled(&mut self, severity: Severity, key: &Key) {
        let table = Location::file(observations_path(key));
        let message = messages::unfilled_indicator(key);
        self.add(Diagnostic {
            unfilled: Some(key.clone()),
            ..Diagnostic::new(table, severity, message)
        });
    }

    fn add(&mut self, problem: Diagnostic) {
        let file = problem.location.file.clone();
        let counts = self.counts.entry(file).or_default();
        let count = &mut counts[problem.severity as usize];
        *count += 1;

        let limit = match self.problems.len() {
            ..MAX_REPORTED_IN_ALL => MAX_REPORTED,
            _ => 10,
        };
        if *count <= limit {
            self.problems.push(problem);
        }
    }

    /// The known name that is nearest to `name`, where one is near enough to be what was meant.
    pub fn nearest<'a>(
        &mut self,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let left = MAX_COMPARED.saturating_sub(self.compared);
        let compared = names.into_iter().take(left);
        suggest::nearest(name, compared.inspect(|_| self.compared += 1))
    }

    /// How many problems there are so far, for [`Diagnostics::embargo_since`].
    pub fn mark(&self) -> usize {
        self.problems.len()
    }

    /// Marks everything that was added since as concerning rows under embargo.
    pub fn embargo_since(&mut self, mark: usize) {
        for problem in self.problems.iter_mut().skip(mark) {
            problem.is_embargoed = true;
        }
    }

    /// The report as others than the editors may read it: an error of a row under embargo without its content, and no
    /// warning of one.
    #[must_use]
    pub fn without_embargoed(self) -> Self {
        self.filter_map(|problem| match (problem.is_embargoed, problem.severity) {
            (false, _) => Some(problem),
            (true, Severity::Error) => Some(Diagnostic {
                message: messages::embargoed_row_is_wrong(),
                ..problem
            }),
            (true, Severity::Warning) => None,
        })
    }

    /// The report without the problems for which `is_out` holds.
    #[must_use]
    pub fn without(self, is_out: impl Fn(&Diagnostic) -> bool) -> Self {
        self.filter_map(|problem| (!is_out(&problem)).then_some(problem))
    }

    /// The problems that are kept, as they are returned.
    pub fn filter_map(self, keep: impl FnMut(Diagnostic) -> Option<Diagnostic>) -> Self {
        let mut kept = Diagnostics {
            unread: self.unread,
            ..Diagnostics::default()
        };
        kept.extend(self.problems.into_iter().filter_map(keep));
        kept
    }

    fn extend(&mut self, problems: impl IntoIterator<Item = Diagnostic>) {
        for problem in problems {
            self.add(problem);
        }
    }

    /// The problems as warnings, of which none stands in the way.
    #[must_use]
    pub fn into_warnings(self) -> Self {
        self.filter_map(|problem| {
            Some(Diagnostic {
                severity: Severity::Warning,
                ..problem
            })
        })
    }

    pub fn append(&mut self, diagnostics: Diagnostics) {
        self.unread |= diagnostics.unread;
        self.extend(diagnostics.problems);
    }

    pub fn map_locations(self, to: impl Fn(&Location) -> Location) -> Self {
        let mut moved = Diagnostics {
            unread: self.unread,
            ..Diagnostics::default()
        };
        let mut counted = self.counts;
        for problem in self.problems {
            let counts = counted.entry(problem.location.file.clone()).or_default();
            let count = &mut counts[problem.severity as usize];
            *count = count.saturating_sub(1);
            moved.add(Diagnostic {
                location: to(&problem.location),
                ..problem
            });
        }

        // Problems that are counted and not reported have no line.
        for (file, left) in counted {
            if left == Counts::default() {
                continue;
            }

            let file = to(&Location::file(file)).file;
            let counts = moved.counts.entry(file).or_default();
            for (count, left) in counts.iter_mut().zip(left) {
                *count += left;
            }
        }

        moved
    }

    pub fn sorted(mut self) -> Self {
        self.problems.sort_by(|a, b| {
            let by_place = a.location.cmp(&b.location);
            by_place.then(a.severity.cmp(&b.severity))
        });
        self
    }

    /// The errors of this report, then everything that `others` has.
    pub fn errors_then(self, others: Diagnostics) -> Self {
        let sorted = self.sorted();
        let mut report = sorted.without(|problem| problem.severity != Severity::Error);
        report.extend(others.sorted().problems);
        report
    }

    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.counts.keys().map(|file| &**file)
    }

    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    pub fn errors(&self) -> usize {
        self.count_of(Severity::Error)
    }

    pub fn warnings(&self) -> usize {
        self.count_of(Severity::Warning)
    }

    fn count_of(&self, severity: Severity) -> usize {
        let counts = self.counts.values();
        counts.map(|counts| counts[severity as usize]).sum()
    }

    /// Returns true if something could not be read: then the content may well be right [D17].
    pub fn is_unread(&self) -> bool {
        self.unread
    }

    /// One line a problem, then the count: `3 errors, 1 warning`.
    pub fn text(&self, lang: Lang) -> String {
        let mut lines = Vec::new();
        let mut reported: HashMap<&str, usize> = HashMap::new();
        for problem in &self.problems {
            lines.push(problem.sentence(lang));
            *reported.entry(&problem.location.file).or_default() += 1;
        }

        for (file, [errors, warnings]) in &self.counts {
            let more = errors + warnings - reported.get(&**file).unwrap_or(&0);
            if more > 0 {
                let more = messages::more_problems(more).get(lang);
                lines.push(format!("{}: {more}", Location::file(file.clone())));
            }
        }

        lines.push(self.count(lang));
        lines.join("\n") + "\n"
    }

    pub fn count(&self, lang: Lang) -> String {
        messages::problem_count(self.errors(), self.warnings()).get(lang)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_by_file_and_line_and_counted() {
        let message = |text: &str| messages::verbatim(text);
        let m2 = Location::file("indicators/m2.csv");
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(m2.line(10), message("later"));
        diagnostics.warning(m2.line(9), message("earlier"));
        diagnostics.error(Location::file("dataset.json"), message("first"));
        let text = diagnostics.sorted().text(Lang::En);
        let expected = "dataset.json: first\nindicators/m2.csv:9: warning: earlier\nindicators/m2.csv:10: later\n2 errors, 1 warning\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_flood_is_counted_and_not_written_out() {
        let mut diagnostics = Diagnostics::default();
        for line in 1..=1500 {
            diagnostics.warning(Location::file("m2.csv").line(line), messages::verbatim("x"));
        }

        diagnostics.error(
            Location::file("m2.csv").line(1501),
            messages::verbatim("an error is not hidden by them"),
        );
        let text = diagnostics.text(Lang::En);
        assert!(
            text.contains("m2.csv:1000: warning: x\nm2.csv:1501: an error is not hidden by them\n"),
            "{text}"
        );
        assert!(
            text.ends_with("m2.csv: 500 more problems in this file\n1 error, 1500 warnings\n"),
            "{text}"
        );
    }

    #[test]
    fn a_flood_in_every_file_is_counted_too() {
        let mut diagnostics = Diagnostics::default();
        for (file, line) in (1..=100).flat_map(|file| (1..=500).map(move |line| (file, line))) {
            diagnostics.error(
                Location::file(format!("{file:03}.csv")).line(line),
                messages::verbatim("x"),
            );
        }

        assert_eq!(diagnostics.problems().len(), 20_000 + 60 * 10);
        assert!(
            diagnostics
                .text(Lang::En)
                .ends_with("100.csv: 490 more problems in this file\n50000 errors\n")
        );
    }

    #[test]
    fn a_path_stays_in_its_line() {
        assert_eq!(
            Location::file("a\nb\u{1b}.csv").line(1).to_string(),
            "a\\nb\\u{1b}.csv:1"
        );
    }

    #[test]
    fn looking_for_what_was_meant_ends() {
        let mut diagnostics = Diagnostics::default();
        assert_eq!(diagnostics.nearest("m22", ["m2", "gdp"]), Some("m2"));
        diagnostics.compared = MAX_COMPARED;
        assert_eq!(diagnostics.nearest("m22", ["m2", "gdp"]), None);
    }

    #[test]
    fn only_so_many_names_are_looked_at() {
        let mut diagnostics = Diagnostics::default();
        for _ in 0..10 {
            assert_eq!(diagnostics.nearest("m22", ["m2"; 100]), Some("m2"));
        }
        assert_eq!(diagnostics.compared, 1000);
    }

    /// Two problems: an error that could not be read, and a warning.
    fn unread() -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        diagnostics.warning(Location::file("b").line(2), messages::verbatim("warning"));
        diagnostics.unread(Location::file("a").line(3), messages::verbatim("unread"));
        diagnostics
    }

    #[test]
    fn what_could_not_be_read_is_not_forgotten() {
        let read = || {
            let mut diagnostics = Diagnostics::default();
            diagnostics.error(Location::file("c"), messages::verbatim("error"));
            diagnostics
        };
        assert!(unread().is_unread() && !read().is_unread());
        for (mut report, second) in [(unread(), read()), (read(), unread())] {
            report.append(second);
            assert!(report.is_unread());
            assert_eq!((report.errors(), report.warnings()), (2, 1));
            assert_eq!(report.files().collect::<Vec<_>>(), ["a", "b", "c"]);
        }

        assert!(unread().map_locations(Clone::clone).is_unread());
        assert!(unread().errors_then(read()).is_unread());
    }

    #[test]
    fn problems_are_moved_and_errors_put_before_others() {
        let moved = unread().map_locations(|at| Location {
            file: "there".into(),
            ..at.line(7)
        });
        assert_eq!(
            moved.sorted().text(Lang::En),
            "there:7: unread\nthere:7: warning: warning\n1 error, 1 warning\n"
        );
        let both = unread().errors_then(unread());
        let expected = "a:3: unread\na:3: unread\nb:2: warning: warning\n2 errors, 1 warning\n";
        assert_eq!(both.text(Lang::En), expected);
    }

    #[test]
    fn so_many_are_written_out_and_not_one_more() {
        let mut diagnostics = Diagnostics::default();
        for (file, line) in (1..=21).flat_map(|file| (1..=999).map(move |line| (file, line))) {
            diagnostics.error(
                Location::file(format!("{file}.csv")).line(line),
                messages::verbatim("x"),
            );
        }

        assert_eq!(diagnostics.problems().len(), MAX_REPORTED_IN_ALL);
    }
}
