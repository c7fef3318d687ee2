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
    Column::new("key", |row| Cell::Text(row.view.key)),
    Column::new("name", |row| Cell::Text(row.inputs.indicator.name.get(row.lang))),
    Column::new("category", |row| Cell::Text(row.inputs.category.get(row.lang))),
    Column::new("value", |row| Cell::Number(row.view.value.as_str())),
    Column::new("value_raw", |row| Cell::Number(row.view.value_raw.as_str())),
    Column::new("unit", |row| Cell::Text(row.view.unit)),
    Column::new("period_type", |row| Cell::plain(row.view.period.period_type)),
    Column::new("period_label", |row| Cell::Text(&row.view.period.label)),
    Column::new("period_date", |row| Cell::Date(row.inputs.indicator.series.current().date)),
    Column::new("mom_abs", |row| number(&row.view.change.mom.abs)),
    Column::new("mom_pct", |row| number(&row.view.change.mom.pct)),
    Column::new("yoy_abs", |row| number(&row.view.change.yoy.abs)),
    Column::new("yoy_pct", |row| number(&row.view.change.yoy.pct)),
    Column::new("reported_change_pct", |row| number(&row.view.reported_change_pct)),
    Column::new("source_status", |row| Cell::plain(row.view.source_status)),
    Column::new("source", |row| Cell::Text(row.view.source.unwrap_or_default())),
    Column::new("notes", |row| Cell::Text(row.view.notes.unwrap_or_default())),
    Column::new("checked_at", |row| Cell::Timestamp(row.view.checked_at.as_deref().unwrap_or_default())),
    Column::new("publication_date", |row| Cell::Date(row.inputs.indicator.series.current().published)),
    Column::new("expected_next_publication", |row| {
        Cell::Date(row.inputs.indicator.expected_next_publication())
    }),
    Column::new("frequency", |row| {
        Cell::plain(row.inputs.indicator.series.current().series_key.frequency_code().unwrap_or_default())
    }),
    Column::new("flag", |row| Cell::Flags(row.inputs.indicator.series.current().flags)),
];

fn number(number: &Option<Decimal>) -> Cell<'_> {
    Cell::Number(number.as_ref().map_or("", Decimal::as_str))
}

pub fn table(inputs: &DatasetInputs<'_>, lang: Lang, form: Form) -> Text {
    let dialect = Dialect::of(form, lang);
    let mut text = head(&COLUMNS, dialect);
    let rows = inputs.indicators.iter().map(|inputs| Row::new(*inputs, lang));
    write(&mut text, &mut Csv(dialect), &COLUMNS, rows)?;
    Ok(text)
}
