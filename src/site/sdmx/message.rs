//! What every SDMX-ML 2.1 message has around its content.

use super::super::page::{Caching, Page, Variant};
use super::super::piece::Piece;
use super::super::xml;
use super::ids::structure_id;
use crate::dataset::Dataset;
use crate::model::{Lang, Sdmx};

/// What structures are sent as.
pub const STRUCTURE: &str = "application/vnd.sdmx.structure+xml; version=2.1";
/// What data are sent as.
pub const DATA: &str = "application/vnd.sdmx.genericdata+xml; version=2.1";
/// What tables are sent as.
pub const CSV: &str = "application/vnd.sdmx.data+csv; version=1.0.0";
/// What errors are sent as.
pub const ERROR: &str = "application/xml";

const SCHEMAS: &str = "http://www.sdmx.org/resources/sdmxml/schemas/v2_1";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A structure message with this content.
pub fn structure(dataset: &Dataset, sdmx: &Sdmx, content: &str) -> String {
    format!(
        "{DECLARATION}<mes:Structure xmlns:mes=\"{SCHEMAS}/message\" xmlns:str=\"{SCHEMAS}/structure\" \
         xmlns:com=\"{SCHEMAS}/common\">\n{}</mes:Header>\n<mes:Structures>\n{content}</mes:Structures>\n\
         </mes:Structure>\n",
        header("STRUCTURE", dataset, sdmx)
    )
}

/// The beginning of a message of data, up to its first series.
pub fn data_begin(dataset: &Dataset, sdmx: &Sdmx) -> String {
    let (structure, agency) = (structure_id(sdmx), xml::attribute(&sdmx.agency));
    format!(
        "{DECLARATION}<mes:GenericData xmlns:mes=\"{SCHEMAS}/message\" xmlns:com=\"{SCHEMAS}/common\" \
         xmlns:gen=\"{SCHEMAS}/data/generic\">\n{}<mes:Structure structureID=\"{structure}\" \
         dimensionAtObservation=\"TIME_PERIOD\"><com:Structure><Ref agencyID=\"{agency}\" id=\"{structure}\" \
         version=\"1.0\"/></com:Structure></mes:Structure></mes:Header>\n\
         <mes:DataSet action=\"Replace\" structureRef=\"{structure}\">\n",
        header("DATA", dataset, sdmx)
    )
}

/// The end of a message of data.
pub const DATA_END: &str = "</mes:DataSet>\n</mes:GenericData>\n";

/// An error message with a sentence in each language.
pub fn error(code: u16, sentence: impl Fn(Lang) -> &'static str) -> String {
    let text = |lang: Lang| {
        format!("<com:Text xml:lang=\"{}\">{}</com:Text>", lang.tag(), xml::content(sentence(lang)))
    };
    format!(
        "{DECLARATION}<mes:Error xmlns:mes=\"{SCHEMAS}/message\" xmlns:com=\"{SCHEMAS}/common\">\n\
         <mes:ErrorMessage code=\"{code}\">{}{}</mes:ErrorMessage>\n</mes:Error>\n",
        text(Lang::En),
        text(Lang::Ru)
    )
}

/// Without its end: data add what they are structured by. Prepared when the snapshot was taken, so that equal
/// datasets give equal bytes.
fn header(id: &str, dataset: &Dataset, sdmx: &Sdmx) -> String {
    let prepared = dataset.offset.timestamp(dataset.as_of);
    // The identifier of a sender has no points, that of a nested agency has.
    let sender = sdmx.agency.replace('.', "_");
    format!(
        "<mes:Header><mes:ID>{id}</mes:ID><mes:Test>false</mes:Test><mes:Prepared>{prepared}</mes:Prepared>\
         <mes:Sender id=\"{}\"/>",
        xml::attribute(&sender)
    )
}

/// A page of SDMX, which has both languages in it.
pub fn page(media_type: &'static str, text: String) -> Page {
    Page { cross_origin: true, ..Page::new(media_type, Variant::compressed(text.into_bytes())) }
}

/// A page of SDMX that is put together from `pieces`.
pub fn of_pieces(media_type: &'static str, pieces: &[Piece]) -> Page {
    Page { cross_origin: true, ..Page::new(media_type, Variant::of_pieces(pieces)) }
}

/// The page that says why a request is refused.
pub fn refusal(status: u16, text: String) -> Page {
    let text = Variant::plain(text.into_bytes());
    Page { status, caching: Caching::NoStore, cross_origin: true, ..Page::new(ERROR, text) }
}
