//! Structures: the dataflow, the concepts, the data structure definition and the code lists; and the header of every
//! message.

use super::*;

use crate::site::text::{self, SdmxTerm};

pub const CONCEPT_SCHEME: &str = "CONCEPTS";

/// The tag of each language and a name in it.
pub type Names = Vec<(&'static str, String)>;

/// English first: a client that takes the first gets English.
pub fn names<T: Into<String>>(name: impl Fn(Lang) -> T) -> Names {
    Lang::ALL.iter().rev().map(|lang| (lang.tag(), name(*lang).into())).collect()
}

/// The identifier of the data structure, and `structureID` in data: clients fetch it by that.
pub fn structure_id(sdmx: &Sdmx) -> String {
    format!("{}_DSD", sdmx.dataflow)
}

/// Prepared when the snapshot was taken, so that equal datasets give equal bytes.
pub struct Header {
    pub id: &'static str,
    pub prepared: String,
    pub sender: String,
}

impl Header {
    pub fn new(id: &'static str, dataset: &Dataset, sdmx: &Sdmx) -> Self {
        let prepared = dataset.offset.timestamp(dataset.as_of);
        // The identifier of a sender has no points, that of a nested agency has.
        Header { id, prepared, sender: sdmx.agency.replace('.', "_") }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Dimension,
    Time,
    Measure,
    SeriesAttribute,
    ObservationAttribute,
}

pub struct Concept {
    id: &'static str,
    term: SdmxTerm,
    role: Role,
    pub codelist: Option<&'static str>,
}

const fn concept(id: &'static str, term: SdmxTerm, role: Role) -> Concept {
    Concept { id, term, role, codelist: None }
}

const fn coded(id: &'static str, term: SdmxTerm, role: Role, codelist: &'static str) -> Concept {
    Concept { id, term, role, codelist: Some(codelist) }
}

pub static CONCEPTS: [Concept; 13] = [
    coded("FREQ", SdmxTerm::Frequency, Role::Dimension, "CL_FREQ"),
    coded("REF_AREA", SdmxTerm::Area, Role::Dimension, "CL_AREA"),
    coded("INDICATOR", SdmxTerm::Indicator, Role::Dimension, "CL_INDICATOR"),
    concept("TIME_PERIOD", SdmxTerm::TimePeriod, Role::Time),
    concept("OBS_VALUE", SdmxTerm::Value, Role::Measure),
    coded("UNIT_MEASURE", SdmxTerm::UnitMeasure, Role::SeriesAttribute, "CL_UNIT_MEASURE"),
    coded("UNIT_MULT", SdmxTerm::UnitMultiplier, Role::SeriesAttribute, "CL_UNIT_MULT"),
    coded("TIME_SPAN", SdmxTerm::TimeSpan, Role::SeriesAttribute, "CL_TIME_SPAN"),
    concept("TITLE", SdmxTerm::Title, Role::SeriesAttribute),
    concept("COMMENT", SdmxTerm::Comment, Role::SeriesAttribute),
    coded("OBS_STATUS", SdmxTerm::ObservationStatus, Role::ObservationAttribute, "CL_OBS_STATUS"),
    concept("COMMENT_OBS", SdmxTerm::ObservationComment, Role::ObservationAttribute),
    concept("DATA_SOURCE", SdmxTerm::DataSource, Role::ObservationAttribute),
];

fn of(role: Role) -> impl Iterator<Item = &'static Concept> {
    CONCEPTS.iter().filter(move |concept| concept.role == role)
}

fn term(term: SdmxTerm) -> Names {
    names(|lang| text::sdmx_term(term, lang))
}

impl Concept {
    fn names(&self) -> Names {
        term(self.term)
    }

    fn text_type(&self) -> &'static str {
        match self.role {
            Role::Time => "ObservationalTimePeriod",
            Role::Measure => "Decimal",
            Role::Dimension | Role::SeriesAttribute | Role::ObservationAttribute => "String",
        }
    }

    /// Every attribute with codes is always there.
    fn assignment(&self) -> &'static str {
        if self.codelist.is_some() { "Mandatory" } else { "Conditional" }
    }
}

struct Codelist {
    id: &'static str,
    names: Names,
    codes: Vec<Code>,
}

