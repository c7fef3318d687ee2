//! A publication as a command asks for it.

use super::*;

/// Characters that a message may have.
const MAX_MESSAGE: usize = 500;

/// The kind of a publication, by the command that asks for it.
pub enum Purpose {
    /// A new release, from a directory or a bundle, becomes current.
    Publish(PathBuf),
    /// Such a release is stored for somebody else to approve.
    Stage(PathBuf),
    /// A staged release becomes current.
    Approve(String),
    /// A previous release becomes live again; without a version, the one before the current one.
    Rollback(Option<String>),
    /// Rows of the live release go back to what they were before they came, or in the release that is named; this is a
    /// new release.
    Restore {
        rows: Vec<RowChoice>,
        to: Option<String>,
    },
}

/// How far a publication goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To its end; at a terminal it asks first.
    Ask,
    Go,
    /// To the last refusal that there may be: nothing is written.
    DryRun,
}

impl Extent {
    /// The extent by the options `--dry-run` and `--yes`.
    pub fn new(is_dry: bool, is_confirmed: bool) -> Self {
        match (is_dry, is_confirmed) {
            (true, _) => Extent::DryRun,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        }
    }
}

/// A publication as a command asks for it.
pub struct Request {
    pub purpose: Purpose,
    pub store: PathBuf,
    /// The directory of the keys that bundles may be signed with.
    pub trusted_keys: Option<PathBuf>,
    pub allowed: Allowed,
    pub extent: Extent,
    pub if_missing: IfMissing,
    /// The group that may read embargoed releases in a new store.
    pub readers: Option<String>,
    pub message: Option<String>,
    /// The control socket of the server that is asked to take the release; `None` for no server.
    pub control: Option<PathBuf>,
    pub now: Timestamp,
}

impl Request {
    /// A request that goes to its end without a question, and asks no server.
    pub fn new(
        purpose: Purpose,
        store: Option<PathBuf>,
        allow: &[String],
        message: Option<String>,
    ) -> Result<Self> {
        Ok(Request {
            purpose,
            store: configuration::store(store)?,
            trusted_keys: configuration::get().keys.clone(),
            allowed: Allowed::parse(allow)?,
            extent: Extent::Go,
            if_missing: IfMissing::Refuse,
            readers: None,
            message: one_line(message)?,
            control: None,
            now: instant_or_now(None),
        })
    }

    pub fn is_rollback(&self) -> bool {
        matches!(self.purpose, Purpose::Rollback(_) | Purpose::Restore { .. })
    }

    /// Returns true if files come into the store.
    pub fn is_of_new_release(&self) -> bool {
        !matches!(self.purpose, Purpose::Approve(_) | Purpose::Rollback(_))
    }
}

/// A message for the journal, which has one line for each release.
fn one_line(message: Option<String>) -> Result<Option<String>, Message> {
    let Some(text) = message.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };

    if text.chars().any(msg::is_invisible) || text.chars().count() > MAX_MESSAGE {
        return Err(msg::message_not_one_line());
    }

    Ok(Some(text))
}
