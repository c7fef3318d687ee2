//! `/openapi.json`: OpenAPI 3.1 of everything that is served, with examples from the snapshot (decisions, section 8).

mod resources;

use std::collections::BTreeMap;

use serde::Serialize;

use super::SiteError;
use super::api_error::{ApiError, ApiErrors};
use super::json;
use super::page::Page;
use super::schema::DEFINITIONS;
use super::template::{self, Values};
use crate::model::{Key, Lang, Localized};
use resources::{RESOURCES, Resource};

/// What a resource looks like in each language: JSON by the name of its schema.
pub type Examples = BTreeMap<&'static str, String>;

/// The page.
///
/// # Errors
/// As [`json::page`].
pub fn page(keys: &[&Key], examples: &Localized<Examples>, refusals: &ApiErrors) -> Result<Page, SiteError> {
    let mut items = String::new();
    for resource in RESOURCES {
        for (path, lang) in resource.paths() {
            let empty = Examples::new();
            let example = lang.map_or(&empty, |lang| examples.get(lang)).get(resource.schema).cloned();
            items += template::members(&item(resource, &path, lang, example)?);
            items += ",\n";
        }
    }
    let items = format!("{{\n{}\n}}\n", items.trim_end_matches(",\n"));
    let mut values = Values::from([
        ("paths", items),
        ("keys", text(&keys.iter().map(|key| key.as_str()).collect::<Vec<_>>())?),
        ("definitions", DEFINITIONS.replace(SCHEMA_REFERENCE, COMPONENT_REFERENCE)),
        ("schemas", include_str!("openapi/schemas.json").replace(SCHEMA_REFERENCE, COMPONENT_REFERENCE)),
    ]);
    let names: Vec<(String, String)> = ApiError::ALL
        .into_iter()
        .flat_map(|refusal| Lang::ALL.map(|lang| (refusal, lang)))
        .map(|(refusal, lang)| {
            let body = refusals.page(refusal, lang).default.identity.contiguous().unwrap_or_default();
            (format!("{}.{}", refusal.code(), lang.tag()), String::from_utf8_lossy(body).into_owned())
        })
        .collect();
    values.extend(names.iter().map(|(name, body)| (name.as_str(), body.clone())));
    Ok(json::document(template::fill(include_str!("openapi/document.json"), &values)))
}

const SCHEMA_REFERENCE: &str = "#/$defs/";
const COMPONENT_REFERENCE: &str = "#/components/schemas/";

/// One path, as an object with one member.
fn item(
    resource: &Resource,
    path: &str,
    lang: Option<Lang>,
    example: Option<String>,
) -> Result<String, SiteError> {
    let id = match lang {
        Some(Lang::En) => format!("{}InEnglish", resource.id),
        Some(Lang::Ru) => format!("{}InRussian", resource.id),
        None => resource.id.to_owned(),
    };
    let not_found = |response: &str| {
        let reference = format!(r##"{{ "$ref": "#/components/responses/{response}" }}"##);
        template::object(resource.is_of_an_indicator().then_some(("404", reference)))
    };
    let silent = r##"{ "$ref": "#/components/responses/Unhealthy" }"##.to_owned();
    let silent = resource.is_health().then_some(("503", silent));
    let headers = resource.headers(lang).into_iter();
    let headers =
        headers.map(|(name, header)| (name, format!(r##"{{ "$ref": "#/components/headers/{header}" }}"##)));
    let schema = format!(r##"{{ "$ref": "#/components/schemas/{}" }}"##, resource.schema);
    let example = example.map(|example| ("example", indented(&example)));
    let content = [("schema", schema)].into_iter().chain(example);
    let values = Values::from([
        ("path", text(path)?),
        ("summary", text(resource.summary)?),
        ("description", text(resource.summary)?),
        ("parameters", references("parameters", &resource.parameters())),
        ("names", references("parameters", if resource.is_of_an_indicator() { &["anyKey"] } else { &[] })),
        ("get", text(&format!("get{id}"))?),
        ("head", text(&format!("head{id}"))?),
        ("options", text(&format!("options{id}"))?),
        ("tags", text(&[resource.tag])?),
        ("headers", template::object(headers)),
        ("media", text(resource.media_type)?),
        ("content", template::object(content)),
        ("missing", not_found("NotFound")),
        ("refused", not_found("Refused")),
        ("silent", template::object(silent)),
    ]);
    Ok(template::fill(include_str!("openapi/item.json"), &values))
}

fn references(kind: &str, names: &[&str]) -> String {
    let reference = |name: &&str| format!(r##"{{ "$ref": "#/components/{kind}/{name}" }}"##);
    format!("[{}]", names.iter().map(reference).collect::<Vec<_>>().join(", "))
}

/// As the value of a member.
fn indented(json: &str) -> String {
    json.trim_end().replace('\n', "\n  ")
}

/// Words as a JSON value.
fn text(value: &(impl Serialize + ?Sized)) -> Result<String, SiteError> {
    Ok(serde_json::to_string(value)?)
}
