//! What a store asks of those who publish there, whatever they publish.

use super::request::{Purpose, Request};
use super::submitted::{Provenance, Submitted};
use crate::console::CommandError;
use crate::messages as msg;
use crate::store::{User, View};

/// Checks all of them; `view` is the store, where it is there. A rollback, the emergency brake, asks for nothing.
///
/// # Errors
/// The first that is not met, and what would be right.
pub fn check(request: &Request, submitted: &Submitted, view: Option<&View>) -> Result<(), CommandError> {
    let Some(view) = view.filter(|_| request.purpose != Purpose::Rollback) else { return Ok(()) };
    let settings = view.settings().map_err(super::refused)?;
    if settings.two_people {
        match (&submitted.from, request.purpose) {
            (Provenance::Staged { by, .. }, _) if by.uid == User::at_the_keyboard().uid => {
                return Err(msg::same_person(&by.user).into());
            }
            (_, Purpose::Publish) => return Err(msg::needs_two_people().into()),
            _ => {}
        }
    }
    let Some(origin) = submitted.origin() else {
        return if settings.signed { Err(msg::needs_signature().into()) } else { Ok(()) };
    };
    let itself = match &submitted.from {
        Provenance::Staged { record, .. } => Some(record.version.as_str()),
        _ => None,
    };
    let highest = view.journal().highest_sequence(&origin.key, itself);
    match highest.filter(|highest| *highest >= origin.sequence) {
        Some(highest) => Err(msg::bundle_too_old(origin.sequence, &origin.key, highest).into()),
        None => Ok(()),
    }
}
