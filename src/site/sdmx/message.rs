//! What stands around the series of a message.

use super::*;

use std::io::Write;

use super::structure::Header;

/// A message up to its first series.
#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct Begin<'a> {
    header: Header,
    structure: &'a str,
    agency: &'a str,
    is_specific: bool,
}

/// What all messages of a snapshot have in common.
pub struct Messages {
    /// Generic and structure-specific data up to the first series, without the instant at which they were prepared.
    begins: [String; 2],
    as_of: String,
    offset: Offset,
}

const PREPARED: &str = "<mes:Prepared>";

impl Messages {
    pub fn new(dataset: &Dataset, sdmx: &Sdmx) -> Result<Self, SiteError> {
        Messages::in_structure(&sdmx.agency, &structure_id(sdmx), dataset, sdmx)
    }

    /// Of data in the structure of an agency; their sender is that of the dataset.
    pub fn in_structure(
        agency: &str,
        structure: &str,
        dataset: &Dataset,
        sdmx: &Sdmx,
    ) -> Result<Self, SiteError> {
        let begin = |is_specific| {
            let header = Header { prepared: String::new(), ..Header::new("DATA", dataset, sdmx) };
            xml::document(&Begin { header, structure, agency, is_specific })
        };
        Ok(Messages {
            begins: [begin(false)?, begin(true)?],
            as_of: dataset.offset.timestamp(dataset.as_of),
            offset: dataset.offset,
        })
    }

    /// The beginning of a document.
    pub fn frame(&self, format: Format) -> &str {
        match format {
            Format::Generic => &self.begins[0],
            Format::Specific => &self.begins[1],
            Format::Table => "",
        }
    }

    /// Writes what stands before the series of a message that was prepared on a day, or with the dataset.
    pub fn begin(
        &self,
        format: Format,
        detail: Detail,
        day: Option<NaiveDate>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if format == Format::Table {
            return out.write_all(&table::head(detail != Detail::DataOnly));
        }
        let frame = self.frame(format);
        let place = frame.find(PREPARED).map_or(frame.len(), |place| place + PREPARED.len());
        let (begin, rest) = frame.split_at(place);
        let prepared = day.map_or_else(|| self.as_of.clone(), |day| self.offset.midnight(day));
        [begin, &prepared, rest].iter().try_for_each(|part| out.write_all(part.as_bytes()))
    }

    pub fn end(&self, format: Format) -> &'static str {
        match format {
            Format::Generic => "</mes:DataSet>\n</mes:GenericData>\n",
            Format::Specific => "</mes:DataSet>\n</mes:StructureSpecificData>\n",
            Format::Table => "",
        }
    }
}
