//! Every resource of the service: its path, and what it answers. What is not in this list is not in the document.

use crate::model::Lang;

/// A resource, in both languages where it has any.
pub struct Resource {
    /// Its path in Russian, `{key}` for that of an indicator.
    pub path: &'static str,
    /// What its operations are named after.
    pub id: &'static str,
    pub tag: &'static str,
    /// One sentence.
    pub summary: &'static str,
    pub media_type: &'static str,
    /// The name of the schema of its body.
    pub schema: &'static str,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In both languages, part of the snapshot.
    Localised,
    /// The same in every language, part of the snapshot.
    Single,
    /// The same in every language, part of the snapshot of a dataset that SDMX has a name for.
    Sdmx,
    /// The same in every language, part of the snapshot of a service whose public address is known.
    Public,
    /// Beside the snapshot: never kept.
    Live,
}

const JSON: &str = "application/json";
const CSV: &str = "text/csv";
const ICS: &str = "text/calendar";
const XLSX: &str = crate::site::xlsx::MEDIA_TYPE;
const ATOM: &str = "application/atom+xml";
const SDMX_STRUCTURE: &str = "application/vnd.sdmx.structure+xml";
const SDMX_DATA: &str = "application/vnd.sdmx.genericdata+xml";
const XML: &str = "application/xml";
const TEXT: &str = "text/plain";
const HTML: &str = "text/html";
const CSS: &str = "text/css";
const SVG: &str = "image/svg+xml";

