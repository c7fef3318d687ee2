//! A series in generic data, and its rows in SDMX-CSV.

use std::borrow::Cow;
use std::fmt::Write;

use super::codes::{self, Units};
use crate::model::{Indicator, Key, Lang, Observation, Sdmx, Series, Status};
use crate::site::csv::{self, Cell, Dialect, RowWriter};
use crate::site::series_texts::{LastValue, SeriesRow, SeriesTexts};
use crate::site::{text, xml};

#[derive(Hash)]
pub struct SdmxInputs<'a> {
    key: &'a Key,
    name: &'a str,
    series: &'a Series,
    declared: Status,
    unit: &'a str,
    multiplier: u8,
    area: &'a str,
    /// The name of the dataflow in tables.
    flow: &'a str,
}

/// An indicator's series in SDMX. It consists of the observations that are comparable with the current one: a client that
/// shows values alone would otherwise mix units.
pub struct SeriesView<'a> {
    inputs: &'a SdmxInputs<'a>,
    /// Attributes of the series with their values, those without a value left out.
    attributes: Vec<(&'static str, String)>,
    texts: SeriesTexts<'a>,
    /// Of each observation, whether the one before it in the series has another series key.
    breaks: Vec<bool>,
}

pub const COLUMNS: [&str; 14] = [
    "DATAFLOW",
    "FREQ",
    "REF_AREA",
    "INDICATOR",
    "TIME_PERIOD",
    "OBS_VALUE",
    "UNIT_MEASURE",
    "UNIT_MULT",
    "TIME_SPAN",
    "TITLE",
    "COMMENT",
    "OBS_STATUS",
    "COMMENT_OBS",
    "DATA_SOURCE",
];
const SERIES_COLUMNS: [&str; 5] = ["UNIT_MEASURE", "UNIT_MULT", "TIME_SPAN", "TITLE", "COMMENT"];

impl<'a> SdmxInputs<'a> {
    /// `None` for a series without dates or without a code of its unit.
    pub fn new(
        indicator: &'a Indicator,
        sdmx: &'a Sdmx,
        units: &'a Units<'_>,
        flow: &'a str,
    ) -> Option<Self> {
        let current = indicator.series.current();
        current.date?;
        let unit = units.code(&current.series_key.unit)?;
        Some(SdmxInputs {
            key: &indicator.key,
            name: indicator.name.get(Lang::En),
            series: &indicator.series,
            declared: indicator.declared.status(),
            unit: &unit.measure,
            multiplier: unit.multiplier,
            area: &sdmx.ref_area,
            flow,
        })
    }

    pub fn frequency(&self) -> &'static str {
        codes::frequency(&self.series.current().series_key)
    }

    /// `FREQ.REF_AREA.INDICATOR`.
    pub fn path(&self) -> String {
        format!("{}.{}.{}", self.frequency(), self.area, self.key)
    }
}

impl<'a> SeriesView<'a> {
    pub fn new(inputs: &'a SdmxInputs<'a>) -> Self {
        let (observations, breaks): (Vec<&Observation>, Vec<bool>) = comparable(inputs.series).unzip();
        let left_out = inputs.series.observations().len() - observations.len();
        let time_span = codes::time_span(inputs.series.current().series_key.period_type);
        let mut attributes = vec![
            ("UNIT_MEASURE", inputs.unit.to_owned()),
            ("UNIT_MULT", inputs.multiplier.to_string()),
            ("TIME_SPAN", time_span.to_owned()),
            ("TITLE", inputs.name.to_owned()),
        ];
        if left_out > 0 {
            attributes.push(("COMMENT", text::sdmx_left_out(left_out, Lang::En)));
        }
        SeriesView { inputs, attributes, texts: SeriesTexts::of(observations.into_iter()), breaks }
    }

    /// The series without attributes and observations.
    pub fn key_xml(&self) -> String {
        format!("<gen:Series>{}</gen:Series>\n", self.series_key())
    }

