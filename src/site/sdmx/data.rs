//! Data: messages that are written for each request, from the series that a key names; and the files of the National Summary
//! Data Page.

use super::*;

use std::io::Write;

use super::request::{Format, Message, Rows};
use super::series::{
    COLUMNS, Coded, Observations, Row, TABLE_COLUMNS, comparable, narrowest_group,
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
    columns: &'static [Column<Coded>],
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

    fn observations(&self, place: usize) -> &Series {
        &self.site.indicator(self.indicators[place]).series
    }

    /// Some of the observations that are comparable with the current one, as [`comparable`] has them.
    fn selected(&self, place: usize, rows: Rows) -> impl Iterator<Item = (&Observation, bool)> {
        let is_within = move |(row, _): &(&Observation, bool)| {
            rows.from.is_none_or(|from| row.date >= Some(from))
                && rows.to.is_none_or(|to| row.date <= Some(to))
        };
        let all = move || comparable(self.observations(place)).filter(is_within);
        // Only the newest are counted from the end.
        let count = if rows.last.is_some() {
            all().count()
        } else {
            0
        };

        all()
            .enumerate()
            .filter(move |(place, _)| rows.has(*place, count))
            .map(|(_, row)| row)
    }

    pub fn answer(self: &Arc<Self>, mut message: Message) -> Result<DataAnswer, SdmxError> {
        let facts: &Facts = match message.format {
            Format::Generic => &SDMX_DATA,
            Format::Specific => &SDMX_SPECIFIC,
            Format::Table => &SDMX_CSV,
        };

        // A table is kept under a name that comes from its path.
        let path = page_path(
            &narrowest_group(&message.places, &self.series),
            message.format,
        );
        let is_whole = message == Message::whole((0..self.series.len()).collect(), message.format);
        message
            .places
            .retain(|place| self.selected(*place, message.rows).next().is_some());
        if message.places.is_empty() {
            return Err(SdmxError::NotFound);
        }

        let measured = if is_whole {
            self.site.measure_of(path.clone())
        } else {
            Arc::default()
        };

        let path = facts.is_file.then(|| path.into());
        let page = Page {
            path,
            ..Page::with_bodies(facts, [None, None])
        };
        Ok(DataAnswer {
            page,
            written: Written {
                measured,
                ..self.written(message)
            },
        })
    }

    fn written(self: &Arc<Self>, message: Message) -> Written {
        let (data, has_observations) = (Arc::clone(self), message.has_observations);
        let count = |place: &usize| self.selected(*place, message.rows).count();
        Written {
            rows: if has_observations {
                message.places.iter().map(count).sum()
            } else {
                0
            },
            is_archive: false,
            // Without observations it was prepared when the snapshot was taken, as a structure.
            is_of_release: !has_observations,
            places: message
                .places
                .iter()
                .map(|place| self.indicators[*place])
                .collect(),
            write: Arc::new(move |mut parts: &mut dyn Parts| data.write(&message, &mut parts)),
            measured: Arc::default(),
        }
    }

    fn write(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let observations = |place: &usize| {
            self.selected(*place, message.rows)
                .filter(|_| message.has_observations)
        };
        let all = message.places.iter().flat_map(observations);
        let prepared = prepared(&self.site.dataset, all.map(|(observation, _)| observation));
        let begin = self.begin(message.format, message.has_attributes, prepared);
        out.write_all(&begin.map_err(io::Error::other)?)?;
        for place in &message.places {
            self.write_series(&self.series[*place], message, observations(place), out)?;
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
            return Ok(csv::head(table_columns(has_attributes), Dialect::PLAIN));
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
        let rows = observations.map(|(row, follows_break)| Row::new(facts, row, follows_break));
        let has_attributes = message.has_attributes;
        let (attributes, columns) = if has_attributes {
            (&*facts.attributes, self.columns)
        } else {
            (&[][..], &self.columns[..2])
        };

        let is_key_alone = !has_attributes && !message.has_observations;
        match message.format {
            Format::Table => write(
                out,
                &mut Csv(Dialect::PLAIN),
                table_columns(has_attributes),
                rows,
            ),
            Format::Generic => {
                write!(
                    out,
                    "<gen:Series>{}",
                    generic("SeriesKey", &facts.dimensions)
                )?;
                if !is_key_alone {
                    writeln!(out, "{}", generic("Attributes", attributes))?;
                    write(
                        out,
                        &mut Observations::new(true, has_attributes),
                        columns,
                        rows,
                    )?;
                }

                out.write_all(b"</gen:Series>\n")
            }
            Format::Specific if is_key_alone => {
                writeln!(out, "<Series{}/>", specific(&facts.dimensions))
            }
            Format::Specific => {
                writeln!(
                    out,
                    "<Series{}{}>",
                    specific(&facts.dimensions),
                    specific(attributes)
                )?;
                write(
                    out,
                    &mut Observations::new(false, has_attributes),
                    columns,
                    rows,
                )?;
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
        let mut all: BTreeMap<String, Vec<TextHash>> = BTreeMap::new();
        for format in Format::ALL {
            let begin = TextHash::of(&self.begin(format, true, String::new())?);
            all.insert(page_path("all", format), vec![begin]);
            for (place, (facts, hash)) in self.series.iter().zip(hashes).enumerate() {
                let hash = match other_hashes.contains(hash) {
                    true => TextHash::of(hash.as_bytes()),
                    false => {
                        self.written(Message::whole(vec![place], format))
                            .measure()?
                            .hash
                    }
                };

                for group in ["all", facts.frequency, &facts.path()] {
                    all.entry(page_path(group, format))
                        .or_insert_with(|| vec![begin])
                        .push(hash);
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
    let (old_hashes, new_hashes) = (fingerprints(old.as_deref()), fingerprints(new.as_deref()));
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

/// When a message with these observations was prepared: on the newest day of publication, of an observation without one on its
/// date, so that it changes when its data do; with the dataset where it has neither [D21.prepared].
fn prepared<'a>(dataset: &Dataset, observations: impl Iterator<Item = &'a Observation>) -> String {
    let newest = observations
        .filter_map(|row| row.published.or(row.date))
        .max();
    match newest {
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
fn table_columns(has_attributes: bool) -> &'static [Column<Coded>] {
    if has_attributes {
        &TABLE_COLUMNS
    } else {
        &TABLE_COLUMNS[..6]
    }
}

/// Concepts with their values, each as an element; nothing where none has a value.
fn generic(element: &str, concepts: &[(&'static str, String)]) -> String {
    let values: String = with_value(concepts)
        .map(|(id, value)| {
            format!(
                "<gen:Value id=\"{id}\" value=\"{}\"/>",
                xml::attribute(value)
            )
        })
        .collect();
    if values.is_empty() {
        values
    } else {
        format!("<gen:{element}>{values}</gen:{element}>")
    }
}

/// Concepts with their values as attributes of XML.
fn specific(concepts: &[(&'static str, String)]) -> String {
    with_value(concepts)
        .map(|(id, value)| format!(" {id}=\"{}\"", xml::attribute(value)))
        .collect()
}

fn with_value<'a>(
    concepts: &'a [(&'static str, String)],
) -> impl Iterator<Item = (&'a str, &'a str)> {
    concepts
        .iter()
        .map(|(id, value)| (*id, value.as_str()))
        .filter(|(_, value)| !value.is_empty())
}

/// The file of a data category of the National Summary Data Page, of a dataset that has one.
pub fn nsdp_file(site: &Arc<SiteData>, category: &str) -> Option<Written> {
    let data = Arc::new(Data::of_nsdp(site, category)?);
    Some(data.written(Message::whole(
        (0..data.series.len()).collect(),
        Format::Specific,
    )))
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };

    format!("{SDMX}data/{group}{end}")
}
