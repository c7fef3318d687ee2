//! What was published last.

use std::cmp::Reverse;

use super::super::{text, urls};
use super::figures::Figure;
use super::indicator::IndicatorInput;
use crate::model::{Lang, Observation};

/// How many publications are news.
const MOST: usize = 10;

/// A current observation whose day of publication is known.
pub struct News {
    pub published: String,
    pub name: String,
    pub href: String,
    pub figure: Figure,
}

/// The newest, by the day of publication, then in the order of the collection.
pub fn of(inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<News> {
    let mut known: Vec<_> = inputs
        .iter()
        .filter_map(|input| Some((input.indicator.series.current().published?, input)))
        .collect();
    known.sort_by_key(|(published, _)| Reverse(*published));
    let news = |(published, input): &(_, &IndicatorInput<'_>)| News {
        published: text::set(&text::day(*published, lang)),
        name: text::set(input.indicator.name.get(lang)),
        href: urls::localized(lang, &urls::view(input.indicator.key.as_str())),
        figure: Figure::new(input.indicator, input.as_of, lang, |of: &Observation| {
            text::period_in_table(of.basis.period_type, of.date, input.as_of, lang)
        }),
    };
    known.iter().take(MOST).map(news).collect()
}
