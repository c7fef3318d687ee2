//! `/view/{key}`: everything about one indicator.

use super::*;

use serde_json::{Value, json};

use super::charts::{PageChart, Writing, choices, page_charts};
use super::observations::Observations;

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub fn indicator_page(input: &PageInputs<'_>) -> Result<Localized<Texts>, SiteError> {
    let charts = page_charts(input);
    Localized::try_build(|lang| {
        layout::content(&IndicatorPage::new(input, charts.as_deref(), lang))
    })
}

#[derive(Template)]
#[template(path = "indicator.html", config = "src/site/templates/askama.toml")]
struct IndicatorPage<'a> {
    lang: Lang,
    layout: Layout<'a>,
    input: &'a PageInputs<'a>,
    name: String,
    figure: Figure,
    charts: &'a [PageChart],
    /// The sentence that takes the place of charts.
    no_chart: Option<&'a Localized<String>>,
    observations: Observations<'a>,
}

impl<'a> IndicatorPage<'a> {
    /// `charts` are those of the page, the same in all languages.
    fn new(
        input: &'a PageInputs<'a>,
        charts: Result<&'a [PageChart], &'a Localized<String>>,
        lang: Lang,
    ) -> Self {
        let PageInputs {
            service,
            indicator,
            effective,
            as_of,
            ..
        } = *input;
        let key = indicator.key.as_str();
        let name = text::nbsp(indicator.name.get(lang));
        let figure = Figure::new(indicator, as_of, lang);
        let description = description(input, &figure, lang);
        IndicatorPage {
            lang,
            layout: Layout {
                feed: urls::of_category(urls::CATEGORY_FEED, input.category_id),
                forms: Some([urls::INDICATOR, urls::HISTORY_TABLE].map(|path| urls::of(path, key))),

                ..Layout::new(
                    service,
                    &urls::of(urls::VIEW, key),
                    &name,
                    &description,
                    lang,
                )
            },
            input,
            name,
            figure,
            charts: charts.unwrap_or_default(),
            no_chart: charts.err(),
            observations: Observations::new(indicator, effective.status, as_of, lang),
        }
    }

    fn is_long(&self) -> bool {
        self.name.chars().nth(LONG_NAME).is_some()
    }

    fn path(&self, path: &str) -> String {
        urls::localized(
            self.lang,
            &urls::of(path, self.input.indicator.key.as_str()),
        )
    }

    /// The address of a resource of the indicator, where the public one is known.
    fn address(&self, path: &str) -> Option<String> {
        self.input
            .service
            .public_url
            .map(|url| url.join(&self.path(path)))
    }

    /// The picture as a page elsewhere shows it: as wide as there is room, with what it says, and leading here.
    fn embedding(&self) -> Option<String> {
        let picture = self.address(urls::PICTURE)?;
        let page = self.address(urls::VIEW)?;
        let description = &self.charts.first()?.chart.description;
        let words = xml::attribute(description.get(self.lang));
        Some(format!(
            "<a href=\"{page}\"><img src=\"{picture}\" width=\"{}\" style=\"max-width:100%;height:auto\" alt=\"{words}\"></a>",
            charts::WIDTH
        ))
    }

    /// The sentence on the status.
    fn reason(&self) -> String {
        let PageInputs {
            indicator,
            effective,
            as_of,
            offset,
            ..
        } = *self.input;
        let current = indicator.series.in_force(as_of).current;
        text::nbsp(&text::effective(
            indicator, current, effective, offset, self.lang,
        ))
    }

    fn downloads(&self) -> Vec<Link> {
        let t = &self.layout.t;
        let mut links = vec![
            self.link(t.workbook, urls::HISTORY_WORKBOOK),
            self.link("CSV", urls::HISTORY_TABLE),
            Link::new(t.excel, self.path(urls::HISTORY_TABLE) + "?dialect=excel"),
            self.link("JSON", urls::HISTORY),
            self.link(t.changes_as_csv, urls::CHANGE_TABLE),
        ];
        if self.no_chart.is_none() {
            links.push(self.link(t.picture, urls::PICTURE));
        }

        links
    }

    fn link(&self, label: &str, path: &str) -> Link {
        Link::new(label, self.path(path))
    }

    /// The resources for programs.
    fn programs(&self) -> Vec<Link> {
        let (t, indicator) = (&self.layout.t, self.input.indicator);
        let feed = urls::localized(self.lang, &self.layout.feed);
        let mut links = vec![
            self.link(t.one_as_json, urls::INDICATOR),
            self.link(t.latest_as_json, urls::LATEST),
            self.link(t.vintages_as_csv, urls::VINTAGES_TABLE),
            self.link(t.explanation, urls::EXPLANATION),
            Link::new(t.feed_of_category, feed),
            Link::new(t.openapi, urls::OPENAPI.to_owned()),
        ];

        if indicator.series.current().date.is_some() {
            for series in &indicator.nsdp {
                let label = text::nsdp_file(&series.category, self.lang);
                links.push(Link::new(&label, urls::of_domain(&series.category)));
            }
        }

        links
    }
}

