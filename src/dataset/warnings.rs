//! What is served but should be looked at: rules over a whole series, one sentence each.

use super::messages as say;
use super::observations::Observed;
use super::problem::{Place, Report};
use crate::model::{Instant, Measure, Number, Observation, Offset, PeriodType};
use chrono::{Datelike, NaiveDate};

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
///
/// Growth rates pass through zero and move by any factor. A cumulative total begins anew each January: it counts
/// only where what it comes to a month has moved as far.
fn more_than_tenfold(observed: &Observed, context: &Context<'_>, report: &mut Report) {
    for pair in observed.series.observations().windows(2) {
        let [previous, current] = pair else { continue };
        if previous.basis != current.basis || current.basis.measure == Measure::Growth {
            continue;
        }
        if tenfold(current.value, previous.value) && monthly_means_tenfold(current, previous) {
            let place = place_of(observed, context, current.date);
            report.warning(place, say::tenfold(previous.value.to_string(), current.value.to_string()));
        }
    }
}

/// Either way.
fn tenfold(one: Number, other: Number) -> bool {
    one.exceeds_tenfold(other) || other.exceeds_tenfold(one)
}

/// Whether the same holds of what cumulative totals come to a month; of other values there is nothing to be said.
fn monthly_means_tenfold(one: &Observation, other: &Observation) -> bool {
    let months = |of: &Observation| {
        of.date.filter(|_| of.basis.period_type == PeriodType::YearToDate).map(|d| d.month())
    };
    let (Some(in_one), Some(in_other)) = (months(one), months(other)) else { return true };
    // a / m against b / n is a × n against b × m.
    let scaled = one.value.times(in_other).zip(other.value.times(in_one));
    scaled.is_none_or(|(one, other)| tenfold(one, other))
}

/// Where the row that counts for a date stands.
fn place_of(observed: &Observed, context: &Context<'_>, date: Option<NaiveDate>) -> Place {
    observed.line_of(date).map_or_else(|| context.file.clone(), |line| context.file.line(line))
}
