//! Releases and their states as the model has them: rows with embargoes and checks, and nothing else.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::daemon::timeline::{LoadId, Moment, Span, State};
use crate::model::{Check, DeclaredStatus, EffectiveStatus, Status, StatusInputs, Timestamp};

/// A row: from when it is public, and the check that its status rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    not_before: Option<Timestamp>,
    check: Check,
}

/// The files at one time.
#[derive(Debug, PartialEq)]
pub struct Files {
    pub rows: Vec<Row>,
}

/// What readers see: of each row nothing, or its status.
pub type Page = Vec<Option<Status>>;

impl Files {
    /// Some files, by a number.
    pub fn some(mut seed: u32) -> Arc<Files> {
        let mut draw = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        let row = |_| Row {
            not_before: (draw(3) > 0).then(|| second(draw(40))),
            check: Check {
                // An hour later it is overdue.
                checked_at: Some(
                    second(draw(40)) + TimeDelta::milliseconds(draw(3).into()) - TimeDelta::hours(1),
                ),
                error: (draw(3) > 0).then(String::new),
            },
        };
        Arc::new(Files { rows: (0..4).map(row).collect() })
    }

    fn effective(&self, moment: Moment) -> impl Iterator<Item = Option<EffectiveStatus>> {
        self.rows.iter().map(move |row| {
            let is_public = row.not_before.is_none_or(|end| end <= moment.rows);
            let inputs =
                StatusInputs { check: Some(&row.check), stale_after_hours: Some(1), next_publication: None };
            let verified = DeclaredStatus::As(Status::Verified);
            is_public
                .then(|| EffectiveStatus::at(moment.statuses, verified, &inputs, "+04:00".parse().unwrap()))
        })
    }

    pub fn page(&self, moment: Moment) -> Page {
        self.effective(moment).map(|effective| effective.map(|effective| effective.status)).collect()
    }

    /// The ends of embargoes in `(after, until]`.
    pub fn embargoes(&self, after: Timestamp, until: Timestamp) -> usize {
        let ends = self.rows.iter().filter_map(|row| row.not_before);
        ends.filter(|end| *end > after && *end <= until).count()
    }
}

/// This second of the model's minute.
pub fn second(number: u32) -> Timestamp {
    let start: Timestamp = "2026-11-20T05:00:00Z".parse().unwrap();
    start + TimeDelta::seconds(number.into())
}

/// Files at a moment.
#[derive(Debug)]
pub struct Fake {
    pub load: LoadId,
    pub files: Arc<Files>,
    pub moment: Moment,
}

impl State for Fake {
    fn span(&self) -> Span {
        let turns = self.files.effective(self.moment).flatten().filter_map(|effective| effective.stale_at);
        let ends = self.files.rows.iter().filter_map(|row| row.not_before);
        Span {
            load: self.load,
            moment: self.moment,
            statuses_until: turns.min().map(|end| end + TimeDelta::milliseconds(1)),
            rows_until: ends.filter(|end| *end > self.moment.rows).min(),
            took: Duration::from_secs(1),
        }
    }
}

pub fn end(state: &Fake) -> Option<Timestamp> {
    state.span().until()
}
