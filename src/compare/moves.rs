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
