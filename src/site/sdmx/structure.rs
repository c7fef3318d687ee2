//! Structures: the dataflow, the concepts, the data structure definition and the code lists.

use super::super::text::{self, SdmxTerm};
use super::super::xml;
use super::codes::Units;
use super::ids::{CODELISTS, CONCEPTS, structure_id};
use super::{codelists, message};
use crate::dataset::Dataset;
use crate::model::{Lang, Localized, Sdmx};

/// What a concept is used as in the data structure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Dimension,
    Time,
    Measure,
    /// Of a series.
    SeriesAttribute,
    /// Of an observation.
    ObservationAttribute,
}

/// A concept: its identifier, its name, its use, and the list of its codes where it has one.
struct Concept {
    id: &'static str,
    term: SdmxTerm,
    role: Role,
    codelist: Option<&'static str>,
    mandatory: bool,
}

const fn concept(
    id: &'static str,
    term: SdmxTerm,
    role: Role,
    codelist: Option<&'static str>,
    mandatory: bool,
) -> Concept {
    Concept { id, term, role, codelist, mandatory }
}

static ALL_CONCEPTS: [Concept; 13] = [
    concept("FREQ", SdmxTerm::Frequency, Role::Dimension, Some("CL_FREQ"), true),
    concept("REF_AREA", SdmxTerm::Area, Role::Dimension, Some("CL_AREA"), true),
    concept("INDICATOR", SdmxTerm::Indicator, Role::Dimension, Some("CL_INDICATOR"), true),
    concept("TIME_PERIOD", SdmxTerm::TimePeriod, Role::Time, None, true),
    concept("OBS_VALUE", SdmxTerm::Value, Role::Measure, None, true),
    concept("UNIT_MEASURE", SdmxTerm::UnitMeasure, Role::SeriesAttribute, Some("CL_UNIT_MEASURE"), true),
    concept("UNIT_MULT", SdmxTerm::UnitMultiplier, Role::SeriesAttribute, Some("CL_UNIT_MULT"), true),
    concept("TIME_SPAN", SdmxTerm::TimeSpan, Role::SeriesAttribute, Some("CL_TIME_SPAN"), true),
    concept("TITLE", SdmxTerm::Title, Role::SeriesAttribute, None, false),
    concept("COMMENT", SdmxTerm::Comment, Role::SeriesAttribute, None, false),
    concept(
        "OBS_STATUS",
        SdmxTerm::ObservationStatus,
        Role::ObservationAttribute,
        Some("CL_OBS_STATUS"),
        true,
    ),
    concept("COMMENT_OBS", SdmxTerm::ObservationComment, Role::ObservationAttribute, None, false),
    concept("DATA_SOURCE", SdmxTerm::DataSource, Role::ObservationAttribute, None, false),
];

/// The messages about structures by the end of their paths.
pub fn messages(dataset: &Dataset, sdmx: &Sdmx, units: &Units<'_>) -> Vec<(String, String)> {
    let write = Writer { agency: &sdmx.agency };
    let flow = write.group("Dataflows", &write.dataflow(dataset, sdmx));
    let lists = codelists::all(dataset, sdmx, units, &write);
    let all_lists = write.group("Codelists", &lists.concat());
    let concepts = write.group("Concepts", &write.concepts());
    let definition = write.group("DataStructures", &write.data_structure(sdmx));
    let message = |content: &str| message::structure(dataset, sdmx, content);
    let mut messages = vec![
        ("dataflow".to_owned(), message(&flow)),
        ("structure".to_owned(), message(&[&*flow, &*all_lists, &*concepts, &*definition].concat())),
        ("datastructure".to_owned(), message(&definition)),
        ("conceptscheme".to_owned(), message(&concepts)),
        ("codelist".to_owned(), message(&all_lists)),
    ];
    messages.extend(
        CODELISTS
            .iter()
            .zip(&lists)
            .map(|(id, list)| (format!("codelist/{id}"), message(&write.group("Codelists", list)))),
    );
    messages
}

/// Both names, English first: a client that takes the first gets English.
pub fn names(names: &Localized<String>) -> String {
    let name = |lang: Lang| {
        format!("<com:Name xml:lang=\"{}\">{}</com:Name>", lang.tag(), xml::content(names.get(lang)))
    };
    name(Lang::En) + &name(Lang::Ru)
}

/// Writes what an agency maintains.
pub struct Writer<'a> {
    agency: &'a str,
}

