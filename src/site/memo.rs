//! What has been written, found by a fingerprint of what it was written from, and carried from snapshot to snapshot: the
//! one way not to write twice.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::page::SiteError;
use super::segment::Segment;
use crate::model::Fingerprint;

/// What a snapshot consists of, for the one after.
pub type Known = HashMap<Fingerprint, Arc<dyn Any + Send + Sync>>;

pub struct Memo<'a> {
    source: Source<'a>,
    used: Mutex<Known>,
}

/// Where a value comes from that is not written.
enum Source<'a> {
    /// The snapshot before.
    Former(Option<&'a Known>),
    /// Stand-ins take the place of everything: only the fingerprints are asked for.
    Planning,
    /// Stand-ins take the place of what two snapshots that are compared have in common.
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

    /// What `write` makes of `inputs`, which must be all that it depends on. `stand_in` makes a value that equals another
    /// one where the fingerprints do.
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

    /// The segment with a text that many resources have in common, as tables have the names of their columns. There are a
    /// few dozen such texts.
    pub fn interned(&self, text: Vec<u8>) -> Segment {
        let segment = || Segment::uncompressed(text.clone());
        let Source::Former(_) = self.source else { return segment() };
        let known = self.get("text", &text, |_| segment(), || Ok(segment()));
        known.map_or_else(|_| segment(), |known| Segment::clone(&known))
    }

    /// What was asked for.
    pub fn finish(self) -> Known {
        self.used.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep<T: Any + Send + Sync>(&self, fingerprint: Fingerprint, written: Arc<T>) -> Arc<T> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = used.entry(fingerprint).or_insert(written.clone());
        Arc::downcast(Arc::clone(kept)).unwrap_or(written)
    }
}
