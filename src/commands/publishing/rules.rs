//! What a store asks of those who publish there, whatever they publish (decisions, 12.4 and 12.8).

use super::candidate::Candidate;
use super::request::{Purpose, Request};
use crate::console::CommandError;
use crate::messages as say;
use crate::store::{User, View, bundle};

/// Checks all of them; `view` is the store, where it is there.
///
/// # Errors
/// The first that is not met, and what would be right.
pub fn check(request: &Request, candidate: &Candidate, view: Option<&View>) -> Result<(), CommandError> {
    let publishes = request.purpose == Purpose::Publish;
    if let Some(at) = candidate.origin.as_ref().and_then(|origin| origin.not_before.as_deref()) {
        let is_early = bundle::instant(at).is_none_or(|not_before| request.public_at() < not_before);
        if publishes && is_early {
            return Err(say::bundle_too_early(at).into());
        }
    }
    let Some(view) = view else { return Ok(()) };
    signed(candidate, view)?;
    if !publishes {
        return Ok(());
    }
    // One that is due was put in service when the store was taken, unless it could not be.
    if let Some(armed) = view.armed().filter(|_| !request.dry_run || view.waiting(request.now).is_some()) {
        let at = armed.entry.at.clone().unwrap_or_default();
        return Err(say::another_is_armed(&armed.entry.version, at).into());
    }
    if view.settings().two_people {
        let staged = candidate.staged.as_ref().and_then(|entry| entry.staged.as_ref());
        let Some(staged) = staged else { return Err(say::needs_two_people().into()) };
        if staged.uid == User::at_the_keyboard().uid {
            return Err(say::same_person(&staged.user).into());
        }
    }
    Ok(())
}

/// Signed, where the store asks for that, and newer than all that was signed with the same key.
fn signed(candidate: &Candidate, view: &View) -> Result<(), CommandError> {
    let Some(origin) = &candidate.origin else {
        return if view.settings().signed { Err(say::needs_signature().into()) } else { Ok(()) };
    };
    let staged = candidate.staged.as_ref().map(|entry| entry.version.as_str());
    match view.highest_sequence(&origin.key, staged).filter(|highest| *highest >= origin.sequence) {
        Some(highest) => Err(say::bundle_too_old(origin.sequence, &origin.key, highest).into()),
        None => Ok(()),
    }
}
