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
    agency: String,
    structure: String,
    /// The columns of the observations in XML.
    columns: &'static [SdmxColumn],
    pub series: Vec<SeriesFacts>,
    /// The place of the indicator of each series.
    indicators: Vec<usize>,
}

impl Data {
    /// The series of a dataset that have dates and a code of their unit. `None` where the dataset has no name in SDMX.
    pub fn of_site(site: &Arc<SiteData>) -> Option<Arc<Self>> {
        let sdmx = site.dataset.sdmx.as_ref()?;
        let units = unit_codes(&site.dataset);
        let (mut indicators, mut series) = (Vec::new(), Vec::new());
        for (place, indicator) in site.dataset.indicators().enumerate() {
            if let Some(facts) = SeriesFacts::new(indicator, sdmx, &units) {
                indicators.push(place);
                series.push(facts);
            }
        }

        Some(Arc::new(Data {
            series,
            indicators,
            site: Arc::clone(site),
            sdmx: sdmx.clone(),
            agency: sdmx.agency.clone(),
            structure: structure_id(sdmx),
            columns: &COLUMNS,
        }))
    }

    /// The series of a data category of the National Summary Data Page, in the structure that the IMF gives for it.
    fn of_nsdp(site: &Arc<SiteData>, category: &str) -> Option<Self> {
        let sdmx = site.dataset.sdmx.as_ref()?;
        let nsdp = site.dataset.nsdp.as_ref()?;
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
            agency: "IMF".to_owned(),
            structure: "ECOFIN_DSD".to_owned(),
            columns: &COLUMNS[..3],
        })
    }

    fn all_places(&self) -> Vec<usize> {
        (0..self.series.len()).collect()
    }

    fn observations(&self, place: usize) -> &Series {
        &self.site.indicator(self.indicators[place]).series
    }

    /// Some of the observations that are comparable with the current one.
    fn selected(&self, place: usize, rows: Rows) -> impl Iterator<Item = SdmxRow<'_>> {
        let all = comparable(self.observations(place));
        let all = all.filter(move |(row, _)| rows.spans(row.date));
        // Only the newest are counted from the end.
        let count = rows.last.map_or(0, |_| all.clone().count());
        let numbered = all
            .enumerate()
            .filter(move |(place, _)| rows.has(*place, count));
        let facts = &self.series[place];
        numbered.map(|(_, (row, follows_break))| SdmxRow::new(facts, row, follows_break))
    }

    /// The observations of a series that a message has.
    fn sent<'a>(
        &'a self,
        place: usize,
        message: &Message,
    ) -> impl Iterator<Item = SdmxRow<'a>> + use<'a> {
        let rows = message
            .has_observations
            .then(|| self.selected(place, message.rows));
        rows.into_iter().flatten()
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
            written.measured = self.site.shared_measure(path.clone());
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
        let sent = places.flat_map(|place| self.sent(*place, message));
        let prepared = preparation_time(&self.site.dataset, sent);
        let begin = self.begin(message.format, message.has_attributes, prepared);
        out.write_all(&begin.map_err(io::Error::other)?)?;
        for place in &message.places {
            self.write_series(*place, message, out)?;
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

        let begin = Begin {
            prepared,
            sdmx: &self.sdmx,
            agency: &self.agency,
            structure: &self.structure,
            is_specific: format == Format::Specific,
        };
        Ok(xml::document(&begin)?.into_bytes())
    }

    fn write_series(&self, place: usize, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let facts = &self.series[place];
        let rows = self.sent(place, message);
        let has_attributes = message.has_attributes;
        if message.format == Format::Table {
            let mut format = Csv::PLAIN;
            return write(out, &mut format, table_columns(has_attributes), rows);
        }

        let (attributes, columns) = match has_attributes {
            true => (&*facts.attributes, self.columns),
            false => (&[][..], &self.columns[..2]),
        };
        let is_generic = message.format == Format::Generic;
        let key = concepts(&facts.dimensions, is_generic);
        let attributes = concepts(attributes, is_generic);
        let is_key_alone = !has_attributes && !message.has_observations;
        let mut format = Observations {
            is_generic,
            has_attributes,
        };

        if is_generic {
            write!(out, "<gen:Series><gen:SeriesKey>{key}</gen:SeriesKey>")?;
            if has_attributes {
                write!(out, "<gen:Attributes>{attributes}</gen:Attributes>")?;
            }

            if !is_key_alone {
                writeln!(out)?;
                write(out, &mut format, columns, rows)?;
            }

            writeln!(out, "</gen:Series>")
        } else if is_key_alone {
            writeln!(out, "<Series{key}/>")
        } else {
            writeln!(out, "<Series{key}{attributes}>")?;
            write(out, &mut format, columns, rows)?;
            writeln!(out, "</Series>")
        }
    }
}

/// The hashes of the texts that make up each series and group, by the path of its message in each format. A series is not
/// written if the other dataset has the same: its hash stands for its text.
fn hash_texts(
    data: Option<&Arc<Data>>,
    hashes: &[Fingerprint],
    other_hashes: &[Fingerprint],
) -> Result<BTreeMap<String, Vec<TextHash>>, SiteError> {
    let mut texts = BTreeMap::new();
    let Some(data) = data else {
        return Ok(texts);
    };

    let other_hashes: HashSet<&Fingerprint> = other_hashes.iter().collect();
    for format in Format::ALL {
        let begin = TextHash::of(&data.begin(format, true, String::new())?);
        texts.insert(page_path("all", format), vec![begin]);
        for (place, (facts, hash)) in data.series.iter().zip(hashes).enumerate() {
            let hash = if other_hashes.contains(hash) {
                TextHash::of(hash.as_bytes())
            } else {
                let message = Message::whole(vec![place], format);
                data.written(message).measure()?.hash
            };

            for group in ["all", facts.frequency, &facts.path()] {
                let texts = texts.entry(page_path(group, format));
                texts.or_insert_with(|| vec![begin]).push(hash);
            }
        }
    }

    Ok(texts)
}

/// The paths of messages in which two datasets differ.
pub fn differing_paths(
    old: &Arc<SiteData>,
    new: &Arc<SiteData>,
) -> Result<BTreeSet<String>, SiteError> {
    let (old, new) = (Data::of_site(old), Data::of_site(new));
    let old_hashes = fingerprints(old.as_deref());
    let new_hashes = fingerprints(new.as_deref());
    let before = hash_texts(old.as_ref(), &old_hashes, &new_hashes)?;
    let after = hash_texts(new.as_ref(), &new_hashes, &old_hashes)?;

    let mut paths: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    paths.retain(|path| before.get(path) != after.get(path));
    Ok(paths)
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
fn preparation_time<'a>(dataset: &Dataset, rows: impl Iterator<Item = SdmxRow<'a>>) -> String {
    let observations = rows.map(|row| row.observation);
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

/// Concepts with their values: each as an element of generic data, or as an attribute of XML.
fn concepts(concepts: &[(&'static str, String)], is_generic: bool) -> String {
    let mut text = String::new();
    for (id, value) in concepts {
        let value = xml::attribute(value);
        match is_generic {
            _ if value.is_empty() => {}
            true => text += &format!("<gen:Value id=\"{id}\" value=\"{value}\"/>"),
            false => text += &format!(" {id}=\"{value}\""),
        }
    }

    text
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
