//! Rows under embargo that would be public before their instant or gone without having been public, and rows that come back
//! after a rollback withdrew them.

use super::*;

use crate::compare::embargo::{Name, Waiting, waiting};
use crate::dataset::{EmbargoedRow, Withdrawal};

/// The fate of the rows under embargo of one date, if the new dataset becomes public.
enum Outcome<'a> {
    /// Nothing of the date is public anew.
    Waits,
    /// Rows become public, none of them before the last embargo of the date ends.
    Comes,
    /// A row becomes public before the last embargo of the date ends.
    Early {
        until: Timestamp,
        public_from: Timestamp,
    },
    /// Rows of the current release are neither waiting nor public any more.
    Lost(&'a [EmbargoedRow<'a>]),
}

/// The rows of a date that wait in the current release or in the new dataset.
struct WaitingDate<'a> {
    name: Name<'a>,
    waiting: Waiting<'a>,
    /// The instants from which on readers have new rows of the date.
    public_from: Vec<Timestamp>,
}

impl WaitingDate<'_> {
    /// The first appearance of the date to readers.
    fn appearance(&self) -> Outcome<'_> {
        let (Some(until), Some(first)) = (self.waiting.until(), self.public_from.iter().min())
        else {
            return Outcome::Waits;
        };
        appearance(until, *first)
    }

    /// The fate of the rows of the current release: each new row takes the place of one of them.
    fn remainder(&self) -> Outcome<'_> {
        match self.waiting.gone.get(self.public_from.len()..) {
            Some(lost) if !lost.is_empty() => Outcome::Lost(lost),
            _ => Outcome::Comes,
        }
    }
}

fn appearance<'a>(until: Timestamp, public_from: Timestamp) -> Outcome<'a> {
    if public_from < until {
        Outcome::Early { until, public_from }
    } else {
        Outcome::Comes
    }
}

impl Outcome<'_> {
    /// Reports the cases that it makes for a date.
    fn report(&self, (key, date): Name<'_>, offset: Offset, cases: &mut Cases) {
        match *self {
            Outcome::Waits | Outcome::Comes => {}
            Outcome::Early { until, public_from } => {
                let comes = offset.timestamp(public_from);
                let message = msg::embargoed_until_later(offset.timestamp(until), comes);
                cases.add(GuardKind::Early, key, date, message);
            }
            Outcome::Lost(rows) => {
                for row in rows {
                    let until = offset.timestamp(row.coming.not_before);
                    let message = msg::waiting_row_lost(row.coming.row.observation.value, until);
                    cases.add(GuardKind::Loss, key, date, message);
                }
            }
        }
    }
}

/// Reports rows that are new or changed and would be public before the end of an embargo of their date: that of the current
/// release [D19a.5], or of the new dataset itself [D30.5]. A row that did not change is compared with nothing. Then reports
/// rows under embargo of the current release that would be neither waiting nor public any more [D30.5].
pub fn early_and_dropped_rows(datasets: &DatasetPair<'_>, cases: &mut Cases) {
    let dates = waiting_dates(datasets);
    let offset = datasets.new.offset;
    for date in &dates {
        date.appearance().report(date.name, offset, cases);
    }

    let kept: BTreeSet<&Key> = datasets.pairs.iter().map(|pair| &pair.new.key).collect();
    for date in &dates {
        let (key, _) = date.name;
        // The whole indicator is a case already where readers had it.
        let is_reported = datasets.old_by_key.contains_key(key) && !kept.contains(key);
        if !is_reported {
            date.remainder().report(date.name, offset, cases);
        }
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
        let coming = waiting.new.iter().map(|row| row.coming.not_before);
        let mut public_from: Vec<Timestamp> = coming.collect();
        let at_once = count_public_at_once(datasets, name, &waiting);
        public_from.resize(public_from.len() + at_once, datasets.now);
        dates.push(WaitingDate {
            name,
            waiting,
            public_from,
        });
    }

    dates
}

