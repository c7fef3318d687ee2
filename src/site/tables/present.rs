//! Indicators as rows, at the instant of the snapshot: `/data.csv`, the present figures in one flat table [D8.csv], and
//! `/catalog.csv`, which indicators there are; `/catalog.json` says the same with links.

use super::*;

use std::cell::OnceCell;

use super::rows::TableCell::{Date, Flags, Number, Text, Timestamp};

/// An indicator at the instant of the snapshot.
pub struct PresentRow<'a> {
    dataset: &'a Dataset,
    category: &'a Localized<String>,
    member: Member<'a>,
    lang: Lang,
    view: OnceCell<IndicatorView<'a>>,
}

impl<'a> PresentRow<'a> {
    pub fn new(
        dataset: &'a Dataset,
        category: &'a Localized<String>,
        member: Member<'a>,
        lang: Lang,
    ) -> Self {
        PresentRow {
            dataset,
            category,
            member,
            lang,
            view: OnceCell::new(),
        }
    }

    /// The figures as JSON has them. Computed on first use: no column of the catalogue needs them.
    fn view(&self) -> &IndicatorView<'a> {
        self.view
            .get_or_init(|| IndicatorView::new(self.member, self.dataset.offset, self.lang))
    }

    /// A text of the indicator, empty where it has none.
    fn text(&self, text: Option<&'a Localized<String>>) -> TableCell<'a> {
        Text(text.map_or("", |text| text.get(self.lang)))
    }

    fn observations(&self) -> &'a [Observation] {
        self.member.indicator.series.observations()
    }
}

/// Marker for tables of [`PresentRow`]s.
pub enum PresentRows {}

impl RowKind for PresentRows {
    type TableRow<'a> = PresentRow<'a>;
}

type PresentColumn = TableColumn<PresentRows>;

const KEY: PresentColumn = column("key", |row| Text(row.member.indicator.key.as_str()));
const NAME: PresentColumn = column("name", |row| row.text(Some(&row.member.indicator.name)));
const CATEGORY: PresentColumn = column("category", |row| row.text(Some(row.category)));
const FREQUENCY: PresentColumn = column("frequency", |row| {
    code(row.member.indicator.frequency_code().unwrap_or_default())
});
const STATUS: PresentColumn = column("source_status", |row| {
    code(row.member.effective.status.name())
});
const SOURCE: PresentColumn = column("source", |row| {
    let source = row.member.indicator.source.as_deref();
    row.text(source.map(|source| &source.name))
});

/// The columns of present figures, the same in both languages. New ones come at the end.
pub const PRESENT_COLUMNS: [PresentColumn; 22] = [
    KEY,
    NAME,
    CATEGORY,
    column("value", |row| Number(row.view().value.as_str().into())),
    column("value_raw", |row| {
        Number(row.view().value_raw.as_str().into())
    }),
    column("unit", |row| Text(row.view().unit)),
    column("period_type", |row| code(row.view().period.period_type)),
    column("period_label", |row| Text(&row.view().period.label)),
    column("period_date", |row| {
        Date(row.member.indicator.series.unchanged_since())
    }),
    column("mom_abs", |row| number(&row.view().change.mom.abs)),
    column("mom_pct", |row| number(&row.view().change.mom.pct)),
    column("yoy_abs", |row| number(&row.view().change.yoy.abs)),
    column("yoy_pct", |row| number(&row.view().change.yoy.pct)),
    column("reported_change_pct", |row| {
        number(&row.view().reported_change_pct)
    }),
    STATUS,
    SOURCE,
    column("notes", |row| row.text(row.member.indicator.notes.as_ref())),
    column("checked_at", |row| {
        Timestamp(row.view().checked_at.as_deref().unwrap_or_default())
    }),
    column("publication_date", |row| {
        Date(row.member.indicator.series.current().published)
    }),
    column("expected_next_publication", |row| {
        Date(row.member.indicator.expected_next_publication())
    }),
    FREQUENCY,
    column("flag", |row| {
        Flags(row.member.indicator.series.current().flags)
    }),
];

/// The columns of the catalogue, the same in both languages. New ones come at the end.
const CATALOG_COLUMNS: [PresentColumn; 15] = [
    KEY,
    NAME,
    column("short_name", |row| {
        row.text(row.member.indicator.short_name.as_ref())
    }),
    CATEGORY,
    column("unit", |row| {
        row.text(Some(&row.member.indicator.unit.text))
    }),
    column("unit_code", |row| Text(&row.member.indicator.unit.id)),
    column("measure", |row| code(row.member.indicator.measure.name())),
    column("period_type", |row| {
        code(row.member.indicator.period_type.name())
    }),
    FREQUENCY,
    SOURCE,
    column("first_date", |row| {
        Date(row.observations().first().and_then(|first| first.date))
    }),
    column("last_date", |row| {
        Date(row.member.indicator.series.current().date)
    }),
    column("observations", |row| {
        Number(row.observations().len().to_string().into())
    }),
    STATUS,
    column("license", |row| {
        let license = row.dataset.license.as_ref();
        row.text(license.map(|license| &license.name))
    }),
];

fn number(number: &Option<Decimal>) -> TableCell<'_> {
    Number(number.as_ref().map_or("", Decimal::as_str).into())
}

/// `/data.csv`.
pub fn present_table(inputs: &DatasetInputs, lang: Lang) -> Result<Texts, SiteError> {
    indicator_table(&PRESENT_COLUMNS, inputs, lang)
}

/// `/catalog.csv`.
pub fn catalog_table(inputs: &DatasetInputs, lang: Lang) -> Result<Texts, SiteError> {
    indicator_table(&CATALOG_COLUMNS, inputs, lang)
}

fn indicator_table(
    columns: &[PresentColumn],
    inputs: &DatasetInputs,
    lang: Lang,
) -> Result<Texts, SiteError> {
    Texts::in_forms(|form| {
        let rows = inputs
            .pages
            .iter()
            .map(|page| PresentRow::new(inputs.dataset, page.category.name, page.member(), lang));
        Ok(Csv::of(form, lang).table(columns, rows)?)
    })
}
