//! The many ways in which an SDMX client may ask → the structure or the series that it asks for. Pure.

use super::*;

use super::ids::is_all;
use super::parameters::{OF_DATA, OF_STRUCTURES, REFERENCES};

/// Kinds of structures that SDMX 2.1 knows and that no dataset here has.
const OTHER_KINDS: &str = "agencyscheme allowedconstraint actualconstraint attachmentconstraint \
    availableconstraint categorisation categoryscheme contentconstraint customtypescheme dataconsumerscheme \
    dataproviderscheme hierarchicalcodelist metadata metadataflow metadatastructure namepersonalisationscheme \
    organisationscheme organisationunitscheme process provisionagreement reportingtaxonomy rulesetscheme schema \
    structureset transformationscheme userdefinedoperatorscheme vtlmappingscheme";

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    /// The page at this path.
    Structure(String),
    Data(Selection, Parameters<'a>),
}

/// What `path?parameters` asks for, or why there is no such thing.
pub fn canonical<'a>(
    path: &str,
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
    ids: &Ids,
) -> Result<Asked<'a>, SdmxError> {
    let parameters = Parameters::read(parameters);
    let rest = path.strip_prefix(SDMX).ok_or(SdmxError::NotFound)?;
    let segments: Vec<&str> = rest.strip_suffix('/').unwrap_or(rest).split('/').collect();
    match segments[..] {
        ["data", ref segments @ ..] => data(segments, parameters, ids),
        [kind @ ("dataflow" | "datastructure" | "codelist" | "conceptscheme"), ref segments @ ..] => {
            structure(kind, segments, &parameters, ids).map(Asked::Structure)
        }
        ["structure", ref segments @ ..] => {
            structure("all", segments, &parameters, ids).map(Asked::Structure)
        }
        [kind, ..] if OTHER_KINDS.split(' ').any(|k| k == kind) => Err(SdmxError::NotOffered),
        _ => Err(SdmxError::NotFound),
    }
}

fn data<'a>(segments: &[&str], parameters: Parameters<'a>, ids: &Ids) -> Result<Asked<'a>, SdmxError> {
    let (flow, key, provider) = match *segments {
        [flow] => (flow, "all", "all"),
        [flow, key] => (flow, key, "all"),
        [flow, key, provider] => (flow, key, provider),
        _ => return Err(SdmxError::NotFound),
    };
    if flow.contains('+') || provider.contains('+') {
        return Err(SdmxError::NotOffered);
    }
    if !ids.is_flow(flow) || !ids.is_agency(provider) {
        return Err(SdmxError::NotFound);
    }
    let selection = ids.select(key).ok_or(SdmxError::NotFound)?;
    parameters.check(&OF_DATA)?;
    Ok(Asked::Data(selection, parameters))
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
    parameters.check(&OF_STRUCTURES)?;
    let whole = parameters.value(REFERENCES).is_some_and(|value| value != "none");
    Ok(match (whole || kind == "all", id) {
        (true, _) => format!("{SDMX}structure"),
        (false, id) if kind == "codelist" && id != "all" => format!("{SDMX}codelist/{id}"),
        (false, _) => format!("{SDMX}{kind}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Sdmx;

    fn ask(path: &str) -> Result<String, SdmxError> {
        let sdmx =
            Sdmx { agency: "AG".into(), dataflow: "MACRO".into(), ref_area: "AZ".into(), area_name: None };
        let series = [("m2", "M"), ("usd", "D"), ("m3", "M"), ("eur", "D")];
        let ids = Ids::new(&sdmx, series.into_iter().map(|(key, frequency)| (key.to_owned(), frequency)));
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameters = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Ok(match canonical(&format!("/sdmx/{path}"), parameters, &ids)? {
            Asked::Structure(path) => path,
            Asked::Data(Selection { places, page, is_page }, _) => {
                format!("{}{page} {places:?}", if is_page { "" } else { "part of " })
            }
        })
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
        assert_eq!(found("data/MACRO/..eur+m2"), "part of all [0, 3]");
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
        assert_eq!(found("datastructure/AG/MACRO_DSD/latest"), "/sdmx/datastructure");
        assert_eq!(found("codelist/AG/CL_FREQ/latest"), "/sdmx/codelist/CL_FREQ");
        assert_eq!(found("codelist"), "/sdmx/codelist");
        assert_eq!(found("conceptscheme/AG/CONCEPTS/latest?references=none"), "/sdmx/conceptscheme");
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
}
