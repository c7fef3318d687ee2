//! `/data.xlsx` and `/data/{key}/history.xlsx`: the same figures for spreadsheets [D10.xlsx].

use super::{Block, Rows, Style, Workbook, cells};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, Localized, SeriesKey, Source};
use crate::site::csv::long_table::COLUMNS;
use crate::site::inputs::{DatasetInputs, SeriesContext, SeriesInputs, SeriesParts, SiteOptions};
use crate::site::memo::Memo;
use crate::site::page::{Content, Localised, SiteError, Variant};
use crate::site::series_texts::{LastValue, SeriesRow, SeriesTexts};
use crate::site::{text, urls};

/// The widths of the columns of a history, in characters.
const WIDTHS: [u8; COLUMNS.len()] = [18, 44, 12, 18, 22, 16, 12, 22, 14, 44, 24];
/// Those of the sheet that says what the workbook is.
const ABOUT_WIDTHS: [u8; 2] = [24, 90];
/// Rows in a block: well below the limit of a sheet, so that little is left empty at its end.
const BLOCK_ROWS: usize = 65_536;

/// The rows of an indicator.
pub fn blocks(indicator: &Indicator, texts: &SeriesTexts<'_>, lang: Lang) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rows = Rows::default();
    let name = cells(&[indicator.key.as_str(), indicator.name.get(lang)]);
    let (mut basis, mut origin) = (LastValue::new(), LastValue::new());
    for row in texts.observations() {
        let SeriesRow { observation: of, value, .. } = row;
        if rows.count() == BLOCK_ROWS {
            blocks.push(Block::new(std::mem::take(&mut rows)));
        }
        let basis = basis.of(&of.series_key, || {
            let SeriesKey { unit, period_type, measure } = &*of.series_key;
            cells(&[unit.text.get(lang), &unit.id, measure.name(), period_type.name()])
        });
        let origin =
            origin.of((&of.reference, of.flags), || cells(&[row.reference(), &of.flags.to_string()]));
        let row = rows.row().written(&name).date(of.date).number(value);
        row.written(basis).date(of.published).written(origin).end();
    }
    blocks.push(Block::new(rows));
    blocks
}

/// The workbook of an indicator. It depends on nothing that a snapshot says.
pub fn of_indicator(of: &SeriesContext<'_>) -> Localised {
    let SeriesInputs { indicator, options } = of.inputs;
    Localized::try_build(|lang| {
        let t = text::sheets(lang);
        let mut workbook = Workbook::new(of.memo);
        workbook.add(
            t.history,
            &WIDTHS,
            &heading(&text::sheet_columns(lang), of.memo),
            of.parts.blocks.get(lang),
        )?;
        let mut about = About::new(lang);
        about.row(t.title, indicator.name.get(lang));
        about.row(t.key, indicator.key.as_str());
        about.row(t.unit, indicator.unit.text.get(lang));
        indicator.source.iter().for_each(|source| about.source(source));
        about.localized(t.notes, indicator.notes.as_ref());
        about.address(&urls::of(urls::HISTORY_WORKBOOK, indicator.key.as_str()), options);
        about.add_to(&mut workbook, t.about)?;
        content(workbook)
    })
}

/// The workbook of the whole dataset.
pub fn of_dataset(of: &DatasetInputs<'_>, lang: Lang) -> Result<Content, SiteError> {
    let (t, dataset) = (text::sheets(lang), of.dataset);
    let joined = |series: Vec<&SeriesParts>| {
        series.into_iter().flat_map(|parts| parts.blocks.get(lang).clone()).collect::<Vec<Block>>()
    };
    let mut workbook = Workbook::new(of.memo);
    workbook.add(t.all, &WIDTHS, &heading(&COLUMNS, of.memo), &joined(of.parts_of(dataset.indicators())))?;
    let columns = heading(&text::sheet_columns(lang), of.memo);
    for category in &dataset.categories {
        let own = joined(of.parts_of(category.indicators.iter()));
        workbook.add(category.name.get(lang), &WIDTHS, &columns, &own)?;
    }
    let mut about = About::new(lang);
    about.row(t.title, text::service(dataset.title.as_ref(), lang));
    about.localized(t.description, dataset.description.as_ref());
    about.row(t.version, &dataset.version);
    about.row(t.as_of, &dataset.offset.timestamp(dataset.as_of));
    about.row(t.status, text::status_word(of.summary.status, lang));
    sources(dataset).iter().for_each(|source| about.source(source));
    about.address(urls::WORKBOOK, of.options);
    about.add_to(&mut workbook, t.about)?;
    content(workbook)
}

/// The sources of all indicators, each once, in the order in which they are first named.
fn sources(dataset: &Dataset) -> Vec<&Source> {
    let mut sources: Vec<&Source> = Vec::new();
    for source in dataset.indicators().filter_map(|indicator| indicator.source.as_deref()) {
        if sources.iter().all(|known| known.id != source.id) {
            sources.push(source);
        }
    }
    sources
}

fn heading(texts: &[&str], memo: &Memo<'_>) -> Block {
    let mut rows = Rows::default();
    rows.texts(texts.iter().copied(), Style::Heading);
    Block::interned(rows, memo)
}

fn content(workbook: Workbook<'_>) -> Result<Content, SiteError> {
    // An archive is compressed already.
    Ok(Variant { identity: workbook.finish()?, gzip: None }.into())
}

/// The sheet that says what a workbook is: a label and a text in each row.
struct About {
    rows: Rows,
    lang: Lang,
}

impl About {
    fn new(lang: Lang) -> Self {
        About { rows: Rows::default(), lang }
    }

    fn row(&mut self, label: &str, text: &str) {
        self.rows.row().text(label, Style::Heading).text(text, Style::Usual).end();
    }

    fn localized(&mut self, label: &str, text: Option<&Localized<String>>) {
        if let Some(text) = text {
            self.row(label, text.get(self.lang));
        }
    }

    fn source(&mut self, source: &Source) {
        let name = source.name.get(self.lang);
        let text = source.url.as_ref().map_or_else(|| name.clone(), |url| format!("{name}, {url}"));
        self.row(text::sheets(self.lang).source, &text);
    }

    fn address(&mut self, path: &str, options: &SiteOptions) {
        let path = urls::localized(self.lang, path);
        let address = options.public_url.as_ref().map_or_else(|| path.clone(), |url| url.join(&path));
        self.row(text::sheets(self.lang).address, &address);
    }

    fn add_to(self, workbook: &mut Workbook<'_>, name: &str) -> Result<(), SiteError> {
        workbook.add(name, &ABOUT_WIDTHS, &Block::new(self.rows), &[])
    }
}
