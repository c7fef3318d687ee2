//! `/view/{key}`: everything about one indicator.

use super::*;

use serde_json::{Value, json};

use super::charts::{Choices, PageChart, Writing, choices, page_charts};
use super::facts::KeyFact;
use super::observations::{Observations, Revision};

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub fn indicator_page(input: &IndicatorInput<'_>) -> Localised {
    let charts = page_charts(input);
    Localized::try_build(|lang| layout::content(&IndicatorPage::new(input, charts.as_deref(), lang)))
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
    /// The sentence on the status.
    reason: String,
    /// The sentence that takes the place of changes where the status allows none.
    no_changes: Option<&'static str>,
    source: Option<&'a Source>,
    series_facts: Vec<(&'static str, String)>,
    facts: Vec<(&'static str, String)>,
    notes: Option<String>,
    /// The path of the table of several indicators, for the script.
    table: String,
    writing: Writing,
    choices: Vec<Choices>,
    charts: &'a [PageChart],
    /// The sentence that takes the place of charts.
    no_chart: Option<&'a str>,
    /// The source as charts name it.
    source_line: Option<String>,
    downloads: Vec<Link>,
    observations: Observations,
    /// The paths of all observations, for programs and for Excel.
    all_rows: [String; 2],
    revisions: Vec<Revision>,
    citation: String,
    /// The markup that shows the chart elsewhere, where the public address is known.
    embed: Option<String>,
    linked_data: String,
    neighbours: Vec<Link>,
    programs: Vec<Link>,
    /// A command that asks for the indicator, where the public address is known.
    command: Option<String>,
}

impl<'a> IndicatorPage<'a> {
    /// `charts` are those of the page, the same in all languages.
    pub fn new(
        input: &IndicatorInput<'a>,
        charts: Result<&'a [PageChart], &'a Localized<String>>,
        lang: Lang,
    ) -> Self {
        let IndicatorInput { service, indicator, effective, as_of, offset, .. } = *input;
        let t = text::page(lang);
        let key = indicator.key.as_str();
        let name = text::nbsp(indicator.name.get(lang));
        let figure = Figure::new(indicator, as_of, lang);
        let current = indicator.series.in_force(as_of).current;
        let local = |path: &str| urls::localized(lang, path);
        let resource = |label: &str, path: &str| Link::to_resource(label, path, key, lang);
        let (json, table) = (urls::of(urls::INDICATOR, key), urls::of(urls::HISTORY_TABLE, key));
        let meta = page_meta(input, &figure, lang);
        let feed = local(&urls::of_category(urls::CATEGORY_FEED, input.category_id));
        let absolute = |path: &str| service.public_url.map(|url| url.join(&local(path)));
        IndicatorPage {
            lang,
            linked_data: linked_data(input, &meta.description, lang),
            layout: Layout {
                feed: feed.clone(),
                ..Layout::new(&service, meta, &urls::of(urls::VIEW, key), Some([&json, &table]), lang)
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
            facts: facts::on_figure(indicator, as_of, offset, lang),
            notes: indicator.notes.as_ref().map(|notes| text::nbsp(notes.get(lang))),
            table: local(urls::LONG_TABLE),
            writing: Writing::new(&indicator.series.current().series_key, lang),
            choices: choices(charts.unwrap_or_default(), lang),
            charts: charts.unwrap_or_default(),
            no_chart: charts.err().map(|sentence| sentence.get(lang).as_str()),
            source_line: indicator
                .source
                .as_ref()
                .map(|source| text::nbsp(&text::source_of(source.name.get(lang), lang))),
            downloads: [
                resource(t.workbook, urls::HISTORY_WORKBOOK),
                resource("CSV", urls::HISTORY_TABLE),
                Link::new(t.excel, format!("{}?dialect=excel", local(&table))),
                resource("JSON", urls::HISTORY),
                resource(t.changes_as_csv, urls::CHANGE_TABLE),
            ]
            .into_iter()
            .chain(charts.ok().map(|_| resource(t.picture, urls::PICTURE)))
            .collect(),
            observations: Observations::new(indicator, effective.status, as_of, lang),
            all_rows: [local(&table), local(&urls::of(urls::HISTORY_WORKBOOK, key))],
            revisions: revisions(indicator, lang),
            citation: citation(input, &figure, lang),
            embed: absolute(&urls::of(urls::PICTURE, key))
                .filter(|_| charts.is_ok())
                .map(|address| embedding(&address, &name)),
            neighbours: input.neighbours.iter().map(|(key, name)| Link::to_key(key, name, lang)).collect(),
            programs: programs(indicator, feed, lang),
            command: absolute(&json).map(|address| format!("curl {address}")),
            figure,
            name,
        }
    }
}

/// The resources of an indicator for programs.
fn programs(indicator: &Indicator, feed: String, lang: Lang) -> Vec<Link> {
    let t = text::page(lang);
    let resource = |label, path| Link::to_resource(label, path, indicator.key.as_str(), lang);
    let links = [
        resource(t.one_as_json, urls::INDICATOR),
        resource(t.latest_as_json, urls::LATEST),
        resource(t.vintages_as_csv, urls::VINTAGES_TABLE),
        resource(t.explanation, urls::EXPLANATION),
        Link::new(text::facts_on_series(lang).category_feed, feed),
        Link::new(t.openapi, urls::OPENAPI.to_owned()),
    ];
    let is_dated = indicator.series.current().date.is_some();
    let series = indicator.nsdp.iter().filter(|_| is_dated);
    let imf = series
        .map(|series| Link::new(&text::nsdp_file(&series.category, lang), urls::of_domain(&series.category)));
    links.into_iter().chain(imf).collect()
}

/// The element that shows a picture, as a page elsewhere has it.
fn embedding(address: &str, name: &str) -> String {
    let name = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!("<img src=\"{address}\" alt=\"{name}\">")
}

/// Source, indicator and key, period, value with its marks, day of publication, service, and the day as of which that is so:
/// the beginning of a paragraph to copy, which the address ends. What the source has not said is not put into its mouth [D24.4].
fn citation(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> String {
    let IndicatorInput { indicator, service, as_of, .. } = input;
    let source = indicator.source.as_ref().map(|source| source.name.get(lang).as_str());
    let is_unofficial = figure.flags.contains(Flag::Unofficial);
    let by_source = source.filter(|_| !is_unofficial).map(|name| format!("{name}. "));
    let status = text::status_unless_verified(input.effective.status, lang);
    let by_others = source.filter(|_| is_unofficial).map(|name| text::not_from_source(name, lang));
    let period = match is_unofficial {
        true => text::by_unofficial_data(&figure.period, lang),
        false => figure.period.clone(),
    };
    let current = indicator.series.in_force(*as_of).current;
    let published = current.published.map(|date| text::was_published(text::full_day(date, lang), lang));
    let all = || indicator.series.observations().iter();
    // A series of which only former figures have a day of publication is no older than its newest figure.
    let newest = all().filter_map(|observation| observation.published).chain(current.date).max();
    let as_of = newest.map(|day| format!(", {}", text::cited_as_of(text::full_day(day, lang), lang)));
    text::nbsp(&format!(
        "{}{} ({}). {period}: {}. {}{}{}{}{}",
        by_source.unwrap_or_default(),
        indicator.name.get(lang),
        indicator.key,
        text::with_flags(&figure.value(), figure.flags.without(Flag::Unofficial), lang),
        status.map(|sentence| sentence + " ").unwrap_or_default(),
        by_others.unwrap_or_default(),
        published.unwrap_or_default(),
        service.title(lang),
        as_of.unwrap_or_default(),
    ))
}

/// The page as search engines show it.
fn page_meta(input: &IndicatorInput<'_>, figure: &Figure, lang: Lang) -> PageMeta {
    let name = &input.indicator.name;
    let InForce { current, since, .. } = input.indicator.series.in_force(input.as_of);
    let status = text::status_unless_verified(input.effective.status, lang);
    PageMeta {
        title: format!("{} — {}", text::nbsp(name.get(lang)), input.service.title(lang)),
        description: text::nbsp(&text::meta_description(
            name.get(lang),
            figure.quoted(lang),
            text::period_in_text(&current.series_key, since, input.as_of, lang),
            status.map(|sentence| format!(" {sentence}")).unwrap_or_default(),
            lang,
        )),
        keywords: Lang::ALL.map(|lang| name.get(lang).clone()).to_vec(),
    }
}

/// The indicator as a `Dataset` of schema.org, as search engines for data read it. Nothing in it ends the element in which it
/// stands.
fn linked_data(input: &IndicatorInput<'_>, description: &str, lang: Lang) -> String {
    let (service, indicator) = (&input.service, input.indicator);
    let (key, series) = (indicator.key.as_str(), &indicator.series);
    let (name, unit) = (indicator.name.get(lang), indicator.unit.text.get(lang));
    let address = |path: &str| service.address(&urls::localized(lang, path));
    let download = |form: &str, path| json!({ "@type": "DataDownload", "encodingFormat": form, "contentUrl": address(&urls::of(path, key)) });
    let is_unofficial = series.in_force(input.as_of).current.flags.contains(Flag::Unofficial);
    // Somebody else relayed the figure [D24.4].
    let creator = indicator.source.as_deref().filter(|_| !is_unofficial);
    let organization = |source: &Source| {
        without_nulls(json!({ "@type": "Organization", "name": source.name.get(lang), "url": source.url }))
    };
    // The days of the first and of the last observation, as ISO 8601 has an interval.
    let days = series.observations().first().and_then(|first| first.date).zip(series.current().date);
    let data = json!({
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": name,
        "description": description,
        "identifier": key,
        "inLanguage": lang.tag(),
        "url": address(&urls::of(urls::VIEW, key)),
        "variableMeasured": { "@type": "PropertyValue", "name": name, "unitText": unit },
        "temporalCoverage": days.map(|(first, last)| format!("{first}/{last}")),
        "dateModified": series.current().published.map(|day| day.to_string()),
        "license": service.license.map(|license| &license.url),
        "creator": creator.map(organization),
        "includedInDataCatalog": {
            "@type": "DataCatalog", "name": text::service(service.title, lang), "url": address("/")
        },
        "distribution": [
            download("text/csv", urls::HISTORY_TABLE),
            download("application/json", urls::HISTORY),
            download(WORKBOOK, urls::HISTORY_WORKBOOK),
        ],
    });
    without_nulls(data).to_string().replace('<', "\\u003c")
}

fn without_nulls(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}
