//! The edits that an operator makes every day, without an editor: an observation, a check of a source, a list of both.

use chrono::NaiveDate;

use super::dates::{calendar_date, day};
use super::diagnostic::{Diagnostics, Location};
use super::observations_file::number;
use super::source::DataFile;
use super::{RowName, Workspace, checks_file, rows, suggest};
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
    /// Where the figure was taken.
    pub reference: String,
    /// What a reader must know of it.
    pub flag: String,
}

/// How a check of a source ended.
pub enum CheckOutcome<'a> {
    /// It succeeded at this instant.
    Succeeded(Timestamp),
    /// It failed, and said so.
    Failed(&'a str),
}

/// Adds a row where it belongs. Whether the dataset may have it, its check decides afterwards.
/// Returns its name, unless something is wrong with it.
pub fn record(
    workspace: &mut Workspace,
    row: &NewRow,
    location: &Location,
    diagnostics: &mut Diagnostics,
) -> Option<RowName> {
    let date = date_and_value(row, location, diagnostics)?;
    let file = file_of(workspace, &row.key, location, diagnostics)?;
    // A file that is not a table is reported by the check.
    let _ = rows::insert(file, date, &cells(row));
    Some(name(row, date))
}

/// Writes another value in the row of the same date and publication, which must not be public.
pub fn replace(
    workspace: &mut Workspace,
    row: &NewRow,
    location: &Location,
    diagnostics: &mut Diagnostics,
) -> Option<RowName> {
    let date = date_and_value(row, location, diagnostics)?;
    let name = name(row, date);
    let written = workspace.wrote(&name);
    let file = file_of(workspace, &row.key, location, diagnostics)?;
    let mut given = cells(row).to_vec();
    given.retain(|(column, cell)| *column != "date" && !cell.is_empty());
    let same = |cell: &dyn Fn(&str) -> Option<String>| {
        cell("date").as_deref().and_then(calendar_date) == Some(date)
            && cell("published").unwrap_or_default() == row.published
    };
    if !written {
        diagnostics.error(location.clone(), say::may_be_public(date));
    } else if rows::amend(file, same, &given).is_none() {
        diagnostics.error(location.clone(), say::nothing_to_replace(date));
    }
    Some(name)
}

pub(super) fn date_and_value(
    row: &NewRow,
    location: &Location,
    diagnostics: &mut Diagnostics,
) -> Option<NaiveDate> {
    let date = calendar_date(&row.date).or_else(|| day(&row.date, "date", location.clone(), diagnostics));
    number(&row.value, "value", location.clone(), diagnostics).and(date)
}

pub(super) fn name(row: &NewRow, date: NaiveDate) -> RowName {
    RowName { key: row.key.clone(), date: date.to_string(), published: row.published.clone() }
}

fn cells(row: &NewRow) -> [(&'static str, &str); 6] {
    [
        ("date", row.date.as_str()),
        ("value", row.value.as_str()),
        ("published", row.published.as_str()),
        ("reported_change_pct", row.reported_change.as_str()),
        ("ref", row.reference.as_str()),
        ("flag", row.flag.as_str()),
    ]
}

/// The file of an indicator's observations.
pub(super) fn file_of<'a>(
    workspace: &'a mut Workspace,
    key: &str,
    location: &Location,
    diagnostics: &mut Diagnostics,
) -> Option<&'a mut DataFile> {
    let known: Vec<String> = workspace.keys().map(str::to_owned).collect();
    let file = workspace.change(&observations_of(key));
    if file.is_none() {
        let nearest = suggest::nearest(key, known.iter().map(String::as_str));
        diagnostics.error(location.clone(), say::unknown_indicator(key, nearest));
    }
    file
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

/// The file that checks of sources stand in.
pub const CHECKS: &str = checks_file::FILE;

/// The file that an indicator's observations stand in.
pub fn observations_of(key: &str) -> String {
    format!("indicators/{key}.csv")
}

#[cfg(test)]
mod tests;
