//! Where link, directories and journal of a store do not say the same.

use crate::messages::{self as msg, Message};
use crate::store::{Error, StoreState};

/// A sentence for each disagreement.
pub fn disagreements(state: &StoreState) -> Result<Vec<Message>, Error> {
    let current = state.current()?;
    let link = match (state.journal().last(), &current) {
        (Some(last), None) => Some(msg::nothing_in_service(last.version)),
        (Some(last), Some(current)) if *current != last.version => {
            Some(msg::link_disagrees(current, last.version))
        }
        (None, Some(current)) => Some(msg::in_service_without_journal(current)),
        _ => None,
    };
    Ok(link.into_iter().chain(state.strangers()?.iter().map(msg::stranger)).collect())
}
