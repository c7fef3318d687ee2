//! What is served but should be looked at: rules over a whole series, one sentence each.

use super::observations::Observed;
use super::problem::{Place, Report};
use crate::messages as say;
use crate::model::{Instant, Offset};
use chrono::NaiveDate;

/// Every rule, in the order in which they are run.
const RULES: [fn(&Observed, &Context<'_>, &mut Report); 3] =
    [published_in_the_future, month_missing, more_than_tenfold];

/// What the rules know beside the series.
pub struct Context<'a> {
    /// The file of the observations.
    pub file: &'a Place,
    /// The instant of the check.
    pub at: Instant,
    /// The dataset's offset.
    pub offset: Offset,
}

/// Runs every rule.
pub fn check(observed: &Observed, context: &Context<'_>, report: &mut Report) {
    for rule in RULES {
        rule(observed, context, report);
    }
}

/// Nothing has been published on a day that is still to come.
fn published_in_the_future(observed: &Observed, context: &Context<'_>, report: &mut Report) {
    let today = context.offset.day(context.at);
    for (_, published, line) in &observed.rows {
        if let Some(published) = published.filter(|day| *day > today) {
            report.warning(context.file.line(*line), say::future("published", published.to_string()));
        }
    }
}

/// A monthly series has every month between its first and its last.
fn month_missing(observed: &Observed, context: &Context<'_>, report: &mut Report) {
    for (after, first, last) in observed.series.missing_months() {
        let month = |day: NaiveDate| day.format("%Y-%m").to_string();
        let message = if first == last {
            say::month_missing(month(first))
        } else {
            say::months_missing(month(first), month(last))
        };
        report.warning(place_of(observed, context, Some(after)), message);
    }
}

/// A value is not more than ten times the previous one, nor less than a tenth of it: a point may have slipped.
fn more_than_tenfold(observed: &Observed, context: &Context<'_>, report: &mut Report) {
    for pair in observed.series.observations().windows(2) {
        let [previous, current] = pair else { continue };
        if previous.jumps_to(current) {
            let place = place_of(observed, context, current.date);
            report.warning(place, say::tenfold(previous.value.to_string(), current.value.to_string()));
        }
    }
}

/// Where the row that counts for a date stands.
fn place_of(observed: &Observed, context: &Context<'_>, date: Option<NaiveDate>) -> Place {
    observed.line_of(date).map_or_else(|| context.file.clone(), |line| context.file.line(line))
}
