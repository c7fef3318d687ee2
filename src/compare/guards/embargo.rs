//! Rows under embargo that would be public before their instant or gone without having been public, and rows that come back
//! after a rollback withdrew them.

use super::*;

use crate::compare::embargo::{Name, Waiting, end_of_embargo, waiting};
use crate::dataset::{HeldEmbargo, Withdrawal};

/// The rows of a date that wait in the current release or in the new dataset.
struct WaitingDate<'a> {
    name: Name<'a>,
    waiting: Waiting<'a>,
    /// The instants from which on readers have new rows of the date.
    public_from: Vec<Timestamp>,
}

/// Reports rows that are new or changed and would be public before the end of an embargo of their date: that of the current
/// release [D19a.5], or of the new dataset itself [D30.5]. A row that did not change is compared with nothing. Then reports
/// rows under embargo of the current release that would be neither waiting nor public any more [D30.5].
pub fn early_and_dropped_rows(datasets: &DatasetPair, cases: &mut Cases) {
    let dates = waiting_dates(datasets);
    let offset = datasets.new.offset;
    for date in &dates {
        if let Some(until) = date.waiting.until()
            && let Some(public_from) = date.public_from.iter().min()
        {
            report_early(date.name, until, *public_from, offset, cases);
        }
    }

    let kept: BTreeSet<&Key> = datasets.pairs.iter().map(|pair| &pair.new.key).collect();
    for date in &dates {
        let (key, _) = date.name;
        let was_public = datasets.old.is_some_and(|old| old.indicator(key).is_some());
        // The whole indicator is a case already where readers had it.
        if kept.contains(key) || !was_public {
            report_lost(date, offset, cases);
        }
    }
}

/// Reports a date that readers have before its last embargo ends.
fn report_early(
    (key, date): Name,
    until: Timestamp,
    public_from: Timestamp,
    offset: Offset,
    cases: &mut Cases,
) {
    if public_from < until {
        let comes = offset.timestamp(public_from);
        let message = msg::embargoed_until_later(offset.timestamp(until), comes);
        cases.add(GuardKind::Early, key, date, message);
    }
}

/// Reports the rows of the current release that are gone. Each new row takes the place of one of them.
fn report_lost(date: &WaitingDate, offset: Offset, cases: &mut Cases) {
    let (key, day) = date.name;
    for row in date.waiting.gone.iter().skip(date.public_from.len()) {
        let value = row.coming.row.observation.value;
        let message = msg::waiting_row_lost(value, end_of_embargo(row, offset));
        cases.add(GuardKind::Loss, key, day, message);
    }
}

/// Every date with rows that wait in the current release or in the new dataset. A first publication has no such date.
fn waiting_dates<'a>(datasets: &'a DatasetPair<'_>) -> Vec<WaitingDate<'a>> {
    let mut dates = Vec::new();
    if datasets.old_full.is_none() {
        return dates;
    }

    let all = waiting(datasets.old_full, datasets.new_full, datasets.now);
    for (name, waiting) in all {
        let at_once = count_public_at_once(datasets, name, &waiting);
        let mut public_from = vec![datasets.now; at_once];
        public_from.extend(waiting.new.iter().map(|row| row.coming.not_before));
        dates.push(WaitingDate {
            name,
            waiting,
            public_from,
        });
    }

    dates
}

/// The new rows of a date that are public at once and take the place of waiting ones.
fn count_public_at_once(datasets: &DatasetPair, (key, date): Name, waiting: &Waiting) -> usize {
    let Some(new) = datasets.new.indicator(key) else {
        return 0;
    };

    let old = datasets.old.and_then(|old| old.indicator(key));
    let was_public = old.is_some_and(|old| old.series.on(date).is_some());
    let mut rows = public_anew(old, new, date);
    rows.retain(|row| !was_public || !corrects_now(row, waiting));
    rows.len()
}

