//! A series as messages have it: its key, its attributes, and its observations with their codes, as rows of SDMX-ML and of
//! SDMX-CSV.

use super::*;

use super::structure::UnitCodes;
use crate::site::text;

/// A series as every format has it. It consists of the observations that are comparable with the current one: a client
/// that shows values alone would otherwise mix units.
#[derive(Hash)]
pub struct SeriesFacts {
    pub frequency: &'static str,
    /// The dimensions of the series, in their order.
    pub dimensions: Vec<(&'static str, String)>,
    /// The name of the dataflow in tables.
    pub flow: String,
    /// Attributes of the series with their values, which are empty where it has none.
    pub attributes: Vec<(&'static str, String)>,
    declared: Status,
}

impl SeriesFacts {
    /// `None` for a series without dates or without a code of its unit.
    pub fn new(indicator: &Indicator, sdmx: &Sdmx, units: &UnitCodes<'_>) -> Option<Self> {
        let Indicator { key, series, .. } = indicator;
        let current = series.current();
        current.date?;
        let (_, unit) = units.get(&*current.series_key.unit.id)?;
        let frequency = frequency(&current.series_key);
        let left_out = series.observations().len() - comparable(series).count();
        let comment = (left_out > 0).then(|| text::sdmx_left_out(left_out, Lang::En));
        Some(SeriesFacts {
            frequency,
            dimensions: vec![
                ("FREQ", frequency.to_owned()),
                ("REF_AREA", sdmx.ref_area.clone()),
                ("INDICATOR", key.to_string()),
            ],
            flow: format!("{}:{}(1.0)", sdmx.agency, sdmx.dataflow),
            attributes: vec![
                ("UNIT_MEASURE", unit.measure.clone()),
                ("UNIT_MULT", unit.multiplier.to_string()),
                (
                    "TIME_SPAN",
                    time_span(current.series_key.period_type).to_owned(),
                ),
                ("TITLE", indicator.name.get(Lang::En).clone()),
                ("COMMENT", comment.unwrap_or_default()),
            ],
            declared: indicator.declared.status(),
        })
    }

    /// As a series of the National Summary Data Page of a country.
    pub fn of_nsdp(indicator: &Indicator, series: &NsdpSeries, area: &str) -> Self {
        let series_key = &indicator.series.current().series_key;
        let frequency = frequency(series_key);
        let multiplier = series_key
            .unit
            .sdmx
            .as_ref()
            .map_or(0, |unit| unit.multiplier);
        SeriesFacts {
            frequency,
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
                ("TIME_FORMAT", time_format(frequency).to_owned()),
            ],
            declared: indicator.declared.status(),
        }
    }

    /// The values of the dimensions: `FREQ.REF_AREA.INDICATOR`.
    pub fn path(&self) -> String {
        let values: Vec<&str> = self.dimensions.iter().map(|(_, value)| &**value).collect();
        values.join(".")
    }
}

/// The narrowest group that has exactly these series: all, one, or those of a frequency; and all where there is none.
pub fn narrowest_group(places: &[usize], series: &[SeriesFacts]) -> String {
    if let [first, others @ ..] = places
        && places.len() < series.len()
    {
        let frequency = series[*first].frequency;
        let all = 0..series.len();
        let of_frequency = all.filter(|place| series[*place].frequency == frequency);
        if others.is_empty() {
            return series[*first].path();
        } else if of_frequency.eq(places.iter().copied()) {
            return frequency.to_owned();
        }
    }

    "all".to_owned()
}

/// The observations that are comparable with the current one; `true` if the one before it in the series is not.
pub fn comparable(series: &Series) -> impl Iterator<Item = (&Observation, bool)> + Clone {
    let all = series.observations();
    let key = &series.current().series_key;
    let alike = (0..all.len()).filter(|place| all[*place].series_key == *key);
    alike.map(|place| {
        let follows_break = place > 0 && all[place - 1].series_key != *key;
        (&all[place], follows_break)
    })
}

/// `FREQ`.
fn frequency(key: &SeriesKey) -> &'static str {
    // A client of SDMX has to be told in which form dates come, even of levels of single days and of decisions.
    key.frequency_code().unwrap_or(match key.period_type {
        PeriodType::Unknown => "_U",
        _ => "D",
    })
}

