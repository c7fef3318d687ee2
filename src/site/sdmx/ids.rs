//! The identifiers under which a dataset can be asked for.

use std::collections::BTreeMap;

use super::codes::frequency;
use super::message::structure_id;
use super::structure::{CONCEPT_SCHEME, CONCEPTS};
use crate::dataset::Dataset;
use crate::model::Sdmx;

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
            (indicator.key.to_string(), frequency(current.series_key.period_type))
        });
        Ids { sdmx: sdmx.clone(), frequencies: frequencies.collect() }
    }

    /// Whether this names the agency, or every one.
    pub fn is_agency(&self, text: &str) -> bool {
        text == "all" || text == self.sdmx.agency
    }

    /// Whether this names the dataflow: alone, with its agency, or with agency and version.
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

    /// The name of the page of a key, where a position that is empty stands for every value: a series, all series
    /// of a frequency, or all. `None` if there is no such series.
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

    /// Whether there is a structure of this kind with this identifier.
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

#[cfg(test)]
impl Ids {
    /// Two series, for tests.
    pub fn example() -> Self {
        let sdmx = Sdmx { agency: "AG".into(), dataflow: "MACRO".into(), ref_area: "AZ".into() };
        Ids { sdmx, frequencies: [("m2".to_owned(), "M"), ("usd".to_owned(), "D")].into() }
    }
}
