//! The table of resources: routes, the description of the service, links between forms, names of files, the sitemap and
//! `export` follow from it. To add a resource, render it in a file of its own from the narrowest inputs that will do
//! (`inputs.rs`), and add a line here.

use super::calendar::CalendarView;
use super::catalog::CatalogView;
use super::explain::ExplainView;
use super::inputs::{DatasetInputs, IndicatorInputs, SiteOptions};
use super::latest::LatestView;
use super::page::{CSV, Content, Facts, HTML, JSON, SDMX_DATA, SDMX_STRUCTURE, SVG, SiteError, TEXT, XLSX};
use super::resource::{Example, Render, Resource};
use super::view::IndicatorView;
use super::{
    catalog, collection, data_csv, feed, history, html, ics, json, long_table, schema, sitemap, urls,
    vintages, workbooks,
};
use crate::model::Lang;

/// One resource a line: path, name, tag, what is so of its pages, schema, summary, what renders it, what it looks like.
macro_rules! resources {
    ($($path:expr, $id:ident, $tag:ident, $facts:expr, $schema:literal, $summary:literal
        => $render:expr $(, $example:expr)?;)*) => {
        /// In the order in which the description has them.
        pub static RESOURCES: &[Resource] = &[$(Resource {
            path: $path,
            id: stringify!($id),
            tag: stringify!($tag),
            summary: $summary,
            schema: $schema,
            facts: $facts,
            render: $render,
            example: resources!(@example $($example)?),
        }),*];
    };
    (@example) => { None };
    (@example $example:expr) => { Some($example) };
}

