//! The names of SDMX-REST: what is offered of them, and what is refused by name, since an answer that ignores a
//! restriction answers another question [D21.refused].

use super::*;

use chrono::{DateTime, NaiveDateTime};

use crate::site::ranges::{Range, count, days};

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A year, a quarter, a month or a day.
    Period,
    /// 1 to 999999999.
    Count,
    /// Others of SDMX are not offered.
    OneOf(&'static [&'static str]),
    /// Whatever it asks for is in one document.
    Any,
}

pub const START: &str = "startPeriod";
pub const END: &str = "endPeriod";
pub const FIRST: &str = "firstNObservations";
pub const LAST: &str = "lastNObservations";
pub const DETAIL: &str = "detail";
pub const FORMAT: &str = "format";
pub const REFERENCES: &str = "references";

/// What is offered of data, and of it which values.
pub const OF_DATA: [(&str, Values); 8] = [
    (START, Values::Period),
    (END, Values::Period),
    (FIRST, Values::Count),
    (LAST, Values::Count),
    (DETAIL, Values::OneOf(&["full", "dataonly", "serieskeysonly", "nodata"])),
    (FORMAT, Values::OneOf(&["csv", "csvdata"])),
    ("dimensionAtObservation", Values::OneOf(&["TIME_PERIOD"])),
    ("includeHistory", Values::OneOf(&["false"])),
];
/// What is offered of structures.
pub const OF_STRUCTURES: [(&str, Values); 2] =
    [(DETAIL, Values::OneOf(&["full"])), (REFERENCES, Values::Any)];
