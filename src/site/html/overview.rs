//! `/` and `/en/`: all indicators at a glance, and the newest publications.

use std::cmp::Reverse;

use askama::Template;
use chrono::NaiveDate;

use super::figures::{Change, Figure, StatusFigure};
use super::inputs::IndicatorInput;
use super::layout::{Layout, Link, Service, Subject};
use crate::dataset::Dataset;
use crate::model::{Comparand, Comparison, Lang, Localized, Status};
use crate::site::chart::{self, Sparkline, Window};
use crate::site::text::{self, PageWords};
use crate::site::{Summary, urls};

const MAX_NEWS: usize = 10;

#[derive(Template)]
#[template(path = "overview.html", config = "src/site/templates/askama.toml")]
pub struct OverviewPage<'a> {
    layout: Layout,
    description: String,
    /// The day of the dataset, and its meaning for the figures.
    as_of: String,
    version: &'a str,
    size: String,
    status: StatusFigure,
    meaning: Option<&'static str>,
    /// Whether some indicators have another status than others.
    has_statuses: bool,
    has_changes: bool,
    featured: Vec<Row>,
    news: Vec<News>,
    categories: Vec<CategoryTable<'a>>,
    index: Vec<Link>,
}

struct CategoryTable<'a> {
    id: &'a str,
    name: String,
    /// The years that the small charts of the table share.
    years: String,
    rows: Vec<Row>,
}

/// An indicator in a table, or among the headline figures.
struct Row {
    link: Link,
    figure: Figure,
    month: Option<Change>,
    year: Option<Change>,
    sparkline: Option<Sparkline>,
    status: StatusFigure,
}

impl Row {
    /// The first change that there is: a headline figure shows one.
    fn change(&self, t: &PageWords) -> Option<(&Change, &'static str)> {
        let month = self.month.as_ref().map(|change| (change, t.month));
        month.or_else(|| self.year.as_ref().map(|change| (change, t.year)))
    }
}

/// A current observation whose day of publication is known.
struct News {
    published: String,
    link: Link,
    figure: Figure,
}

impl<'a> OverviewPage<'a> {
    /// At the instant of the summary.
    pub fn new(
        dataset: &'a Dataset,
        summary: &'a Summary,
        inputs: &[IndicatorInput<'a>],
        service: Service<'a>,
        lang: Lang,
    ) -> Self {
        let as_of = dataset.offset.day(dataset.as_of);
        let find = |key| inputs.iter().find(|input| &input.indicator.key == key);
        let featured: Vec<&IndicatorInput<'a>> = dataset.featured.iter().filter_map(find).collect();
        let window = window(featured.iter().copied(), as_of);
        // Outside its category an indicator has its full name.
        let headline = |input: &&IndicatorInput<'a>| row(input, &input.indicator.name, window, as_of, lang);
        let featured = featured.iter().map(headline).collect();
        let categories: Vec<CategoryTable<'a>> = inputs
            .chunk_by(|one, other| one.category_id == other.category_id)
            .map(|inputs| category(inputs, as_of, lang))
            .collect();
        let mut rows = categories.iter().flat_map(|category| &category.rows);
        let all = summary.count(summary.status) == summary.statuses.len();
        let meaning = if all { text::all_are } else { text::some_are };
        let subject = Subject {
            title: service.title(lang),
            description: service.description(lang),
            keywords: Lang::ALL.iter().flat_map(|lang| names(dataset, *lang)).collect(),
        };
        let forms = Some([urls::COLLECTION, urls::TABLE]);
        OverviewPage {
            layout: Layout::new(&service, subject, urls::OVERVIEW, forms, lang),
            description: service.description(lang),
            as_of: text::nbsp(&text::as_of(text::full_day(as_of, lang), lang)),
            version: &summary.version,
            size: text::size(summary.statuses.len(), summary.observations, lang),
            status: StatusFigure::new(summary.status, lang),
            meaning: Some(meaning(summary.status, lang)).filter(|text| !text.is_empty()),
            has_statuses: !all,
            has_changes: rows.any(|row| row.month.is_some() || row.year.is_some()),
            featured,
            news: news(inputs, lang),
            index: index(inputs, lang),
            categories,
        }
    }
}

/// The names of the categories, under which a reader may look for the overview.
fn names(dataset: &Dataset, lang: Lang) -> impl Iterator<Item = String> {
    dataset.categories.iter().map(move |category| category.name.get(lang).clone())
}

fn category<'a>(inputs: &[IndicatorInput<'a>], as_of: NaiveDate, lang: Lang) -> CategoryTable<'a> {
    let window = window(inputs.iter(), as_of);
    let (first, last) = window.years();
    let in_category = |input: &IndicatorInput<'_>| {
        let name = input.indicator.short_name.as_ref().unwrap_or(&input.indicator.name);
        row(input, name, window, as_of, lang)
    };
    CategoryTable {
        id: inputs.first().map_or("", |input| input.category_id),
        name: inputs.first().map(|input| text::nbsp(input.category.get(lang))).unwrap_or_default(),
        years: if first == last { first.to_string() } else { format!("{first}–{last}") },
        rows: inputs.iter().map(in_category).collect(),
    }
}

/// The axis of time that the small charts of a table share.
fn window<'i, 'a: 'i>(
    inputs: impl Iterator<Item = &'i IndicatorInput<'a>> + Clone,
    as_of: NaiveDate,
) -> Window {
    Window::new(inputs.flat_map(|input| input.indicator.series.observations()), as_of)
}

fn row(
    input: &IndicatorInput<'_>,
    name: &Localized<String>,
    window: Window,
    as_of: NaiveDate,
    lang: Lang,
) -> Row {
    let series = &input.indicator.series;
    let status = input.effective.status;
    let change = |comparand| Change::of(&Comparison::new(series, status, comparand), lang);
    let subject = chart::Subject { name, series, is_verified: status == Status::Verified };
    Row {
        link: Link::to(input.indicator, name, lang),
        figure: Figure::in_table(input.indicator, as_of, lang),
        month: change(Comparand::Month),
        year: change(Comparand::Year),
        sparkline: Sparkline::new(&subject, window, as_of, lang),
        status: StatusFigure::new(status, lang),
    }
}

/// The newest publications by their day, then in the order of the collection.
fn news(inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<News> {
    let published = |input: &IndicatorInput<'_>| input.indicator.series.current().published;
    let mut known: Vec<_> = inputs.iter().filter_map(|input| Some((published(input)?, input))).collect();
    known.sort_by_key(|(published, _)| Reverse(*published));
    let news = |(published, input): &(_, &IndicatorInput<'_>)| News {
        published: text::nbsp(&text::day(*published, lang)),
        link: Link::to(input.indicator, &input.indicator.name, lang),
        figure: Figure::in_table(input.indicator, input.as_of, lang),
    };
    known.iter().take(MAX_NEWS).map(news).collect()
}

fn index(inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<Link> {
    let link = |input: &IndicatorInput<'_>| Link::to(input.indicator, &input.indicator.name, lang);
    let mut index: Vec<Link> = inputs.iter().map(link).collect();
    index.sort_by_cached_key(|link| text::sort_key(&link.label));
    index
}