/// The new rows of a date that are public at once and take the place of waiting ones.
fn count_public_at_once(
    datasets: &DatasetPair<'_>,
    (key, date): Name<'_>,
    waiting: &Waiting<'_>,
) -> usize {
    let Some(new) = datasets.new_by_key.get(key) else {
        return 0;
    };

    let old = datasets.old_by_key.get(key).copied();
    let was_public = old.is_some_and(|old| old.series.on(date).is_some());
    let mut rows = public_anew(old, new, date);
    rows.retain(|row| !(was_public && corrects_now(row, waiting)));
    rows.len()
}

/// Returns true if a row that becomes public at once corrects a public figure and leaves the waiting ones their own: it is
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

    let mut cases = Cases::default();
    report_early_though_withdrawn(withdrawal, live, new, now, &mut cases);
    let mut live_rows = HashSet::new();
    for (key, row) in withdrawal.present_in(live.with_all_rows()) {
        live_rows.insert((key, row.date, row.published, row.value));
    }

    for (key, row) in withdrawal.present_in(new.with_all_rows()) {
        if !live_rows.contains(&(key, row.date, row.published, row.value)) {
            let message = msg::was_withdrawn(row.value);
            cases.add(GuardKind::Withdrawn, key, row.date, message);
        }
    }

    cases.0
}

/// Reports rows that come before the end of an embargo of their date that was withdrawn and that the live release does not
/// have: it holds though it was taken out.
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
    let (live, public) = (live.public_at(now), new.public_at(now));
    for (name, until) in withdrawn {
        let (key, _) = name;
        let waiting = waiting.get(&name);
        // An embargo of the live release is held against the new one by itself.
        if waiting.is_some_and(|waiting| !waiting.kept.is_empty() || !waiting.gone.is_empty()) {
            continue;
        }

        let day = new.offset().day(until);
        let [former, present] = [&live, &public].map(|dataset| dataset.indicator(key));
        let public_from = if is_public_early(withdrawal, name, day, former, present) {
            Some(now)
        } else {
            let coming = waiting.iter().flat_map(|waiting| &waiting.new);
            coming.map(|row| row.coming.not_before).min()
        };

        if let Some(public_from) = public_from {
            appearance(until, public_from).report(name, new.offset(), cases);
        }
    }
}

/// The ends of embargoes that were withdrawn, of each date the last one.
fn withdrawn_embargoes<'a>(
    withdrawal: &Withdrawal,
    new: &'a FullDataset,
    now: Timestamp,
) -> BTreeMap<Name<'a>, Timestamp> {
    let indicators = new.with_all_rows().indicators();
    let keys: HashMap<&str, &Key> = indicators.map(|i| (i.key.as_str(), &i.key)).collect();
    let mut ends: BTreeMap<Name<'_>, Timestamp> = BTreeMap::new();
    for (key, date, instant) in withdrawal.embargoes(now) {
        if let Some(key) = keys.get(key) {
            let end = ends.entry((*key, date)).or_insert(instant);
            *end = instant.max(*end);
        }
    }

    ends
}

/// Returns true if a new row of a date is public. One with another value that is published before the day on which the
/// embargo ends corrects a public figure, and does not count.
fn is_public_early(
    withdrawal: &Withdrawal,
    (key, date): Name<'_>,
    last_day: NaiveDate,
    former: Option<&Indicator>,
    present: Option<&Indicator>,
) -> bool {
    let Some(present) = present else { return false };
    let mut former_rows = former.into_iter().flat_map(|i| i.series.revisions());
    let was_public = former_rows.any(|row| row.date == date);

    for row in public_anew(former, present, date) {
        let corrects =
            was_public && row.published < Some(last_day) && !withdrawal.has_figure(key, row);
        if !corrects {
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
    let mut rows: Vec<&Observation> = revisions.filter(|row| row.date == date).collect();
    if let Some(old) = old {
        for former in old.series.revisions() {
            rows.retain(|row| {
                (row.date, row.published, row.value)
                    != (former.date, former.published, former.value)
            });
        }
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
