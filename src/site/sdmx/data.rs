//! Data: messages that are written for each request, from the series that a key names; and the files of the National Summary
//! Data Page.

use super::*;

use std::io::Write;

use super::request::{Format, Message, Rows};
use super::series::{
    COLUMNS, Observations, SdmxColumn, SdmxRow, TABLE_COLUMNS, comparable, narrowest_group,
};
use super::structure::structure_id;
use crate::site::urls::SDMX_TABLE;

/// Series that share a structure, and the names in their messages.
pub struct Data {
    site: Arc<SiteData>,
    pub sdmx: Sdmx,
    /// The agency and the identifier of the structure.
    structure: (String, String),
    /// The columns of the observations in XML.
    columns: &'static [SdmxColumn],
    pub series: Vec<SeriesFacts>,
    /// The place of the indicator of each series.
    indicators: Vec<usize>,
}

impl Data {
    /// The series of a dataset that have dates and a code of their unit.
    pub fn new(site: &Arc<SiteData>, sdmx: &Sdmx) -> Self {
        let units = unit_codes(&site.dataset);
        let (mut indicators, mut series) = (Vec::new(), Vec::new());
        for (place, indicator) in site.dataset.indicators().enumerate() {
            if let Some(facts) = SeriesFacts::new(indicator, sdmx, &units) {
                indicators.push(place);
                series.push(facts);
            }
        }

        Data {
            series,
            indicators,
            site: Arc::clone(site),
            sdmx: sdmx.clone(),
            structure: (sdmx.agency.clone(), structure_id(sdmx)),
            columns: &COLUMNS,
        }
    }

    /// The series of a dataset, where it has a name in SDMX.
    fn of_site(site: &Arc<SiteData>) -> Option<Arc<Self>> {
        let sdmx = site.dataset.sdmx.as_ref()?;
        Some(Arc::new(Data::new(site, sdmx)))
    }

    /// The series of a data category of the National Summary Data Page, in the structure that the IMF gives for it.
    fn of_nsdp(site: &Arc<SiteData>, category: &str) -> Option<Self> {
        let (sdmx, nsdp) = site.dataset.sdmx.as_ref().zip(site.dataset.nsdp.as_ref())?;
        let (mut indicators, mut series) = (Vec::new(), Vec::new());
        for (place, indicator, one) in site.dataset.nsdp_series(category) {
            indicators.push(place);
            series.push(SeriesFacts::of_nsdp(indicator, one, &nsdp.ref_area));
        }

        Some(Data {
            series,
            indicators,
            site: Arc::clone(site),
            sdmx: sdmx.clone(),
            structure: ("IMF".to_owned(), "ECOFIN_DSD".to_owned()),
            columns: &COLUMNS[..3],
        })
    }

    fn all_places(&self) -> Vec<usize> {
        (0..self.series.len()).collect()
    }

    fn observations(&self, place: usize) -> &Series {
        &self.site.indicator(self.indicators[place]).series
    }

    /// Some of the observations that are comparable with the current one, as [`comparable`] has them.
    fn selected(&self, place: usize, rows: Rows) -> impl Iterator<Item = (&Observation, bool)> {
        let all = comparable(self.observations(place)).filter(move |(row, _)| rows.spans(row.date));
        // Only the newest are counted from the end.
        let count = rows.last.map_or(0, |_| all.clone().count());
        let numbered = all.enumerate();
        numbered
            .filter(move |(place, _)| rows.has(*place, count))
            .map(|(_, row)| row)
    }