/// `TIME_FORMAT`: the length of a period, as ISO 8601 writes it; nothing where that is unspecified.
fn time_format(frequency: &str) -> &'static str {
    match frequency {
        "A" => "P1Y",
        "Q" => "P3M",
        "M" => "P1M",
        "D" => "P1D",
        _ => "",
    }
}

/// `TIME_SPAN`: the part of the year that an observation covers.
fn time_span(period_type: PeriodType) -> &'static str {
    match period_type {
        PeriodType::YearToDate => "YTD",
        PeriodType::YearToDateAverage => "YTD_AVERAGE",
        _ => "PERIOD",
    }
}

/// `TIME_PERIOD` of an observation.
fn time_period<'a>(observation: &Observation) -> TableCell<'a> {
    let key = &observation.series_key;
    let Some(day) = observation.date else {
        return TableCell::Date(None);
    };

    match key.frequency {
        Some(frequency) => code(frequency.period(day)),
        None if frequency(key) == "M" => code(day.format("%Y-%m").to_string()),
        None => TableCell::Date(Some(day)),
    }
}

/// `OBS_STATUS`.
fn observation_status(
    observation: &Observation,
    declared: Status,
    follows_break: bool,
) -> &'static str {
    let flags = observation.flags;
    if flags.contains(Flag::Provisional) {
        "P"
    } else if flags.contains(Flag::Estimated) || flags.contains(Flag::Computed) {
        "E"
    } else if follows_break {
        "B"
    } else if matches!(declared, Status::Seed | Status::Unknown)
        || flags.contains(Flag::Unofficial)
        || flags.contains(Flag::Disputed)
    {
        "V"
    } else {
        "A"
    }
}

/// Observations of SDMX, each with its status.
pub enum SdmxRows {}

pub struct SdmxRow<'a> {
    pub facts: &'a SeriesFacts,
    pub observation: &'a Observation,
    pub status: &'static str,
}

impl RowKind for SdmxRows {
    type TableRow<'a> = SdmxRow<'a>;

    fn repeats(before: &SdmxRow<'_>, row: &SdmxRow<'_>) -> bool {
        before.status == row.status
            && before.observation.flags == row.observation.flags
            && before.observation.reference == row.observation.reference
    }
}

pub type SdmxColumn = TableColumn<SdmxRows>;

impl<'a> SdmxRow<'a> {
    /// `follows_break` if the observation before it is of another unit, period type or measure.
    pub fn new(facts: &'a SeriesFacts, observation: &'a Observation, follows_break: bool) -> Self {
        SdmxRow {
            facts,
            observation,
            status: observation_status(observation, facts.declared, follows_break),
        }
    }

    /// The value of a dimension or an attribute of its series.
    fn concept(&self, id: &str) -> TableCell<'a> {
        let mut concepts = self.facts.dimensions.iter().chain(&self.facts.attributes);
        let found = concepts.find(|(name, _)| *name == id);
        code(found.map_or("", |(_, value)| value.as_str()))
    }
}

const TIME_PERIOD: &str = "TIME_PERIOD";
const OBS_VALUE: &str = "OBS_VALUE";

const PERIOD: SdmxColumn = column(TIME_PERIOD, |row| time_period(row.observation));
const VALUE: SdmxColumn = column(OBS_VALUE, |row| TableCell::Value(row.observation.value));
const STATUS: SdmxColumn = common_column("OBS_STATUS", |row| code(row.status));
/// The flags that say something of the value.
const NOTE: SdmxColumn = common_column("COMMENT_OBS", |row| {
    TableCell::Flags(row.observation.flags.without(Flag::Gap))
});
const ORIGIN: SdmxColumn = common_column("DATA_SOURCE", |row| TableCell::origin(row.observation));

/// The columns of SDMX-ML: period and value come first, then what a file of the National Summary Data Page has beside them.
pub static COLUMNS: [SdmxColumn; 5] = [PERIOD, VALUE, STATUS, NOTE, ORIGIN];

