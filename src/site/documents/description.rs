//! Descriptions of the service for programs. `/openapi.json`: OpenAPI 3.1 of everything that is served, from the table of
//! resources [D8.openapi, D23.openapi]; the JSON Schema of schema 1.0. For language models `/llms.txt`, for search engines
//! `/robots.txt` and `/sitemap.xml`, for those who find a vulnerability `/.well-known/security.txt`.

use super::*;

use super::sdmx::request::{OF_DATA, REFERENCES};
use super::{json, text};
use crate::model::{MAIL, is_security_address};

/// The resources of `tests/fixtures/example` by their paths; those that are not JSON are texts.
const EXAMPLES: &str = include_str!("../schema/examples.json");
/// The text for a reader before the first request.
const WORDS: &str = include_str!("../schema/words.txt");

/// The definitions of JSON Schema, as objects by their names.
const DEFINITIONS: &str = include_str!("../schema/definitions.json");

/// `/openapi.json`. It has the title, the description, the first key and the name of the dataflow of the dataset; examples are
/// those of a fixed one, so that the description changes with the program and not with every release. The members that are
/// texts are JSON already.
#[derive(Template)]
#[template(
    path = "openapi.json",
    escape = "none",
    whitespace = "preserve",
    config = "src/site/templates/askama.toml"
)]
struct Document<'a> {
    title: String,
    description: String,
    /// The address for reports of errors, and the terms of the data, as objects.
    contact: Option<String>,
    license: Option<String>,
    server: String,
    /// The name of the dataflow, where there is SDMX.
    flow: Option<String>,
    /// The collection's first.
    key: Option<&'a str>,
    /// The dataset's first.
    category: Option<&'a str>,
    /// The first data category of the National Summary Data Page, where there is one.
    domain: Option<&'a str>,
    paths: Vec<PathItem>,
    schemas: Vec<String>,
}

/// A resource in one of its languages.
struct PathItem {
    resource: &'static Resource,
    lang: Option<Lang>,
    path: String,
    example: Option<String>,
}

/// The responses that say why a request is refused: name, description, and the errors, each with the name of its example.
type Refusal = (
    &'static str,
    &'static str,
    &'static [(&'static str, ApiError)],
);

const REFUSALS: &[Refusal] = &[
    (
        "NotFound",
        "Unknown indicator, category or path.",
        &[
            ("key", ApiError::UnknownKey),
            ("category", ApiError::UnknownCategory),
            ("path", ApiError::UnknownPath),
        ],
    ),
    (
        "PageNotFound",
        "Page not found: HTML for who accepts `text/html`, JSON for everybody else.",
        &[("path", ApiError::UnknownPath)],
    ),
    (
        "MethodNotAllowed",
        "Method other than GET, HEAD and OPTIONS.",
        &[("method", ApiError::MethodNotAllowed)],
    ),
    (
        "TargetTooLong",
        "Request target longer than 8 KiB.",
        &[("target", ApiError::TargetTooLong)],
    ),
    (
        "BadRequest",
        "Malformed HTTP request; the connection is closed.",
        &[("request", ApiError::BadRequest)],
    ),
    (
        "BadParameter",
        "Invalid parameter, or malformed HTTP request.",
        &[
            (
                "malformed",
                ApiError::BadParameter(BadParameter::Malformed(Parameter::From)),
            ),
            (
                "misnamed",
                ApiError::BadParameter(BadParameter::Misnamed("last")),
            ),
        ],
    ),
    (
        "PreconditionFailed",
        "The resource has changed since the state named in `If-Match` or `If-Unmodified-Since`.",
        &[("state", ApiError::PreconditionFailed)],
    ),
    (
        "RangeNotSatisfiable",
        "The range lies outside the body.",
        &[("range", ApiError::RangeNotSatisfiable)],
    ),
    (
        "Busy",
        "Too many long bodies are asked for at the same time.",
        &[("turn", ApiError::Busy)],
    ),
    (
        "Unhealthy",
        "The main loop of the service has not responded for five seconds.",
        &[("health", ApiError::Unhealthy)],
    ),
];

