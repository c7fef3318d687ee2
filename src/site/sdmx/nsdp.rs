//! Files of the National Summary Data Page: one for each data category, in the structure that the IMF gives.

use super::*;

use std::io::Write;

use super::data::Newest;

/// The agency and the identifier of the structure.
const ECOFIN: (&str, &str) = ("IMF", "ECOFIN_DSD");

/// The file of a data category.
pub fn written(data: &Arc<SiteData>, category: &str) -> Written {
    let series: Vec<(usize, &Indicator, &NsdpSeries)> = data.dataset.nsdp_series(category).collect();
    let rows = series.iter().map(|(_, indicator, _)| comparable(&indicator.series).count()).sum();
    let places = series.iter().map(|(place, ..)| *place).collect();
    let (data, category) = (Arc::clone(data), category.to_owned());
    let write = move |mut parts: &mut dyn Parts| write_file(&data, &category, &mut parts);
    Written { rows, is_archive: false, is_of_release: false, places, write: Arc::new(write), kept: None }
}

fn write_file(data: &SiteData, category: &str, out: &mut dyn Write) -> io::Result<()> {
    let dataset = &*data.dataset;
    let (Some(sdmx), Some(nsdp)) = (&dataset.sdmx, &dataset.nsdp) else { return Ok(()) };
    let messages = Messages::in_structure(ECOFIN.0, ECOFIN.1, dataset, sdmx).map_err(io::Error::other)?;
    let rows = dataset.nsdp_series(category).flat_map(|(_, indicator, _)| comparable(&indicator.series));
    let newest = rows.map(|(observation, _)| observation).fold(Newest::default(), Newest::with);
    messages.begin(Format::Specific, Detail::Full, newest.day(), out)?;
    for (_, indicator, series) in dataset.nsdp_series(category) {
        let facts = SeriesFacts::of_nsdp(indicator, series, &nsdp.ref_area);
        let rows = comparable(&indicator.series).map(|(observation, _)| table::Row::new(&facts, observation));
        out.write_all(specific::begin(&facts, true).as_bytes())?;
        write(out, &mut Specific, table::NSDP_COLUMNS, rows)?;
        out.write_all(specific::SERIES_END.as_bytes())?;
    }
    out.write_all(messages.end(Format::Specific).as_bytes())
}
