//! What is served but should be looked at: rules over a whole series, one sentence each.

use super::diagnostic::{Diagnostics, Location};
use super::observations_file::Observed;
use crate::messages as say;
use crate::model::{Offset, Timestamp};
use chrono::NaiveDate;

/// Every rule, in the order in which they are run.
const RULES: [fn(&Observed, &Context<'_>, &mut Diagnostics); 3] =
    [published_in_the_future, month_missing, more_than_tenfold];

/// What the rules know beside the series.
pub struct Context<'a> {
    /// The file of the observations.
    pub file: &'a Location,
    /// The instant of the check.
    pub at: Timestamp,
    /// The dataset's offset.
    pub offset: Offset,
}

/// Runs every rule.
pub fn check(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for rule in RULES {
        rule(observed, context, diagnostics);
    }
}

/// Nothing has been published on a day that is still to come.
fn published_in_the_future(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let today = context.offset.day(context.at);
    for (_, published, line) in &observed.rows {
        if let Some(published) = published.filter(|day| *day > today) {
            diagnostics.warning(context.file.line(*line), say::future("published", published.to_string()));
        }
    }
}

/// A monthly series has every month between its first and its last.
fn month_missing(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (after, first, last) in observed.series.missing_months() {
        let month = |day: NaiveDate| day.format("%Y-%m").to_string();
        let message = if first == last {
            say::month_missing(month(first))
        } else {
            say::months_missing(month(first), month(last))
        };
        diagnostics.warning(place_of(observed, context, Some(after)), message);
    }
}

/// A value is not more than ten times the previous one, nor less than a tenth of it: a point may have slipped.
fn more_than_tenfold(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for pair in observed.series.observations().windows(2) {
        let [previous, current] = pair else { continue };
        if previous.jumps_to(current) {
            let location = place_of(observed, context, current.date);
            diagnostics
                .warning(location, say::tenfold(previous.value.to_string(), current.value.to_string()));
        }
    }
}

/// Where the row that counts for a date stands.
fn place_of(observed: &Observed, context: &Context<'_>, date: Option<NaiveDate>) -> Location {
    observed.line_of(date).map_or_else(|| context.file.clone(), |line| context.file.line(line))
}
