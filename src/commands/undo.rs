//! `indicatord undo`: the last edit of a dataset directory is taken back, or the newest revision of a date taken away.

use super::*;

use super::editing::{PublicRelease, Publicity};
use crate::dataset::LastEdit;
use crate::dataset::edit::NewestRow;
use crate::dataset::user::User;

/// Undo one's own last edit, or take away a row.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "undo", help_triggers("-h", "--help"))]
pub struct Undo {
    /// KEY and DATE of a row, as for record
    #[argh(positional, arg_name = "key date")]
    row: Vec<String>,

    /// take away a row of somebody else, one without a note, or one that waits in the live release
    #[argh(switch)]
    yes: bool,

    /// allow to take away a public row: loss, or loss=KEY
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the store whose live release tells what is public; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,
}

impl Undo {
    pub fn run(self, console: Console) -> Result<(), CommandError> {
        let allowed = Allowed::parse(&self.allow)?;
        let row = match self.row.as_slice() {
            [] if !self.allow.is_empty() => return Err(msg::allow_is_of_rows().into()),
            [] => None,
            [key, date] => Some((key.as_str(), date.as_str())),
            _ => return Err(msg::row_has_key_and_date().into()),
        };
        let directory = configuration::get().dataset(self.dataset)?;
        let editing = Editing::begin(&directory, console)?;
        let undone = match row {
            None => undo_last(editing, self.store, self.yes, &directory, console)?,
            Some(row) => take_away(editing, self.store, row, self.yes, &allowed, console)?,
        };
        console.println(&msg::undone(undone));
        Ok(())
    }
}

/// Undoes the last edit, and returns its name.
fn undo_last(
    mut editing: Editing,
    store: Option<PathBuf>,
    is_confirmed: bool,
    directory: &Path,
    console: Console,
) -> Result<String, CommandError> {
    let mut offset = editing.before.as_ref().map(|dataset| dataset.offset()).ok();
    if let Some(last) = editing.workspace.notes().last_edit() {
        offset = offset.or(last.offset());
        let path = directory.display().to_string();
        if !User::at_the_keyboard().is_named(last.user) {
            return Err(msg::edit_of_another(path, last.description()).into());
        }
        let release = PublicRelease::find(store, &editing)?;
        if let Some(refused) = why_public(&last, release.as_ref(), &path) {
            return Err(refused.into());
        }
        let release = release.as_ref();
        let waiting: Vec<&str> =
            last.rows.iter().filter_map(|row| release.and_then(|release| release.waits(row))).collect();
        if let (Some(release), Some(until)) = (release, waiting.iter().min().filter(|_| !is_confirmed)) {
            let waits = msg::waits_in_live_release(waiting.len(), &release.version, until);
            return Err(CommandError::CouldNotRun(vec![waits, msg::confirm_with_yes()]));
        }
    }
    let edit = editing.workspace.take_back()?;
    // The former files may have been no dataset at all: an edit can mend one.
    let after = editing.workspace.check(editing.now);
    let offset = after.as_ref().map(|dataset| dataset.offset()).ok().or(offset);
    let instant = offset.map_or_else(|| editing.now.to_rfc3339(), |offset| offset.timestamp(editing.now));
    editing.workspace.save_undo(&instant, &mut |message| console.warn(&message))?;
    Ok(edit)
}

/// Takes the newest revision of a date away, and returns which it was.
fn take_away(
    mut editing: Editing,
    store: Option<PathBuf>,
    (key, date): (&str, &str),
    is_confirmed: bool,
    allowed: &Allowed,
    console: Console,
) -> Result<String, CommandError> {
    let offset = editing.before.as_ref().map_err(Clone::clone)?.offset();
    let mut diagnostics = Diagnostics::default();
    let newest = NewestRow::find(&editing.workspace, key, date, (offset, editing.now), &mut diagnostics);
    let Some(newest) = newest else { return Err(diagnostics.into()) };
    let publicity = Publicity::find(store, &editing)?;
    let mut refused = Vec::new();
    if !is_confirmed {
        refused = why_confirmed(&newest, &editing, publicity.release.as_ref());
        refused.extend((!refused.is_empty()).then(msg::confirm_with_yes));
    }
    let row = &newest.recorded;
    let is_public = publicity.public_in(row).is_some() || (!newest.row.waits && publicity.is_unknown(row));
    if let (true, Ok(key)) = (is_public, key.parse()) {
        let loss = msg::observation_lost(&row.value);
        let loss = allowed.refused(vec![Violation::new(GuardKind::Loss, &key, Some(newest.date), loss)]);
        refused.extend((!loss.is_empty()).then(|| guards::refusal(&loss)).into_iter().flatten());
    }
    if !refused.is_empty() {
        return Err(CommandError::CouldNotRun(refused));
    }
    let file = observations_path(key);
    let row = format!("{file}: {}  {}", newest.date, row.value);
    newest.remove(&mut editing.workspace);
    editing.workspace.check(editing.now)?;
    let mut warn = |message| console.warn(&message);
    editing.workspace.save(
        &format!("undo {key} {date}"),
        &offset.timestamp(editing.now),
        Vec::new(),
        false,
        &mut warn,
    )?;
    Ok(row)
}

/// Why a row is taken away on confirmation only: it is not clear who wrote it, or a release that waits has it.
fn why_confirmed(newest: &NewestRow, editing: &Editing, release: Option<&PublicRelease>) -> Vec<Message> {
    let edit = editing.workspace.notes().edit_of(&newest.recorded);
    let mut reasons = match &edit {
        None => vec![msg::row_without_note()],
        Some(edit) if !User::at_the_keyboard().is_named(edit.user) => {
            vec![msg::row_of_another(edit.description())]
        }
        Some(_) => Vec::new(),
    };
    let waits = match release {
        Some(release) => release.waits(&newest.recorded).map(|until| (release.version.as_str(), until)),
        None => edit
            .and_then(|edit| edit.published.last().copied())
            .filter(|_| newest.row.waits)
            .map(|version| (version, newest.row.not_before.as_str())),
    };
    reasons.extend(waits.map(|(version, until)| msg::waits_in_live_release(1, version, until)));
    reasons
}

/// Why an edit is not taken back: a row of it is in the current release, or, where it has none, a release that was not
/// rolled back was made with it. Without a store, the publications of the notes count.
fn why_public(last: &LastEdit<'_>, release: Option<&PublicRelease>, path: &str) -> Option<Message> {
    let Some(release) = release else {
        let version = last.published.last()?;
        return Some(msg::published_since(path, last.description(), version));
    };
    let version = if last.rows.is_empty() {
        last.published.iter().rev().copied().find(|version| release.included.contains(*version))
    } else {
        last.rows.iter().any(|row| release.has(row)).then_some(release.version.as_str())
    };
    version.map(|version| msg::edit_is_public(path, last.description(), version))
}
