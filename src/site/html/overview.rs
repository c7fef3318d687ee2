//! `/` and `/en/`: all indicators at a glance.

use askama::Template;
use chrono::NaiveDate;

use super::super::chart::{Sparkline, Subject as Drawn, Window};
use super::super::text::{self, PageWords};
use super::super::{Summary, urls};
use super::figures::{Change, Figure, StatusFigure};
use super::indicator::IndicatorInput;
use super::layout::{Layout, Service, Subject};
use super::news::{self, News};
use crate::dataset::Dataset;
use crate::model::{Comparand, Comparison, Lang, Localized, Observation, Status};

/// The overview.
#[derive(Template)]
#[template(path = "overview.html", config = "src/site/templates/askama.toml")]
pub struct OverviewPage<'a> {
    layout: Layout,
    description: String,
    /// The day of the dataset, and what it means for the figures.
    as_of: String,
    version: &'a str,
    size: String,
    status: StatusFigure,
    meaning: Option<&'static str>,
    /// Whether some indicators have another status than others.
    has_statuses: bool,
    /// Whether any change was calculated.
    has_changes: bool,
    featured: Vec<Row>,
    news: Vec<News>,
    categories: Vec<CategoryFigure<'a>>,
    /// Name and address of every indicator, by name.
    index: Vec<(String, String)>,
}

struct CategoryFigure<'a> {
    id: &'a str,
    name: String,
    /// The years that the small charts of the table share.
    years: String,
    rows: Vec<Row>,
}

/// An indicator in a table, or among the headline figures.
struct Row {
    name: String,
    href: String,
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

impl<'a> OverviewPage<'a> {
    /// Of everything, as it stands at the instant of the summary.
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
        let window = window(&featured, as_of);
        // Outside its category an indicator has its full name.
        let headline = |input: &&IndicatorInput<'a>| Row {
            name: text::set(input.indicator.name.get(lang)),
            ..row(input, window, as_of, lang)
        };
        let featured = featured.iter().map(headline).collect();
        let categories: Vec<CategoryFigure<'a>> = inputs
            .chunk_by(|one, other| one.category_id == other.category_id)
            .map(|inputs| category(inputs, as_of, lang))
            .collect();
        let all = summary.count(summary.status) == summary.statuses.len();
        let rows = || categories.iter().flat_map(|category| &category.rows);
        let description = service.description(lang);
        let subject = Subject {
            title: service.title(lang),
            description: description.clone(),
            keywords: Lang::ALL.iter().flat_map(|lang| names(dataset, *lang)).collect(),
        };
        OverviewPage {
            layout: Layout::new(
                &service,
                subject,
                urls::OVERVIEW,
                Some([urls::COLLECTION, urls::TABLE]),
                lang,
            ),
            description,
            as_of: text::as_of(as_of, lang),
            version: &summary.version,
            size: text::size(summary.statuses.len(), summary.observations, lang),
            status: StatusFigure::new(summary.status, lang),
            meaning: text::overall(summary.status, all, lang),
            has_statuses: !all,
            has_changes: rows().any(|row| row.month.is_some() || row.year.is_some()),
            featured,
            news: news::of(inputs, lang),
            index: index(inputs, lang),
            categories,
        }
    }
}

/// The names of the categories, under which a reader may look for the overview.
fn names(dataset: &Dataset, lang: Lang) -> Vec<String> {
    dataset.categories.iter().map(|category| Localized::get(&category.name, lang).clone()).collect()
}

fn category<'a>(inputs: &[IndicatorInput<'a>], as_of: NaiveDate, lang: Lang) -> CategoryFigure<'a> {
    let window = window(&inputs.iter().collect::<Vec<_>>(), as_of);
    let (first, last) = window.years();
    CategoryFigure {
        id: inputs.first().map_or("", |input| input.category_id),
        name: inputs.first().map(|input| text::set(input.category.get(lang))).unwrap_or_default(),
        years: if first == last { first.to_string() } else { format!("{first}–{last}") },
        rows: inputs.iter().map(|input| row(input, window, as_of, lang)).collect(),
    }
}

/// The axis of time that the small charts of a table share.
fn window(inputs: &[&IndicatorInput<'_>], as_of: NaiveDate) -> Window {
    Window::new(inputs.iter().flat_map(|input| input.indicator.series.observations()), as_of)
}

fn row(input: &IndicatorInput<'_>, window: Window, as_of: NaiveDate, lang: Lang) -> Row {
    let indicator = input.indicator;
    let status = input.effective.status;
    let change = |comparand| Change::of(&Comparison::new(&indicator.series, status, comparand), lang);
    let name = indicator.short_name.as_ref().unwrap_or(&indicator.name);
    let period = |of: &Observation| text::period_in_table(of.basis.period_type, of.date, as_of, lang);
    let drawn = Drawn { name, series: &indicator.series, is_verified: status == Status::Verified };
    Row {
        name: text::set(name.get(lang)),
        href: urls::localized(lang, &urls::view(indicator.key.as_str())),
        figure: Figure::new(indicator, as_of, lang, period),
        month: change(Comparand::Month),
        year: change(Comparand::Year),
        sparkline: Sparkline::new(&drawn, window, as_of, lang),
        status: StatusFigure::new(status, lang),
    }
}

fn index(inputs: &[IndicatorInput<'_>], lang: Lang) -> Vec<(String, String)> {
    let entry = |input: &IndicatorInput<'_>| {
        let href = urls::localized(lang, &urls::view(input.indicator.key.as_str()));
        (text::set(input.indicator.name.get(lang)), href)
    };
    let mut index: Vec<(String, String)> = inputs.iter().map(entry).collect();
    index.sort_by_cached_key(|(name, _)| text::sort_key(name));
    index
}
