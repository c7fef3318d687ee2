//! Data: messages that are written for each request, from the series that a key names; and the files of the National Summary
//! Data Page.

use super::*;

use std::cmp;
use std::io::Write;

use super::parameters::{DETAIL, FORMAT, Rows};
use super::series::SdmxInputs;
use crate::site::rows::sdmx::{Generic, Specific};
use crate::site::urls::SDMX_TABLE;

/// The agency and the identifier of the structure that the IMF gives for the National Summary Data Page.
const ECOFIN: (&str, &str) = ("IMF", "ECOFIN_DSD");

/// The series of a dataset that have dates and a code of their unit, and what stands around them.
pub struct Data {
    site: Arc<SiteData>,
    ids: Ids,
    /// Each with the place of its indicator.
    series: Vec<(usize, SeriesFacts)>,
    messages: Messages,
}

/// A message that is written for a request, and the page that it is the body of.
pub struct DataAnswer {
    pub page: Page,
    pub written: Written,
}

/// What a message says of which series.
#[derive(Clone)]
struct Asked {
    /// Among the series.
    places: Vec<usize>,
    rows: Rows,
    format: Format,
    detail: Detail,
}

/// The newest day of publication and the newest date of some observations.
#[derive(Clone, Copy, Default)]
struct Newest {
    published: Option<NaiveDate>,
    date: Option<NaiveDate>,
}

impl Data {
    pub fn new(site: &Arc<SiteData>, sdmx: &Sdmx) -> Result<Self, SiteError> {
        let units = Units::new(&site.dataset);
        let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
        let facts = |indicator| Some(SeriesFacts::new(&SdmxInputs::new(indicator, sdmx, &units, &flow)?));
        let all = site.dataset.indicators().enumerate();
        let series: Vec<_> = all.filter_map(|(place, indicator)| Some((place, facts(indicator)?))).collect();
        let ids = Ids::new(sdmx, series.iter().map(|(_, facts)| (facts.key.clone(), facts.frequency)));
        Ok(Data { site: Arc::clone(site), ids, series, messages: Messages::new(&site.dataset, sdmx)? })
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
            selection.page == "all" && selection.is_page && detail == Detail::Full && rows.are_all();
        let kept = is_whole.then(|| (Arc::clone(&self.site.measured), path.clone()));
        let page = Page::stored(facts, [None, None]);
        let page = Page { path: facts.is_file.then(|| path.into()), ..page };
        let written = self.written(Asked { places, rows, format, detail });
        Ok(DataAnswer { page, written: Written { kept, ..written } })
    }

    fn written(self: &Arc<Self>, asked: Asked) -> Written {
        let data = Arc::clone(self);
        let count = |place: &usize| selected(self.observations(*place), &asked.rows).count();
        Written {
            rows: if asked.detail.has_observations() { asked.places.iter().map(count).sum() } else { 0 },
            is_archive: false,
            // Without observations it was prepared when the snapshot was taken, as a structure.
            is_of_release: !asked.detail.has_observations(),
            places: asked.places.iter().map(|place| self.series[*place].0).collect(),
            write: Arc::new(move |mut parts: &mut dyn Parts| data.write(&asked, &mut parts)),
            kept: None,
        }
    }

    fn write(&self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        let has_observations = asked.detail.has_observations();
        let rows = asked.places.iter().flat_map(|place| selected(self.observations(*place), &asked.rows));
        let newest = rows.filter(|_| has_observations).fold(Newest::default(), Newest::with);
        self.messages.begin(asked.format, asked.detail, newest.day(), out)?;
        for place in &asked.places {
            let facts = &self.series[*place].1;
            let rows = selected(self.observations(*place), &asked.rows).filter(|_| has_observations);
            write_series(facts, asked.format, asked.detail, rows, out)?;
        }
        out.write_all(self.messages.end(asked.format).as_bytes())
    }

