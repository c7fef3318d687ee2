//! A series that was written when the snapshot was built, and parts of it: blocks that lie inside as they are, others
//! written anew.

use std::cmp;
use std::sync::Arc;

use chrono::NaiveDate;

use super::format::{Detail, Format};
use super::parameters::Rows;
use super::series::{SdmxInputs, SeriesFacts, comparable};
use super::{generic, specific, table};
use crate::model::{Fingerprint, Indicator, Lang, Observation, Series};
use crate::site::page::{Form, SiteError};
use crate::site::ranges::{Query, SeriesRows};
use crate::site::rows::csv::{Csv, Dialect};
use crate::site::rows::sdmx::{Generic, Specific};
use crate::site::rows::write;
use crate::site::segment::Segment;

pub struct WrittenSeries {
    pub key: String,
    pub frequency: &'static str,
    /// `FREQ.REF_AREA.INDICATOR`.
    pub path: String,
    facts: SeriesFacts,
    /// `None` of a stand-in.
    rows: Option<SeriesRows>,
    /// By format: everything in one segment where there is one block; else what stands before the rows, each block, and what
    /// stands after them. A table has rows alone.
    whole: [Box<[Segment]>; 3],
    newest: Newest,
}

/// The newest day of publication and the newest date of some observations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest {
    published: Option<NaiveDate>,
    date: Option<NaiveDate>,
}

impl Newest {
    fn of<'a>(observations: impl Iterator<Item = &'a Observation>) -> Self {
        observations
            .map(|of| Newest { published: of.published, date: of.date })
            .fold(Newest::default(), Self::or)
    }

    pub fn or(self, other: Self) -> Self {
        Newest { published: cmp::max(self.published, other.published), date: cmp::max(self.date, other.date) }
    }

    /// The day on which a message with these observations was prepared.
    pub fn day(self) -> Option<NaiveDate> {
        self.published.or(self.date)
    }
}

impl WrittenSeries {
    /// `known` are the rows of the indicator where they are kept anyway.
    pub fn new(inputs: &SdmxInputs<'_>, known: &SeriesRows) -> Result<Self, SiteError> {
        let all: Vec<&Observation> = comparable(inputs.series).map(|(of, _)| of).collect();
        let rows = if all.len() == inputs.series.observations().len() {
            known.clone()
        } else {
            let rows = all.iter().map(|of| ((), Observation::clone(of))).collect();
            let series = Series::of(rows).map_err(|_| "these observations are no series")?;
            SeriesRows::new(&Indicator { series: Arc::new(series), ..known.indicator().clone() })
        };
        let facts = SeriesFacts::new(inputs);
        let whole = |format| -> Box<[Segment]> {
            let blocks: Vec<Vec<u8>> =
                rows.each_block().map(|rows| write_rows(&facts, format, true, &mut rows.iter())).collect();
            let [begin, end] = around(&facts, format, true);
            if let [block] = &*blocks {
                return [Segment::new([&*begin, block, &*end].concat())].into();
            }
            let blocks = blocks.into_iter().map(Segment::new);
            let ends = [begin, end].map(|text| (format != Format::Table).then(|| Segment::new(text)));
            let [begin, end] = ends;
            begin.into_iter().chain(blocks).chain(end).collect()
        };
        let whole = Format::ALL.map(whole);
        Ok(Self::of(inputs, facts, Some(rows), whole))
    }

    pub fn stand_in(inputs: &SdmxInputs<'_>, name: Fingerprint) -> Self {
        let whole = || -> Box<[Segment]> { [Segment::stand_in(name)].into() };
        Self::of(inputs, SeriesFacts::new(inputs), None, [whole(), whole(), whole()])
    }

    fn of(
        inputs: &SdmxInputs<'_>,
        facts: SeriesFacts,
        rows: Option<SeriesRows>,
        whole: [Box<[Segment]>; 3],
    ) -> Self {
        let newest = Newest::of(comparable(inputs.series).map(|(of, _)| of));
        let (key, frequency, path) = (inputs.key.to_string(), inputs.frequency(), inputs.path());
        WrittenSeries { key, frequency, path, facts, rows, whole, newest }
    }

