//! `/data.csv`: all indicators in one flat table [D8.csv].

use super::{Cell, Dialect, RowWriter, head};
use crate::model::Lang;
use crate::site::inputs::{Chunk, DatasetInputs, IndicatorInputs};
use crate::site::json::indicator::IndicatorView;
use crate::site::json::{Decimal, Envelope};
use crate::site::page::{Form, Text};

/// An indicator at the instant of the snapshot.
pub struct Row<'a> {
    pub inputs: &'a IndicatorInputs<'a>,
    pub view: &'a IndicatorView<'a>,
    pub lang: Lang,
}

type Column = (&'static str, for<'a> fn(&Row<'a>) -> Cell<'a>);

/// The same in both languages. Only ever appended to.
pub const COLUMNS: [Column; 20] = [
    ("key", |of| Cell::Text(of.view.key)),
    ("name", |of| Cell::Text(of.inputs.indicator.name.get(of.lang))),
    ("category", |of| Cell::Text(of.inputs.category.get(of.lang))),
    ("value", |of| Cell::Number(of.view.value.as_str())),
    ("value_raw", |of| Cell::Number(of.view.value_raw.as_str())),
    ("unit", |of| Cell::Text(of.view.unit)),
    ("period_type", |of| Cell::Plain(of.view.period.period_type)),
    ("period_label", |of| Cell::Text(&of.view.period.label)),
    ("period_date", |of| date(&of.view.period.date)),
    ("mom_abs", |of| number(&of.view.change.mom.abs)),
    ("mom_pct", |of| number(&of.view.change.mom.pct)),
    ("yoy_abs", |of| number(&of.view.change.yoy.abs)),
    ("yoy_pct", |of| number(&of.view.change.yoy.pct)),
    ("reported_change_pct", |of| number(&of.view.reported_change_pct)),
    ("source_status", |of| Cell::Plain(of.view.source_status)),
    ("source", |of| Cell::Text(of.view.source.unwrap_or_default())),
    ("notes", |of| Cell::Text(of.view.notes.unwrap_or_default())),
    ("checked_at", |of| Cell::Timestamp(of.view.checked_at.as_deref().unwrap_or_default())),
    ("publication_date", |of| date(&of.view.publication_date)),
    ("expected_next_publication", |of| date(&of.view.expected_next_publication)),
];

fn date(date: &Option<String>) -> Cell<'_> {
    Cell::Date(date.as_deref().unwrap_or_default())
}

fn number(number: &Option<Decimal>) -> Cell<'_> {
    Cell::Number(number.as_ref().map_or("", Decimal::as_str))
}

pub fn envelope(_: &DatasetInputs<'_>, lang: Lang, form: Form) -> Envelope {
    Ok((head(COLUMNS.map(|(name, _)| name), Dialect::of(form, lang)), Vec::new()))
}

pub fn chunk(chunk: &Chunk<'_>, views: &[IndicatorView<'_>], lang: Lang, form: Form) -> Text {
    let mut rows = RowWriter::new(Dialect::of(form, lang), views.len());
    for (inputs, view) in chunk.members.iter().zip(views) {
        rows.row(&COLUMNS.map(|(_, cell)| cell(&Row { inputs, view, lang })));
    }
    Ok(rows.finish())
}
