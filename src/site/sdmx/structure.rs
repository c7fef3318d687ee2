//! Structures: the dataflow, the concepts, the data structure definition and the code lists, with the codes of units; and the
//! header of every message.

use super::*;

use std::slice;

use crate::model::UnitSdmx;
use crate::site::text::{self, SdmxTerm};

pub const CONCEPT_SCHEME: &str = "CONCEPTS";

/// The tag of each language and a name in it.
pub type Names = Vec<(&'static str, String)>;

/// English first: a client that takes the first gets English.
pub fn names<T: Into<String>>(name: impl Fn(Lang) -> T) -> Names {
    let mut names = Names::new();
    for lang in Lang::ALL.into_iter().rev() {
        names.push((lang.tag(), name(lang).into()));
    }

    names
}

/// The identifier of the data structure, and `structureID` in data: clients fetch it by that.
pub fn structure_id(sdmx: &Sdmx) -> String {
    format!("{}_DSD", sdmx.dataflow)
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

const fn concept(
    id: &'static str,
    term: SdmxTerm,
    role: Role,
    codelist: Option<&'static str>,
) -> Concept {
    Concept {
        id,
        term,
        role,
        codelist,
    }
}

pub static CONCEPTS: [Concept; 13] = [
    concept(
        "FREQ",
        SdmxTerm::Frequency,
        Role::Dimension,
        Some("CL_FREQ"),
    ),
    concept("REF_AREA", SdmxTerm::Area, Role::Dimension, Some("CL_AREA")),
    concept(
        "INDICATOR",
        SdmxTerm::Indicator,
        Role::Dimension,
        Some("CL_INDICATOR"),
    ),
    concept("TIME_PERIOD", SdmxTerm::TimePeriod, Role::Time, None),
    concept("OBS_VALUE", SdmxTerm::Value, Role::Measure, None),
    concept(
        "UNIT_MEASURE",
        SdmxTerm::UnitMeasure,
        Role::SeriesAttribute,
        Some("CL_UNIT_MEASURE"),
    ),
    concept(
        "UNIT_MULT",
        SdmxTerm::UnitMultiplier,
        Role::SeriesAttribute,
        Some("CL_UNIT_MULT"),
    ),
    concept(
        "TIME_SPAN",
        SdmxTerm::TimeSpan,
        Role::SeriesAttribute,
        Some("CL_TIME_SPAN"),
    ),
    concept("TITLE", SdmxTerm::Title, Role::SeriesAttribute, None),
    concept("COMMENT", SdmxTerm::Comment, Role::SeriesAttribute, None),
    concept(
        "OBS_STATUS",
        SdmxTerm::ObservationStatus,
        Role::ObservationAttribute,
        Some("CL_OBS_STATUS"),
    ),
    concept(
        "COMMENT_OBS",
        SdmxTerm::ObservationComment,
        Role::ObservationAttribute,
        None,
    ),
    concept(
        "DATA_SOURCE",
        SdmxTerm::DataSource,
        Role::ObservationAttribute,
        None,
    ),
];

fn with_role(role: Role) -> impl Iterator<Item = &'static Concept> {
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
        if self.codelist.is_some() {
            "Mandatory"
        } else {
            "Conditional"
        }
    }
}

/// Codes with their names.
type Codes = Vec<(String, Names)>;

struct Codelist {
    id: &'static str,
    names: Names,
    codes: Codes,
}

impl Codelist {
    /// The list of the codes of a concept, whose name it has.
    fn new(id: &'static str, codes: Codes) -> Self {
        let concept = CONCEPTS.iter().find(|concept| concept.codelist == Some(id));
        Codelist {
            id,
            names: concept.map_or_else(Vec::new, |concept| term(concept.term)),
            codes,
        }
    }
}

fn codelists(dataset: &Dataset, sdmx: &Sdmx) -> [Codelist; 7] {
    let units = unit_codes(dataset);
    let frequencies = fixed_codes(&["A", "D", "M", "Q", "_U"], text::sdmx_frequency);
    let statuses = fixed_codes(&["A", "B", "E", "P", "V"], text::sdmx_code);
    let spans = fixed_codes(&["PERIOD", "YTD", "YTD_AVERAGE"], text::sdmx_code);
    [
        Codelist::new("CL_FREQ", frequencies),
        Codelist::new("CL_AREA", area_codes(sdmx)),
        Codelist::new("CL_INDICATOR", indicator_codes(dataset)),
        Codelist::new("CL_OBS_STATUS", statuses),
        Codelist::new("CL_UNIT_MEASURE", measure_codes(&units)),
        Codelist::new("CL_UNIT_MULT", multiplier_codes(&units)),
        Codelist::new("CL_TIME_SPAN", spans),
    ]
}

fn fixed_codes(codes: &[&str], name: fn(&str, Lang) -> &str) -> Codes {
    let mut named = Codes::new();
    for id in codes {
        let names = names(|lang| name(id, lang));
        named.push(((*id).to_owned(), names));
    }

    named
}

/// The one country, whose code stands for its name where it has none.
fn area_codes(sdmx: &Sdmx) -> Codes {
    let area = &sdmx.ref_area;
    let names = match &sdmx.area_name {
        Some(name) => names(|lang| name.get(lang)),
        None => names(|_| area),
    };

    vec![(area.clone(), names)]
}

