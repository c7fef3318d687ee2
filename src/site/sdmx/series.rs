//! What is written of a series, whatever the format: its key, its attributes, the statuses of its observations.

use super::*;

use crate::site::text;

pub struct SdmxInputs<'a> {
    pub key: &'a Key,
    name: &'a str,
    pub series: &'a Series,
    declared: Status,
    unit: &'a str,
    multiplier: u8,
    area: &'a str,
    /// The name of the dataflow in tables.
    flow: &'a str,
}

/// What every format says of a series. It consists of the observations that are comparable with the current one: a client
/// that shows values alone would otherwise mix units.
#[derive(Hash)]
pub struct SeriesFacts {
    pub frequency: &'static str,
    pub key: String,
    /// The dimensions of the series, in their order.
    pub dimensions: Vec<(&'static str, String)>,
    /// The name of the dataflow in tables.
    pub flow: String,
    /// Attributes of the series with their values, those without a value left out.
    pub attributes: Vec<(&'static str, String)>,
    declared: Status,
    /// The dates of observations that follow one with another series key.
    breaks: BTreeSet<NaiveDate>,
}

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
}

impl SeriesFacts {
    pub fn new(inputs: &SdmxInputs<'_>) -> Self {
        let comparable = comparable(inputs.series).count();
        let frequency = inputs.frequency();
        let left_out = inputs.series.observations().len() - comparable;
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
        SeriesFacts {
            frequency,
            key: inputs.key.to_string(),
            dimensions: vec![
                ("FREQ", frequency.to_owned()),
                ("REF_AREA", inputs.area.to_owned()),
                ("INDICATOR", inputs.key.to_string()),
            ],
            flow: inputs.flow.to_owned(),
            attributes,
            declared: inputs.declared,
            breaks: breaks(inputs.series),
        }
    }

    /// As a series of the National Summary Data Page of a country.
    pub fn of_nsdp(indicator: &Indicator, series: &NsdpSeries, area: &str) -> Self {
        let series_key = &indicator.series.current().series_key;
        let frequency = codes::frequency(series_key);
        let multiplier = series_key.unit.sdmx.as_ref().map_or(0, |unit| unit.multiplier);
        SeriesFacts {
            frequency,
            key: indicator.key.to_string(),
            dimensions: vec![
                ("DATA_DOMAIN", series.category.clone()),
                ("REF_AREA", area.to_owned()),
                ("INDICATOR", series.indicator.clone()),
                ("COUNTERPART_AREA", series.counterpart.clone()),
                ("FREQ", frequency.to_owned()),
            ],
            flow: String::new(),
            attributes: vec![
                ("UNIT_MULT", multiplier.to_string()),
                ("BASE_PER", series.base_period.clone().unwrap_or_default()),
                ("TIME_FORMAT", codes::time_format(frequency).to_owned()),
            ],
            declared: indicator.declared.status(),
            breaks: breaks(&indicator.series),
        }
    }

    /// The values of the dimensions: `FREQ.REF_AREA.INDICATOR`.
    pub fn path(&self) -> String {
        self.dimensions.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(".")
    }

    pub fn status(&self, observation: &Observation) -> &'static str {
        let follows_break = observation.date.is_some_and(|date| self.breaks.contains(&date));
        codes::observation_status(observation, self.declared, follows_break)
    }
}

fn breaks(series: &Series) -> BTreeSet<NaiveDate> {
    let breaks = comparable(series).filter(|(_, follows_break)| *follows_break);
    breaks.filter_map(|(o, _)| o.date).collect()
}

/// The dated observations that are comparable with the current one; `true` if the one before it in the series is not.
pub fn comparable(series: &Series) -> impl Iterator<Item = (&Observation, bool)> {
    let all = series.observations();
    let series_key = &series.current().series_key;
    let before = [None].into_iter().chain(all.iter().map(Some));
    let pairs =
        all.iter().zip(before).filter(move |(row, _)| row.series_key == *series_key && row.date.is_some());
    pairs.map(|(row, before)| (row, before.is_some_and(|before| before.series_key != row.series_key)))
}
