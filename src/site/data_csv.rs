//! `/data.csv`: all indicators in one flat table (decisions, section 8).

use super::SiteError;
use super::page::Page;
use super::table::{self, Cell};
use super::view::{DeltaView, IndicatorView};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang};

/// The columns, the same in both languages. Only ever appended to.
const COLUMNS: [&str; 20] = [
    "key",
    "name",
    "category",
    "value",
    "value_raw",
    "unit",
    "period_type",
    "period_label",
    "period_date",
    "mom_abs",
    "mom_pct",
    "yoy_abs",
    "yoy_pct",
    "reported_change_pct",
    "source_status",
    "source",
    "notes",
    "checked_at",
    "publication_date",
    "expected_next_publication",
];

type Row<'a> = [Option<Cell<'a>>; COLUMNS.len()];

/// The page; `metrics` are the indicators of the dataset in its order.
///
/// # Errors
/// As [`table::page`].
pub fn page(dataset: &Dataset, metrics: &[IndicatorView<'_>], lang: Lang) -> Result<Page, SiteError> {
    table::page(COLUMNS, &rows(dataset, metrics, lang), lang)
}

/// The beginning of the table, to show what it looks like.
///
/// # Errors
/// As [`table::page`].
pub fn sample(dataset: &Dataset, metrics: &[IndicatorView<'_>], lang: Lang) -> Result<String, SiteError> {
    let first = metrics.get(..1).unwrap_or_default();
    table::text(COLUMNS, &rows(dataset, first, lang))
}

fn rows<'a>(dataset: &'a Dataset, metrics: &'a [IndicatorView<'a>], lang: Lang) -> Vec<Row<'a>> {
    let names = dataset.categories.iter().flat_map(|category| {
        let names = move |indicator: &'a Indicator| (indicator.name.get(lang), category.name.get(lang));
        category.indicators.iter().map(names)
    });
    names.zip(metrics).map(|((name, category), view)| row(view, name, category)).collect()
}

fn row<'a>(view: &'a IndicatorView<'a>, name: &'a str, category: &'a str) -> Row<'a> {
    let date = |date: &'a Option<String>| date.as_deref().map(Cell::Plain);
    let [mom_abs, mom_pct] = delta(&view.change.mom);
    let [yoy_abs, yoy_pct] = delta(&view.change.yoy);
    [
        Some(Cell::Text(view.key)),
        Some(Cell::Text(name)),
        Some(Cell::Text(category)),
        Some(Cell::Number(view.value.as_str())),
        Some(Cell::Number(view.value_raw.as_str())),
        Some(Cell::Text(view.unit)),
        Some(Cell::Plain(view.period.period_type)),
        Some(Cell::Text(&view.period.label)),
        date(&view.period.date),
        mom_abs,
        mom_pct,
        yoy_abs,
        yoy_pct,
        view.reported_change_pct.as_ref().map(|change| Cell::Number(change.as_str())),
        Some(Cell::Plain(view.source_status)),
        view.source.map(Cell::Text),
        view.notes.map(Cell::Text),
        view.checked_at.as_deref().map(Cell::Timestamp),
        date(&view.publication_date),
        date(&view.expected_next_publication),
    ]
}

fn delta(delta: &DeltaView) -> [Option<Cell<'_>>; 2] {
    [&delta.abs, &delta.pct].map(|number| number.as_ref().map(|number| Cell::Number(number.as_str())))
}
