//! In which public bodies two datasets differ: what comparing both sites whole would find, for less. What is made of the
//! same in both is not written, stand-ins take its place in what is put together from it, and no bytes are kept.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::gzip::{self, Purpose};
use super::inputs::{DatasetInputs, SiteOptions};
use super::memo::Memo;
use super::page::{Caching, Page, SiteError};
use super::summary::Summary;
use super::{Site, build};
use crate::dataset::Dataset;
use crate::model::{Fingerprint, Timestamp};

/// The paths, languages included, whose public bodies as they are at `now` only one of two datasets has, or both with
/// other bytes; in order.
pub fn differing_paths(
    old: &Arc<Dataset>,
    new: &Arc<Dataset>,
    now: Timestamp,
) -> Result<Vec<String>, SiteError> {
    gzip::with_purpose(Purpose::Comparing, || {
        let (of_old, of_new) = (fingerprints(old, now)?, fingerprints(new, now)?);
        let common: HashSet<Fingerprint> = of_old.intersection(&of_new).copied().collect();
        let tags = |dataset| {
            let summary = Summary::new(dataset, now);
            let site = Site::rendered(dataset, &SiteOptions::default(), summary, Memo::comparing(&common))?;
            Ok::<_, SiteError>(tags(&site))
        };
        let (before, after) = (tags(old)?, tags(new)?);
        let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let differ = |path: &&String| before.get(*path) != after.get(*path);
        Ok(paths.into_iter().filter(differ).cloned().collect())
    })
}

fn fingerprints(dataset: &Dataset, now: Timestamp) -> Result<HashSet<Fingerprint>, SiteError> {
    let (memo, options, summary) = (Memo::planning(), SiteOptions::default(), Summary::new(dataset, now));
    build::fingerprints(&DatasetInputs::new(dataset, &summary, &options, &memo))?;
    Ok(memo.finish().into_keys().collect())
}

/// The entity tags of the public pages in both their forms.
fn tags(site: &Site) -> BTreeMap<String, (String, Option<String>)> {
    let tags = |page: &Page| {
        let alternate = page.content.alternate.as_ref().map(|variant| variant.identity.tag().to_owned());
        (page.content.default.identity.tag().to_owned(), alternate)
    };
    let public = site.pages().filter(|(_, page)| page.caching == Caching::Public);
    public.map(|(path, page)| (path.to_owned(), tags(page))).collect()
}
