//! Where the rows of a dataset are from: by which import each came, as far as it is known. All others were typed.

use super::*;

use crate::dataset::{ImportedRows, RecordedRow};

/// The name of a row: its indicator, its date and its value.
type RowName = (String, Option<NaiveDate>, Number);

#[derive(Debug, Default)]
pub struct Origins {
    imports: Vec<ImportedRows>,
    /// The place of the import of each row.
    rows: HashMap<RowName, usize>,
}

impl Origins {
    pub fn new(imports: Vec<ImportedRows>) -> Self {
        let mut rows = HashMap::new();
        for (place, import) in imports.iter().enumerate() {
            for name in import.rows.iter().filter_map(row_name) {
                rows.insert(name, place);
            }
        }

        Origins { imports, rows }
    }

    /// The place of the import by which a row came.
    pub fn find(&self, key: &Key, row: &Observation) -> Option<usize> {
        if self.imports.is_empty() {
            return None;
        }

        let name = (key.to_string(), row.date, row.value);
        self.rows.get(&name).copied()
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

fn row_name(row: &RecordedRow) -> Option<RowName> {
    let value = row.value.parse().ok()?;
    Some((row.key.clone(), row.date.parse().ok(), value))
}
