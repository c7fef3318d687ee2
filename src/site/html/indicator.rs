//! `/view/{key}`: everything about one indicator.

use super::*;

use super::facts::KeyFact;
use super::linked_data::linked_data;
use super::observations::{Observations, Revision};
use super::picture::Writing;
use super::variants::{Choice, Variant, choices, page_charts};
use crate::site::text;

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;

pub fn indicator_page(input: &IndicatorInput<'_>) -> Localised {
    let charts = page_charts(input);
    let charts = charts.as_deref();
    Localized::try_build(|lang| layout::content(&IndicatorPage::new(input, charts, lang)))
}

#[derive(Template)]
#[template(path = "indicator.html", config = "src/site/templates/askama.toml")]
pub struct IndicatorPage<'a> {
    lang: Lang,
    layout: Layout,
    category: Link,
    name: String,
    is_long: bool,
    figure: Figure,
    key_facts: Vec<KeyFact>,
    status: StatusFigure,
    /// Why it has this status.
    reason: String,
    /// That the status allows no changes.
    no_changes: Option<&'static str>,
    source: Option<&'a Source>,
    series_facts: Vec<(&'static str, String)>,
    facts: Vec<(&'static str, String)>,
    notes: Option<String>,
    /// Where observations of several indicators are found.
    table: String,
    writing: Writing,
    /// In sets of which each reader makes one choice.
    choices: Vec<Vec<Choice>>,
    pictures: Vec<Picture<'a>>,
    /// What takes the place of charts.
    no_chart: Option<String>,
    downloads: Vec<Link>,
    observations: Observations,
    /// All of them, for programs and for Excel.
    all_rows: [String; 2],
    revisions: Vec<Revision>,
    citation: String,
    /// The markup that shows the chart elsewhere, where the public address is known.
    embed: Option<String>,
    linked_data: String,
    neighbours: Vec<Link>,
    programs: Vec<Link>,
    /// What asks for the indicator, where the public address is known.
    command: Option<String>,
}

impl<'a> IndicatorPage<'a> {
    /// `charts` are those of the page, the same in all languages.
    pub fn new(
        input: &IndicatorInput<'a>,
        charts: Result<&'a [Variant], &Localized<String>>,
        lang: Lang,
    ) -> Self {
        let IndicatorInput { service, indicator, effective, as_of, offset, .. } = *input;
        let t = text::page(lang);
        let key = indicator.key.as_str();
        let name = text::nbsp(indicator.name.get(lang));
        let figure = Figure::new(indicator, as_of, lang);
        let current = indicator.series.in_force(as_of).current;
        let local = |path: &str| urls::localized(lang, path);
        let link = |label: &str, href| Link { label: label.to_owned(), href };
        let (json, table) = (urls::of(urls::INDICATOR, key), urls::of(urls::HISTORY_TABLE, key));
        let subject = subject(input, &figure, lang);
        let feed = local(&urls::of_category(urls::CATEGORY_FEED, input.category_id));
        let no_chart = charts.err().map(|sentence| sentence.get(lang).clone());
        let (charts, has_chart) = (charts.unwrap_or_default(), charts.is_ok());
        let absolute = |path: &str| service.public_url.map(|url| url.join(&local(path)));
        IndicatorPage {
            lang,
            linked_data: linked_data(input, &subject.description, lang),
            layout: Layout {
                feed: feed.clone(),
                ..Layout::new(&service, subject, &urls::of(urls::VIEW, key), Some([&json, &table]), lang)
            },
            category: Link::to_category(input.category_id, input.category, lang),
            is_long: name.chars().nth(LONG_NAME).is_some(),
            key_facts: facts::beside_headline(input, lang),
            status: StatusFigure::new(effective.status, lang),
            reason: text::nbsp(&text::effective(indicator, current, effective, offset, lang)),
            no_changes: (!effective.status.allows_changes())
                .then(|| text::no_changes(effective.status, lang)),
            source: indicator.source.as_deref(),
            series_facts: facts::on_series(indicator, lang),
            facts: figures::facts(indicator, as_of, offset, lang),
            notes: indicator.notes.as_ref().map(|notes| text::nbsp(notes.get(lang))),
            table: local(urls::LONG_TABLE),
            writing: Writing::new(&indicator.series.current().series_key, lang),
            choices: choices(charts, lang),
            pictures: charts.iter().map(|chart| chart.picture(input, lang)).collect(),
            no_chart,
            downloads: [
                link(t.workbook, local(&urls::of(urls::HISTORY_WORKBOOK, key))),
                link("CSV", local(&table)),
                link(t.excel, format!("{}?dialect=excel", local(&table))),
                link("JSON", local(&urls::of(urls::HISTORY, key))),
                link(t.changes_as_csv, local(&urls::of(urls::CHANGE_TABLE, key))),
            ]
            .into_iter()
            .chain(has_chart.then(|| link(t.picture, local(&urls::of(urls::PICTURE, key)))))
            .collect(),
            observations: Observations::new(indicator, effective.status, as_of, lang),
            all_rows: [local(&table), local(&urls::of(urls::HISTORY_WORKBOOK, key))],
            revisions: revisions(indicator, lang),
            citation: figures::citation(input, &figure, lang),
            embed: absolute(&urls::of(urls::PICTURE, key))
                .filter(|_| has_chart)
                .map(|address| embedding(&address, &name)),
            neighbours: input.neighbours.iter().map(|(key, name)| Link::to_key(key, name, lang)).collect(),
            programs: programs(indicator, feed, lang),
            command: absolute(&json).map(|address| format!("curl {address}")),
            figure,
            name,
        }
    }
}

/// What programs find of an indicator.
fn programs(indicator: &Indicator, feed: String, lang: Lang) -> Vec<Link> {
    let key = indicator.key.as_str();
    let (t, of_category) = (text::page(lang), text::facts_on_series(lang).category_feed);
    let link = |label: &str, href| Link { label: label.to_owned(), href };
    let of_key = |label, path| link(label, urls::localized(lang, &urls::of(path, key)));
    let imf = indicator.nsdp.iter().filter(|_| indicator.series.current().date.is_some());
    let imf =
        imf.map(|series| link(&text::nsdp_file(&series.category, lang), urls::of_domain(&series.category)));
    let links = [
        of_key(t.one_as_json, urls::INDICATOR),
        of_key(t.latest_as_json, urls::LATEST),
        of_key(t.vintages_as_csv, urls::VINTAGES_TABLE),
        of_key(t.explanation, urls::EXPLANATION),
        link(of_category, feed),
        link(t.openapi, urls::OPENAPI.to_owned()),
    ];
    links.into_iter().chain(imf).collect()
}

/// The element that shows a picture, as a page elsewhere has it.
fn embedding(address: &str, name: &str) -> String {
    let name = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!("<img src=\"{address}\" alt=\"{name}\">")
}

fn subject(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> Subject {
    let name = &input.indicator.name;
    let InForce { current, since, .. } = input.indicator.series.in_force(input.as_of);
    let status = Some(input.effective.status).filter(|status| *status != Status::Verified);
    let status = status.map(|s| format!(" {}", text::status_of(text::status_word(s, lang), lang)));
    Subject {
        title: format!("{} — {}", text::nbsp(name.get(lang)), input.service.title(lang)),
        description: text::nbsp(&text::meta_description(
            name.get(lang),
            figure.quoted(lang),
            text::period_in_text(&current.series_key, since, input.as_of, lang),
            status.unwrap_or_default(),
            lang,
        )),
        keywords: Lang::ALL.map(|lang| name.get(lang).clone()).to_vec(),
    }
}
