//! `/catalog.json`: which indicators there are, and where to find them (decisions, section 8).

use serde::Serialize;

use super::urls;
use super::view::SCHEMA_VERSION;
use crate::dataset::Dataset;
use crate::model::{Category, Indicator, Lang};

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
    /// The whole of it.
    pub fn new(dataset: &'a Dataset, lang: Lang) -> Self {
        let category = |category: &'a Category| CategoryView::new(category, category.indicators.len(), lang);
        Self::of(dataset, dataset.categories.iter().map(category).collect())
    }

    /// Its first indicator, to show what a catalogue looks like.
    pub fn sample(dataset: &'a Dataset, lang: Lang) -> Self {
        let filled = dataset.categories.iter().find(|category| !category.indicators.is_empty());
        Self::of(dataset, filled.map(|category| CategoryView::new(category, 1, lang)).into_iter().collect())
    }

    fn of(dataset: &'a Dataset, categories: Vec<CategoryView<'a>>) -> Self {
        CatalogView { schema_version: SCHEMA_VERSION, dataset_version: &dataset.version, categories }
    }
}

impl<'a> CategoryView<'a> {
    fn new(category: &'a Category, count: usize, lang: Lang) -> Self {
        let indicators =
            category.indicators.iter().take(count).map(|indicator| EntryView::new(indicator, lang));
        CategoryView { id: &category.id, name: category.name.get(lang), indicators: indicators.collect() }
    }
}

impl<'a> EntryView<'a> {
    fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        let observations = indicator.series.observations();
        let source = indicator.source.as_deref();
        let (key, path) = (indicator.key.as_str(), |path: String| urls::localized(lang, &path));
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
                itself: path(urls::indicator(key)),
                history: path(urls::history(key)),
                history_csv: path(urls::history_table(key)),
                explain: path(urls::explanation(key)),
            },
        }
    }
}
