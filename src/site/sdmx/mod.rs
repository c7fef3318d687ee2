//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! [D10.sdmx]. Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod data;
pub mod request;
mod series;
mod structure;

use super::*;

use super::text::{self, SdmxError};
use super::urls::SDMX;
use crate::model::{NsdpSeries, Sdmx};
use data::Data;
use request::{Asked, Ids, Parameters, Selection};
use structure::{Names, Units, names};

pub use data::{DataAnswer, differing_paths, nsdp_file};
pub use request::MediaRange;

const ERROR: Facts = Facts::data("application/xml");
const ERROR_BY_ACCEPT: Facts = Facts::data("application/xml").by_accept();

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// `None` where the dataset has no name in SDMX.
    data: Option<Arc<Data>>,
    refusals: Vec<(SdmxError, Page)>,
}

/// What answers a request.
pub enum SdmxAnswer {
    /// The page at this path.
    Page(String),
    Data(Box<DataAnswer>),
}

#[derive(Template)]
#[template(path = "sdmx/error.xml", config = "src/site/templates/askama.toml")]
struct ErrorMessage {
    code: u16,
    sentences: Names,
}

impl SdmxPages {
    /// With the pages of structures.
    pub fn new(site: &Arc<SiteData>, bodies: &Bodies) -> Result<(Self, Vec<Arc<Page>>), SiteError> {
        let Some(sdmx) = &site.dataset.sdmx else {
            return Ok((SdmxPages { data: None, refusals: refusals()? }, Vec::new()));
        };
        let data = Some(Arc::new(Data::new(site, sdmx)));
        Ok((SdmxPages { data, refusals: refusals()? }, structures(&site.dataset, sdmx, bodies)?))
    }

    /// What answers a decoded path, the parameters of its query and the media types that are accepted, the best first, or the
    /// page of the refusal.
    pub fn locate<'a>(
        &self,
        path: &str,
        parameters: impl Iterator<Item = (&'a str, &'a str)>,
        accepted: Option<&[MediaRange<'_>]>,
    ) -> Result<SdmxAnswer, &Page> {
        let data = self.data.as_ref().ok_or(SdmxError::NotFound);
        let answer = data.and_then(|data| match request::canonical(path, parameters, data.ids())? {
            Asked::Structure(path) => Ok(SdmxAnswer::Page(path)),
            Asked::Data(selection, parameters) => {
                Ok(SdmxAnswer::Data(Box::new(data.answer(&selection, &parameters, accepted)?)))
            }
        });
        answer.map_err(|error| self.refusal(error))
    }

    pub fn busy(&self) -> &Page {
        self.refusal(SdmxError::Busy)
    }

    fn refusal(&self, error: SdmxError) -> &Page {
        let refusal =
            self.refusals.iter().find(|(refused, _)| *refused == error).unwrap_or(&self.refusals[0]);
        &refusal.1
    }
}

fn structures(dataset: &Dataset, sdmx: &Sdmx, bodies: &Bodies) -> Result<Vec<Arc<Page>>, SiteError> {
    let messages = structure::messages(dataset, sdmx, &Units::new(dataset))?;
    let page = |(path, text): (String, String)| {
        let page = Page::new(&SDMX_STRUCTURE, Texts::of(text), bodies);
        Arc::new(Page { path: Some(format!("{SDMX}{path}").into()), ..page })
    };
    Ok(messages.into_iter().map(page).collect())
}

fn refusals() -> Result<Vec<(SdmxError, Page)>, SiteError> {
    let resources = [SdmxError::NotFound, SdmxError::NotOffered, SdmxError::NotAcceptable, SdmxError::Busy];
    let page = |error| Ok((error, refusal(error)?));
    resources.into_iter().chain(request::refusals()).map(page).collect()
}

fn refusal(error: SdmxError) -> Result<Page, SiteError> {
    // The second is SDMX's own.
    let (status, code) = match error {
        SdmxError::NotFound => (404, 100),
        SdmxError::Malformed(_) => (400, 140),
        SdmxError::NotAcceptable => (406, 406),
        SdmxError::Busy => (503, 503),
        SdmxError::NotOffered | SdmxError::ParameterNotOffered(_) => (501, 501),
    };
    let sentences = names(|lang| text::sdmx_error(error, lang));
    let facts = if error == SdmxError::NotAcceptable { &ERROR_BY_ACCEPT } else { &ERROR };
    let text = Texts::of(xml::document(&ErrorMessage { code, sentences })?);
    Ok(Page { status, caching: Caching::NoStore, ..Page::passing(facts, text) })
}

#[cfg(test)]
mod tests;