/// The names of every query of SDMX-REST, from 1.0 to 2.2; any of them may be refused.
const KNOWN: [&str; 22] = [
    DETAIL,
    FORMAT,
    REFERENCES,
    START,
    END,
    FIRST,
    LAST,
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

/// Every refusal that names a parameter: the name comes from these lists and never from what was sent.
pub fn refusals() -> impl Iterator<Item = SdmxError> {
    let malformed = [START, END, FIRST, LAST].into_iter().map(SdmxError::Malformed);
    KNOWN.into_iter().map(SdmxError::ParameterNotOffered).chain(malformed)
}

/// The names of the table that a query uses, with their values: the last of several counts, and an empty one counts as
/// absent. What SDMX does not know is ignored, as everywhere.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameters<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Parameters<'a> {
    pub fn read(all: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut used: Vec<(&'static str, &'a str)> = Vec::new();
        for (name, value) in all {
            let name = if name.starts_with("c[") { FILTER } else { name };
            let Some(name) = KNOWN.into_iter().find(|n| *n == name) else { continue };
            used.retain(|(n, _)| *n != name);
            used.push((name, value));
        }
        used.retain(|(_, value)| !value.is_empty());
        Parameters(used)
    }

    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// # Errors
    /// Names the first that is not offered there, then the first that is malformed.
    pub fn check(&self, offered: &[(&'static str, Values)]) -> Result<(), SdmxError> {
        let values = |name: &str| offered.iter().find(|(n, _)| *n == name).map(|(_, values)| *values);
        for (name, value) in &self.0 {
            let is_offered = match values(name) {
                None => false,
                Some(Values::OneOf(all)) => all.contains(value),
                Some(Values::Period) => !is_other_period(value),
                Some(Values::Count | Values::Any) => true,
            };
            if !is_offered {
                return Err(SdmxError::ParameterNotOffered(name));
            }
        }
        for (name, value) in &self.0 {
            let is_well_formed = match values(name) {
                Some(Values::Period) => days(value).is_some(),
                Some(Values::Count) => count(value).is_some(),
                _ => true,
            };
            if !is_well_formed {
                return Err(SdmxError::Malformed(name));
            }
        }
        Ok(())
    }

    /// The observations that data are asked for.
    pub fn rows(&self) -> Rows {
        let period = |name| self.value(name).and_then(days);
        let count = |name| self.value(name).and_then(count);
        let range =
            Range { from: period(START).map(|days| days.0), to: period(END).map(|days| days.1), last: None };
        Rows { range, first: count(FIRST), last: count(LAST) }
    }
}

/// Some observations of each series: those of a range of dates, and of these the oldest and the newest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub range: Range,
    pub first: Option<usize>,
    pub last: Option<usize>,
}

impl Rows {
    pub fn are_all(&self) -> bool {
        *self == Rows::default()
    }

    /// Of the places of a range, those of the oldest and the newest: one run, or two apart.
    pub fn runs(&self, all: std::ops::Range<usize>) -> Vec<std::ops::Range<usize>> {
        let first = |count: usize| all.start..all.end.min(all.start.saturating_add(count));
        let last = |count: usize| all.start.max(all.end.saturating_sub(count))..all.end;
        match (self.first, self.last) {
            (None, None) => vec![all],
            (Some(count), None) => vec![first(count)],
            (None, Some(count)) => vec![last(count)],
            (Some(head), Some(tail)) if head.saturating_add(tail) >= all.len() => vec![all],
            (Some(head), Some(tail)) => vec![first(head), last(tail)],
        }
    }
}

/// A period that SDMX knows and [`days`] does not: a half-year, a third, a week, a day of a year, an instant.
fn is_other_period(text: &str) -> bool {
    if days(text).is_some() {
        return false;
    }
    let instant = text.replace(' ', "+");
    if DateTime::parse_from_rfc3339(&instant).is_ok()
        || NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").is_ok()
    {
        return true;
    }
    let is_number =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((year, rest)) = text.split_once('-').filter(|(year, _)| is_number(year, 4)) else {
        return false;
    };
    let Some((kind, number)) = rest.split_at_checked(1) else { return false };
    let (digits, most) = match kind {
        "A" => (1, 1),
        "S" => (1, 2),
        "T" => (1, 3),
        "M" => (2, 12),
        "W" => (2, 53),
        "D" => (3, 366),
        _ => return false,
    };
    let within = number.parse().is_ok_and(|number: usize| (1..=most).contains(&number));
    within && is_number(number, digits) && NaiveDate::from_ymd_opt(year.parse().unwrap_or(0), 1, 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_data(parameters: &[(&str, &str)]) -> Result<(), SdmxError> {
        Parameters::read(parameters.iter().copied()).check(&OF_DATA)
    }

    #[test]
    fn what_is_not_offered_is_refused_by_name() {
        for name in KNOWN.into_iter().filter(|name| OF_DATA.iter().all(|(n, _)| n != name)) {
            let sent = if name == FILTER { "c[FREQ]" } else { name };
            assert_eq!(of_data(&[(sent, "1")]), Err(SdmxError::ParameterNotOffered(name)), "{name}");
            assert_eq!(of_data(&[(sent, "")]), Ok(()), "{name} is absent where it is empty");
        }
        for (name, value) in
            [("dimensionAtObservation", "AllDimensions"), ("includeHistory", "true"), (START, "2026-S1")]
        {
            assert_eq!(of_data(&[(name, value)]), Err(SdmxError::ParameterNotOffered(name)));
        }
        assert_eq!(of_data(&[("_", "1"), ("ASOF", "1"), ("includeHistory", "false")]), Ok(()));
        let structures = Parameters::read([("asOf", "2020")].into_iter()).check(&OF_STRUCTURES);
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

    #[test]
    fn periods_are_offered_or_known_or_malformed() {
        for text in ["2026", "2026-Q3", "2026-07", "2026-07-31"] {
            assert_eq!(of_data(&[(START, text)]), Ok(()), "{text}");
        }
        for text in [
            "2026-A1",
            "2026-S2",
            "2026-T3",
            "2026-M07",
            "2026-W53",
            "2026-D366",
            "2026-07-31T00:00:00",
            "2026-07-31T00:00:00Z",
            "2026-07-31T00:00:00.5 04:00",
        ] {
            assert_eq!(of_data(&[(END, text)]), Err(SdmxError::ParameterNotOffered(END)), "{text}");
        }
        for text in [
            "2026-Q5",
            "2026-13",
            "2026-02-30",
            "2026-S3",
            "2026-W54",
            "2026-D367",
            "26",
            "x",
            "ж-S1",
            "2026-ж",
        ] {
            assert_eq!(of_data(&[(END, text)]), Err(SdmxError::Malformed(END)), "{text}");
        }
        for text in ["0", "-1", "1.5", "1234567890", "x"] {
            assert_eq!(of_data(&[(LAST, text)]), Err(SdmxError::Malformed(LAST)), "{text}");
        }
        let both = of_data(&[(START, "x"), ("asOf", "2020")]);
        assert_eq!(both, Err(SdmxError::ParameterNotOffered("asOf")), "what is not offered comes first");
    }

    #[test]
    fn the_oldest_and_the_newest_are_one_run_where_they_meet() {
        let runs = |first, last| {
            let runs = Rows { first, last, ..Rows::default() }.runs(10..20);
            runs.into_iter().map(|run| (run.start, run.end)).collect::<Vec<_>>()
        };
        assert_eq!(runs(None, None), [(10, 20)]);
        assert_eq!(runs(Some(3), None), [(10, 13)]);
        assert_eq!(runs(None, Some(3)), [(17, 20)]);
        assert_eq!(runs(Some(999), Some(1)), [(10, 20)]);
        assert_eq!(runs(Some(2), Some(3)), [(10, 12), (17, 20)]);
        assert_eq!(runs(Some(4), Some(6)), [(10, 20)]);
    }
}
