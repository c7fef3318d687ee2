//! The charts of an indicator's page: its level and its change on a year earlier, each over all of its time and over its
//! latest years, where it has more [D24.6]. The first is shown; the reader chooses another without a script.

use chrono::{Datelike, Months, NaiveDate};

use super::inputs::{IndicatorInput, chart_view};
use super::picture::Picture;
use crate::model::{Lang, Series};
use crate::site::chart::{Changes, Chart, ChartView, FURTHER, PAGE};
use crate::site::text;

/// With fewer observations there is nothing to choose.
const MIN_OBSERVATIONS: usize = 3;

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Level,
    Change,
}

impl Subject {
    const ALL: [Subject; 2] = [Subject::Level, Subject::Change];

    fn name(self) -> &'static str {
        match self {
            Subject::Level => "level",
            Subject::Change => "change",
        }
    }
}

/// How much of its time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    All,
    FiveYears,
    OneYear,
}

/// One of the charts, the same in all languages.
pub struct Variant {
    subject: Subject,
    /// The choices by which it is shown: its own, and those for which there is no other of its kind.
    ranges: Vec<Range>,
    pub chart: Chart,
}

pub fn page_charts(input: &IndicatorInput<'_>) -> Vec<Variant> {
    let view = chart_view(input);
    let changed = Changes::new(&input.indicator.name, view.own.series, input.effective.status)
        .filter(|changed| changed.series.observations().len() >= MIN_OBSERVATIONS);
    let change = changed.as_ref().map(|changed| view.of_changes(changed));
    let mut variants: Vec<Variant> = Vec::new();
    for (subject, view) in [(Subject::Level, Some(&view)), (Subject::Change, change.as_ref())] {
        for range in Range::ALL {
            let Some(view) = view else { continue };
            let Some(since) = range.since(view.own.series, view.has_years()) else { continue };
            let canvas = if variants.is_empty() { PAGE } else { FURTHER };
            let chart = Chart::new(&ChartView { since, ..view.clone() }, canvas);
            variants.extend(chart.map(|chart| Variant { subject, ranges: vec![range], chart }));
        }
    }
    complete(&mut variants);
    variants
}

/// Shows a chart for every pair of choices: where values or changes have none of some years, that of the next longer time.
fn complete(variants: &mut [Variant]) {
    let chosen: Vec<Range> = Range::ALL
        .into_iter()
        .filter(|range| variants.iter().any(|one| one.ranges.contains(range)))
        .collect();
    for subject in Subject::ALL {
        let mut longer = None;
        for range in &chosen {
            let own = variants.iter().position(|one| one.subject == subject && one.ranges.contains(range));
            longer = own.or(longer);
            if let (None, Some(variant)) = (own, longer.and_then(|longer| variants.get_mut(longer))) {
                variant.ranges.push(*range);
            }
        }
    }
}

impl Range {
    const ALL: [Range; 3] = [Range::All, Range::FiveYears, Range::OneYear];

    fn name(self) -> &'static str {
        match self {
            Range::All => "all",
            Range::FiveYears => "five",
            Range::OneYear => "one",
        }
    }

    /// The day from which on observations are drawn, `Some(None)` for all of them; `None` where there is no such choice.
    /// Where each year has a line of its own, whole years are drawn, and the latest one never without the one before it.
    fn since(self, series: &Series, by_years: bool) -> Option<Option<NaiveDate>> {
        let years = match self {
            Range::All => return Some(None),
            Range::FiveYears => 5,
            Range::OneYear => 1,
        };
        let (all, last) = (series.observations(), series.current().date?);
        let since = match by_years {
            true => NaiveDate::from_yo_opt(last.year() - (years - 1).max(1), 1)?,
            false => last.checked_sub_months(Months::new(12 * years.unsigned_abs()))?,
        };
        let is_longer = all.first()?.date? < since;
        let inside = all.len() - all.partition_point(|of| of.date < Some(since));
        (is_longer && inside >= MIN_OBSERVATIONS).then_some(Some(since))
    }
}

/// One of a set of choices, of which one is made at a time.
pub struct Choice {
    pub group: &'static str,
    pub id: &'static str,
    pub label: &'static str,
    pub is_first: bool,
}

/// What a reader can choose: of each kind of which there is more than one.
pub fn choices(variants: &[Variant], lang: Lang) -> Vec<Choice> {
    let subjects = Subject::ALL.map(|of| (of.name(), variants.iter().any(|one| one.subject == of)));
    let ranges = Range::ALL.map(|of| (of.name(), variants.iter().any(|one| one.ranges.contains(&of))));
    let group = |group: &'static str, all: &[(&'static str, bool)]| {
        let there: Vec<_> = all.iter().filter(|(_, is_there)| *is_there).map(|(id, _)| *id).collect();
        let choice = move |(i, id): (usize, &'static str)| Choice {
            group,
            id,
            label: text::chart_choice(id, lang).unwrap_or_default(),
            is_first: i == 0,
        };
        if there.len() > 1 { there.into_iter().enumerate().map(choice).collect() } else { Vec::new() }
    };
    let subjects: Vec<Choice> = group("shown", &subjects);
    subjects.into_iter().chain(group("range", &ranges)).collect()
}

impl Variant {
    /// As a page in one language shows it.
    pub fn picture<'a>(&'a self, input: &IndicatorInput<'_>, lang: Lang) -> Picture<'a> {
        let ranges = self.ranges.iter().map(|range| range.name());
        let class = [self.subject.name()].into_iter().chain(ranges).collect::<Vec<_>>().join(" ");
        Picture::new(&self.chart, input, class, lang)
    }
}
