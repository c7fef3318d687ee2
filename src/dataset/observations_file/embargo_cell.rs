//! The cell `not_before` of a row: the instant until which readers do not see it.

use super::{NOT_BEFORE, RowContext};
use crate::dataset::dataset_file::timestamp;
use crate::dataset::diagnostic::Diagnostics;
use crate::dataset::table::Row;
use crate::messages as msg;
use crate::model::{Observation, Timestamp};

/// The embargo of a row as its cell says it.
pub enum Embargo {
    /// There is none.
    None,
    /// Until this instant.
    Until(Timestamp),
    /// The cell cannot be read, which was reported: nobody knows until when.
    Unreadable,
}

impl Embargo {
    /// Reads the cell and reports what is wrong with it.
    pub fn read(row: &Row<'_, '_>, diagnostics: &mut Diagnostics) -> Self {
        let written = row.cell(NOT_BEFORE);
        if written.is_empty() {
            return Embargo::None;
        }
        let Some(instant) = timestamp(written, &row.location(), NOT_BEFORE, diagnostics) else {
            return Embargo::Unreadable;
        };
        if instant.timestamp_subsec_nanos() != 0 {
            diagnostics.error(row.location(), msg::not_before_in_fractions(written));
            return Embargo::Unreadable;
        }
        Embargo::Until(instant)
    }

    /// Its end, as far as the cell can be read.
    pub fn instant(&self) -> Option<Timestamp> {
        match self {
            Embargo::Until(instant) => Some(*instant),
            Embargo::None | Embargo::Unreadable => None,
        }
    }

    /// Whether the row is under embargo at `at`, or may be.
    pub fn is_ahead(&self, at: Timestamp) -> bool {
        match self {
            Embargo::None => false,
            Embargo::Until(instant) => *instant > at,
            Embargo::Unreadable => true,
        }
    }

    /// A figure is published when its embargo ends: on that day, where its row does not say more, and never before
    /// [D19a]. Nothing where it says so.
    pub fn publish(
        &self,
        observation: &mut Observation,
        row: &Row<'_, '_>,
        context: &RowContext<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        let day = match (self, context.offset) {
            (Embargo::None, _) | (_, None) => return Some(()),
            (Embargo::Unreadable, _) => return None,
            (Embargo::Until(instant), Some(offset)) => offset.day(*instant),
        };
        match observation.published {
            Some(published) if published < day => {
                let message = msg::published_under_embargo(published.to_string(), day.to_string());
                diagnostics.error(row.location(), message);
                None
            }
            published => {
                observation.published = published.or(Some(day));
                Some(())
            }
        }
    }
}
