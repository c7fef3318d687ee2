//! One line for each row that an edit has written.

use super::*;

use std::cmp::Reverse;

use super::pairs::{DatasetPair, IndicatorPair};
use super::rows::describe_change;

/// The rows of an edit that are written out.
const MAX_LISTED: usize = 8;

/// One line for each observation that an edit has written, those under embargo last. Of many only those that changed
/// most: the others are counted.
pub fn row_summary(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Message> {
    DatasetPair::with(old, new, now, &Origins::default(), |datasets| {
        let pairs = datasets.pairs.iter();
        let mut rows: Vec<_> = pairs.flat_map(IndicatorPair::all_rows).collect();
        rows.sort_by_key(|row| row.not_before.is_some());
        let more = rows.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            rows.sort_by_cached_key(|row| {
                (row.change_size().is_some(), Reverse(row.change_size()))
            });
            rows.truncate(MAX_LISTED);
        }

        let mut lines = Vec::new();
        for row in rows {
            lines.push(describe_row(row, new.offset()));
        }

        if more > 0 {
            lines.push(msg::and_smaller_changes(more));
        }

        lines
    })
}

/// The new value, the one that it replaces or else the one before it, and the change between them.
pub fn describe_row(row: &ComparedRow, offset: Offset) -> Message {
    let after = row.after;
    let path = format!("indicators/{}.csv", row.key);
    let recorded = msg::recorded(path, or_dash(after.date), after.value);
    let mut line = match row.compared_with() {
        None => msg::recorded_first(recorded),
        Some(former) if former.date == after.date => msg::recorded_for(recorded, former.value),
        Some(former) => msg::recorded_after(recorded, former.value, or_dash(former.date)),
    };
    if let Some(former) = row.compared_with()
        && let Some(change) = describe_change(former.value, after)
    {
        line = msg::with_change(line, change);
    }

    match row.not_before {
        Some(instant) => msg::under_embargo_until(line, offset.timestamp(instant)),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::{daily, instant, rows};
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    fn dataset(values: impl IntoIterator<Item = &'static str>) -> FullDataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// The lines of one series where `after` takes the place of `before`.
    fn summary(before: &[&'static str], after: &[&'static str]) -> Vec<String> {
        let (old, new) = (
            dataset(before.iter().copied()),
            dataset(after.iter().copied()),
        );
        row_summary(Some(&old), &new, instant(AS_OF))
            .iter()
            .map(|line| line.get(Lang::En))
            .collect()
    }

    #[test]
    fn a_value_is_told_against_what_it_replaces_else_against_the_one_before_it() {
        assert_eq!(
            summary(&["10", "20"], &["10", "25", "24"]),
            [
                "indicators/a.csv: 2026-01-02  25, replacing 20, +25%",
                "indicators/a.csv: 2026-01-03  24, previously 25 (2026-01-02), -4%",
            ]
        );
        assert_eq!(summary(&["10", "20"], &["10", "20"]), [""; 0]);
        let small = summary(&["24111"], &["24111", "24111.5"]);
        assert_eq!(
            small,
            ["indicators/a.csv: 2026-01-02  24111.5, previously 24111 (2026-01-01), +0.00207%"]
        );
    }

    #[test]
    fn a_total_since_january_is_told_against_the_same_months() {
        let year = "2025-01-31,90,\n2025-12-31,1200,\n";
        let summary = |before: &str, row: &str| {
            let dataset = |rows: &str| crate::compare::tests::total(AS_OF, "amount", rows);
            let lines = row_summary(
                Some(&dataset(before)),
                &dataset(&format!("{before}{row}")),
                instant(AS_OF),
            );
            lines
                .iter()
                .map(|line| line.get(Lang::En))
                .collect::<Vec<_>>()
        };

        let line = "indicators/a.csv: 2026-01-31  99, previously 90 (2025-01-31), +10%";
        assert_eq!(summary(year, "2026-01-31,99,\n"), [line]);
        let line = "indicators/a.csv: 2025-12-31  1200, previously 90 (2025-01-31), +1233.33%";
        assert_eq!(
            summary("2025-01-31,90,\n", "2025-12-31,1200,\n"),
            [line],
            "nothing else to tell it against"
        );
    }

    #[test]
    fn of_many_rows_those_that_changed_most_are_written_out() {
        let after = [
            "101", "102", "99", "90", "100", "140", "101", "98", "100.5", "103",
        ];
        let before = ["100"; 10];
        assert_eq!(
            summary(&before[..8], &after[..8]).len(),
            7,
            "one of them has not changed"
        );
        let lines = summary(&before, &after);
        let changes: Vec<&str> = lines
            .iter()
            .map(|line| line.rsplit(", ").next().unwrap())
            .collect();
        let most = [
            "+40%", "-10%", "+3%", "+2%", "-2%", "+1%", "-1%", "+1%", "… and ",
        ];
        assert!(
            changes
                .iter()
                .zip(most)
                .all(|(change, expected)| change.starts_with(expected)),
            "{lines:?}"
        );
        assert_eq!(changes.len(), most.len());
    }

    #[test]
    fn the_observations_of_a_difference_are_told_from_the_oldest_on() {
        let difference = Difference::between(
            &dataset(["1", "2", "3"]),
            &dataset(["4", "2", "5", "6"]),
            instant(AS_OF),
        )
        .unwrap();
        let days: Vec<String> = difference
            .indicators
            .iter()
            .flat_map(|i| &i.rows)
            .map(|row| row.after.as_ref().unwrap().date.unwrap().to_string())
            .collect();
        assert_eq!(days, ["2026-01-01", "2026-01-03", "2026-01-04"]);
    }
}
