//! `checks.csv`: when each source was last checked, and with what result.

use std::collections::HashMap;

use super::csv::Records;
use super::definitions::Named;
use super::table::{Columns, Table};
use super::text::Text;
use crate::messages as msg;
use crate::model::{Check, Source, Timestamp};

pub const FILE: &str = "checks.csv";

/// The header of a new file.
pub const HEADER: &str = "source,checked_at,error\n";

const COLUMNS: Columns =
    Columns { known: &["source", "checked_at", "error"], required: &["source", "checked_at", "error"] };

/// Reads the file and reports everything wrong in it: the check of each source by its code.
pub fn read(text: &Text<'_>, sources: &Named<Source>, at: Timestamp) -> HashMap<String, Check> {
    let mut checks = HashMap::new();
    let mut lines: HashMap<String, u32> = HashMap::new();
    let Some(mut table) = Table::open(Records::new(text), &COLUMNS) else { return checks };
    while let Some(row) = table.next_row() {
        let source = row.text("source");
        if source.is_empty() {
            row.error(msg::source_missing());
        } else if let Some(first) = lines.get(source) {
            row.error(msg::repeated_source(source, first));
        } else {
            lines.insert(source.to_owned(), row.line());
            sources.find(&row.cell("source"), msg::unknown_source);
        }
        let checked_at = row.optional("checked_at", |cell| cell.timestamp()).ok().flatten();
        if checked_at.is_some_and(|checked_at| checked_at > at) {
            row.warning(msg::future("checked_at", row.text("checked_at")));
        }
        let error = Some(row.text("error").to_owned()).filter(|error| !error.is_empty());
        let is_forbidden = |c: &char| c.is_control() && !"\r\n\t".contains(*c);
        if let Some(control) = row.text("error").chars().find(is_forbidden) {
            let code = format!("U+{:04X}", u32::from(control));
            row.error(msg::control_character("error", code));
        }
        checks.insert(source.to_owned(), Check { checked_at, error });
    }
    checks
}