pub const RESOURCES: &[Resource] = &[
    Resource {
        path: "/data.json",
        id: "Collection",
        tag: "data",
        summary: "All indicators.",
        media_type: JSON,
        schema: "collection",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}.json",
        id: "Indicator",
        tag: "data",
        summary: "One indicator, exactly as its element of the collection.",
        media_type: JSON,
        schema: "indicator",
        form: Form::Localised,
    },
    Resource {
        path: "/data.csv",
        id: "Table",
        tag: "more",
        summary: "All indicators as a flat table.",
        media_type: CSV,
        schema: "table",
        form: Form::Localised,
    },
    Resource {
        path: "/data.xlsx",
        id: "Workbook",
        tag: "more",
        summary: "All observations of all indicators as a workbook, with a sheet for each category.",
        media_type: XLSX,
        schema: "workbook",
        form: Form::Localised,
    },
    Resource {
        path: "/history.csv",
        id: "LongTable",
        tag: "more",
        summary: "All observations of all indicators in one long table.",
        media_type: CSV,
        schema: "longTable",
        form: Form::Localised,
    },
    Resource {
        path: "/feed.atom",
        id: "Feed",
        tag: "more",
        summary: "The 100 newest figures and revisions for feed readers.",
        media_type: ATOM,
        schema: "feed",
        form: Form::Localised,
    },
    Resource {
        path: "/catalog.json",
        id: "Catalog",
        tag: "more",
        summary: "Which indicators there are, and where to find them.",
        media_type: JSON,
        schema: "catalog",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/history.json",
        id: "History",
        tag: "more",
        summary: "All observations of an indicator, oldest first.",
        media_type: JSON,
        schema: "history",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/history.csv",
        id: "HistoryTable",
        tag: "more",
        summary: "All observations of an indicator as a table.",
        media_type: CSV,
        schema: "historyTable",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/history.xlsx",
        id: "HistoryWorkbook",
        tag: "more",
        summary: "All observations of an indicator as a workbook.",
        media_type: XLSX,
        schema: "workbook",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/latest.json",
        id: "Latest",
        tag: "more",
        summary: "For bots: the current observation, the one before it, their exact difference, the last twelve.",
        media_type: JSON,
        schema: "latest",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/vintages.json",
        id: "Vintages",
        tag: "more",
        summary: "Every value ever published for every date, with the interval in which it counted.",
        media_type: JSON,
        schema: "vintages",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/vintages.csv",
        id: "VintagesTable",
        tag: "more",
        summary: "Every value ever published for every date as a table.",
        media_type: CSV,
        schema: "vintagesTable",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/explain.json",
        id: "Explanation",
        tag: "more",
        summary: "Why the status and each change of an indicator are what they are.",
        media_type: JSON,
        schema: "explanation",
        form: Form::Localised,
    },
    Resource {
        path: "/data/{key}/chart.svg",
        id: "Picture",
        tag: "more",
        summary: "The chart of an indicator, with title, unit, source and status inside.",
        media_type: SVG,
        schema: "picture",
        form: Form::Localised,
    },
    Resource {
        path: "/calendar.json",
        id: "Calendar",
        tag: "calendar",
        summary: "The release calendar, past and future, by date.",
        media_type: JSON,
        schema: "calendar",
        form: Form::Localised,
    },
    Resource {
        path: "/calendar.ics",
        id: "Events",
        tag: "calendar",
        summary: "The release calendar for calendar programs.",
        media_type: ICS,
        schema: "events",
        form: Form::Localised,
    },
    Resource {
        path: "/",
        id: "Overview",
        tag: "people",
        summary: "All indicators at a glance, for people.",
        media_type: HTML,
        schema: "hypertext",
        form: Form::Localised,
    },
    Resource {
        path: "/view/{key}",
        id: "View",
        tag: "people",
        summary: "One indicator with its chart and its history, for people.",
        media_type: HTML,
        schema: "hypertext",
        form: Form::Localised,
    },
    Resource {
        path: "/method",
        id: "Method",
        tag: "people",
        summary: "What statuses, changes, revisions and marks mean, for people.",
        media_type: HTML,
        schema: "hypertext",
        form: Form::Localised,
    },
    Resource {
        path: "/favicon.svg",
        id: "Icon",
        tag: "people",
        summary: "The sign of the service.",
        media_type: SVG,
        schema: "picture",
        form: Form::Single,
    },
    Resource {
        path: "/robots.txt",
        id: "Robots",
        tag: "people",
        summary: "What search engines may ask for.",
        media_type: TEXT,
        schema: "robots",
        form: Form::Single,
    },
    Resource {
        path: "/use",
        id: "Usage",
        tag: "people",
        summary: "Recipes for programs, for people.",
        media_type: HTML,
        schema: "hypertext",
        form: Form::Localised,
    },
    Resource {
        path: "/style.css",
        id: "Style",
        tag: "people",
        summary: "How the pages for people look.",
        media_type: CSS,
        schema: "style",
        form: Form::Single,
    },
    Resource {
        path: "/sitemap.xml",
        id: "Sitemap",
        tag: "people",
        summary: "The pages for people, for search engines.",
        media_type: XML,
        schema: "sitemap",
        form: Form::Public,
    },
    Resource {
        path: "/openapi.json",
        id: "Document",
        tag: "service",
        summary: "This document.",
        media_type: JSON,
        schema: "document",
        form: Form::Single,
    },
    Resource {
        path: "/schema/1.0.json",
        id: "Schema",
        tag: "service",
        summary: "JSON Schema 2020-12 of the collection, the indicator and the error.",
        media_type: JSON,
        schema: "document",
        form: Form::Single,
    },
    Resource {
        path: "/status.json",
        id: "Status",
        tag: "service",
        summary: "For monitoring: which program serves which dataset, since when, and the status of every indicator.",
        media_type: JSON,
        schema: "status",
        form: Form::Live,
    },
    Resource {
        path: "/healthz",
        id: "Health",
        tag: "service",
        summary: "Whether the service is up.",
        media_type: TEXT,
        schema: "line",
        form: Form::Live,
    },
    Resource {
        path: "/metrics",
        id: "Metrics",
        tag: "service",
        summary: "Figures on the service itself, as Prometheus reads them.",
        media_type: TEXT,
        schema: "exposition",
        form: Form::Live,
    },
    Resource {
        path: "/sdmx/dataflow/{agency}/{id}/{version}",
        id: "SdmxDataflow",
        tag: "sdmx",
        summary: "The dataflow; with `references`, every structure.",
        media_type: SDMX_STRUCTURE,
        schema: "structureMessage",
        form: Form::Sdmx,
    },
    Resource {
        path: "/sdmx/datastructure/{agency}/{id}/{version}",
        id: "SdmxDataStructure",
        tag: "sdmx",
        summary: "The data structure definition; with `references`, every structure.",
        media_type: SDMX_STRUCTURE,
        schema: "structureMessage",
        form: Form::Sdmx,
    },
    Resource {
        path: "/sdmx/conceptscheme/{agency}/{id}/{version}",
        id: "SdmxConceptScheme",
        tag: "sdmx",
        summary: "The concepts.",
        media_type: SDMX_STRUCTURE,
        schema: "structureMessage",
        form: Form::Sdmx,
    },
    Resource {
        path: "/sdmx/codelist/{agency}/{id}/{version}",
        id: "SdmxCodelist",
        tag: "sdmx",
        summary: "The code lists, or one of them.",
        media_type: SDMX_STRUCTURE,
        schema: "structureMessage",
        form: Form::Sdmx,
    },
    Resource {
        path: "/sdmx/data/{flow}",
        id: "SdmxData",
        tag: "sdmx",
        summary: "All series as SDMX generic data.",
        media_type: SDMX_DATA,
        schema: "dataMessage",
        form: Form::Sdmx,
    },
    Resource {
        path: "/sdmx/data/{flow}/{series}",
        id: "SdmxSeries",
        tag: "sdmx",
        summary: "The series of a key as SDMX generic data.",
        media_type: SDMX_DATA,
        schema: "dataMessage",
        form: Form::Sdmx,
    },
];

