//! Rows under embargo that would be public before their instant or gone without having been public, and rows that come back
//! after a rollback withdrew them.

use super::*;

use crate::compare::embargo::{Name, Waiting, waiting};
use crate::dataset::Withdrawal;

/// Reports rows that are new or changed and would be public before the end of an embargo of their date: that of the current
/// release [D19a.5], or of the new dataset itself [D30.5]. A row that did not change is compared with nothing. Then rows
/// under embargo of the current release of which nothing would be left, neither waiting nor public [D30.5].
pub fn early_and_dropped_rows(comparison: &Comparison<'_>, violations: &mut Vec<Violation>) {
    let waiting = waiting_in(comparison);
    for (name, (waiting, public_from)) in &waiting {
        let bounds = waiting.until().zip(public_from.iter().min());
        violations.extend(
            bounds.and_then(|(until, first)| early(*name, until, *first, comparison.new_full)),
        );
    }
    let has_indicator: BTreeSet<&Key> = comparison.pairs.iter().map(|pair| &pair.new.key).collect();
    for ((key, date), (waiting, public_from)) in waiting {
        // The whole indicator is a case already where readers had it.
        if comparison.old_by_key.contains_key(key) && !has_indicator.contains(key) {
            continue;
        }
        for row in waiting.gone.iter().skip(public_from.len()) {
            let until = comparison.new.offset.timestamp(row.coming.not_before);
            let message = msg::waiting_row_lost(row.coming.row.observation.value, until);
            violations.push(Violation::new(GuardKind::Loss, key, date, message));
        }
    }
}

/// The rows of each date that wait in the current release or in the new dataset, with the instants from which on readers
/// have the new dataset's rows of the date.
fn waiting_in<'a>(
    comparison: &'a Comparison<'_>,
) -> BTreeMap<Name<'a>, (Waiting<'a>, Vec<Timestamp>)> {
    if comparison.old_full.is_none() {
        return BTreeMap::new();
    }
    let waiting = waiting(comparison.old_full, comparison.new_full, comparison.now).into_iter();
    let mut waiting: BTreeMap<Name<'a>, _> = waiting
        .map(|(name, waiting)| {
            let public_from: Vec<Timestamp> = waiting
                .new
                .iter()
                .map(|row| row.coming.not_before)
                .collect();
            (name, (waiting, public_from))
        })
        .collect();
    let keys: BTreeSet<&Key> = waiting.keys().map(|(key, _)| *key).collect();
    for pair in comparison
        .pairs
        .iter()
        .filter(|pair| keys.contains(&pair.new.key))
    {
        let Some(new) = comparison.new_by_key.get(&pair.new.key) else {
            continue;
        };
        for row in public_anew(pair.old, new) {
            let Some((waiting, public_from)) = waiting.get_mut(&(&pair.new.key, row.date)) else {
                continue;
            };
            let is_public = pair
                .old
                .is_some_and(|old| old.series.on(row.date).is_some());
            if !(is_public && corrects_now(row, waiting)) {
                public_from.push(comparison.now);
            }
        }
    }
    waiting
}

/// Whether a row that becomes public at once corrects a figure that is public, and leaves the waiting ones their own: it is
/// published before each of them and has another value.
fn corrects_now(row: &Observation, waiting: &Waiting<'_>) -> bool {
    waiting
        .observations()
        .all(|waiting| row.published < waiting.published && row.value != waiting.value)
}

/// Reports the rows that `new` would bring back though a rollback has withdrawn them, and those that would be early. A row
/// of the live release was brought back with an override.
pub fn withdrawn(
    withdrawal: &Withdrawal,
    live: &FullDataset,
    new: &FullDataset,
    now: Timestamp,
) -> Vec<Violation> {
    if withdrawal.is_empty() {
        return Vec::new();
    }
    let name = |(key, row): (&Key, &Observation)| (key.clone(), row.date, row.published, row.value);
    let live_rows: HashSet<_> = withdrawal
        .present_in(live.with_all_rows())
        .into_iter()
        .map(name)
        .collect();
    let mut violations = early_though_withdrawn(withdrawal, live, new, now);
    for (key, row) in withdrawal.present_in(new.with_all_rows()) {
        if !live_rows.contains(&name((key, row))) {
            let message = msg::was_withdrawn(row.value);
            violations.push(Violation::new(GuardKind::Withdrawn, key, row.date, message));
        }
    }
    violations
}

