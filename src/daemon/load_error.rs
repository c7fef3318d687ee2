//! Why a load failed: something could not be read, or its content is wrong.

use super::*;

use std::collections::BTreeMap;

use crate::dataset::Severity;
use crate::server::control::Fault;

/// Problems in an answer to a client, at most.
const MAX_ANSWERED: usize = 20;

pub type Result<T, E = LoadError> = std::result::Result<T, E>;

/// Everything for which a load was refused.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// Something could not be read or done, so a later attempt may succeed [D17].
    is_unread: bool,
    pub messages: Vec<Message>,
    diagnostics: Diagnostics,
}

impl LoadError {
    pub fn unread(reason: Message) -> Self {
        LoadError {
            is_unread: true,
            messages: vec![reason],
            diagnostics: Diagnostics::default(),
        }
    }

    pub fn and(mut self, next: LoadError) -> Self {
        self.is_unread |= next.is_unread;
        self.messages.extend(next.messages);
        self.diagnostics.append(next.diagnostics);
        self
    }

    pub fn errors(&self) -> usize {
        self.messages.len() + self.diagnostics.errors()
    }

    /// `3 errors, 1 warning: the first; the second; the third; and 2 more`
    pub fn headline(&self, lang: Lang) -> String {
        const SHOWN: usize = 3;
        let errors = self.errors();
        let mut sentences = self.sentences(lang);
        sentences.truncate(SHOWN.min(errors));
        let mut shown = msg::verbatim(sentences.join("; "));
        if errors > SHOWN {
            shown = msg::and_more(shown, errors - SHOWN);
        }

        let counts = msg::problem_count(errors, self.diagnostics.warnings());
        msg::problem_at(counts, shown).get(lang)
    }

    /// The answer to clients whose reload failed while this version is served.
    pub fn outcome(&self, version: &str) -> Outcome {
        let mut reasons = BTreeMap::new();
        for lang in Lang::ALL {
            let mut sentences = self.sentences(lang);
            sentences.truncate(self.errors().min(MAX_ANSWERED));
            reasons.insert(lang.tag().to_owned(), sentences);
        }

        let fault = if self.is_unread {
            Fault::Unread
        } else {
            Fault::Content
        };

        Outcome::Refused {
            version: version.to_owned(),
            fault,
            reasons,
        }
    }

    /// One sentence a problem, errors first.
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        sentences.extend(self.messages.iter().map(|message| message.get(lang)));
        for severity in [Severity::Error, Severity::Warning] {
            for problem in self.diagnostics.problems() {
                if problem.severity == severity {
                    sentences.push(problem.sentence(lang));
                }
            }
        }

        sentences
    }
}

impl From<Diagnostics> for LoadError {
    fn from(diagnostics: Diagnostics) -> Self {
        LoadError {
            is_unread: diagnostics.is_unread(),
            messages: Vec::new(),
            diagnostics: diagnostics.without_embargoed(),
        }
    }
}

impl From<SiteError> for LoadError {
    fn from(error: SiteError) -> Self {
        LoadError::unread(msg::cannot_write_page(error))
    }
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        if error.messages.is_empty() {
            return CommandError::BadDataset(error.diagnostics);
        }

        let mut messages = error.messages;
        for problem in error.diagnostics.problems() {
            if problem.severity == Severity::Error {
                messages.push(msg::problem_at(&problem.location, problem.message.clone()));
            }
        }

        if error.is_unread {
            CommandError::CouldNotRun(messages)
        } else {
            CommandError::BadContent(messages)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Location;

    #[test]
    fn the_first_errors_are_named_and_the_rest_counted() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.warning(Location::file("a.csv"), msg::verbatim("old"));
        for line in 1..=5 {
            diagnostics.error(Location::file("b.csv").line(line), msg::verbatim("x"));
        }

        let error = LoadError::from(diagnostics.sorted());
        assert_eq!(
            error.headline(Lang::En),
            "5 errors, 1 warning: b.csv:1: x; b.csv:2: x; b.csv:3: x; and 2 more"
        );
        assert_eq!(error.sentences(Lang::En).len(), 6);
        let error = LoadError::unread(msg::verbatim("gone")).and(error);
        assert_eq!(error.errors(), 6);
        assert!(
            error.is_unread
                && error
                    .headline(Lang::En)
                    .starts_with("6 errors, 1 warning: gone; b.csv:1")
        );
        // A start that fails says what has kept it from serving, and no warning.
        let CommandError::CouldNotRun(said) = CommandError::from(error) else {
            panic!("it could not run")
        };

        assert_eq!(said.len(), 6);
    }
}
