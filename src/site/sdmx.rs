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
use super::table::{self, Cell, Dialect};
use super::urls::SDMX;
use super::{SiteError, text};
use crate::dataset::Dataset;
use crate::model::{Lang, Sdmx};
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
    let comment = |left_out: usize| text::sdmx_left_out(left_out, Lang::En);
    let area = sdmx.ref_area.as_str();
    let series: Vec<SeriesView<'_>> = dataset
        .indicators()
        .filter_map(|indicator| SeriesView::new(indicator, area, &units, &comment))
        .collect();
    let mut groups: BTreeMap<String, Vec<&SeriesView<'_>>> = BTreeMap::new();
    groups.insert("all".to_owned(), Vec::new());
    for view in &series {
        for group in ["all".to_owned(), view.frequency.to_owned(), view.path()] {
            groups.entry(group).or_default().push(view);
        }
    }
    let begin = message::data_begin(dataset, sdmx);
    let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
    for (group, views) in &groups {
        let path = |form: &str| format!("{SDMX}data/{group}{form}");
        let data = |write: &dyn Fn(&SeriesView<'_>) -> String| {
            let text: String = views.iter().map(|view| write(view)).collect();
            message::page(message::DATA, [&begin, &*text, message::DATA_END].concat())
        };
        pages.insert(path(""), data(&|view| view.xml()));
        pages.insert(path(request::KEYS_ONLY), data(&|view| view.key_xml()));
        pages.insert(path(request::CSV), message::page(message::CSV, table(views, &flow)?));
    }
    Ok(pages)
}

fn table(views: &[&SeriesView<'_>], flow: &str) -> Result<String, SiteError> {
    let mut bytes = table::head(COLUMNS, Dialect::Plain)?;
    for view in views {
        bytes.extend(table::rows(Dialect::Plain, view.rows(flow), |row, write| {
            write(&row.map(|cell| (!cell.is_empty()).then_some(Cell::Plain(cell))))
        })?);
    }
    Ok(String::from_utf8(bytes)?)
}
