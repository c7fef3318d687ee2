//! A case that a guard reports, its kind, and the override that lets it pass.

use super::*;

use serde_json::{Value, json};

use crate::dataset::nearest_name;
use crate::model::named;

/// How many indicators are named one by one in the proposal of what to allow.
const MAX_NAMED: usize = 3;

named! {
    /// The kinds of cases, in the order in which they are listed, with the words that `--allow` takes.
    pub enum GuardKind {
        /// An observation or an indicator that was public would be gone.
        Loss = "loss",
        /// A value moves further than values do.
        Jump = "jump",
        /// A slip of the hand explains a value better than a movement does.
        Slip = "slip",
        /// Many public values change without a new date of publication.
        Revision = "revision",
        /// The definition of figures changes.
        Definition = "definition",
        /// Something of a day that is still to come.
        Future = "future",
        /// A revision that does not count, or was published before its period ended.
        History = "history",
        /// Values that cannot stand beside each other.
        Order = "order",
        /// A date at which the series has no rows.
        Date = "date",
        /// Figures look more trustworthy than they are.
        Status = "status",
        /// The as-of instant goes back, or lies in the future.
        AsOf = "as-of",
        /// The current release cannot be read, so nothing can be compared with it.
        Unread = "unread",
        /// A row under embargo would become public before its instant.
        Early = "early",
        /// A row that a rollback withdrew would come back.
        Withdrawn = "withdrawn",
    }
}

/// A case that needs an override.
#[derive(Clone, Debug)]
pub struct Violation {
    pub kind: GuardKind,
    pub key: Option<Key>,
    pub date: Option<NaiveDate>,
    pub message: Message,
}

impl Violation {
    /// A case of the dataset as a whole.
    pub fn whole(kind: GuardKind, message: Message) -> Self {
        Violation {
            kind,
            key: None,
            date: None,
            message,
        }
    }

    pub fn new(kind: GuardKind, key: &Key, date: Option<NaiveDate>, message: Message) -> Self {
        Violation {
            kind,
            key: Some(key.clone()),
            date,
            message,
        }
    }

    /// The case for JSON, without its sentence, which is among those of the refusal.
    pub fn view(&self) -> Value {
        let date = self.date.map(|date| date.to_string());
        json!({ "kind": self.kind.name(), "key": self.key, "date": date })
    }

    /// `jump usd 2026-11-21`
    pub fn name(&self) -> String {
        let date = self.date.map(|date| date.to_string());
        let parts = [
            Some(self.kind.name()),
            self.key.as_ref().map(Key::as_str),
            date.as_deref(),
        ];
        join(parts.into_iter().flatten(), " ")
    }

    /// `jump usd 2026-11-21: 1.7 → 18, fivefold or more`.
    fn line(&self) -> Message {
        msg::concern(self.name(), self.message.clone())
    }
}

/// The overrides that were given: a kind, or a kind for one indicator.
#[derive(Clone, Debug, Default)]
pub struct Allowed(Vec<(GuardKind, Option<String>)>);

impl Allowed {
    /// Reads words as `--allow` takes them: `KIND` or `KIND=KEY`. Fails with the first that names no kind.
    pub fn parse(words: &[String]) -> Result<Self, Message> {
        let parse = |word: &String| {
            let (name, key) = match word.split_once('=') {
                Some((name, key)) => (name, Some(key.to_owned())),
                None => (word.as_str(), None),
            };

            let kind = GuardKind::ALL.into_iter().find(|kind| kind.name() == name);
            kind.map(|kind| (kind, key)).ok_or_else(|| {
                let names = GuardKind::ALL.map(GuardKind::name);
                msg::unknown_guard(name, nearest_name(name, names), &names.join(", "))
            })
        };

        words
            .iter()
            .map(parse)
            .collect::<Result<_, _>>()
            .map(Allowed)
    }

    /// The cases that no override lets pass.
    pub fn refused(&self, mut violations: Vec<Violation>) -> Vec<Violation> {
        violations.retain(|Violation { kind, key, .. }| {
            let is_for =
                |allowed_key: &String| key.as_ref().is_some_and(|key| key.as_str() == allowed_key);
            !self
                .0
                .iter()
                .any(|(allowed, key)| allowed == kind && key.as_ref().is_none_or(is_for))
        });
        violations
    }
}

/// The refusal: every case, and the words that would let it pass.
pub fn refusal(violations: &[Violation]) -> Vec<Message> {
    let mut keys: BTreeMap<GuardKind, BTreeSet<Option<&Key>>> = BTreeMap::new();
    for violation in violations {
        keys.entry(violation.kind)
            .or_default()
            .insert(violation.key.as_ref());
    }

    let (mut words, mut unproposed) = (Vec::new(), Vec::new());
    for (kind, keys) in &keys {
        // Nobody is to break an embargo or undo a rollback by pasting a line.
        if matches!(kind, GuardKind::Early | GuardKind::Withdrawn) {
            unproposed.push(kind.name());
            continue;
        }

        let named: Option<Vec<&Key>> = keys.iter().copied().collect();
        match named.filter(|named| named.len() <= MAX_NAMED) {
            Some(named) => words.extend(
                named
                    .iter()
                    .map(|key| format!("--allow {}={key}", kind.name())),
            ),
            None => words.push(format!("--allow {}", kind.name())),
        }
    }

    let lines = violations.iter().map(Violation::line);
    let proposal = (!words.is_empty()).then(|| msg::allow_with(words.join(" ")));
    let warning =
        (!unproposed.is_empty()).then(|| msg::think_before_allowing(unproposed.join(", ")));
    std::iter::once(msg::needs_a_word(violations.len()))
        .chain(lines)
        .chain(proposal)
        .chain(warning)
        .collect()
}
