//! `indicatord undo`: the last edit of a dataset directory that is not public is taken back.

use std::path::PathBuf;

use super::editing::{Editing, PublicRelease};
use crate::cli::configuration;
use crate::console::{CommandError, Console};
use crate::dataset::LastEdit;
use crate::messages::{self as msg, Message};

/// Undo the last edit that is not public.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "undo", help_triggers("-h", "--help"))]
#[argh(
    note = "Edits by record, checked, import and undo, and publications, are noted in the hidden file .edits.jsonl of \
            the directory. An edit is public if one of its rows is in the live release of the store, or, without a \
            store, if the notes say so. Run again, it undoes the edit before. Rows that somebody has changed since \
            are left alone."
)]
#[argh(example = "$ {command_name} --dataset /srv/indicators --store /var/lib/indicatord")]
pub struct Undo {
    /// the store whose live release tells what is public; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,
}

pub fn run(command: Undo, console: Console) -> Result<(), CommandError> {
    let directory = configuration::get().dataset(command.dataset)?;
    let mut editing = Editing::begin(&directory, console)?;
    let mut noted = None;
    if let Some(last) = editing.workspace.last_edit() {
        noted = last.offset();
        let release = PublicRelease::find(command.store, &editing)?;
        let path = directory.display().to_string();
        if let Some(refused) = why_public(&last, release.as_ref(), &path) {
            return Err(refused.into());
        }
    }
    let what = editing.workspace.take_back()?;
    // What it was before may have been no dataset at all, which is how an edit can mend one.
    let after = editing.workspace.check(editing.now);
    let known = after.as_ref().or(editing.before.as_ref()).map(|dataset| dataset.offset()).ok();
    let offset = known.or(noted);
    let instant = offset.map_or_else(|| editing.now.to_rfc3339(), |offset| offset.timestamp(editing.now));
    editing.workspace.save_undo(&instant, &mut |message| console.warn(&message))?;
    console.println(&msg::undone(what));
    Ok(())
}

/// Why an edit is not taken back: a row of it is in the current release, or, where it has none, a release that was not
/// rolled back was made with it. Without a store, the publications of the notes count.
fn why_public(last: &LastEdit<'_>, release: Option<&PublicRelease>, path: &str) -> Option<Message> {
    let Some(release) = release else {
        let version = last.published.last()?;
        return Some(msg::published_since(path, last.named(), version));
    };
    let version = if last.rows.is_empty() {
        last.published.iter().rev().copied().find(|version| release.includes(version))
    } else {
        last.rows.iter().any(|row| release.has(row)).then(|| release.version())
    };
    version.map(|version| msg::edit_is_public(path, last.named(), version))
}
