//! Data: messages that are written for each request, from the series that a key names; and the files of the National Summary
//! Data Page.

use super::*;

use std::io::Write;

use super::request::{DETAIL, Detail, FORMAT, Format, Rows};
use super::series::{
    Coded, Generic, NSDP_COLUMNS, Row, SeriesFacts, Specific, columns, comparable, table_columns,
};
use super::structure::{Header, structure_id};
use crate::site::urls::SDMX_TABLE;

/// The agency and the identifier of the structure that the IMF gives for the National Summary Data Page.
const ECOFIN: (&str, &str) = ("IMF", "ECOFIN_DSD");

/// The series of a dataset that have dates and a code of their unit, and what stands around them.
pub struct Data {
    site: Arc<SiteData>,
    ids: Ids,
    /// Each with the place of its indicator.
    series: Vec<(usize, SeriesFacts)>,
}

/// A message that is written for a request, and the page that it is the body of.
pub struct DataAnswer {
    pub page: Page,
    pub written: Written,
}

/// What a message says of which series.
#[derive(Clone)]
struct Message {
    /// Among the series.
    places: Vec<usize>,
    rows: Rows,
    format: Format,
    detail: Detail,
}

impl Data {
    pub fn new(site: &Arc<SiteData>, sdmx: &Sdmx) -> Self {
        let units = Units::new(&site.dataset);
        let all = site.dataset.indicators().enumerate();
        let series: Vec<_> = all
            .filter_map(|(place, indicator)| Some((place, SeriesFacts::new(indicator, sdmx, &units)?)))
            .collect();
        let ids = Ids::new(sdmx, series.iter().map(|(_, facts)| (facts.key.clone(), facts.frequency)));
        Data { site: Arc::clone(site), ids, series }
    }