impl Resource {
    /// Each path of it, with its language.
    pub fn paths(&self) -> Vec<(String, Option<Lang>)> {
        match self.form {
            Form::Localised => {
                Lang::ALL.map(|lang| (format!("{}{}", lang.prefix(), self.path), Some(lang))).into()
            }
            Form::Single | Form::Sdmx | Form::Public | Form::Live => vec![(self.path.to_owned(), None)],
        }
    }

    /// Whether there is one for each indicator.
    pub fn is_of_an_indicator(&self) -> bool {
        self.path.contains("{key}")
    }

    /// Whether there is one only where the dataset says what SDMX calls it.
    pub fn is_sdmx(&self) -> bool {
        self.form == Form::Sdmx
    }

    /// Whether a person reads it in a browser.
    pub fn is_document(&self) -> bool {
        self.media_type == HTML
    }

    /// Whether there is one only where the public address is known.
    pub fn is_public(&self) -> bool {
        self.form == Form::Public
    }

    /// Whether it is what monitoring asks, which has an answer of its own when the main loop is silent.
    pub fn is_health(&self) -> bool {
        self.id == "Health"
    }

    /// The names of its parameters.
    pub fn parameters(&self) -> Vec<&'static str> {
        let in_path = self.path_parameters();
        let form = match self.media_type {
            JSON => Some("pretty"),
            CSV => Some("dialect"),
            _ => None,
        };
        in_path.into_iter().chain(form).chain(["ifNoneMatch", "ifModifiedSince"]).collect()
    }

    /// The names of the parameters in its path.
    pub fn path_parameters(&self) -> Vec<&'static str> {
        let names = self.path.split('{').skip(1);
        names.filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    /// The headers of a good answer, and how each is defined.
    pub fn headers(&self, lang: Option<Lang>) -> Vec<(&'static str, &'static str)> {
        let language = lang.map(|lang| match lang {
            Lang::Ru => ("Content-Language", "Russian"),
            Lang::En => ("Content-Language", "English"),
        });
        let caching = if self.form == Form::Live { "NotCached" } else { "Cached" };
        let for_programs = matches!(self.media_type, JSON | CSV | ICS | XLSX | ATOM)
            || self.is_sdmx()
            || (self.media_type == SVG && self.form == Form::Localised);
        let kept = matches!(self.media_type, CSV | ICS | XLSX);
        let file_name = kept.then_some(("Content-Disposition", "FileName"));
        let links = self.media_type == JSON || self.form == Form::Localised;
        let links = links.then_some(("Link", "Link"));
        let policy = (self.media_type == HTML).then_some(("Content-Security-Policy", "Policy"));
        let origin = for_programs.then_some(("Access-Control-Allow-Origin", "AnyOrigin"));
        let common = [
            ("ETag", "ETag"),
            ("Last-Modified", "LastModified"),
            ("Cache-Control", caching),
            ("Snapshot-Id", "SnapshotId"),
            ("Vary", "Vary"),
            ("X-Content-Type-Options", "NoSniff"),
        ];
        common.into_iter().chain(language).chain(origin).chain(links).chain(policy).chain(file_name).collect()
    }
}
