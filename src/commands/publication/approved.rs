//! The fourth stage of a publication: shown to the operator, and confirmed. Once the store is locked, files and store have
//! to be as they were shown, or nothing is installed [D19.3].

use super::*;

use std::io::{BufRead, IsTerminal};

use crate::compare::Line;
use crate::console::coloured_difference;
use crate::store::Alteration;

const MAX_NAMED: usize = 5;
/// Lines of the report at the end of a publication.
const LINES_BELOW: usize = 5;

/// A release that may be installed.
pub struct Approved(pub Compared);

impl Approved {
    /// Shows what readers will notice, and asks where somebody is there to answer. Violations without an override are
    /// refused, and so is any answer but yes. The reasons of a refusal come first, because the difference may be long.
    pub fn new(mut compared: Compared, request: &Request) -> Result<Self, CommandError> {
        let console = request.console;
        let refused = request
            .allowed
            .refused(std::mem::take(&mut compared.violations));
        let reasons = if refused.is_empty() {
            why_unasked(request)
        } else {
            guards::refusal(&refused)
        };

        let is_refused = !reasons.is_empty();
        let mut above = 0;
        if is_refused {
            above += console.refuse(reasons);
        }

        above += compared.warnings.show(console);
        console.member("version", compared.checked.dataset.version());
        console.member("previous", &compared.previous);
        console.member("hash", compared.checked.content.hash.to_string());
        if let Provenance::Restored(rows) = &compared.checked.submitted.from {
            for row in rows {
                console.println(&row.sentence());
            }
        } else if let Some(difference) = &compared.difference {
            let lines = lines_to_read(&compared, difference, request);
            console.show(|| difference_text(lines, above, console.lang));
            console.member("difference", difference.view());
        }

        console.print_lines(&compared.stale_sources);

        if !refused.is_empty() {
            let cases: Vec<_> = refused.iter().map(Violation::view).collect();
            console.member("cases", cases);
        }

        if is_refused {
            return Err(CommandError::Said);
        }

        if request.extent == Extent::Ask && is_answered(console) {
            confirm(&compared, request)?;
        }

        Ok(Approved(compared))
    }

    /// Refuses a release that has changed since it was shown, or a store that has; `state` is that of the locked store.
    pub fn check_unchanged(
        &self,
        state: &StoreState,
        settings: Option<Settings>,
    ) -> Result<(), CommandError> {
        let mut changes = store_changes(&self.0, state, settings)?;
        let submitted = &self.0.checked.submitted;
        if let Some((directory, files)) = submitted.read_again(state) {
            changes.extend(file_changes(
                &directory,
                &submitted.sums,
                &FileSums::of(&files),
            ));
        }

        if changes.is_empty() {
            return Ok(());
        }

        changes.insert(0, msg::not_as_shown());
        Err(CommandError::CouldNotRun(changes))
    }
}