impl Writer<'_> {
    /// An element with an identifier of its own, maintained by the agency.
    pub fn maintainable(&self, kind: &str, id: &str, name: impl Fn(Lang) -> String, content: &str) -> String {
        format!(
            "<str:{kind} id=\"{id}\" agencyID=\"{}\" version=\"1.0\" isFinal=\"true\">{}{content}</str:{kind}>\n",
            self.agency,
            names(&Localized::build(name))
        )
    }

    fn group(&self, kind: &str, content: &str) -> String {
        format!("<str:{kind}>\n{content}</str:{kind}>\n")
    }

    fn reference(&self, id: &str, package: &str, class: &str) -> String {
        format!(
            "<Ref id=\"{id}\" version=\"1.0\" agencyID=\"{}\" package=\"{package}\" class=\"{class}\"/>",
            self.agency
        )
    }

    fn dataflow(&self, dataset: &Dataset, sdmx: &Sdmx) -> String {
        let structure = self.reference(&structure_id(sdmx), "datastructure", "DataStructure");
        let name = |lang| text::service(dataset.title.as_ref(), lang).to_owned();
        let content = format!("<str:Structure>{structure}</str:Structure>");
        self.maintainable("Dataflow", &sdmx.dataflow, name, &content)
    }

    fn concepts(&self) -> String {
        let concept = |concept: &Concept| {
            let name = Localized::build(|lang| text::sdmx_term(concept.term, lang).to_owned());
            format!("<str:Concept id=\"{}\">{}</str:Concept>", concept.id, names(&name))
        };
        let concepts: String = ALL_CONCEPTS.iter().map(concept).collect();
        let name = |lang| text::sdmx_term(SdmxTerm::Concepts, lang).to_owned();
        self.maintainable("ConceptScheme", CONCEPTS, name, &concepts)
    }

    fn data_structure(&self, sdmx: &Sdmx) -> String {
        let of = |roles: &'static [Role]| ALL_CONCEPTS.iter().filter(|one| roles.contains(&one.role));
        let dimensions: String = of(&[Role::Dimension, Role::Time])
            .zip(1..)
            .map(|(concept, position)| {
                let kind = if concept.role == Role::Time { "TimeDimension" } else { "Dimension" };
                self.component(kind, concept, &format!(" position=\"{position}\""), "")
            })
            .collect();
        let attributes: String = of(&[Role::SeriesAttribute, Role::ObservationAttribute])
            .map(|concept| {
                let status = if concept.mandatory { "Mandatory" } else { "Conditional" };
                let relation = relation(concept.role);
                self.component("Attribute", concept, &format!(" assignmentStatus=\"{status}\""), &relation)
            })
            .collect();
        let measure: String =
            of(&[Role::Measure]).map(|concept| self.component("PrimaryMeasure", concept, "", "")).collect();
        let name = |lang| text::service(None, lang).to_owned();
        let components = format!(
            "<str:DataStructureComponents><str:DimensionList id=\"DimensionDescriptor\">{dimensions}\
             </str:DimensionList><str:AttributeList id=\"AttributeDescriptor\">{attributes}</str:AttributeList>\
             <str:MeasureList id=\"MeasureDescriptor\">{measure}</str:MeasureList></str:DataStructureComponents>"
        );
        self.maintainable("DataStructure", &structure_id(sdmx), name, &components)
    }

    fn component(&self, kind: &str, concept: &Concept, further: &str, relation: &str) -> String {
        let identity = format!(
            "<Ref id=\"{}\" maintainableParentID=\"{CONCEPTS}\" maintainableParentVersion=\"1.0\" agencyID=\"{}\" \
             package=\"conceptscheme\" class=\"Concept\"/>",
            concept.id, self.agency
        );
        let representation = match (concept.codelist, concept.role) {
            (Some(list), _) => {
                format!("<str:Enumeration>{}</str:Enumeration>", self.reference(list, "codelist", "Codelist"))
            }
            (None, Role::Time) => "<str:TextFormat textType=\"ObservationalTimePeriod\"/>".to_owned(),
            (None, Role::Measure) => "<str:TextFormat textType=\"Decimal\"/>".to_owned(),
            (None, _) => "<str:TextFormat textType=\"String\"/>".to_owned(),
        };
        format!(
            "<str:{kind} id=\"{}\"{further}><str:ConceptIdentity>{identity}</str:ConceptIdentity>\
             <str:LocalRepresentation>{representation}</str:LocalRepresentation>{relation}</str:{kind}>",
            concept.id
        )
    }
}

/// What an attribute is an attribute of.
fn relation(role: Role) -> String {
    let content = match role {
        Role::ObservationAttribute => {
            "<str:PrimaryMeasure><Ref id=\"OBS_VALUE\"/></str:PrimaryMeasure>".to_owned()
        }
        _ => ["FREQ", "REF_AREA", "INDICATOR"]
            .map(|id| format!("<str:Dimension><Ref id=\"{id}\"/></str:Dimension>"))
            .concat(),
    };
    format!("<str:AttributeRelationship>{content}</str:AttributeRelationship>")
}
