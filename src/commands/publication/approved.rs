//! The fourth stage of a publication: shown to the operator, and meant.

use std::io::{BufRead, IsTerminal};

use super::compared::Compared;
use super::request::{Extent, Purpose, Request};
use crate::compare::guards;
use crate::console::{self, CommandError};
use crate::messages::{self as msg, Message};
use crate::model::Lang;

/// A release that may be installed.
pub struct Approved(pub Compared);

impl Approved {
    /// Shows what readers will notice, and asks where somebody is there to answer. Violations without an override are
    /// refused, and so is any answer but yes.
    pub fn new(mut compared: Compared, request: &Request) -> Result<Self, CommandError> {
        compared.warnings.show(request.console);
        if let Some(difference) = &compared.difference {
            console::print(&console::coloured_difference(&difference.text(request.console.lang)));
        }
        let refused = request.allowed.refused(std::mem::take(&mut compared.violations));
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        if request.extent == Extent::Ask && is_interactive() {
            if let Some(question) = question(&compared, request.purpose) {
                confirm(&question, request)?;
            }
        }
        Ok(Approved(compared))
    }
}

/// The question before something becomes public.
fn question(compared: &Compared, purpose: Purpose) -> Option<Message> {
    let version = compared.checked.dataset.version();
    match purpose {
        Purpose::Publish => Some(msg::ask_publish(version)),
        Purpose::Stage => None,
        Purpose::Approve => Some(msg::ask_approve(version, compared.checked.content.hash.short())),
        Purpose::Rollback => Some(msg::ask_rollback(version)),
    }
}

fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks, and takes only a clear yes, in any language, for one.
fn confirm(question: &Message, request: &Request) -> Result<(), CommandError> {
    console::announce(&question.get(request.console.lang));
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    let yes = Lang::ALL.map(|lang| [msg::yes().get(lang), msg::yes_in_full().get(lang)]).concat();
    let is_yes = read.is_ok() && yes.contains(&answer.trim().to_lowercase());
    if is_yes { Ok(()) } else { Err(msg::not_confirmed().into()) }
}
