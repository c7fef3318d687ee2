//! Data: messages that are written for each request, from the series that a key names; and the files of the National Summary
//! Data Page.

use super::*;

use std::io::Write;

use super::request::{DETAIL, FORMAT, Format, Rows};
use super::series::{
    COLUMNS, Coded, NSDP_COLUMNS, Observations, Row, SeriesFacts, TABLE_COLUMNS, comparable,
};
use super::structure::{Header, structure_id};
use crate::site::urls::SDMX_TABLE;

/// Series that share a structure, and what stands around them.
pub struct Data {
    site: Arc<SiteData>,
    sdmx: Sdmx,
    /// The agency and the identifier of the structure.
    structure: (String, String),
    /// Those of the observations in XML.
    columns: &'static [Column<Coded>],
    /// Each with the place of its indicator.
    series: Vec<(usize, SeriesFacts)>,
}

/// What a message says of which series.
struct Message {
    /// Among the series.
    places: Vec<usize>,
    rows: Rows,
    format: Format,
    has_attributes: bool,
    has_observations: bool,
}

impl Data {
    /// The series of a dataset that have dates and a code of their unit.
    pub fn new(site: &Arc<SiteData>, sdmx: &Sdmx) -> Self {
        let units = Units::new(&site.dataset);
        let all = site.dataset.indicators().enumerate();
        let series =
            all.filter_map(|(place, indicator)| Some((place, SeriesFacts::new(indicator, sdmx, &units)?)));
        Data {
            series: series.collect(),
            site: Arc::clone(site),
            sdmx: sdmx.clone(),
            structure: (sdmx.agency.clone(), structure_id(sdmx)),
            columns: &COLUMNS,
        }
    }

    /// The series of a data category of the National Summary Data Page, in the structure that the IMF gives for it.
    fn of_nsdp(site: &Arc<SiteData>, category: &str) -> Option<Self> {
        let (sdmx, nsdp) = site.dataset.sdmx.as_ref().zip(site.dataset.nsdp.as_ref())?;
        let series = site.dataset.nsdp_series(category);
        let series = series.map(|(place, indicator, series)| {
            (place, SeriesFacts::of_nsdp(indicator, series, &nsdp.ref_area))
        });
        Some(Data {
            series: series.collect(),
            site: Arc::clone(site),
            sdmx: sdmx.clone(),
            structure: ("IMF".to_owned(), "ECOFIN_DSD".to_owned()),
            columns: NSDP_COLUMNS,
        })
    }

    pub fn ids(&self) -> Ids {
        let series = self.series.iter().map(|(_, facts)| (facts.key.clone(), facts.frequency));
        Ids { sdmx: self.sdmx.clone(), series: series.collect() }
    }

    fn observations(&self, place: usize) -> &Series {
        &self.site.indicator(self.series[place].0).series
    }

