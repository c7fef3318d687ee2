//! `/openapi.json`: OpenAPI 3.1 of everything that is served, from the table of resources, with examples from the
//! snapshot [D8.openapi].

use askama::Template;

use super::api_error::ApiError;
use super::csv::long_table;
use super::gzip::{self, Purpose};
use super::inputs::{DatasetInputs, SeriesContext, SeriesInputs};
use super::json::indicator::{DEFINITIONS, ErrorView, members};
use super::page::{Caching, Content, SiteError};
use super::resources::{RESOURCES, Render, Resource};
use super::series_texts::SeriesTexts;
use super::{json, parts};
use crate::model::Lang;

/// The members of the document that are texts are JSON already.
#[derive(Template)]
#[template(
    path = "openapi.json",
    escape = "none",
    whitespace = "preserve",
    config = "src/site/templates/askama.toml"
)]
struct Document<'a> {
    server: String,
    flow: String,
    keys: Vec<&'a str>,
    paths: Vec<PathItem>,
    definitions: String,
    schemas: String,
}

struct PathItem {
    resource: &'static Resource,
    path: String,
    /// The resource's, and the language.
    id: String,
    parameters: Vec<&'static str>,
    /// Those of OPTIONS.
    any_parameters: Vec<String>,
    headers: Vec<(&'static str, &'static str)>,
    example: Option<String>,
    /// Where a longer example is.
    address: Option<String>,
}

pub fn content(of: &DatasetInputs<'_>) -> Result<Content, SiteError> {
    let flow = of.dataset.sdmx.as_ref().map(|sdmx| sdmx.dataflow.as_str());
    let url = of.options.public_url.as_ref();
    let is_offered = |resource: &&Resource| match resource.render {
        Render::Sdmx => flow.is_some(),
        Render::Public(_) => url.is_some(),
        _ => true,
    };
    let mut paths = Vec::new();
    for resource in RESOURCES.iter().filter(is_offered) {
        for lang in resource.langs() {
            paths.push(PathItem::new(resource, lang, of)?);
        }
    }
    let referring =
        |schemas: &str| indented(members(&schemas.replace("#/$defs/", "#/components/schemas/")), 4);
    let document = Document {
        server: json::text(&url.map_or_else(|| "/".to_owned(), ToString::to_string))?,
        flow: json::text(flow.unwrap_or_default())?,
        keys: of.indicators.iter().map(|of| of.key()).collect(),
        paths,
        definitions: referring(DEFINITIONS),
        schemas: referring(include_str!("schema/components.json")),
    };
    Ok(json::document(document.render()? + "\n"))
}

impl Document<'_> {
    fn error(&self, error: ApiError, lang: Lang) -> askama::Result<String> {
        let text = json::text(&ErrorView::new(error, lang)).map_err(askama::Error::Custom)?;
        Ok(indented(&text, 14))
    }
}

impl PathItem {
    fn new(
        resource: &'static Resource,
        lang: Option<Lang>,
        of: &DatasetInputs<'_>,
    ) -> Result<Self, SiteError> {
        let path = format!("{}{}", lang.map_or("", Lang::prefix), resource.path);
        let in_language = lang.map(|lang| format!("In{}", lang.english_name())).unwrap_or_default();
        let example = match lang {
            Some(lang) => gzip::with_purpose(Purpose::Serving, || example(resource, of, lang))?,
            None => None,
        };
        let in_path = parameters_in(resource.path);
        let rows = resource.row_parameters().iter().map(|parameter| parameter.name());
        let selector = resource.facts.selector.map(|selector| selector.parameter);
        let conditions = ["ifNoneMatch", "ifModifiedSince"];
        Ok(PathItem {
            resource,
            address: example.is_none().then(|| address(&path, of)).flatten(),
            id: format!("{}{in_language}", resource.id),
            parameters: in_path.iter().copied().chain(rows).chain(selector).chain(conditions).collect(),
            any_parameters: in_path.iter().map(|name| any(name)).collect(),
            headers: headers(resource, lang),
            example: example.map(|example| indented(&example, 16)),
            path,
        })
    }
}

