//! What stands around the series of a message, and around the observations of a series.

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

/// What stands before the observations of a series: its key, and its attributes unless data alone are asked for.
pub fn begin_series(format: Format, facts: &SeriesFacts, has_attributes: bool) -> String {
    let attributes = if has_attributes { &*facts.attributes } else { &[] };
    match format {
        Format::Generic => {
            format!(
                "<gen:Series>{}{}\n",
                generic("SeriesKey", &facts.dimensions),
                generic("Attributes", attributes)
            )
        }
        Format::Specific => format!("<Series{}{}>\n", specific(&facts.dimensions), specific(attributes)),
        Format::Table => String::new(),
    }
}

/// A series without attributes and observations.
pub fn key_only(format: Format, facts: &SeriesFacts) -> String {
    match format {
        Format::Generic => {
            format!("<gen:Series>{}{}", generic("SeriesKey", &facts.dimensions), end_series(format))
        }
        Format::Specific => format!("<Series{}/>\n", specific(&facts.dimensions)),
        Format::Table => String::new(),
    }
}

pub fn end_series(format: Format) -> &'static str {
    match format {
        Format::Generic => "</gen:Series>\n",
        Format::Specific => "</Series>\n",
        Format::Table => "",
    }
}

/// Concepts with their values, each as an element; nothing where none has a value.
fn generic(element: &str, concepts: &[(&'static str, String)]) -> String {
    let values: String = with_value(concepts)
        .map(|(id, value)| format!("<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(value)))
        .collect();
    if values.is_empty() { values } else { format!("<gen:{element}>{values}</gen:{element}>") }
}

/// Concepts with their values as attributes of XML.
fn specific(concepts: &[(&'static str, String)]) -> String {
    with_value(concepts).map(|(id, value)| format!(" {id}=\"{}\"", xml::attribute(value))).collect()
}

fn with_value<'a>(concepts: &'a [(&'static str, String)]) -> impl Iterator<Item = (&'a str, &'a str)> {
    concepts.iter().map(|(id, value)| (*id, value.as_str())).filter(|(_, value)| !value.is_empty())
}
