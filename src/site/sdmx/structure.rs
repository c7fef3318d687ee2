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

const fn concept(id: &'static str, term: SdmxTerm, role: Role, codelist: Option<&'static str>) -> Concept {
    Concept { id, term, role, codelist }
}

pub static CONCEPTS: [Concept; 13] = [
    concept("FREQ", SdmxTerm::Frequency, Role::Dimension, Some("CL_FREQ")),
    concept("REF_AREA", SdmxTerm::Area, Role::Dimension, Some("CL_AREA")),
    concept("INDICATOR", SdmxTerm::Indicator, Role::Dimension, Some("CL_INDICATOR")),
    concept("TIME_PERIOD", SdmxTerm::TimePeriod, Role::Time, None),
    concept("OBS_VALUE", SdmxTerm::Value, Role::Measure, None),
    concept("UNIT_MEASURE", SdmxTerm::UnitMeasure, Role::SeriesAttribute, Some("CL_UNIT_MEASURE")),
    concept("UNIT_MULT", SdmxTerm::UnitMultiplier, Role::SeriesAttribute, Some("CL_UNIT_MULT")),
    concept("TIME_SPAN", SdmxTerm::TimeSpan, Role::SeriesAttribute, Some("CL_TIME_SPAN")),
    concept("TITLE", SdmxTerm::Title, Role::SeriesAttribute, None),
    concept("COMMENT", SdmxTerm::Comment, Role::SeriesAttribute, None),
    concept("OBS_STATUS", SdmxTerm::ObservationStatus, Role::ObservationAttribute, Some("CL_OBS_STATUS")),
    concept("COMMENT_OBS", SdmxTerm::ObservationComment, Role::ObservationAttribute, None),
    concept("DATA_SOURCE", SdmxTerm::DataSource, Role::ObservationAttribute, None),
];

fn of(role: Role) -> impl Iterator<Item = &'static Concept> {
    CONCEPTS.iter().filter(move |concept| concept.role == role)
}

fn term(term: SdmxTerm) -> Names {
    names(|lang| text::sdmx_term(term, lang))
}

impl Concept {
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
    codes: Vec<(String, Names)>,
}

fn codelists(dataset: &Dataset, sdmx: &Sdmx) -> [Codelist; 7] {
    let units = Units::new(dataset);
    let named = |codes: &[&str], name: fn(&str, Lang) -> &str| -> Vec<(String, Names)> {
        codes.iter().map(|id| ((*id).to_owned(), names(|lang| name(id, lang)))).collect()
    };
    let coded = |codes: &[&str]| named(codes, text::sdmx_code);
    let indicators = dataset
        .indicators()
        .map(|indicator| (indicator.key.to_string(), names(|lang| indicator.name.get(lang))));
    let measures = units.measures().into_iter().map(|(code, unit)| {
        // A unit in a currency may be a rate or an amount: its text is not the name of the currency.
        let name = |lang| match (text::currency(code, lang), unit) {
            (Some(currency), _) => currency,
            (None, Some(unit)) => unit.text.get(lang),
            (None, None) => text::sdmx_code(code, lang),
        };
        (code.to_owned(), names(name))
    });
    let area = |lang| sdmx.area_name.as_ref().map_or(&*sdmx.ref_area, |name| name.get(lang));
    let multipliers: BTreeSet<u8> = units.codes.values().map(|code| code.multiplier).collect();
    let multipliers = multipliers
        .into_iter()
        .map(|power| (power.to_string(), names(|lang| text::power_of_ten(power, lang))));
    let list = |id, term_of, codes| Codelist { id, names: term(term_of), codes };
    [
        list("CL_FREQ", SdmxTerm::Frequency, named(&["A", "D", "M", "Q", "_U"], text::sdmx_frequency)),
        list("CL_AREA", SdmxTerm::Area, vec![(sdmx.ref_area.clone(), names(area))]),
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

/// The messages about structures.
pub fn pages(dataset: &Dataset, sdmx: &Sdmx, bodies: &Bodies) -> Result<Vec<Arc<Page>>, SiteError> {
    use Part::{Codelists, Concepts, DataStructure, Dataflow};
    let all = codelists(dataset, sdmx);
    let page = |path: &str, parts: &[Part], codelists: &[Codelist]| {
        let message = xml::document(&StructureMessage {
            // With the dataset, so that equal datasets give equal bytes.
            header: Header::new("STRUCTURE", dataset.offset.timestamp(dataset.as_of), sdmx),
            sdmx,
            structure: structure_id(sdmx),
            title: names(|lang| text::service(dataset.title.as_ref(), lang)),
            service: names(|lang| text::service(None, lang)),
            parts,
            codelists,
        })?;
        let page = Page::new(&SDMX_STRUCTURE, Texts::of(message), bodies);
        Ok(Arc::new(Page { path: Some(format!("{SDMX}{path}").into()), ..page }))
    };
    let kinds = [
        page("dataflow", &[Dataflow], &all),
        page("structure", &[Dataflow, Codelists, Concepts, DataStructure], &all),
        page("datastructure", &[DataStructure], &all),
        page("conceptscheme", &[Concepts], &all),
        page("codelist", &[Codelists], &all),
    ];
    let lists = all
        .iter()
        .map(|list| page(&format!("codelist/{}", list.id), &[Codelists], std::slice::from_ref(list)));
    kinds.into_iter().chain(lists).collect()
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
