//! The identifiers under which a dataset can be asked for.

use std::collections::BTreeMap;

use super::codes;
use super::message::structure_id;
use super::structure::{CONCEPT_SCHEME, CONCEPTS};
use crate::dataset::Dataset;
use crate::model::Sdmx;

/// What a request is compared with.
pub struct Ids {
    agency: String,
    flow: String,
    structure: String,
    area: String,
    /// The frequency of each indicator that has dated observations, by its key.
    frequencies: BTreeMap<String, &'static str>,
}

impl Ids {
    /// Those of a dataset that is offered as SDMX.
    pub fn new(dataset: &Dataset, sdmx: &Sdmx) -> Self {
        let dated = dataset.indicators().filter(|indicator| indicator.series.current().date.is_some());
        let frequency = |basis: &crate::model::Basis| codes::frequency(basis.period_type);
        Ids {
            agency: sdmx.agency.clone(),
            flow: sdmx.dataflow.clone(),
            structure: structure_id(sdmx),
            area: sdmx.ref_area.clone(),
            frequencies: dated
                .map(|of| (of.key.to_string(), frequency(&of.series.current().basis)))
                .collect(),
        }
    }

    /// Whether this names the agency, or every one.
    pub fn is_agency(&self, text: &str) -> bool {
        text == "all" || text == self.agency
    }

    /// Whether this names the dataflow: alone, with its agency, or with agency and version.
    pub fn is_flow(&self, text: &str) -> bool {
        let mut parts = text.split(',');
        let all = (parts.next(), parts.next(), parts.next(), parts.next());
        match all {
            (Some(flow), None, None, None) => flow == self.flow,
            (Some(agency), Some(flow), version, None) => {
                self.is_agency(agency)
                    && flow == self.flow
                    && version.is_none_or(|version| matches!(version, "latest" | "1.0"))
            }
            _ => false,
        }
    }

    /// What the page of a key is called, where a position that is empty stands for every value: a series, all series
    /// of a frequency, or all. `None` if there is no such series.
    pub fn key(&self, frequency: &str, area: &str, indicator: &str) -> Option<String> {
        if !area.is_empty() && area != self.area {
            return None;
        }
        if indicator.is_empty() {
            let known = frequency.is_empty() || self.frequencies.values().any(|own| *own == frequency);
            let name = if frequency.is_empty() { "all" } else { frequency };
            return known.then(|| name.to_owned());
        }
        let own = self.frequencies.get(indicator)?;
        let fits = frequency.is_empty() || frequency == *own;
        fits.then(|| format!("{own}.{}.{indicator}", self.area))
    }

    /// What a structure of this kind may be called.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        let codelists = CONCEPTS.iter().filter_map(|concept| concept.codelist);
        let own = match kind {
            "dataflow" => Some(self.flow.as_str()),
            "datastructure" => Some(self.structure.as_str()),
            "conceptscheme" => Some(CONCEPT_SCHEME),
            _ => None,
        };
        own.into_iter().chain(codelists.filter(move |_| kind == "codelist"))
    }
}

#[cfg(test)]
impl Ids {
    /// Two series, for tests.
    pub fn example() -> Self {
        Ids {
            agency: "AG".into(),
            flow: "MACRO".into(),
            structure: "MACRO_DSD".into(),
            area: "AZ".into(),
            frequencies: [("m2".to_owned(), "M"), ("usd".to_owned(), "D")].into(),
        }
    }
}
