//! What rollbacks have taken out of service comes back, or is public before the end of an embargo that it had.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::embargo::early_though_withdrawn;
use super::violation::{GuardKind, Violation};
use crate::compare::embargo::Name;
use crate::dataset::{FullDataset, Withdrawal};
use crate::messages as msg;
use crate::model::{Key, Observation, Timestamp};

/// The rows that `new` would bring back, whether or not they still wait, and those that would be early. What the current
/// release has was brought back with a word.
pub fn withdrawn(
    withdrawal: &Withdrawal,
    live: &FullDataset,
    new: &FullDataset,
    now: Timestamp,
) -> Vec<Violation> {
    if withdrawal.is_empty() {
        return Vec::new();
    }
    let of = |(key, row): (&Key, &Observation)| (key.clone(), row.date, row.published, row.value);
    let known: HashSet<_> = withdrawal.present_in(live.with_all_rows()).into_iter().map(of).collect();
    let mut back = withdrawal.present_in(new.with_all_rows());
    back.retain(|row| !known.contains(&of(*row)));
    let case = |(key, row): (&Key, &Observation)| {
        Violation::of(GuardKind::Withdrawn, key, row.date, msg::was_withdrawn(row.value))
    };
    let early = early(withdrawal, live, new, now);
    early.into_iter().chain(back.into_iter().map(case)).collect()
}

/// The rows that come before the end of an embargo that was withdrawn with them: it holds though they were taken out.
fn early(withdrawal: &Withdrawal, live: &FullDataset, new: &FullDataset, now: Timestamp) -> Vec<Violation> {
    let keys: HashMap<&str, &Key> =
        new.with_all_rows().indicators().map(|of| (of.key.as_str(), &of.key)).collect();
    let mut until: BTreeMap<Name<'_>, Timestamp> = BTreeMap::new();
    for (key, date, instant) in withdrawal.embargoes(now) {
        if let Some(key) = keys.get(key) {
            let latest = until.entry((*key, date)).or_insert(instant);
            *latest = instant.max(*latest);
        }
    }
    if until.is_empty() { Vec::new() } else { early_though_withdrawn(until, live, new, now) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::samples::{daily, instant, rows};
    use crate::dataset::RowChoice;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    fn of(values: Vec<&'static str>) -> FullDataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// The values that a publication of these brings back, after a rollback from those of `former`.
    fn back(withdrawal: &Withdrawal, live: Vec<&'static str>, new: Vec<&'static str>) -> Vec<String> {
        let found = withdrawn(withdrawal, &of(live), &of(new), instant(AS_OF));
        found.iter().map(|violation| violation.date.unwrap().to_string()).collect()
    }

    #[test]
    fn a_row_comes_back_with_its_value_only_and_is_one_case_after_two_rollbacks() {
        let (former, live) = (of(vec!["1", "2", "3"]), of(vec!["1"]));
        let mut withdrawal = Withdrawal::between(&former, &live, instant(AS_OF));
        assert_eq!(withdrawal.rows.len(), 2);
        withdrawal.add(withdrawal.clone());
        let both = ["2026-01-02", "2026-01-03"];
        assert_eq!(back(&withdrawal, vec!["1"], vec!["1", "2", "3.0"]), both, "3 is 3.0");
        assert_eq!(back(&withdrawal, vec!["1"], vec!["1", "2.1", "3"]), both[1..]);
        assert_eq!(back(&withdrawal, vec!["1", "2"], vec!["1", "2", "3"]), both[1..], "back with a word");
    }

    #[test]
    fn rows_that_are_not_named_may_come_back() {
        let (former, live) = (of(vec!["1", "2", "3"]), of(vec!["1"]));
        let all = Withdrawal::between(&former, &live, instant(AS_OF));
        let chosen = |choices: &[&str]| {
            let choices: Vec<RowChoice> =
                choices.iter().map(|text| RowChoice::parse(text).unwrap()).collect();
            let mut withdrawal = all.clone();
            withdrawal.narrow(&choices).map(|()| back(&withdrawal, vec!["1"], vec!["1", "2", "3"]))
        };
        assert_eq!(chosen(&["a=2026-01-03"]).unwrap(), ["2026-01-03"]);
        assert_eq!(chosen(&["a"]).unwrap(), ["2026-01-02", "2026-01-03"]);
        assert_eq!(
            chosen(&["a=2026-01-03", "a=2026-01-01", "b"]),
            Err(vec!["a=2026-01-01".into(), "b".into()])
        );
        assert_eq!(["", "=2026-01-01", "a=", "a=x"].map(RowChoice::parse), [None, None, None, None]);
    }
}
