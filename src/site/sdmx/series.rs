//! A series in generic data, and its rows in SDMX-CSV.

use std::fmt::Write;

use super::super::xml;
use super::codes::{self, Units};
use crate::model::{Indicator, Lang, Observation, Status};

/// What SDMX says of an indicator's series. It consists of the observations that are comparable with the current one:
/// a client that shows values alone would otherwise mix units.
pub struct SeriesView<'a> {
    /// `FREQ`.
    pub frequency: &'static str,
    area: &'a str,
    key: &'a str,
    /// Attributes of the series with their values, those without a value left out.
    attributes: Vec<(&'static str, String)>,
    observations: Vec<ObservationView>,
}

struct ObservationView {
    period: String,
    value: String,
    /// `OBS_STATUS`, `COMMENT_OBS`, `DATA_SOURCE`.
    attributes: [(&'static str, String); 3],
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
    /// Of an indicator with at least one dated observation.
    pub fn new(
        indicator: &'a Indicator,
        area: &'a str,
        units: &Units<'_>,
        comment: &Comment,
    ) -> Option<Self> {
        let current = indicator.series.current();
        current.date?;
        let basis = &current.basis;
        let unit = units.code(&basis.unit)?;
        let declared = indicator.declared.status();
        let observations: Vec<ObservationView> =
            comparable(indicator).map(|(of, follows_break)| view(of, declared, follows_break)).collect();
        let left_out = indicator.series.observations().len() - observations.len();
        let mut attributes = vec![
            ("UNIT_MEASURE", unit.measure.clone()),
            ("UNIT_MULT", unit.multiplier.to_string()),
            ("TIME_SPAN", codes::time_span(basis.period_type).to_owned()),
            ("TITLE", indicator.name.get(Lang::En).clone()),
        ];
        if left_out > 0 {
            attributes.push(("COMMENT", comment(left_out)));
        }
        Some(SeriesView {
            frequency: codes::frequency(basis.period_type),
            area,
            key: indicator.key.as_str(),
            attributes,
            observations,
        })
    }

    /// `FREQ.REF_AREA.INDICATOR`.
    pub fn path(&self) -> String {
        format!("{}.{}.{}", self.frequency, self.area, self.key)
    }

    /// The series without attributes and observations.
    pub fn key_xml(&self) -> String {
        format!("<gen:Series>{}</gen:Series>\n", self.series_key())
    }

    /// The series with everything.
    pub fn xml(&self) -> String {
        let mut text = format!("<gen:Series>{}", self.series_key());
        add_attributes(&mut text, self.attributes.iter());
        text.push('\n');
        for of in &self.observations {
            text.extend([
                "<gen:Obs><gen:ObsDimension value=\"",
                &of.period,
                "\"/><gen:ObsValue value=\"",
                &of.value,
                "\"/>",
            ]);
            add_attributes(&mut text, of.attributes.iter().filter(|(_, value)| !value.is_empty()));
            text += "</gen:Obs>\n";
        }
        text + "</gen:Series>\n"
    }

    fn series_key(&self) -> String {
        let value = |id: &str, value: &str| format!("<gen:Value id=\"{id}\" value=\"{value}\"/>");
        format!(
            "<gen:SeriesKey>{}{}{}</gen:SeriesKey>",
            value("FREQ", self.frequency),
            value("REF_AREA", self.area),
            value("INDICATOR", self.key)
        )
    }

    /// The rows of the table; the first cell of each names the dataflow.
    pub fn rows<'v>(&'v self, flow: &'v str) -> impl Iterator<Item = [&'v str; COLUMNS.len()]> {
        let of_series = SERIES_COLUMNS.map(|id| {
            let found = self.attributes.iter().find(|(name, _)| *name == id);
            found.map_or("", |(_, value)| value.as_str())
        });
        let [measure, multiplier, span, title, comment] = of_series;
        self.observations.iter().map(move |of| {
            let [(_, status), (_, remark), (_, source)] = &of.attributes;
            let (frequency, area, key) = (self.frequency, self.area, self.key);
            [
                flow, frequency, area, key, &of.period, &of.value, measure, multiplier, span, title, comment,
                status, remark, source,
            ]
        })
    }
}

/// What is said of a series of which this many observations are left out.
pub type Comment = dyn Fn(usize) -> String + Sync;

/// The dated observations on the same basis as the current one, each with whether the one before it in the series is
/// on another.
fn comparable(indicator: &Indicator) -> impl Iterator<Item = (&Observation, bool)> {
    let all = indicator.series.observations();
    let basis = &indicator.series.current().basis;
    let before = [None].into_iter().chain(all.iter().map(Some));
    let pairs = all.iter().zip(before).filter(move |(of, _)| of.basis == *basis && of.date.is_some());
    pairs.map(|(of, before)| (of, before.is_some_and(|before| before.basis != of.basis)))
}

fn view(of: &Observation, declared: Status, follows_break: bool) -> ObservationView {
    let flags: Vec<&str> = of.flags.iter().map(|flag| flag.name()).collect();
    let period = of.date.map(|date| codes::time_period(of.basis.period_type, date));
    ObservationView {
        period: period.unwrap_or_default(),
        value: of.value.to_string(),
        attributes: [
            ("OBS_STATUS", codes::observation_status(of, declared, follows_break).to_owned()),
            ("COMMENT_OBS", flags.join(" ")),
            (
                "DATA_SOURCE",
                of.reference.as_ref().map(|reference| reference.as_str()).unwrap_or_default().to_owned(),
            ),
        ],
    }
}

fn add_attributes<'a>(text: &mut String, attributes: impl Iterator<Item = &'a (&'static str, String)>) {
    *text += "<gen:Attributes>";
    for (id, value) in attributes {
        // Writing to a string cannot fail.
        let _ = write!(text, "<gen:Value id=\"{id}\" value=\"{}\"/>", xml::attribute(value));
    }
    *text += "</gen:Attributes>";
}
