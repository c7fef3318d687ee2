//! A resource at its path: its stored forms, or what writes it, and what all of its pages have in common. Which headers follow
//! from that, and which form and encoding a client gets, is the server's business.

use super::*;

use std::error::Error;

/// Why a page could not be written, which no checked dataset brings about.
pub type SiteError = Box<dyn Error + Send + Sync>;

/// The texts of a resource by [`Form`], before they are stored.
#[derive(Clone, Debug, Default)]
pub struct Texts(pub [Option<Vec<u8>>; 2]);

impl Texts {
    pub fn of(text: impl Into<Vec<u8>>) -> Self {
        Texts([Some(text.into()), None])
    }

    pub fn in_forms(text: impl Fn(Form) -> Result<Vec<u8>, SiteError>) -> Result<Self, SiteError> {
        let [default, alternate] = Form::ALL.map(text);
        Ok(Texts([Some(default?), Some(alternate?)]))
    }
}

impl Bodies {
    /// The bodies of the texts of a resource.
    pub fn store_texts(&self, texts: Texts, is_kept: bool) -> io::Result<[Option<Body>; 2]> {
        let stored = texts.0.map(|text| Some(self.stored(text?, is_kept)));
        let [default, alternate] = stored.map(Option::transpose);
        Ok([default?, alternate?])
    }
}

/// A resource at its path.
#[derive(Clone)]
pub struct Page {
    /// The path of its resource in the table; `None` for refusals and pages that are made for one request.
    pub resource: Option<&'static str>,
    pub subject: Subject,
    /// True if it lists observations: its forms that are not stored are written.
    pub is_written: bool,
    pub facts: &'static Facts,
    /// The HTTP status: 200, or that of a refusal.
    pub status: u16,
    pub caching: Caching,
    /// `Content-Language`, where the resource has one.
    pub lang: Option<Lang>,
    /// `None` for refusals and pages that are made for one request.
    pub path: Option<Arc<str>>,
    /// By [`Form`]. A body that is not stored is written for each request, or does not exist.
    pub stored: [Option<Body>; 2],
}

impl Page {
    /// The same page in a language, whose path begins with it.
    pub fn in_language(self, lang: Lang) -> Self {
        let path = self.path.map(|path| urls::localized(lang, &path).into());
        Page {
            lang: Some(lang),
            path,
            ..self
        }
    }

    /// One that is written for one answer, and that nobody keeps.
    pub fn passing(facts: &'static Facts, texts: Texts) -> Self {
        let stored = texts.0.map(|text| text.map(Body::plain));
        Page {
            caching: Caching::NoStore,
            ..Page::with_bodies(facts, stored)
        }
    }

    /// A page of bodies that are there already; without one, a page that is written.
    pub fn with_bodies(facts: &'static Facts, stored: [Option<Body>; 2]) -> Self {
        Page {
            resource: None,
            is_written: false,
            subject: Subject::Service,
            facts,
            status: 200,
            caching: Caching::Public,
            lang: None,
            path: None,
            stored,
        }
    }

    /// The stored body of a form.
    pub fn body(&self, form: Form) -> Option<&Body> {
        self.stored[form as usize].as_ref()
    }

    /// Returns true if there is another form than the default one.
    pub fn has_forms(&self) -> bool {
        self.facts.selector.is_some() && (self.is_written || self.body(Form::Alternate).is_some())
    }

    /// Links (RFC 8288) to the description of the service, the other language and other forms. Rendered per response, at a
    /// hundredth of its cost; kept, they would take a twentieth of the memory of many short series.
    pub fn links(&self, root: &str) -> String {
        let mut links = String::with_capacity(256);
        if self.facts.is_json() || (self.facts.is_document() && self.path.is_some()) {
            links.extend(["<", root, urls::OPENAPI, DESCRIPTION]);
        }

        let (Some(resource), Some(lang)) = (self.resource, self.lang) else {
            return links;
        };

        // A document names its translations itself, by absolute addresses where those are known.
        if !self.facts.is_document() {
            let path = self.subject.fill_path(resource);
            for translation in lang.others() {
                let link = [root, translation.prefix(), &path];
                let parameters = [
                    ("hreflang", translation.tag()),
                    ("type", self.facts.essence()),
                ];
                add_link(&mut links, link, &parameters);
            }
        }

        for (form, media_type) in self.facts.forms {
            let path = self.subject.fill_path(form);
            let link = [root, lang.prefix(), &path];
            add_link(&mut links, link, &[("type", media_type)]);
        }

        links
    }

