//! `/data.csv`: all indicators in one flat table [D8.csv].

use super::{Cell, Dialect, RowWriter, head};
use crate::model::Lang;
use crate::site::inputs::{Chunk, DatasetInputs, IndicatorInputs};
use crate::site::json::indicator::IndicatorView;
use crate::site::json::{Decimal, Envelope};
use crate::site::page::{Form, Text};

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

pub fn envelope(_: &DatasetInputs<'_>, lang: Lang, form: Form) -> Envelope {
    Ok((head(COLUMNS, Dialect::of(form, lang)), Vec::new()))
}

pub fn chunk(chunk: &Chunk<'_>, views: &[IndicatorView<'_>], lang: Lang, form: Form) -> Text {
    let mut rows = RowWriter::new(Dialect::of(form, lang), views.len());
    for (inputs, view) in chunk.members.iter().zip(views) {
        rows.row(&row(inputs, view, lang));
    }
    Ok(rows.finish())
}

fn row<'a>(
    inputs: &IndicatorInputs<'a>,
    view: &'a IndicatorView<'_>,
    lang: Lang,
) -> [Cell<'a>; COLUMNS.len()] {
    let date = |date: &'a Option<String>| Cell::Plain(date.as_deref().unwrap_or_default());
    let number = |number: &'a Option<Decimal>| Cell::Number(number.as_ref().map_or("", Decimal::as_str));
    [
        Cell::Text(view.key),
        Cell::Text(inputs.indicator.name.get(lang)),
        Cell::Text(inputs.category.get(lang)),
        Cell::Number(view.value.as_str()),
        Cell::Number(view.value_raw.as_str()),
        Cell::Text(view.unit),
        Cell::Plain(view.period.period_type),
        Cell::Text(&view.period.label),
        date(&view.period.date),
        number(&view.change.mom.abs),
        number(&view.change.mom.pct),
        number(&view.change.yoy.abs),
        number(&view.change.yoy.pct),
        number(&view.reported_change_pct),
        Cell::Plain(view.source_status),
        Cell::Text(view.source.unwrap_or_default()),
        Cell::Text(view.notes.unwrap_or_default()),
        Cell::Timestamp(view.checked_at.as_deref().unwrap_or_default()),
        date(&view.publication_date),
        date(&view.expected_next_publication),
    ]
}
