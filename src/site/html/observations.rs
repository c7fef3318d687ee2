//! The observations of an indicator as a table, the latest first, with the breaks of the series between its parts.

use super::super::text;
use crate::model::{Indicator, Lang, Observation};

/// A longer table is read by programs.
const MOST_ROWS: usize = 240;
/// Decimals beyond these are not aligned.
const MOST_DECIMALS: u8 = 6;

/// The table.
pub struct Observations {
    pub parts: Vec<Part>,
    /// What is said where it does not hold everything.
    pub shown: Option<String>,
    pub has_published: bool,
}

/// Rows that can be compared with each other.
pub struct Part {
    /// What they are, where it differs from part to part.
    pub heading: Option<String>,
    pub rows: Vec<Row>,
}

/// One observation.
pub struct Row {
    pub period: String,
    pub value: String,
    /// How many decimals fewer it has than others, for the alignment of points.
    pub fewer: u8,
    pub whole: bool,
    pub published: String,
}

impl Observations {
    /// Of an indicator.
    pub fn new(indicator: &Indicator, lang: Lang) -> Self {
        let all = indicator.series.observations();
        let shown = &all[all.len().saturating_sub(MOST_ROWS)..];
        let decimals =
            shown.iter().map(|o| o.value.decimals()).filter(|d| *d <= MOST_DECIMALS).max().unwrap_or(0);
        let chunks: Vec<_> = shown.chunk_by(|a, b| a.basis == b.basis).collect();
        let part = |rows: &&[Observation]| Part {
            heading: (chunks.len() > 1).then(|| text::basis(&rows[0].basis, lang)),
            rows: rows.iter().rev().map(|observation| row(observation, decimals, lang)).collect(),
        };
        Observations {
            parts: chunks.iter().rev().map(part).collect(),
            shown: (shown.len() < all.len()).then(|| text::shown_of(shown.len(), all.len(), lang)),
            has_published: shown.iter().any(|observation| observation.published.is_some()),
        }
    }
}

fn row(observation: &Observation, decimals: u8, lang: Lang) -> Row {
    let own = observation.value.decimals();
    Row {
        period: text::dated(observation.basis.period_type, observation.date, lang),
        value: text::number(&observation.value, lang),
        fewer: decimals.saturating_sub(own),
        whole: own == 0 && decimals > 0,
        published: observation.published.map(|date| text::day(date, lang)).unwrap_or_default(),
    }
}
