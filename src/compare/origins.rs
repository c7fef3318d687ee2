//! Where the rows of a dataset are from: by which import each came, as far as it is known. All others were typed.

use super::*;

use crate::dataset::ImportedRows;

#[derive(Debug, Default)]
pub struct Origins {
    imports: Vec<ImportedRows>,
    /// By the key of the indicator: the place of the import of each date and value.
    places: HashMap<String, HashMap<(Option<NaiveDate>, Number), usize>>,
}

impl Origins {
    pub fn new(imports: Vec<ImportedRows>) -> Self {
        let mut origins = Origins::default();
        for (place, import) in imports.iter().enumerate() {
            for row in &import.rows {
                if let Ok(value) = row.value.parse() {
                    let places = origins.places.entry(row.key.clone()).or_default();
                    places.insert((row.date.parse().ok(), value), place);
                }
            }
        }

        Origins { imports, ..origins }
    }

    /// The place of the import by which a row came.
    pub fn find(&self, key: &Key, row: &Observation) -> Option<usize> {
        let places = self.places.get(key.as_str())?;
        places.get(&(row.date, row.value)).copied()
    }

    pub fn import(&self, place: usize) -> Option<&ImportedRows> {
        self.imports.get(place)
    }

    /// Returns false if the row is from a file that a machine wrote.
    pub fn may_be_typed(&self, key: &Key, row: &Observation) -> bool {
        let import = self.find(key, row).and_then(|place| self.import(place));
        !import.is_some_and(|import| import.by_machine)
    }
}
