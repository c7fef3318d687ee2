//! What a publication would do, worked out without doing it: every rule, check, comparison and guard.

use super::baseline::Baseline;
use super::candidate::Candidate;
use super::request::{Purpose, Request};
use super::{bump, rules, warnings};
use crate::compare::guards::{self, Concern, GuardKind};
use crate::compare::{Difference, Kind, RowChange};
use crate::console::CommandError;
use crate::dataset::{self, Diagnostics, FullDataset};
use crate::messages::{self as say, Message};
use crate::model::Key;
use crate::store::{Changes, Entry, Signed, User, View, content_hash, read};

/// Keys that the journal names of those that a release changed.
const KEYS: usize = 12;

/// What there is to do.
pub enum Plan {
    /// Nothing, and why.
    Nothing(Message),
    /// Another release takes the place of the one in service.
    Change(Box<Change>),
}

/// A release that may be put in service.
pub struct Change {
    /// The line of the journal.
    pub entry: Entry,
    /// Whether its files are in the store already.
    pub is_known: bool,
    /// What readers will notice, where there is something to compare with.
    pub difference: Option<Difference>,
    /// What should be looked at and is new, and the number of warnings that are not.
    pub warnings: (Diagnostics, usize),
    /// The as-of instant, as it is written.
    pub as_of: String,
}

impl Plan {
    /// Works it out; the candidate is stamped where that was asked for.
    ///
    /// # Errors
    /// Whatever keeps it from being published: problems of the dataset, rules of the store, guards. The difference is
    /// shown through `show` before the guards refuse.
    pub fn new(
        request: &Request,
        candidate: &mut Candidate,
        view: Option<&View>,
        mut show: impl FnMut(&Change),
    ) -> Result<Self, CommandError> {
        let baseline = Baseline::read(view, request.public_at(), request.now)?;
        rules::check(request, candidate, view)?;
        let first = check(request, candidate, &baseline)?;
        let dataset = if request.bump {
            if let Some(nothing) = bump::stamp(request, candidate, &baseline, view, first.offset()) {
                return Ok(Plan::Nothing(nothing));
            }
            check(request, candidate, &baseline)?
        } else {
            first
        };
        if let Some(named) = candidate.named.as_ref().filter(|named| **named != dataset.version()) {
            return Err(CommandError::BadContent(vec![say::bundle_other_version(named, dataset.version())]));
        }
        let hash = content_hash(&candidate.files);
        let is_known = match view {
            Some(view) => match known(request, dataset.version(), &hash, view)? {
                Known::Nothing(said) => return Ok(Plan::Nothing(said)),
                Known::Files(is_known) => is_known,
            },
            None => false,
        };
        let at = request.public_at();
        let difference =
            baseline.dataset().map(|public| Difference::between(public, &dataset, at)).transpose()?;
        let previous =
            view.map(|view| view.public(request.now)).transpose().map_err(super::refused)?.flatten();
        let entry = entry(request, candidate, &dataset, difference.as_ref(), hash);
        let kept_sums = view.and_then(|view| view.journal().of(dataset.version())?.sums.clone());
        let warnings = warnings::new(
            &dataset.report(),
            baseline.dataset().map(FullDataset::report).as_ref(),
            request.all,
        );
        let change = Change {
            entry: Entry { previous, sums: entry.sums.clone().or(kept_sums), ..entry },
            is_known,
            difference,
            warnings,
            as_of: dataset.offset().timestamp(dataset.as_of()),
        };
        show(&change);
        let mut concerns = guards::concerns(baseline.dataset(), &dataset, at);
        if let Baseline::Unread(why) = &baseline {
            concerns.extend(why.iter().map(|why| Concern::whole(GuardKind::Unread, why.clone())));
        }
        if let (Some(view), Some(difference)) = (view, &change.difference) {
            concerns.extend(early(view, difference, request)?);
        }
        let refused = request.allowed.refused(concerns);
        if !refused.is_empty() {
            return Err(CommandError::CouldNotRun(guards::refusal(&refused)));
        }
        Ok(Plan::Change(Box::new(change)))
    }
}