/// Returns true if somebody is there to answer a question.
fn is_answered(console: Console) -> bool {
    !console.is_json() && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Refuses a new release that nobody could be asked about. A script says `--yes`, and a rollback goes on.
fn why_unasked(request: &Request) -> Vec<Message> {
    let must_ask = request.extent == Extent::Ask && matches!(request.purpose, Purpose::Publish(_));
    if must_ask && !is_answered(request.console) {
        vec![msg::nobody_to_ask()]
    } else {
        Vec::new()
    }
}

/// The differences that readers will notice. A rollback is read as what it takes back.
fn lines_to_read(compared: &Compared, difference: &Difference, request: &Request) -> Vec<Line> {
    let lang = request.console.lang;
    let dataset = &compared.checked.dataset;
    let mut lines = difference.lines_of_publication(dataset, &compared.origins, lang);
    if request.is_rollback() {
        lines.iter_mut().for_each(|line| line.is_detail = true);
    }

    lines
}

/// The lines as text. At a terminal details are left out where there is no room below other lines; `diff` shows all.
fn difference_text(mut lines: Vec<Line>, above: usize, lang: Lang) -> String {
    let total = lines.len();
    let room = console::LINES.saturating_sub(above + LINES_BELOW);
    let kept = console::at_terminal(&std::io::stdout(), room, total);
    let details = lines.iter().filter(|line| line.is_detail).count();
    let mut details_left = kept.saturating_sub(total - details);
    lines.retain(|line| {
        let is_kept = !line.is_detail || details_left > 0;
        details_left -= usize::from(is_kept && line.is_detail);
        is_kept
    });

    let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let more = total - lines.len();
    if more > 0 {
        text += &msg::more_of_difference(more).get(lang);
        text.push('\n');
    }

    coloured_difference(&text)
}

/// Asks before something becomes public, and takes only a clear yes, in any language, for one.
fn confirm(compared: &Compared, request: &Request) -> Result<(), CommandError> {
    let version = compared.checked.dataset.version();
    let question = match request.purpose {
        Purpose::Publish(_) | Purpose::Restore { .. } => msg::ask_publish(version),
        Purpose::Stage(_) => return Ok(()),
        Purpose::Approve(_) => msg::ask_approve(version, compared.checked.content.hash.short()),
        Purpose::Rollback(_) => msg::ask_rollback(version),
    };

    announce(&question.get(request.console.lang));
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    let answer = answer.trim().to_lowercase();
    for lang in Lang::ALL {
        let is_yes = answer == msg::yes().get(lang) || answer == msg::yes_in_full().get(lang);
        if is_yes && read.is_ok() {
            return Ok(());
        }
    }

    Err(msg::not_confirmed().into())
}

/// Changes of the journal, the current release, its files and the settings.
fn store_changes(
    compared: &Compared,
    state: &StoreState,
    settings: Option<Settings>,
) -> Result<Vec<Message>, CommandError> {
    let before = compared.state.as_ref();
    let shown = before.map_or(0, |before| before.journal().entries().len());
    let entries = state.journal().entries();
    let new_entries = entries.iter().skip(shown).take(MAX_NAMED);
    let mut changes: Vec<Message> = new_entries.map(describe_entry).collect();
    let same_journal = match before {
        Some(before) => before.journal().is_same(state.journal()),
        None => entries.is_empty() && !state.journal().has_published(),
    };

    if changes.is_empty() && !same_journal {
        changes.push(msg::journal_changed());
    }

    let current = state.current()?;
    if changes.is_empty() && current != compared.previous {
        let previous = compared.previous.as_deref();
        changes.push(msg::current_changed(
            previous.unwrap_or("-"),
            current.as_deref().unwrap_or("-"),
        ));
    }

    // A rollback asks the settings nothing, and is not kept from its end by them.
    if let Some(settings) = settings
        && state.settings()? != settings
    {
        changes.push(msg::settings_changed());
    }

    if let Some(version) = &compared.baseline.version {
        let sums = FileSums::of(&state.read(version).files);
        changes.extend(file_changes(
            &state.release(version),
            &compared.baseline.sums,
            &sums,
        ));
    }

    Ok(changes)
}

fn file_changes(directory: &Path, before: &FileSums, after: &FileSums) -> Vec<Message> {
    let changed = before.changed(after);
    let mut sentences = Vec::new();
    for (path, alteration) in changed.iter().take(MAX_NAMED) {
        let path = format!("{}/{path}", directory.display());
        sentences.push(match alteration {
            Alteration::Changed => msg::file_changed_meanwhile(path),
            Alteration::Missing => msg::file_gone_meanwhile(path),
            Alteration::Added => msg::file_come_meanwhile(path),
        });
    }

    if changed.len() > MAX_NAMED {
        sentences.push(msg::more_changed_meanwhile(changed.len() - MAX_NAMED));
    }

    sentences
}

fn describe_entry(entry: &Entry) -> Message {
    let (user, version) = (&entry.signature.user, entry.event.version());
    match &entry.event {
        Event::Publish { .. } => msg::has_published(user, version),
        Event::Approve { .. } => msg::has_approved(user, version),
        Event::Stage { .. } => msg::has_staged(user, version),
        Event::Withdraw { .. } => msg::has_withdrawn(user, version),
        Event::Rollback { .. } => msg::has_rolled_back(user, version),
        Event::Settings { .. } => msg::has_changed_settings(user),
        Event::Recovered { .. } => msg::was_recovered(version),
    }
}
