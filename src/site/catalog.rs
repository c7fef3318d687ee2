//! `/catalog.json`: which indicators there are, and where to find them [D8.catalog].

use serde::Serialize;

use super::inputs::Chunk;
use super::json::{self, SCHEMA_VERSION};
use super::page::{Form, SiteError};
use super::resource::Collection;
use super::urls;
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang};

/// Categories and indicators with their names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogView<'a> {
    schema_version: &'static str,
    dataset_version: &'a str,
    categories: Vec<CategoryView<'a>>,
}

#[derive(Serialize)]
struct CategoryView<'a> {
    id: &'a str,
    name: &'a str,
    indicators: Vec<EntryView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryView<'a> {
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    unit_code: &'a str,
    measure: &'static str,
    period_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<&'a str>,
    observations: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_date: Option<String>,
    links: Links,
}

/// Paths of the same language, from the root of the service.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Links {
    #[serde(rename = "self")]
    itself: String,
    history: String,
    history_csv: String,
    explain: String,
}

impl<'a> CatalogView<'a> {
    /// Its first indicator, to show what a catalogue looks like.
    pub fn example(dataset: &'a Dataset, lang: Lang) -> Self {
        let filled =
            dataset.categories.iter().find_map(|category| Some((category, category.indicators.first()?)));
        let category = filled.map(|(category, indicator)| CategoryView {
            id: &category.id,
            name: category.name.get(lang),
            indicators: vec![EntryView::new(indicator, lang)],
        });
        Self::of(dataset, category.into_iter().collect())
    }

    fn of(dataset: &'a Dataset, categories: Vec<CategoryView<'a>>) -> Self {
        CatalogView { schema_version: SCHEMA_VERSION, dataset_version: &dataset.version, categories }
    }
}

pub const COLLECTION: Collection = Collection {
    envelope: |of, _, form| {
        json::envelope(&CatalogView::of(of.dataset, Vec::new()), form, 0, of.dataset.categories.is_empty())
    },
    chunk: |chunk, _, lang, form| text_of(chunk, lang, form),
};

/// What it says of a chunk of indicators: of their category too, where that begins or ends with them.
fn text_of(chunk: &Chunk<'_>, lang: Lang, form: Form) -> Result<Vec<u8>, SiteError> {
    let category = CategoryView { id: chunk.id, name: chunk.category.get(lang), indicators: Vec::new() };
    let (head, tail) = json::envelope(&category, form, 2, chunk.members.is_empty())?;
    let mut text = Vec::new();
    if chunk.opens {
        json::begin_element(&mut text, form, 1, chunk.is_first_category);
        text.extend(head);
    }
    for (number, inputs) in chunk.members.iter().enumerate() {
        let is_first = chunk.opens && number == 0;
        json::add_element(&mut text, &EntryView::new(inputs.indicator, lang), form, 3, is_first)?;
    }
    if chunk.closes {
        text.extend(tail);
    }
    Ok(text)
}

impl<'a> EntryView<'a> {
    fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        let observations = indicator.series.observations();
        let source = indicator.source.as_deref();
        let key = indicator.key.as_str();
        let path = |path| urls::localized(lang, &urls::of(path, key));
        EntryView {
            key,
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            unit_code: &indicator.unit.id,
            measure: indicator.measure.name(),
            period_type: indicator.period_type.name(),
            source: source.map(|source| source.name.get(lang).as_str()),
            source_url: source.and_then(|source| source.url.as_deref()),
            release: indicator.release.as_ref().map(|release| release.id.as_str()),
            observations: observations.len(),
            first_date: observations.first().and_then(|o| o.date).map(|date| date.to_string()),
            last_date: observations.last().and_then(|o| o.date).map(|date| date.to_string()),
            links: Links {
                itself: path(urls::INDICATOR),
                history: path(urls::HISTORY),
                history_csv: path(urls::HISTORY_TABLE),
                explain: path(urls::EXPLANATION),
            },
        }
    }
}
