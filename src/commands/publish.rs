//! `indicatord publish`: a dataset is put in service.

use std::process::ExitCode;

use super::publishing::{self, report};
use super::{at, language};
use crate::cli::Publish;
use crate::compare::Difference;
use crate::compare::guards::{self, Allowed, Concern, GuardKind};
use crate::console::{self, CommandError, Progress, colour};
use crate::dataset::{self, Diagnostics, Source};
use crate::messages as say;
use crate::store::{self, Audience, Entry, User};

/// Runs the command.
pub fn run(command: Publish) -> Result<ExitCode, CommandError> {
    let lang = language(command.lang);
    let now = at(None);
    let progress = Progress::begin(lang);
    let mut diagnostics = Diagnostics::default();
    // Read once: what is checked, shown and published are the same bytes.
    let files = dataset::read(&Source::Directory(command.dataset.clone()), &mut diagnostics);
    let broken = store::verify_sums(&files);
    if !broken.is_empty() {
        return Err(CommandError::CouldNotRun(broken));
    }
    let dataset = dataset::check(&files, now, diagnostics)?;
    drop(progress);
    let version = dataset.version.clone();
    let mut store = publishing::take(&command.store, now, lang)?;
    let hash = store::content_hash(&files);
    let current = store.view().current().map_err(publishing::refused)?;
    let known = store.view().keeps(&version);
    if known {
        let published = store::read(&store.view().release(&version))
            .map_err(|error| CommandError::from(say::store_failed(error)))?;
        if store::content_hash(&published) != hash {
            return Err(CommandError::from(say::version_has_other_content(&version)));
        }
        if current.as_ref() == Some(&version) {
            report(&say::published_already(&version), lang);
            return Ok(ExitCode::SUCCESS);
        }
    }
    let allowed = Allowed::parse(&command.allow)?;
    let allowed = allowed.and(GuardKind::Loss, command.allow_loss).and(GuardKind::Jump, command.allow_jump);
    let published = current.as_ref().map(|current| {
        let loaded = dataset::load(&Source::Directory(store.view().release(current)), now);
        loaded.map_err(|_| Concern::whole(GuardKind::Unread, say::not_compared(current)))
    });
    let concerns = match &published {
        Some(Ok(published)) => {
            console::say(&colour::difference(&Difference::between(published, &dataset, now)?.text(lang)));
            guards::concerns(Some(published), &dataset, now)
        }
        None => guards::concerns(None, &dataset, now),
        Some(Err(unread)) => {
            let mut concerns = guards::concerns(None, &dataset, now);
            concerns.push(unread.clone());
            concerns
        }
    };
    let refused = allowed.refused(concerns);
    if !refused.is_empty() {
        return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
    }
    let user = User::at_the_keyboard();
    let mut entry = Entry {
        at: Some(dataset.offset.timestamp(now)),
        previous: current.clone(),
        user: Some(user.name),
        uid: Some(user.uid),
        indicators: Some(dataset.indicators().count()),
        ..Entry::publication(version.clone(), hash)
    };
    if !known {
        store.add(&files, &mut entry, Audience::Everybody).map_err(publishing::failed)?;
    }
    let mut troubles = match store.switch(entry) {
        Ok(troubles) => troubles,
        Err(error) => {
            if !known {
                store.discard(&version);
            }
            return Err(publishing::failed(error));
        }
    };
    let said = match &current {
        Some(current) => say::published(&version, current),
        None => say::published_first(&version),
    };
    report(&said, lang);
    // Whatever becomes of the note, the dataset is published.
    let instant = dataset.offset.timestamp(now);
    let mut tell = |message| publishing::tell(&message, lang);
    if let Err(trouble) = dataset::note_publication(&command.dataset, &version, &instant, &mut tell) {
        publishing::tell(&trouble, lang);
    }
    let (pruned, trouble) = store.prune(command.keep);
    if !pruned.is_empty() {
        report(&say::pruned(pruned.join(", ")), lang);
    }
    troubles.extend(trouble);
    store.lay_in_reserve();
    Ok(publishing::ending(&troubles, lang))
}
