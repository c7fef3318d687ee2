//! The publications around the day of the dataset, for the overview: what was published on the last two days with publications,
//! a line for all that a source published together, and the next five days of the calendar.

use super::*;

use crate::site::text;

/// As many days of the past, and of those to come.
const PAST_DAYS: usize = 2;
const COMING_DAYS: usize = 5;
/// As many indicators of a line are named.
const MAX_NAMED: usize = 3;

pub struct Week {
    /// The newest first.
    pub published: Vec<Line>,
    pub coming: Vec<Line>,
}

pub struct Line {
    pub day: String,
    /// How long ago that was, where it was long ago.
    pub age: Option<String>,
    /// Each with its value where that was published, and the one before it in brackets.
    pub links: Vec<(Link, Option<String>)>,
    /// How many more there are.
    pub others: Option<String>,
}

/// The line of the release calendar that an indicator follows, else its source; one without either stands for itself.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Together<'a> {
    Release(&'a str),
    Source(&'a str),
    Alone(&'a str),
}

impl<'a> Together<'a> {
    fn of(indicator: &'a Indicator) -> Self {
        let release = indicator.release.as_ref().map(|release| Together::Release(&release.id));
        let source = || indicator.source.as_ref().map(|source| Together::Source(&source.id));
        release.or_else(source).unwrap_or_else(|| Together::Alone(indicator.key.as_str()))
    }
}

impl Week {
    pub fn new(inputs: &[IndicatorInput<'_>], as_of: NaiveDate, lang: Lang) -> Self {
        let mut lines: BTreeMap<(Reverse<NaiveDate>, Together<'_>), Vec<&Indicator>> = BTreeMap::new();
        for indicator in inputs.iter().map(|input| input.indicator) {
            let published = indicator.series.current().published.filter(|day| *day <= as_of);
            if let Some(day) = published {
                lines.entry((Reverse(day), Together::of(indicator))).or_default().push(indicator);
            }
        }
        let mut days: Vec<NaiveDate> = lines.keys().map(|(Reverse(day), _)| *day).collect();
        days.dedup();
        let last = days.get(PAST_DAYS - 1).or(days.last()).copied();
        let published = lines.iter().filter(|((Reverse(day), _), _)| Some(*day) >= last);
        let published =
            published.map(|((Reverse(day), _), all)| line(*day, all, Some(as_of), lang)).collect();
        let mut coming: BTreeMap<NaiveDate, Vec<&Indicator>> = BTreeMap::new();
        for indicator in inputs.iter().map(|input| input.indicator) {
            let current = indicator.series.current();
            let is_to_come =
                |day: &&NaiveDate| **day >= as_of && current.published.or(current.date) < Some(**day);
            for day in indicator.release.iter().flat_map(|release| &release.dates).filter(is_to_come) {
                coming.entry(*day).or_default().push(indicator);
            }
        }
        let coming = coming.iter().take(COMING_DAYS).map(|(day, all)| line(*day, all, None, lang)).collect();
        Week { published, coming }
    }
}

/// `as_of` where it was published.
fn line(day: NaiveDate, all: &[&Indicator], as_of: Option<NaiveDate>, lang: Lang) -> Line {
    let link = |indicator: &&Indicator| {
        let figure = as_of.map(|_| with_previous(indicator, indicator.series.current(), lang));
        (Link::to(indicator, indicator.name_among_others(), lang), figure)
    };
    let more = all.len().saturating_sub(MAX_NAMED);
    Line {
        day: text::nbsp(&text::day(day, lang)),
        age: as_of.and_then(|as_of| text::long_ago(day, as_of, lang)),
        links: all.iter().take(MAX_NAMED).map(link).collect(),
        others: (more > 0).then(|| text::nbsp(&text::and_more(more, lang))),
    }
}