/// The beginning of a resource, as JSON; nothing where the dataset has no indicator.
fn example(resource: &Resource, of: &DatasetInputs<'_>, lang: Lang) -> Result<Option<String>, SiteError> {
    let content = match &resource.render {
        Render::Collection(collection) => Content::of(parts::example(collection, of, lang)?),
        Render::Indicator(write) => match of.indicators.first() {
            Some(first) => write(first, lang)?,
            None => return Ok(None),
        },
        Render::Entries(_, write) => write(of, 1, lang)?,
        Render::Series(write, Some(sample)) => {
            let Some((indicator, texts)) = sample(of.dataset) else { return Ok(None) };
            let inputs = &SeriesInputs::new(indicator, of.options);
            let parts = &parts::of_series(indicator, &texts)?;
            write(&SeriesContext { inputs, texts: &texts, parts, memo: of.memo })?.get(lang).clone()
        }
        Render::Rows(rows, sample) => {
            let Some((indicator, texts)) = sample(of.dataset) else { return Ok(None) };
            let inputs = &SeriesInputs::new(indicator, of.options);
            let parts = &parts::of_series(indicator, &texts)?;
            rows.page(&SeriesContext { inputs, texts: &texts, parts, memo: of.memo })?.0.get(lang).clone()
        }
        Render::LongTable => {
            let Some(indicator) = of.dataset.indicators().next() else { return Ok(None) };
            let texts = SeriesTexts::of(indicator.series.observations().iter().take(2));
            long_table::content(&[&parts::of_series(indicator, &texts)?], lang)?
        }
        _ => return Ok(None),
    };
    let mut text = Vec::new();
    content.default.identity.write_to(&mut text)?;
    let text = String::from_utf8(text)?;
    Ok(Some(if resource.facts.is_json() { text.trim_end().to_owned() } else { json::text(&text)? }))
}

/// A text of several lines, moved right by so many columns. The filter of templates takes no long texts.
fn indented(text: &str, columns: usize) -> String {
    text.replace('\n', &format!("\n{:columns$}", ""))
}

fn parameters_in(path: &'static str) -> Vec<&'static str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// `key` → `anyKey`: a page may ask before it can be told that nothing is there.
fn any(name: &str) -> String {
    let (first, rest) = name.split_at_checked(1).unwrap_or_default();
    format!("any{}{rest}", first.to_uppercase())
}

/// The address of present figures, as JSON; `None` where there are none.
fn address(path: &str, of: &DatasetInputs<'_>) -> Option<String> {
    let mut address = path.to_owned();
    for (name, value) in [
        ("{key}", of.indicators.first().map(|of| of.key())),
        ("{flow}", of.dataset.sdmx.as_ref().map(|sdmx| sdmx.dataflow.as_str())),
        ("{version}", Some("latest")),
        ("{agency}", Some("all")),
        ("{id}", Some("all")),
        ("{series}", Some("all")),
    ] {
        if address.contains(name) {
            address = address.replace(name, value?);
        }
    }
    json::text(&address).ok()
}

/// The headers of a good answer, and how each is defined.
fn headers(resource: &Resource, lang: Option<Lang>) -> Vec<(&'static str, &'static str)> {
    let facts = &resource.facts;
    let language = lang.map(|lang| ("Content-Language", lang.english_name()));
    let caching = if resource.caching() == Caching::NoStore { "NotCached" } else { "Cached" };
    let links = (facts.is_json() || lang.is_some()).then_some(("Link", "Link"));
    let policy = [("Content-Security-Policy", "Policy"), ("Referrer-Policy", "Referrer")];
    let policy = policy.into_iter().filter(|_| facts.is_document());
    let origin = facts.cross_origin.then_some(("Access-Control-Allow-Origin", "AnyOrigin"));
    let file_name = facts.is_file.then_some(("Content-Disposition", "FileName"));
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
