//! What an edit has done to each observation: its new value, the former one, and the change between them.

use chrono::NaiveDate;

use super::guards::{Comparison, changes};
use crate::dataset::Dataset;
use crate::messages::{self as say, Message};
use crate::model::{Key, Observation, RoundedToHundredths, Timestamp};

/// The rows that are written out.
const WRITTEN_OUT: usize = 40;

/// One observation that an edit has written.
struct Move<'a> {
    key: &'a Key,
    after: &'a Observation,
    /// What it replaces, or else the observation before it.
    former: Option<&'a Observation>,
}

/// One line for each observation that an edit has written, the first forty of them.
pub fn moves(old: Option<&Dataset>, new: &Dataset, now: Timestamp) -> Vec<Message> {
    let pairs = Comparison::new(old, new, now).pairs();
    let mut lines = Vec::new();
    for pair in &pairs {
        for row in changes(pair) {
            let former = row.before.or(row.previous);
            lines.push(Move { key: &pair.new.key, after: row.after, former }.line());
        }
    }
    let more = lines.len().saturating_sub(WRITTEN_OUT);
    lines.truncate(WRITTEN_OUT);
    lines.extend((more > 0).then(|| say::and_more_rows(more)));
    lines
}

impl Move<'_> {
    fn line(&self) -> Message {
        let date = |date: Option<NaiveDate>| date.map_or_else(|| "-".to_owned(), |date| date.to_string());
        let line =
            say::recorded(format!("indicators/{}.csv", self.key), date(self.after.date), self.after.value);
        let Some(former) = self.former else { return say::recorded_first(line) };
        let line = if former.date == self.after.date {
            say::recorded_for(line, former.value)
        } else {
            say::recorded_after(line, former.value, date(former.date))
        };
        match self.after.value.percent_from(former.value) {
            Some(percent) => say::with_change(line, signed(&percent)),
            None => line,
        }
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

    fn of(values: impl IntoIterator<Item = &'static str>) -> Dataset {
        daily(AS_OF, &[("a", rows(values))])
    }

    /// What is said of one series, when these values take the place of those.
    fn said(before: &[&'static str], after: &[&'static str]) -> Vec<String> {
        let (old, new) = (of(before.iter().copied()), of(after.iter().copied()));
        moves(Some(&old), &new, instant(AS_OF)).iter().map(|line| line.get(Lang::En)).collect()
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
        let days: Vec<String> =
            difference.observations().map(|(_, row)| row.date.unwrap().to_string()).collect();
        assert_eq!(days, ["2026-01-01", "2026-01-03", "2026-01-04"]);
    }
}
