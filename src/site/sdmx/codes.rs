//! Codes: frequencies, time spans, statuses of observations, units.

use super::*;

pub fn frequency(key: &SeriesKey) -> &'static str {
    // A client of SDMX has to be told in which form dates come, even of levels of single days and of decisions.
    key.frequency_code().unwrap_or(match key.period_type {
        PeriodType::Unknown => "_U",
        _ => "D",
    })
}

/// `TIME_FORMAT`: the length of a period, as ISO 8601 writes it; nothing where that is unspecified.
pub fn time_format(frequency: &str) -> &'static str {
    match frequency {
        "A" => "P1Y",
        "Q" => "P3M",
        "M" => "P1M",
        "D" => "P1D",
        _ => "",
    }
}

/// `TIME_SPAN`: the part of the year that an observation covers.
pub fn time_span(period_type: PeriodType) -> &'static str {
    match period_type {
        PeriodType::YearToDate => "YTD",
        PeriodType::YearToDateAverage => "YTD_AVERAGE",
        _ => "PERIOD",
    }
}

/// `TIME_PERIOD` of an observation.
pub fn time_period<'a>(observation: &Observation) -> Cell<'a> {
    match (observation.series_key.frequency, observation.date, frequency(&observation.series_key)) {
        (Some(frequency), Some(day), _) => Cell::plain(frequency.period(day)),
        (None, Some(day), "M") => {
            let mut text = day.to_string();
            text.truncate(text.len() - "-00".len());
            Cell::plain(text)
        }
        (_, day, _) => Cell::Date(day),
    }
}

/// `OBS_STATUS`; `follows_break` if the observation before it is of another unit, period type or measure.
pub fn observation_status(observation: &Observation, declared: Status, follows_break: bool) -> &'static str {
    let has = |flag| observation.flags.contains(flag);
    if has(Flag::Provisional) {
        "P"
    } else if has(Flag::Estimated) || has(Flag::Computed) {
        "E"
    } else if follows_break {
        "B"
    } else if matches!(declared, Status::Seed | Status::Unknown)
        || has(Flag::Unofficial)
        || has(Flag::Disputed)
    {
        "V"
    } else {
        "A"
    }
}

/// The SDMX codes of a dataset's units: their own, or made of their identifiers.
pub struct Units<'a> {
    codes: BTreeMap<&'a str, UnitCode<'a>>,
}

/// `UNIT_MEASURE` and `UNIT_MULT` of a unit.
pub struct UnitCode<'a> {
    pub measure: String,
    pub multiplier: u8,
    /// The unit whose text can name the code.
    pub named_by: Option<&'a Unit>,
}

impl<'a> Units<'a> {
    /// Of every unit in which the dataset has observations.
    pub fn new(dataset: &'a Dataset) -> Self {
        let mut units: BTreeMap<&str, &Unit> = BTreeMap::new();
        for indicator in dataset.indicators() {
            // Rows of a series share a unit by and large: only a change is looked up.
            let runs =
                indicator.series.observations().chunk_by(|row, next| row.series_key == next.series_key);
            units.extend(runs.map(|run| (run[0].series_key.unit.id.as_str(), &*run[0].series_key.unit)));
        }
        let mut taken: Vec<String> =
            units.values().filter_map(|unit| Some(unit.sdmx.as_ref()?.measure.clone())).collect();
        let code = |(id, unit): (&'a str, &'a Unit)| match &unit.sdmx {
            Some(sdmx) => {
                let named_by = Some(unit).filter(|_| sdmx.multiplier == 0);
                (id, UnitCode { measure: sdmx.measure.clone(), multiplier: sdmx.multiplier, named_by })
            }
            None => (id, UnitCode { measure: own_code(id, &mut taken), multiplier: 0, named_by: Some(unit) }),
        };
        Units { codes: units.into_iter().map(code).collect() }
    }

    pub fn code(&self, unit: &Unit) -> Option<&UnitCode<'a>> {
        self.codes.get(unit.id.as_str())
    }

    /// The measures, each once, in the order of their codes, with a unit that names them if there is one.
    pub fn measures(&self) -> BTreeMap<&str, Option<&'a Unit>> {
        let mut measures: BTreeMap<&str, Option<&'a Unit>> = BTreeMap::new();
        for code in self.codes.values() {
            let named_by = measures.entry(&code.measure).or_default();
            *named_by = named_by.or(code.named_by);
        }
        measures
    }

    /// The multipliers, each once, the smallest first.
    pub fn multipliers(&self) -> BTreeSet<u8> {
        self.codes.values().map(|code| code.multiplier).collect()
    }
}

/// A code made of a unit's identifier, of the characters that SDMX allows, and not one that is taken.
fn own_code(id: &str, taken: &mut Vec<String>) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let stem: String = id.chars().take(60).map(allowed).collect();
    let mut code = stem.clone();
    let mut number = 1;
    while taken.contains(&code) {
        number += 1;
        code = format!("{stem}_{number}");
    }
    taken.push(code.clone());
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Frequency;
    use crate::site::rows::RowFormat;
    use crate::site::rows::csv::{Csv, Dialect};

    #[test]
    fn own_codes_are_of_allowed_characters_and_unique() {
        let mut taken = vec!["AZN".to_owned()];
        let codes = ["azn", "azn mn", "azn/mn", "манат"].map(|id| own_code(id, &mut taken));
        assert_eq!(codes, ["AZN_2", "AZN_MN", "AZN_MN_2", "_____"]);
    }

    #[test]
    fn periods_are_as_long_as_their_frequency() {
        let period = |period_type, frequency: Option<Frequency>| {
            let observation = Observation::sample(period_type, "2026-09-30", "1");
            let observation = frequency.into_iter().fold(observation, Observation::with_frequency);
            let mut period = Vec::new();
            Csv(Dialect::Plain).cell(&mut period, "", &time_period(&observation));
            let period = String::from_utf8(period).unwrap();
            (super::frequency(&observation.series_key), period.trim_end_matches(',').to_owned())
        };
        for (period_type, frequency, code, written) in [
            (PeriodType::YearToDate, None, "M", "2026-09"),
            (PeriodType::EffectiveFrom, None, "D", "2026-09-30"),
            (PeriodType::Unknown, None, "_U", "2026-09-30"),
            (PeriodType::PointInTime, Some(Frequency::Quarterly), "Q", "2026-Q3"),
            (PeriodType::YearToDate, Some(Frequency::Annual), "A", "2026"),
        ] {
            assert_eq!(period(period_type, frequency), (code, written.to_owned()));
        }
    }
}
