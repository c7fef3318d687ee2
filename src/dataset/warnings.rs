//! What is served but should be looked at: rules over a whole series, one sentence each.

use chrono::NaiveDate;

use super::diagnostic::{Diagnostics, Location};
use super::series_rows::{Coming, Observed};
use crate::messages::{self as msg, Message};
use crate::model::{Implausible, Observation, Offset, Plausible, Timestamp};

/// Every rule, in the order in which they are run.
const RULES: [fn(&Observed, &Context<'_>, &mut Diagnostics); 5] =
    [published_in_the_future, period_in_the_future, months_missing, more_than_tenfold, implausible];

/// The runs of missing months that are written out; a series may have thousands.
const MAX_REPORTED: usize = 8;

/// What the rules know beside the series.
pub struct Context<'a> {
    /// The file of the observations.
    pub file: Location,
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

/// Runs those that concern one row for a row under embargo, among what its series will be when it comes; the day of
/// `context` is that of its coming.
pub fn check_coming(coming: &Coming<'_>, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let (observation, previous) = (&coming.row.observation, coming.previous);
    let of_value = coming.counts.then(|| {
        let jump = previous.and_then(|previous| jump(previous, observation));
        date_ahead(observation, context).into_iter().chain(jump).chain(bounds_left(
            previous,
            observation,
            context,
        ))
    });
    let found = published_ahead(observation, context).into_iter().chain(of_value.into_iter().flatten());
    found.for_each(|message| diagnostics.warning(context.file.line(coming.row.line), message));
}

/// A snapshot is not taken after the check of it, nor before the newest of its figures was published.
pub fn check_as_of(
    (as_of, location): (Timestamp, &Location),
    published: Option<NaiveDate>,
    (at, offset): (Timestamp, Offset),
    diagnostics: &mut Diagnostics,
) {
    if as_of > at {
        diagnostics.warning(location.clone(), msg::future("asOf", offset.timestamp(as_of)));
    }
    let day = offset.day(as_of);
    if let Some(published) = published.filter(|published| *published > day) {
        let message = msg::as_of_behind(day.to_string(), published.to_string());
        diagnostics.warning(location.clone(), message);
    }
}

/// Nothing has been published on a day that is still to come.
fn published_in_the_future(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // Both are sorted by date, then by publication.
    for (observation, row) in observed.series.revisions().zip(&observed.lines) {
        if let Some(message) = published_ahead(observation, context) {
            diagnostics.warning(context.file.line(row.line), message);
        }
    }
}

fn published_ahead(observation: &Observation, context: &Context<'_>) -> Option<Message> {
    let latest = observation.latest_published(context.today);
    let published = observation.published.filter(|day| *day > latest)?;
    Some(msg::future("published", published.to_string()))
}

/// A period that has not ended has not been observed.
fn period_in_the_future(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for observation in observed.series.observations() {
        if let Some(message) = date_ahead(observation, context) {
            diagnostics.warning(location_of(observed, context, observation.date), message);
        }
    }
}

fn date_ahead(observation: &Observation, context: &Context<'_>) -> Option<Message> {
    let latest = observation.latest_date(context.today);
    let date = observation.date.filter(|date| *date > latest)?;
    Some(msg::future("date", date.to_string()))
}

/// A monthly series has every month between its first and its last; all its gaps are said at once.
fn months_missing(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let runs = observed.series.missing_months();
    let month = |day: NaiveDate| day.format("%Y-%m").to_string();
    let run = |(first, last): &(NaiveDate, NaiveDate)| match first == last {
        true => month(*first),
        false => format!("{}–{}", month(*first), month(*last)),
    };
    let written: Vec<String> = runs.iter().take(MAX_REPORTED).map(run).collect();
    let message = match runs.len().checked_sub(written.len()) {
        _ if runs.is_empty() => return,
        None | Some(0) => msg::months_missing(msg::verbatim(written.join(", "))),
        Some(more) => msg::months_missing_and_more(msg::verbatim(written.join(", ")), more),
    };
    diagnostics.warning(context.file.clone(), message);
}

/// A value is not more than ten times the previous one, nor less than a tenth of it: a point may have slipped.
fn more_than_tenfold(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for pair in observed.series.observations().windows(2) {
        let [previous, current] = pair else { continue };
        if let Some(message) = jump(previous, current) {
            diagnostics.warning(location_of(observed, context, current.date), message);
        }
    }
}

fn jump(previous: &Observation, current: &Observation) -> Option<Message> {
    let is_jump = previous.jumps_to(current);
    is_jump.then(|| msg::tenfold(previous.value.to_string(), current.value.to_string()))
}

/// A value keeps the bounds that its indicator declares.
fn implausible(observed: &Observed, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut previous = None;
    for current in observed.series.observations() {
        for message in bounds_left(previous, current, context) {
            diagnostics.warning(location_of(observed, context, current.date), message);
        }
        previous = Some(current);
    }
}

fn bounds_left(
    previous: Option<&Observation>,
    current: &Observation,
    context: &Context<'_>,
) -> impl Iterator<Item = Message> {
    let bounds =
        context.plausible.into_iter().flat_map(move |plausible| plausible.left_by(previous, current));
    bounds.map(|bound| match bound {
        Implausible::BelowMin(min) => msg::below_min(current.value, min),
        Implausible::AboveMax(max) => msg::above_max(current.value, max),
        Implausible::Change { before, percent } => msg::change_above_max(before, current.value, percent),
    })
}

/// Where the row that counts for a date stands.
fn location_of(observed: &Observed, context: &Context<'_>, date: Option<NaiveDate>) -> Location {
    observed.line_of(date).map_or_else(|| context.file.clone(), |line| context.file.line(line))
}
