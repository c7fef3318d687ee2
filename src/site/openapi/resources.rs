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
    /// Beside the snapshot: never kept.
    Live,
}

const JSON: &str = "application/json";
const CSV: &str = "text/csv";
const ICS: &str = "text/calendar";
const TEXT: &str = "text/plain";
const HTML: &str = "text/html";
const CSS: &str = "text/css";

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
        summary: "All observations of an indicator as a table: date, value, published, unit, period_type.",
        media_type: CSV,
        schema: "historyTable",
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
        path: "/style.css",
        id: "Style",
        tag: "people",
        summary: "How the pages for people look.",
        media_type: CSS,
        schema: "style",
        form: Form::Single,
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
];

impl Resource {
    /// Each path of it, with its language.
    pub fn paths(&self) -> Vec<(String, Option<Lang>)> {
        match self.form {
            Form::Localised => {
                Lang::ALL.map(|lang| (format!("{}{}", lang.prefix(), self.path), Some(lang))).into()
            }
            Form::Single | Form::Live => vec![(self.path.to_owned(), None)],
        }
    }

    /// Whether there is one for each indicator.
    pub fn is_of_an_indicator(&self) -> bool {
        self.path.contains("{key}")
    }

    /// Whether it is what monitoring asks, which has an answer of its own when the main loop is silent.
    pub fn is_health(&self) -> bool {
        self.id == "Health"
    }

    /// The names of its parameters.
    pub fn parameters(&self) -> Vec<&'static str> {
        let key = self.is_of_an_indicator().then_some("key");
        let form = match self.media_type {
            JSON => Some("pretty"),
            CSV => Some("dialect"),
            _ => None,
        };
        key.into_iter().chain(form).chain(["ifNoneMatch", "ifModifiedSince"]).collect()
    }

    /// The headers of a good answer, and how each is defined.
    pub fn headers(&self, lang: Option<Lang>) -> Vec<(&'static str, &'static str)> {
        let language = lang.map(|lang| match lang {
            Lang::Ru => ("Content-Language", "Russian"),
            Lang::En => ("Content-Language", "English"),
        });
        let caching = if self.form == Form::Live { "NotCached" } else { "Cached" };
        let for_programs = matches!(self.media_type, JSON | CSV | ICS);
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
        common.into_iter().chain(language).chain(origin).chain(links).chain(policy).collect()
    }
}
