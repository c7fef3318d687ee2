//! `/data.csv`: all indicators in one flat table [D8.csv].

use super::inputs::{Chunk, IndicatorInputs};
use super::page::Form;
use super::registry::Around;
use super::table::{self, Cell, Dialect};
use super::view::{DeltaView, IndicatorView};
use super::{SiteError, Summary};
use crate::dataset::Dataset;
use crate::model::Lang;

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

/// The header.
///
/// # Errors
/// As [`table::text`].
pub fn around(_: &Dataset, _: &Summary, lang: Lang, form: Form) -> Around {
    Ok((table::head(COLUMNS, Dialect::of(form, lang))?, Vec::new()))
}

/// The rows of a chunk of indicators.
///
/// # Errors
/// As [`table::text`].
pub fn chunk(chunk: &Chunk<'_>, lang: Lang, form: Form) -> Result<Vec<u8>, SiteError> {
    table::rows(Dialect::of(form, lang), chunk.members.iter(), |inputs, write| {
        write(&row(inputs, &IndicatorView::new(inputs, lang), lang))
    })
}

/// The beginning of the table, to show what it looks like.
///
/// # Errors
/// As [`table::text`].
pub fn sample(first: Option<&IndicatorInputs<'_>>, lang: Lang) -> Result<String, SiteError> {
    let view = first.map(|inputs| (inputs, IndicatorView::new(inputs, lang)));
    let rows: Vec<Row<'_>> = view.iter().map(|(inputs, view)| row(inputs, view, lang)).collect();
    table::text(COLUMNS, &rows)
}

fn row<'a>(inputs: &IndicatorInputs<'a>, view: &'a IndicatorView<'_>, lang: Lang) -> Row<'a> {
    let date = |date: &'a Option<String>| date.as_deref().map(Cell::Plain);
    let [mom_abs, mom_pct] = delta(&view.change.mom);
    let [yoy_abs, yoy_pct] = delta(&view.change.yoy);
    [
        Some(Cell::Text(view.key)),
        Some(Cell::Text(inputs.indicator.name.get(lang))),
        Some(Cell::Text(inputs.category.get(lang))),
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
