//! Finds the structure or the series that an SDMX client asks for, in one of many ways. The parameters that are offered are
//! listed; the rest is refused by name, since an answer that ignores a restriction answers another question [D21.refused].

use super::*;

use chrono::{DateTime, NaiveDateTime};

use super::structure::{CONCEPT_SCHEME, CONCEPTS, structure_id};
use crate::site::ranges::{count, days};

/// Kinds of structures that SDMX 2.1 knows and that no dataset here has.
const OTHER_KINDS: &str = "agencyscheme allowedconstraint actualconstraint attachmentconstraint \
    availableconstraint categorisation categoryscheme contentconstraint customtypescheme dataconsumerscheme \
    dataproviderscheme hierarchicalcodelist metadata metadataflow metadatastructure namepersonalisationscheme \
    organisationscheme organisationunitscheme process provisionagreement reportingtaxonomy rulesetscheme schema \
    structureset transformationscheme userdefinedoperatorscheme vtlmappingscheme";

/// The page or the message that a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// The page at this path.
    Structure(String),
    Data(Message),
}

/// A message about some of the series.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    /// The places of these among all.
    pub places: Vec<usize>,
    pub rows: Rows,
    pub format: Format,
    pub has_attributes: bool,
    pub has_observations: bool,
}

impl Message {
    /// A message with everything that there is of some series.
    pub fn whole(places: Vec<usize>, format: Format) -> Self {
        Message {
            places,
            rows: Rows::default(),
            format,
            has_attributes: true,
            has_observations: true,
        }
    }

    /// Narrows the message by a parameter. Of some parameters only the values are offered that ask for what is always sent.
    fn set(&mut self, name: &'static str, value: &str) -> Result<(), SdmxError> {
        match (name, value) {
            ("startPeriod", _) => self.rows.from = Some(parse_days(name, value)?.0),
            ("endPeriod", _) => self.rows.to = Some(parse_days(name, value)?.1),
            ("firstNObservations", _) => self.rows.first = Some(parse_count(name, value)?),
            ("lastNObservations", _) => self.rows.last = Some(parse_count(name, value)?),
            ("detail", "dataonly") => self.has_attributes = false,
            ("detail", "nodata") => self.has_observations = false,
            ("detail", "serieskeysonly") => {
                self.has_attributes = false;
                self.has_observations = false;
            }
            ("format", "csv" | "csvdata") => self.format = Format::Table,
            ("detail", "full")
            | ("dimensionAtObservation", "TIME_PERIOD")
            | ("includeHistory", "false") => {}
            _ => return Err(SdmxError::ParameterNotOffered(name)),
        }

        Ok(())
    }
}

/// Parses the first and the last day of a period.
fn parse_days(name: &'static str, value: &str) -> Result<(NaiveDate, NaiveDate), SdmxError> {
    match days(value) {
        Some(days) => Ok(days),
        None if is_other_period(value) => Err(SdmxError::ParameterNotOffered(name)),
        None => Err(SdmxError::Malformed(name)),
    }
}

fn parse_count(name: &'static str, value: &str) -> Result<usize, SdmxError> {
    count(value).ok_or(SdmxError::Malformed(name))
}

/// Finds what `path?parameters` asks for in a dataset with these series. `accepted` are the media types that the client accepts.
///
/// # Errors
/// The reason for which there is no such thing.
pub fn canonical<'a>(
    path: &str,
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
    accepted: Option<&[MediaRange<'_>]>,
    sdmx: &Sdmx,
    series: &[SeriesFacts],
) -> Result<Asked, SdmxError> {
    let parameters = known_parameters(parameters);
    let rest = path.strip_prefix(SDMX).ok_or(SdmxError::NotFound)?;
    let segments: Vec<&str> = rest.strip_suffix('/').unwrap_or(rest).split('/').collect();
    let Some((kind, segments)) = segments.split_first() else {
        return Err(SdmxError::NotFound);
    };

    match *kind {
        "data" => {
            let places = find_series(segments, sdmx, series)?;
            let message = read_message(places, &parameters, accepted)?;
            Ok(Asked::Data(message))
        }
        "structure" | "dataflow" | "datastructure" | "codelist" | "conceptscheme" => {
            let path = find_structure(kind, segments, &parameters, sdmx)?;
            Ok(Asked::Structure(path))
        }
        _ if OTHER_KINDS.split(' ').any(|other| other == *kind) => Err(SdmxError::NotOffered),
        _ => Err(SdmxError::NotFound),
    }
}

