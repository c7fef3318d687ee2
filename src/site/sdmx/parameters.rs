//! The names of SDMX-REST: what is offered of them, and what is refused by name, since an answer that ignores a
//! restriction answers another question [D21.refused].

use crate::site::text::SdmxError;

/// What restricts structures. Whatever `references` asks for is in one document.
const OF_STRUCTURES: [&str; 2] = ["detail", "references"];
/// What restricts data, and is answered for some values at least.
pub const OF_DATA: [&str; 4] = ["detail", "format", "dimensionAtObservation", "includeHistory"];
/// The names of every query of SDMX-REST, from 1.0 to 2.2; any of them may be refused.
const KNOWN: [&str; 22] = [
    "detail",
    "format",
    "references",
    "startPeriod",
    "endPeriod",
    "firstNObservations",
    "lastNObservations",
    "updatedAfter",
    "updatedBefore",
    "includeHistory",
    "dimensionAtObservation",
    "asOf",
    "limit",
    "offset",
    "sort",
    "attributes",
    "measures",
    "reportingYearStartDay",
    "mode",
    "explicitMeasure",
    "labels",
    FILTER,
];
/// `c[FREQ]=M` and the like.
const FILTER: &str = "c[]";

/// A request without one of these gets no refusal that names it: the name never comes from what was sent.
pub fn refusals() -> impl Iterator<Item = SdmxError> {
    KNOWN.into_iter().map(SdmxError::ParameterNotOffered)
}

/// The names of the table that a query uses, with their values: the last of several counts, and an empty one counts as
/// absent. What SDMX does not know is ignored, as everywhere.
#[derive(Debug)]
pub struct Parameters<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Parameters<'a> {
    pub fn read(all: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut known: Vec<(&'static str, &'a str)> = Vec::new();
        for (name, value) in all {
            let name = if name.starts_with("c[") { FILTER } else { name };
            let Some(name) = KNOWN.into_iter().find(|known| *known == name) else { continue };
            known.retain(|(other, _)| *other != name);
            known.push((name, value));
        }
        known.retain(|(_, value)| !value.is_empty());
        Parameters(known)
    }

    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// # Errors
    /// Names the first that restricts data and is not offered.
    pub fn of_data(&self) -> Result<(), SdmxError> {
        self.all_among(&OF_DATA)?;
        let only = |name: &'static str, offered: &str| match self.value(name) {
            Some(value) if value != offered => Err(SdmxError::ParameterNotOffered(name)),
            _ => Ok(()),
        };
        only("dimensionAtObservation", "TIME_PERIOD")?;
        only("includeHistory", "false")
    }

    /// # Errors
    /// Names the first that restricts structures and is not offered.
    pub fn of_structures(&self) -> Result<(), SdmxError> {
        self.all_among(&OF_STRUCTURES)?;
        match self.value("detail") {
            None | Some("full") => Ok(()),
            Some(_) => Err(SdmxError::ParameterNotOffered("detail")),
        }
    }

    fn all_among(&self, offered: &[&str]) -> Result<(), SdmxError> {
        let other = self.0.iter().find(|(name, _)| !offered.contains(name));
        other.map_or(Ok(()), |(name, _)| Err(SdmxError::ParameterNotOffered(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_data(parameters: &[(&str, &str)]) -> Result<(), SdmxError> {
        Parameters::read(parameters.iter().copied()).of_data()
    }

    #[test]
    fn what_is_not_offered_is_refused_by_name() {
        for name in KNOWN.into_iter().filter(|name| !OF_DATA.contains(name)) {
            let sent = if name == FILTER { "c[FREQ]" } else { name };
            assert_eq!(of_data(&[(sent, "1")]), Err(SdmxError::ParameterNotOffered(name)), "{name}");
            assert_eq!(of_data(&[(sent, "")]), Ok(()), "{name} is absent where it is empty");
        }
        for (name, value) in [("dimensionAtObservation", "AllDimensions"), ("includeHistory", "true")] {
            assert_eq!(of_data(&[(name, value)]), Err(SdmxError::ParameterNotOffered(name)));
        }
        assert_eq!(of_data(&[("_", "1"), ("ASOF", "1"), ("includeHistory", "false")]), Ok(()));
        let structures = Parameters::read([("asOf", "2020")].into_iter()).of_structures();
        assert_eq!(structures, Err(SdmxError::ParameterNotOffered("asOf")));
    }

    #[test]
    fn the_last_of_several_counts() {
        let parameters =
            Parameters::read([("detail", "a"), ("format", "csv"), ("detail", "full")].into_iter());
        assert_eq!(parameters.value("detail"), Some("full"));
        assert_eq!(of_data(&[("includeHistory", "true"), ("includeHistory", "false")]), Ok(()));
        assert_eq!(of_data(&[("asOf", "1"), ("asOf", "")]), Ok(()));
    }
}
