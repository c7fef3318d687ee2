//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! [D10.sdmx]. Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod codes;
mod ids;
mod message;
mod request;
mod series;
mod structure;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::page::{Page, Variant};
use super::piece::Piece;
use super::table::{self, Dialect};
use super::urls::SDMX;
use super::{SiteError, parallel, text};
use crate::dataset::Dataset;
use crate::model::{Indicator, Key, Sdmx};
use codes::Units;
use ids::Ids;
use request::RequestError;
use series::{COLUMNS, Place, SdmxInputs, SeriesView};

/// Series by their keys.
pub type Written = HashMap<Key, Arc<WrittenSeries>>;

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// What the dataset is called, where it is offered.
    ids: Option<Ids>,
    /// What has been written of each series, for the snapshot after.
    written: Written,
    not_found: Page,
    not_offered: Page,
}

impl SdmxPages {
    /// The pages of a dataset by their paths, and what finds them. Series that are as they were in `former` are taken over
    /// from there.
    ///
    /// # Errors
    /// As [`table::rows`].
    pub fn new(
        dataset: &Dataset,
        former: Option<&Written>,
    ) -> Result<(Self, BTreeMap<String, Page>), SiteError> {
        let (pages, written) = match &dataset.sdmx {
            Some(sdmx) => pages(dataset, sdmx, former)?,
            None => Default::default(),
        };
        let own = SdmxPages {
            ids: dataset.sdmx.as_ref().map(|sdmx| Ids::new(dataset, sdmx)),
            written,
            not_found: message::refusal(404, 100, text::SdmxError::NotFound)?,
            not_offered: message::refusal(501, 501, text::SdmxError::NotOffered)?,
        };
        Ok((own, pages))
    }

    /// What has been written of each series.
    pub fn written(&self) -> &Written {
        &self.written
    }

    /// The keys of the series that are not those of `previous`.
    #[cfg(test)]
    pub fn written_anew(&self, previous: &SdmxPages) -> impl Iterator<Item = &str> {
        let is_taken_over = |(key, series): &(&Key, &Arc<WrittenSeries>)| {
            previous.written.get(key).is_some_and(|known| Arc::ptr_eq(known, series))
        };
        self.written.iter().filter(move |found| !is_taken_over(found)).map(|(key, _)| key.as_str())
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
            RequestError::NotFound => &self.not_found,
            RequestError::NotOffered => &self.not_offered,
        })
    }
}

/// Every page: the structures; the data and their table of each series, of each frequency and of all.
fn pages(
    dataset: &Dataset,
    sdmx: &Sdmx,
    former: Option<&Written>,
) -> Result<(BTreeMap<String, Page>, Written), SiteError> {
    let units = Units::new(dataset);
    let mut pages = BTreeMap::new();
    for (path, text) in structure::messages(dataset, sdmx, &units)? {
        let page = message::page(message::STRUCTURE, Variant::compressed(text.into_bytes()));
        pages.insert(format!("{SDMX}{path}"), page);
    }
    let flow = flow(sdmx);
    let indicators: Vec<&Indicator> = dataset.indicators().collect();
    let written = parallel::map(&indicators, |indicator| {
        let inputs = SdmxInputs::new(indicator, sdmx, &units, &flow);
        let known = former.and_then(|former| former.get(&indicator.key));
        match known.filter(|known| known.inputs == inputs) {
            Some(known) => Ok(Some(Arc::clone(known))),
            None => WrittenSeries::new(inputs),
        }
    })?;
    let written: Vec<Arc<WrittenSeries>> = written.into_iter().flatten().collect();
    let mut groups: BTreeMap<&str, Vec<&WrittenSeries>> = BTreeMap::from([("all", Vec::new())]);
    for series in &written {
        for group in ["all", series.place.frequency, &series.place.path] {
            groups.entry(group).or_default().push(series);
        }
    }
    let begin = Piece::new(message::data_begin(dataset, sdmx)?.into_bytes());
    let end = Piece::new(message::DATA_END.into());
    let head = Piece::new(table::head(COLUMNS, Dialect::Plain)?);
    for (group, all) in groups {
        let path = |form: &str| format!("{SDMX}data/{group}{form}");
        let joined =
            |piece: fn(&WrittenSeries) -> &Piece| all.iter().map(move |series| piece(series).clone());
        let data = |piece| [begin.clone()].into_iter().chain(joined(piece)).chain([end.clone()]);
        let table = [head.clone()].into_iter().chain(joined(|series| &series.rows));
        let page = |media_type, pieces: Vec<Piece>| message::page(media_type, Variant::of_pieces(&pieces));
        pages.insert(path(""), page(message::DATA, data(|series| &series.data).collect()));
        pages.insert(path(request::KEYS_ONLY), page(message::DATA, data(|series| &series.key).collect()));
        // A table is kept under a name that comes from its path.
        let place = path(request::CSV);
        let table = Page { path: Some(place.as_str().into()), ..page(message::CSV, table.collect()) };
        pages.insert(place, table);
    }
    let written = written.into_iter().map(|series| (series.inputs.key.clone(), series)).collect();
    Ok((pages, written))
}

/// What the dataflow is called in tables.
fn flow(sdmx: &Sdmx) -> String {
    format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow)
}

/// What stands in for all series of a dataset.
pub fn stand_ins(dataset: &Dataset) -> Written {
    let Some(sdmx) = &dataset.sdmx else { return Written::new() };
    let (units, flow) = (Units::new(dataset), flow(sdmx));
    let inputs = dataset.indicators().map(|indicator| SdmxInputs::new(indicator, sdmx, &units, &flow));
    let known = inputs.filter_map(WrittenSeries::stand_in);
    known.map(|series| (series.inputs.key.clone(), Arc::new(series))).collect()
}

/// A series in all its forms: written once for its own page, that of its frequency and that of all, and for every
/// snapshot in which it is the same.
pub struct WrittenSeries {
    inputs: SdmxInputs,
    place: Place,
    data: Piece,
    key: Piece,
    rows: Piece,
}

impl WrittenSeries {
    /// `None` of a series without dates.
    fn new(inputs: SdmxInputs) -> Result<Option<Arc<Self>>, SiteError> {
        let Some(place) = inputs.place() else { return Ok(None) };
        let Some(view) = SeriesView::new(&inputs) else { return Ok(None) };
        let (data, key, rows) = (view.xml(), view.key_xml(), view.rows()?);
        Ok(Some(Arc::new(WrittenSeries {
            place,
            data: Piece::new(data.into_bytes()),
            key: Piece::new(key.into_bytes()),
            rows: Piece::new(rows),
            inputs,
        })))
    }

    /// What stands in for it.
    fn stand_in(inputs: SdmxInputs) -> Option<Self> {
        let place = inputs.place()?;
        let piece = Piece::stand_in(inputs.key.as_str());
        Some(WrittenSeries { place, data: piece.clone(), key: piece.clone(), rows: piece, inputs })
    }
}

#[cfg(test)]
mod tests;
