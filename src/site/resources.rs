//! The table of resources: routes, the description of the service, links between forms, names of files, the sitemap and
//! `export` follow from it. To add a resource, render it in a file of its own from the narrowest inputs that will do
//! (`dataset_inputs.rs`), and add a line here.

use super::*;

use super::calendar::CalendarView;
use super::documents::{openapi, well_known};
use super::json::indicator::{self, ExplanationView, LatestView};
use super::json::{self, catalog};
use super::page::{CSV, GUIDE, NSDP, SVG, TEXT, XLSX};
use super::tables::present::{catalog_table, present_table};

/// Finds what writes the rows of a page.
pub fn listing_of(page: &Page) -> Option<&'static SeriesListing> {
    let path = page.resource?;
    let resource = RESOURCES.iter().find(|resource| resource.path == path)?;
    resource.listing()
}

/// Returns true if the first segment of a path is that of a path of ours, so that the two could not be told apart.
pub fn begins_like_ours(path: &str) -> bool {
    let prefixes = Lang::ALL.iter().map(|lang| lang.prefix());
    let paths = RESOURCES.iter().map(|resource| resource.path);
    let first = first_segment(path);
    let mut ours = prefixes.chain(paths).map(first_segment);
    !first.is_empty() && ours.any(|segment| segment == first)
}