struct Code {
    id: String,
    names: Names,
}

fn codelists(dataset: &Dataset, sdmx: &Sdmx, units: &Units<'_>) -> [Codelist; 7] {
    let named = |codes: &[&str], name: fn(&str, Lang) -> &str| -> Vec<Code> {
        let code = |id: &&str| Code { id: (*id).to_owned(), names: names(|lang| name(id, lang)) };
        codes.iter().map(code).collect()
    };
    let coded = |codes: &[&str]| named(codes, text::sdmx_code);
    let indicators = dataset.indicators().map(|indicator| Code {
        id: indicator.key.to_string(),
        names: names(|lang| indicator.name.get(lang)),
    });
    let measures = units.measures().into_iter().map(|(code, unit)| {
        // A unit in a currency may be a rate or an amount: its text is not the name of the currency.
        let name = |lang| match (text::currency(code, lang), unit) {
            (Some(currency), _) => currency,
            (None, Some(unit)) => unit.text.get(lang),
            (None, None) => text::sdmx_code(code, lang),
        };
        Code { id: code.to_owned(), names: names(name) }
    });
    let area = |lang| sdmx.area_name.as_ref().map_or(&*sdmx.ref_area, |name| name.get(lang));
    let area = Code { id: sdmx.ref_area.clone(), names: names(area) };
    let multipliers = units
        .multipliers()
        .into_iter()
        .map(|power| Code { id: power.to_string(), names: names(|lang| text::power_of_ten(power, lang)) });
    let list = |id, term_of, codes| Codelist { id, names: term(term_of), codes };
    [
        list("CL_FREQ", SdmxTerm::Frequency, named(&["A", "D", "M", "Q", "_U"], text::sdmx_frequency)),
        list("CL_AREA", SdmxTerm::Area, vec![area]),
        list("CL_INDICATOR", SdmxTerm::Indicator, indicators.collect()),
        list("CL_OBS_STATUS", SdmxTerm::ObservationStatus, coded(&["A", "B", "E", "P", "V"])),
        list("CL_UNIT_MEASURE", SdmxTerm::UnitMeasure, measures.collect()),
        list("CL_UNIT_MULT", SdmxTerm::UnitMultiplier, multipliers.collect()),
        list("CL_TIME_SPAN", SdmxTerm::TimeSpan, coded(&["PERIOD", "YTD", "YTD_AVERAGE"])),
    ]
}

enum Part {
    Dataflow,
    Codelists,
    Concepts,
    DataStructure,
}

#[derive(Template)]
#[template(path = "sdmx/structure.xml", config = "src/site/templates/askama.toml")]
struct StructureMessage<'a> {
    header: Header,
    sdmx: &'a Sdmx,
    structure: String,
    title: Names,
    service: Names,
    parts: &'a [Part],
    codelists: &'a [Codelist],
}

/// The messages about structures by the end of their paths.
pub fn messages(
    dataset: &Dataset,
    sdmx: &Sdmx,
    units: &Units<'_>,
) -> Result<Vec<(String, String)>, SiteError> {
    use Part::{Codelists, Concepts, DataStructure, Dataflow};
    let all = codelists(dataset, sdmx, units);
    let message = |parts: &[Part], codelists: &[Codelist]| {
        xml::document(&StructureMessage {
            header: Header::new("STRUCTURE", dataset, sdmx),
            sdmx,
            structure: structure_id(sdmx),
            title: names(|lang| text::service(dataset.title.as_ref(), lang)),
            service: names(|lang| text::service(None, lang)),
            parts,
            codelists,
        })
    };
    let mut messages = vec![
        ("dataflow".to_owned(), message(&[Dataflow], &all)?),
        ("structure".to_owned(), message(&[Dataflow, Codelists, Concepts, DataStructure], &all)?),
        ("datastructure".to_owned(), message(&[DataStructure], &all)?),
        ("conceptscheme".to_owned(), message(&[Concepts], &all)?),
        ("codelist".to_owned(), message(&[Codelists], &all)?),
    ];
    for list in &all {
        let path = format!("codelist/{}", list.id);
        messages.push((path, message(&[Codelists], std::slice::from_ref(list))?));
    }
    Ok(messages)
}
