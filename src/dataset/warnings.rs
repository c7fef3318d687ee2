//! Warnings: figures that are served but should be looked at, by rules over a whole series, one sentence each.

use super::*;

use crate::model::{Change, Implausible, Steps, usual_days, widening};

/// The runs of missing periods that are named; a series may have thousands.
const MAX_REPORTED: usize = 8;

pub struct Context<'a> {
    pub file: Location,
    pub today: NaiveDate,
    plausible: Option<&'a Plausible>,
    usual_days: i64,
    /// Only of a balance.
    steps: Option<Steps<'a>>,
}

impl<'a> Context<'a> {
    pub fn new(
        key: &Key,
        today: NaiveDate,
        plausible: Option<&'a Plausible>,
        observations: &'a [Observation],
    ) -> Self {
        let file = Location::file(observations_path(key));
        let steps = Steps::of_balance(observations);
        Context {
            file,
            today,
            plausible,
            usual_days: usual_days(observations),
            steps,
        }
    }
}

pub fn check(observed: &FileRows, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for observation in observed.series.revisions() {
        if let Some(message) = published_in_the_future(observation, context) {
            diagnostics.warning(observed.location(&context.file, observation), message);
        }
    }

    if let Some(message) = periods_missing(observed) {
        diagnostics.warning(context.file.clone(), message);
    }

    let mut previous = None;
    for current in observed.series.observations() {
        for message in check_value(previous, current, context) {
            diagnostics.warning(observed.location(&context.file, current), message);
        }
        previous = Some(current);
    }
}

/// Checks one row under embargo, among what its series will be when it comes; the day of `context` is that of its coming.
pub fn check_coming(coming: &Coming<'_>, context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let observation = &coming.row.observation;
    let mut messages = Vec::from_iter(published_in_the_future(observation, context));
    if coming.counts {
        messages.append(&mut check_value(coming.previous, observation, context));
    }

    for message in messages {
        diagnostics.warning(context.file.line(coming.row.place.line), message);
    }
}

/// Everything that is to be looked at in the observation that counts for a date, given the one before it.
fn check_value(
    previous: Option<&Observation>,
    current: &Observation,
    context: &Context<'_>,
) -> Vec<Message> {
    let mut messages = Vec::from_iter(period_in_the_future(current, context));
    messages.extend(moved_too_far(previous, current, context));
    messages.extend(implausible(previous, current, context));
    messages
}

/// Warns of a snapshot that was taken after `at`, or before the newest of its figures was `published`. `as_of` is the instant
/// in the file, which the sentences name; `reached` is that of what is public, later where an embargo has ended since.
pub fn check_as_of(
    as_of: Timestamp,
    reached: Timestamp,
    published: Option<NaiveDate>,
    at: Timestamp,
    offset: Offset,
) -> Vec<Message> {
    let mut messages = Vec::new();
    if as_of > at {
        messages.push(msg::future("asOf", offset.timestamp(as_of)));
    }

    if let Some(published) = published.filter(|published| *published > offset.day(reached)) {
        let day = offset.day(as_of).to_string();
        messages.push(msg::as_of_behind(day, published.to_string()));
    }

    messages
}

/// Warns of a day of publication that is still to come.
fn published_in_the_future(observation: &Observation, context: &Context<'_>) -> Option<Message> {
    let latest = observation.latest_published(context.today);
    let published = observation.published.filter(|day| *day > latest)?;
    Some(msg::future("published", published.to_string()))
}

/// Warns of an observation of a period that has not ended.
fn period_in_the_future(current: &Observation, context: &Context<'_>) -> Option<Message> {
    let latest = current.latest_date(context.today);
    let date = current.date.filter(|date| *date > latest)?;
    Some(msg::future("date", date.to_string()))
}

/// Warns of all months, quarters or years that are missing between the first and the last of a series, in one sentence:
/// the newest first, which somebody may have forgotten just now.
fn periods_missing(observed: &FileRows) -> Option<Message> {
    let runs: Vec<_> = observed.series.missing_runs().collect();
    let frequency = observed.series.current().series_key.frequency;
    let mut written = Vec::new();
    for (first, last, _) in runs.iter().rev().take(MAX_REPORTED) {
        let [first, last] = [first, last].map(|day| match frequency {
            Some(frequency) => frequency.period(*day),
            None => day.format("%Y-%m").to_string(),
        });
        written.push(match first == last {
            true => first,
            false => format!("{first}–{last}"),
        });
    }

    let periods = msg::verbatim(written.join(", "));
    match runs.len() - written.len() {
        _ if runs.is_empty() => None,
        0 => Some(msg::periods_missing(periods)),
        more => Some(msg::periods_missing_and_more(periods, more)),
    }
}

/// Warns of a value that is five times the previous one or more, or a fifth of it or less: a point may have slipped. Of a
/// balance, warns of a step that is too far.
fn moved_too_far(
    previous: Option<&Observation>,
    current: &Observation,
    context: &Context<'_>,
) -> Option<Message> {
    let previous = previous?;
    if let Some(steps) = &context.steps {
        let limit = msg::step_limit(&steps.exceeded(previous, current)?);
        return Some(msg::far_step(previous.value, current.value, limit));
    }

    let [before, now] = [previous, current].map(|observation| observation.value.to_string());
    let is_far = previous.differs_fivefold(current);
    is_far.then(|| msg::fivefold(before, now))
}

fn implausible(
    previous: Option<&Observation>,
    current: &Observation,
    context: &Context<'_>,
) -> Vec<Message> {
    let Some(plausible) = context.plausible else {
        return Vec::new();
    };

    let usual_days = context.usual_days;
    let previous = previous.map(|previous| (previous, widening(previous, current, usual_days)));
    let mut messages = Vec::new();
    for violation in plausible.violations(previous, current) {
        messages.push(match violation {
            Implausible::BelowMin(min) => msg::below_min(current.value, min),
            Implausible::AboveMax(max) => msg::above_max(current.value, max),
            Implausible::ChangePct(change) => above_max(&change, current, msg::bound_by_percent),
            Implausible::Change(change) => above_max(&change, current, msg::bound_by_unit),
        });
    }

    messages
}

fn above_max(change: &Change, current: &Observation, bound: fn(String) -> Message) -> Message {
    let bound = msg::bound_of_change(change, bound);
    msg::change_above_max(change.before, current.value, bound)
}
