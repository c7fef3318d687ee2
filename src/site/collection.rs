//! `/data.json`: all indicators, each as it is alone.

use serde::Serialize;

use super::inputs::DatasetInputs;
use super::json::{self, SCHEMA_VERSION};
use super::resource::{Collection, Example};
use super::summary::Summary;
use super::view::IndicatorView;
use crate::dataset::Dataset;
use crate::model::Lang;

/// The collection: `/data.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionView<'a> {
    schema_version: &'static str,
    as_of: String,
    source_status: &'static str,
    metrics: &'a [IndicatorView<'a>],
}

impl<'a> CollectionView<'a> {
    /// These indicators under the status of the snapshot as a whole.
    pub fn new(dataset: &Dataset, summary: &Summary, metrics: &'a [IndicatorView<'a>]) -> Self {
        let as_of = dataset.offset.timestamp(dataset.as_of);
        let source_status = summary.status.name();
        CollectionView { schema_version: SCHEMA_VERSION, as_of, source_status, metrics }
    }
}

/// Of the first indicator, if there is one.
pub fn example(of: &DatasetInputs<'_>, lang: Lang) -> Example {
    let metrics: Vec<_> =
        of.indicators.first().map(|first| IndicatorView::new(first, lang)).into_iter().collect();
    Ok(Some(json::text(&CollectionView::new(of.dataset, of.summary, &metrics))?))
}

/// `/data.json`.
pub const COLLECTION: Collection = Collection {
    envelope: |of, _, form| {
        let view = CollectionView::new(of.dataset, of.summary, &[]);
        json::envelope(&view, form, 0, of.indicators.is_empty())
    },
    chunk: |chunk, views, _, form| {
        let mut text = Vec::new();
        for (number, view) in views.iter().enumerate() {
            json::add_element(&mut text, view, form, 1, chunk.is_first && number == 0)?;
        }
        Ok(text)
    },
};
