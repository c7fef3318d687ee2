//! `checks.csv`: when each source was last checked, and with what result.

use super::*;

use super::text::check_fit;
use crate::model::{Check, Source};

pub const CHECKS: &str = "checks.csv";

pub const COLUMNS: Columns = Columns {
    known: &["source", "checked_at", "error"],
    required: &["source", "checked_at", "error"],
};

/// Reads `checks.csv` and reports everything wrong in it: the check of each source by its code.
pub fn read_checks(
    text: &Text<'_>,
    sources: &Named<Source>,
    at: Timestamp,
) -> HashMap<String, Check> {
    let mut checks = HashMap::new();
    let mut lines: HashMap<String, u32> = HashMap::new();
    let Some(mut table) = Table::open(Records::new(text), &COLUMNS) else {
        return checks;
    };

    while let Some(row) = table.next_row() {
        let source = row.text("source");
        if source.is_empty() {
            row.error(msg::source_missing());
        } else if let Some(first) = lines.get(source) {
            row.error(msg::repeated_source(source, first));
        } else {
            lines.insert(source.to_owned(), row.line);
            sources.find(&row.cell("source"), msg::unknown_source);
        }

        let checked_at = row.optional("checked_at", |cell| cell.timestamp());
        let checked_at = checked_at.ok().flatten();
        if checked_at > Some(at) {
            row.warning(msg::future("checked_at", row.text("checked_at")));
        }

        let error = row.text("error");
        let line_ends = ['\r', '\n', '\t'];
        check_fit(row.report(), &row.location(), "error", error, &line_ends);
        let error = Some(error.to_owned()).filter(|error| !error.is_empty());
        checks.insert(source.to_owned(), Check { checked_at, error });
    }

    checks
}