pub fn openapi(inputs: &DatasetInputs<'_>) -> Result<Texts, SiteError> {
    let dataset = inputs.dataset;
    let url = inputs.options.public_url.as_ref();
    let flow = dataset.sdmx.as_ref().map(|sdmx| &sdmx.dataflow);
    let nsdp = dataset.nsdp.as_ref();

    let mut schemas = vec![DEFINITIONS, include_str!("../schema/components.json")];
    if flow.is_some() {
        schemas.push(include_str!("../schema/sdmx.json"));
    }

    if url.is_some() {
        schemas.push(include_str!("../schema/sitemap.json"));
    }

    let mut description = WORDS.trim().to_owned();
    if let Some(text) = &dataset.description {
        description = format!("{}\n\n{description}", text.get(Lang::En));
    }

    let document = Document {
        title: json::text(text::service(dataset.title.as_ref(), Lang::En))?,
        description: json::text(&description)?,
        contact: dataset.contact.as_ref().map(named_link).transpose()?,
        license: dataset.license.as_ref().map(named_link).transpose()?,
        server: json::text(&url.map_or_else(|| "/".to_owned(), ToString::to_string))?,
        flow: flow.map(json::text).transpose()?,
        key: inputs
            .pages
            .first()
            .map(|first| first.indicator.key.as_str()),
        category: dataset.categories.first().map(|first| &*first.id),
        domain: nsdp.and_then(|nsdp| Some(&*nsdp.categories.first()?.id)),
        paths: path_items(inputs)?,
        schemas: schemas.into_iter().map(component_schemas).collect(),
    };

    Ok(json::document(document.render()? + "\n"))
}

/// The resources that this service has, each in every language.
fn path_items(inputs: &DatasetInputs<'_>) -> Result<Vec<PathItem>, SiteError> {
    let examples: HashMap<String, &RawValue> = serde_json::from_str(EXAMPLES)?;
    let mut items = Vec::new();

    for resource in RESOURCES {
        if !is_offered(resource, inputs) {
            continue;
        }

        for lang in resource.langs() {
            let path = format!("{}{}", lang.map_or("", Lang::prefix), resource.path);
            let example = examples.get(&path);
            items.push(PathItem {
                resource,
                lang,
                example: example.map(|example| indent_lines(example.get(), 14)),
                path,
            });
        }
    }

    Ok(items)
}

fn is_offered(resource: &Resource, inputs: &DatasetInputs<'_>) -> bool {
    match resource.render {
        Render::Sdmx => inputs.dataset.sdmx.is_some(),
        Render::Nsdp(_) | Render::NsdpFile => inputs.dataset.nsdp.is_some(),
        Render::Single(write) => write(inputs).is_some(),
        Render::Search => !inputs.options.is_export,
        _ => true,
    }
}

/// The members of an object of schemas, which refer to each other as components of the description.
fn component_schemas(schemas: &str) -> String {
    let schemas = schemas.replace("#/$defs/", "#/components/schemas/");
    indent_lines(members(&schemas), 4)
}

/// The bodies of errors in every language, by the names of their examples.
fn examples(errors: &[(&str, ApiError)]) -> askama::Result<Vec<(String, String)>> {
    let mut examples = Vec::new();
    for (name, error) in errors {
        for lang in Lang::ALL {
            let text = json::text(&ErrorView::new(error, lang)).map_err(askama::Error::Custom)?;
            let name = format!("{name}In{}", lang.rules().english_name);
            examples.push((name, indent_lines(&text, 14)));
        }
    }

    Ok(examples)
}

impl PathItem {
    /// The resource's, and the language.
    fn id(&self) -> String {
        match self.lang {
            Some(lang) => format!("{}In{}", self.resource.id, lang.rules().english_name),
            None => self.resource.id.to_owned(),
        }
    }

    /// The media types in which it is sent to those who ask for them, and their schemas.
    fn other_forms(&self) -> Vec<(&'static str, &'static str)> {
        if !self.is_sdmx_data() {
            return Vec::new();
        }

        vec![
            (SDMX_SPECIFIC.essence(), "specificMessage"),
            (SDMX_CSV.essence(), "table"),
        ]
    }

    fn is_sdmx(&self) -> bool {
        matches!(self.resource.render, Render::Sdmx)
    }

    fn is_sdmx_data(&self) -> bool {
        self.is_sdmx() && self.resource.facts.media_type == SDMX_DATA.media_type
    }

    /// The parameters in the path, in the query and in the head of a request.
    fn parameters(&self) -> Vec<&'static str> {
        let resource = self.resource;
        let mut names = Vec::new();

