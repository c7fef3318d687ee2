//! Descriptions of the interface: `/openapi.json`, OpenAPI 3.1 of everything that is served, from the table of resources
//! [D8.openapi, D23.openapi]; and `/schema/1.0.json`, the JSON Schema of schema 1.0.

use super::*;

use super::sdmx::request::{OF_DATA, REFERENCES};
use super::{json, text};
use crate::model::MAIL;

/// The resources of `tests/fixtures/example` by their paths; those that are not JSON are texts.
const EXAMPLES: &str = include_str!("../schema/examples.json");
/// The text for a reader before the first request.
const WORDS: &str = include_str!("../schema/words.txt");
/// Schemas by their names: those of `/schema/1.0.json`, those of other resources, and those that not every service has.
const DEFINITIONS: &str = include_str!("../schema/definitions.json");
const COMPONENTS: &str = include_str!("../schema/components.json");
const OF_SDMX: &str = include_str!("../schema/sdmx.json");
const OF_SITEMAP: &str = include_str!("../schema/sitemap.json");

/// `/openapi.json`. It has the title, the description, the first key and the name of the dataflow of the dataset; examples are
/// those of a fixed one, so that the description changes with the program and not with every release.
#[derive(Template)]
#[template(
    path = "openapi.json",
    whitespace = "preserve",
    config = "src/site/templates/askama.toml"
)]
struct Document<'a> {
    dataset: &'a Dataset,
    public_url: Option<&'a PublicUrl>,
    paths: Vec<PathItem>,
}

impl Document<'_> {
    /// The first data category of the National Summary Data Page, where there is one.
    fn first_domain(&self) -> Option<&str> {
        let nsdp = self.dataset.nsdp.as_ref()?;
        Some(&nsdp.categories.first()?.id)
    }
}

/// A resource in one of its languages.
struct PathItem {
    resource: &'static Resource,
    lang: Option<Lang>,
    path: String,
    example: Option<String>,
}

pub fn openapi(resources: &'static [Resource], inputs: &DatasetInputs) -> Result<Texts, SiteError> {
    let document = Document {
        dataset: inputs.dataset,
        public_url: inputs.options.public_url.as_ref(),
        paths: path_items(resources, inputs)?,
    };

    Ok(json::document(document.render()? + "\n"))
}

/// The resources that this service has, each in every language.
fn path_items(
    resources: &'static [Resource],
    inputs: &DatasetInputs,
) -> Result<Vec<PathItem>, SiteError> {
    let examples: HashMap<String, &RawValue> = serde_json::from_str(EXAMPLES)?;
    let mut items = Vec::new();

    for resource in resources {
        if !is_offered(resource, inputs) {
            continue;
        }

        for lang in resource.langs() {
            let path = lang.map_or("", Lang::prefix).to_owned() + resource.path;
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

/// Returns true if this service has a resource.
pub fn is_offered(resource: &Resource, inputs: &DatasetInputs) -> bool {
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

    /// Returns true if the path or the query names a key or a category.
    fn may_be_unknown(&self) -> bool {
        let resource = self.resource;
        resource.path.contains('{') || resource.row_parameters().contains(&Parameter::Keys)
    }
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
    let object = object.trim();
    object[1..object.len() - 1].trim()
}
