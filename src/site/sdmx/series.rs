//! A series in generic data, and its rows in SDMX-CSV.

use std::fmt::Write;
use std::sync::Arc;

use super::codes::{self, Units};
use crate::model::{Indicator, Key, Lang, Observation, Sdmx, Series, Status};
use crate::site::csv::{self, Cell, Dialect, RowWriter};
use crate::site::series_texts::{LastValue, SeriesRow, SeriesTexts};
use crate::site::{text, xml};

/// Everything that a series is written from.
#[derive(PartialEq, Hash)]
pub struct SdmxInputs {
    pub key: Key,
    name: String,
    series: Arc<Series>,
    declared: Status,
    unit: Option<(String, u8)>,
    area: String,
    flow: String,
}

impl SdmxInputs {
    pub fn new(indicator: &Indicator, sdmx: &Sdmx, units: &Units<'_>, flow: &str) -> Self {
        let unit = units.code(&indicator.series.current().series_key.unit);
        SdmxInputs {
            key: indicator.key.clone(),
            name: indicator.name.get(Lang::En).clone(),
            series: Arc::clone(&indicator.series),
            declared: indicator.declared.status(),
            unit: unit.map(|unit| (unit.measure.clone(), unit.multiplier)),
            area: sdmx.ref_area.clone(),
            flow: flow.to_owned(),
        }
    }

    /// Where the series is found; nowhere without a date or a code of its unit.
    pub fn place(&self) -> Option<Place> {
        let current = self.series.current();
        current.date?;
        self.unit.as_ref()?;
        let frequency = codes::frequency(current.series_key.period_type);
        Some(Place { frequency, path: format!("{frequency}.{}.{}", self.area, self.key) })
    }
}

pub struct Place {
    pub frequency: &'static str,
    /// `FREQ.REF_AREA.INDICATOR`.
    pub path: String,
}

/// What SDMX says of an indicator's series. It consists of the observations that are comparable with the current one:
/// a client that shows values alone would otherwise mix units.
pub struct SeriesView<'a> {
    pub frequency: &'static str,
    inputs: &'a SdmxInputs,
    /// Attributes of the series with their values, those without a value left out.
    attributes: Vec<(&'static str, String)>,
    texts: SeriesTexts<'a>,
    /// Of each observation, whether the one before it has another unit, period type or measure.
    breaks: Vec<bool>,
}

/// The columns of SDMX-CSV 1.0.
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

impl<'a> SeriesView<'a> {
    /// Of a series with at least one dated observation.
    pub fn new(inputs: &'a SdmxInputs) -> Option<Self> {
        let current = inputs.series.current();
        current.date?;
        let (measure, multiplier) = inputs.unit.as_ref()?;
        let (observations, breaks): (Vec<&Observation>, Vec<bool>) = comparable(&inputs.series).unzip();
        let left_out = inputs.series.observations().len() - observations.len();
        let mut attributes = vec![
            ("UNIT_MEASURE", measure.clone()),
            ("UNIT_MULT", multiplier.to_string()),
            ("TIME_SPAN", codes::time_span(current.series_key.period_type).to_owned()),
            ("TITLE", inputs.name.clone()),
        ];
        if left_out > 0 {
            attributes.push(("COMMENT", text::sdmx_left_out(left_out, Lang::En)));
        }
        let frequency = codes::frequency(current.series_key.period_type);
        Some(SeriesView {
            frequency,
            inputs,
            attributes,
            texts: SeriesTexts::of(observations.into_iter()),
            breaks,
        })
    }

    /// The series without attributes and observations.
    pub fn key_xml(&self) -> String {
        format!("<gen:Series>{}</gen:Series>\n", self.series_key())
    }