/// A column with the value of a dimension or an attribute of the series.
macro_rules! concept {
    ($id:literal) => {
        common_column($id, |row| row.concept($id))
    };
}

/// The columns of SDMX-CSV; the last eight are attributes.
pub static TABLE_COLUMNS: [SdmxColumn; 14] = [
    common_column("DATAFLOW", |row| code(row.facts.flow.as_str())),
    concept!("FREQ"),
    concept!("REF_AREA"),
    concept!("INDICATOR"),
    PERIOD,
    VALUE,
    concept!("UNIT_MEASURE"),
    concept!("UNIT_MULT"),
    concept!("TIME_SPAN"),
    concept!("TITLE"),
    concept!("COMMENT"),
    STATUS,
    NOTE,
    ORIGIN,
];

/// Rows of SDMX-ML. Of generic data: an observation with its period and value, which are the first two columns, and its
/// attributes as pairs of a concept and a value. Of structure-specific data: concepts as attributes of XML. Empty cells are left
/// out.
pub struct Observations {
    pub is_generic: bool,
    pub has_attributes: bool,
}

impl RowFormat for Observations {
    fn begin(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(match self.is_generic {
            true => b"<gen:Obs>",
            false => b"<Obs",
        });
    }

    fn cell(&mut self, text: &mut Vec<u8>, name: &str, cell: &TableCell<'_>) {
        if self.is_generic && name == STATUS.name {
            text.extend(b"<gen:Attributes>");
        }

        if cell.is_empty() {
            return;
        }

        let (begin, end): ([&str; 3], &str) = match name {
            _ if !self.is_generic => ([" ", name, "=\""], "\""),
            TIME_PERIOD => (["<gen:ObsDimension", "", " value=\""], "\"/>"),
            OBS_VALUE => (["<gen:ObsValue", "", " value=\""], "\"/>"),
            _ => (["<gen:Value id=\"", name, "\" value=\""], "\"/>"),
        };

        for part in begin {
            text.extend(part.as_bytes());
        }

        match cell.words() {
            "" => cell.add_to(text),
            words => text.extend(xml::attribute(words).as_bytes()),
        }

        text.extend(end.as_bytes());
    }

    fn end(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(match (self.is_generic, self.has_attributes) {
            (false, _) => b"/>\n",
            (true, false) => b"</gen:Obs>\n",
            (true, true) => b"</gen:Attributes></gen:Obs>\n",
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Frequency;

    impl SeriesFacts {
        /// One without attributes.
        pub fn sample(frequency: &'static str, area: &str, key: &str) -> Self {
            let dimensions = [("FREQ", frequency), ("REF_AREA", area), ("INDICATOR", key)];
            SeriesFacts {
                frequency,
                dimensions: dimensions.map(|(id, code)| (id, code.to_owned())).into(),
                flow: String::new(),
                attributes: Vec::new(),
                declared: Status::Unknown,
            }
        }
    }

    #[test]
    fn periods_are_as_long_as_their_frequency() {
        let period = |period_type, frequency: Option<Frequency>| {
            let observation = Observation::sample(period_type, "2026-09-30", "1");
            let observation = frequency
                .into_iter()
                .fold(observation, Observation::with_frequency);
            let mut period = Vec::new();
            { Csv::PLAIN }.cell(&mut period, "", &time_period(&observation));
            let period = String::from_utf8(period).unwrap();
            (
                super::frequency(&observation.series_key),
                period.trim_end_matches(',').to_owned(),
            )
        };

        for (period_type, frequency, code, written) in [
            (PeriodType::YearToDate, None, "M", "2026-09"),
            (PeriodType::EffectiveFrom, None, "D", "2026-09-30"),
            (PeriodType::Unknown, None, "_U", "2026-09-30"),
            (
                PeriodType::PointInTime,
                Some(Frequency::Quarterly),
                "Q",
                "2026-Q3",
            ),
            (PeriodType::YearToDate, Some(Frequency::Annual), "A", "2026"),
        ] {
            assert_eq!(period(period_type, frequency), (code, written.to_owned()));
        }
    }
}
