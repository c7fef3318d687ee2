//! Every resource of the service: its path, and what it answers. What is not in this list is not in the document.

use super::{data_resources, other_resources};
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
    pub form: Form,
}

/// In which languages a resource is, and what it depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
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

pub const JSON: &str = "application/json";
pub const CSV: &str = "text/csv";
pub const ICS: &str = "text/calendar";
pub const XLSX: &str = crate::site::xlsx::MEDIA_TYPE;
pub const ATOM: &str = "application/atom+xml";
pub const SDMX_STRUCTURE: &str = "application/vnd.sdmx.structure+xml";
pub const SDMX_DATA: &str = "application/vnd.sdmx.genericdata+xml";
pub const XML: &str = "application/xml";
pub const TEXT: &str = "text/plain";
pub const HTML: &str = "text/html";
pub const CSS: &str = "text/css";
pub const SVG: &str = "image/svg+xml";

/// Every resource, in the order in which the document has them.
pub fn all() -> impl Iterator<Item = &'static Resource> {
    data_resources::RESOURCES.iter().chain(other_resources::RESOURCES)
}

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

    /// The address at which an example is, at a path of it: that of the present figures. `None` where there are none.
    pub fn example_at(&self, path: &str, key: Option<&str>, flow: Option<&str>) -> Option<String> {
        let mut address = path.to_owned();
        for name in self.path_parameters() {
            let value = match name {
                "key" => key?,
                "flow" => flow?,
                "version" => "latest",
                _ => "all",
            };
            address = address.replace(&format!("{{{name}}}"), value);
        }
        Some(address)
    }

    /// The headers of a good answer, and how each is defined.
    pub fn headers(&self, lang: Option<Lang>) -> Vec<(&'static str, &'static str)> {
        let language = lang.map(|lang| ("Content-Language", lang.english_name()));
        let caching = if self.form == Form::Live { "NotCached" } else { "Cached" };
        // The other picture is the sign of the service, for browsers.
        let is_chart = self.media_type == SVG && self.form == Form::Localised;
        let for_programs =
            matches!(self.media_type, JSON | CSV | ICS | XLSX | ATOM) || self.is_sdmx() || is_chart;
        let kept = matches!(self.media_type, CSV | ICS | XLSX) || is_chart;
        let file_name = kept.then_some(("Content-Disposition", "FileName"));
        let links = self.media_type == JSON || self.form == Form::Localised;
        let links = links.then_some(("Link", "Link"));
        let policy = [("Content-Security-Policy", "Policy"), ("Referrer-Policy", "Referrer")];
        let policy = policy.into_iter().filter(|_| self.is_document());
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
