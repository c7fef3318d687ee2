//! `indicatord undo`: the last edit of a dataset directory is taken back, or the newest revision of a date taken away.

use super::*;

use super::publicity::PublicRelease;
use crate::dataset::edit::NewestRow;
use crate::dataset::user::User;
use crate::dataset::{NotedEdit, Written};

/// Undo one's own last edit, or take away a row.
#[derive(FromArgs, ArgsInfo)]
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
    pub fn run(self) -> Result {
        let allowed = Allowed::parse(&self.allow)?;
        if self.row.is_empty() && !self.allow.is_empty() {
            return Err(msg::allow_is_of_rows().into());
        }

        if !matches!(self.row.len(), 0 | 2) {
            return Err(msg::row_has_key_and_date().into());
        }

        let mut editing = Editing::begin(self.dataset)?;
        editing.store = self.store;
        let undone = match &self.row[..] {
            [key, date] => take_away(editing, key, date, self.yes, &allowed)?,
            _ => undo_last(editing, self.yes)?,
        };

        console::println(msg::undone(undone));
        Ok(())
    }
}

/// Undoes the last edit, and returns its name.
fn undo_last(mut editing: Editing, is_confirmed: bool) -> Result<String> {
    let mut offset = editing.offset();
    if let Some(last) = editing.workspace.notes().last_edit() {
        offset = offset.or(last.offset());
        check_undoable(&last, &editing, is_confirmed)?;
    }

    let edit = editing.workspace.take_back()?;
    // The former files may have been no dataset at all: an edit can mend one.
    if let Ok(after) = editing.workspace.check(editing.now) {
        offset = Some(after.offset());
    }

    let instant = editing.instant(offset);
    editing
        .workspace
        .save_undo(&instant, &mut console::eprintln)?;
    Ok(edit)
}

/// Refuses an edit of somebody else, one that is public, and without confirmation one that waits in the live release.
fn check_undoable(last: &NotedEdit<'_>, editing: &Editing, is_confirmed: bool) -> Result {
    let path = editing.directory.display();
    let edit = last.description();
    if !User::at_the_keyboard().is_named(last.user) {
        return Err(msg::edit_of_another(path, edit).into());
    }

    let Some(release) = editing.public_release()? else {
        return match last.published.last() {
            Some(version) => Err(msg::published_since(path, edit, version).into()),
            None => Ok(()),
        };
    };

    if let Some(version) = version_with(last, &release) {
        return Err(msg::edit_is_public(path, edit, version).into());
    }

    let rows = last.written.rows.iter();
    let waiting: Vec<&str> = rows.filter_map(|row| release.waits(row)).collect();
    match waiting.iter().min() {
        Some(until) if !is_confirmed => {
            let waits = msg::waits_in_live_release(waiting.len(), &release.version, until);
            let reasons = vec![waits, msg::allow_with("--yes")];
            Err(CommandError::CouldNotRun(reasons))
        }
        _ => Ok(()),
    }
}

/// Takes away the newest revision of a date, and returns its name.
fn take_away(
    mut editing: Editing,
    key: &str,
    date: &str,
    is_confirmed: bool,
    allowed: &Allowed,
) -> Result<String> {
    let offset = editing.dataset()?.offset();
    let mut diagnostics = Diagnostics::default();
    let newest = NewestRow::find(
        &editing.workspace,
        key,
        date,
        (offset, editing.now),
        &mut diagnostics,
    );
    let Some(newest) = newest else {
        return Err(diagnostics.into());
    };

    let publicity = editing.publicity()?;
    let mut reasons = Vec::new();
    if !is_confirmed {
        reasons = why_confirmed(&newest, &editing, publicity.release.as_ref());
    }

    if !reasons.is_empty() {
        reasons.push(msg::allow_with("--yes"));
    }

    let row = &newest.recorded;
    let is_public = if newest.row.waits {
        publicity.public_in(row).is_some()
    } else {
        publicity.may_have(row)
    };
    if is_public && let Ok(key) = key.parse() {
        let loss = msg::observation_lost(&row.value);
        let loss = Violation::new(GuardKind::Loss, &key, Some(newest.date), loss);
        let refused = allowed.refused(vec![loss]);
        if !refused.is_empty() {
            reasons.extend(guards::refusal(&refused));
        }
    }

    if !reasons.is_empty() {
        return Err(CommandError::CouldNotRun(reasons));
    }

    let row = format!("{}: {}  {}", observations_path(key), newest.date, row.value);
    newest.remove(&mut editing.workspace);
    editing.workspace.check(editing.now)?;
    editing.save(&format!("undo {key} {date}"), offset, Written::default())?;
    Ok(row)
}

/// Why a row is taken away on confirmation only: it is not clear who wrote it, or a release that waits has it.
fn why_confirmed(
    newest: &NewestRow,
    editing: &Editing,
    release: Option<&PublicRelease>,
) -> Vec<Message> {
    let row = &newest.recorded;
    let edit = editing.workspace.notes().edit_of(row);
    let mut reasons = Vec::new();
    match &edit {
        None => reasons.push(msg::row_without_note()),
        Some(edit) if !User::at_the_keyboard().is_named(edit.user) => {
            reasons.push(msg::row_of_another(edit.description()));
        }
        Some(_) => {}
    }

    let (version, until) = match (release, &edit) {
        (Some(release), _) => (Some(&*release.version), release.waits(row)),
        (None, Some(edit)) if newest.row.waits => (
            edit.published.last().copied(),
            Some(&*newest.row.not_before),
        ),
        (None, _) => (None, None),
    };
    if let (Some(version), Some(until)) = (version, until) {
        reasons.push(msg::waits_in_live_release(1, version, until));
    }

    reasons
}

/// The release that has made an edit public: the current one where it has a row of it, or for an edit without rows one
/// that was published since and not rolled back.
fn version_with<'a>(edit: &NotedEdit<'a>, release: &'a PublicRelease) -> Option<&'a str> {
    let rows = &edit.written.rows;
    if !rows.is_empty() {
        let is_public = rows.iter().any(|row| release.has(row));
        return is_public.then_some(&release.version);
    }

    let mut published = edit.published.iter().rev().copied();
    published.find(|version| release.included.contains(*version))
}
