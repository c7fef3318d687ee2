//! The many ways in which an SDMX client may ask → the one path of the page that answers. Pure.

use std::collections::BTreeMap;

use super::codes::frequency;
use super::parameters::Parameters;
use super::structure::{CONCEPT_SCHEME, CONCEPTS, structure_id};
use crate::dataset::Dataset;
use crate::model::Sdmx;
use crate::site::text::SdmxError;
use crate::site::urls::{SDMX, SDMX_TABLE};

/// The end of the path of a page that has series keys only.
pub const KEYS_ONLY: &str = "?detail=serieskeysonly";

/// Kinds of structures that SDMX 2.1 knows and that no dataset here has.
const OTHER_KINDS: &str = "agencyscheme allowedconstraint actualconstraint attachmentconstraint \
    availableconstraint categorisation categoryscheme contentconstraint customtypescheme dataconsumerscheme \
    dataproviderscheme hierarchicalcodelist metadata metadataflow metadatastructure namepersonalisationscheme \
    organisationscheme organisationunitscheme process provisionagreement reportingtaxonomy rulesetscheme schema \
    structureset transformationscheme userdefinedoperatorscheme vtlmappingscheme";

/// The identifiers under which a dataset can be asked for.
pub struct Ids {
    sdmx: Sdmx,
    /// The frequency of each indicator that has dated observations, by its key.
    frequencies: BTreeMap<String, &'static str>,
}

impl Ids {
    pub fn new(dataset: &Dataset, sdmx: &Sdmx) -> Self {
        let dated = dataset.indicators().filter(|indicator| indicator.series.current().date.is_some());
        let frequencies = dated.map(|indicator| {
            let current = indicator.series.current();
            (indicator.key.to_string(), frequency(&current.series_key))
        });
        Ids { sdmx: sdmx.clone(), frequencies: frequencies.collect() }
    }

    pub fn is_agency(&self, text: &str) -> bool {
        is_all(text) || text == self.sdmx.agency
    }

    /// A dataflow is named alone, with its agency, or with agency and version.
    pub fn is_flow(&self, text: &str) -> bool {
        let parts: Vec<&str> = text.split(',').collect();
        match parts[..] {
            [flow] => flow == self.sdmx.dataflow,
            [agency, flow] | [agency, flow, "latest" | "1.0"] => {
                self.is_agency(agency) && flow == self.sdmx.dataflow
            }
            _ => false,
        }
    }

    /// The name of the page of a key: a series, all series of a frequency, or all. An empty position means every value.
    pub fn key(&self, frequency: &str, area: &str, indicator: &str) -> Option<String> {
        if !area.is_empty() && area != self.sdmx.ref_area {
            return None;
        }
        if indicator.is_empty() {
            let known = frequency.is_empty() || self.frequencies.values().any(|own| *own == frequency);
            let name = if frequency.is_empty() { "all" } else { frequency };
            return known.then(|| name.to_owned());
        }
        let own = self.frequencies.get(indicator)?;
        let fits = frequency.is_empty() || frequency == *own;
        fits.then(|| format!("{own}.{}.{indicator}", self.sdmx.ref_area))
    }

    pub fn is_structure(&self, kind: &str, id: &str) -> bool {
        match kind {
            "dataflow" => id == self.sdmx.dataflow,
            "datastructure" => id == structure_id(&self.sdmx),
            "conceptscheme" => id == CONCEPT_SCHEME,
            "codelist" => CONCEPTS.iter().any(|concept| concept.codelist == Some(id)),
            _ => false,
        }
    }
}

/// Everything there is of a kind; some clients write it in capitals.
fn is_all(text: &str) -> bool {
    matches!(text, "all" | "ALL")
}

/// The path of the page that answers `path?parameters`, or why there is none.
pub fn canonical<'a>(
    path: &str,
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
    ids: &Ids,
) -> Result<String, SdmxError> {
    let parameters = Parameters::read(parameters);
    let rest = path.strip_prefix(SDMX).ok_or(SdmxError::NotFound)?;
    let segments: Vec<&str> = rest.strip_suffix('/').unwrap_or(rest).split('/').collect();
    match segments[..] {
        ["data", ref segments @ ..] => data(segments, &parameters, ids),
        [kind @ ("dataflow" | "datastructure" | "codelist" | "conceptscheme"), ref segments @ ..] => {
            structure(kind, segments, &parameters, ids)
        }
        ["structure", ref segments @ ..] => structure("all", segments, &parameters, ids),
        [kind, ..] if OTHER_KINDS.split(' ').any(|other| other == kind) => Err(SdmxError::NotOffered),
        _ => Err(SdmxError::NotFound),
    }
}