    /// The series with everything.
    pub fn xml(&self) -> String {
        let mut text = format!("<gen:Series>{}", self.series_key());
        add_attributes(&mut text, self.attributes.iter().map(|(id, value)| (*id, value.clone())));
        text.push('\n');
        let mut attributes = LastValue::new();
        for (row, status) in self.observations() {
            let SeriesRow { observation: of, value, .. } = row;
            let attributes = attributes.of((status, of.flags, &of.reference), || {
                let mut text = String::new();
                let all = ATTRIBUTES.into_iter().zip(values(of, status));
                add_attributes(&mut text, all.filter(|(_, value)| !value.is_empty()));
                text
            });
            let dimension = ["<gen:Obs><gen:ObsDimension value=\"", self.period(&row), "\"/>"];
            text.extend(dimension);
            text.extend(["<gen:ObsValue value=\"", value, "\"/>", attributes, "</gen:Obs>\n"]);
        }
        text + "</gen:Series>\n"
    }

    fn series_key(&self) -> String {
        let value = |id: &str, value: &str| format!("<gen:Value id=\"{id}\" value=\"{value}\"/>");
        format!(
            "<gen:SeriesKey>{}{}{}</gen:SeriesKey>",
            value("FREQ", self.frequency),
            value("REF_AREA", &self.inputs.area),
            value("INDICATOR", self.inputs.key.as_str())
        )
    }

    /// The rows of the table; the first cell of each names the dataflow.
    pub fn rows(&self) -> Vec<u8> {
        let cells = |texts: &[&str]| {
            let cells: Vec<_> = texts.iter().map(|text| Cell::Plain(text)).collect();
            csv::cells(&cells, Dialect::Plain)
        };
        let key = cells(&[&self.inputs.flow, self.frequency, &self.inputs.area, self.inputs.key.as_str()]);
        let of_series = SERIES_COLUMNS.map(|id| {
            let found = self.attributes.iter().find(|(name, _)| *name == id);
            found.map_or("", |(_, value)| value.as_str())
        });
        let (of_series, mut rest) = (cells(&of_series), LastValue::new());
        let mut rows = RowWriter::new(Dialect::Plain, self.texts.len());
        for (row, status) in self.observations() {
            let of = row.observation;
            rows.written(&key);
            rows.plain(self.period(&row));
            rows.number(row.value);
            rows.written(&of_series);
            rows.written(rest.of((status, of.flags, &of.reference), || {
                let [status, remark, source] = values(of, status);
                cells(&[&status, &remark, &source])
            }));
            rows.end();
        }
        rows.finish()
    }

    /// The observations with their statuses.
    fn observations(&self) -> impl Iterator<Item = (SeriesRow<'_>, &'static str)> {
        let status = |(row, follows_break): (SeriesRow<'_>, &bool)| {
            codes::observation_status(row.observation, self.inputs.declared, *follows_break)
        };
        self.texts.observations().zip(&self.breaks).map(move |pair| (pair.0, status(pair)))
    }

    fn period<'r>(&self, row: &SeriesRow<'r>) -> &'r str {
        codes::time_period(row.observation.series_key.period_type, row.date)
    }
}

/// The dated observations that are comparable with the current one, each with whether the one before it in the series is
/// is not.
fn comparable(series: &Series) -> impl Iterator<Item = (&Observation, bool)> {
    let all = series.observations();
    let series_key = &series.current().series_key;
    let before = [None].into_iter().chain(all.iter().map(Some));
    let pairs =
        all.iter().zip(before).filter(move |(of, _)| of.series_key == *series_key && of.date.is_some());
    pairs.map(|(of, before)| (of, before.is_some_and(|before| before.series_key != of.series_key)))
}

const ATTRIBUTES: [&str; 3] = ["OBS_STATUS", "COMMENT_OBS", "DATA_SOURCE"];

fn values(of: &Observation, status: &str) -> [String; 3] {
    let reference = of.reference.as_ref().map(|reference| reference.as_str()).unwrap_or_default();
    [status.to_owned(), of.flags.to_string(), reference.to_owned()]
}

fn add_attributes(text: &mut String, attributes: impl Iterator<Item = (&'static str, String)>) {
    *text += "<gen:Attributes>";
    for (id, value) in attributes {
        // Writing to a string cannot fail.
        let _ = write!(text, "<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(&value));
    }
    *text += "</gen:Attributes>";
}
