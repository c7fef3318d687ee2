//! SDMX-CSV: a row for each observation; the first cell names the dataflow.

use super::series::{SeriesFacts, observation_values};
use crate::site::csv::{self, Cell, Dialect, RowWriter};
use crate::site::series_texts::{LastValue, SeriesRow};

const KEY: [&str; 6] = ["DATAFLOW", "FREQ", "REF_AREA", "INDICATOR", "TIME_PERIOD", "OBS_VALUE"];
const OF_SERIES: [&str; 5] = ["UNIT_MEASURE", "UNIT_MULT", "TIME_SPAN", "TITLE", "COMMENT"];
const OF_OBSERVATION: [&str; 3] = ["OBS_STATUS", "COMMENT_OBS", "DATA_SOURCE"];

pub fn head(has_attributes: bool) -> Vec<u8> {
    let mut names = KEY.to_vec();
    if has_attributes {
        names.extend(OF_SERIES.into_iter().chain(OF_OBSERVATION));
    }
    let mut head = cells(&names);
    head.extend_from_slice(b"\r\n");
    head
}

pub fn rows(
    facts: &SeriesFacts,
    all: &mut dyn Iterator<Item = SeriesRow<'_>>,
    count: usize,
    has_attributes: bool,
) -> Vec<u8> {
    let [frequency, area, indicator] = facts.dimensions().map(|(_, value)| value);
    let key = cells(&[facts.flow.as_str(), frequency, area, indicator]);
    let of_series = OF_SERIES.map(|id| {
        let found = facts.attributes.iter().find(|(name, _)| *name == id);
        found.map_or("", |(_, value)| value.as_str())
    });
    let (of_series, mut rest) = (cells(&of_series), LastValue::new());
    let mut rows = RowWriter::new(Dialect::Plain, count);
    for row in all {
        let (status, of) = (facts.status(row.observation), row.observation);
        rows.written(&key);
        rows.plain(&facts.period(&row));
        rows.number(row.value);
        if has_attributes {
            rows.written(&of_series);
            rows.written(rest.of((status, of.flags, &of.reference), || {
                cells(&observation_values(&row, status).each_ref().map(|(_, value)| value.as_str()))
            }));
        }
        rows.end();
    }
    rows.finish()
}

fn cells(texts: &[&str]) -> Vec<u8> {
    csv::cells(&texts.iter().map(|text| Cell::Plain(text)).collect::<Vec<_>>(), Dialect::Plain)
}