/// The places of the series of which data are asked for.
fn find_series(
    segments: &[&str],
    sdmx: &Sdmx,
    series: &[SeriesFacts],
) -> Result<Vec<usize>, SdmxError> {
    let [flow, key, provider] = complete(segments).ok_or(SdmxError::NotFound)?;
    if flow.contains('+') || provider.contains('+') {
        return Err(SdmxError::NotOffered);
    }

    let places = select(key, series);
    if !is_flow(flow, sdmx) || !is_agency(provider, sdmx) || places.is_empty() {
        return Err(SdmxError::NotFound);
    }

    Ok(places)
}

/// The message about some series that parameters ask for.
///
/// # Errors
/// Names the first parameter that is not offered, then the first that is malformed.
fn read_message(
    places: Vec<usize>,
    parameters: &[(&'static str, &str)],
    accepted: Option<&[MediaRange<'_>]>,
) -> Result<Message, SdmxError> {
    let mut message = Message::whole(places, Format::Generic);
    let mut malformed = None;
    for (name, value) in parameters {
        match message.set(name, value) {
            Err(error @ SdmxError::Malformed(_)) => malformed = malformed.or(Some(error)),
            set => set?,
        }
    }

    if let Some(error) = malformed {
        return Err(error);
    }

    if parameters.iter().all(|(name, _)| *name != "format") {
        message.format = Format::accepted(accepted).ok_or(SdmxError::NotAcceptable)?;
    }

    if message.format == Format::Table && !message.has_observations {
        return Err(SdmxError::ParameterNotOffered("detail"));
    }

    Ok(message)
}

/// The path of the page with a kind of structures.
fn find_structure(
    kind: &str,
    segments: &[&str],
    parameters: &[(&'static str, &str)],
    sdmx: &Sdmx,
) -> Result<String, SdmxError> {
    let [agency, id, version] = complete(segments).ok_or(SdmxError::NotOffered)?;
    if segments.iter().any(|segment| segment.contains('+')) {
        return Err(SdmxError::NotOffered);
    }

    // A client that wants every structure may leave the identifier out and keep the version.
    let is_every = id == "latest" || is_all(id);
    let is_there = match kind {
        _ if is_every => true,
        "dataflow" => id == sdmx.dataflow,
        "datastructure" => id == structure_id(sdmx),
        "conceptscheme" => id == CONCEPT_SCHEME,
        "codelist" => CONCEPTS.iter().any(|concept| concept.codelist == Some(id)),
        _ => false,
    };

    let is_version = is_all(version) || matches!(version, "latest" | "1.0");
    if !is_there || !is_agency(agency, sdmx) || !is_version {
        return Err(SdmxError::NotFound);
    }

    // Of `references` one document has all that any value can ask for.
    let mut has_references = false;
    for parameter in parameters {
        match *parameter {
            ("detail", "full") => {}
            (REFERENCES, value) => has_references = value != "none",
            (name, _) => return Err(SdmxError::ParameterNotOffered(name)),
        }
    }

    Ok(match kind {
        _ if has_references => format!("{SDMX}structure"),
        "codelist" if !is_every => format!("{SDMX}codelist/{id}"),
        _ => format!("{SDMX}{kind}"),
    })
}

/// The three parts of a path, of which the last may be left out.
fn complete<'a>(segments: &[&'a str]) -> Option<[&'a str; 3]> {
    let mut parts = ["all"; 3];
    parts.get_mut(..segments.len())?.copy_from_slice(segments);
    Some(parts)
}

fn is_agency(text: &str, sdmx: &Sdmx) -> bool {
    is_all(text) || text == sdmx.agency
}

/// A dataflow is named alone, with its agency, or with agency and version.
fn is_flow(text: &str, sdmx: &Sdmx) -> bool {
    match text.split(',').collect::<Vec<_>>()[..] {
        [flow] => flow == sdmx.dataflow,
        [agency, flow] | [agency, flow, "latest" | "1.0"] => {
            is_agency(agency, sdmx) && flow == sdmx.dataflow
        }
        _ => false,
    }
}

/// Everything there is of a kind; some clients write it in capitals.
fn is_all(text: &str) -> bool {
    matches!(text, "all" | "ALL")
}

/// The places of the series of a key. It has a position for each dimension, with one code, several with a plus between them, or
/// none for any. Codes that nothing has select nothing.
fn select(key: &str, series: &[SeriesFacts]) -> Vec<usize> {
    let key = if key.is_empty() || is_all(key) {
        ".."
    } else {
        key
    };

    let positions: Vec<&str> = key.split('.').collect();
    let mut places = Vec::new();
    for (place, series) in series.iter().enumerate() {
        if is_selected(series, &positions) {
            places.push(place);
        }
    }

    places
}

/// Returns true if each code of a series is among those at its position of a key, or its position is empty.
fn is_selected(series: &SeriesFacts, positions: &[&str]) -> bool {
    let mut pairs = positions.iter().zip(&series.dimensions);
    positions.len() == series.dimensions.len()
        && pairs.all(|(codes, (_, code))| codes.is_empty() || codes.split('+').any(|c| c == code))
}

pub const REFERENCES: &str = "references";

/// The parameters of data; [`Message::set`] has the values that are offered.
pub const OF_DATA: [&str; 8] = [
    "startPeriod",
    "endPeriod",
    "firstNObservations",
    "lastNObservations",
    "detail",
    "format",
    "dimensionAtObservation",
    "includeHistory",
];
/// The names of every query of SDMX-REST, from 1.0 to 2.2. A refusal has its name from here and never from what was sent.
const KNOWN: &str = "detail format references startPeriod endPeriod firstNObservations lastNObservations \
    updatedAfter updatedBefore includeHistory dimensionAtObservation asOf limit offset sort attributes measures \
    reportingYearStartDay mode explicitMeasure labels c[]";
/// The name for `c[FREQ]=M` and the like.
const FILTER: &str = "c[]";

/// The names of the table that a query uses, with their values: the last of several counts, and an empty one counts as
/// absent. Names that SDMX does not know are ignored, as everywhere.
fn known_parameters<'a>(
    all: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(&'static str, &'a str)> {
    let mut used: Vec<(&'static str, &'a str)> = Vec::new();
    for (name, value) in all {
        let name = if name.starts_with("c[") { FILTER } else { name };
        let Some(name) = KNOWN.split(' ').find(|n| *n == name) else {
            continue;
        };

        used.retain(|(n, _)| *n != name);
        used.push((name, value));
    }

    used.retain(|(_, value)| !value.is_empty());
    used
}

/// Some observations of each series: those of a range of dates, and of these the oldest beside the newest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub first: Option<usize>,
    pub last: Option<usize>,
}

impl Rows {
    /// Returns true if a date is in the range.
    pub fn spans(&self, date: Option<NaiveDate>) -> bool {
        self.from.is_none_or(|from| date >= Some(from)) && self.to.is_none_or(|to| date <= Some(to))
    }

    /// Returns true if the observation at a place among so many is one of the oldest or the newest that are asked for.
    pub fn has(&self, place: usize, count: usize) -> bool {
        if self.first.is_none() && self.last.is_none() {
            return true;
        }

        let is_oldest = self.first.is_some_and(|first| place < first);
        let is_newest = self.last.is_some_and(|last| place + last >= count);
        is_oldest || is_newest
    }
}

/// Other parts of a year, by their letters, with the greatest number, which has as many digits as every other: the year
/// itself, half-years, thirds, months, weeks, days.
const PARTS_OF_YEAR: [(char, usize); 6] = [
    ('A', 1),
    ('S', 2),
    ('T', 3),
    ('M', 12),
    ('W', 53),
    ('D', 366),
];

/// A period that SDMX knows and [`days`] does not: a part of a year, or an instant.
fn is_other_period(text: &str) -> bool {
    is_part_of_year(text)
        || DateTime::parse_from_rfc3339(&text.replace(' ', "+")).is_ok()
        || NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").is_ok()
}

fn is_part_of_year(text: &str) -> bool {
    let Some((year, part)) = text.split_once('-') else {
        return false;
    };

    for (letter, last) in PARTS_OF_YEAR {
        if let Some(digits) = part.strip_prefix(letter) {
            let is_number = count(digits).is_some_and(|number| number <= last);
            return is_number && digits.len() == last.to_string().len() && days(year).is_some();
        }
    }

    false
}

/// A media range of `Accept` that is acceptable at all, with its parameters, except the quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaRange<'a> {
    pub name: &'a str,
    pub parameters: Vec<(&'a str, &'a str)>,
}

/// A format of data, chosen by the media types that a client accepts [D21.accept].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Generic,
    /// Structure-specific data, the only ones that some clients read.
    Specific,
    /// SDMX-CSV.
    Table,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Generic, Format::Specific, Format::Table];

    /// The first of what a client accepts that is offered; generic data where it says nothing.
    pub fn accepted(ranges: Option<&[MediaRange<'_>]>) -> Option<Self> {
        match ranges {
            Some(ranges) => ranges.iter().find_map(Self::of),
            None => Some(Format::Generic),
        }
    }

    fn of(range: &MediaRange<'_>) -> Option<Self> {
        let (format, version) = match &*range.name.to_ascii_lowercase() {
            "*/*"
            | "*"
            | "application/*"
            | "application/xml"
            | "text/xml"
            | "application/vnd.sdmx.genericdata+xml" => (Format::Generic, "2.1"),
            "application/vnd.sdmx.structurespecificdata+xml" => (Format::Specific, "2.1"),
            "application/vnd.sdmx.data+csv" | "text/csv" | "text/*" => (Format::Table, "1.0.0"),
            _ => return None,
        };

        for (name, value) in &range.parameters {
            let offered = match &*name.to_ascii_lowercase() {
                "version" => version,
                // SDMX-CSV has codes without their names, and periods as they are.
                "labels" => "id",
                "timeformat" => "original",
                _ => continue,
            };

            if *value != offered {
                return None;
            }
        }

        Some(format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::site::sdmx::series::narrowest_group;

    fn ask(path: &str) -> Result<String, SdmxError> {
        let sdmx = Sdmx {
            agency: "AG".into(),
            dataflow: "MACRO".into(),
            ref_area: "AZ".into(),
            area_name: None,
        };
        let series = [("m2", "M"), ("usd", "D"), ("m3", "M"), ("eur", "D")]
            .map(|(key, frequency)| SeriesFacts::sample(frequency, "AZ", key));
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameters = query
            .split('&')
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Ok(
            match canonical(&format!("/sdmx/{path}"), parameters, None, &sdmx, &series)? {
                Asked::Structure(path) => path,
                Asked::Data(Message { places, .. }) => {
                    format!("{} {places:?}", narrowest_group(&places, &series))
                }
            },
        )
    }

    fn found(path: &str) -> String {
        ask(path).unwrap_or_else(|refusal| panic!("{path}: {refusal:?}"))
    }

    #[test]
    fn data_is_asked_for_in_many_ways() {
        for path in [
            "data/MACRO",
            "data/MACRO/",
            "data/AG,MACRO",
            "data/AG,MACRO,1.0/all",
            "data/AG,MACRO,latest/all/all/",
            "data/all,MACRO/all/AG",
            "data/MACRO/..",
            "data/MACRO/D+M..",
            "data/MACRO/..eur+m3+usd+m2",
            "data/MACRO?detail=full&dimensionAtObservation=TIME_PERIOD&_=1&startPeriod=",
            "data/MACRO?includeHistory=false",
            "data/AG,MACRO,1.0/ALL/",
            "data/ALL,MACRO/ALL/ALL/",
        ] {
            assert_eq!(found(path), "all [0, 1, 2, 3]", "{path}");
        }

        for path in [
            "data/MACRO/M.AZ.m2",
            "data/MACRO/..m2/all/",
            "data/AG,MACRO,1.0/.AZ.m2",
            "data/MACRO/M+D.AZ+KZ.m2+none",
        ] {
            assert_eq!(found(path), "M.AZ.m2 [0]", "{path}");
        }

        assert_eq!(found("data/MACRO/D.."), "D [1, 3]");
        assert_eq!(found("data/MACRO/..eur+usd+eur"), "D [1, 3]");
        assert_eq!(found("data/MACRO/..eur+m2"), "all [0, 3]");
        assert_eq!(found("data/MACRO/M..eur+m2+m3"), "M [0, 2]");
        assert_eq!(found("data/MACRO/D.AZ.usd?format=csvdata"), "D.AZ.usd [1]");
    }

    #[test]
    fn structures_are_asked_for_in_many_ways() {
        for path in [
            "dataflow",
            "dataflow/AG/all/latest",
            "dataflow/AG/latest",
            "dataflow/ALL/ALL/ALL/",
            "dataflow/all/all/latest/",
            "dataflow/AG/MACRO/1.0",
        ] {
            assert_eq!(found(path), "/sdmx/dataflow", "{path}");
        }

        for path in [
            "dataflow/AG/MACRO/latest?references=all",
            "datastructure/all/MACRO_DSD/latest/?references=children",
            "structure/AG",
        ] {
            assert_eq!(found(path), "/sdmx/structure", "{path}");
        }

        assert_eq!(
            found("datastructure/AG/MACRO_DSD/latest"),
            "/sdmx/datastructure"
        );
        assert_eq!(
            found("codelist/AG/CL_FREQ/latest"),
            "/sdmx/codelist/CL_FREQ"
        );
        assert_eq!(found("codelist"), "/sdmx/codelist");
        assert_eq!(
            found("conceptscheme/AG/CONCEPTS/latest?references=none"),
            "/sdmx/conceptscheme"
        );
    }

    #[test]
    fn what_is_not_offered_is_never_ignored() {
        for path in [
            "data/MACRO+OTHER",
            "dataflow/AG/A+B",
            "categoryscheme/AG",
            "availableconstraint/MACRO",
            "attachmentconstraint",
            "schema/datastructure/AG/MACRO_DSD/1.0",
            "userdefinedoperatorscheme",
        ] {
            assert_eq!(ask(path), Err(SdmxError::NotOffered), "{path}");
        }

        for (path, name) in [
            ("data/MACRO?startPeriod=2026-W01", "startPeriod"),
            ("data/MACRO?updatedAfter=2026-01-01", "updatedAfter"),
            ("data/MACRO?asOf=2020-01-01T00:00:00Z", "asOf"),
            ("data/MACRO?detail=referencepartial", "detail"),
            ("data/MACRO?format=jsondata", "format"),
            ("data/MACRO?format=genericdata", "format"),
            ("data/MACRO?c[INDICATOR]=m2", "c[]"),
            ("dataflow/AG/MACRO/latest?detail=allstubs", "detail"),
            ("codelist?limit=1", "limit"),
        ] {
            assert_eq!(
                ask(path),
                Err(SdmxError::ParameterNotOffered(name)),
                "{path}"
            );
        }
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in [
            "",
            "data",
            "data/OTHER",
            "data/XX,MACRO",
            "data/AG,MACRO,2.0",
            "data/AG,MACRO,1.0,x",
            "data/MACRO/m2",
            "data/MACRO/+",
            "data/MACRO/..+",
            "data/MACRO/..none+other",
            "data/MACRO/D..m2+m3",
            "data/MACRO/.KZ+US.m2",
            "data/MACRO/M.AZ.none",
            "data/MACRO/D.AZ.m2",
            "data/MACRO/M.US.m2",
            "data/MACRO/A..",
            "data/MACRO/M.AZ.m2.x",
            "data/MACRO/all/XX",
            "data/MACRO/all/all/all",
            "dataflow/XX",
            "dataflow/AG/OTHER",
            "dataflow/AG/MACRO/2.0",
            "codelist/AG/CL_NONE",
            "other",
            "data/../data.json",
        ] {
            assert_eq!(ask(path), Err(SdmxError::NotFound), "{path}");
        }
    }

    fn of_data(parameters: &[(&str, &str)]) -> Result<(), SdmxError> {
        read_message(
            Vec::new(),
            &known_parameters(parameters.iter().copied()),
            None,
        )
        .map(drop)
    }

    #[test]
    fn what_is_not_offered_is_refused_by_name() {
        for name in KNOWN.split(' ').filter(|name| !OF_DATA.contains(name)) {
            let sent = if name == FILTER { "c[FREQ]" } else { name };
            assert_eq!(
                of_data(&[(sent, "1")]),
                Err(SdmxError::ParameterNotOffered(name)),
                "{name}"
            );
            assert_eq!(
                of_data(&[(sent, "")]),
                Ok(()),
                "{name} is absent where it is empty"
            );
        }

        for (name, value) in [
            ("dimensionAtObservation", "AllDimensions"),
            ("includeHistory", "true"),
            ("startPeriod", "2026-S1"),
        ] {
            assert_eq!(
                of_data(&[(name, value)]),
                Err(SdmxError::ParameterNotOffered(name))
            );
        }

        assert_eq!(
            of_data(&[("_", "1"), ("ASOF", "1"), ("includeHistory", "false")]),
            Ok(())
        );
        assert_eq!(
            ask("codelist?asOf=2020"),
            Err(SdmxError::ParameterNotOffered("asOf"))
        );
    }

    #[test]
    fn the_last_of_several_counts() {
        let parameters =
            known_parameters([("detail", "a"), ("format", "csv"), ("detail", "full")].into_iter());
        assert_eq!(parameters, [("format", "csv"), ("detail", "full")]);
        assert_eq!(
            of_data(&[("includeHistory", "true"), ("includeHistory", "false")]),
            Ok(())
        );
        assert_eq!(of_data(&[("asOf", "1"), ("asOf", "")]), Ok(()));
    }

    #[test]
    fn periods_are_offered_or_known_or_malformed() {
        for text in ["2026", "2026-Q3", "2026-07", "2026-07-31"] {
            assert_eq!(of_data(&[("startPeriod", text)]), Ok(()), "{text}");
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
            assert_eq!(
                of_data(&[("endPeriod", text)]),
                Err(SdmxError::ParameterNotOffered("endPeriod")),
                "{text}"
            );
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
            assert_eq!(
                of_data(&[("endPeriod", text)]),
                Err(SdmxError::Malformed("endPeriod")),
                "{text}"
            );
        }

        for text in ["0", "-1", "1.5", "1234567890", "x"] {
            assert_eq!(
                of_data(&[("lastNObservations", text)]),
                Err(SdmxError::Malformed("lastNObservations")),
                "{text}"
            );
        }

        let both = of_data(&[("startPeriod", "x"), ("asOf", "2020")]);
        assert_eq!(
            both,
            Err(SdmxError::ParameterNotOffered("asOf")),
            "what is not offered comes first"
        );
    }

    #[test]
    fn the_oldest_and_the_newest_are_counted_from_their_ends() {
        let places = |first, last| {
            let rows = Rows {
                first,
                last,
                ..Rows::default()
            };
            (0..6)
                .filter(|place| rows.has(*place, 6))
                .collect::<Vec<_>>()
        };

        assert_eq!(places(None, None), [0, 1, 2, 3, 4, 5]);
        assert_eq!(places(Some(2), None), [0, 1]);
        assert_eq!(places(None, Some(2)), [4, 5]);
        assert_eq!(places(Some(999), Some(1)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(places(Some(1), Some(2)), [0, 4, 5]);
        assert_eq!(places(Some(2), Some(4)), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_first_that_is_offered_counts() {
        let accepted = |ranges: &[(&'static str, &[(&'static str, &'static str)])]| {
            let range =
                |(name, parameters): &(&'static str, &[(&'static str, &'static str)])| MediaRange {
                    name,
                    parameters: parameters.to_vec(),
                };
            Format::accepted(Some(&ranges.iter().map(range).collect::<Vec<_>>()))
        };
        assert_eq!(Format::accepted(None), Some(Format::Generic));
        let specific = "application/vnd.sdmx.structurespecificdata+xml";
        let table = "application/vnd.sdmx.data+csv";
        for (ranges, expected) in [
            (
                &[(specific, &[("version", "2.1")][..])][..],
                Some(Format::Specific),
            ),
            (
                &[(
                    "Application/VND.sdmx.StructureSpecificData+XML",
                    &[("Version", "2.1")],
                )],
                Some(Format::Specific),
            ),
            (&[(specific, &[])], Some(Format::Specific)),
            (&[(specific, &[("version", "3.0.0")])], None),
            (
                &[(specific, &[("version", "3.0.0")]), ("*/*", &[])],
                Some(Format::Generic),
            ),
            (&[(table, &[("version", "1.0.0")])], Some(Format::Table)),
            (&[(table, &[("version", "2.0.0")])], None),
            (&[(table, &[("labels", "both")])], None),
            (
                &[("text/csv", &[("header", "present")])],
                Some(Format::Table),
            ),
            (&[("text/*", &[])], Some(Format::Table)),
            (
                &[("text/html", &[]), ("application/xml", &[])],
                Some(Format::Generic),
            ),
            (&[("application/*", &[])], Some(Format::Generic)),
            (&[("application/vnd.sdmx.data+json", &[])], None),
            (&[], None),
        ] {
            assert_eq!(accepted(ranges), expected, "{ranges:?}");
        }
    }
}
