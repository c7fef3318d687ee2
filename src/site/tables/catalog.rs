//! `/catalog.csv`: which indicators there are, as a table. `/catalog.json` says the same with links.

use super::*;

use super::csv::head;

/// An indicator in the catalogue.
pub struct CatalogRow<'a> {
    category: &'a Localized<String>,
    indicator: &'a Indicator,
    status: Status,
    license: Option<&'a NamedLink>,
    lang: Lang,
}

impl<'a> CatalogRow<'a> {
    fn observations(&self) -> &'a [Observation] {
        self.indicator.series.observations()
    }

    /// A text of the indicator, empty where it has none.
    fn text(&self, text: Option<&'a Localized<String>>) -> Cell<'a> {
        Cell::Text(text.map_or("", |text| text.get(self.lang)))
    }
}

/// Rows of the catalogue.
pub enum Cataloged {}

impl Kind for Cataloged {
    type Row<'a> = CatalogRow<'a>;
}

/// The same in both languages. New columns come at the end.
const COLUMNS: [Column<Cataloged>; 15] = [
    Column::new("key", |row| Cell::Text(row.indicator.key.as_str())),
    Column::new("name", |row| row.text(Some(&row.indicator.name))),
    Column::new("short_name", |row| {
        row.text(row.indicator.short_name.as_ref())
    }),
    Column::new("category", |row| row.text(Some(row.category))),
    Column::new("unit", |row| row.text(Some(&row.indicator.unit.text))),
    Column::new("unit_code", |row| Cell::Text(&row.indicator.unit.id)),
    Column::new("measure", |row| Cell::plain(row.indicator.measure.name())),
    Column::new("period_type", |row| {
        Cell::plain(row.indicator.period_type.name())
    }),
    Column::new("frequency", |row| {
        Cell::plain(row.indicator.frequency_code().unwrap_or_default())
    }),
    Column::new("source", |row| {
        let source = row.indicator.source.as_deref();
        row.text(source.map(|source| &source.name))
    }),
    Column::new("first_date", |row| {
        Cell::Date(row.observations().first().and_then(|first| first.date))
    }),
    Column::new("last_date", |row| {
        Cell::Date(row.observations().last().and_then(|last| last.date))
    }),
    Column::new("observations", |row| {
        Cell::Number(row.observations().len().to_string().into())
    }),
    Column::new("source_status", |row| Cell::plain(row.status.name())),
    Column::new("license", |row| {
        row.text(row.license.map(|license| &license.name))
    }),
];

/// The table in a language and a form.
pub fn catalog_table(
    inputs: &DatasetInputs<'_>,
    lang: Lang,
    form: Form,
) -> Result<Vec<u8>, SiteError> {
    let dialect = Dialect::of(form, lang);
    let mut text = head(&COLUMNS, dialect);

    let rows = inputs.pages.iter().map(|page| CatalogRow {
        category: page.category,
        indicator: page.indicator,
        status: page.effective.status,
        license: inputs.dataset.license.as_ref(),
        lang,
    });
    write(&mut text, &mut Csv(dialect), &COLUMNS, rows)?;
    Ok(text)
}