    pub fn xml(&self) -> String {
        let mut text = format!("<gen:Series>{}{}\n", self.series_key(), attributes_xml(&self.attributes));
        let mut attributes = LastValue::new();
        for (row, status) in self.observations() {
            let SeriesRow { observation: of, value, .. } = row;
            let attributes = attributes.of((status, of.flags, &of.reference), || {
                let [status, remark, source] = values(&row, status);
                attributes_xml(&[("OBS_STATUS", status), ("COMMENT_OBS", remark), ("DATA_SOURCE", source)])
            });
            text.extend(["<gen:Obs><gen:ObsDimension value=\"", &*self.period(&row), "\"/>"]);
            text.extend(["<gen:ObsValue value=\"", value, "\"/>", attributes, "</gen:Obs>\n"]);
        }
        text + "</gen:Series>\n"
    }

    fn series_key(&self) -> String {
        let value = |id: &str, value: &str| format!("<gen:Value id=\"{id}\" value=\"{value}\"/>");
        format!(
            "<gen:SeriesKey>{}{}{}</gen:SeriesKey>",
            value("FREQ", self.inputs.frequency()),
            value("REF_AREA", self.inputs.area),
            value("INDICATOR", self.inputs.key.as_str())
        )
    }

    /// The rows of the table; the first cell of each names the dataflow.
    pub fn rows(&self) -> Vec<u8> {
        let cells = |texts: &[&str]| {
            let cells: Vec<_> = texts.iter().map(|text| Cell::Plain(text)).collect();
            csv::cells(&cells, Dialect::Plain)
        };
        let key =
            cells(&[self.inputs.flow, self.inputs.frequency(), self.inputs.area, self.inputs.key.as_str()]);
        let of_series = SERIES_COLUMNS.map(|id| {
            let found = self.attributes.iter().find(|(name, _)| *name == id);
            found.map_or("", |(_, value)| value.as_str())
        });
        let (of_series, mut rest) = (cells(&of_series), LastValue::new());
        let mut rows = RowWriter::new(Dialect::Plain, self.texts.len());
        for (row, status) in self.observations() {
            let of = row.observation;
            rows.written(&key);
            rows.plain(&self.period(&row));
            rows.number(row.value);
            rows.written(&of_series);
            rows.written(rest.of((status, of.flags, &of.reference), || {
                let [status, remark, source] = values(&row, status);
                cells(&[&status, &remark, &source])
            }));
            rows.end();
        }
        rows.finish()
    }

    fn observations(&self) -> impl Iterator<Item = (SeriesRow<'_>, &'static str)> {
        let status = |(row, follows_break): (SeriesRow<'_>, &bool)| {
            codes::observation_status(row.observation, self.inputs.declared, *follows_break)
        };
        self.texts.observations().zip(&self.breaks).map(move |pair| (pair.0, status(pair)))
    }

    fn period<'r>(&self, row: &SeriesRow<'r>) -> Cow<'r, str> {
        codes::time_period(row.observation, row.date)
    }
}

/// The dated observations that are comparable with the current one; `true` if the one before it in the series is not.
fn comparable(series: &Series) -> impl Iterator<Item = (&Observation, bool)> {
    let all = series.observations();
    let series_key = &series.current().series_key;
    let before = [None].into_iter().chain(all.iter().map(Some));
    let pairs =
        all.iter().zip(before).filter(move |(of, _)| of.series_key == *series_key && of.date.is_some());
    pairs.map(|(of, before)| (of, before.is_some_and(|before| before.series_key != of.series_key)))
}

fn values(row: &SeriesRow<'_>, status: &str) -> [String; 3] {
    [status.to_owned(), row.observation.flags.to_string(), row.reference().to_owned()]
}

/// Those that have a value.
fn attributes_xml(attributes: &[(&'static str, String)]) -> String {
    let mut text = "<gen:Attributes>".to_owned();
    for (id, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(text, "<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(value));
    }
    text + "</gen:Attributes>"
}
