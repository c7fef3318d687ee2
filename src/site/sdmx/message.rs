//! SDMX-ML 2.1 messages around their content: headers, errors, media types.

use askama::Template;

use crate::dataset::Dataset;
use crate::model::{Lang, Sdmx};
use crate::site::page::{Caching, Facts, Page, SiteError, Variant};
use crate::site::text::{self, SdmxError};
use crate::site::xml;

const ERROR: Facts = Facts::data("application/xml");

/// The tag of each language and a name in it.
pub type Names = Vec<(&'static str, String)>;

/// English first: a client that takes the first gets English.
pub fn names<T: Into<String>>(name: impl Fn(Lang) -> T) -> Names {
    Lang::ALL.iter().rev().map(|lang| (lang.tag(), name(*lang).into())).collect()
}

/// The identifier of the data structure, which is that of `structureID` in data too: clients fetch it by that.
pub fn structure_id(sdmx: &Sdmx) -> String {
    format!("{}_DSD", sdmx.dataflow)
}

/// Prepared when the snapshot was taken, so that equal datasets give equal bytes.
pub struct Header {
    pub id: &'static str,
    pub prepared: String,
    pub sender: String,
}

impl Header {
    pub fn new(id: &'static str, dataset: &Dataset, sdmx: &Sdmx) -> Self {
        let prepared = dataset.offset.timestamp(dataset.as_of);
        // The identifier of a sender has no points, that of a nested agency has.
        Header { id, prepared, sender: sdmx.agency.replace('.', "_") }
    }
}

#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct DataBegin<'a> {
    header: Header,
    structure: String,
    agency: &'a str,
}

/// A message of data up to its first series.
pub fn data_begin(dataset: &Dataset, sdmx: &Sdmx) -> Result<String, SiteError> {
    let header = Header::new("DATA", dataset, sdmx);
    xml::document(&DataBegin { header, structure: structure_id(sdmx), agency: &sdmx.agency })
}

pub const DATA_END: &str = "</mes:DataSet>\n</mes:GenericData>\n";

#[derive(Template)]
#[template(path = "sdmx/error.xml", config = "src/site/templates/askama.toml")]
struct ErrorMessage {
    code: u16,
    sentences: Names,
}

/// The page that says why a request is refused; `code` is SDMX's own.
pub fn refusal(status: u16, code: u16, error: SdmxError) -> Result<Page, SiteError> {
    let sentences = names(|lang| text::sdmx_error(error, lang));
    let text = Variant::plain(xml::document(&ErrorMessage { code, sentences })?.into_bytes());
    Ok(Page { status, caching: Caching::NoStore, ..Page::new(&ERROR, text) })
}
