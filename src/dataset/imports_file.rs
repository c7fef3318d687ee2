//! `imports.json`, which `publish`, `stage` and `bundle` write beside the files of a directory: the rows that imports have
//! brought, by the notes of the directory. Those who approve a release or take it elsewhere read them in a line for each
//! import, and all others as typed.

use super::*;

use super::edit::Notes;
use super::listing::{find_file, put_file};

pub const IMPORTS: &str = "imports.json";
/// Rows of a bulletin a day for half a year; older ones count as typed.
const MAX_ROWS: usize = 5_000;

/// Puts the imported rows that the dataset still has among its files, in the place of a list that is there.
pub fn write_imports(files: &mut Vec<DataFile>, notes: &Notes, dataset: &FullDataset) {
    let mut imports = notes.imported_rows();
    let mut room = MAX_ROWS;
    for import in imports.iter_mut().rev() {
        import.rows.retain(|row| dataset.has_row(row));
        import.rows.truncate(room);
        room -= import.rows.len();
    }

    imports.retain(|import| !import.rows.is_empty());
    let bytes = serde_json::to_vec(&imports).ok();
    put_file(files, IMPORTS, bytes.filter(|_| !imports.is_empty()));
}

/// Reads the imported rows of a release or a bundle. Without a list that can be read, all rows count as typed.
pub fn read_imports(files: &[DataFile]) -> Vec<ImportedRows> {
    let Some(file) = find_file(files, IMPORTS) else {
        return Vec::new();
    };

    let mut imports: Vec<ImportedRows> = serde_json::from_slice(&file.bytes).unwrap_or_default();
    for import in &mut imports {
        // It may come from anywhere, and is printed.
        import.files = msg::shown(&import.files);
    }

    imports
}