/// Source, indicator and key, period, value with its flags, day of publication, service, and the day as of which that is so:
/// the beginning of a paragraph to copy, which the address ends. Nothing is put into the mouth of the source [D24.4].
fn citation(input: &PageInputs<'_>, figure: &Figure, lang: Lang) -> String {
    let PageInputs {
        indicator,
        service,
        as_of,
        ..
    } = input;
    let mut period = figure.period.clone();
    let (mut by_source, mut by_others) = (String::new(), String::new());
    let is_unofficial = figure.flags.contains(Flag::Unofficial);
    if is_unofficial {
        period = text::by_unofficial_data(&period, lang);
    }

    if let Some(source) = &indicator.source {
        let name = source.name.get(lang);
        match is_unofficial {
            true => by_others = text::not_from_source(name, lang),
            false => by_source = format!("{name}. "),
        }
    }

    let status = text::status_unless_verified(input.effective.status, lang);
    let current = indicator.series.in_force(*as_of).current;
    let published = current
        .published
        .map(|date| text::was_published(text::full_day(date, lang), lang));
    // A series of which only former figures have a day of publication is no older than its newest figure, and none
    // is as of a day to come.
    let newest_day = current.date.map(|date| date.min(*as_of));
    let observations = indicator.series.observations().iter();
    let newest = observations
        .filter_map(|observation| observation.published)
        .chain(newest_day)
        .max();
    let as_of =
        newest.map(|day| format!(", {}", text::cited_as_of(text::full_day(day, lang), lang)));
    let citation = format!(
        "{}{} ({}). {period}: {}. {}{}{}{}{}",
        by_source,
        indicator.name.get(lang),
        indicator.key,
        text::with_flags(
            &figure.value(),
            figure.flags.without(Flag::Unofficial),
            lang
        ),
        status.map(|sentence| sentence + " ").unwrap_or_default(),
        by_others,
        published.unwrap_or_default(),
        service.title(lang),
        as_of.unwrap_or_default(),
    );
    text::nbsp(&text::merge_stops(&citation))
}

/// The page in a sentence, as search engines show it.
fn description(input: &PageInputs<'_>, figure: &Figure, lang: Lang) -> String {
    let InForce { current, since, .. } = input.indicator.series.in_force(input.as_of);
    let mut status = String::new();
    if let Some(sentence) = text::status_unless_verified(input.effective.status, lang) {
        status = format!(" {sentence}");
    }

    let description = text::meta_description(
        input.indicator.name.get(lang),
        figure.quoted(lang),
        text::period_in_text(&current.series_key, since, input.as_of, lang),
        status,
        lang,
    );
    text::nbsp(&text::merge_stops(&description))
}

/// The indicator as a `Dataset` of schema.org, as search engines for data read it. Nothing in it ends the element in which it
/// stands.
fn linked_data(input: &PageInputs<'_>, description: &str, lang: Lang) -> String {
    let (service, indicator) = (&input.service, input.indicator);
    let (key, series) = (indicator.key.as_str(), &indicator.series);
    let (name, unit) = (indicator.name.get(lang), indicator.unit.text.get(lang));
    let page = service.address(&urls::localized(lang, &urls::of(urls::VIEW, key)));
    let mut distribution = Vec::new();
    for (form, path) in [
        ("text/csv", urls::HISTORY_TABLE),
        ("application/json", urls::HISTORY),
        (WORKBOOK, urls::HISTORY_WORKBOOK),
    ] {
        let address = service.address(&urls::localized(lang, &urls::of(path, key)));
        distribution.push(
            json!({ "@type": "DataDownload", "encodingFormat": form, "contentUrl": address }),
        );
    }

    // Somebody else relayed an unofficial figure [D24.4].
    let flags = series.in_force(input.as_of).current.flags;
    let mut creator = Value::Null;
    if let Some(source) = &indicator.source
        && !flags.contains(Flag::Unofficial)
    {
        creator = without_nulls(
            json!({ "@type": "Organization", "name": source.name.get(lang), "url": source.url }),
        );
    }

    // The days of the first and of the last observation, as ISO 8601 has an interval.
    let first = series.observations().first();
    let days = first
        .and_then(|first| first.date)
        .zip(series.current().date);
    let data = json!({
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": name,
        "description": description,
        "identifier": key,
        "inLanguage": lang.tag(),
        "url": page,
        "variableMeasured": { "@type": "PropertyValue", "name": name, "unitText": unit },
        "temporalCoverage": days.map(|(first, last)| format!("{first}/{last}")),
        "dateModified": series.current().published.map(|day| day.to_string()),
        "license": service.license.map(|license| &license.url),
        "publisher": service.publisher.map(|publisher| json!({
            "@type": "Organization", "name": publisher.name.get(lang), "url": publisher.url
        })),
        "creator": creator,
        "includedInDataCatalog": {
            "@type": "DataCatalog", "name": text::service(service.title, lang), "url": service.address(&urls::localized(lang, "/"))
        },
        "distribution": distribution,
    });

    without_nulls(data).to_string().replace('<', "\\u003c")
}

fn without_nulls(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    object
}