    /// Returns true if a client may ask for some of its bytes.
    pub fn has_byte_ranges(&self) -> bool {
        self.status == 200 && self.facts.has_byte_ranges(self.caching)
    }

    /// The name under which it is kept, if it is meant to be kept as a file.
    pub fn file_name(&self) -> Option<String> {
        self.path
            .as_deref()
            .filter(|_| self.facts.is_file)
            .map(urls::file_name)
    }
}

const DESCRIPTION: &str = ">; rel=\"service-desc\"; type=\"application/json\"";

/// Adds a link to a path, which is given in parts.
fn add_link(links: &mut String, path: [&str; 3], parameters: &[(&str, &str)]) {
    if !links.is_empty() {
        *links += ", ";
    }

    *links += "<";
    links.extend(path);
    *links += ">; rel=\"alternate\"";
    for (name, value) in parameters {
        links.extend(["; ", name, "=\"", value, "\""]);
    }
}

/// How long a response may be kept [D7.cache].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// 15 minutes, and a day more while it is refreshed.
    Public,
    /// Never: errors, health, status, metrics.
    NoStore,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Pretty JSON, CSV for programs.
    Default,
    /// Compact JSON, CSV for spreadsheets.
    Alternate,
}

impl Form {
    pub const ALL: [Form; 2] = [Form::Default, Form::Alternate];
}

/// Properties that all pages of a resource share.
#[derive(Debug)]
pub struct Facts {
    pub media_type: &'static str,
    pub selector: Option<Selector>,
    /// Pages of other origins may read it.
    pub cross_origin: bool,
    /// Meant to be kept as a file (`Content-Disposition`).
    pub is_file: bool,
    /// Which form of the content is sent depends on `Accept`.
    pub by_accept: bool,
    /// Its texts lie in memory as they are, and packed: for what is asked for most.
    pub in_memory: bool,
    /// Other forms of the same content: path, with `{key}`, and media type.
    pub forms: &'static [(&'static str, &'static str)],
}

impl Facts {
    /// For a browser that shows the service's own pages.
    pub const fn of(media_type: &'static str) -> Self {
        Facts {
            media_type,
            selector: None,
            cross_origin: false,
            is_file: false,
            by_accept: false,
            in_memory: false,
            forms: &[],
        }
    }

    /// For programs.
    pub const fn data(media_type: &'static str) -> Self {
        Facts {
            cross_origin: true,
            ..Facts::of(media_type)
        }
    }

    /// For programs and people, to keep.
    pub const fn file(media_type: &'static str) -> Self {
        Facts {
            is_file: true,
            ..Facts::data(media_type)
        }
    }

    pub const fn also(self, forms: &'static [(&'static str, &'static str)]) -> Self {
        Facts { forms, ..self }
    }

    pub const fn by_accept(self) -> Self {
        Facts {
            by_accept: true,
            ..self
        }
    }

    pub const fn in_memory(self) -> Self {
        Facts {
            in_memory: true,
            ..self
        }
    }

    pub fn essence(&self) -> &'static str {
        self.media_type.split(';').next().unwrap_or_default()
    }

    pub fn is_json(&self) -> bool {
        self.essence() == "application/json"
    }

    /// Returns true if a client may ask for some of its bytes: of data, which are large, and the same until the next
    /// release.
    pub fn has_byte_ranges(&self, caching: Caching) -> bool {
        self.cross_origin && caching == Caching::Public && !self.is_archive()
    }

    /// A workbook: packed already, and nobody knows its length before it is written.
    pub fn is_archive(&self) -> bool {
        self.media_type == XLSX.media_type
    }

    /// Returns true for a document that a person reads in a browser, where a policy must say what it may load.
    pub fn is_document(&self) -> bool {
        self.essence() == "text/html"
    }

    /// Returns true for a picture that a browser may open as a document.
    pub fn is_picture(&self) -> bool {
        self.essence() == "image/svg+xml"
    }
}

