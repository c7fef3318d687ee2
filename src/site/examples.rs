//! The beginning of each resource, to show in the description of the service what it looks like.

use super::calendar::CalendarView;
use super::catalog::CatalogView;
use super::explain::ExplainView;
use super::inputs::{DatasetInputs, IndicatorInputs};
use super::latest::LatestView;
use super::openapi::Examples;
use super::view::{CollectionView, IndicatorView};
use super::{SiteError, data_csv, feed, history, ics, json, long_table, vintages};
use crate::model::Lang;

/// The examples in a language, by the names of their schemas; `first` is the first indicator, if there is one.
///
/// # Errors
/// As [`json::page`].
pub fn of(
    inputs: &DatasetInputs<'_>,
    first: Option<&IndicatorInputs<'_>>,
    lang: Lang,
) -> Result<Examples, SiteError> {
    let DatasetInputs { dataset, summary, releases, options, .. } = inputs;
    let metrics: Vec<_> = first.map(|first| IndicatorView::new(first, lang)).into_iter().collect();
    let events = ics::text(releases, 1, dataset.as_of, dataset.offset, lang);
    let mut examples = Examples::from([
        ("collection", json::text(&CollectionView::new(dataset, summary, &metrics))?),
        ("table", json::text(&data_csv::sample(first, lang)?)?),
        ("catalog", json::text(&CatalogView::sample(dataset, lang))?),
        ("calendar", json::text(&CalendarView::new(releases, 1, lang))?),
        ("events", json::text(&events)?),
        ("feed", json::text(&feed::document(dataset, options, 1, lang)?)?),
    ]);
    if let Some(first) = first {
        let [history, history_table] = history::samples(first.indicator, lang)?;
        examples.insert("indicator", json::text(&IndicatorView::new(first, lang))?);
        examples.insert("history", history);
        examples.insert("historyTable", json::text(&history_table)?);
        examples.insert("explanation", json::text(&ExplainView::new(first, lang))?);
        examples.insert("latest", json::text(&LatestView::new(first.indicator, first.effective, lang))?);
        let revised = dataset.indicators().find(|of| of.series.is_revised()).unwrap_or(first.indicator);
        let [vintages, vintages_table] = vintages::samples(revised, lang)?;
        examples.insert("vintages", vintages);
        examples.insert("vintagesTable", json::text(&vintages_table)?);
        examples.insert("longTable", json::text(&long_table::sample(first.indicator, lang)?)?);
    }
    Ok(examples)
}
