//! Checks of definitions of files of sources beside each other.

use super::*;

/// A check of definitions of files, given the sources that have indicators with codes of a bulletin.
type Check = fn(&[TableDefinition], &[&str], &Report);

/// Checks of definitions of files beside each other, each with the name under which the manual lists it.
pub const TABLE_CHECKS: [(&str, Check); 2] = [
    ("tables-share-a-source", tables_share_a_source),
    ("table-beside-bulletin", table_beside_bulletin),
];

/// Warns where one source has definitions of several files: a check of one would keep the others fresh.
fn tables_share_a_source(tables: &[TableDefinition], _: &[&str], report: &Report) {
    for (at, table) in tables.iter().enumerate() {
        let mut earlier = tables[..at].iter();
        if let Some(earlier) = earlier.find(|earlier| earlier.source == table.source) {
            let message = msg::table_source_shared(&table.source, earlier.path());
            report.warning(Location::file(table.path()), message);
        }
    }
}

/// Warns where the source of a definition also has codes of a bulletin.
fn table_beside_bulletin(tables: &[TableDefinition], sources_with_codes: &[&str], report: &Report) {
    for table in tables {
        if sources_with_codes.contains(&&*table.source) {
            let message = msg::table_source_of_bulletin(&table.source);
            report.warning(Location::file(table.path()), message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_every_check() {
        for page in [
            "packaging/man/indicatord-dataset.5.md",
            "packaging/man/ru/indicatord-dataset.5.md",
        ] {
            let text = std::fs::read_to_string(page).unwrap();
            for (name, _) in TABLE_CHECKS {
                assert!(text.contains(&format!("`{name}`")), "{page}: {name}");
            }
        }
    }
}
