//! The fourth stage of a publication: shown to the operator, and confirmed.

use super::*;

use std::io::{self, BufRead, IsTerminal};

use crate::compare::Line;
use crate::site::Summary;

/// Lines of the report at the end of a publication.
const LINES_BELOW: usize = 5;

/// Shows what readers will notice, and asks where somebody is there to answer. Violations without an override are refused,
/// and so is any answer but yes. The reasons of a refusal come first, because the difference may be long.
pub fn approve(compared: &Compared, request: &Request) -> Result {
    let refused = request.allowed.refused(compared.violations.clone());
    let mut reasons = Vec::new();
    if !refused.is_empty() {
        reasons = guards::refusal(&refused);
    } else if must_ask(request) && !is_answered() {
        reasons.push(msg::nobody_to_ask());
    }

    let is_refused = !reasons.is_empty();
    let mut above = 0;
    if is_refused {
        above = console::refuse(&CommandError::CouldNotRun(reasons));
    }

    above += compared.warnings.show();
    show_difference(compared, above, request);
    console::print_lines(&compared.stale_sources);

    if !refused.is_empty() {
        let cases: Vec<_> = refused.iter().map(Violation::view).collect();
        console::set_member("cases", cases);
    }

    if is_refused {
        return Err(CommandError::AlreadyPrinted);
    }

    if request.extent == Extent::Ask && is_answered() {
        confirm(compared, request)?;
    }

    Ok(())
}

/// Returns true if somebody is there to answer a question.
fn is_answered() -> bool {
    !console::is_json() && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Returns true if nothing is done where nobody can be asked. A script says `--yes`, and a rollback goes on.
fn must_ask(request: &Request) -> bool {
    request.extent == Extent::Ask && matches!(request.purpose, Purpose::Publish(_))
}

/// Shows what readers will notice, below other lines. A rollback is read as what it takes back.
fn show_difference(compared: &Compared, above: usize, request: &Request) {
    let dataset = &compared.checked.dataset;
    console::set_member("version", dataset.version());
    console::set_member("previous", &compared.baseline.current);
    console::set_member("hash", compared.checked.content.hash.to_string());

    if let Provenance::Restored(rows) = &compared.checked.submitted.from {
        console::print_lines(rows);
        return;
    }

    let Some(difference) = &compared.difference else {
        // Readers had nothing before.
        if compared.baseline.version.is_none() {
            let public = dataset.public_at(request.now);
            let summary = Summary::new(&public, request.now);
            console::println(console::summary(&summary));
        }

        return;
    };

    console::set_member("difference", difference.view());
    if console::is_json() {
        return;
    }

    let mut lines = difference.lines_of_publication(dataset, &compared.origins, console::lang());
    if request.is_rollback() {
        lines.iter_mut().for_each(|line| line.is_detail = true);
    }

    let more = leave_details_out(&mut lines, above);
    console::print(&diff::paint_lines(&lines));
    if more > 0 {
        console::println(msg::more_of_difference(more));
    }
}

/// Leaves details out at a terminal where there is no room for them below other lines; `diff` shows all. Returns how many.
fn leave_details_out(lines: &mut Vec<Line>, above: usize) -> usize {
    let total = lines.len();
    let room = console::LINES.saturating_sub(above + LINES_BELOW);
    let kept = at_terminal(&io::stdout(), room, total);
    let details = lines.iter().filter(|line| line.is_detail).count();
    let mut details_left = kept.saturating_sub(total - details);
    lines.retain(|line| {
        let is_kept = !line.is_detail || details_left > 0;
        details_left -= usize::from(is_kept && line.is_detail);
        is_kept
    });

    total - lines.len()
}

/// Asks before something becomes public, and takes only a clear yes, in any language, for one.
fn confirm(compared: &Compared, request: &Request) -> Result {
    let version = compared.checked.dataset.version();
    let question = match request.purpose {
        Purpose::Publish(_) | Purpose::Restore { .. } => msg::ask_publish(version),
        Purpose::Stage(_) => return Ok(()),
        Purpose::Approve(_) => msg::ask_approve(version, compared.checked.content.hash.short()),
        Purpose::Rollback(_) => msg::ask_rollback(version),
    };

    announce(&question.get(console::lang()));
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    let answer = answer.trim().to_lowercase();
    for lang in Lang::ALL {
        let is_yes = answer == msg::yes().get(lang) || answer == msg::yes_in_full().get(lang);
        if is_yes && read.is_ok() {
            return Ok(());
        }
    }

    Err(msg::not_confirmed().into())
}