fn data(segments: &[&str], parameters: &Parameters<'_>, ids: &Ids) -> Result<String, SdmxError> {
    let (flow, key, provider) = match *segments {
        [flow] => (flow, "all", "all"),
        [flow, key] => (flow, key, "all"),
        [flow, key, provider] => (flow, key, provider),
        _ => return Err(SdmxError::NotFound),
    };
    if [flow, key, provider].iter().any(|part| part.contains('+')) {
        return Err(SdmxError::NotOffered);
    }
    if !ids.is_flow(flow) || !ids.is_agency(provider) {
        return Err(SdmxError::NotFound);
    }
    let positions: Vec<&str> = key.split('.').collect();
    let key = match positions[..] {
        [all] if all.is_empty() || is_all(all) => "all".to_owned(),
        [frequency, area, indicator] => ids.key(frequency, area, indicator).ok_or(SdmxError::NotFound)?,
        _ => return Err(SdmxError::NotFound),
    };
    parameters.of_data()?;
    let not_offered = SdmxError::ParameterNotOffered;
    let form = match (parameters.value("detail").unwrap_or("full"), parameters.value("format")) {
        ("full", None) => "",
        ("full", Some("csv" | "csvdata")) => SDMX_TABLE,
        ("full", Some(_)) => return Err(not_offered("format")),
        ("serieskeysonly", None) => KEYS_ONLY,
        (_, _) => return Err(not_offered("detail")),
    };
    Ok(format!("{SDMX}data/{key}{form}"))
}

fn structure(
    kind: &str,
    segments: &[&str],
    parameters: &Parameters<'_>,
    ids: &Ids,
) -> Result<String, SdmxError> {
    let part = |i: usize| segments.get(i).copied().unwrap_or("all");
    let (agency, id, version) = (part(0), part(1), part(2));
    if segments.len() > 3 || [agency, id, version].iter().any(|part| part.contains('+')) {
        return Err(SdmxError::NotOffered);
    }
    if !ids.is_agency(agency) || !(is_all(version) || matches!(version, "latest" | "1.0")) {
        return Err(SdmxError::NotFound);
    }
    // A client that wants every structure may leave the identifier out and keep the version.
    let id = if id == "latest" || is_all(id) { "all" } else { id };
    if id != "all" && !ids.is_structure(kind, id) {
        return Err(SdmxError::NotFound);
    }
    parameters.of_structures()?;
    let whole = parameters.value("references").is_some_and(|value| value != "none");
    Ok(match (whole || kind == "all", id) {
        (true, _) => format!("{SDMX}structure"),
        (false, id) if kind == "codelist" && id != "all" => format!("{SDMX}codelist/{id}"),
        (false, _) => format!("{SDMX}{kind}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(path: &str) -> Result<String, SdmxError> {
        let sdmx = Sdmx { agency: "AG".into(), dataflow: "MACRO".into(), ref_area: "AZ".into() };
        let ids = Ids { sdmx, frequencies: [("m2".to_owned(), "M"), ("usd".to_owned(), "D")].into() };
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameters = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        canonical(&format!("/sdmx/{path}"), parameters, &ids)
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
            "data/MACRO?detail=full&dimensionAtObservation=TIME_PERIOD&_=1&startPeriod=",
            "data/MACRO?includeHistory=false",
            "data/AG,MACRO,1.0/ALL/",
            "data/ALL,MACRO/ALL/ALL/",
        ] {
            assert_eq!(found(path), "/sdmx/data/all", "{path}");
        }
        for path in ["data/MACRO/M.AZ.m2", "data/MACRO/..m2/all/", "data/AG,MACRO,1.0/.AZ.m2"] {
            assert_eq!(found(path), "/sdmx/data/M.AZ.m2", "{path}");
        }
        assert_eq!(found("data/MACRO/D.."), "/sdmx/data/D");
        assert_eq!(found("data/MACRO?detail=serieskeysonly"), "/sdmx/data/all?detail=serieskeysonly");
        assert_eq!(found("data/MACRO/D.AZ.usd?format=csv"), "/sdmx/data/D.AZ.usd?format=csv");
        assert_eq!(found("data/MACRO/D.AZ.usd?format=csvdata"), "/sdmx/data/D.AZ.usd?format=csv");
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
        assert_eq!(found("datastructure/AG/MACRO_DSD/latest"), "/sdmx/datastructure");
        assert_eq!(found("codelist/AG/CL_FREQ/latest"), "/sdmx/codelist/CL_FREQ");
        assert_eq!(found("codelist"), "/sdmx/codelist");
        assert_eq!(found("conceptscheme/AG/CONCEPTS/latest?references=none"), "/sdmx/conceptscheme");
    }

    #[test]
    fn what_is_not_offered_is_never_ignored() {
        for path in [
            "data/MACRO/M+D.AZ.m2",
            "data/MACRO/..m2+usd",
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
            ("data/MACRO?startPeriod=2026-01", "startPeriod"),
            ("data/MACRO/..m2?lastNObservations=1", "lastNObservations"),
            ("data/MACRO?updatedAfter=2026-01-01", "updatedAfter"),
            ("data/MACRO?asOf=2020-01-01T00:00:00Z", "asOf"),
            ("data/MACRO?detail=dataonly", "detail"),
            ("data/MACRO?format=jsondata", "format"),
            ("data/MACRO?format=genericdata", "format"),
            ("data/MACRO?format=csv&detail=serieskeysonly", "detail"),
            ("data/MACRO?c[INDICATOR]=m2", "c[]"),
            ("dataflow/AG/MACRO/latest?detail=allstubs", "detail"),
            ("codelist?limit=1", "limit"),
        ] {
            assert_eq!(ask(path), Err(SdmxError::ParameterNotOffered(name)), "{path}");
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
}
