//! `/catalog.json`: which indicators there are, and where to find them [D8.catalog].

use serde::Serialize;

use super::{Envelope, SCHEMA_VERSION, tail_after};
use crate::hash::hex;
use crate::model::{Indicator, Lang};
use crate::site::inputs::{Chunk, DatasetInputs};
use crate::site::page::{Form, Text};
use crate::site::urls;

/// The catalogue without its categories.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CatalogView<'a> {
    schema_version: &'static str,
    dataset_version: &'a str,
    categories: [(); 0],
}

/// A category without its indicators.
#[derive(Serialize)]
struct CategoryView<'a> {
    id: &'a str,
    name: &'a str,
    indicators: [(); 0],
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
    /// The newest day on which one of them was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_published: Option<String>,
    /// Changes with the rows of the history, and with nothing else.
    history_tag: String,
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

pub fn envelope(of: &DatasetInputs<'_>, _: Lang, form: Form) -> Envelope {
    let dataset_version = &of.dataset.version;
    super::envelope(&CatalogView { schema_version: SCHEMA_VERSION, dataset_version, categories: [] }, form, 0)
}

/// The text for a chunk of indicators, with that for their category where it begins or ends with them.
pub fn chunk(chunk: &Chunk<'_>, lang: Lang, form: Form) -> Text {
    let category = CategoryView { id: chunk.id, name: chunk.category.get(lang), indicators: [] };
    let (head, tail) = super::envelope(&category, form, 2)?;
    let mut text = Vec::new();
    if chunk.opens {
        super::begin_element(&mut text, form, 1, chunk.is_first_category);
        text.extend(head);
    }
    let begin = text.len();
    for (number, inputs) in chunk.members.iter().enumerate() {
        let is_first = chunk.opens && number == 0;
        super::add_element(&mut text, &EntryView::new(inputs.indicator, lang), form, 3, is_first)?;
    }
    if chunk.closes {
        let tail = tail_after(text.get(begin..).unwrap_or_default(), &tail);
        text.extend_from_slice(tail);
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
            last_published: observations
                .iter()
                .filter_map(|of| of.published)
                .max()
                .map(|day| day.to_string()),
            history_tag: hex(indicator.series.history_fingerprint().as_bytes()),
            links: Links {
                itself: path(urls::INDICATOR),
                history: path(urls::HISTORY),
                history_csv: path(urls::HISTORY_TABLE),
                explain: path(urls::EXPLANATION),
            },
        }
    }
}