/// The rows that come before the end of an embargo of their date that was withdrawn and that the live release does not
/// have: it holds though it was taken out. A row with another value that is published before the day of its end corrects
/// the figure that is public.
fn early_though_withdrawn(
    withdrawal: &Withdrawal,
    live: &FullDataset,
    new: &FullDataset,
    now: Timestamp,
) -> Vec<Violation> {
    let indicators = new.with_all_rows().indicators();
    let keys: HashMap<&str, &Key> = indicators.map(|i| (i.key.as_str(), &i.key)).collect();
    let mut until: BTreeMap<Name<'_>, Timestamp> = BTreeMap::new();
    for (key, date, instant) in withdrawal.embargoes(now) {
        if let Some(key) = keys.get(key) {
            let latest = until.entry((*key, date)).or_insert(instant);
            *latest = instant.max(*latest);
        }
    }
    if until.is_empty() {
        return Vec::new();
    }
    let waiting = waiting(Some(live), new, now);
    let (live, public) = (live.public_at(now), new.public_at(now));
    let is_new = |(key, date): Name<'_>, until: Timestamp| {
        let former = live.indicator(key);
        let mut dates = former
            .into_iter()
            .flat_map(|former| former.series.revisions())
            .map(|row| row.date);
        let corrected_before = dates
            .any(|former| former == date)
            .then(|| new.offset().day(until));
        let corrects = |row: &Observation| {
            corrected_before.is_some_and(|day| row.published < Some(day))
                && !withdrawal.has_figure(key, row)
        };
        let indicator = public.indicator(key);
        let mut rows = indicator
            .into_iter()
            .flat_map(|indicator| public_anew(former, indicator));
        rows.any(|row| row.date == date && !corrects(row))
    };
    let violation = |(name, until)| {
        let waiting = waiting.get(&name);
        if waiting.is_some_and(|waiting| !waiting.kept.is_empty() || !waiting.gone.is_empty()) {
            return None;
        }
        let coming =
            waiting.and_then(|waiting| waiting.new.iter().map(|row| row.coming.not_before).min());
        let public_from = if is_new(name, until) {
            Some(now)
        } else {
            coming
        };
        early(name, until, public_from?, new)
    };
    until.into_iter().filter_map(violation).collect()
}

/// A row that comes before the end of its embargo.
fn early(
    (key, date): Name<'_>,
    until: Timestamp,
    public_from: Timestamp,
    new: &FullDataset,
) -> Option<Violation> {
    let [shown_until, shown_comes] =
        [until, public_from].map(|instant| new.offset().timestamp(instant));
    let message = msg::embargoed_until_later(shown_until, shown_comes);
    (public_from < until).then(|| Violation::new(GuardKind::Early, key, date, message))
}

/// The revisions that only the new series has.
fn public_anew<'a>(
    old: Option<&'a Indicator>,
    new: &'a Indicator,
) -> impl Iterator<Item = &'a Observation> {
    let former = old.into_iter().flat_map(|old| old.series.revisions());
    let former: HashMap<_, _> = former
        .map(|row| ((row.date, row.published), row.value))
        .collect();
    new.series
        .revisions()
        .filter(move |row| former.get(&(row.date, row.published)) != Some(&row.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::{daily, instant, rows};
    use crate::dataset::RowChoice;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    fn dataset(values: Vec<&'static str>) -> FullDataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// The dates of the rows that a publication of `new` brings back.
    fn back(
        withdrawal: &Withdrawal,
        live: Vec<&'static str>,
        new: Vec<&'static str>,
    ) -> Vec<String> {
        let violations = withdrawn(withdrawal, &dataset(live), &dataset(new), instant(AS_OF));
        violations
            .iter()
            .map(|violation| violation.date.unwrap().to_string())
            .collect()
    }

    #[test]
    fn a_row_comes_back_with_its_value_only_and_is_one_case_after_two_rollbacks() {
        let (former, live) = (dataset(vec!["1", "2", "3"]), dataset(vec!["1"]));
        let mut withdrawal = Withdrawal::between(&former, &live, instant(AS_OF));
        assert_eq!(withdrawal.rows.len(), 2);
        withdrawal.add(withdrawal.clone());
        let both = ["2026-01-02", "2026-01-03"];
        assert_eq!(
            back(&withdrawal, vec!["1"], vec!["1", "2", "3.0"]),
            both,
            "3 is 3.0"
        );
        assert_eq!(
            back(&withdrawal, vec!["1"], vec!["1", "2.1", "3"]),
            both[1..]
        );
        assert_eq!(
            back(&withdrawal, vec!["1", "2"], vec!["1", "2", "3"]),
            both[1..],
            "back with a word"
        );
    }

    #[test]
    fn rows_that_are_not_named_may_come_back() {
        let (former, live) = (dataset(vec!["1", "2", "3"]), dataset(vec!["1"]));
        let all = Withdrawal::between(&former, &live, instant(AS_OF));
        let chosen = |choices: &[&str]| {
            let choices: Vec<RowChoice> = choices
                .iter()
                .map(|text| RowChoice::parse(text).unwrap())
                .collect();
            let mut withdrawal = all.clone();
            withdrawal
                .narrow(&choices)
                .map(|()| back(&withdrawal, vec!["1"], vec!["1", "2", "3"]))
        };
        assert_eq!(chosen(&["a=2026-01-03"]).unwrap(), ["2026-01-03"]);
        assert_eq!(chosen(&["a"]).unwrap(), ["2026-01-02", "2026-01-03"]);
        assert_eq!(
            chosen(&["a=2026-01-03", "a=2026-01-01", "b"]),
            Err(vec!["a=2026-01-01".into(), "b".into()])
        );
        assert_eq!(
            ["", "=2026-01-01", "a=", "a=x"].map(RowChoice::parse),
            [None, None, None, None]
        );
    }
}
