//! `/view/{key}`: everything about one indicator.

use super::*;

use super::charts::{PageChart, Writing, choices, page_charts};
use super::observations::Observations;
use crate::site::page::XLSX;

/// A name of more characters is set smaller.
const LONG_NAME: usize = 120;

pub fn indicator_page(input: &PageInputs) -> Result<Localized<Texts>, SiteError> {
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
                feed: urls::of(urls::CATEGORY_FEED, input.category.id),
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
        urls::localized(self.lang, &urls::of(path, &self.input.indicator.key))
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
            picture::WIDTH
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

    /// The indicator as a `Dataset` of schema.org, as search engines for data read it. Nothing in it ends the element in
    /// which it stands.
    fn linked_data(&self) -> askama::Result<String> {
        let (page, lang) = (self, self.lang);
        let data = LinkedData { page, lang }.render()?;
        Ok(json::compact(&data).replace('<', "\\u003c"))
    }
}

#[derive(Template)]
#[template(
    path = "linked_data.json",
    config = "src/site/templates/askama.toml",
    whitespace = "preserve"
)]
struct LinkedData<'a> {
    page: &'a IndicatorPage<'a>,
    lang: Lang,
}

impl LinkedData<'_> {
    fn address(&self, path: &str) -> String {
        let input = self.page.input;
        let path = urls::of(path, &input.indicator.key);
        input.service.address(self.lang, &path)
    }

    /// The source, unless somebody else relayed the figure [D24.4].
    fn creator(&self) -> Option<&Source> {
        let source = self.page.input.indicator.source.as_deref();
        source.filter(|_| !self.page.figure.flags.contains(Flag::Unofficial))
    }

    /// The days of the first and of the last observation, as ISO 8601 has an interval.
    fn days(&self) -> Option<(NaiveDate, NaiveDate)> {
        let series = &self.page.input.indicator.series;
        let first = series.observations().first()?;
        first.date.zip(series.current().date)
    }
}

/// Source, indicator and key, period, value with its flags, day of publication, service, and the day as of which that is so:
/// the beginning of a paragraph to copy, which the address ends. Nothing is put into the mouth of the source [D24.4].
fn citation(input: &PageInputs, figure: &Figure, lang: Lang) -> String {
    let indicator = input.indicator;
    let source = indicator.source.as_ref();
    let source = source.map(|source| source.name.get(lang));
    let is_unofficial = figure.flags.contains(Flag::Unofficial);
    let mut citation = String::new();
    let mut period = figure.period.clone();
    if is_unofficial {
        period = text::by_unofficial_data(&period, lang);
    } else if let Some(name) = source {
        citation = format!("{name}. ");
    }

    let name = indicator.name.get(lang);
    let flags = figure.flags.without(Flag::Unofficial);
    let value = text::with_flags(&figure.value(), flags, lang);
    citation += &format!("{name} ({}). {period}: {value}. ", indicator.key);
    if let Some(sentence) = text::status_unless_verified(input.effective.status, lang) {
        citation += &format!("{sentence} ");
    }

    if let Some(name) = source
        && is_unofficial
    {
        citation += &text::not_from_source(name, lang);
    }

    let series = &indicator.series;
    let current = series.in_force(input.as_of).current;
    if let Some(day) = current.published {
        citation += &text::was_published(text::full_day(day, lang), lang);
    }

    citation += &input.service.title(lang);
    // A series of which only former figures have a day of publication is no older than its newest figure, and none
    // is as of a day to come.
    let newest = current.date.map(|date| date.min(input.as_of));
    let published = series.observations().iter().map(|row| row.published);
    if let Some(day) = published.max().flatten().max(newest) {
        let as_of = text::cited_as_of(text::full_day(day, lang), lang);
        citation += &format!(", {as_of}");
    }

    text::nbsp(&text::merge_stops(&citation))
}

/// The page in a sentence, as search engines show it.
fn description(input: &PageInputs, figure: &Figure, lang: Lang) -> String {
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
