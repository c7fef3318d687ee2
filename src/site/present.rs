//! `/data.csv`: all indicators in one flat table [D8.csv].

use super::*;

use super::rows::csv::head;

/// An indicator at the instant of the snapshot.
pub struct Row<'a> {
    inputs: IndicatorInputs<'a>,
    view: IndicatorView<'a>,
    lang: Lang,
}

impl<'a> Row<'a> {
    pub fn new(inputs: IndicatorInputs<'a>, lang: Lang) -> Self {
        Row { view: IndicatorView::new(&inputs, lang), inputs, lang }
    }
}

/// Present figures.
pub enum Present {}

impl Kind for Present {
    type Row<'a> = Row<'a>;
}

/// The same in both languages. Only ever appended to.
pub const COLUMNS: [Column<Present>; 22] = [
    Column::new("key", |of| Cell::Text(of.view.key)),
    Column::new("name", |of| Cell::Text(of.inputs.indicator.name.get(of.lang))),
    Column::new("category", |of| Cell::Text(of.inputs.category.get(of.lang))),
    Column::new("value", |of| Cell::Number(of.view.value.as_str())),
    Column::new("value_raw", |of| Cell::Number(of.view.value_raw.as_str())),
    Column::new("unit", |of| Cell::Text(of.view.unit)),
    Column::new("period_type", |of| Cell::plain(of.view.period.period_type)),
    Column::new("period_label", |of| Cell::Text(&of.view.period.label)),
    Column::new("period_date", |of| Cell::Date(of.inputs.indicator.series.current().date)),
    Column::new("mom_abs", |of| number(&of.view.change.mom.abs)),
    Column::new("mom_pct", |of| number(&of.view.change.mom.pct)),
    Column::new("yoy_abs", |of| number(&of.view.change.yoy.abs)),
    Column::new("yoy_pct", |of| number(&of.view.change.yoy.pct)),
    Column::new("reported_change_pct", |of| number(&of.view.reported_change_pct)),
    Column::new("source_status", |of| Cell::plain(of.view.source_status)),
    Column::new("source", |of| Cell::Text(of.view.source.unwrap_or_default())),
    Column::new("notes", |of| Cell::Text(of.view.notes.unwrap_or_default())),
    Column::new("checked_at", |of| Cell::Timestamp(of.view.checked_at.as_deref().unwrap_or_default())),
    Column::new("publication_date", |of| Cell::Date(of.inputs.indicator.series.current().published)),
    Column::new("expected_next_publication", |of| {
        Cell::Date(of.inputs.indicator.expected_next_publication())
    }),
    Column::new("frequency", |of| {
        Cell::plain(of.inputs.indicator.series.current().series_key.frequency_code().unwrap_or_default())
    }),
    Column::new("flag", |of| Cell::Flags(of.inputs.indicator.series.current().flags)),
];

fn number(number: &Option<Decimal>) -> Cell<'_> {
    Cell::Number(number.as_ref().map_or("", Decimal::as_str))
}

pub fn table(of: &DatasetInputs<'_>, lang: Lang, form: Form) -> Text {
    let dialect = Dialect::of(form, lang);
    let mut text = head(&COLUMNS, dialect);
    let rows = of.indicators.iter().map(|inputs| Row::new(*inputs, lang));
    write(&mut text, &mut Csv(dialect), &COLUMNS, rows)?;
    Ok(text)
}
