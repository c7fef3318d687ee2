//! `checks.csv`: when each source was last checked, and with what result.

use std::collections::HashMap;

use super::dataset_file::timestamp;
use super::diagnostic::Diagnostics;
use super::named::Named;
use super::table::{Columns, Table};
use super::text::Text;
use crate::messages as msg;
use crate::model::{Check, Source, Timestamp};

/// The path of the file.
pub const FILE: &str = "checks.csv";

/// The header of a new file.
pub const HEADER: &str = "source,checked_at,error\n";

const COLUMNS: Columns =
    Columns { known: &["source", "checked_at", "error"], required: &["source", "checked_at", "error"] };

/// Reads the file and reports everything wrong in it: the check of each source by its code.
pub fn read(
    text: &Text<'_>,
    sources: &Named<Source>,
    at: Timestamp,
    diagnostics: &mut Diagnostics,
) -> HashMap<String, Check> {
    let mut checks = HashMap::new();
    let mut lines: HashMap<String, u32> = HashMap::new();
    let Some(mut table) = Table::open(text, &COLUMNS, diagnostics) else { return checks };
    while let Some(row) = table.next(diagnostics) {
        let location = row.location();
        let source = row.cell("source");
        if source.is_empty() {
            diagnostics.error(location.clone(), msg::source_missing());
        } else if let Some(first) = lines.get(source) {
            diagnostics.error(location.clone(), msg::repeated_source(source, first));
        } else {
            lines.insert(source.to_owned(), location.line.unwrap_or(1));
            if let Err(nearest) = sources.find(source, diagnostics) {
                diagnostics.error(location.clone(), msg::unknown_source(source, nearest));
            }
        }
        let checked_at = match row.cell("checked_at") {
            "" => None,
            written => timestamp(written, &location, "checked_at", diagnostics),
        };
        if checked_at.is_some_and(|checked_at| checked_at > at) {
            diagnostics.warning(location.clone(), msg::future("checked_at", row.cell("checked_at")));
        }
        let error = Some(row.cell("error").to_owned()).filter(|error| !error.is_empty());
        if let Some(control) =
            error.iter().flat_map(|e| e.chars()).find(|c| c.is_control() && !"\r\n\t".contains(*c))
        {
            diagnostics
                .error(location, msg::control_character("error", format!("U+{:04X}", u32::from(control))));
        }
        checks.insert(source.to_owned(), Check { checked_at, error });
    }
    checks
}
