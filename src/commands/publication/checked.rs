//! The second stage of a publication: a dataset without errors, which keeps the rules of the store, under the number
//! that it will have [D26.2].

use super::baseline::Baseline;
use super::number;
use super::request::{Purpose, Request};
use super::submitted::{Provenance, Submitted};
use super::warnings;
use crate::console::CommandError;
use crate::dataset::{self, FullDataset};
use crate::messages::{self as msg, Message};
use crate::store::{Content, OffsetTimestamp, StoreState, User};

/// Files that make a dataset, as they will be installed.
pub struct Checked {
    /// What was submitted; `dataset.json` with the number that the release will have.
    pub submitted: Submitted,
    pub dataset: FullDataset,
    pub content: Content,
    pub number: Number,
}

/// Where the version of a release comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Its files.
    Written,
    /// This program: version and as-of instant are in the release, and not in the directory.
    Given,
}

pub enum Outcome {
    /// There is nothing to be done, and why.
    Nothing(Message),
    Checked(Box<Checked>),
}

impl Outcome {
    /// Checks what was submitted, once, and numbers it.
    pub fn of(
        mut submitted: Submitted,
        state: Option<&StoreState>,
        baseline: &Baseline,
        request: &Request,
    ) -> Result<Self, CommandError> {
        let is_new = request.purpose.is_new_release();
        let public = baseline.published();
        if let Some(public) = public.filter(|public| is_new && submitted.sums == public.sums) {
            return Ok(Outcome::Nothing(msg::published_already(public.dataset.version())));
        }
        check_rules(request, &submitted, state)?;
        if let (Provenance::Former { version, .. }, Some(state)) = (&submitted.from, state) {
            if state.current()?.as_ref() == Some(version) {
                return Ok(Outcome::Nothing(msg::in_service_already(version)));
            }
        }
        let found = std::mem::take(&mut submitted.found);
        let mut dataset = dataset::check(&submitted.files, request.now, found)
            .map_err(|found| warnings::errors_first(found, baseline.dataset(), request.warnings))?;
        if let Provenance::Bundle { named, .. } = &submitted.from {
            if named != dataset.version() {
                let said = msg::bundle_other_version(msg::shown(named), msg::shown(dataset.version()));
                return Err(CommandError::BadContent(vec![said]));
            }
        }
        let used = match state.filter(|_| is_new) {
            Some(state) => state.versions()?,
            None => Vec::new(),
        };
        let mut number = Number::Written;
        // A version that was never used is meant, even where nothing else differs.
        if used.iter().any(|used| used == dataset.version()) {
            let same = public.filter(|public| number::is_same_but_stamp(&submitted.files, &public.files));
            if let Some(public) = same {
                return Ok(Outcome::Nothing(msg::nothing_to_publish(public.dataset.version())));
            }
            if !matches!(submitted.from, Provenance::Directory(_)) {
                return Err(msg::version_was_used(dataset.version()).into());
            }
            dataset = number::give(&mut submitted.files, &dataset, &used, request.now);
            number = Number::Given;
        }
        let content = Content::of(&submitted.files);
        Ok(Outcome::Checked(Box::new(Checked { submitted, dataset, content, number })))
    }
}

impl Checked {
    /// The as-of instant, as it is written.
    pub fn as_of(&self) -> OffsetTimestamp {
        OffsetTimestamp::new(self.dataset.as_of(), self.dataset.offset())
    }
}

/// Checks what a store asks of publications there. A rollback, the emergency brake, is asked nothing.
fn check_rules(
    request: &Request,
    submitted: &Submitted,
    state: Option<&StoreState>,
) -> Result<(), CommandError> {
    let Some(state) = state.filter(|_| request.purpose != Purpose::Rollback) else { return Ok(()) };
    let settings = state.settings()?;
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
    let highest = state.journal().highest_sequence(&origin.key, itself);
    match highest.filter(|highest| *highest >= origin.sequence) {
        Some(highest) => Err(msg::bundle_too_old(origin.sequence, &origin.key, highest).into()),
        None => Ok(()),
    }
}