fn first_segment(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// The JSON of an indicator in every language.
fn in_each_language<T: Serialize>(view: impl Fn(Lang) -> T) -> Result<Localized<Texts>, SiteError> {
    Localized::try_build(|lang| json::content(&view(lang)))
}

const TABLE: (&str, &str) = (urls::TABLE, "text/csv");
const CATALOG_TABLE: (&str, &str) = (urls::CATALOG_TABLE, "text/csv");
const HISTORY_TABLE: (&str, &str) = (urls::HISTORY_TABLE, "text/csv");
const CHANGE_TABLE: (&str, &str) = (urls::CHANGE_TABLE, "text/csv");

/// One resource a line: path, name, tag, facts about its pages, schema, summary, and how it is rendered.
macro_rules! resources {
    ($($path:expr, $id:ident, $tag:ident, $facts:expr, $schema:literal, $summary:literal => $render:expr;)*) => {
        /// In the order in which the description has them.
        pub static RESOURCES: &[Resource] = &[$(Resource {
            path: $path,
            id: stringify!($id),
            tag: stringify!($tag),
            summary: $summary,
            schema: $schema,
            facts: $facts,
            render: $render,
        }),*];
    };
}

resources! {
    urls::COLLECTION, Collection, data, JSON.in_memory().also(&[TABLE]), "collection",
        "All indicators."
        => Render::Dataset(indicator::collection);
    urls::INDICATOR, Indicator, data, JSON.in_memory(), "indicator",
        "One indicator, identical to its element of the collection."
        => Render::Indicator(|inputs| {
            in_each_language(|lang| IndicatorView::new(inputs.member(), inputs.offset, lang))
        });
    urls::TABLE, Table, more, CSV, "table",
        "All indicators as a flat table."
        => Render::Dataset(present_table);
    urls::WORKBOOK, Workbook, more, XLSX, "workbook",
        "Workbook of the latest figures, with a sheet of all observations for each category."
        => Render::Listing(&xlsx::WORKBOOK);
    urls::LONG_TABLE, LongTable, more, CSV, "longTable",
        "All observations of all indicators as one table, long or wide."
        => Render::Listing(&history::LONG_TABLE);
    urls::FEED, Feed, more, Facts::data("application/atom+xml; charset=utf-8"), "feed",
        "Feed of the 100 latest figures and revisions."
        => Render::Dataset(|inputs, lang| {
            let inputs = FeedInputs::new(inputs.dataset, inputs.options, None);
            let feed = feed::document(&inputs, lang)?;
            Ok(Texts::of(feed))
        });
    urls::CATEGORY_FEED, CategoryFeed, more, Facts::data("application/atom+xml; charset=utf-8"), "feed",
        "Feed of the 100 latest figures and revisions of a category."
        => Render::Category(|inputs, lang| {
            let feed = feed::document(&inputs.feed, lang)?;
            Ok(Texts::of(feed))
        });
    urls::CATALOG, Catalog, more, JSON.also(&[CATALOG_TABLE]), "catalog",
        "Catalogue of indicators with their addresses."
        => Render::Dataset(catalog::catalog);
    urls::CATALOG_TABLE, CatalogTable, more, CSV, "catalogTable",
        "Catalogue of indicators as a table."
        => Render::Dataset(catalog_table);
    urls::HISTORY, History, more, JSON.also(&[HISTORY_TABLE]), "history",
        "All observations of an indicator, oldest first."
        => Render::Listing(&history::HISTORY);
    urls::HISTORY_TABLE, HistoryTable, more, CSV, "historyTable",
        "All observations of an indicator as a table."
        => Render::Listing(&history::HISTORY_TABLE);
    urls::HISTORY_WORKBOOK, HistoryWorkbook, more, XLSX, "workbook",
        "All observations of an indicator as a workbook."
        => Render::Listing(&xlsx::HISTORY_WORKBOOK);
    urls::LATEST, Latest, more, JSON, "latest",
        "Latest observation, the previous one, their exact difference and the last twelve observations; intended for bots."
        => Render::Indicator(|inputs| {
            in_each_language(|lang| LatestView::new(inputs.member(), inputs.as_of, lang))
        });
    urls::CHANGES, Changes, more, JSON.also(&[CHANGE_TABLE]), "changes",
        "Changes of every observation on a month and a year earlier, and the months, quarters and years that totals imply."
        => Render::Listing(&history::CHANGES);
    urls::CHANGE_TABLE, ChangesTable, more, CSV, "changesTable",
        "Changes of every observation, and the figures that totals imply, as a table."
        => Render::Listing(&history::CHANGE_TABLE);
    urls::VINTAGES, Vintages, more, JSON, "vintages",
        "Every value ever published for each date, with the interval in which it applied."
        => Render::Listing(&history::VINTAGES);
    urls::VINTAGES_TABLE, VintagesTable, more, CSV, "vintagesTable",
        "Every value ever published for each date, as a table."
        => Render::Listing(&history::VINTAGE_TABLE);
    urls::EXPLANATION, Explanation, more, JSON, "explanation",
        "Reasons for the status and for each change of an indicator."
        => Render::Indicator(|inputs| {
            in_each_language(|lang| ExplanationView::new(inputs.member(), inputs.offset, lang))
        });
    urls::PICTURE, Picture, more, SVG, "picture",
        "Chart of an indicator with title, unit, source and status."
        => Render::Indicator(html::chart_picture);
    urls::DATES, Calendar, calendar, JSON, "calendar",
        "Release calendar: past and coming publications by date."
        => Render::Dataset(|inputs, lang| {
            let view = CalendarView::new(&inputs.releases, lang);
            json::content(&view)
        });
    urls::EVENTS, Events, calendar, Facts::file("text/calendar; charset=utf-8"), "events",
        "Release calendar in iCalendar format."
        => Render::Dataset(|inputs, lang| {
            let url = inputs.options.public_url.as_ref();
            let events = calendar::events(inputs.dataset, url, &inputs.releases, lang)?;
            Ok(Texts::of(events))
        });
    urls::OVERVIEW, Overview, people, HTML.also(&[(urls::COLLECTION, "application/json"), TABLE]), "hypertext",
        "Overview of all indicators (HTML)."
        => Render::Dataset(|inputs, lang| {
            html::content(&html::OverviewPage::new(inputs, lang))
        });
    urls::VIEW, View, people, HTML.also(&[(urls::INDICATOR, "application/json"), HISTORY_TABLE]), "hypertext",
        "Indicator with its chart and history (HTML)."
        => Render::Indicator(html::indicator_page);
    urls::CATEGORY, Category, people, HTML, "hypertext",
        "Category with small charts and publication dates (HTML)."
        => Render::Category(|inputs, lang| {
            html::content(&html::CategoryPage::new(inputs, lang))
        });
    urls::CALENDAR, Dates, people, HTML, "hypertext",
        "Publications of the past twelve months and those to come (HTML)."
        => Render::Dataset(|inputs, lang| {
            html::content(&html::CalendarPage::new(inputs, lang))
        });
    urls::SEARCH, Search, people, HTML, "hypertext",
        "Indicators that a query finds (HTML)."
        => Render::Search;
    urls::SEARCH_INDEX, SearchIndex, more, JSON, "searchIndex",
        "Names and search words of all indicators, with their figures."
        => Render::Dataset(|inputs, lang| {
            let today = inputs.summary.today();
            json::content(&html::SearchView::new(inputs.dataset, today, lang))
        });
    urls::METHOD, Method, people, HTML, "hypertext",
        "Methodology: statuses, changes, revisions and flags (HTML)."
        => Render::Dataset(|inputs, lang| {
            html::content(&html::MethodPage::new(inputs, lang))
        });
    "/favicon.svg", Icon, people, Facts::of("image/svg+xml"), "picture",
        "Service icon."
        => Render::Single(|_| Some(Texts::of(html::ICON)));
    "/robots.txt", Robots, people, TEXT, "robots",
        "Rules for search engines."
        => Render::Single(|inputs| Some(Texts::of(well_known::robots(inputs.options))));
    "/.well-known/security.txt", Security, people, TEXT, "security",
        "Whom to tell of a vulnerability (RFC 9116)."
        => Render::Single(|inputs| {
            let text = well_known::security(inputs.dataset)?;
            Some(Texts::of(text))
        });
    urls::USE, Usage, people, HTML, "hypertext",
        "Code recipes (HTML)."
        => Render::Dataset(|inputs, lang| {
            html::content(&html::UsagePage::new(inputs, lang))
        });
    urls::STYLE, Style, people, Facts::of("text/css; charset=utf-8"), "style",
        "Style sheet of the pages."
        => Render::Single(|_| Some(Texts::of(html::CSS)));
    urls::SCRIPT, Script, people, Facts::of("text/javascript; charset=utf-8"), "script",
        "Script of the pages; no page needs it."
        => Render::Single(|inputs| {
            let script = html::SCRIPT.as_str();
            (!inputs.options.without_script).then(|| Texts::of(script))
        });
    urls::SITEMAP, Sitemap, people, Facts::of("application/xml"), "sitemap",
        "Sitemap of the pages for search engines."
        => Render::Single(|inputs| well_known::sitemap(RESOURCES, inputs));
    urls::NSDP, SummaryPage, people, HTML, "hypertext",
        "National Summary Data Page (HTML)."
        => Render::Nsdp(|inputs, nsdp, lang| {
            html::content(&html::NsdpPage::new(inputs, nsdp, lang))
        });
    urls::NSDP_FILE, SummaryFile, more, NSDP, "specificMessage",
        "Series of a data category of the National Summary Data Page: SDMX structure-specific data, by the structure IMF:ECOFIN_DSD(1.0)."
        => Render::NsdpFile;
    "/llms.txt", Guide, service, GUIDE, "guide",
        "Guide to the addresses for language models and other programs that read text."
        => Render::Single(|inputs| {
            let url = inputs.options.public_url.as_ref();
            let base = url.map(ToString::to_string).unwrap_or_default();
            let guide = well_known::Guide { dataset: inputs.dataset, base };
            xml::document(&guide).ok().map(Texts::of)
        });
    urls::OPENAPI, Document, service, JSON, "document",
        "API description (this document)."
        => Render::Description;
    "/schema/1.0.json", Schema, service, JSON, "document",
        "JSON Schema 2020-12 of the collection, the indicator and the error."
        => Render::Single(|_| Some(openapi::schema()));
    urls::STATUS, Status, service, JSON, "status",
        "Service status for monitoring: program, dataset, times of loading and the status of each indicator."
        => Render::Live(LivePage::Status);
    urls::HEALTH, Health, service, TEXT, "line",
        "Health of the service."
        => Render::Health;
    "/metrics", Metrics, service, TEXT, "exposition",
        "Metrics in Prometheus format."
        => Render::Live(LivePage::Metrics);
    "/sdmx/dataflow/{agency}/{id}/{version}", SdmxDataflow, sdmx, SDMX_STRUCTURE, "structureMessage",
        "Dataflow; with `references`, all structures."
        => Render::Sdmx;
    "/sdmx/datastructure/{agency}/{id}/{version}", SdmxDataStructure, sdmx, SDMX_STRUCTURE, "structureMessage",
        "Data structure definition; with `references`, all structures."
        => Render::Sdmx;
    "/sdmx/conceptscheme/{agency}/{id}/{version}", SdmxConceptScheme, sdmx, SDMX_STRUCTURE, "structureMessage",
        "Concept scheme."
        => Render::Sdmx;
    "/sdmx/codelist/{agency}/{id}/{version}", SdmxCodelist, sdmx, SDMX_STRUCTURE, "structureMessage",
        "All code lists, or one of them."
        => Render::Sdmx;
    "/sdmx/structure", SdmxStructures, sdmx, SDMX_STRUCTURE, "structureMessage",
        "All structures."
        => Render::Sdmx;
    "/sdmx/data/{flow}", SdmxData, sdmx, SDMX_DATA, "dataMessage",
        "All series as SDMX generic data; as SDMX-CSV with `format=csv`, keys only with `detail=serieskeysonly`."
        => Render::Sdmx;
    "/sdmx/data/{flow}/{series}", SdmxSeries, sdmx, SDMX_DATA, "dataMessage",
        "Series of a key as SDMX generic data; as SDMX-CSV with `format=csv`, keys only with `detail=serieskeysonly`."
        => Render::Sdmx;
}