/// Checks the dataset as it will be at the instant; errors are shown first, warnings that are not new are left out.
fn check(request: &Request, candidate: &Candidate, baseline: &Baseline) -> Result<FullDataset, CommandError> {
    dataset::check(&candidate.files, request.public_at(), candidate.found.clone()).map_err(|found| {
        warnings::errors_first(found, baseline.dataset().map(FullDataset::report).as_ref(), request.all)
            .into()
    })
}

/// Whether a version is in the store already.
enum Known {
    /// It is, and nothing is to be done.
    Nothing(Message),
    /// It can be put in service; whether its files are there.
    Files(bool),
}

/// A version has one content, for ever.
fn known(request: &Request, version: &str, hash: &str, view: &View) -> Result<Known, CommandError> {
    let is_ours = matches!(&request.subject, super::request::Subject::Staged(staged) if staged == version);
    if is_ours {
        return Ok(Known::Files(true));
    }
    if view.staged().of(version).is_some() {
        return Err(say::staged_already(version).into());
    }
    let written = view.journal().of(version).map(|entry| entry.hash.as_str()).filter(|hash| !hash.is_empty());
    if written.is_some_and(|written| written != hash) {
        return Err(say::version_has_other_content(version).into());
    }
    if !view.keeps(version) {
        return Ok(Known::Files(false));
    }
    let kept = read(&view.release(version)).map_err(|error| CommandError::from(say::store_failed(error)))?;
    if content_hash(&kept) != hash {
        return Err(say::version_has_other_content(version).into());
    }
    let current = view.public(request.now).map_err(super::refused)?;
    if current.as_deref() == Some(version) || request.purpose == Purpose::Stage {
        return Ok(Known::Nothing(say::published_already(version)));
    }
    Ok(Known::Files(true))
}

/// Observations that were armed and disarmed, and whose instant lies behind that of this publication.
fn early(view: &View, difference: &Difference, request: &Request) -> Result<Vec<Concern>, CommandError> {
    let embargo = view.embargo().map_err(super::refused)?;
    let concern = |(key, row): (&Key, &RowChange)| {
        let until = embargo.until(key.as_str(), row.date, request.public_at())?;
        Some(Concern::of(GuardKind::Early, key, row.date, say::was_armed_until(until)))
    };
    Ok(difference.observations().filter_map(concern).collect())
}

/// The line that the journal, or whoever keeps it until then, will get.
fn entry(
    request: &Request,
    candidate: &Candidate,
    dataset: &FullDataset,
    difference: Option<&Difference>,
    hash: String,
) -> Entry {
    let (user, now) = (User::at_the_keyboard(), dataset.offset().timestamp(request.now));
    let published = request.purpose == Purpose::Publish;
    let signed = Signed { user: user.name.clone(), uid: user.uid, at: now.clone() };
    let staged =
        if published { candidate.staged.as_ref().and_then(|e| e.staged.clone()) } else { Some(signed) };
    let message = request.message.clone().or_else(|| candidate.staged.as_ref()?.message.clone());
    Entry {
        at: published.then(|| dataset.offset().timestamp(request.public_at())),
        sums: candidate.staged.as_ref().and_then(|entry| entry.sums.clone()),
        user: published.then_some(user.name),
        uid: published.then_some(user.uid),
        indicators: Some(dataset.with_all_rows().indicators().count()),
        message,
        changes: difference.map(changes),
        staged,
        armed_at: request.instant.is_some().then_some(now),
        bundle: candidate.origin.clone(),
        ..Entry::publication(dataset.version().to_owned(), hash)
    }
}

fn changes(difference: &Difference) -> Changes {
    let count = |kind| difference.indicators.iter().filter(|indicator| indicator.kind == kind).count();
    Changes {
        added: count(Kind::Added),
        removed: count(Kind::Removed),
        changed: count(Kind::Changed),
        observations: difference.indicators.iter().map(|indicator| indicator.rows.len()).sum(),
        keys: difference.indicators.iter().take(KEYS).map(|indicator| indicator.key.to_string()).collect(),
    }
}