/// `pretty=0` selects the compact form of every JSON resource [D1.6].
pub const JSON: Facts = Facts {
    selector: Some(Selector {
        parameter: "pretty",
        value: "0",
    }),
    ..Facts::data("application/json; charset=utf-8")
};
/// `dialect=excel` selects what a spreadsheet in the locale of the path's language opens by a double click.
pub const CSV: Facts = Facts {
    selector: Some(Selector {
        parameter: "dialect",
        value: "excel",
    }),
    ..Facts::file("text/csv; charset=utf-8")
};
pub const HTML: Facts = Facts::of("text/html; charset=utf-8");
pub const TEXT: Facts = Facts::of("text/plain; charset=utf-8");
/// A text for programs.
pub const GUIDE: Facts = Facts::data(TEXT.media_type);
pub const SVG: Facts = Facts::file("image/svg+xml");
pub const XLSX: Facts =
    Facts::file("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
pub const SDMX_STRUCTURE: Facts = Facts::data("application/vnd.sdmx.structure+xml; version=2.1");
pub const SDMX_DATA: Facts =
    Facts::data("application/vnd.sdmx.genericdata+xml; version=2.1").by_accept();
pub const SDMX_SPECIFIC: Facts =
    Facts::data("application/vnd.sdmx.structurespecificdata+xml; version=2.1").by_accept();
/// A file of the National Summary Data Page.
pub const NSDP: Facts = Facts::file(SDMX_SPECIFIC.media_type);
pub const SDMX_CSV: Facts = Facts::file("application/vnd.sdmx.data+csv; version=1.0.0").by_accept();

/// The query that selects the other form of a page: `pretty=0`, `dialect=excel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Where it is repeated, the last one wins.
    pub parameter: &'static str,
    pub value: &'static str,
}

/// The answer to a request.
pub enum Located<'a> {
    /// The page at this path, if there is one.
    Page(Cow<'a, str>),
    /// A page that is made for the request.
    Made(Box<Page>),
    Data(Box<DataAnswer>),
}

/// A body that is written for a request, and the page that it is the body of.
pub struct DataAnswer {
    pub page: Page,
    pub written: Written,
}

/// A page that is computed for every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LivePage {
    Status,
    Metrics,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The links of a page at a path without a language.
    fn links(root: &str, path: &str, subject: Subject, lang: Lang) -> String {
        let resource = RESOURCES.iter().find(|resource| resource.path == path);
        resource
            .unwrap()
            .page(subject, [None, None])
            .in_language(lang)
            .links(root)
    }

    #[test]
    fn a_page_names_its_description_its_other_language_and_its_forms() {
        let money = Subject::Indicator("m2".parse().unwrap());
        let expected = "</en/data.json>; rel=\"alternate\"; hreflang=\"en\"; type=\"application/json\", \
                        </data.csv>; rel=\"alternate\"; type=\"text/csv\"";
        assert_eq!(
            links("", urls::COLLECTION, Subject::Service, Lang::Ru),
            format!("</openapi.json{DESCRIPTION}, {expected}")
        );
        let expected = "</macro/en/data/m2.json>; rel=\"alternate\"; type=\"application/json\", \
                        </macro/en/data/m2/history.csv>; rel=\"alternate\"; type=\"text/csv\"";
        assert_eq!(
            links("/macro", urls::VIEW, money, Lang::En),
            format!("</macro/openapi.json{DESCRIPTION}, {expected}")
        );
        assert_eq!(
            links("", urls::METHOD, Subject::Service, Lang::En),
            format!("</openapi.json{DESCRIPTION}")
        );
    }
}
