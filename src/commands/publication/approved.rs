//! The fourth stage of a publication: shown to the operator, and meant.

use super::compared::Compared;
use super::confirm;
use super::request::{Extent, Purpose, Request};
use crate::compare::guards;
use crate::console::{self, CommandError, colour};
use crate::messages::{self as msg, Message};

/// A release that may be installed.
pub struct Approved(pub Compared);

impl Approved {
    /// Shows what readers will notice, and asks where somebody is there to answer.
    ///
    /// # Errors
    /// Cases that need a word and have none, or a question that was not answered with yes.
    pub fn new(mut compared: Compared, request: &Request) -> Result<Self, CommandError> {
        compared.warnings.show(request.lang);
        if let Some(difference) = &compared.difference {
            console::say(&colour::difference(&difference.text(request.lang)));
        }
        let refused = request.allowed.refused(std::mem::take(&mut compared.concerns));
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        let asks = request.extent == Extent::Ask && confirm::somebody_is_there();
        if let Some(question) = question(&compared, request.purpose).filter(|_| asks) {
            if !confirm::asked(&question, request.lang) {
                return Err(msg::not_confirmed().into());
            }
        }
        Ok(Approved(compared))
    }
}

/// What is asked before something becomes public.
fn question(compared: &Compared, purpose: Purpose) -> Option<Message> {
    let version = compared.checked.dataset.version();
    match purpose {
        Purpose::Publish => Some(msg::ask_publish(version)),
        Purpose::Stage => None,
        Purpose::Approve => Some(msg::ask_approve(version, compared.checked.content.hash.short())),
        Purpose::Rollback => Some(msg::ask_rollback(version)),
    }
}