    pub fn answer(
        self: &Arc<Self>,
        selection: &Selection,
        parameters: &Parameters<'_>,
        accepted: Option<&[MediaRange<'_>]>,
    ) -> Result<DataAnswer, SdmxError> {
        let format = match parameters.value(FORMAT) {
            Some(_) => Format::Table,
            None => Format::accepted(accepted).ok_or(SdmxError::NotAcceptable)?,
        };
        let (has_attributes, has_observations) = match parameters.value(DETAIL) {
            Some("dataonly") => (false, true),
            Some("serieskeysonly") => (false, false),
            Some("nodata") => (true, false),
            _ => (true, true),
        };
        if format == Format::Table && !has_observations {
            return Err(SdmxError::ParameterNotOffered(DETAIL));
        }
        let rows = parameters.rows();
        let has_rows = |place: &usize| selected(self.observations(*place), &rows).next().is_some();
        let places: Vec<usize> = selection.places.iter().copied().filter(has_rows).collect();
        if places.is_empty() {
            return Err(SdmxError::NotFound);
        }
        let facts: &Facts = match format {
            Format::Generic => &SDMX_DATA,
            Format::Specific => &SDMX_SPECIFIC,
            Format::Table => &SDMX_CSV,
        };
        // A table is kept under a name that comes from its path.
        let path = page_path(&selection.page, format);
        let is_whole = selection.places.len() == self.series.len()
            && has_attributes
            && has_observations
            && rows == Rows::default();
        let measured = if is_whole { self.site.measure_of(path.clone()) } else { Arc::default() };
        let page = Page::stored(facts, [None, None]);
        let page = Page { path: facts.is_file.then(|| path.into()), ..page };
        let written = self.written(Message { places, rows, format, has_attributes, has_observations });
        Ok(DataAnswer { page, written: Written { measured, ..written } })
    }

    fn written(self: &Arc<Self>, message: Message) -> Written {
        let (data, has_observations) = (Arc::clone(self), message.has_observations);
        let count = |place: &usize| selected(self.observations(*place), &message.rows).count();
        Written {
            rows: if has_observations { message.places.iter().map(count).sum() } else { 0 },
            is_archive: false,
            // Without observations it was prepared when the snapshot was taken, as a structure.
            is_of_release: !has_observations,
            places: message.places.iter().map(|place| self.series[*place].0).collect(),
            write: Arc::new(move |mut parts: &mut dyn Parts| data.write(&message, &mut parts)),
            measured: Arc::default(),
        }
    }

    /// Everything that is there of some series.
    fn written_whole(self: &Arc<Self>, places: Vec<usize>, format: Format) -> Written {
        let rows = Rows::default();
        self.written(Message { places, rows, format, has_attributes: true, has_observations: true })
    }

    fn write(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let observations = |place: &usize| {
            selected(self.observations(*place), &message.rows).filter(|_| message.has_observations)
        };
        let all = message.places.iter().flat_map(observations);
        let prepared = prepared(&self.site.dataset, all.map(|(observation, _)| observation));
        let begin = self.begin(message.format, message.has_attributes, prepared);
        out.write_all(&begin.map_err(io::Error::other)?)?;
        for place in &message.places {
            self.write_series(&self.series[*place].1, message, observations(place), out)?;
        }
        out.write_all(match message.format {
            Format::Generic => b"</mes:DataSet>\n</mes:GenericData>\n",
            Format::Specific => b"</mes:DataSet>\n</mes:StructureSpecificData>\n",
            Format::Table => b"",
        })
    }

    /// The text before the first series of a message that was prepared at an instant.
    fn begin(&self, format: Format, has_attributes: bool, prepared: String) -> Result<Vec<u8>, SiteError> {
        if format == Format::Table {
            return Ok(csv::head(table_columns(has_attributes), Dialect::PLAIN));
        }
        let (agency, structure) = &self.structure;
        let header = Header::new("DATA", prepared, &self.sdmx);
        let is_specific = format == Format::Specific;
        Ok(xml::document(&Begin { header, structure, agency, is_specific })?.into_bytes())
    }

    fn write_series<'a>(
        &self,
        facts: &'a SeriesFacts,
        message: &Message,
        observations: impl Iterator<Item = (&'a Observation, bool)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = observations.map(|(row, follows_break)| Row::new(facts, row, follows_break));
        let has_attributes = message.has_attributes;
        let (attributes, columns) =
            if has_attributes { (&*facts.attributes, self.columns) } else { (&[][..], &self.columns[..2]) };
        let is_key_alone = !has_attributes && !message.has_observations;
        match message.format {
            Format::Table => write(out, &mut Csv(Dialect::PLAIN), table_columns(has_attributes), rows),
            Format::Generic => {
                write!(out, "<gen:Series>{}", generic("SeriesKey", &facts.dimensions))?;
                if !is_key_alone {
                    writeln!(out, "{}", generic("Attributes", attributes))?;
                    write(out, &mut Observations::new(true, has_attributes), columns, rows)?;
                }
                out.write_all(b"</gen:Series>\n")
            }
            Format::Specific if is_key_alone => writeln!(out, "<Series{}/>", specific(&facts.dimensions)),
            Format::Specific => {
                writeln!(out, "<Series{}{}>", specific(&facts.dimensions), specific(attributes))?;
                write(out, &mut Observations::new(false, has_attributes), columns, rows)?;
                out.write_all(b"</Series>\n")
            }
        }
    }

    /// The hashes of what each series is written from.
    fn fingerprints(&self) -> Vec<Fingerprint> {
        let series = self.series.iter().enumerate();
        series.map(|(place, (_, facts))| Fingerprint::of(&(facts, self.observations(place)))).collect()
    }

    /// What each series and group is made of, by the path of its message in each format. Series whose hashes are `common` to
    /// both datasets are not written.
    fn compared(
        self: &Arc<Self>,
        hashes: &[Fingerprint],
        common: &HashSet<&Fingerprint>,
    ) -> Result<BTreeMap<String, Vec<TextHash>>, SiteError> {
        let mut all: BTreeMap<String, Vec<TextHash>> = BTreeMap::new();
        for format in Format::ALL {
            let begin = TextHash::of(&self.begin(format, true, String::new())?);
            all.insert(page_path("all", format), vec![begin]);
            for (place, ((_, facts), hash)) in self.series.iter().zip(hashes).enumerate() {
                let hash = match common.contains(hash) {
                    true => TextHash::of(hash.as_bytes()),
                    false => self.written_whole(vec![place], format).measure()?.hash,
                };
                for group in ["all", facts.frequency, &facts.path()] {
                    all.entry(page_path(group, format)).or_insert_with(|| vec![begin]).push(hash);
                }
            }
        }
        Ok(all)
    }
}

/// The paths of messages in which two datasets differ.
pub fn differing_paths(old: &Arc<SiteData>, new: &Arc<SiteData>) -> Result<BTreeSet<String>, SiteError> {
    let [old, new] = [old, new].map(|site| {
        let sdmx = site.dataset.sdmx.as_ref()?;
        let data = Arc::new(Data::new(site, sdmx));
        Some((data.fingerprints(), data))
    });
    let hashes = |side: &'_ Option<(Vec<Fingerprint>, _)>| -> HashSet<Fingerprint> {
        side.iter().flat_map(|(hashes, _)| hashes).copied().collect()
    };
    let (old_hashes, new_hashes) = (hashes(&old), hashes(&new));
    let common: HashSet<&Fingerprint> = old_hashes.intersection(&new_hashes).collect();
    let messages = |side: Option<(Vec<Fingerprint>, Arc<Data>)>| {
        side.map_or_else(|| Ok(BTreeMap::new()), |(hashes, data)| data.compared(&hashes, &common))
    };
    let (before, after) = (messages(old)?, messages(new)?);
    let paths = before.keys().chain(after.keys());
    Ok(paths.filter(|path| before.get(*path) != after.get(*path)).cloned().collect())
}

