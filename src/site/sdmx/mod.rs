//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! [D10.sdmx]. Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod codes;
mod ids;
mod message;
mod request;
mod series;
mod structure;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::body::Segment;
use super::csv::{self, Dialect};
use super::memo::Memo;
use super::page::{Facts, Page, PagesByPath, SDMX_CSV, SDMX_DATA, SDMX_STRUCTURE, SiteError, Variant};
use super::urls::SDMX;
use super::{parallel, text};
use crate::dataset::Dataset;
use crate::model::{Fingerprint, Indicator, Sdmx};
use codes::Units;
use ids::Ids;
use request::RequestError;
use series::{COLUMNS, Place, SdmxInputs, SeriesView};

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// What the dataset is called, where it is offered.
    ids: Option<Ids>,
    not_found: Page,
    not_offered: Page,
}

impl SdmxPages {
    /// The pages of a dataset by their paths, and what finds them.
    pub fn new(dataset: &Dataset, memo: &Memo<'_>) -> Result<(Self, PagesByPath), SiteError> {
        let pages = match &dataset.sdmx {
            Some(sdmx) => pages(dataset, sdmx, memo)?,
            None => BTreeMap::new(),
        };
        let own = SdmxPages {
            ids: dataset.sdmx.as_ref().map(|sdmx| Ids::new(dataset, sdmx)),
            not_found: message::refusal(404, 100, text::SdmxError::NotFound)?,
            not_offered: message::refusal(501, 501, text::SdmxError::NotOffered)?,
        };
        Ok((own, pages))
    }

    /// The path of the page that answers a decoded path and the parameters of its query; the page that says so where
    /// there is none.
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
fn pages(dataset: &Dataset, sdmx: &Sdmx, memo: &Memo<'_>) -> Result<PagesByPath, SiteError> {
    let mut pages = PagesByPath::new();
    let mut add = |path: String, facts: &'static Facts, text: Variant| {
        let path: Arc<str> = path.into();
        // A table is kept under a name that comes from its path.
        let own = facts.is_file.then(|| Arc::clone(&path));
        pages.insert(path, Arc::new(Page { path: own, ..Page::new(facts, text) }));
    };
    for (path, text) in structure::messages(dataset, sdmx, &Units::new(dataset))? {
        add(format!("{SDMX}{path}"), &SDMX_STRUCTURE, Variant::compressed(text.into_bytes()));
    }
    let written = series(dataset, memo)?;
    let written: Vec<&WrittenSeries> = written.iter().filter_map(|series| series.as_ref().as_ref()).collect();
    let mut groups: BTreeMap<&str, Vec<&WrittenSeries>> = BTreeMap::from([("all", Vec::new())]);
    for series in &written {
        for group in ["all", series.place.frequency, &series.place.path] {
            groups.entry(group).or_default().push(series);
        }
    }
    let begin = Segment::new(message::data_begin(dataset, sdmx)?.into_bytes());
    let end = Segment::new(message::DATA_END.into());
    let head = Segment::new(csv::head(COLUMNS, Dialect::Plain));
    for (group, all) in groups {
        let joined =
            |segment: fn(&WrittenSeries) -> &Segment| all.iter().map(move |series| segment(series).clone());
        let data = |segment| {
            let segments = [begin.clone()].into_iter().chain(joined(segment)).chain([end.clone()]);
            Variant::of_segments(&segments.collect::<Vec<_>>())
        };
        let table = [head.clone()].into_iter().chain(joined(|series| &series.rows));
        let path = |form: &str| format!("{SDMX}data/{group}{form}");
        add(path(""), &SDMX_DATA, data(|series| &series.data));
        add(path(request::KEYS_ONLY), &SDMX_DATA, data(|series| &series.key));
        add(path(request::CSV), &SDMX_CSV, Variant::of_segments(&table.collect::<Vec<_>>()));
    }
    Ok(pages)
}

/// A series in all its forms: written once for its own page, that of its frequency and that of all.
pub struct WrittenSeries {
    place: Place,
    data: Segment,
    key: Segment,
    rows: Segment,
}

/// What is written of each series; `None` of one without dates or a code of its unit.
pub fn series(dataset: &Dataset, memo: &Memo<'_>) -> Result<Vec<Arc<Option<WrittenSeries>>>, SiteError> {
    let Some(sdmx) = &dataset.sdmx else { return Ok(Vec::new()) };
    let units = Units::new(dataset);
    // What the dataflow is called in tables.
    let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
    let indicators: Vec<&Indicator> = dataset.indicators().collect();
    parallel::map(&indicators, |indicator| {
        let inputs = SdmxInputs::new(indicator, sdmx, &units, &flow);
        memo.get(
            "sdmx",
            &inputs,
            |name| WrittenSeries::stand_in(name, &inputs),
            || WrittenSeries::new(&inputs),
        )
    })
}

impl WrittenSeries {
    fn new(inputs: &SdmxInputs) -> Result<Option<Self>, SiteError> {
        let Some((place, view)) = inputs.place().zip(SeriesView::new(inputs)) else { return Ok(None) };
        let [data, key, rows] =
            [view.xml().into_bytes(), view.key_xml().into_bytes(), view.rows()].map(Segment::new);
        Ok(Some(WrittenSeries { place, data, key, rows }))
    }

    fn stand_in(name: Fingerprint, inputs: &SdmxInputs) -> Option<Self> {
        let [data, key, rows] = [name; 3].map(Segment::stand_in);
        Some(WrittenSeries { place: inputs.place()?, data, key, rows })
    }
}

#[cfg(test)]
mod tests;
