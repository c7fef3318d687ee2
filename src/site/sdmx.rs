//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! (decisions-2, section 10). Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod codelists;
mod codes;
mod ids;
mod message;
mod request;
mod series;
mod structure;

use std::collections::BTreeMap;

use super::page::Page;
use super::piece::Piece;
use super::table::{self, Cell, Dialect};
use super::urls::SDMX;
use super::{SiteError, parallel, text};
use crate::dataset::Dataset;
use crate::model::{Indicator, Lang, Sdmx};
use codes::Units;
use ids::Ids;
use request::Refusal;
use series::{COLUMNS, SeriesView};

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// What the dataset is called, where it is offered.
    ids: Option<Ids>,
    not_found: Page,
    not_offered: Page,
}

impl SdmxPages {
    /// The pages of a dataset by their paths, and what finds them.
    ///
    /// # Errors
    /// As [`table::rows`].
    pub fn new(dataset: &Dataset) -> Result<(Self, BTreeMap<String, Page>), SiteError> {
        let refusal = |status, code, refusal| {
            message::refusal(status, message::error(code, |lang| text::sdmx_refusal(refusal, lang)))
        };
        let pages = match &dataset.sdmx {
            Some(sdmx) => pages(dataset, sdmx)?,
            None => BTreeMap::new(),
        };
        let own = SdmxPages {
            ids: dataset.sdmx.as_ref().map(|sdmx| Ids::new(dataset, sdmx)),
            not_found: refusal(404, 100, text::SdmxRefusal::NotFound),
            not_offered: refusal(501, 501, text::SdmxRefusal::NotOffered),
        };
        Ok((own, pages))
    }

    /// The path of the page that answers a decoded path and the parameters of its query; the page that says so where
    /// there is none.
    ///
    /// # Errors
    /// Not found, or not offered.
    pub fn locate<'a>(
        &self,
        path: &str,
        parameters: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<String, &Page> {
        let ids = self.ids.as_ref().ok_or(&self.not_found)?;
        request::canonical(path, parameters, ids).map_err(|refusal| match refusal {
            Refusal::NotFound => &self.not_found,
            Refusal::NotOffered => &self.not_offered,
        })
    }
}

/// Every page: the structures; the data and their table of each series, of each frequency and of all.
fn pages(dataset: &Dataset, sdmx: &Sdmx) -> Result<BTreeMap<String, Page>, SiteError> {
    let units = Units::new(dataset);
    let structures = structure::messages(dataset, sdmx, &units);
    let mut pages: BTreeMap<String, Page> = structures
        .into_iter()
        .map(|(path, text)| (format!("{SDMX}{path}"), message::page(message::STRUCTURE, text)))
        .collect();
    let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
    let indicators: Vec<&Indicator> = dataset.indicators().collect();
    let comment = |left_out: usize| text::sdmx_left_out(left_out, Lang::En);
    let written = parallel::map(&indicators, |indicator| {
        let view = SeriesView::new(indicator, &sdmx.ref_area, &units, &comment);
        view.map(|view| WrittenSeries::new(&view, &flow)).transpose()
    })?;
    let mut groups: BTreeMap<&str, Vec<&WrittenSeries>> = BTreeMap::from([("all", Vec::new())]);
    for series in written.iter().flatten() {
        for group in ["all", series.frequency, &series.path] {
            groups.entry(group).or_default().push(series);
        }
    }
    let begin = Piece::new(message::data_begin(dataset, sdmx).into_bytes());
    let end = Piece::new(message::DATA_END.into());
    let head = Piece::new(table::head(COLUMNS, Dialect::Plain)?);
    for (group, all) in groups {
        let path = |form: &str| format!("{SDMX}data/{group}{form}");
        let joined =
            |piece: fn(&WrittenSeries) -> &Piece| all.iter().map(move |series| piece(series).clone());
        let data = |piece| [begin.clone()].into_iter().chain(joined(piece)).chain([end.clone()]);
        let table = [head.clone()].into_iter().chain(joined(|series| &series.rows));
        let page = |media_type, pieces: Vec<Piece>| message::of_pieces(media_type, &pieces);
        pages.insert(path(""), page(message::DATA, data(|series| &series.data).collect()));
        pages.insert(path(request::KEYS_ONLY), page(message::DATA, data(|series| &series.key).collect()));
        pages.insert(path(request::CSV), page(message::CSV, table.collect()));
    }
    Ok(pages)
}

/// A series in all its forms: written once for its own page, that of its frequency and that of all.
struct WrittenSeries {
    frequency: &'static str,
    path: String,
    data: Piece,
    key: Piece,
    rows: Piece,
}

impl WrittenSeries {
    fn new(view: &SeriesView<'_>, flow: &str) -> Result<Self, SiteError> {
        let rows = table::rows(Dialect::Plain, view.rows(flow), |row, write| {
            write(&row.map(|cell| (!cell.is_empty()).then_some(Cell::Plain(cell))))
        })?;
        Ok(WrittenSeries {
            frequency: view.frequency,
            path: view.path(),
            data: Piece::new(view.xml().into_bytes()),
            key: Piece::new(view.key_xml().into_bytes()),
            rows: Piece::new(rows),
        })
    }
}
