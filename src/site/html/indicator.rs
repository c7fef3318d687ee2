//! `/view/{key}`: everything about one indicator.

use askama::Template;
use chrono::NaiveDate;

use super::super::chart::{Chart, ChartView, Part, Subject as Drawn};
use super::super::{text, urls};
use super::facts::{Fact, Source};
use super::figures::{Change, Figure, StatusFigure, decimals};
use super::layout::{Layout, Service, Subject};
use super::observations::Observations;
use super::picture::{Picture, WIDTH};
use super::revisions::Revisions;
use super::{citation, facts};
use crate::model::{
    Comparand, Comparison, EffectiveStatus, Indicator, Lang, Localized, Observation, Offset, Outcome, Status,
};

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;

/// Everything that the page of an indicator depends on, but for the language.
#[derive(Clone, PartialEq)]
pub struct IndicatorInput<'a> {
    pub service: Service<'a>,
    pub category: &'a Localized<String>,
    /// The identifier of the category, which is its place on the overview.
    pub category_id: &'a str,
    pub indicator: &'a Indicator,
    pub effective: &'a EffectiveStatus,
    /// What is drawn in the same chart.
    pub companions: Vec<(&'a Indicator, &'a EffectiveStatus)>,
    pub previous: Option<&'a Indicator>,
    pub next: Option<&'a Indicator>,
    /// The day that ages are counted to, and rates are drawn up to: that of the dataset, or an earlier one on which the page
    /// is the same.
    pub as_of: NaiveDate,
    pub offset: Offset,
}

