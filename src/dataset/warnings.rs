//! What is served but should be looked at: rules over a whole series, one sentence each.

use chrono::NaiveDate;

use super::diagnostic::{Diagnostics, Location};
use super::observations_file::Observed;
use crate::messages as say;
use crate::model::{Implausible, Offset, Plausible, Timestamp};

/// Every rule, in the order in which they are run.
const RULES: [fn(&Observed, &Context<'_>, &mut Diagnostics); 5] =
    [published_in_the_future, period_in_the_future, months_missing, more_than_tenfold, implausible];

/// The runs of missing months that are written out; a series may have thousands.
const WRITTEN_OUT: usize = 8;

/// What the rules know beside the series.
pub struct Context<'a> {
    /// The file of the observations.
    pub file: &'a Location,
    /// The day of the check.
    pub today: NaiveDate,
    /// The bounds that the indicator declares.
    pub plausible: Option<&'a Plausible>,
}

/// Runs every rule.
pub fn check(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for rule in RULES {
        rule(observed, context, diagnostics);
    }
}

/// A snapshot is not taken after the check of it, nor before the newest of its figures was published.
pub fn check_as_of(
    (as_of, location): (Timestamp, &Location),
    published: Option<NaiveDate>,
    (at, offset): (Timestamp, Offset),
    diagnostics: &mut Diagnostics,
) {
    if as_of > at {
        diagnostics.warning(location.clone(), say::future("asOf", offset.timestamp(as_of)));
    }
    let day = offset.day(as_of);
    if let Some(published) = published.filter(|published| *published > day) {
        let message = say::as_of_behind(day.to_string(), published.to_string());
        diagnostics.warning(location.clone(), message);
    }
}

/// Nothing has been published on a day that is still to come.
fn published_in_the_future(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // Both are sorted by date, then by publication.
    for (observation, (.., line)) in observed.series.revisions().zip(&observed.rows) {
        let latest = observation.latest_published(context.today);
        if let Some(published) = observation.published.filter(|day| *day > latest) {
            diagnostics.warning(context.file.line(*line), say::future("published", published.to_string()));
        }
    }
}

/// A period that has not ended has not been observed.
fn period_in_the_future(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for observation in observed.series.observations() {
        let latest = observation.latest_date(context.today);
        if let Some(date) = observation.date.filter(|date| *date > latest) {
            let location = place_of(observed, context, Some(date));
            diagnostics.warning(location, say::future("date", date.to_string()));
        }
    }
}

/// A monthly series has every month between its first and its last; all its gaps are said at once.
fn months_missing(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let runs = observed.series.missing_months();
    let month = |day: NaiveDate| day.format("%Y-%m").to_string();
    let run = |(first, last): &(NaiveDate, NaiveDate)| match first == last {
        true => month(*first),
        false => format!("{}–{}", month(*first), month(*last)),
    };
    let written: Vec<String> = runs.iter().take(WRITTEN_OUT).map(run).collect();
    let message = match runs.len().checked_sub(written.len()) {
        _ if runs.is_empty() => return,
        None | Some(0) => say::months_missing(say::verbatim(written.join(", "))),
        Some(more) => say::months_missing_and_more(say::verbatim(written.join(", ")), more),
    };
    diagnostics.warning(context.file.clone(), message);
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

/// A value keeps the bounds that its indicator declares.
fn implausible(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(plausible) = context.plausible else { return };
    let mut previous = None;
    for current in observed.series.observations() {
        for bound in plausible.left_by(previous, current) {
            let value = current.value;
            let message = match bound {
                Implausible::BelowMin(min) => say::below_min(value, min),
                Implausible::AboveMax(max) => say::above_max(value, max),
                Implausible::Change { before, percent } => say::change_above_max(before, value, percent),
            };
            diagnostics.warning(place_of(observed, context, current.date), message);
        }
        previous = Some(current);
    }
}

/// Where the row that counts for a date stands.
fn place_of(observed: &Observed, context: &Context<'_>, date: Option<NaiveDate>) -> Location {
    observed.line_of(date).map_or_else(|| context.file.clone(), |line| context.file.line(line))
}