    pub fn whole(&self, format: Format) -> (Newest, &[Segment]) {
        (self.newest, &self.whole[format as usize])
    }

    /// The series with some of its observations; `None` if it has none of them.
    pub fn part(
        &self,
        wanted: &Rows,
        format: Format,
        detail: Detail,
    ) -> Result<Option<(Newest, Vec<Segment>)>, SiteError> {
        let rows = self.rows.as_ref().ok_or("a stand-in has no rows")?;
        let selected = rows.selected(&Query { range: wanted.range, ..Query::default() });
        let runs: Vec<_> =
            wanted.runs(selected.rows.clone()).into_iter().filter(|run| !run.is_empty()).collect();
        if runs.is_empty() {
            return Ok(None);
        }
        if detail == Detail::KeysOnly {
            let key = match format {
                Format::Specific => specific::key_only(&self.facts),
                Format::Generic | Format::Table => generic::key_only(&self.facts),
            };
            return Ok(Some((Newest::default(), vec![Segment::uncompressed(key.into_bytes())])));
        }
        let all = rows.indicator().series.observations();
        let has_attributes = detail != Detail::DataOnly;
        if detail == Detail::Full && runs.iter().map(ExactSizeIterator::len).sum::<usize>() == all.len() {
            return Ok(Some((self.newest, self.whole(format).1.to_vec())));
        }
        let [begin, end] = around(&self.facts, format, has_attributes).map(Segment::uncompressed);
        let mut segments = vec![begin];
        let mut newest = Newest::default();
        if detail != Detail::NoData {
            let written = if has_attributes { self.blocks(format) } else { &[] };
            for run in runs {
                newest = newest.or(Newest::of(all.get(run.clone()).unwrap_or_default().iter()));
                let write = |_: &Indicator, rows: &mut dyn Iterator<Item = &Observation>, _, _| {
                    write_rows(&self.facts, format, has_attributes, rows)
                };
                let run = selected.with_rows(run);
                segments.extend(rows.segments(&run, written, &write, Lang::En, Form::Default));
            }
        }
        segments.push(end);
        segments.retain(|segment| segment.len() > 0);
        Ok(Some((newest, segments)))
    }

    /// The blocks, where there are several.
    fn blocks(&self, format: Format) -> &[Segment] {
        match (format, &*self.whole[format as usize]) {
            (_, [_]) => &[],
            (Format::Generic | Format::Specific, [_, blocks @ .., _]) => blocks,
            (_, blocks) => blocks,
        }
    }
}

/// What stands before and after the rows.
fn around(facts: &SeriesFacts, format: Format, has_attributes: bool) -> [Vec<u8>; 2] {
    match format {
        Format::Generic => {
            [generic::begin(facts, has_attributes).into_bytes(), generic::SERIES_END.as_bytes().to_vec()]
        }
        Format::Specific => {
            [specific::begin(facts, has_attributes).into_bytes(), specific::SERIES_END.as_bytes().to_vec()]
        }
        Format::Table => [Vec::new(), Vec::new()],
    }
}

fn write_rows(
    facts: &SeriesFacts,
    format: Format,
    has_attributes: bool,
    observations: &mut dyn Iterator<Item = &Observation>,
) -> Vec<u8> {
    let (mut text, rows) = (Vec::new(), observations.map(|of| table::Row::new(facts, of)));
    let columns = table::columns(has_attributes);
    match format {
        Format::Generic => write(&mut text, &mut Generic::new(has_attributes), columns, rows),
        Format::Specific => write(&mut text, &mut Specific, columns, rows),
        Format::Table => {
            write(&mut text, &mut Csv(Dialect::Plain), table::table_columns(has_attributes), rows);
        }
    }
    text
}