        for part in resource.path.split('{').skip(1) {
            let (name, _) = part.split_once('}').unwrap_or((part, ""));
            names.push(name);
        }

        for parameter in resource.row_parameters() {
            names.push(match parameter {
                // The one in paths has the name already.
                Parameter::Category => "ofCategory",
                parameter => parameter.name(),
            });
        }

        match resource.render {
            Render::Sdmx if self.is_sdmx_data() => names.extend(OF_DATA),
            Render::Sdmx => names.push(REFERENCES),
            Render::Search => names.push("query"),
            _ => {}
        }

        names.extend(resource.facts.selector.map(|selector| selector.parameter));

        names.extend(["ifNoneMatch", "ifModifiedSince"]);
        if resource.has_byte_ranges() {
            names.extend(["range", "ifRange"]);
        }

        names
    }

    /// Status and name of each response that is not 200.
    fn others(&self) -> Vec<(u16, &'static str)> {
        let (resource, is_sdmx, is_sdmx_data) =
            (self.resource, self.is_sdmx(), self.is_sdmx_data());
        let has_ranges = resource.has_byte_ranges();
        // A key in its path or in its query, or a category in its path.
        let has_unknown_keys =
            resource.path.contains('{') || resource.row_parameters().contains(&Parameter::Keys);
        let not_found = if resource.facts.is_document() {
            "PageNotFound"
        } else {
            "NotFound"
        };

        let bad = match resource.row_parameters() {
            [_, ..] => "BadParameter",
            [] if is_sdmx_data => "SdmxError",
            [] => "BadRequest",
        };

        let others = [
            (has_ranges, 206, "PartialContent"),
            (true, 304, "NotModified"),
            (true, 400, bad),
            (is_sdmx, 404, "SdmxError"),
            (!is_sdmx && has_unknown_keys, 404, not_found),
            (true, 405, "MethodNotAllowed"),
            (is_sdmx_data, 406, "SdmxError"),
            (true, 412, "PreconditionFailed"),
            (true, 414, "TargetTooLong"),
            (has_ranges, 416, "RangeNotSatisfiable"),
            (is_sdmx, 501, "SdmxError"),
            (matches!(resource.render, Render::Listing(_)), 503, "Busy"),
            (is_sdmx_data, 503, "SdmxError"),
            (matches!(resource.render, Render::Health), 503, "Unhealthy"),
        ];

        let given = others.into_iter().filter(|(is_given, ..)| *is_given);
        given.map(|(_, status, name)| (status, name)).collect()
    }

    /// The headers of a good answer, and how each is defined.
    fn headers(&self) -> Vec<(&'static str, &'static str)> {
        let (facts, lang) = (&self.resource.facts, self.lang);
        let is_stored = self.resource.caching() != Caching::NoStore;
        let caching = if is_stored { "Cached" } else { "NotCached" };
        let headers = [
            (true, "ETag", "ETag"),
            (is_stored, "Last-Modified", "LastModified"),
            (true, "Cache-Control", caching),
            (true, "Snapshot-Id", "SnapshotId"),
            (true, "Vary", "Vary"),
            (true, "X-Content-Type-Options", "NoSniff"),
            (
                lang.is_some(),
                "Content-Language",
                lang.map_or("", |lang| lang.rules().english_name),
            ),
            (
                facts.cross_origin,
                "Access-Control-Allow-Origin",
                "AnyOrigin",
            ),
            (
                self.resource.has_byte_ranges(),
                "Accept-Ranges",
                "AcceptRanges",
            ),
            (facts.is_json() || lang.is_some(), "Link", "Link"),
            (
                facts.is_document() || facts.is_picture(),
                "Content-Security-Policy",
                "Policy",
            ),
            (facts.is_document(), "Referrer-Policy", "Referrer"),
            (facts.is_file, "Content-Disposition", "FileName"),
        ];

        let headers = headers.into_iter().filter(|(is_sent, ..)| *is_sent);
        headers
            .map(|(_, name, definition)| (name, definition))
            .collect()
    }
}

