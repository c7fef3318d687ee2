//! Where the rows of a dataset are from: by which import each came, as far as it is known. All others were typed.

use super::*;

use crate::dataset::RecordedRow;

/// The name of a row: its indicator, its date and its value.
type RowName = (String, Option<NaiveDate>, Number);

/// The files that one command has imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The names of the files.
    pub files: String,
    /// True if a machine wrote them: no hand slipped there.
    pub by_machine: bool,
}

#[derive(Debug, Default)]
pub struct Origins {
    imports: Vec<Import>,
    /// The place of the import of each row.
    rows: HashMap<RowName, usize>,
    /// The same for indicators, all of whose rows an import has brought.
    keys: HashMap<String, usize>,
}

impl Origins {
    /// Notes that an import has written these rows.
    pub fn add_import<'a>(
        &mut self,
        import: Import,
        rows: impl IntoIterator<Item = &'a RecordedRow>,
    ) {
        let place = self.imports.len();
        self.imports.push(import);
        for row in rows {
            if let Some(name) = row_name(row) {
                self.rows.insert(name, place);
            }
        }
    }

    /// Notes that an import has written all rows of these indicators that differ.
    pub fn add_import_of_keys(&mut self, import: Import, keys: &[String]) {
        let place = self.imports.len();
        self.imports.push(import);
        self.keys
            .extend(keys.iter().map(|key| (key.clone(), place)));
    }

    /// Notes that somebody has typed these rows.
    pub fn add_typed(&mut self, rows: &[RecordedRow]) {
        for row in rows {
            if let Some(name) = row_name(row) {
                self.rows.remove(&name);
            }
        }
    }

    /// The place of the import by which a row came.
    pub fn find(&self, key: &Key, row: &Observation) -> Option<usize> {
        if self.imports.is_empty() {
            return None;
        }

        let name = (key.to_string(), row.date, row.value);
        let place = self.rows.get(&name);
        place.or_else(|| self.keys.get(&name.0)).copied()
    }

    pub fn import(&self, place: usize) -> Option<&Import> {
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