    /// What each series and group is made of, by the path of its message in each format.
    fn compared(
        self: &Arc<Self>,
        compared_with: Option<&Data>,
    ) -> Result<BTreeMap<String, Vec<TextHash>>, SiteError> {
        let made_of = |data: &Data| -> HashMap<String, Fingerprint> {
            let fingerprint =
                |place: usize| Fingerprint::of(&(&data.series[place].1, data.observations(place)));
            data.series
                .iter()
                .enumerate()
                .map(|(place, (_, facts))| (facts.key.clone(), fingerprint(place)))
                .collect()
        };
        let (here, there) = (made_of(self), compared_with.map(made_of).unwrap_or_default());
        let mut all: BTreeMap<String, Vec<TextHash>> = BTreeMap::new();
        for format in Format::ALL {
            let begin = TextHash::of(self.messages.frame(format).as_bytes());
            all.insert(page_path("all", format), vec![begin]);
            for (place, (_, facts)) in self.series.iter().enumerate() {
                let hash = match here.get(&facts.key) {
                    Some(hash) if there.get(&facts.key) == Some(hash) => TextHash::of(hash.as_bytes()),
                    _ => {
                        let asked = Asked {
                            places: vec![place],
                            rows: Rows::default(),
                            format,
                            detail: Detail::Full,
                        };
                        self.written(asked).measure()?.hash
                    }
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
    let data = |site: &Arc<SiteData>| {
        let data = site.dataset.sdmx.as_ref().map(|sdmx| Data::new(site, sdmx));
        Ok::<_, SiteError>(data.transpose()?.map(Arc::new))
    };
    let (old, new) = (data(old)?, data(new)?);
    let compared = |data: &Option<Arc<Data>>, with: &Option<Arc<Data>>| {
        data.as_ref().map_or_else(|| Ok(BTreeMap::new()), |data| data.compared(with.as_deref()))
    };
    let (before, after) = (compared(&old, &new)?, compared(&new, &old)?);
    let paths = before.keys().chain(after.keys());
    Ok(paths.filter(|path| before.get(*path) != after.get(*path)).cloned().collect())
}

impl Newest {
    fn with(self, row: &Observation) -> Self {
        Newest { published: cmp::max(self.published, row.published), date: cmp::max(self.date, row.date) }
    }

    /// The day on which a message with these observations was prepared, so that it changes when its data do [D21.prepared].
    fn day(self) -> Option<NaiveDate> {
        self.published.or(self.date)
    }
}

/// Some of the observations that are comparable with the current one.
fn selected<'a>(series: &'a Series, rows: &Rows) -> impl Iterator<Item = &'a Observation> {
    let range = rows.range;
    let is_within = move |row: &&Observation| {
        range.from.is_none_or(|from| row.date >= Some(from)) && range.to.is_none_or(|to| row.date <= Some(to))
    };
    let all = move || comparable(series).map(|(row, _)| row).filter(is_within);
    let runs = rows.runs(0..if rows.are_all() { usize::MAX } else { all().count() });
    all().enumerate().filter(move |(place, _)| runs.iter().any(|run| run.contains(place))).map(|(_, row)| row)
}

fn write_series<'a>(
    facts: &'a SeriesFacts,
    format: Format,
    detail: Detail,
    observations: impl Iterator<Item = &'a Observation>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_attributes = detail != Detail::DataOnly;
    let columns = table::columns(has_attributes);
    let rows = observations.map(|row| table::Row::new(facts, row));
    if detail == Detail::KeysOnly {
        return out.write_all(message::key_only(format, facts).as_bytes());
    }
    out.write_all(message::begin_series(format, facts, has_attributes).as_bytes())?;
    match format {
        Format::Generic => write(out, &mut Generic::new(has_attributes), columns, rows)?,
        Format::Specific => write(out, &mut Specific, columns, rows)?,
        Format::Table => write(out, &mut Csv(Dialect::Plain), table::table_columns(has_attributes), rows)?,
    }
    out.write_all(message::end_series(format).as_bytes())
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
    const FORMAT: Format = Format::Specific;
    let (Some(sdmx), Some(nsdp)) = (&dataset.sdmx, &dataset.nsdp) else { return Ok(()) };
    let (agency, structure) = ECOFIN;
    let messages = Messages::in_structure(agency, structure, dataset, sdmx).map_err(io::Error::other)?;
    let rows = dataset.nsdp_series(category).flat_map(|(_, indicator, _)| comparable(&indicator.series));
    let newest = rows.map(|(observation, _)| observation).fold(Newest::default(), Newest::with);
    messages.begin(FORMAT, Detail::Full, newest.day(), out)?;
    for (_, indicator, series) in dataset.nsdp_series(category) {
        let facts = SeriesFacts::of_nsdp(indicator, series, &nsdp.ref_area);
        let rows = comparable(&indicator.series).map(|(observation, _)| table::Row::new(&facts, observation));
        out.write_all(message::begin_series(FORMAT, &facts, true).as_bytes())?;
        write(out, &mut Specific, table::NSDP_COLUMNS, rows)?;
        out.write_all(message::end_series(FORMAT).as_bytes())?;
    }
    out.write_all(messages.end(FORMAT).as_bytes())
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };
    format!("{SDMX}data/{group}{end}")
}
