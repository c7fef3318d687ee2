//! What a dataset is called among SDMX clients, and which of its series a key names.

use super::*;

use super::structure::{CONCEPT_SCHEME, CONCEPTS};

/// The identifiers under which a dataset can be asked for.
pub struct Ids {
    sdmx: Sdmx,
    /// The key and the frequency of each series.
    series: Vec<(String, &'static str)>,
    places: HashMap<String, usize>,
}

/// The series of a key.
#[derive(Debug, PartialEq, Eq)]
pub struct Selection {
    /// In the order of the collection.
    pub places: Vec<usize>,
    /// The name of a page with at least these series, and whether it has these alone.
    pub page: String,
    pub is_page: bool,
}

/// The codes of a position of a key; `None` for any.
type Codes<'a> = Option<HashSet<&'a str>>;

fn codes(position: &str) -> Codes<'_> {
    (!position.is_empty()).then(|| position.split('+').collect())
}

impl Ids {
    pub fn new(sdmx: &Sdmx, series: impl Iterator<Item = (String, &'static str)>) -> Self {
        let series: Vec<_> = series.collect();
        let places = series.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
        Ids { sdmx: sdmx.clone(), series, places }
    }

    pub fn is_agency(&self, text: &str) -> bool {
        is_all(text) || text == self.sdmx.agency
    }

    /// A dataflow is named alone, with its agency, or with agency and version.
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

    /// The series of a key, of which every position has one code, several with a plus between them, or none for any. Codes
    /// that nothing has select nothing; `None` if nothing is selected.
    pub fn select(&self, key: &str) -> Option<Selection> {
        let positions: Vec<&str> = key.split('.').collect();
        let [frequencies, areas, indicators]: [Codes<'_>; 3] = match positions[..] {
            [all] if all.is_empty() || is_all(all) => [None, None, None],
            [frequency, area, indicator] => [codes(frequency), codes(area), codes(indicator)],
            _ => return None,
        };
        let is_of = |codes: &Codes<'_>, code: &str| codes.as_ref().is_none_or(|codes| codes.contains(code));
        if !is_of(&areas, &self.sdmx.ref_area) {
            return None;
        }
        let mut places: Vec<usize> = match &indicators {
            None => (0..self.series.len()).collect(),
            Some(keys) => keys.iter().filter_map(|key| self.places.get(*key).copied()).collect(),
        };
        places.retain(|place| is_of(&frequencies, self.series[*place].1));
        places.sort_unstable();
        let (key, frequency) = self.series.get(*places.first()?)?;
        let (page, is_page) = match &places[..] {
            all if all.len() == self.series.len() => ("all".to_owned(), true),
            [_] => (format!("{frequency}.{}.{key}", self.sdmx.ref_area), true),
            _ => {
                let is_own = |(_, f): &&(String, &'static str)| f == frequency;
                let count = self.series.iter().filter(is_own).count();
                let is_frequency =
                    count == places.len() && places.iter().all(|place| is_own(&&self.series[*place]));
                (if is_frequency { (*frequency).to_owned() } else { "all".to_owned() }, is_frequency)
            }
        };
        Some(Selection { places, page, is_page })
    }

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

/// Everything there is of a kind; some clients write it in capitals.
pub fn is_all(text: &str) -> bool {
    matches!(text, "all" | "ALL")
}
