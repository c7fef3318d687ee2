//! What needs a word before it becomes public [D18]: each case with its kind, and what was allowed.
//!
//! Compares checked datasets and computes nothing else; who refuses, and when, is the commands' business.

mod comparison;
mod jump;
mod rules;
#[cfg(test)]
mod tests;
mod withdrawn;

pub(super) use comparison::{Comparison, Pair, Row};
pub use withdrawn::{WithdrawnRow, present, withdrawn, withdrawn_rows};

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::dataset::{FullDataset, nearest_name};
use crate::messages::{self as msg, Message};
use crate::model::{Key, Timestamp};

/// How many indicators are named one by one in the proposal of what to allow.
const NAMED: usize = 3;

/// The kinds of cases, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GuardKind {
    /// An observation or an indicator that was public would be gone.
    Loss,
    /// A value moves further than values do.
    Jump,
    /// Many public values change without a new date of publication.
    Revision,
    /// What the figures are figures of changes.
    Definition,
    /// Something of a day that is still to come.
    Future,
    /// The as-of instant goes back, or lies in the future.
    AsOf,
    /// The release in service cannot be read, so nothing can be compared with it.
    Unread,
    /// A row under embargo would become public before its instant.
    Early,
    /// What a rollback took out of service would come back.
    Withdrawn,
}

impl GuardKind {
    /// All of them.
    pub const ALL: [GuardKind; 9] = [
        GuardKind::Loss,
        GuardKind::Jump,
        GuardKind::Revision,
        GuardKind::Definition,
        GuardKind::Future,
        GuardKind::AsOf,
        GuardKind::Unread,
        GuardKind::Early,
        GuardKind::Withdrawn,
    ];

    /// The word that `--allow` takes.
    pub fn name(self) -> &'static str {
        match self {
            GuardKind::Loss => "loss",
            GuardKind::Jump => "jump",
            GuardKind::Revision => "revision",
            GuardKind::Definition => "definition",
            GuardKind::Future => "future",
            GuardKind::AsOf => "as-of",
            GuardKind::Unread => "unread",
            GuardKind::Early => "early",
            GuardKind::Withdrawn => "withdrawn",
        }
    }
}

/// One case that needs a word.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Of which kind.
    pub kind: GuardKind,
    /// The indicator, where it is about one.
    pub key: Option<Key>,
    /// The observation, where it is about one that has a date.
    pub date: Option<NaiveDate>,
    /// What would happen.
    pub what: Message,
}

impl Violation {
    /// One that is about the dataset as a whole.
    pub fn whole(kind: GuardKind, what: Message) -> Self {
        Violation { kind, key: None, date: None, what }
    }

    /// One that is about an indicator.
    pub fn of(kind: GuardKind, key: &Key, date: Option<NaiveDate>, what: Message) -> Self {
        Violation { kind, key: Some(key.clone()), date, what }
    }

    /// `jump usd 2026-11-21: 1.7 → 18, more than tenfold`.
    fn line(&self) -> Message {
        let date = self.date.map(|date| date.to_string());
        let parts = [Some(self.kind.name()), self.key.as_ref().map(Key::as_str), date.as_deref()];
        let place = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        msg::concern(place, self.what.clone())
    }
}

/// A guard over a whole comparison.
type Rule = fn(&Comparison<'_>) -> Vec<Violation>;

/// The guards of an edit of a directory, which leaves the as-of instant, and what is in service, to the publication.
const OF_EDIT: [Rule; 5] = [rules::loss, jump::violations, rules::revision, rules::definition, rules::future];

/// Every case that needs an override before `new` takes the place of `old` at `now`; `None` is a first publication.
pub fn violations(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    judged(old, new, now, OF_EDIT.into_iter().chain([rules::as_of as Rule, rules::early]))
}

/// The same for an edit; `None` where the files did not make a dataset before.
pub fn violations_of_edit(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    judged(old, new, now, OF_EDIT)
}

/// The cases, sorted by kind.
fn judged(
    old: Option<&FullDataset>,
    new: &FullDataset,
    now: Timestamp,
    rules: impl IntoIterator<Item = Rule>,
) -> Vec<Violation> {
    Comparison::with(old, new, now, |comparison| {
        let mut found: Vec<Violation> = rules.into_iter().flat_map(|rule| rule(comparison)).collect();
        found.sort_by_key(|violation| violation.kind);
        found
    })
}

/// What was said to be meant.
#[derive(Clone, Debug, Default)]
pub struct Allowed(Vec<(GuardKind, Option<String>)>);

impl Allowed {
    /// Reads words as `--allow` takes them: `KIND` or `KIND=KEY`.
    ///
    /// # Errors
    /// The first that names no kind.
    pub fn parse(words: &[String]) -> Result<Self, Message> {
        let parse = |word: &String| {
            let (name, key) = match word.split_once('=') {
                Some((name, key)) => (name, Some(key.to_owned())),
                None => (word.as_str(), None),
            };
            let names = || GuardKind::ALL.into_iter().map(GuardKind::name);
            let known = GuardKind::ALL.into_iter().find(|kind| kind.name() == name);
            let unknown = || {
                let choice = names().collect::<Vec<_>>().join(", ");
                msg::unknown_guard(name, nearest_name(name, names()), &choice)
            };
            known.map(|kind| (kind, key)).ok_or_else(unknown)
        };
        words.iter().map(parse).collect::<Result<_, _>>().map(Allowed)
    }

    /// Adds a kind as a whole where `given`.
    #[must_use]
    pub fn and(mut self, kind: GuardKind, given: bool) -> Self {
        self.0.extend(given.then_some((kind, None)));
        self
    }

    /// Whether this case was said to be meant.
    pub fn covers(&self, violation: &Violation) -> bool {
        self.0.iter().any(|(kind, key)| {
            let same =
                key.as_ref().is_none_or(|key| violation.key.as_ref().is_some_and(|of| of.as_str() == key));
            *kind == violation.kind && same
        })
    }

    /// The cases that were not said to be meant.
    pub fn refused(&self, violations: Vec<Violation>) -> Vec<Violation> {
        violations.into_iter().filter(|violation| !self.covers(violation)).collect()
    }
}

/// The refusal: every case, and the words that would let it pass.
pub fn refusal(violations: &[Violation]) -> Vec<Message> {
    let mut keys: BTreeMap<GuardKind, BTreeSet<Option<&Key>>> = BTreeMap::new();
    for violation in violations {
        keys.entry(violation.kind).or_default().insert(violation.key.as_ref());
    }
    let (mut words, mut unproposed) = (Vec::new(), Vec::new());
    for (kind, keys) in &keys {
        // Neither is an embargo broken by pasting a line, nor a rollback undone.
        if matches!(kind, GuardKind::Early | GuardKind::Withdrawn) {
            unproposed.push(kind.name());
            continue;
        }
        let named: Option<Vec<&Key>> = keys.iter().copied().collect();
        match named.filter(|named| named.len() <= NAMED) {
            Some(named) => words.extend(named.iter().map(|key| format!("--allow {}={key}", kind.name()))),
            None => words.push(format!("--allow {}", kind.name())),
        }
    }
    let lines = violations.iter().map(Violation::line);
    let proposal = (!words.is_empty()).then(|| msg::allow_with(words.join(" ")));
    let warning = (!unproposed.is_empty()).then(|| msg::think_before_allowing(unproposed.join(", ")));
    std::iter::once(msg::needs_a_word(violations.len())).chain(lines).chain(proposal).chain(warning).collect()
}
