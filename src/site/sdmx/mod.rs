//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! [D10.sdmx]. Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod codes;
mod parameters;
mod request;
mod series;
mod structure;

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;

use super::csv::{self, Dialect};
use super::memo::Memo;
use super::page::{
    Caching, Facts, Page, PagesByPath, SDMX_CSV, SDMX_DATA, SDMX_STRUCTURE, SiteError, Variant,
};
use super::segment::Segment;
use super::text::{self, SdmxError};
use super::urls::{SDMX, SDMX_TABLE};
use super::{parallel, xml};
use crate::dataset::Dataset;
use crate::model::{Fingerprint, Sdmx};
use codes::Units;
use request::Ids;
use series::{COLUMNS, SdmxInputs, SeriesView};
use structure::{Header, Names, names, structure_id};

const ERROR: Facts = Facts::data("application/xml");
const DATA_END: &str = "</mes:DataSet>\n</mes:GenericData>\n";

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// `None` where the dataset has no name in SDMX.
    ids: Option<Ids>,
    refusals: Vec<(SdmxError, Page)>,
}

/// Written once for its own page, that of its frequency and that of all.
pub struct WrittenSeries {
    frequency: &'static str,
    path: String,
    data: Segment,
    key: Segment,
    rows: Segment,
}

/// A message of data up to its first series.
#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct DataBegin<'a> {
    header: Header,
    structure: String,
    agency: &'a str,
}

#[derive(Template)]
#[template(path = "sdmx/error.xml", config = "src/site/templates/askama.toml")]
struct ErrorMessage {
    code: u16,
    sentences: Names,
}

impl SdmxPages {
    pub fn new(dataset: &Dataset, memo: &Memo<'_>) -> Result<(Self, PagesByPath), SiteError> {
        let pages = match &dataset.sdmx {
            Some(sdmx) => pages(dataset, sdmx, memo)?,
            None => BTreeMap::new(),
        };
        let own = SdmxPages {
            ids: dataset.sdmx.as_ref().map(|sdmx| Ids::new(dataset, sdmx)),
            refusals: refusals()?,
        };
        Ok((own, pages))
    }

    /// The path of the page that answers a decoded path and the parameters of its query, or the page of the refusal.
    pub fn locate<'a>(
        &self,
        path: &str,
        parameters: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<String, &Page> {
        let ids = self.ids.as_ref().ok_or(SdmxError::NotFound);
        ids.and_then(|ids| request::canonical(path, parameters, ids)).map_err(|error| {
            let own = self.refusals.iter().find(|(own, _)| *own == error).unwrap_or(&self.refusals[0]);
            &own.1
        })
    }
}

fn refusals() -> Result<Vec<(SdmxError, Page)>, SiteError> {
    let resources = [SdmxError::NotFound, SdmxError::NotOffered];
    let page = |error| Ok((error, refusal(error)?));
    resources.into_iter().chain(parameters::refusals()).map(page).collect()
}

fn refusal(error: SdmxError) -> Result<Page, SiteError> {
    // The second is SDMX's own.
    let (status, code) = match error {
        SdmxError::NotFound => (404, 100),
        SdmxError::NotOffered | SdmxError::ParameterNotOffered(_) => (501, 501),
    };
    let sentences = names(|lang| text::sdmx_error(error, lang));
    let text = Variant::plain(xml::document(&ErrorMessage { code, sentences })?.into_bytes());
    Ok(Page { status, caching: Caching::NoStore, ..Page::new(&ERROR, text) })
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
    let mut groups: BTreeMap<&str, Vec<&WrittenSeries>> = BTreeMap::from([("all", Vec::new())]);
    for series in &written {
        for group in ["all", series.frequency, &series.path] {
            groups.entry(group).or_default().push(series);
        }
    }
    let header = Header::new("DATA", dataset, sdmx);
    let begin = DataBegin { header, structure: structure_id(sdmx), agency: &sdmx.agency };
    let begin = Segment::new(xml::document(&begin)?.into_bytes());
    let end = Segment::new(DATA_END.into());
    let head = Segment::new(csv::head(COLUMNS, Dialect::Plain));
    for (group, all) in groups {
        let joined = |before: &Segment, segment: fn(&WrittenSeries) -> &Segment, after: Option<&Segment>| {
            let middle = all.iter().map(|series| segment(series));
            Variant::of_segments(
                &[before].into_iter().chain(middle).chain(after).cloned().collect::<Vec<_>>(),
            )
        };
        let path = |form: &str| format!("{SDMX}data/{group}{form}");
        add(path(""), &SDMX_DATA, joined(&begin, |series| &series.data, Some(&end)));
        add(path(request::KEYS_ONLY), &SDMX_DATA, joined(&begin, |series| &series.key, Some(&end)));
        add(path(SDMX_TABLE), &SDMX_CSV, joined(&head, |series| &series.rows, None));
    }
    Ok(pages)
}

/// Every series that has dates and a code of its unit.
pub fn series(dataset: &Dataset, memo: &Memo<'_>) -> Result<Vec<Arc<WrittenSeries>>, SiteError> {
    let Some(sdmx) = &dataset.sdmx else { return Ok(Vec::new()) };
    let units = Units::new(dataset);
    let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
    let of_indicators = dataset.indicators().filter_map(|of| SdmxInputs::new(of, sdmx, &units, &flow));
    parallel::map(&of_indicators.collect::<Vec<_>>(), |inputs| {
        let written = |[data, key, rows]: [Segment; 3]| WrittenSeries {
            frequency: inputs.frequency(),
            path: inputs.path(),
            data,
            key,
            rows,
        };
        memo.get(
            "sdmx",
            inputs,
            |name: Fingerprint| written([name; 3].map(Segment::stand_in)),
            || {
                let view = SeriesView::new(inputs);
                let texts = [view.xml().into_bytes(), view.key_xml().into_bytes(), view.rows()];
                Ok(written(texts.map(Segment::new)))
            },
        )
    })
}

#[cfg(test)]
mod tests;
