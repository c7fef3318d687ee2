//! `indicatord record`: one observation, a revision of one, or another value for one that is not public.

use std::path::PathBuf;
use std::process::ExitCode;

use super::editing::{Done, Editing};
use super::in_service::InService;
use crate::cli::Record;
use crate::console::CommandError;
use crate::dataset::edit::{self, RowEdit, Writing};
use crate::dataset::{Diagnostics, Location, NewRow, RecordedRow};
use crate::messages::{self, Message};
use crate::model::Lang;

/// Runs the command.
pub fn run(command: Record, lang: Lang) -> Result<ExitCode, CommandError> {
    let row = NewRow {
        key: command.key,
        date: command.date,
        value: command.value,
        published: command.published.unwrap_or_default(),
        not_before: command.not_before.unwrap_or_default(),
        reported_change: command.reported_change.unwrap_or_default(),
        reference: command.reference.unwrap_or_default(),
        flag: command.flag.unwrap_or_default(),
    };
    let writing = if command.replace { Writing::Replacing } else { Writing::Adding };
    let mut editing = Editing::begin(&command.dataset, lang)?;
    let file = Location::file(edit::observations_of(&row.key));
    let mut diagnostics = Diagnostics::default();
    let offset = editing.before.as_ref().ok().map(|dataset| dataset.offset());
    let begun = RowEdit::begin(&editing.workspace, &row, writing, offset, &mut diagnostics);
    let mut rows = Vec::new();
    if let Some(begun) = begun {
        match refused(&begun, &row, writing, &editing, command.store)? {
            Some(refused) => diagnostics.error(file.clone(), refused),
            None => rows.push(begun.write(&mut editing.workspace)),
        }
    }
    // Line numbers of the edited copy mean nothing to its author.
    let given = |at: &Location| if at.file == file.file { file.clone() } else { at.clone() };
    editing.finish(Done { what: what(&row), rows }, diagnostics, &command.allow, given)?;
    Ok(ExitCode::SUCCESS)
}

/// Why a row that is there is neither doubled nor written over, and what would be right.
fn refused(
    begun: &RowEdit<'_>,
    new: &NewRow,
    writing: Writing,
    editing: &Editing,
    store: Option<PathBuf>,
) -> Result<Option<Message>, CommandError> {
    let date = begun.date();
    let Some(there) = begun.existing() else {
        return Ok((writing == Writing::Replacing).then(|| messages::nothing_to_replace(date)));
    };
    let (value, place) = (&there.value, there.location.to_string());
    let row = RecordedRow { value: value.clone(), ..RecordedRow::new(new, date, there.published.clone()) };
    Ok(match (writing, Publicity::of(&row, editing, store)?) {
        (Writing::Replacing, Publicity::Open) => None,
        (Writing::Replacing, Publicity::Unknown) => Some(messages::may_be_public(date)),
        (Writing::Replacing, Publicity::Public(version)) => Some(messages::is_public(date, version)),
        (Writing::Adding, Publicity::Open) => Some(messages::there_and_open(date, value, place)),
        (Writing::Adding, Publicity::Unknown) => Some(messages::there_and_maybe_public(date, value, place)),
        (Writing::Adding, Publicity::Public(version)) => {
            Some(messages::there_and_public(date, value, place, version))
        }
    })
}

/// Whether readers have a row.
enum Publicity {
    /// In the release in service.
    Public(String),
    /// Nobody has named the store, and the notes do not say that a command has written it since a publication.
    Unknown,
    /// Not yet, or not any more.
    Open,
}

impl Publicity {
    fn of(row: &RecordedRow, editing: &Editing, store: Option<PathBuf>) -> Result<Self, CommandError> {
        Ok(match InService::find(store, editing.now)? {
            Some(in_service) if in_service.first_of(std::slice::from_ref(row)).is_some() => {
                Publicity::Public(in_service.version().to_owned())
            }
            Some(_) => Publicity::Open,
            None if editing.workspace.wrote(row) => Publicity::Open,
            None => Publicity::Unknown,
        })
    }
}

/// The command in its own words.
fn what(row: &NewRow) -> String {
    let mut what = format!("record {} {} {}", row.key, row.date, row.value);
    for (option, given) in [("--published", &row.published), ("--not-before", &row.not_before)] {
        if !given.is_empty() {
            what.push_str(&format!(" {option} {given}"));
        }
    }
    what
}
