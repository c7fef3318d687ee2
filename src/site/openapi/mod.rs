//! `/openapi.json`: OpenAPI 3.1 of everything that is served, with examples from the snapshot [D8.openapi].

mod data_resources;
mod other_resources;
mod resources;

use std::collections::BTreeMap;

use serde::Serialize;

use super::api_error::{ApiError, ApiErrors};
use super::json;
use super::page::Page;
use super::schema::DEFINITIONS;
use super::template::{self, Values};
use super::{SiteError, SiteOptions};
use crate::model::{Key, Lang, Localized};
use resources::Resource;

/// What a resource looks like in each language: JSON by the name of its schema.
pub type Examples = BTreeMap<&'static str, String>;

/// The page; `flow` is what SDMX calls the dataset, if it has a name there.
///
/// # Errors
/// As [`json::page`].
pub fn page(
    keys: &[&Key],
    examples: &Localized<Examples>,
    refusals: &ApiErrors,
    flow: Option<&str>,
    options: &SiteOptions,
) -> Result<Page, SiteError> {
    let is_offered = |resource: &&Resource| {
        (!resource.is_sdmx() || flow.is_some()) && (!resource.is_public() || options.public_url.is_some())
    };
    let mut items = String::new();
    for resource in resources::all().filter(is_offered) {
        for (path, lang) in resource.paths() {
            let empty = Examples::new();
            let example = lang.map_or(&empty, |lang| examples.get(lang)).get(resource.schema).cloned();
            let example = match example {
                Some(example) => Some(("example", indented(&example))),
                None => {
                    let address = resource.example_at(&path, keys.first().map(|key| key.as_str()), flow);
                    address.map(|address| elsewhere(&address)).transpose()?
                }
            };
            items += template::members(&item(resource, &path, lang, example)?);
            items += ",\n";
        }
    }
    let items = format!("{{\n{}\n}}\n", items.trim_end_matches(",\n"));
    let mut values = Values::from([
        ("paths", items),
        ("keys", key_examples(keys)?),
        ("flow", text(flow.unwrap_or_default())?),
        ("server", text(&options.public_url.as_ref().map_or_else(|| "/".to_owned(), ToString::to_string))?),
        ("definitions", DEFINITIONS.replace(SCHEMA_REFERENCE, COMPONENT_REFERENCE)),
        ("schemas", include_str!("schemas.json").replace(SCHEMA_REFERENCE, COMPONENT_REFERENCE)),
    ]);
    let names: Vec<(String, String)> = ApiError::ALL
        .into_iter()
        .filter(|refusal| !refusal.is_for_people())
        .flat_map(|refusal| Lang::ALL.map(|lang| (refusal, lang)))
        .map(|(refusal, lang)| {
            let body = refusals.page(refusal, lang).default.identity.contiguous().unwrap_or_default();
            (format!("{}.{}", refusal.code(), lang.tag()), String::from_utf8_lossy(body).into_owned())
        })
        .collect();
    values.extend(names.iter().map(|(name, body)| (name.as_str(), body.clone())));
    Ok(json::document(template::fill(include_str!("document.json"), &values)))
}

const SCHEMA_REFERENCE: &str = "#/$defs/";
const COMPONENT_REFERENCE: &str = "#/components/schemas/";

/// One path, as an object with one member.
fn item(
    resource: &Resource,
    path: &str,
    lang: Option<Lang>,
    example: Option<(&'static str, String)>,
) -> Result<String, SiteError> {
    let id = match lang {
        Some(lang) => format!("{}In{}", resource.id, lang.english_name()),
        None => resource.id.to_owned(),
    };
    let reference = |response: &str| format!(r##"{{ "$ref": "#/components/responses/{response}" }}"##);
    let not_found = |response: &str| {
        template::object(resource.is_of_an_indicator().then(|| ("404", reference(response))))
    };
    let of_sdmx = |response| template::object(["404", "501"].map(|status| (status, reference(response))));
    let (missing, refused) = if resource.is_sdmx() {
        (of_sdmx("SdmxError"), of_sdmx("Refused"))
    } else {
        let missing = if resource.is_document() { "PageNotFound" } else { "NotFound" };
        (not_found(missing), not_found("Refused"))
    };
    let silent = r##"{ "$ref": "#/components/responses/Unhealthy" }"##.to_owned();
    let silent = resource.is_health().then_some(("503", silent));
    let headers = resource.headers(lang).into_iter();
    let headers =
        headers.map(|(name, header)| (name, format!(r##"{{ "$ref": "#/components/headers/{header}" }}"##)));
    let schema = format!(r##"{{ "$ref": "#/components/schemas/{}" }}"##, resource.schema);
    let content = [("schema", schema)].into_iter().chain(example);
    let values = Values::from([
        ("path", text(path)?),
        ("summary", text(resource.summary)?),
        ("description", text(resource.summary)?),
        ("parameters", references("parameters", &resource.parameters())),
        ("names", references("parameters", &names(resource))),
        ("get", text(&format!("get{id}"))?),
        ("head", text(&format!("head{id}"))?),
        ("options", text(&format!("options{id}"))?),
        ("tags", text(&[resource.tag])?),
        ("headers", template::object(headers)),
        ("media", text(resource.media_type)?),
        ("content", template::object(content)),
        ("missing", missing),
        ("refused", refused),
        ("silent", template::object(silent)),
    ]);
    Ok(template::fill(include_str!("item.json"), &values))
}

/// An example that is too long for the document, or no text, by its address.
fn elsewhere(address: &str) -> Result<(&'static str, String), SiteError> {
    let address = text(address)?;
    Ok(("examples", format!(r##"{{ "present": {{ "externalValue": {address} }} }}"##)))
}

/// The parameters of a request that only asks what is allowed.
fn names(resource: &Resource) -> Vec<&'static str> {
    let any = |name: &'static str| match name {
        "key" => "anyKey",
        "agency" => "anyAgency",
        "id" => "anyId",
        "version" => "anyVersion",
        "flow" => "anyFlow",
        "series" => "anySeries",
        name => name,
    };
    resource.path_parameters().into_iter().map(any).collect()
}

/// The keys of the present dataset as examples of the parameter.
fn key_examples(keys: &[&Key]) -> Result<String, SiteError> {
    let example = |key: &&Key| -> Result<String, SiteError> {
        Ok(format!("{}: {{ \"value\": {} }}", text(key.as_str())?, text(key.as_str())?))
    };
    let examples = keys.iter().map(example).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{{\n  {}\n}}", examples.join(",\n  ")))
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
