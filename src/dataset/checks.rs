//! Checks of a dataset as a whole, each with a name, under which the manual lists it. What one file says is checked where it
//! is read.

use super::*;

/// What the checks look at.
pub struct Checked<'a> {
    pub tables: &'a [TableDefinition],
    /// The ids of sources of indicators with codes of a bulletin.
    pub sources_with_codes: &'a [&'a str],
}

type Check = fn(&Checked<'_>, &Report);

/// All of them, in the order of the manual.
pub const CHECKS: [(&str, Check); 2] =
    [("tables-share-a-source", tables_share_a_source), ("table-beside-bulletin", table_beside_bulletin)];

/// Warns where one source has definitions of several files: a check of one would keep the others fresh.
fn tables_share_a_source(checked: &Checked<'_>, report: &Report) {
    for (at, table) in checked.tables.iter().enumerate() {
        let earlier = checked.tables.iter().take(at).find(|earlier| earlier.source == table.source);
        if let Some(earlier) = earlier {
            let message = msg::table_source_shared(&table.source, earlier.path());
            report.warning(Location::file(table.path()), message);
        }
    }
}

/// Warns where the source of a definition also has codes of a bulletin.
fn table_beside_bulletin(checked: &Checked<'_>, report: &Report) {
    for table in checked.tables.iter().filter(|table| checked.sources_with_codes.contains(&&*table.source)) {
        report.warning(Location::file(table.path()), msg::table_source_of_bulletin(&table.source));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_every_check() {
        for page in ["packaging/man/indicatord-dataset.5.md", "packaging/man/ru/indicatord-dataset.5.md"] {
            let text = std::fs::read_to_string(page).unwrap();
            for (name, _) in CHECKS {
                assert!(text.contains(&format!("`{name}`")), "{page}: {name}");
            }
        }
    }
}
