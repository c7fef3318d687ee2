//! Messages of data: what stands around the series.

use askama::Template;

use super::format::{Detail, Format};
use super::structure::{Header, structure_id};
use super::table;
use super::written::Newest;
use crate::dataset::Dataset;
use crate::model::{Offset, Sdmx};
use crate::site::page::{SiteError, Variant};
use crate::site::segment::Segment;
use crate::site::xml;

/// A message up to its first series.
#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct Begin<'a> {
    header: Header,
    structure: String,
    agency: &'a str,
    is_specific: bool,
}

/// What all messages of a snapshot have in common.
pub struct Messages {
    documents: [Document; 2],
    /// With attributes, and without.
    tables: [Segment; 2],
    as_of: String,
    offset: Offset,
}

/// A document apart at the instant at which it was prepared.
struct Document {
    begin: Segment,
    after_instant: Segment,
    end: Segment,
}

const PREPARED: &str = "<mes:Prepared>";

impl Messages {
    pub fn new(dataset: &Dataset, sdmx: &Sdmx) -> Result<Self, SiteError> {
        let document = |is_specific, end: &str| {
            let header = Header { prepared: String::new(), ..Header::new("DATA", dataset, sdmx) };
            let begin = Begin { header, structure: structure_id(sdmx), agency: &sdmx.agency, is_specific };
            let text = xml::document(&begin)?;
            let place = text.find(PREPARED).map_or(text.len(), |place| place + PREPARED.len());
            let (begin, rest) = text.split_at(place);
            let [begin, after_instant, end] = [begin, rest, end].map(|text| Segment::new(text.into()));
            Ok::<_, SiteError>(Document { begin, after_instant, end })
        };
        Ok(Messages {
            documents: [
                document(false, "</mes:DataSet>\n</mes:GenericData>\n")?,
                document(true, "</mes:DataSet>\n</mes:StructureSpecificData>\n")?,
            ],
            tables: [true, false].map(|has_attributes| Segment::new(table::head(has_attributes))),
            as_of: dataset.offset.timestamp(dataset.as_of),
            offset: dataset.offset,
        })
    }

    /// The message with these series. It was prepared when the newest of its observations was published, so that it changes
    /// when its data do [D21.prepared].
    pub fn of(&self, format: Format, detail: Detail, newest: Newest, series: &[Segment]) -> Variant {
        let document = match format {
            Format::Generic => &self.documents[0],
            Format::Specific => &self.documents[1],
            Format::Table => {
                let head = &self.tables[usize::from(detail == Detail::DataOnly)];
                return Variant::of_segments(&[std::slice::from_ref(head), series].concat());
            }
        };
        let prepared = newest.day().map_or_else(|| self.as_of.clone(), |day| self.offset.midnight(day));
        let head = [document.begin.clone(), Segment::new(prepared.into()), document.after_instant.clone()];
        Variant::of_segments(&[&head, series, std::slice::from_ref(&document.end)].concat())
    }
}
