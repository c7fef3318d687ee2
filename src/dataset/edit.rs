//! The edits that an operator makes every day, without an editor: an observation, a check of a source, a list of both.

use chrono::NaiveDate;

use super::dates::{calendar_date, day};
use super::diagnostic::{Diagnostics, Location};
use super::observations_file::number;
use super::source::DataFile;
use super::table::{Columns, Table};
use super::text::Text;
use super::{Workspace, checks_file, rows, suggest};
use crate::messages as say;
use crate::model::{Offset, Timestamp};

/// One observation as somebody gives it, cell by cell; an empty cell is one that is not known.
#[derive(Clone, Debug, Default)]
pub struct NewRow {
    /// The indicator.
    pub key: String,
    /// `YYYY-MM-DD`, or `YYYY-MM` where the period type allows it.
    pub date: String,
    /// The value.
    pub value: String,
    /// When the source published it.
    pub published: String,
    /// The change that the source printed, in percent.
    pub reported_change: String,
}

/// How a check of a source ended.
pub enum CheckOutcome<'a> {
    /// It succeeded at this instant.
    Succeeded(Timestamp),
    /// It failed, and said so.
    Failed(&'a str),
}

const IMPORT: Columns = Columns {
    known: &["key", "date", "value", "published", "reported_change_pct"],
    required: &["key", "date", "value"],
};

/// Adds a row where it belongs. Whether the dataset may have it, its check decides afterwards.
pub fn record(workspace: &mut Workspace, row: &NewRow, location: &Location, diagnostics: &mut Diagnostics) {
    let date = calendar_date(&row.date).or_else(|| day(&row.date, "date", location.clone(), diagnostics));
    let Some(date) = date else { return };
    if number(&row.value, "value", location.clone(), diagnostics).is_some() {
        insert(workspace, row, date, location, diagnostics);
    }
}

fn insert(
    workspace: &mut Workspace,
    row: &NewRow,
    date: NaiveDate,
    location: &Location,
    diagnostics: &mut Diagnostics,
) {
    let known: Vec<String> = workspace.keys().map(str::to_owned).collect();
    let Some(file) = workspace.change(&observations_of(&row.key)) else {
        let nearest = suggest::nearest(&row.key, known.iter().map(String::as_str));
        return diagnostics.error(location.clone(), say::unknown_indicator(&row.key, nearest));
    };
    let cells = [
        ("date", row.date.as_str()),
        ("value", row.value.as_str()),
        ("published", row.published.as_str()),
        ("reported_change_pct", row.reported_change.as_str()),
    ];
    // A file that is not a table is reported by the check.
    let _ = rows::insert(file, date, &cells);
}

/// Adds every row of a CSV file, or says what is wrong in it; the workspace is of no use then.
pub fn import(workspace: &mut Workspace, file: &DataFile, diagnostics: &mut Diagnostics) -> usize {
    let Some(text) = Text::decode(file, diagnostics) else { return 0 };
    let Some(mut table) = Table::open(&text, &IMPORT, diagnostics) else { return 0 };
    let mut count = 0;
    while let Some(row) = table.next(diagnostics) {
        let cell = |column| row.cell(column).to_owned();
        let new = NewRow {
            key: cell("key"),
            date: cell("date"),
            value: cell("value"),
            published: cell("published"),
            reported_change: cell("reported_change_pct"),
        };
        record(workspace, &new, &row.location(), diagnostics);
        count += 1;
    }
    if count == 0 && diagnostics.errors() == 0 {
        diagnostics.error(text.location.clone(), say::no_rows());
    }
    count
}

/// Writes how the last check of a source ended; a failed one leaves the last successful one as it was.
pub fn checked(workspace: &mut Workspace, source: &str, outcome: &CheckOutcome<'_>, offset: Offset) {
    let Some(file) = workspace.change_or_create(checks_file::FILE, checks_file::HEADER) else { return };
    let before = rows::find(file, "source", source).unwrap_or_default();
    let before = before.into_iter().find(|(column, _)| column == "checked_at").map(|(_, cell)| cell);
    let (checked_at, error) = match outcome {
        CheckOutcome::Succeeded(at) => (offset.timestamp(*at), ""),
        CheckOutcome::Failed(error) => (before.unwrap_or_default(), *error),
    };
    let cells = [("source", source), ("checked_at", &checked_at), ("error", error)];
    let _ = rows::replace(file, "source", source, &cells);
}

/// The file that an indicator's observations stand in.
pub fn observations_of(key: &str) -> String {
    format!("indicators/{key}.csv")
}
