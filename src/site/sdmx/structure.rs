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
    Lang::ALL
        .iter()
        .rev()
        .map(|lang| (lang.tag(), name(*lang).into()))
        .collect()
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

struct Codelist {
    id: &'static str,
    names: Names,
    codes: Vec<(String, Names)>,
}

fn codelists(dataset: &Dataset, sdmx: &Sdmx) -> [Codelist; 7] {
    let units = unit_codes(dataset);
    // Each measure with a unit of which it is the code alone, if there is one.
    let mut measures: BTreeMap<&str, Option<&Unit>> = BTreeMap::new();
    for (unit, code) in units.values() {
        let named_by = measures.entry(&code.measure).or_default();
        *named_by = named_by.or((code.multiplier == 0).then_some(*unit));
    }

    let named = |codes: &[&str], name: fn(&str, Lang) -> &str| -> Vec<(String, Names)> {
        codes
            .iter()
            .map(|id| ((*id).to_owned(), names(|lang| name(id, lang))))
            .collect()
    };
    let coded = |codes: &[&str]| named(codes, text::sdmx_code);
    let indicators = dataset.indicators().map(|indicator| {
        (
            indicator.key.to_string(),
            names(|lang| indicator.name.get(lang)),
        )
    });
    let measures = measures.into_iter().map(|(code, unit)| {
        // A unit in a currency may be a rate or an amount: its text is not the name of the currency.
        let name = |lang| match (text::currency(code, lang), unit) {
            (Some(currency), _) => currency,
            (None, Some(unit)) => unit.text.get(lang),
            (None, None) => text::sdmx_code(code, lang),
        };
        (code.to_owned(), names(name))
    });

    let area = |lang| {
        sdmx.area_name
            .as_ref()
            .map_or(&*sdmx.ref_area, |name| name.get(lang))
    };
    let multipliers: BTreeSet<u8> = units.values().map(|(_, code)| code.multiplier).collect();
    let multipliers = multipliers.into_iter().map(|power| {
        (
            power.to_string(),
            names(|lang| text::power_of_ten(power, lang)),
        )
    });
    let list = |id, term_of, codes| Codelist {
        id,
        names: term(term_of),
        codes,
    };
    [
        list(
            "CL_FREQ",
            SdmxTerm::Frequency,
            named(&["A", "D", "M", "Q", "_U"], text::sdmx_frequency),
        ),
        list(
            "CL_AREA",
            SdmxTerm::Area,
            vec![(sdmx.ref_area.clone(), names(area))],
        ),
        list("CL_INDICATOR", SdmxTerm::Indicator, indicators.collect()),
        list(
            "CL_OBS_STATUS",
            SdmxTerm::ObservationStatus,
            coded(&["A", "B", "E", "P", "V"]),
        ),
        list("CL_UNIT_MEASURE", SdmxTerm::UnitMeasure, measures.collect()),
        list(
            "CL_UNIT_MULT",
            SdmxTerm::UnitMultiplier,
            multipliers.collect(),
        ),
        list(
            "CL_TIME_SPAN",
            SdmxTerm::TimeSpan,
            coded(&["PERIOD", "YTD", "YTD_AVERAGE"]),
        ),
    ]
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

/// The messages about structures.
pub fn pages(dataset: &Dataset, sdmx: &Sdmx, bodies: &Bodies) -> Result<Vec<Arc<Page>>, SiteError> {
    let all = codelists(dataset, sdmx);
    let page = |path: &str, kinds: &[&str], codelists: &[Codelist]| {
        let message = xml::document(&StructureMessage {
            // With the dataset, so that equal datasets give equal bytes.
            prepared: dataset.offset.timestamp(dataset.as_of),
            sdmx,
            structure: structure_id(sdmx),
            title: names(|lang| text::service(dataset.title.as_ref(), lang)),
            service: names(|lang| text::service(None, lang)),
            kinds,
            codelists,
        })?;

        let page = Page::with_bodies(
            &SDMX_STRUCTURE,
            bodies.store_texts(Texts::of(message), false)?,
        );
        Ok(Arc::new(Page {
            path: Some(format!("{SDMX}{path}").into()),
            ..page
        }))
    };

    let kinds = [
        page("dataflow", &["dataflow"], &all),
        page(
            "structure",
            &["dataflow", "codelist", "conceptscheme", "datastructure"],
            &all,
        ),
        page("datastructure", &["datastructure"], &all),
        page("conceptscheme", &["conceptscheme"], &all),
        page("codelist", &["codelist"], &all),
    ];

    let lists = all.iter().map(|list| {
        page(
            &format!("codelist/{}", list.id),
            &["codelist"],
            slice::from_ref(list),
        )
    });
    kinds.into_iter().chain(lists).collect()
}

/// Units with their codes in SDMX, by their identifiers.
pub type UnitCodes<'a> = BTreeMap<&'a str, (&'a Unit, UnitSdmx)>;

/// The codes of every unit in which a dataset has observations: its own, or made of its identifier.
pub fn unit_codes(dataset: &Dataset) -> UnitCodes<'_> {
    let mut units: BTreeMap<&str, &Unit> = BTreeMap::new();
    for indicator in dataset.indicators() {
        // Rows of a series share a unit by and large: only a change is looked up.
        let runs = indicator
            .series
            .observations()
            .chunk_by(|row, next| row.series_key == next.series_key);
        units
            .extend(runs.map(|run| (run[0].series_key.unit.id.as_str(), &*run[0].series_key.unit)));
    }

    let mut taken: Vec<String> = units
        .values()
        .filter_map(|unit| Some(unit.sdmx.as_ref()?.measure.clone()))
        .collect();
    let mut make = |id| UnitSdmx {
        measure: own_code(id, &mut taken),
        multiplier: 0,
    };
    units
        .into_iter()
        .map(|(id, unit)| (id, (unit, unit.sdmx.clone().unwrap_or_else(|| make(id)))))
        .collect()
}

/// A code made of a unit's identifier, of the characters that SDMX allows, and not one that is taken.
fn own_code(id: &str, taken: &mut Vec<String>) -> String {
    let allowed = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_uppercase()
        } else {
            '_'
        }
    };
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
