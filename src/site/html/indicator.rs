//! `/view/{key}`: everything about one indicator.

use askama::Template;
use chrono::NaiveDate;

use super::figures::{self, Change, Figure, StatusFigure};
use super::inputs::IndicatorInput;
use super::layout::{Layout, Link, Subject, content};
use super::observations::{Observations, Revision, revisions};
use super::picture::{Picture, page_chart};
use crate::model::{Comparand, Comparison, Indicator, Lang, Localized, Outcome, Source, Status};
use crate::site::chart::{Chart, Part};
use crate::site::page::Localised;
use crate::site::{text, urls};

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;

pub fn indicator_page(input: &IndicatorInput<'_>) -> Localised {
    let chart = page_chart(input);
    Localized::try_build(|lang| content(&IndicatorPage::new(input, chart.as_ref(), lang)))
}

#[derive(Template)]
#[template(path = "indicator.html", config = "src/site/templates/askama.toml")]
pub struct IndicatorPage<'a> {
    lang: Lang,
    layout: Layout,
    category: String,
    category_id: &'a str,
    name: String,
    is_long: bool,
    figure: Figure,
    counted_to: Option<String>,
    status: StatusFigure,
    /// Why it has this status.
    reason: String,
    changes: Changes,
    source: Option<&'a Source>,
    facts: Vec<(&'static str, String)>,
    notes: Option<String>,
    picture: Option<Picture<'a>>,
    downloads: Vec<Link>,
    observations: Observations,
    revisions: Vec<Revision>,
    citation: String,
    previous: Option<Link>,
    next: Option<Link>,
    programs: Vec<Link>,
    command: String,
}

/// How the value has changed since the bases of a month and a year.
enum Changes {
    /// The status allows no changes at all.
    Sentence(&'static str),
    Figures(Vec<ChangeFigure>),
}

/// A change and the sentence that explains it, or that says why there is none.
struct ChangeFigure {
    label: &'static str,
    change: Option<Change>,
    sentence: String,
}

impl<'a> IndicatorPage<'a> {
    /// `chart` is that of the page, the same in all languages.
    pub fn new(input: &IndicatorInput<'a>, chart: Option<&'a Chart>, lang: Lang) -> Self {
        let IndicatorInput { service, indicator, effective, as_of, offset, .. } = *input;
        let t = text::page(lang);
        let key = indicator.key.as_str();
        let name = text::nbsp(indicator.name.get(lang));
        let figure = Figure::new(indicator, as_of, lang);
        let local = |path: &str| urls::localized(lang, path);
        let link = |label: &str, href| Link { label: label.to_owned(), href };
        let (own, table) = (urls::of(urls::INDICATOR, key), urls::of(urls::HISTORY_TABLE, key));
        let neighbour = |of: &Indicator| Link::to(of, of.short_name.as_ref().unwrap_or(&of.name), lang);
        IndicatorPage {
            lang,
            layout: Layout::new(
                &service,
                subject(input, &figure, lang),
                &urls::of(urls::VIEW, key),
                Some([&own, &table]),
                lang,
            ),
            category: text::nbsp(input.category.get(lang)),
            category_id: input.category_id,
            is_long: name.chars().nth(LONG_NAME).is_some(),
            counted_to: figure.age.as_ref().map(|_| counted_to(as_of, lang)),
            status: StatusFigure::new(effective.status, lang),
            reason: text::nbsp(&text::effective(indicator, effective, offset, lang)),
            changes: changes(indicator, effective.status, lang),
            source: indicator.source.as_deref(),
            facts: figures::facts(indicator, effective, as_of, offset, lang),
            notes: indicator.notes.as_ref().map(|notes| text::nbsp(notes.get(lang))),
            picture: chart.map(|chart| Picture::new(chart, lang)),
            downloads: vec![
                link("Excel", local(&urls::of(urls::HISTORY_WORKBOOK, key))),
                link("CSV", local(&table)),
                link(t.excel, format!("{}?dialect=excel", local(&table))),
                link("JSON", local(&urls::of(urls::HISTORY, key))),
                link(t.picture, local(&urls::of(urls::PICTURE, key))),
            ],
            observations: Observations::new(indicator, as_of, lang),
            revisions: revisions(indicator, lang),
            citation: figures::citation(
                indicator,
                &figure,
                &service,
                &local(&urls::of(urls::VIEW, key)),
                lang,
            ),
            previous: input.previous.map(neighbour),
            next: input.next.map(neighbour),
            programs: vec![
                link(t.one_as_json, local(&own)),
                link(t.latest_as_json, local(&urls::of(urls::LATEST, key))),
                link(t.vintages_as_csv, local(&urls::of(urls::VINTAGES_TABLE, key))),
                link(t.explanation, local(&urls::of(urls::EXPLANATION, key))),
                link(t.openapi, urls::OPENAPI.to_owned()),
            ],
            command: service.command(&local(&own)),
            figure,
            name,
        }
    }
}

fn counted_to(as_of: NaiveDate, lang: Lang) -> String {
    text::nbsp(&text::counted_to(text::full_day(as_of, lang), lang))
}

fn subject(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> Subject {
    let name = &input.indicator.name;
    Subject {
        title: format!("{} — {}", text::nbsp(name.get(lang)), input.service.title(lang)),
        description: text::nbsp(&text::meta_description(
            name.get(lang),
            figure.value(),
            &figure.period,
            lang,
        )),
        keywords: Lang::ALL.map(|lang| name.get(lang).clone()).to_vec(),
    }
}

fn changes(indicator: &Indicator, status: Status, lang: Lang) -> Changes {
    let t = text::page(lang);
    let compared = [(Comparand::Month, t.month), (Comparand::Year, t.year)]
        .map(|(comparand, label)| (comparand, label, Comparison::new(&indicator.series, status, comparand)));
    if compared.iter().all(|(_, _, comparison)| comparison.outcome == Outcome::Status) {
        return Changes::Sentence(text::no_changes(status, lang));
    }
    let current = indicator.series.current();
    let figure = |(comparand, label, comparison): (Comparand, &'static str, Comparison<'_>)| ChangeFigure {
        label,
        sentence: text::nbsp(&text::change(current, &comparison, status, comparand, lang)),
        change: Change::of(&comparison, lang),
    };
    Changes::Figures(compared.into_iter().map(figure).collect())
}
