//! `record` and `checked`: an observation, or the result of a check of a source, is noted in a dataset directory by hand.

use super::*;

use crate::dataset::ExistingRow;
use crate::dataset::merge::{Merged, Outcome, Replaced};

/// Record an observation, or a revision of one.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "record", help_triggers("-h", "--help"))]
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
    #[argh(option, default = "String::new()", arg_name = "date")]
    published: String,

    /// the end of the embargo (RFC 3339, whole seconds), hidden from readers until then; without --published, its day
    /// is the day of publication
    #[argh(option, default = "String::new()", arg_name = "timestamp")]
    not_before: String,

    /// the change in per cent reported by the source
    #[argh(option, default = "String::new()", arg_name = "percent")]
    reported_change: String,

    /// the origin of the value: an address, or a text of up to 200 characters
    #[argh(option, long = "ref", default = "String::new()", arg_name = "origin")]
    reference: String,

    /// flags, separated by a space: provisional, estimated, rounded, computed, inferred, disputed, unofficial, gap
    #[argh(option, default = "String::new()", arg_name = "flags")]
    flag: String,

    /// note, too, that the source of the indicator was checked successfully just now
    #[argh(switch)]
    checked: bool,

    /// allow a kind of case that needs confirmation: jump, slip, revision, definition, future, history, order, date or
    /// status; for all indicators, or for one as KIND=KEY; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// replace the row of the date: a public one by a revision that is published today, or in its place where it has
    /// no day of publication; the one under embargo; or with --published the one of that day that is not public
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

impl Record {
    pub fn run(self) -> Result {
        console::begin_object(self.json, editing::MEMBERS);
        let row = NewRow {
            key: self.key,
            date: self.date,
            value: self.value,
            published: self.published,
            not_before: self.not_before,
            reported_change: self.reported_change,
            reference: self.reference,
            flag: self.flag,
        };
        let row = row.in_plain_form();

        let mut editing = Editing::begin(self.dataset)?;
        editing.store = self.store;
        editing.allow = self.allow;

        let file = Location::file(observations_path(&row.key));
        let mut diagnostics = Diagnostics::default();
        let mut merge = editing.merge(self.replace);
        match merge.merge_row(&row, Rule::Typed, &file, &mut diagnostics) {
            Outcome::Skipped(there) => {
                console::println(already_there(&row.date, &there));
                return Ok(());
            }
            Outcome::Added if self.replace => {
                diagnostics.error(file.clone(), msg::nothing_to_replace(&row.date))
            }
            Outcome::Added | Outcome::Replaced | Outcome::Refused => {}
        }

        let mut merged = merge.finish();
        let mut notes = Vec::new();
        if let Some(correction) = Correction::find(&row, &merged, &editing)? {
            notes.push(correction.note(&row.date));
            match correction {
                Correction::Revision(revision) => {
                    // Merged again into the files as they were: the former row stays, and the revision stands beside it.
                    let mut merge = editing.merge(false);
                    merge.merge_row(&revision, Rule::Typed, &file, &mut diagnostics);
                    merged = merge.finish();
                }
                Correction::InPlace => merged.replaced.clear(),
            }
        }

        if self.checked {
            let dataset = editing.dataset()?;
            let offset = dataset.offset();
            let keys = BTreeSet::from([row.key.clone()]);
            for source in editing::sources_of(dataset.with_unfilled(), &keys) {
                notes.push(editing.note_check(&source, offset));
            }
        }

        editing.write(&command_line(&row), merged, diagnostics)?;
        console::print_lines(&notes);
        Ok(())
    }
}

/// How a figure that readers have is corrected.
enum Correction {
    /// By a revision that is published today; the former value stays among the vintages.
    Revision(Box<NewRow>),
    /// In its row, which has no day of publication, or one of today.
    InPlace,
}

impl Correction {
    /// Finds the way to correct the row that `row` replaces. `None` where readers do not have that one, or where the new row
    /// has its own day of publication.
    fn find(row: &NewRow, merged: &Merged, editing: &Editing) -> Result<Option<Self>> {
        let mut replaced = merged.replaced.iter();
        let Some(Replaced { former, .. }) = replaced.find(|row| row.embargo.is_none()) else {
            return Ok(None);
        };

        let publicity = editing.publicity()?;
        let is_dated = !row.published.is_empty() || !row.not_before.is_empty();
        if is_dated || !publicity.may_have(former) {
            return Ok(None);
        }

        let offset = editing.dataset()?.offset();
        let today = offset.day(editing.now).to_string();
        if former.published.is_empty() || former.published >= today {
            return Ok(Some(Correction::InPlace));
        }

        let revision = NewRow {
            published: today,
            ..row.clone()
        };
        Ok(Some(Correction::Revision(Box::new(revision))))
    }

    fn note(&self, date: &str) -> Message {
        match self {
            Correction::Revision(row) => msg::corrected_by_revision(date, &row.published),
            Correction::InPlace => msg::corrected_in_place(date),
        }
    }
}

fn already_there(date: &str, there: &ExistingRow) -> Message {
    let line = msg::there_already(&there.location, date, &there.value);
    if there.waits {
        msg::still_embargoed(line, &there.not_before)
    } else {
        line
    }
}

/// The command as the notes of the directory name it.
fn command_line(row: &NewRow) -> String {
    let mut words = format!("record {} {} {}", row.key, row.date, row.value);
    if !row.published.is_empty() {
        words += &format!(" --published {}", row.published);
    }

    if !row.not_before.is_empty() {
        words += &format!(" --not-before {}", row.not_before);
    }

    words
}

/// Line numbers of the edited copy of checks.csv mean nothing to its author.
fn without_line_of_checks(at: &Location) -> Location {
    if &*at.file == dataset::CHECKS {
        Location::file(dataset::CHECKS)
    } else {
        at.clone()
    }
}

/// Note that a source was checked, and the result.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "checked", help_triggers("-h", "--help"))]
pub struct Checked {
    /// the source's id
    #[argh(positional)]
    source: String,

    /// the time of the successful check (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// the check failed with this error
    #[argh(option, arg_name = "text")]
    error: Option<String>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,
}

impl Checked {
    pub fn run(self) -> Result {
        let outcome = match (&self.error, self.at) {
            (Some(_), Some(_)) => return Err(msg::at_or_error().into()),
            (Some(error), None) if error.trim().is_empty() => {
                return Err(msg::error_text_missing().into());
            }
            (None, Some(instant)) if instant > instant_or_now(None) => {
                return Err(msg::check_to_come().into());
            }
            (Some(error), None) => Err(error.as_str()),
            (None, instant) => Ok(instant_or_now(instant)),
        };

        let mut editing = Editing::begin(self.dataset)?;
        let offset = editing.dataset()?.offset();
        let before = dataset::write_check(&mut editing.workspace, &self.source, outcome, offset);
        let result = match outcome {
            Ok(instant) => offset.timestamp(instant),
            Err(error) => msg::shown(error),
        };

        let mut diagnostics = Diagnostics::default();
        if let (Ok(instant), Some(before)) = (outcome, before)
            && let Ok(former) = before.parse::<Timestamp>()
            && instant < former
        {
            let goes_back = msg::check_goes_back(&self.source, &result, before);
            diagnostics.warning(Location::file(dataset::CHECKS), goes_back);
        }

        let command = format!("checked {} {result}", self.source);
        editing.finish(&command, Vec::new(), diagnostics, without_line_of_checks)?;
        console::println(msg::check_noted(dataset::CHECKS, &self.source, result));
        Ok(())
    }
}
