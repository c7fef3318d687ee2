//! Data: finished pages of each series, of each frequency and of all in every format, and messages that are put together of
//! written parts for a request.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::codes::Units;
use super::format::{Detail, Format, MediaRange};
use super::ids::{Ids, Selection};
use super::message::Messages;
use super::parameters::{DETAIL, FORMAT, Parameters, Rows};
use super::series::SdmxInputs;
use super::written::{Newest, WrittenSeries};
use crate::model::{Fingerprint, Sdmx};
use crate::site::inputs::DatasetInputs;
use crate::site::page::{Facts, Page, PagesByPath, SDMX_CSV, SDMX_DATA, SDMX_SPECIFIC, SiteError};
use crate::site::parallel;
use crate::site::ranges::SeriesRows;
use crate::site::segment::Segment;
use crate::site::text::SdmxError;
use crate::site::urls::{SDMX, SDMX_TABLE};

pub struct Data {
    ids: Ids,
    series: Vec<Arc<WrittenSeries>>,
    messages: Messages,
}

/// What answers a request.
pub enum SdmxAnswer {
    /// The page at this path.
    Page(String),
    Data(Box<DataAnswer>),
}

/// A message that is put together for a request.
pub struct DataAnswer {
    pub page: Page,
    /// It changes only when one of the pages at these paths does.
    pub changes_with: Vec<String>,
}

impl Data {
    pub fn new(inputs: &DatasetInputs<'_>, sdmx: &Sdmx) -> Result<Self, SiteError> {
        let series = series(inputs)?;
        let ids = Ids::new(sdmx, series.iter().map(|of| (of.key.clone(), of.frequency)));
        Ok(Data { ids, series, messages: Messages::new(inputs.dataset, sdmx)? })
    }

    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    pub fn pages(&self) -> PagesByPath {
        let mut groups: BTreeMap<&str, Vec<&WrittenSeries>> = BTreeMap::from([("all", Vec::new())]);
        for series in &self.series {
            for group in ["all", series.frequency, &series.path] {
                groups.entry(group).or_default().push(series);
            }
        }
        let mut pages = PagesByPath::new();
        for (group, all) in groups {
            for format in Format::ALL {
                let parts = all.iter().map(|series| series.whole(format));
                let page = self.page(group, format, Detail::Full, parts);
                pages.insert(page_path(group, format).into(), Arc::new(page));
            }
        }
        pages
    }

    /// The message with these parts of series, under the name of a page.
    fn page<'a>(
        &self,
        group: &str,
        format: Format,
        detail: Detail,
        parts: impl Iterator<Item = (Newest, &'a [Segment])>,
    ) -> Page {
        let (mut newest, mut segments) = (Newest::default(), Vec::new());
        for (of_part, own) in parts {
            newest = newest.or(of_part);
            segments.extend_from_slice(own);
        }
        let facts: &Facts = match format {
            Format::Generic => &SDMX_DATA,
            Format::Specific => &SDMX_SPECIFIC,
            Format::Table => &SDMX_CSV,
        };
        // A table is kept under a name that comes from its path.
        let path = facts.is_file.then(|| page_path(group, format).into());
        Page { path, ..Page::new(facts, self.messages.of(format, detail, newest, &segments)) }
    }

    pub fn answer(
        &self,
        selection: &Selection,
        parameters: &Parameters<'_>,
        accepted: Option<&[MediaRange<'_>]>,
    ) -> Result<SdmxAnswer, SdmxError> {
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
        let has_observations = matches!(detail, Detail::Full | Detail::DataOnly);
        if format == Format::Table && !has_observations {
            return Err(SdmxError::ParameterNotOffered(DETAIL));
        }
        let rows = parameters.rows();
        let path = page_path(&selection.page, format);
        if selection.is_page && detail == Detail::Full && rows.are_all() {
            return Ok(SdmxAnswer::Page(path));
        }
        let parts = self.parts(selection, &rows, format, detail).map_err(|_| SdmxError::Failed)?;
        if parts.is_empty() {
            return Err(SdmxError::NotFound);
        }
        let parts = parts.iter().map(|(newest, segments)| (*newest, &**segments));
        let page = self.page(&selection.page, format, detail, parts);
        let mut changes_with = vec![path];
        if !has_observations {
            // Without observations it was prepared when the snapshot was taken, as a structure.
            changes_with.push(format!("{SDMX}structure"));
        }
        Ok(SdmxAnswer::Data(Box::new(DataAnswer { page, changes_with })))
    }

    /// Of each series what is wanted, and nothing of a series that has none of it.
    fn parts(
        &self,
        selection: &Selection,
        rows: &Rows,
        format: Format,
        detail: Detail,
    ) -> Result<Vec<(Newest, Vec<Segment>)>, SiteError> {
        let series = selection.places.iter().filter_map(|place| self.series.get(*place));
        series.filter_map(|series| series.part(rows, format, detail).transpose()).collect()
    }
}

fn page_path(group: &str, format: Format) -> String {
    let end = match format {
        Format::Generic => "",
        Format::Specific => "?accept=structurespecificdata",
        Format::Table => SDMX_TABLE,
    };
    format!("{SDMX}data/{group}{end}")
}

/// Every series that has dates and a code of its unit.
pub fn series(inputs: &DatasetInputs<'_>) -> Result<Vec<Arc<WrittenSeries>>, SiteError> {
    let Some(sdmx) = &inputs.dataset.sdmx else { return Ok(Vec::new()) };
    let units = Units::new(inputs.dataset);
    let flow = format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow);
    let of_indicators = inputs
        .dataset
        .indicators()
        .filter_map(|indicator| Some((indicator, SdmxInputs::new(indicator, sdmx, &units, &flow)?)));
    parallel::map(&of_indicators.collect::<Vec<_>>(), |(indicator, own)| {
        inputs.memo.get(
            "sdmx",
            own,
            |name: Fingerprint| WrittenSeries::stand_in(own, name),
            || match inputs.parts.get(&indicator.key) {
                Some(parts) => WrittenSeries::new(own, &parts.rows),
                None => WrittenSeries::new(own, &SeriesRows::new(indicator)),
            },
        )
    })
}