/// Returns true if a row that becomes public at once corrects a public figure and leaves the waiting ones their own: it is
/// published before each of them and has another value.
fn corrects_now(row: &Observation, waiting: &Waiting) -> bool {
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

    let mut cases = Cases::default();
    report_early_though_withdrawn(withdrawal, live, new, now, &mut cases);
    let mut live_rows = HashSet::new();
    for (key, row) in withdrawal.present_in(live.with_all_rows()) {
        live_rows.insert((key, identity(row)));
    }

    for (key, row) in withdrawal.present_in(new.with_all_rows()) {
        if !live_rows.contains(&(key, identity(row))) {
            let message = msg::was_withdrawn(row.value);
            cases.add(GuardKind::Withdrawn, key, row.date, message);
        }
    }

    cases.0
}

/// Reports rows that come before a withdrawn embargo of their date ends. Such an embargo holds although a rollback has taken
/// its row out of the live release.
fn report_early_though_withdrawn(
    withdrawal: &Withdrawal,
    live: &FullDataset,
    new: &FullDataset,
    now: Timestamp,
    cases: &mut Cases,
) {
    let withdrawn = withdrawn_embargoes(withdrawal, new, now);
    if withdrawn.is_empty() {
        return;
    }

    let waiting = waiting(Some(live), new, now);
    let live = live.public_at(now);
    let public = new.public_at(now);
    for (name, until) in withdrawn {
        let (key, _) = name;
        let waiting = waiting.get(&name);
        // An embargo of the live release is held against the new one by itself.
        if waiting.is_some_and(Waiting::was_there) {
            continue;
        }

        let day = new.offset().day(until);
        let former = live.indicator(key);
        let present = public.indicator(key);
        let mut public_from = Vec::new();
        if is_public_early(withdrawal, name, day, former, present) {
            public_from.push(now);
        }

        let coming = waiting.iter().flat_map(|waiting| &waiting.new);
        public_from.extend(coming.map(|row| row.coming.not_before));
        if let Some(first) = public_from.into_iter().min() {
            report_early(name, until, first, new.offset(), cases);
        }
    }
}

/// The ends of embargoes that were withdrawn, of each date the last one.
fn withdrawn_embargoes<'a>(
    withdrawal: &Withdrawal,
    new: &'a FullDataset,
    now: Timestamp,
) -> BTreeMap<Name<'a>, Timestamp> {
    let mut ends = BTreeMap::new();
    for HeldEmbargo { key, date, until } in withdrawal.held_embargoes(now) {
        let mut indicators = new.with_all_rows().indicators();
        if let Some(indicator) = indicators.find(|indicator| indicator.key.as_str() == key) {
            let end = ends.entry((&indicator.key, date)).or_insert(until);
            *end = until.max(*end);
        }
    }

    ends
}

/// Returns true if a new row of a date is public. One with another value that is published before the day on which the
/// embargo ends corrects a public figure, and does not count.
fn is_public_early(
    withdrawal: &Withdrawal,
    (key, date): Name,
    last_day: NaiveDate,
    former: Option<&Indicator>,
    present: Option<&Indicator>,
) -> bool {
    let Some(present) = present else { return false };
    let mut former_rows = former.into_iter().flat_map(|i| i.series.revisions());
    let was_public = former_rows.any(|row| row.date == date);

    for row in public_anew(former, present, date) {
        let is_before = was_public && row.published < Some(last_day);
        if !is_before || withdrawal.has_figure(key, row) {
            return true;
        }
    }

    false
}

/// The revisions of a date that only the new series has.
fn public_anew<'a>(
    old: Option<&Indicator>,
    new: &'a Indicator,
    date: Option<NaiveDate>,
) -> Vec<&'a Observation> {
    let revisions = new.series.revisions();
    let mut rows: Vec<_> = revisions.filter(|row| row.date == date).collect();
    for former in old.into_iter().flat_map(|old| old.series.revisions()) {
        rows.retain(|row| identity(row) != identity(former));
    }

    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::{daily, instant, rows};

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
}
