//! `/data.csv`: all indicators in one flat table [D8.csv].

use super::inputs::{DatasetInputs, IndicatorInputs};
use super::json;
use super::resource::{Collection, Example};
use super::table::{self, Cell, Dialect};
use super::view::{DeltaView, IndicatorView};
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

pub const COLLECTION: Collection = Collection {
    envelope: |_, lang, form| Ok((table::head(COLUMNS, Dialect::of(form, lang))?, Vec::new())),
    chunk: |chunk, views, lang, form| {
        let rows = chunk.members.iter().zip(views).map(|(inputs, view)| row(inputs, view, lang));
        table::rows(Dialect::of(form, lang), rows)
    },
};

/// The beginning of the table.
pub fn example(of: &DatasetInputs<'_>, lang: Lang) -> Example {
    let views: Vec<_> = of.indicators.iter().take(1).map(|of| IndicatorView::new(of, lang)).collect();
    let rows = of.indicators.iter().zip(&views).map(|(inputs, view)| row(inputs, view, lang));
    let table = [table::head(COLUMNS, Dialect::Plain)?, table::rows(Dialect::Plain, rows)?].concat();
    Ok(Some(json::text(&String::from_utf8(table)?)?))
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
