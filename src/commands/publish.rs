//! `indicatord publish`, `rollback` and `releases`: what is in service, and what was.

use std::path::Path;
use std::process::ExitCode;

use super::{at, language};
use crate::cli::{Publish, Releases, Rollback};
use crate::compare::Difference;
use crate::compare::guards::{self, Allowed, Concern, GuardKind};
use crate::console::{self, CommandError, Progress, colour};
use crate::dataset::{self, Dataset, Diagnostics, Source};
use crate::messages::{self as say, Message};
use crate::model::{Lang, Timestamp};
use crate::store::{self, Action, Entry, Store};

/// Checks a dataset, says what will change for readers, and puts it in service.
pub fn publish(command: Publish) -> Result<ExitCode, CommandError> {
    let lang = language(command.lang);
    let now = at(None);
    let progress = Progress::begin(lang);
    let mut diagnostics = Diagnostics::default();
    // Read once: what is checked, shown and published are the same bytes.
    let files = dataset::read(&Source::Directory(command.dataset.clone()), &mut diagnostics);
    let broken = store::verify(&files);
    if !broken.is_empty() {
        return Err(CommandError::CouldNotRun(broken.into_iter().map(say::verbatim).collect()));
    }
    let dataset = dataset::check(&files, now, diagnostics)?;
    drop(progress);
    let version = dataset.version.clone();
    if matches!(version.as_str(), "." | "..") {
        return Err(CommandError::from(say::version_is_no_name(&version)));
    }
    let mut store = take(&command.store, lang)?;
    let hash = store::content_hash(&files);
    let current = store.current();
    let known = store.release(&version).is_dir();
    if known {
        let published = store::content_hash(&store::read(&store.release(&version)).map_err(failed)?);
        if published != hash {
            return Err(CommandError::from(say::version_has_other_content(&version)));
        }
        if current.as_ref() == Some(&version) {
            console::say(&line(&say::published_already(&version), lang));
            return Ok(ExitCode::SUCCESS);
        }
    }
    let allowed = Allowed::parse(&command.allow)?;
    let allowed = allowed.and(GuardKind::Loss, command.allow_loss).and(GuardKind::Jump, command.allow_jump);
    let published = current.as_ref().map(|current| {
        let loaded = dataset::load(&Source::Directory(store.release(current)), now);
        loaded.map_err(|_| Concern::whole(GuardKind::Unread, say::not_compared(current)))
    });
    let concerns = match &published {
        Some(Ok(published)) => {
            console::say(&colour::difference(&Difference::between(published, &dataset, now).text(lang)));
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
    if !known {
        store.add(&files, &version).map_err(failed)?;
    }
    let entry = entry(Action::Publish, &dataset, current.clone(), hash, now);
    if let Err(error) = store.switch(entry) {
        if !known && store.current() != Some(version.clone()) {
            store.discard(&version);
        }
        return Err(failed(error));
    }
    let said = match &current {
        Some(current) => say::published(&version, current),
        None => say::published_first(&version),
    };
    console::say(&line(&said, lang));
    let pruned = store.prune(command.keep).map_err(failed)?;
    if !pruned.is_empty() {
        console::say(&line(&say::pruned(pruned.join(", ")), lang));
    }
    Ok(ExitCode::SUCCESS)
}

/// Puts an earlier release back in service.
pub fn rollback(command: Rollback) -> Result<ExitCode, CommandError> {
    let lang = language(command.lang);
    let now = at(None);
    let mut store = take(&command.store, lang)?;
    let Some(current) = store.current() else { return Err(CommandError::from(say::nothing_published())) };
    let target = match command.to {
        Some(version) => version,
        None => store.before(&current).ok_or_else(|| CommandError::from(say::nothing_to_roll_back_to()))?,
    };
    if target == current {
        console::say(&line(&say::in_service_already(&target), lang));
        return Ok(ExitCode::SUCCESS);
    }
    let release = store.release(&target);
    if target.contains('/') || matches!(target.as_str(), "." | "..") || !release.is_dir() {
        return Err(CommandError::from(say::no_such_release(&target)));
    }
    let dataset = dataset::load(&Source::Directory(release.clone()), now)?;
    let published = dataset::load(&Source::Directory(store.release(&current)), now);
    if let Ok(published) = published {
        console::say(&colour::difference(&Difference::between(&published, &dataset, now).text(lang)));
    }
    let hash = store::content_hash(&store::read(&release).map_err(failed)?);
    let entry = entry(Action::Rollback, &dataset, Some(current.clone()), hash, now);
    store.switch(entry).map_err(failed)?;
    console::say(&line(&say::rolled_back(&target, &current), lang));
    Ok(ExitCode::SUCCESS)
}

/// Lists what was put in service, the newest last.
pub fn releases(command: Releases) -> Result<ExitCode, CommandError> {
    let lang = language(None);
    let entries = store::journal(&command.store).map_err(failed)?;
    if entries.is_empty() {
        console::say(&line(&say::nothing_published(), lang));
        return Ok(ExitCode::SUCCESS);
    }
    let current = store::current_version(&command.store);
    let last = entries.len() - 1;
    let rows = entries.iter().enumerate().map(|(position, entry)| {
        let in_service = position == last && current.as_ref() == Some(&entry.version);
        let kept = store::release(&command.store, &entry.version).is_dir();
        [
            if in_service {
                "*"
            } else if kept {
                " "
            } else {
                "-"
            }
            .to_owned(),
            entry.version.clone(),
            entry.at.clone().unwrap_or_else(|| "?".to_owned()),
            entry.action.name().to_owned(),
            entry.user.clone().unwrap_or_else(|| "?".to_owned()),
            entry.indicators.map_or_else(|| "?".to_owned(), |count| count.to_string()),
        ]
    });
    let rows: Vec<[String; 6]> = rows.collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    for row in &rows {
        let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        console::say(&format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end()));
    }
    Ok(ExitCode::SUCCESS)
}

fn entry(action: Action, dataset: &Dataset, previous: Option<String>, hash: String, now: Timestamp) -> Entry {
    Entry {
        at: Some(dataset.offset.timestamp(now)),
        action,
        version: dataset.version.clone(),
        previous,
        hash,
        user: Some(user()),
        indicators: Some(dataset.indicators().count()),
    }
}

/// Who is at the keyboard, also behind sudo.
fn user() -> String {
    let named = ["SUDO_USER", "LOGNAME", "USER"].into_iter().filter_map(|name| std::env::var(name).ok());
    let mut named = named.filter(|name| !name.is_empty());
    named.next().unwrap_or_else(|| format!("uid {}", rustix::process::getuid().as_raw()))
}

fn take(root: &Path, lang: Lang) -> Result<Store, CommandError> {
    let waiting = || console::complain(&line(&say::waiting_for_the_store(), lang));
    Store::take(root, waiting).map_err(|error| match error.kind() {
        std::io::ErrorKind::WouldBlock => CommandError::from(say::store_is_held()),
        _ => failed(error),
    })
}

fn line(said: &Message, lang: Lang) -> String {
    format!("{}\n", said.get(lang))
}

fn failed(error: std::io::Error) -> CommandError {
    say::store_failed(error).into()
}