fn indicator_codes(dataset: &Dataset) -> Codes {
    let mut codes = Codes::new();
    for indicator in dataset.indicators() {
        let names = names(|lang| indicator.name.get(lang));
        codes.push((indicator.key.to_string(), names));
    }

    codes
}

fn measure_codes(units: &UnitCodes<'_>) -> Codes {
    // Each measure with a unit of which it is the code alone, if there is one.
    let mut measures: BTreeMap<&str, Option<&Unit>> = BTreeMap::new();
    for (unit, code) in units.values() {
        let named_by = measures.entry(&code.measure).or_default();
        *named_by = named_by.or((code.multiplier == 0).then_some(*unit));
    }

    let mut codes = Codes::new();
    for (code, unit) in measures {
        // A unit in a currency may be a rate or an amount: its text is not the name of the currency.
        let names = names(|lang| match (text::currency(code, lang), unit) {
            (Some(currency), _) => currency,
            (None, Some(unit)) => unit.text.get(lang),
            (None, None) => text::sdmx_code(code, lang),
        });
        codes.push((code.to_owned(), names));
    }

    codes
}

fn multiplier_codes(units: &UnitCodes<'_>) -> Codes {
    let multipliers: BTreeSet<u8> = units.values().map(|(_, code)| code.multiplier).collect();
    let mut codes = Codes::new();
    for power in multipliers {
        let names = names(|lang| text::power_of_ten(power, lang));
        codes.push((power.to_string(), names));
    }

    codes
}

#[derive(Template)]
#[template(path = "sdmx/structure.xml", config = "src/site/templates/askama.toml")]
struct StructureMessage<'a> {
    prepared: String,
    sdmx: &'a Sdmx,
    structure: String,
    title: Names,
    service: Names,
    kinds: &'a [&'a str],
    codelists: &'a [Codelist],
}

/// The kinds of structures in each message, by its path.
const MESSAGES: [(&str, &[&str]); 5] = [
    ("dataflow", &["dataflow"]),
    (
        "structure",
        &["dataflow", "codelist", "conceptscheme", "datastructure"],
    ),
    ("datastructure", &["datastructure"]),
    ("conceptscheme", &["conceptscheme"]),
    ("codelist", &["codelist"]),
];

/// The messages about structures, and about each list of codes.
pub fn pages(dataset: &Dataset, sdmx: &Sdmx, bodies: &Bodies) -> Result<Vec<Arc<Page>>, SiteError> {
    let all = codelists(dataset, sdmx);
    let mut message = StructureMessage {
        // With the dataset, so that equal datasets give equal bytes.
        prepared: dataset.offset.timestamp(dataset.as_of),
        sdmx,
        structure: structure_id(sdmx),
        title: names(|lang| text::service(dataset.title.as_ref(), lang)),
        service: names(|lang| text::service(None, lang)),
        kinds: &[],
        codelists: &all,
    };

    let mut pages = Vec::new();
    for (path, kinds) in MESSAGES {
        message.kinds = kinds;
        pages.push(store_message(&message, path, bodies)?);
    }

    for list in &all {
        message.codelists = slice::from_ref(list);
        let path = format!("codelist/{}", list.id);
        pages.push(store_message(&message, &path, bodies)?);
    }

    Ok(pages)
}

fn store_message(
    message: &StructureMessage<'_>,
    path: &str,
    bodies: &Bodies,
) -> Result<Arc<Page>, SiteError> {
    let text = Texts::of(xml::document(message)?);
    Ok(Arc::new(Page {
        path: Some(format!("{SDMX}{path}").into()),
        ..Page::with_bodies(&SDMX_STRUCTURE, bodies.store_texts(text, false)?)
    }))
}

/// Units with their codes in SDMX, by their identifiers.
pub type UnitCodes<'a> = BTreeMap<&'a str, (&'a Unit, UnitSdmx)>;

/// The codes of every unit in which a dataset has observations: its own, or made of its identifier.
pub fn unit_codes(dataset: &Dataset) -> UnitCodes<'_> {
    let mut units: BTreeMap<&str, &Unit> = BTreeMap::new();
    for indicator in dataset.indicators() {
        // Rows of a series share a unit by and large: only a change is looked up.
        let observations = indicator.series.observations();
        for run in observations.chunk_by(|row, next| row.series_key == next.series_key) {
            let unit = &*run[0].series_key.unit;
            units.insert(&unit.id, unit);
        }
    }

    let own = units.values().filter_map(|unit| unit.sdmx.as_ref());
    let mut taken: Vec<String> = own.map(|sdmx| sdmx.measure.clone()).collect();
    let mut codes = UnitCodes::new();
    for (id, unit) in units {
        let sdmx = unit.sdmx.clone().unwrap_or_else(|| UnitSdmx {
            measure: own_code(id, &mut taken),
            multiplier: 0,
        });
        codes.insert(id, (unit, sdmx));
    }

    codes
}

/// A code made of a unit's identifier, of the characters that SDMX allows, and not one that is taken.
fn own_code(id: &str, taken: &mut Vec<String>) -> String {
    let mut stem: String = id.chars().take(60).collect();
    stem = stem.to_ascii_uppercase();
    stem = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");

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