    /// The observations of a series that a message has.
    fn sent(
        &self,
        place: usize,
        message: &Message,
    ) -> impl Iterator<Item = (&Observation, bool)> + use<'_> {
        let has_observations = message.has_observations;
        self.selected(place, message.rows)
            .filter(move |_| has_observations)
    }

    pub fn answer(self: &Arc<Self>, mut message: Message) -> Result<DataAnswer, SdmxError> {
        let facts: &Facts = match message.format {
            Format::Generic => &SDMX_DATA,
            Format::Specific => &SDMX_SPECIFIC,
            Format::Table => &SDMX_CSV,
        };

        // A table is kept under a name that comes from its path.
        let group = narrowest_group(&message.places, &self.series);
        let path = page_path(&group, message.format);
        let is_whole = message == Message::whole(self.all_places(), message.format);
        let rows = message.rows;
        let places = &mut message.places;
        places.retain(|place| self.selected(*place, rows).next().is_some());
        if message.places.is_empty() {
            return Err(SdmxError::NotFound);
        }

        let mut written = self.written(message);
        if is_whole {
            written.measured = self.site.measure_of(path.clone());
        }

        let page = Page {
            path: facts.is_file.then(|| path.into()),
            ..Page::with_bodies(facts, [None, None])
        };
        Ok(DataAnswer { page, written })
    }

    fn written(self: &Arc<Self>, message: Message) -> Written {
        let data = Arc::clone(self);
        let places = message.places.iter();
        let counts = places.clone();
        let counts = counts.map(|place| self.sent(*place, &message).count());
        Written {
            rows: counts.sum(),
            is_archive: false,
            // Without observations it was prepared when the snapshot was taken, as a structure.
            is_of_release: !message.has_observations,
            places: places.map(|place| self.indicators[*place]).collect(),
            write: Arc::new(move |mut parts: &mut dyn Parts| data.write(&message, &mut parts)),
            measured: Arc::default(),
        }
    }

    fn write(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let places = message.places.iter();
        let all = places.flat_map(|place| self.sent(*place, message));
        let prepared =
            preparation_time(&self.site.dataset, all.map(|(observation, _)| observation));
        let begin = self.begin(message.format, message.has_attributes, prepared);
        out.write_all(&begin.map_err(io::Error::other)?)?;
        for place in &message.places {
            let observations = self.sent(*place, message);
            self.write_series(&self.series[*place], message, observations, out)?;
        }

        out.write_all(match message.format {
            Format::Generic => b"</mes:DataSet>\n</mes:GenericData>\n",
            Format::Specific => b"</mes:DataSet>\n</mes:StructureSpecificData>\n",
            Format::Table => b"",
        })
    }

    /// The text before the first series of a message that was prepared at an instant.
    fn begin(
        &self,
        format: Format,
        has_attributes: bool,
        prepared: String,
    ) -> Result<Vec<u8>, SiteError> {
        if format == Format::Table {
            return Ok(Csv::PLAIN.head(table_columns(has_attributes)));
        }

        let (agency, structure) = &self.structure;
        let is_specific = format == Format::Specific;
        let begin = Begin {
            prepared,
            sdmx: &self.sdmx,
            agency,
            structure,
            is_specific,
        };
        Ok(xml::document(&begin)?.into_bytes())
    }

    fn write_series<'a>(
        &self,
        facts: &'a SeriesFacts,
        message: &Message,
        observations: impl Iterator<Item = (&'a Observation, bool)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = observations.map(|(row, follows_break)| SdmxRow::new(facts, row, follows_break));
        let has_attributes = message.has_attributes;
        let (attributes, columns) = match has_attributes {
            true => (&*facts.attributes, self.columns),
            false => (&[][..], &self.columns[..2]),
        };

        let is_generic = message.format == Format::Generic;
        let mut format = Observations::new(is_generic, has_attributes);
        let is_key_alone = !has_attributes && !message.has_observations;
        match message.format {
            Format::Table => {
                let mut format = Csv::PLAIN;
                write(out, &mut format, table_columns(has_attributes), rows)
            }
            Format::Generic => {
                let key = generic("SeriesKey", &facts.dimensions);
                write!(out, "<gen:Series>{key}")?;
                if !is_key_alone {
                    writeln!(out, "{}", generic("Attributes", attributes))?;
                    write(out, &mut format, columns, rows)?;
                }

                out.write_all(b"</gen:Series>\n")
            }
            Format::Specific => {
                let key = specific(&facts.dimensions);
                if is_key_alone {
                    return writeln!(out, "<Series{key}/>");
                }

                writeln!(out, "<Series{key}{}>", specific(attributes))?;
                write(out, &mut format, columns, rows)?;
                out.write_all(b"</Series>\n")
            }
        }
    }

    /// The hashes of the texts that make up each series and group, by the path of its message in each format. A series is not
    /// written if the other dataset has the same: its hash in `hashes` stands for its text.
    fn compared(
        self: &Arc<Self>,
        hashes: &[Fingerprint],
        other_hashes: &[Fingerprint],
    ) -> Result<BTreeMap<String, Vec<TextHash>>, SiteError> {
        let other_hashes: HashSet<&Fingerprint> = other_hashes.iter().collect();
        let mut all = BTreeMap::new();
        for format in Format::ALL {
            let begin = self.begin(format, true, String::new())?;
            let begin = TextHash::of(&begin);
            all.insert(page_path("all", format), vec![begin]);
            for (place, (facts, hash)) in self.series.iter().zip(hashes).enumerate() {
                let hash = if other_hashes.contains(hash) {
                    TextHash::of(hash.as_bytes())
                } else {
                    let message = Message::whole(vec![place], format);
                    self.written(message).measure()?.hash
                };

                for group in ["all", facts.frequency, &facts.path()] {
                    let path = page_path(group, format);
                    let texts = all.entry(path).or_insert_with(|| vec![begin]);
                    texts.push(hash);
                }
            }
        }

        Ok(all)
    }
}