    pub fn ids(&self) -> &Ids {
        &self.ids
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
        let detail = match parameters.value(DETAIL) {
            Some("dataonly") => Detail::DataOnly,
            Some("serieskeysonly") => Detail::KeysOnly,
            Some("nodata") => Detail::NoData,
            _ => Detail::Full,
        };
        if format == Format::Table && !detail.has_observations() {
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
        let is_whole =
            selection.places.len() == self.series.len() && detail == Detail::Full && rows.are_all();
        let kept = is_whole.then(|| (Arc::clone(&self.site.measured), path.clone()));
        let page = Page::stored(facts, [None, None]);
        let page = Page { path: facts.is_file.then(|| path.into()), ..page };
        let written = self.written(Message { places, rows, format, detail });
        Ok(DataAnswer { page, written: Written { kept, ..written } })
    }

    fn written(self: &Arc<Self>, message: Message) -> Written {
        let (data, has_observations) = (Arc::clone(self), message.detail.has_observations());
        let count = |place: &usize| selected(self.observations(*place), &message.rows).count();
        Written {
            rows: if has_observations { message.places.iter().map(count).sum() } else { 0 },
            is_archive: false,
            // Without observations it was prepared when the snapshot was taken, as a structure.
            is_of_release: !has_observations,
            places: message.places.iter().map(|place| self.series[*place].0).collect(),
            write: Arc::new(move |mut parts: &mut dyn Parts| data.write(&message, &mut parts)),
            kept: None,
        }
    }

    fn write(&self, message: &Message, out: &mut dyn Write) -> io::Result<()> {
        let Message { places, rows, format, detail } = message;
        let selected =
            |place: &usize| selected(self.observations(*place), rows).filter(|_| detail.has_observations());
        let prepared = prepared(&self.site.dataset, places.iter().flat_map(selected));
        out.write_all(&self.begin(*format, *detail, prepared).map_err(io::Error::other)?)?;
        for place in places {
            write_series(&self.series[*place].1, *format, *detail, selected(place), out)?;
        }
        out.write_all(end(*format).as_bytes())
    }

    /// The text before the first series of a message that was prepared at an instant.
    fn begin(&self, format: Format, detail: Detail, prepared: String) -> Text {
        if format == Format::Table {
            return Ok(csv::head(table_columns(detail != Detail::DataOnly), Dialect::Plain));
        }
        let sdmx = &self.ids.sdmx;
        begin(format, (&sdmx.agency, &structure_id(sdmx)), prepared, sdmx)
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
            let begin = TextHash::of(&self.begin(format, Detail::Full, String::new())?);
            all.insert(page_path("all", format), vec![begin]);
            for (place, ((_, facts), hash)) in self.series.iter().zip(hashes).enumerate() {
                let hash = if common.contains(hash) {
                    TextHash::of(hash.as_bytes())
                } else {
                    let (places, rows) = (vec![place], Rows::default());
                    self.written(Message { places, rows, format, detail: Detail::Full }).measure()?.hash
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

/// Some of the observations that are comparable with the current one.
fn selected<'a>(series: &'a Series, rows: &Rows) -> impl Iterator<Item = &'a Observation> + use<'a> {
    let (rows, range) = (*rows, rows.range);
    let is_within = move |row: &&Observation| {
        range.from.is_none_or(|from| row.date >= Some(from)) && range.to.is_none_or(|to| row.date <= Some(to))
    };
    let all = move || comparable(series).map(|(row, _)| row).filter(is_within);
    // Only the newest are counted from the end.
    let count = if rows.last.is_some() { all().count() } else { 0 };
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

/// The text before the first series of data in the structure of an agency; their sender is that of the dataset.
fn begin(format: Format, (agency, structure): (&str, &str), prepared: String, sdmx: &Sdmx) -> Text {
    let header = Header::new("DATA", prepared, sdmx);
    let is_specific = format == Format::Specific;
    Ok(xml::document(&Begin { header, structure, agency, is_specific })?.into_bytes())
}

fn end(format: Format) -> &'static str {
    match format {
        Format::Generic => "</mes:DataSet>\n</mes:GenericData>\n",
        Format::Specific => "</mes:DataSet>\n</mes:StructureSpecificData>\n",
        Format::Table => "",
    }
}

fn write_series<'a>(
    facts: &'a SeriesFacts,
    format: Format,
    detail: Detail,
    observations: impl Iterator<Item = &'a Observation>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_attributes = detail != Detail::DataOnly;
    let attributes = if has_attributes { &*facts.attributes } else { &[] };
    let rows = observations.map(|row| Row::new(facts, row));
    match format {
        Format::Generic => {
            write!(out, "<gen:Series>{}", generic("SeriesKey", &facts.dimensions))?;
            if detail != Detail::KeysOnly {
                writeln!(out, "{}", generic("Attributes", attributes))?;
                write(out, &mut Generic::new(has_attributes), columns(has_attributes), rows)?;
            }
            out.write_all(b"</gen:Series>\n")
        }
        Format::Specific if detail == Detail::KeysOnly => {
            writeln!(out, "<Series{}/>", specific(&facts.dimensions))
        }
        Format::Specific => write_specific(facts, attributes, columns(has_attributes), rows, out),
        Format::Table => write(out, &mut Csv(Dialect::Plain), table_columns(has_attributes), rows),
    }
}

fn write_specific<'a>(
    facts: &SeriesFacts,
    attributes: &[(&'static str, String)],
    columns: &[Column<Coded>],
    rows: impl Iterator<Item = Row<'a>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<Series{}{}>", specific(&facts.dimensions), specific(attributes))?;
    write(out, &mut Specific, columns, rows)?;
    out.write_all(b"</Series>\n")
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

/// The file of a data category of the National Summary Data Page.
pub fn nsdp_file(data: &Arc<SiteData>, category: &str) -> Written {
    let series: Vec<(usize, &Indicator, &NsdpSeries)> = data.dataset.nsdp_series(category).collect();
    let rows = series.iter().map(|(_, indicator, _)| comparable(&indicator.series).count()).sum();
    let places = series.iter().map(|(place, ..)| *place).collect();
    let (data, category) = (Arc::clone(data), category.to_owned());
    let write = move |mut parts: &mut dyn Parts| write_nsdp_file(&data.dataset, &category, &mut parts);
    Written { rows, is_archive: false, is_of_release: false, places, write: Arc::new(write), kept: None }
}

fn write_nsdp_file(dataset: &Dataset, category: &str, out: &mut dyn Write) -> io::Result<()> {
    let (Some(sdmx), Some(nsdp)) = (&dataset.sdmx, &dataset.nsdp) else { return Ok(()) };
    let series = || dataset.nsdp_series(category);
    let rows = series().flat_map(|(_, indicator, _)| comparable(&indicator.series));
    let prepared = prepared(dataset, rows.map(|(observation, _)| observation));
    out.write_all(&begin(Format::Specific, ECOFIN, prepared, sdmx).map_err(io::Error::other)?)?;
    for (_, indicator, series) in series() {
        let facts = SeriesFacts::of_nsdp(indicator, series, &nsdp.ref_area);
        let rows = comparable(&indicator.series).map(|(observation, _)| Row::new(&facts, observation));
        write_specific(&facts, &facts.attributes, NSDP_COLUMNS, rows, out)?;
    }
    out.write_all(end(Format::Specific).as_bytes())
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };
    format!("{SDMX}data/{group}{end}")
}
