//! Written values by a fingerprint of their inputs, carried from snapshot to snapshot: the one way not to write twice.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::page::SiteError;
use super::segment::Segment;
use crate::model::Fingerprint;

/// The values of a snapshot, for the one after.
pub type Known = HashMap<Fingerprint, Arc<dyn Any + Send + Sync>>;

pub struct Memo<'a> {
    source: Source<'a>,
    used: Mutex<Known>,
}

/// Where a value comes from that is not written: the snapshot before, or a stand-in.
enum Source<'a> {
    Former(Option<&'a Known>),
    /// Stand-ins for everything: only the fingerprints are asked for.
    Planning,
    /// Stand-ins for the values that two compared snapshots have in common.
    Comparing(&'a HashSet<Fingerprint>),
}

impl<'a> Memo<'a> {
    pub fn after(former: Option<&'a Known>) -> Self {
        Memo { source: Source::Former(former), used: Mutex::default() }
    }

    pub fn planning() -> Self {
        Memo { source: Source::Planning, used: Mutex::default() }
    }

    pub fn comparing(common: &'a HashSet<Fingerprint>) -> Self {
        Memo { source: Source::Comparing(common), used: Mutex::default() }
    }

    /// The result of `write`, which must depend on `inputs` alone. `stand_in` makes values that are equal where the
    /// fingerprints are.
    pub fn get<T: Any + Send + Sync>(
        &self,
        resource: &str,
        inputs: &impl Hash,
        stand_in: impl FnOnce(Fingerprint) -> T,
        write: impl FnOnce() -> Result<T, SiteError>,
    ) -> Result<Arc<T>, SiteError> {
        let fingerprint = Fingerprint::of(&(resource, inputs));
        let known = match self.source {
            Source::Former(former) => former.and_then(|former| former.get(&fingerprint)),
            Source::Planning => return Ok(self.keep(fingerprint, Arc::new(stand_in(fingerprint)))),
            Source::Comparing(common) if common.contains(&fingerprint) => {
                return Ok(Arc::new(stand_in(fingerprint)));
            }
            Source::Comparing(_) => return Ok(Arc::new(write()?)),
        };
        let written = match known.and_then(|known| Arc::downcast(Arc::clone(known)).ok()) {
            Some(known) => known,
            None => Arc::new(write()?),
        };
        Ok(self.keep(fingerprint, written))
    }

    /// The segment of a text that many resources have in common, such as the head of a table: a few dozen.
    pub fn interned(&self, text: Vec<u8>) -> Segment {
        let segment = || Segment::uncompressed(text.clone());
        let Source::Former(_) = self.source else { return segment() };
        let known = self.get("text", &text, |_| segment(), || Ok(segment()));
        known.map_or_else(|_| segment(), |known| Segment::clone(&known))
    }

    pub fn finish(self) -> Known {
        self.used.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep<T: Any + Send + Sync>(&self, fingerprint: Fingerprint, written: Arc<T>) -> Arc<T> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = used.entry(fingerprint).or_insert(written.clone());
        Arc::downcast(Arc::clone(kept)).unwrap_or(written)
    }
}