/// The page of an indicator.
#[derive(Template)]
#[template(path = "indicator.html", config = "src/site/templates/askama.toml")]
pub struct IndicatorPage<'a> {
    layout: Layout,
    category: String,
    category_id: &'a str,
    name: String,
    is_long: bool,
    figure: Figure,
    counted_to: Option<String>,
    status: StatusFigure,
    /// Why the status is what it is.
    reason: String,
    changes: Changes,
    source: Option<Source<'a>>,
    facts: Vec<Fact>,
    notes: Option<String>,
    picture: Option<Picture<'a>>,
    downloads: Vec<(&'static str, String)>,
    observations: Observations,
    revisions: Option<Revisions>,
    citation: String,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
    programs: Vec<(&'static str, String)>,
    command: String,
}

/// What has become of the value since the bases of a month and a year.
enum Changes {
    /// One sentence: the status allows no changes at all.
    Told(String),
    /// Each with its label and a sentence.
    Shown(Vec<ChangeFigure>),
}

/// A change and the sentence that explains it, or that says why there is none.
struct ChangeFigure {
    label: &'static str,
    change: Option<Change>,
    sentence: String,
}

/// Another indicator of the same category.
struct Neighbour {
    name: String,
    href: String,
}

impl<'a> IndicatorPage<'a> {
    /// Writes what the page says, in one language.
    ///
    /// `chart` is that of the page: what [`page_chart`] gives.
    pub fn new(input: &IndicatorInput<'a>, chart: Option<&'a Chart>, lang: Lang) -> Self {
        let IndicatorInput { service, indicator, effective, as_of, offset, .. } = *input;
        let t = text::page(lang);
        let key = indicator.key.as_str();
        let name = text::set(indicator.name.get(lang));
        let figure = Figure::new(indicator, as_of, lang, |of: &Observation| {
            text::period(of.basis.period_type, of.date, as_of, lang)
        });
        let local = |path: &str| urls::localized(lang, path);
        let (own, table) = (urls::indicator(key), urls::history_table(key));
        IndicatorPage {
            layout: Layout::new(
                &service,
                subject(input, &figure, lang),
                &urls::view(key),
                Some([&own, &table]),
                lang,
            ),
            category: text::set(input.category.get(lang)),
            category_id: input.category_id,
            is_long: name.chars().nth(LONG_NAME).is_some(),
            counted_to: figure.age.as_ref().map(|_| text::counted_to(as_of, lang)),
            status: StatusFigure::new(effective.status, lang),
            reason: text::set(&text::effective(indicator, effective, offset, lang)),
            changes: changes(indicator, effective.status, lang),
            source: indicator.source.as_deref().map(|source| Source::new(source, lang)),
            facts: facts::of(indicator, effective, as_of, offset, lang),
            notes: indicator.notes.as_ref().map(|notes| text::set(notes.get(lang))),
            picture: chart.map(|chart| Picture::new(chart, lang)),
            downloads: vec![
                ("Excel", local(&urls::workbook(key))),
                ("CSV", local(&table)),
                (t.excel, format!("{}?dialect=excel", local(&table))),
                ("JSON", local(&urls::history(key))),
                (t.picture, local(&urls::picture(key))),
            ],
            observations: Observations::new(indicator, as_of, lang),
            revisions: Revisions::new(indicator, lang),
            citation: citation::of(indicator, &figure, &service, &local(&urls::view(key)), lang),
            previous: input.previous.map(|of| neighbour(of, lang)),
            next: input.next.map(|of| neighbour(of, lang)),
            programs: vec![
                (t.one_as_json, local(&own)),
                (t.latest_as_json, local(&urls::latest(key))),
                (t.vintages_as_csv, local(&urls::vintages_table(key))),
                (t.explanation, local(&urls::explanation(key))),
                (t.openapi, urls::OPENAPI.to_owned()),
            ],
            command: text::command(&service.address(&local(&own)), service.public_url.is_some()),
            figure,
            name,
        }
    }
}

fn subject(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> Subject {
    let name = input.indicator.name.get(lang);
    let value = [Some(figure.number.as_str()), figure.unit.as_deref()];
    let value = value.into_iter().flatten().collect::<Vec<_>>().join("\u{a0}");
    Subject {
        title: format!("{} — {}", text::set(name), input.service.title(lang)),
        description: text::meta_description(name, &value, &figure.period, lang),
        keywords: Lang::ALL.map(|lang| input.indicator.name.get(lang).clone()).to_vec(),
    }
}

fn changes(indicator: &Indicator, status: Status, lang: Lang) -> Changes {
    let t = text::page(lang);
    let current = indicator.series.current();
    let [month, year] = [Comparand::Month, Comparand::Year]
        .map(|comparand| (comparand, Comparison::new(&indicator.series, status, comparand)));
    if month.1.outcome == Outcome::Status && year.1.outcome == Outcome::Status {
        return Changes::Told(text::no_changes(status, lang).to_owned());
    }
    let figure = |(comparand, comparison): (Comparand, Comparison<'_>), label| ChangeFigure {
        label,
        sentence: text::set(&text::change(current, &comparison, status, comparand, lang)),
        change: Change::of(&comparison, lang),
    };
    Changes::Shown(vec![figure(month, t.month), figure(year, t.year)])
}

/// The chart of an indicator's page, the same in both languages.
pub fn page_chart(input: &IndicatorInput<'_>) -> Option<Chart> {
    Chart::new(&chart_view(input), WIDTH)
}

/// Everything that the chart of an indicator depends on.
pub(super) fn chart_view<'a>(input: &IndicatorInput<'a>) -> ChartView<'a> {
    fn drawn<'a>(of: &'a Indicator, effective: &EffectiveStatus) -> Drawn<'a> {
        let name = of.short_name.as_ref().unwrap_or(&of.name);
        Drawn { name, series: &of.series, is_verified: effective.status == Status::Verified }
    }
    ChartView {
        own: drawn(input.indicator, input.effective),
        with: input.companions.iter().map(|(of, effective)| drawn(of, effective)).collect(),
        as_of: input.as_of,
        decimals: decimals(input.indicator),
    }
}

fn neighbour(of: &Indicator, lang: Lang) -> Neighbour {
    let name = of.short_name.as_ref().unwrap_or(&of.name).get(lang);
    Neighbour { name: text::set(name), href: urls::localized(lang, &urls::view(of.key.as_str())) }
}
