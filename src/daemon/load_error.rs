//! Why a load failed: something could not be read, or its content is wrong.

use crate::console::CommandError;
use crate::dataset::{Diagnostics, Severity};
use crate::messages::{self as msg, Message};
use crate::model::Lang;
use crate::server::control::{Fault, ReloadOutcome};
use crate::site::SiteError;

/// Problems in an answer to a client, at most.
const MAX_TOLD: usize = 20;

#[derive(Clone, Debug)]
pub struct LoadError {
    /// Something could not be read or done, so a later attempt may succeed [D17].
    is_unread: bool,
    said: Vec<Message>,
    found: Diagnostics,
}

impl LoadError {
    pub fn unread(why: Message) -> Self {
        LoadError { is_unread: true, said: vec![why], found: Diagnostics::default() }
    }

    /// A release was altered; `found` are the mistakes in its files now.
    pub fn altered(said: Vec<Message>, found: Diagnostics) -> Self {
        LoadError { is_unread: found.is_unread(), said, found: found.without_embargoed() }
    }

    pub fn and(mut self, next: LoadError) -> Self {
        self.is_unread |= next.is_unread;
        self.said.extend(next.said);
        self.found.append(next.found);
        self
    }

    pub fn errors(&self) -> usize {
        self.said.len() + self.found.errors()
    }

    /// `3 errors, 1 warning: the first; the second; the third; and 2 more`
    pub fn headline(&self, lang: Lang) -> String {
        const SHOWN: usize = 3;
        let sentences = self.sentences(lang);
        let shown = sentences.iter().take(SHOWN.min(self.errors())).cloned().collect::<Vec<_>>().join("; ");
        let (errors, warnings) = (self.errors(), self.found.warnings());
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let counts = format!("{errors} error{}, {warnings} warning{}", plural(errors), plural(warnings));
        match errors.saturating_sub(SHOWN) {
            0 => format!("{counts}: {shown}"),
            more => format!("{counts}: {shown}; and {more} more"),
        }
    }

    /// The answer to clients whose reload failed while this version is served.
    pub fn outcome(&self, version: &str) -> ReloadOutcome {
        let told = |lang: Lang| {
            let sentences = self.sentences(lang).into_iter().take(self.errors().min(MAX_TOLD));
            (lang.tag().to_owned(), sentences.collect())
        };
        let fault = if self.is_unread { Fault::Unread } else { Fault::Content };
        let version = version.to_owned();
        ReloadOutcome::Refused { version, fault, why: Lang::ALL.map(told).into() }
    }

    /// One sentence a problem, errors first.
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let of = |severity| self.found.problems().iter().filter(move |problem| problem.severity == severity);
        let found = of(Severity::Error).chain(of(Severity::Warning));
        let said = self.said.iter().map(|message| message.get(lang));
        said.chain(found.map(|problem| problem.sentence(lang))).collect()
    }
}

impl From<Diagnostics> for LoadError {
    fn from(found: Diagnostics) -> Self {
        LoadError { is_unread: found.is_unread(), said: Vec::new(), found: found.without_embargoed() }
    }
}

impl From<SiteError> for LoadError {
    fn from(error: SiteError) -> Self {
        LoadError::unread(msg::cannot_write_page(error))
    }
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        if error.said.is_empty() {
            return CommandError::BadDataset(error.found);
        }
        let found = error.found.problems().iter().filter(|problem| problem.severity == Severity::Error);
        let found = found.map(|problem| msg::problem_at(&problem.location, problem.message.clone()));
        let said = error.said.into_iter().chain(found).collect();
        if error.is_unread { CommandError::CouldNotRun(said) } else { CommandError::BadContent(said) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Location;

    #[test]
    fn the_first_errors_are_named_and_the_rest_counted() {
        let mut found = Diagnostics::default();
        found.warning(Location::file("a.csv"), msg::verbatim("old"));
        for line in 1..=5 {
            found.error(Location::file("b.csv").line(line), msg::verbatim("x"));
        }
        let error = LoadError::from(found.sorted());
        assert_eq!(
            error.headline(Lang::En),
            "5 errors, 1 warning: b.csv:1: x; b.csv:2: x; b.csv:3: x; and 2 more"
        );
        assert_eq!(error.sentences(Lang::En).len(), 6);
        let error = LoadError::unread(msg::verbatim("gone")).and(error);
        assert_eq!(error.errors(), 6);
        assert!(
            error.is_unread && error.headline(Lang::En).starts_with("6 errors, 1 warning: gone; b.csv:1")
        );
    }
}
