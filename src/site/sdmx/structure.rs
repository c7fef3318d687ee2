//! Structures: the dataflow, the concepts, the data structure definition and the code lists, with the codes of units; and the
//! header of every message.

use super::*;

use std::slice;

use crate::model::UnitSdmx;
use crate::site::text;

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
    role: Role,
    pub codelist: Option<&'static str>,
}

const fn concept(id: &'static str, role: Role, codelist: Option<&'static str>) -> Concept {
    Concept { id, role, codelist }
}

pub static CONCEPTS: [Concept; 13] = [
    concept("FREQ", Role::Dimension, Some("CL_FREQ")),
    concept("REF_AREA", Role::Dimension, Some("CL_AREA")),
    concept("INDICATOR", Role::Dimension, Some("CL_INDICATOR")),
    concept("TIME_PERIOD", Role::Time, None),
    concept("OBS_VALUE", Role::Measure, None),
    concept(
        "UNIT_MEASURE",
        Role::SeriesAttribute,
        Some("CL_UNIT_MEASURE"),
    ),
    concept("UNIT_MULT", Role::SeriesAttribute, Some("CL_UNIT_MULT")),
    concept("TIME_SPAN", Role::SeriesAttribute, Some("CL_TIME_SPAN")),
    concept("TITLE", Role::SeriesAttribute, None),
    concept("COMMENT", Role::SeriesAttribute, None),
    concept(
        "OBS_STATUS",
        Role::ObservationAttribute,
        Some("CL_OBS_STATUS"),
    ),
    concept("COMMENT_OBS", Role::ObservationAttribute, None),
    concept("DATA_SOURCE", Role::ObservationAttribute, None),
];

fn with_role(role: Role) -> impl Iterator<Item = &'static Concept> {
    CONCEPTS.iter().filter(move |concept| concept.role == role)
}

/// The names of a concept, or of the scheme of all.
fn term(id: &str) -> Names {
    names(|lang| text::sdmx_term(id, lang).unwrap_or_default())
}

impl Concept {
    fn text_type(&self) -> &'static str {
        match self.role {
            Role::Time => "ObservationalTimePeriod",
            Role::Measure => "Decimal",
            _ => "String",
        }
    }

    /// Every attribute with codes is always there.
    fn assignment(&self) -> &'static str {
        match self.codelist {
            Some(_) => "Mandatory",
            None => "Conditional",
        }
    }
}

struct Codelist {
    id: &'static str,
    names: Names,
    /// Codes with their names.
    codes: Vec<(String, Names)>,
}

impl Codelist {
    /// An empty list of the codes of a concept, whose name it has.
    fn new(id: &'static str) -> Self {
        let concept = CONCEPTS.iter().find(|concept| concept.codelist == Some(id));
        Codelist {
            id,
            names: concept.map_or_else(Vec::new, |concept| term(concept.id)),
            codes: Vec::new(),
        }
    }

    fn add<T: Into<String>>(&mut self, code: impl Into<String>, name: impl Fn(Lang) -> T) {
        self.codes.push((code.into(), names(name)));
    }
}

fn codelists(dataset: &Dataset, sdmx: &Sdmx) -> [Codelist; 7] {
    let units = unit_codes(dataset);
    [
        fixed_codes("CL_FREQ", &["A", "D", "M", "Q", "_U"], text::sdmx_frequency),
        area_codes(sdmx),
        indicator_codes(dataset),
        fixed_codes("CL_OBS_STATUS", &["A", "B", "E", "P", "V"], text::sdmx_code),
        measure_codes(&units),
        multiplier_codes(&units),
        fixed_codes(
            "CL_TIME_SPAN",
            &["PERIOD", "YTD", "YTD_AVERAGE"],
            text::sdmx_code,
        ),
    ]
}

fn fixed_codes(id: &'static str, codes: &[&str], name: fn(&str, Lang) -> &str) -> Codelist {
    let mut list = Codelist::new(id);
    for code in codes {
        list.add(*code, |lang| name(code, lang));
    }

    list
}

/// The one country, whose code stands for its name where it has none.
fn area_codes(sdmx: &Sdmx) -> Codelist {
    let area = &sdmx.ref_area;
    let name = sdmx.area_name.as_ref();
    let mut list = Codelist::new("CL_AREA");
    list.add(area, |lang| name.map_or(area, |name| name.get(lang)));
    list
}

fn indicator_codes(dataset: &Dataset) -> Codelist {
    let mut list = Codelist::new("CL_INDICATOR");
    for indicator in dataset.indicators() {
        list.add(indicator.key.as_str(), |lang| indicator.name.get(lang));
    }

    list
}

fn measure_codes(units: &UnitCodes<'_>) -> Codelist {
    // Each measure with a unit of which it is the code alone, if there is one.
    let mut measures: BTreeMap<&str, Option<&Unit>> = BTreeMap::new();
    for (unit, code) in units.values() {
        let named_by = measures.entry(&code.measure).or_default();
        *named_by = named_by.or((code.multiplier == 0).then_some(*unit));
    }

    let mut list = Codelist::new("CL_UNIT_MEASURE");
    for (code, unit) in measures {
        // A unit in a currency may be a rate or an amount: its text is not the name of the currency.
        list.add(code, |lang| match (text::currency(code, lang), unit) {
            (Some(currency), _) => currency,
            (None, Some(unit)) => unit.text.get(lang),
            (None, None) => text::sdmx_code(code, lang),
        });
    }

    list
}

fn multiplier_codes(units: &UnitCodes<'_>) -> Codelist {
    let multipliers: BTreeSet<u8> = units.values().map(|(_, code)| code.multiplier).collect();
    let mut list = Codelist::new("CL_UNIT_MULT");
    for power in multipliers {
        list.add(power.to_string(), |lang| text::power_of_ten(power, lang));
    }

    list
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

    // The hash of a snapshot is that of its pages in this order.
    let mut pages = Vec::new();
    for (path, kinds) in MESSAGES {
        message.kinds = kinds;
        pages.push(store_message(&message, path, bodies)?);
    }

    message.kinds = &["codelist"];
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
