//! A dataset that was loaded, and why it is the one that is served.

use super::timeline::LoadId;
use crate::dataset::FullDataset;
use crate::model::Timestamp;
use crate::server::control::Subject;
use crate::site::SiteOptions;

pub struct Release {
    pub load: LoadId,
    /// What its files say, embargoed rows included.
    pub full: FullDataset,
    pub options: SiteOptions,
    pub subject: Subject,
    /// `embedded` or `directory`.
    pub origin: &'static str,
    pub standing: Standing,
    pub loaded_at: Timestamp,
}

/// Whether a release is what should be in service [D16].
pub enum Standing {
    InService,
    /// Nothing is in service in the store; the warning says so.
    NothingPublished(&'static str),
    /// It stands in for what could not be served at the start; the warning says why.
    Fallback(String),
}

impl Release {
    /// What an operator should know of where it comes from.
    pub fn warning(&self) -> Option<&str> {
        match &self.standing {
            Standing::InService => None,
            Standing::NothingPublished(warning) => Some(warning),
            Standing::Fallback(warning) => Some(warning),
        }
    }

    /// Whether it stands in for what could not be served.
    pub fn is_fallback(&self) -> bool {
        matches!(self.standing, Standing::Fallback(_))
    }
}