/// An object with a name and an address, of the web or of mail.
fn named_link(link: &NamedLink) -> Result<String, SiteError> {
    let (member, address) = match link.url.strip_prefix(MAIL) {
        Some(mail) => ("email", mail),
        None => ("url", link.url.as_str()),
    };

    let name = json::text(&link.name.get(Lang::En))?;
    Ok(format!(
        "{{ \"name\": {name}, \"{member}\": {} }}",
        json::text(&address)?
    ))
}

/// A text of several lines, moved right by so many columns. The filter of templates takes no long texts.
fn indent_lines(text: &str, columns: usize) -> String {
    text.replace('\n', &format!("\n{:columns$}", ""))
}

/// `/schema/1.0.json`: JSON Schema 2020-12 of the collection, the indicator and the error [D8.openapi].
pub fn schema() -> Texts {
    let definitions = members(DEFINITIONS).replace('\n', "\n  ");
    json::document(
        include_str!("../schema/schema.json").replace("\"@definitions\": {}", &definitions),
    )
}

/// The members of an object that is written with each on lines of its own.
fn members(object: &str) -> &str {
    let object = object
        .trim()
        .strip_prefix('{')
        .and_then(|object| object.strip_suffix('}'));
    object.unwrap_or_default().trim()
}

#[derive(Template)]
#[template(path = "sitemap.xml", config = "src/site/templates/askama.toml")]
struct Sitemap {
    /// In every language: its tag, and the address.
    pages: Vec<[(&'static str, String); Lang::ALL.len()]>,
}

/// The pages for people in every language (sitemaps.org); only where the public address is known, since a sitemap has no
/// relative addresses.
pub fn sitemap(dataset: &Dataset, url: &PublicUrl) -> Option<Texts> {
    let mut paths = Vec::new();
    for resource in RESOURCES {
        if is_in_sitemap(resource, dataset) {
            paths.push(resource.path.to_owned());
        }
    }

    for category in &dataset.categories {
        paths.push(urls::of_category(urls::CATEGORY, &category.id));
    }

    for indicator in dataset.indicators() {
        paths.push(urls::of(urls::VIEW, indicator.key.as_str()));
    }

    let mut pages = Vec::new();
    for path in &paths {
        pages.push(Lang::each(|lang| {
            (lang.tag(), page_address(url, lang, path))
        }));
    }

    // Writing to memory does not fail.
    xml::document(&Sitemap { pages }).ok().map(Texts::of)
}

/// Returns true for a page for people that is not of one indicator or category.
fn is_in_sitemap(resource: &Resource, dataset: &Dataset) -> bool {
    match resource.render {
        Render::Search => false,
        Render::Nsdp(_) => dataset.nsdp.is_some(),
        _ => resource.facts.is_document() && !resource.path.contains('{'),
    }
}

/// The absolute address of a page in a language.
fn page_address(url: &PublicUrl, lang: Lang, path: &str) -> String {
    match path {
        urls::OVERVIEW => url.join(lang.home()),
        _ => url.join(&urls::localized(lang, path)),
    }
}

/// Everything may be searched.
pub fn robots(options: &SiteOptions) -> String {
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(url) = &options.public_url {
        text += &format!("\nSitemap: {}\n", url.join(urls::SITEMAP));
    }

    text
}

/// RFC 9116: where a vulnerability is reported, by the dataset's `security`, else its `contact`. It expires a year after
/// the dataset's date, so that nobody is sent to an address that was forgotten.
pub fn security(dataset: &Dataset) -> Option<String> {
    let contact = dataset.contact.as_ref().map(|contact| &contact.url);
    let contact = contact.filter(|url| is_security_address(url));
    let address = dataset.security.as_ref().or(contact)?;
    let expires = dataset.as_of.checked_add_months(Months::new(12))?;
    let expires = dataset.offset.timestamp(expires);
    let languages = Lang::each(Lang::tag).join(", ");
    Some(format!(
        "Contact: {address}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    ))
}

/// The list of resources, in the form of llmstxt.org. Addresses are relative where the public one is not known.
pub fn guide(dataset: &Dataset, options: &SiteOptions) -> String {
    let title = text::service(dataset.title.as_ref(), Lang::En);
    let mut text = format!("# {title}\n\n");
    if let Some(description) = &dataset.description {
        text += &format!("> {}\n\n", description.get(Lang::En));
    }

    let url = options.public_url.as_ref();
    let base = url.map(ToString::to_string).unwrap_or_default();
    text + &include_str!("../schema/llms.txt").replace("BASE", &base)
}