/// The paths of messages in which two datasets differ.
pub fn differing_paths(
    old: &Arc<SiteData>,
    new: &Arc<SiteData>,
) -> Result<BTreeSet<String>, SiteError> {
    let (old, new) = (Data::of_site(old), Data::of_site(new));
    let old_hashes = fingerprints(old.as_deref());
    let new_hashes = fingerprints(new.as_deref());
    let before = match old {
        Some(data) => data.compared(&old_hashes, &new_hashes)?,
        None => BTreeMap::new(),
    };

    let mut after = match new {
        Some(data) => data.compared(&new_hashes, &old_hashes)?,
        None => BTreeMap::new(),
    };

    let mut differing = BTreeSet::new();
    for (path, hashes) in before {
        if after.remove(&path) != Some(hashes) {
            differing.insert(path);
        }
    }

    differing.extend(after.into_keys());
    Ok(differing)
}

/// The hashes of what each series is written from; none of a dataset without SDMX.
fn fingerprints(data: Option<&Data>) -> Vec<Fingerprint> {
    let Some(data) = data else {
        return Vec::new();
    };

    let mut hashes = Vec::new();
    for (place, facts) in data.series.iter().enumerate() {
        hashes.push(Fingerprint::of(&(facts, data.observations(place))));
    }

    hashes
}

/// The `Prepared` of a message with these observations: the newest day of publication, or date of an observation without
/// one, so that it changes when its data do; without both that of the dataset [D21.prepared].
fn preparation_time<'a>(
    dataset: &Dataset,
    observations: impl Iterator<Item = &'a Observation>,
) -> String {
    let days = observations.filter_map(|row| row.published.or(row.date));
    match days.max() {
        Some(day) => dataset.offset.midnight(day),
        None => dataset.offset.timestamp(dataset.as_of),
    }
}

/// A message up to its first series.
#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct Begin<'a> {
    prepared: String,
    sdmx: &'a Sdmx,
    agency: &'a str,
    structure: &'a str,
    is_specific: bool,
}

/// The columns of SDMX-CSV, with attributes or without.
fn table_columns(has_attributes: bool) -> &'static [SdmxColumn] {
    match has_attributes {
        true => &TABLE_COLUMNS,
        false => &TABLE_COLUMNS[..6],
    }
}

/// Concepts with their values, each as an element; nothing where none has a value.
fn generic(element: &str, concepts: &[(&'static str, String)]) -> String {
    let mut values = String::new();
    for (id, value) in concepts.iter().filter(|(_, value)| !value.is_empty()) {
        let value = xml::attribute(value);
        values += &format!("<gen:Value id=\"{id}\" value=\"{value}\"/>");
    }

    if values.is_empty() {
        return values;
    }

    format!("<gen:{element}>{values}</gen:{element}>")
}

/// Concepts with their values as attributes of XML.
fn specific(concepts: &[(&'static str, String)]) -> String {
    let mut attributes = String::new();
    for (id, value) in concepts.iter().filter(|(_, value)| !value.is_empty()) {
        attributes += &format!(" {id}=\"{}\"", xml::attribute(value));
    }

    attributes
}

/// The file of a data category of the National Summary Data Page, of a dataset that has one.
pub fn nsdp_file(site: &Arc<SiteData>, category: &str) -> Option<Written> {
    let data = Arc::new(Data::of_nsdp(site, category)?);
    let message = Message::whole(data.all_places(), Format::Specific);
    Some(data.written(message))
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };

    format!("{SDMX}data/{group}{end}")
}