/// When a message with these observations was prepared: with the newest, so that it changes when its data do; with the dataset
/// where it has none [D21.prepared].
fn prepared<'a>(dataset: &Dataset, observations: impl Iterator<Item = &'a Observation>) -> String {
    let newest = |(published, date): (Option<NaiveDate>, Option<NaiveDate>), row: &Observation| {
        (published.max(row.published), date.max(row.date))
    };
    let (published, date) = observations.fold((None, None), newest);
    published
        .or(date)
        .map_or_else(|| dataset.offset.timestamp(dataset.as_of), |day| dataset.offset.midnight(day))
}

/// Some of the observations that are comparable with the current one, as [`comparable`] has them.
fn selected<'a>(series: &'a Series, rows: &Rows) -> impl Iterator<Item = (&'a Observation, bool)> + use<'a> {
    let (rows, range) = (*rows, rows.range);
    let is_within = move |(row, _): &(&Observation, bool)| {
        range.from.is_none_or(|from| row.date >= Some(from)) && range.to.is_none_or(|to| row.date <= Some(to))
    };
    let all = move || comparable(series).filter(is_within);
    // Only the newest are counted from the end.
    let count = if range.last.is_some() { all().count() } else { 0 };
    all().enumerate().filter(move |(place, _)| rows.has(*place, count)).map(|(_, row)| row)
}

/// A message up to its first series.
#[derive(Template)]
#[template(path = "sdmx/data.xml", config = "src/site/templates/askama.toml")]
struct Begin<'a> {
    header: Header,
    structure: &'a str,
    agency: &'a str,
    is_specific: bool,
}

/// Of SDMX-CSV, with attributes and without.
fn table_columns(has_attributes: bool) -> &'static [Column<Coded>] {
    if has_attributes { &TABLE_COLUMNS } else { &TABLE_COLUMNS[..6] }
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

/// The file of a data category of the National Summary Data Page, of a dataset that has one.
pub fn nsdp_file(site: &Arc<SiteData>, category: &str) -> Option<Written> {
    let data = Arc::new(Data::of_nsdp(site, category)?);
    Some(data.written_whole((0..data.series.len()).collect(), Format::Specific))
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };
    format!("{SDMX}data/{group}{end}")
}
