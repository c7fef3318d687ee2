//! What a store asks of those who publish there, whatever they publish (decisions, 12.4 and 12.8).

use super::candidate::Candidate;
use super::request::{Purpose, Request};
use crate::console::CommandError;
use crate::messages as say;
use crate::store::{User, View};

/// Checks all of them.
///
/// # Errors
/// The first that is not met, and what would be right.
pub fn check(request: &Request, candidate: &Candidate, view: &View) -> Result<(), CommandError> {
    let settings = view.settings();
    if settings.signed && candidate.origin.is_none() {
        return Err(say::needs_signature().into());
    }
    if request.purpose == Purpose::Stage {
        return Ok(());
    }
    // One that is due was put in service when the store was taken, unless it could not be.
    if let Some(armed) = view.armed().filter(|_| !request.dry_run || view.waiting(request.now).is_some()) {
        let at = armed.entry.at.clone().unwrap_or_default();
        return Err(say::another_is_armed(&armed.entry.version, at).into());
    }
    if settings.two_people {
        let staged = candidate.staged.as_ref().and_then(|entry| entry.staged.as_ref());
        let Some(staged) = staged else { return Err(say::needs_two_people().into()) };
        if staged.uid == User::at_the_keyboard().uid {
            return Err(say::same_person(&staged.user).into());
        }
    }
    Ok(())
}
