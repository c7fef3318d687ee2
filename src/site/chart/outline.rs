//! The data of a drawing for the script, which reads it and draws a part of it anew from the rows.

use super::*;

use serde::Serialize;

#[derive(Serialize)]
pub struct Outline {
    pub series: Vec<SeriesOutline>,
    /// The first and the last day of the observations, and of the axis in milliseconds.
    pub span: [NaiveDate; 2],
    pub axis: [i64; 2],
    /// The values at the bottom and at the top, and the parts between them.
    pub scale: [String; 2],
    pub height: i64,
    /// The first days of new kinds of observations.
    pub breaks: Vec<NaiveDate>,
    /// The as-of day, where something lies after it.
    pub today: Option<NaiveDate>,
    /// A value stands so many days before its date, in the middle of its period.
    pub middle: u64,
    /// The column of `changes.csv` that has the values, and their digits behind the point.
    pub column: &'static str,
    pub decimals: u8,
    /// True if a plus is written.
    pub signed: bool,
}

#[derive(Serialize)]
pub struct SeriesOutline {
    pub key: String,
    ink: &'static str,
    /// The first and the last day of each line, and what its class has besides the ink.
    runs: Vec<Run>,
    /// The first and the last day of doubtful observations in a row.
    doubtful: Vec<(NaiveDate, NaiveDate)>,
}

type Run = (NaiveDate, NaiveDate, &'static str);

impl Outline {
    /// The outline of series, the first of which is the main one.
    pub fn new(
        view: &ChartView<'_>,
        field: &Field,
        series: &[DrawnSeries<'_>],
        breaks: &[NaiveDate],
    ) -> Self {
        let Axis { first, last, .. } = field.axis;
        let mut outlines = Vec::new();
        for drawn in series {
            outlines.push(SeriesOutline {
                key: drawn.subject.key.to_owned(),
                ink: drawn.ink,
                runs: list_runs(drawn, view.as_of, last),
                doubtful: list_doubts(&drawn.group),
            });
        }

        Outline {
            series: outlines,
            span: drawn_days(view, &series[0].group),
            axis: [first, last].map(milliseconds),
            scale: field.scale.ends(),
            height: field.scale.height,
            breaks: breaks.to_vec(),
            today: (view.as_of < last).then_some(view.as_of),
            middle: field.middle,
            column: view.column,
            decimals: view.decimals,
            signed: view.quantity == Quantity::Change,
        }
    }
}

/// The days of the first and of the last observation that are drawn.
fn drawn_days(view: &ChartView<'_>, main: &Group<'_>) -> [NaiveDate; 2] {
    let mut days = main.observations().filter_map(|row| row.date);
    let first = days.next().max(view.since).unwrap_or(view.as_of);
    let last = days.next_back().unwrap_or(first);
    [first, last.max(first)]
}

fn milliseconds(day: NaiveDate) -> i64 {
    i64::from(day.to_epoch_days()) * 86_400_000
}

/// Lists the lines of a series. The last rate is drawn on to the end of the axis, in dots where it is not known to apply.
fn list_runs(drawn: &DrawnSeries<'_>, as_of: NaiveDate, end: NaiveDate) -> Vec<Run> {
    let mut runs = Vec::new();
    for (place, run) in drawn.group.runs.iter().enumerate() {
        let Some((first, last)) = days_of(run) else {
            continue;
        };

        if !drawn.group.are_steps {
            runs.push((first, last, ""));
            continue;
        }

        let is_newest = place + 1 == drawn.group.runs.len();
        let is_known = drawn.subject.is_verified || last > as_of;
        let known = if is_newest && is_known { end } else { last };
        runs.push((first, known.min(as_of), ""));
        if known > as_of {
            runs.push((as_of, known, " coming"));
        }

        if is_newest && !is_known {
            runs.push((last, end, " tail"));
        }
    }

    runs
}

fn list_doubts(group: &Group<'_>) -> Vec<(NaiveDate, NaiveDate)> {
    let rows: Vec<&Observation> = group.observations().collect();
    let mut doubts = Vec::new();
    for alike in rows.chunk_by(|a, b| a.flags.are_doubtful() == b.flags.are_doubtful()) {
        let (first, last) = (alike[0], alike[alike.len() - 1]);
        if first.flags.are_doubtful() {
            doubts.extend(first.date.zip(last.date));
        }
    }

    doubts
}

fn days_of(run: &[Observation]) -> Option<(NaiveDate, NaiveDate)> {
    run.first()?.date.zip(run.last()?.date)
}
