//! `/data.xlsx` and `/data/{key}/history.xlsx`: the same figures for spreadsheets [D10.xlsx].

use super::long_table::COLUMNS;
use super::page::{Page, Variant};
use super::series_texts::{SeriesRow, SeriesTexts, Unchanged};
use super::xlsx::{self, Block, Rows, Style, Workbook};
use super::{SiteError, SiteOptions, Summary, text, urls};
use crate::dataset::Dataset;
use crate::model::{Basis, Indicator, Lang, Localized, Source};

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
    let name = xlsx::cells(&[indicator.key.as_str(), indicator.name.get(lang)]);
    let (mut basis, mut origin) = (Unchanged::new(), Unchanged::new());
    for SeriesRow { observation: of, value, .. } in texts.observations() {
        if rows.count() == BLOCK_ROWS {
            blocks.push(Block::new(std::mem::take(&mut rows)));
        }
        let basis = basis.of(&of.basis, || {
            let Basis { unit, period_type, measure } = &*of.basis;
            xlsx::cells(&[unit.text.get(lang), &unit.id, measure.name(), period_type.name()])
        });
        let origin = origin.of((&of.reference, of.flags), || {
            let reference = of.reference.as_ref().map(|reference| reference.as_str());
            xlsx::cells(&[reference.unwrap_or_default(), &of.flags.to_string()])
        });
        let row = rows.row().written(&name).date(of.date).number(value);
        row.written(basis).date(of.published).written(origin).end();
    }
    blocks.push(Block::new(rows));
    blocks
}

/// The workbook of an indicator, made of its blocks. It depends on nothing that a snapshot says.
///
/// # Errors
/// Where that is more than the format can hold.
pub fn of_indicator(
    indicator: &Indicator,
    blocks: &[Block],
    options: &SiteOptions,
    lang: Lang,
) -> Result<Page, SiteError> {
    let t = text::sheets(lang);
    let mut workbook = Workbook::one_of_many();
    workbook.add(t.history, &WIDTHS, &heading(&text::sheet_columns(lang)), blocks)?;
    let mut about = About::new(lang);
    about.row(t.title, indicator.name.get(lang));
    about.row(t.key, indicator.key.as_str());
    about.row(t.unit, indicator.unit.text.get(lang));
    indicator.source.iter().for_each(|source| about.source(source));
    about.localized(t.notes, indicator.notes.as_ref());
    about.address(&urls::workbook(indicator.key.as_str()), options);
    about.add_to(&mut workbook, t.about)?;
    page(workbook, lang)
}

/// The workbook of the whole dataset; `blocks` are those of its indicators, in its order.
///
/// # Errors
/// Where that is more than the format can hold.
pub fn of_dataset(
    dataset: &Dataset,
    summary: &Summary,
    blocks: &[&Vec<Block>],
    options: &SiteOptions,
    lang: Lang,
) -> Result<Page, SiteError> {
    let t = text::sheets(lang);
    let mut workbook = Workbook::new();
    workbook.add(t.all, &WIDTHS, &heading(&COLUMNS), &joined(blocks))?;
    let columns = heading(&text::sheet_columns(lang));
    let mut rest = blocks;
    for category in &dataset.categories {
        let (own, others) = rest.split_at_checked(category.indicators.len()).unwrap_or((rest, &[]));
        rest = others;
        workbook.add(category.name.get(lang), &WIDTHS, &columns, &joined(own))?;
    }
    let mut about = About::new(lang);
    about.row(t.title, text::service(dataset.title.as_ref(), lang));
    about.localized(t.description, dataset.description.as_ref());
    about.row(t.version, &dataset.version);
    about.row(t.as_of, &dataset.offset.timestamp(dataset.as_of));
    about.row(t.status, text::status_word(summary.status, lang));
    sources(dataset).iter().for_each(|source| about.source(source));
    about.address(urls::WORKBOOK, options);
    about.add_to(&mut workbook, t.about)?;
    page(workbook, lang)
}

/// The blocks of several indicators, one after the other.
fn joined(blocks: &[&Vec<Block>]) -> Vec<Block> {
    blocks.iter().flat_map(|blocks| blocks.iter().cloned()).collect()
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

fn heading(texts: &[&str]) -> Block {
    let mut rows = Rows::default();
    rows.texts(texts.iter().copied(), Style::Heading);
    Block::recurring(rows)
}

fn page(workbook: Workbook, lang: Lang) -> Result<Page, SiteError> {
    // An archive is compressed already.
    let file = Variant { identity: workbook.finish()?, gzip: None };
    Ok(Page { lang: Some(lang), cross_origin: true, ..Page::new(xlsx::MEDIA_TYPE, file) })
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

    fn add_to(self, workbook: &mut Workbook, name: &str) -> Result<(), SiteError> {
        workbook.add(name, &ABOUT_WIDTHS, &Block::new(self.rows), &[])
    }
}
