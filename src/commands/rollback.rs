//! `indicatord rollback`: an earlier release is put back in service.

use std::process::ExitCode;

use super::publishing::{self, report, tell};
use super::{at, language};
use crate::cli::Rollback;
use crate::compare::Difference;
use crate::console::{self, CommandError, colour};
use crate::dataset::{self, Diagnostics, FullDataset, Source};
use crate::messages as say;
use crate::model::{Lang, Timestamp};
use crate::store::{Action, Embargoed, Entry, Notice, Store, User, View, content_hash};

/// Runs the command.
pub fn run(command: Rollback) -> Result<ExitCode, CommandError> {
    let (now, lang) = (at(None), language(command.lang));
    if usize::from(command.armed) + command.staged.iter().len() + command.to.iter().len() > 1 {
        return Err(say::one_at_a_time().into());
    }
    let mut store = publishing::take(&command.store, now, lang)?;
    if command.armed {
        return disarm(&mut store, now, lang);
    }
    if let Some(version) = command.staged {
        let taken_back = store.unstage(&version).map_err(publishing::refused)?;
        taken_back.ok_or_else(|| CommandError::from(say::not_staged(&version)))?;
        report(&say::unstaged(&version), lang);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(armed) = store.view().armed() {
        let at = armed.entry.at.clone().unwrap_or_default();
        return Err(say::another_is_armed(&armed.entry.version, at).into());
    }
    let current = store.view().current().map_err(publishing::refused)?;
    let target = match command.to {
        Some(version) => version,
        None => former(store.view(), current.as_deref())?,
    };
    if current.as_ref() == Some(&target) {
        report(&say::in_service_already(&target), lang);
        return Ok(ExitCode::SUCCESS);
    }
    if !store.view().keeps(&target) || store.view().staged().of(&target).is_some() {
        return Err(say::no_such_release(&target).into());
    }
    let (dataset, hash) = intact(store.view(), &target, now, lang)?;
    if let Some(current) = &current {
        let published = dataset::load(&Source::Directory(store.view().release(current)), now);
        if let Ok(published) = published {
            console::say(&colour::difference(&Difference::between(&published, &dataset, now)?.text(lang)));
        }
    }
    let known = store.view().journal().of(&target);
    let user = User::at_the_keyboard();
    let entry = Entry {
        at: Some(dataset.offset().timestamp(now)),
        action: Action::Rollback,
        previous: current.clone(),
        sums: known.and_then(|entry| entry.sums.clone()),
        user: Some(user.name),
        uid: Some(user.uid),
        indicators: Some(dataset.with_all_rows().indicators().count()),
        ..Entry::publication(target.clone(), hash)
    };
    put_back(&mut store, entry, lang)
}

/// Nothing of the release becomes public: not at its instant, and by no other release before it without a word.
fn disarm(store: &mut Store, now: Timestamp, lang: Lang) -> Result<ExitCode, CommandError> {
    let Some(armed) = store.view().armed().cloned() else { return Err(say::nothing_is_armed().into()) };
    let load = |version: &str| dataset::load(&Source::Directory(store.view().release(version)), now).ok();
    let public = store.view().current().ok().flatten().and_then(|version| load(&version));
    if let (Some(public), Some(armed_dataset)) = (public, load(&armed.entry.version)) {
        let difference = Difference::between(&public, &armed_dataset, armed.instant)?;
        let until = armed.entry.at.clone().unwrap_or_default();
        let embargoed = difference.observations().map(|(key, row)| Embargoed {
            key: key.to_string(),
            date: row.date.map(|date| date.to_string()),
            until: until.clone(),
        });
        store.keep_embargo(embargoed.collect(), now).map_err(publishing::refused)?;
    }
    store.disarm().map_err(publishing::refused)?;
    report(&say::disarmed(&armed.entry.version), lang);
    Ok(ExitCode::SUCCESS)
}

/// The release that was in service before the present one was published.
fn former(view: &View, current: Option<&str>) -> Result<String, CommandError> {
    let journal = view.journal();
    // Where the link is gone, what it led to is what can be gone back to.
    let Some(current) = current else {
        return journal
            .last()
            .map(|last| last.version.clone())
            .ok_or_else(|| say::nothing_published().into());
    };
    let former = journal.before(current).filter(|former| view.keeps(former));
    former.map(str::to_owned).ok_or_else(|| say::nothing_to_roll_back_to().into())
}

/// The release, checked, if it is what was published; otherwise what is wrong with it, file by file.
fn intact(
    view: &View,
    version: &str,
    now: Timestamp,
    lang: Lang,
) -> Result<(FullDataset, String), CommandError> {
    let mut diagnostics = Diagnostics::default();
    let files = dataset::read(&Source::Directory(view.release(version)), &mut diagnostics);
    let altered = view.altered(version, &files).map_err(publishing::refused)?;
    let checked = dataset::check(&files, now, diagnostics);
    let Some(altered) = altered else { return Ok((checked?, content_hash(&files))) };
    if let Err(diagnostics) = checked {
        console::complain(&diagnostics.text(lang));
    }
    let mut said = altered.sentences();
    said.push(say::altered_go_on());
    Err(CommandError::BadContent(said))
}

fn put_back(store: &mut Store, entry: Entry, lang: Lang) -> Result<ExitCode, CommandError> {
    let (version, previous) = (entry.version.clone(), entry.previous.clone());
    let troubles = store.switch(entry).map_err(|error| publishing::failed(store, error))?;
    match previous {
        Some(previous) => report(&say::rolled_back(&version, previous), lang),
        None => report(&say::put_back(&version), lang),
    }
    // Full disks are what releases are put back on: the line of the journal follows.
    let (unnoted, troubles): (Vec<Notice>, Vec<Notice>) = troubles.into_iter().partition(Notice::is_no_room);
    if !unnoted.is_empty() {
        tell(&say::rolled_back_unnoted(&version), lang);
    }
    Ok(publishing::ending(&troubles, lang))
}
