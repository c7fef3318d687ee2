//! SDMX 2.1: structures, generic data and SDMX-CSV for the clients of central banks and statistical offices
//! [D10.sdmx]. Only of a dataset that says what it is called there; never a part of `export`, since
//! a path is both a file and a folder.

mod codes;
mod data;
mod format;
mod generic;
mod ids;
mod message;
pub mod parameters;
mod request;
mod series;
mod specific;
mod structure;
mod table;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;

pub use data::{DataAnswer, SdmxAnswer, series};
pub use format::MediaRange;
#[cfg(test)]
pub use written::WrittenSeries;

use super::inputs::DatasetInputs;
use super::page::{Caching, Facts, Page, PagesByPath, SDMX_STRUCTURE, SiteError, Variant};
use super::text::{self, SdmxError};
use super::urls::SDMX;
use super::xml;
use crate::model::Sdmx;
use codes::Units;
use data::Data;
use request::Asked;
use structure::{Names, names};

const ERROR: Facts = Facts::data("application/xml");
const ERROR_BY_ACCEPT: Facts = Facts::data("application/xml").by_accept();

/// Answers every request under `/sdmx/`.
pub struct SdmxPages {
    /// `None` where the dataset has no name in SDMX.
    data: Option<Data>,
    refusals: Vec<(SdmxError, Page)>,
}

#[derive(Template)]
#[template(path = "sdmx/error.xml", config = "src/site/templates/askama.toml")]
struct ErrorMessage {
    code: u16,
    sentences: Names,
}

impl SdmxPages {
    pub fn new(inputs: &DatasetInputs<'_>) -> Result<(Self, PagesByPath), SiteError> {
        let Some(sdmx) = &inputs.dataset.sdmx else {
            return Ok((SdmxPages { data: None, refusals: refusals()? }, PagesByPath::new()));
        };
        let data = Data::new(inputs, sdmx)?;
        let mut pages = structures(inputs, sdmx)?;
        pages.extend(data.pages());
        Ok((SdmxPages { data: Some(data), refusals: refusals()? }, pages))
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
            Asked::Data(selection, parameters) => data.answer(&selection, &parameters, accepted),
        });
        answer.map_err(|error| {
            let own = self.refusals.iter().find(|(own, _)| *own == error).unwrap_or(&self.refusals[0]);
            &own.1
        })
    }
}

fn structures(inputs: &DatasetInputs<'_>, sdmx: &Sdmx) -> Result<PagesByPath, SiteError> {
    let messages = structure::messages(inputs.dataset, sdmx, &Units::new(inputs.dataset))?;
    let page = |(path, text): (String, String)| {
        let page = Page::new(&SDMX_STRUCTURE, Variant::compressed(text.into_bytes()));
        (format!("{SDMX}{path}").into(), Arc::new(page))
    };
    Ok(messages.into_iter().map(page).collect::<BTreeMap<_, _>>())
}

fn refusals() -> Result<Vec<(SdmxError, Page)>, SiteError> {
    let resources = [SdmxError::NotFound, SdmxError::NotOffered, SdmxError::NotAcceptable, SdmxError::Failed];
    let page = |error| Ok((error, refusal(error)?));
    resources.into_iter().chain(parameters::refusals()).map(page).collect()
}

fn refusal(error: SdmxError) -> Result<Page, SiteError> {
    // The second is SDMX's own.
    let (status, code) = match error {
        SdmxError::NotFound => (404, 100),
        SdmxError::Malformed(_) => (400, 140),
        SdmxError::NotAcceptable => (406, 406),
        SdmxError::Failed => (503, 503),
        SdmxError::NotOffered | SdmxError::ParameterNotOffered(_) => (501, 501),
    };
    let sentences = names(|lang| text::sdmx_error(error, lang));
    let facts = if error == SdmxError::NotAcceptable { &ERROR_BY_ACCEPT } else { &ERROR };
    let text = Variant::plain(xml::document(&ErrorMessage { code, sentences })?.into_bytes());
    Ok(Page { status, caching: Caching::NoStore, ..Page::new(facts, text) })
}

#[cfg(test)]
mod tests;
