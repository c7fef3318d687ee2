//! `indicatord record`: one observation, a revision of one, or another value for one that is not public.

use super::*;

use crate::dataset::ExistingRow;
use crate::dataset::merge::Outcome;

/// Record an observation, or a revision of one.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "record", help_triggers("-h", "--help"))]
#[argh(
    note = "Adds one row to indicators/KEY.csv in its place and leaves the rest of the file unchanged. A row that is \
            already there stays as it is; for a different value on the same date, give a different --published: the \
            value published last is the current one. The whole dataset is checked first; nothing that check would \
            refuse is written. Prints the previous value and the change in per cent."
)]
#[argh(
    example = "The money supply of July, published on 13 August\n$ {command_name} m2 2026-07-31 45310.55 --published 2026-08-13 --dataset /srv/indicators"
)]
#[argh(
    example = "A figure embargoed until the given time\n$ {command_name} cpi-12m 2026-11 7.4 --not-before 2026-12-12T09:00:00+04:00 --dataset /srv/indicators"
)]
#[argh(
    example = "A provisional figure, with its origin\n$ {command_name} m2 2026-07-31 45310.55 --flag provisional --ref 'Bulletin 7/2026, table 3' --dataset /srv/indicators"
)]
pub struct Record {
    /// the indicator's key
    #[argh(positional)]
    key: String,

    /// YYYY-MM-DD; YYYY-MM for monthly and year-to-date types, YYYY-Qn for quarters, YYYY for years
    #[argh(positional)]
    date: String,

    /// a number with a decimal point
    #[argh(positional)]
    value: String,

    /// the day on which the source published it, YYYY-MM-DD
    #[argh(option, arg_name = "date")]
    published: Option<String>,

    /// the end of the embargo (RFC 3339, whole seconds), hidden from readers until then; without --published, its day
    /// is the day of publication
    #[argh(option, arg_name = "timestamp")]
    not_before: Option<String>,

    /// the change in per cent reported by the source
    #[argh(option, arg_name = "percent")]
    reported_change: Option<String>,

    /// the origin of the value: an address, or a text of up to 200 characters
    #[argh(option, long = "ref", arg_name = "origin")]
    reference: Option<String>,

    /// flags, separated by a space: provisional, estimated, rounded, computed, inferred, disputed, unofficial, gap
    #[argh(option, arg_name = "flags")]
    flag: Option<String>,

    /// allow a kind of case that needs confirmation: jump, revision, definition, future, history, order, date or
    /// status; for all indicators, or for one as KIND=KEY; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// replace the row of the date that is not public: the one under embargo, or with --published the one of that day;
    /// without --not-before, its embargo is taken away
    #[argh(switch)]
    replace: bool,

    /// the store whose live release tells what is public; by default INDICATORD_STORE, else the directory's own notes
    /// tell it
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// print the result as one JSON object
    #[argh(switch)]
    json: bool,
}

pub fn run(command: Record, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, editing::MEMBERS, |console| record(command, console))
}

fn record(command: Record, console: Console) -> Result<ExitCode, CommandError> {
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
    let mut editing = Editing::begin(&configuration::get().dataset(command.dataset)?, console)?;
    let file = Location::file(edit::observations_of(&row.key));
    let mut diagnostics = Diagnostics::default();
    let offset = editing.before.as_ref().ok().map(|dataset| dataset.offset());
    let mut merge = Merge::new(&editing.workspace, offset, editing.now, command.replace);
    match merge.row(&row, Rule::Typed, &file, &mut diagnostics) {
        Outcome::Skipped(there) => {
            console.println(&already_there(&row.date, &there));
            return Ok(ExitCode::SUCCESS);
        }
        Outcome::Added if command.replace => diagnostics.error(file, msg::nothing_to_replace(&row.date)),
        Outcome::Added | Outcome::Replaced | Outcome::Refused => {}
    }
    let merged = merge.finish();
    editing.write(command_line(&row), merged, diagnostics, command.store, &command.allow)?;
    Ok(ExitCode::SUCCESS)
}

fn already_there(date: &str, there: &ExistingRow) -> Message {
    let line = msg::there_already(&there.location, date, &there.value);
    if there.waits { msg::still_embargoed(line, &there.not_before) } else { line }
}

/// The command as the notes of the directory name it.
fn command_line(row: &NewRow) -> String {
    let mut words = format!("record {} {} {}", row.key, row.date, row.value);
    for (option, given) in [("--published", &row.published), ("--not-before", &row.not_before)] {
        if !given.is_empty() {
            words.push_str(&format!(" {option} {given}"));
        }
    }
    words
}
