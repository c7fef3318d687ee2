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
use request::Asked;
use series::SeriesFacts;
use structure::{Names, names, unit_codes};

pub use data::{differing_paths, nsdp_file};
pub use request::MediaRange;

const ERROR: Facts = Facts::data("application/xml");
const ERROR_BY_ACCEPT: Facts = Facts::data("application/xml").by_accept();

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// `None` where the dataset has no name in SDMX.
    data: Option<Arc<Data>>,
    /// The answer to a request for data while the service is busy.
    pub busy: Page,
}

#[derive(Template)]
#[template(path = "sdmx/error.xml", config = "src/site/templates/askama.toml")]
struct ErrorMessage {
    code: u16,
    sentences: Names,
}

impl SdmxPages {
    /// Returns the answers, and the pages of structures.
    pub fn new(site: &Arc<SiteData>, bodies: &Bodies) -> Result<(Self, Vec<Arc<Page>>), SiteError> {
        let busy = refusal(SdmxError::Busy)?;
        let data = Data::of_site(site);
        let structures = match &data {
            Some(data) => structure::pages(&site.dataset, &data.sdmx, bodies)?,
            None => Vec::new(),
        };

        Ok((SdmxPages { data, busy }, structures))
    }

    /// Answers a decoded path with the parameters of its query. `accepted` are the media types that the client accepts, the best
    /// first.
    pub fn locate<'a, 'p>(
        &self,
        path: &'a str,
        parameters: impl Iterator<Item = (&'p str, &'p str)>,
        accepted: Option<&[MediaRange<'_>]>,
    ) -> Located<'a> {
        match self.answer(path, parameters, accepted) {
            Ok(located) => located,
            Err(error) => match refusal(error) {
                Ok(page) => Located::Made(Box::new(page)),
                // Not expected, since `busy` was rendered by the same template. The path is then looked for like any other.
                Err(_) => Located::Page(Cow::Borrowed(path)),
            },
        }
    }

    fn answer<'a, 'p>(
        &self,
        path: &str,
        parameters: impl Iterator<Item = (&'p str, &'p str)>,
        accepted: Option<&[MediaRange<'_>]>,
    ) -> Result<Located<'a>, SdmxError> {
        let Some(data) = &self.data else {
            return Err(SdmxError::NotFound);
        };

        match request::canonical(path, parameters, accepted, &data.sdmx, &data.series)? {
            Asked::Structure(path) => Ok(Located::Page(Cow::Owned(path))),
            Asked::Data(message) => Ok(Located::Data(Box::new(data.answer(message)?))),
        }
    }
}

fn refusal(error: SdmxError) -> Result<Page, SiteError> {
    // The HTTP status, and the error code of SDMX.
    let (status, code) = match error {
        SdmxError::NotFound => (404, 100),
        SdmxError::Malformed(_) => (400, 140),
        SdmxError::NotAcceptable => (406, 406),
        SdmxError::Busy => (503, 503),
        SdmxError::NotOffered | SdmxError::ParameterNotOffered(_) => (501, 501),
    };

    let sentences = names(|lang| text::sdmx_error(error, lang));
    let facts = match error {
        SdmxError::NotAcceptable => &ERROR_BY_ACCEPT,
        _ => &ERROR,
    };
    let text = Texts::of(xml::document(&ErrorMessage { code, sentences })?);
    Ok(Page {
        status,
        ..Page::passing(facts, text)
    })
}

#[cfg(test)]
mod tests;
