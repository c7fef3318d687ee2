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

    /// A case of an indicator, or of one of its dates.
    pub fn new(kind: GuardKind, key: &Key, date: Option<NaiveDate>, message: Message) -> Self {
        Violation {
            key: Some(key.clone()),
            date,
            ..Violation::whole(kind, message)
        }
    }

    /// The case for JSON, without its sentence, which is among those of the refusal.
    pub fn view(&self) -> Value {
        json!({ "kind": self.kind.name(), "key": self.key, "date": to_text(self.date) })
    }

    /// `jump usd 2026-11-21`
    pub fn name(&self) -> String {
        let mut words = vec![self.kind.name().to_owned()];
        words.extend(to_text(self.key.as_ref()));
        words.extend(to_text(self.date));
        words.join(" ")
    }
}

/// The cases in the order in which they were found.
#[derive(Default)]
pub struct Cases(pub Vec<Violation>);

impl Cases {
    /// Adds a case of an indicator, or of one of its dates.
    pub fn add(&mut self, kind: GuardKind, key: &Key, date: Option<NaiveDate>, message: Message) {
        self.0.push(Violation::new(kind, key, date, message));
    }

    /// Adds a case of a row.
    pub fn add_row(&mut self, kind: GuardKind, row: &ComparedRow, message: Message) {
        self.add(kind, row.key, row.after.date, message);
    }

    /// Adds a case of the dataset as a whole.
    pub fn add_whole(&mut self, kind: GuardKind, message: Message) {
        self.0.push(Violation::whole(kind, message));
    }

    /// Returns true if the date of a row has a case, or its indicator as a whole.
    pub fn has(&self, row: &ComparedRow) -> bool {
        self.0.iter().any(|case| {
            let is_of_date = case.date.is_none() || case.date == row.after.date;
            is_of_date && case.key.as_ref() == Some(row.key)
        })
    }
}

/// The overrides that were given: a kind, or a kind for one indicator.
#[derive(Clone, Debug, Default)]
pub struct Allowed(Vec<(GuardKind, Option<String>)>);

impl Allowed {
    /// Reads words as `--allow` takes them: `KIND` or `KIND=KEY`. Fails with the first that names no kind.
    pub fn parse(words: &[String]) -> Result<Self, Message> {
        let mut allowed = Vec::new();
        for word in words {
            let (name, key) = match word.split_once('=') {
                Some((name, key)) => (name, Some(key.to_owned())),
                None => (&word[..], None),
            };
            let kind = GuardKind::ALL.into_iter().find(|kind| kind.name() == name);
            let Some(kind) = kind else {
                let names = GuardKind::ALL.map(GuardKind::name);
                let nearest = nearest_name(name, names);
                return Err(msg::unknown_guard(name, nearest, &names.join(", ")));
            };

            allowed.push((kind, key));
        }

        Ok(Allowed(allowed))
    }

    /// The cases that no override lets pass.
    pub fn refused(&self, mut violations: Vec<Violation>) -> Vec<Violation> {
        violations.retain(|violation| !self.lets_pass(violation));
        violations
    }

    fn lets_pass(&self, violation: &Violation) -> bool {
        let violation_key = violation.key.as_ref().map(Key::as_str);
        self.0.iter().any(|(kind, key)| {
            *kind == violation.kind && (key.is_none() || key.as_deref() == violation_key)
        })
    }
}

/// The refusal: every case, and the words that would let it pass.
pub fn refusal(violations: &[Violation]) -> Vec<Message> {
    let mut lines = vec![msg::needs_a_word(violations.len())];
    let mut keys_by_kind = BTreeMap::<_, BTreeSet<_>>::new();
    for violation in violations {
        lines.push(msg::concern(violation.name(), violation.message.clone()));
        let keys = keys_by_kind.entry(violation.kind).or_default();
        keys.insert(&violation.key);
    }

    let mut words = Vec::new();
    let mut unproposed = Vec::new();
    for (kind, keys) in keys_by_kind {
        let name = kind.name();
        // Nobody is to break an embargo or undo a rollback by pasting a line.
        if matches!(kind, GuardKind::Early | GuardKind::Withdrawn) {
            unproposed.push(name);
        } else if keys.contains(&None) || keys.len() > MAX_NAMED {
            words.push(format!("--allow {name}"));
        } else {
            let keys = keys.into_iter().flatten();
            words.extend(keys.map(|key| format!("--allow {name}={key}")));
        }
    }

    if !words.is_empty() {
        lines.push(msg::allow_with(words.join(" ")));
    }

    if !unproposed.is_empty() {
        lines.push(msg::think_before_allowing(unproposed.join(", ")));
    }

    lines
}
