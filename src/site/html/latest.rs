//! The latest publications for the overview: a line for all indicators that a source published together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::figures::Figure;
use super::inputs::IndicatorInput;
use super::layout::Link;
use crate::model::{Indicator, Lang};
use crate::site::text;

const MAX_LINES: usize = 8;
/// As many indicators of a line are named.
const MAX_NAMED: usize = 4;

pub struct LatestPublication {
    pub day: String,
    /// How long ago that was, where it was long ago.
    pub age: Option<String>,
    pub links: Vec<Link>,
    /// How many more there are.
    pub others: Option<String>,
    /// The current figure, where there is one indicator alone.
    pub figure: Option<Figure>,
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

/// By their day, the newest first, then in the order of the collection.
pub fn latest(inputs: &[IndicatorInput<'_>], as_of: NaiveDate, lang: Lang) -> Vec<LatestPublication> {
    let mut lines: BTreeMap<(NaiveDate, Together<'_>), Vec<(usize, &IndicatorInput<'_>)>> = BTreeMap::new();
    for (place, input) in inputs.iter().enumerate() {
        if let Some(published) = input.indicator.series.current().published {
            lines.entry((published, Together::of(input.indicator))).or_default().push((place, input));
        }
    }
    let mut lines: Vec<_> = lines.into_iter().map(|((day, _), of)| (day, of)).collect();
    lines.sort_by_key(|(day, of)| (Reverse(*day), of.first().map(|(place, _)| *place)));
    lines.truncate(MAX_LINES);
    lines.iter().map(|(day, of)| line(*day, of, as_of, lang)).collect()
}

fn line(
    day: NaiveDate,
    of: &[(usize, &IndicatorInput<'_>)],
    as_of: NaiveDate,
    lang: Lang,
) -> LatestPublication {
    let link = |(_, of): &(usize, &IndicatorInput<'_>)| Link::to(of.indicator, &of.indicator.name, lang);
    LatestPublication {
        day: text::nbsp(&text::day(day, lang)),
        age: text::long_ago(day, as_of, lang),
        links: of.iter().take(MAX_NAMED).map(link).collect(),
        others: of
            .len()
            .checked_sub(MAX_NAMED)
            .filter(|more| *more > 0)
            .map(|more| text::and_more(more, lang)),
        figure: match of {
            [(_, only)] => Some(Figure::in_table(only.indicator, as_of, lang)),
            _ => None,
        },
    }
}