resources! {
    urls::COLLECTION, Collection, data, JSON.also(&[(urls::TABLE, "text/csv")]), "collection",
        "All indicators."
        => Render::Collection(collection::COLLECTION), collection::example;
    urls::INDICATOR, Indicator, data, JSON, "indicator",
        "One indicator, exactly as its element of the collection."
        => Render::Indicator(|of, lang| json::cached_plain(&IndicatorView::new(of, lang))),
        |of, lang| first(of, |first| json::text(&IndicatorView::new(first, lang)));
    urls::TABLE, Table, more, CSV, "table",
        "All indicators as a flat table."
        => Render::Collection(data_csv::COLLECTION), data_csv::example;
    urls::WORKBOOK, Workbook, more, XLSX, "workbook",
        "All observations of all indicators as a workbook, with a sheet for each category."
        => Render::Dataset(workbooks::of_dataset);
    "/history.csv", LongTable, more, CSV, "longTable",
        "All observations of all indicators in one long table."
        => Render::Dataset(long_table::content),
        |of, lang| first(of, |first| json::text(&long_table::example(first.indicator, lang)?));
    urls::FEED, Feed, more, Facts::data("application/atom+xml; charset=utf-8"), "feed",
        "The 100 newest figures and revisions for feed readers."
        => Render::Dataset(|of, lang| Ok(Content::of(feed::document(of.dataset, of.options, feed::MAX_ENTRIES, lang)?))),
        |of, lang| Ok(Some(json::text(&feed::document(of.dataset, of.options, 1, lang)?)?));
    "/catalog.json", Catalog, more, JSON, "catalog",
        "Which indicators there are, and where to find them."
        => Render::Collection(catalog::COLLECTION),
        |of, lang| Ok(Some(json::text(&CatalogView::example(of.dataset, lang))?));
    urls::HISTORY, History, more, JSON.also(&[(urls::HISTORY_TABLE, "text/csv")]), "history",
        "All observations of an indicator, oldest first."
        => Render::Series(history::list),
        |of, lang| first(of, |first| history::example(first.indicator, lang));
    urls::HISTORY_TABLE, HistoryTable, more, CSV, "historyTable",
        "All observations of an indicator as a table."
        => Render::Series(history::table),
        |of, lang| first(of, |first| json::text(&history::table_example(first.indicator, lang)?));
    urls::HISTORY_WORKBOOK, HistoryWorkbook, more, XLSX, "workbook",
        "All observations of an indicator as a workbook."
        => Render::Series(workbooks::of_indicator);
    urls::LATEST, Latest, more, JSON, "latest",
        "For bots: the current observation, the one before it, their exact difference, the last twelve."
        => Render::Indicator(|of, lang| json::content(&LatestView::new(of.indicator, of.effective, lang))),
        |of, lang| first(of, |of| json::text(&LatestView::new(of.indicator, of.effective, lang)));
    "/data/{key}/vintages.json", Vintages, more, JSON, "vintages",
        "Every value ever published for every date, with the interval in which it counted."
        => Render::Series(vintages::list),
        |of, lang| vintages::shown(of.dataset).map(|of| vintages::example(of, lang)).transpose();
    urls::VINTAGES_TABLE, VintagesTable, more, CSV, "vintagesTable",
        "Every value ever published for every date as a table."
        => Render::Series(vintages::table),
        |of, _| vintages::shown(of.dataset).map(|of| json::text(&vintages::table_example(of)?)).transpose();
    urls::EXPLANATION, Explanation, more, JSON, "explanation",
        "Why the status and each change of an indicator are what they are."
        => Render::Indicator(|of, lang| json::content(&ExplainView::new(of, lang))),
        |of, lang| first(of, |first| json::text(&ExplainView::new(first, lang)));
    urls::PICTURE, Picture, more, SVG, "picture",
        "The chart of an indicator, with title, unit, source and status inside."
        => Render::Picture(html::chart_picture);
    "/calendar.json", Calendar, calendar, JSON, "calendar",
        "The release calendar, past and future, by date."
        => Render::Dataset(|of, lang| json::content(&CalendarView::new(&of.releases, usize::MAX, lang))),
        |of, lang| Ok(Some(json::text(&CalendarView::new(&of.releases, 1, lang))?));
    "/calendar.ics", Events, calendar, Facts::file("text/calendar; charset=utf-8"), "events",
        "The release calendar for calendar programs."
        => Render::Dataset(|of, lang| Ok(Content::of(events(of, usize::MAX, lang)))),
        |of, lang| Ok(Some(json::text(&events(of, 1, lang))?));
    urls::OVERVIEW, Overview, people, HTML.also(&[(urls::COLLECTION, "application/json"), (urls::TABLE, "text/csv")]),
        "hypertext", "All indicators at a glance, for people."
        => Render::Dataset(|of, lang| {
            html::content(&html::OverviewPage::new(of.dataset, of.summary, &of.pages, of.service(), lang))
        });
    urls::VIEW, View, people, HTML.also(&[(urls::INDICATOR, "application/json"), (urls::HISTORY_TABLE, "text/csv")]),
        "hypertext", "One indicator with its chart and its history, for people."
        => Render::Page(html::indicator_page);
    urls::METHOD, Method, people, HTML, "hypertext",
        "What statuses, changes, revisions and marks mean, for people."
        => Render::Dataset(|of, lang| html::content(&html::MethodPage::new(&of.pages, of.service(), lang)));
    "/favicon.svg", Icon, people, Facts::of("image/svg+xml"), "picture",
        "The sign of the service."
        => Render::Single(|_| Content::of(html::ICON));
    "/robots.txt", Robots, people, TEXT, "robots",
        "What search engines may ask for."
        => Render::Single(|of| Content::of(robots(of.options)));
    urls::USE, Usage, people, HTML, "hypertext",
        "Recipes for programs, for people."
        => Render::Dataset(|of, lang| html::content(&html::UsagePage::new(of.dataset, of.service(), lang)));
    urls::STYLE, Style, people, Facts::of("text/css; charset=utf-8"), "style",
        "How the pages for people look."
        => Render::Single(|_| Content::of(html::CSS));
    urls::SITEMAP, Sitemap, people, Facts::of("application/xml"), "sitemap",
        "The pages for people, for search engines."
        => Render::Public(|of, url| sitemap::content(of.dataset, documents(), url));
    urls::OPENAPI, Document, service, JSON, "document",
        "This document."
        => Render::Description;
    "/schema/1.0.json", Schema, service, JSON, "document",
        "JSON Schema 2020-12 of the collection, the indicator and the error."
        => Render::Single(|_| schema::content());
    urls::STATUS, Status, service, JSON, "status",
        "For monitoring: which program serves which dataset, since when, and the status of every indicator."
        => Render::Live;
    urls::HEALTH, Health, service, TEXT, "line",
        "Whether the service is up."
        => Render::Health;
    urls::METRICS, Metrics, service, TEXT, "exposition",
        "Figures on the service itself, as Prometheus reads them."
        => Render::Live;
    "/sdmx/dataflow/{agency}/{id}/{version}", SdmxDataflow, sdmx, SDMX_STRUCTURE, "structureMessage",
        "The dataflow; with `references`, every structure."
        => Render::Sdmx;
    "/sdmx/datastructure/{agency}/{id}/{version}", SdmxDataStructure, sdmx, SDMX_STRUCTURE, "structureMessage",
        "The data structure definition; with `references`, every structure."
        => Render::Sdmx;
    "/sdmx/conceptscheme/{agency}/{id}/{version}", SdmxConceptScheme, sdmx, SDMX_STRUCTURE, "structureMessage",
        "The concepts."
        => Render::Sdmx;
    "/sdmx/codelist/{agency}/{id}/{version}", SdmxCodelist, sdmx, SDMX_STRUCTURE, "structureMessage",
        "The code lists, or one of them."
        => Render::Sdmx;
    "/sdmx/data/{flow}", SdmxData, sdmx, SDMX_DATA, "dataMessage",
        "All series as SDMX generic data; with `format=csv` as SDMX-CSV, with `detail=serieskeysonly` their keys alone."
        => Render::Sdmx;
    "/sdmx/data/{flow}/{series}", SdmxSeries, sdmx, SDMX_DATA, "dataMessage",
        "The series of a key as SDMX generic data; with `format=csv` as SDMX-CSV, with `detail=serieskeysonly` keys alone."
        => Render::Sdmx;
}

/// An example of the first indicator, if there is one.
fn first(
    of: &DatasetInputs<'_>,
    text: impl FnOnce(&IndicatorInputs<'_>) -> Result<String, SiteError>,
) -> Example {
    of.indicators.first().map(text).transpose()
}

/// The release calendar with its first `count` events.
fn events(of: &DatasetInputs<'_>, count: usize, lang: Lang) -> String {
    ics::document(&of.releases, count, of.dataset.as_of, of.dataset.offset, lang)
}

/// Everything may be searched; where the public address is known, it says where the sitemap is.
fn robots(options: &SiteOptions) -> String {
    let sitemap = options.public_url.as_ref().map(|url| format!("\nSitemap: {}\n", url.join(urls::SITEMAP)));
    "User-agent: *\nAllow: /\n".to_owned() + &sitemap.unwrap_or_default()
}

/// The pages for people that are not of one indicator.
fn documents() -> impl Iterator<Item = &'static str> {
    let is_general = |of: &&Resource| of.facts.is_document() && !of.is_of_an_indicator();
    RESOURCES.iter().filter(is_general).map(|of| of.path)
}
