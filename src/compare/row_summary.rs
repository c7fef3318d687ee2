//! What an edit has done to each observation: its new value, the former one, and the change between them.

use super::fields::or_dash;
use super::guards::{Comparison, Pair, Row};
use crate::dataset::FullDataset;
use crate::messages::{self as msg, Message};
use crate::model::{Key, Offset, RoundedToHundredths, Timestamp};

const MAX_LISTED: usize = 40;

/// One line for each observation that an edit has written, the first forty of them; those under embargo last, with
/// their instants.
pub fn row_summary(old: Option<&FullDataset>, new: &FullDataset, now: Timestamp) -> Vec<Message> {
    let lines = |pair: &Pair<'_>, rows: &[Row<'_>]| -> Vec<Message> {
        rows.iter().map(|row| line(&pair.new.key, row, new.offset())).collect()
    };
    let mut lines: Vec<Message> = Comparison::with(old, new, now, |comparison| {
        let public = comparison.pairs.iter().flat_map(|pair| lines(pair, &pair.rows));
        public.chain(comparison.pairs.iter().flat_map(|pair| lines(pair, &pair.coming))).collect()
    });
    let more = lines.len().saturating_sub(MAX_LISTED);
    lines.truncate(MAX_LISTED);
    lines.extend((more > 0).then(|| msg::and_more_rows(more)));
    lines
}

/// The new value, the one that it replaces or else the one before it, and the change between them.
pub(super) fn line(key: &Key, row: &Row<'_>, offset: Offset) -> Message {
    let line = msg::recorded(format!("indicators/{key}.csv"), or_dash(row.after.date), row.after.value);
    let line = match row.before.or(row.previous) {
        None => msg::recorded_first(line),
        Some(former) => {
            let line = if former.date == row.after.date {
                msg::recorded_for(line, former.value)
            } else {
                msg::recorded_after(line, former.value, or_dash(former.date))
            };
            match row.after.value.percent_from(former.value) {
                Some(percent) => msg::with_change(line, signed(&percent)),
                None => line,
            }
        }
    };
    match row.not_before {
        Some(instant) => msg::under_embargo_until(line, offset.timestamp(instant)),
        None => line,
    }
}

fn signed(percent: &RoundedToHundredths) -> String {
    let plus = if percent.sign() == std::cmp::Ordering::Greater { "+" } else { "" };
    format!("{plus}{percent}")
}

#[cfg(test)]
mod tests {
    use super::super::Difference;
    use super::super::samples::{daily, instant, rows};
    use super::*;
    use crate::model::Lang;

    const AS_OF: &str = "2026-11-20T09:00:00+04:00";

    fn of(values: impl IntoIterator<Item = &'static str>) -> FullDataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// What is said of one series, when these values take the place of those.
    fn said(before: &[&'static str], after: &[&'static str]) -> Vec<String> {
        let (old, new) = (of(before.iter().copied()), of(after.iter().copied()));
        row_summary(Some(&old), &new, instant(AS_OF)).iter().map(|line| line.get(Lang::En)).collect()
    }

    #[test]
    fn a_value_is_told_against_what_it_replaces_else_against_the_one_before_it() {
        assert_eq!(
            said(&["10", "20"], &["10", "25", "24"]),
            [
                "indicators/a.csv: 2026-01-02  25, in place of 20, +25 %",
                "indicators/a.csv: 2026-01-03  24, after 25 (2026-01-02), -4 %",
            ]
        );
        assert_eq!(said(&["10", "20"], &["10", "20"]), [""; 0]);
    }

    #[test]
    fn forty_rows_are_written_out() {
        for (count, more) in [(40, None), (41, Some("… and 1 more")), (100, Some("… and 60 more"))] {
            let lines = said(&["1"; 100][..count], &["2"; 100][..count]);
            assert_eq!(lines.iter().filter(|line| line.starts_with("indicators/")).count(), 40);
            assert_eq!(lines.get(40).map(String::as_str), more);
        }
    }

    #[test]
    fn the_observations_of_a_difference_are_told_from_the_oldest_on() {
        let difference =
            Difference::between(&of(["1", "2", "3"]), &of(["4", "2", "5", "6"]), instant(AS_OF)).unwrap();
        let days: Vec<String> = difference
            .indicators
            .iter()
            .flat_map(|of| &of.rows)
            .map(|row| row.after.as_ref().unwrap().date.unwrap().to_string())
            .collect();
        assert_eq!(days, ["2026-01-01", "2026-01-03", "2026-01-04"]);
    }
}
