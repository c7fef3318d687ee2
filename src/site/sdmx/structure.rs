//! Structures: the dataflow, the concepts, the data structure definition and the code lists, with the codes of units; and the
//! header of every message.

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

/// The header of a message.
pub struct Header {
    pub id: &'static str,
    pub prepared: String,
    pub sender: String,
}

impl Header {
    pub fn new(id: &'static str, prepared: String, sdmx: &Sdmx) -> Self {
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
            // With the dataset, so that equal datasets give equal bytes.
            header: Header::new("STRUCTURE", dataset.offset.timestamp(dataset.as_of), sdmx),
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

    #[test]
    fn own_codes_are_of_allowed_characters_and_unique() {
        let mut taken = vec!["AZN".to_owned()];
        let codes = ["azn", "azn mn", "azn/mn", "манат"].map(|id| own_code(id, &mut taken));
        assert_eq!(codes, ["AZN_2", "AZN_MN", "AZN_MN_2", "_____"]);
    }
}
