//! In which public bodies two datasets differ: what comparing both sites whole would find, for less. What is made of the
//! same in both is not written, stand-ins take its place in what is put together from it, nothing is compressed, and the
//! pages of an indicator are thrown away once they are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::build::BuiltIndicator;
use super::former::{Former, Known};
use super::gzip::{self, Packing};
use super::page::{Caching, Page};
use super::{Site, SiteError, SiteOptions, Summary, parallel, sdmx, urls};
use crate::dataset::Dataset;
use crate::model::{Lang, Timestamp};

/// The paths, languages included, whose public bodies as they are at `now` only one of two datasets has, or both with
/// other bytes; in order.
///
/// # Errors
/// As [`Site::build`].
pub fn differing_paths(
    old: &Arc<Dataset>,
    new: &Arc<Dataset>,
    now: Timestamp,
) -> Result<Vec<String>, SiteError> {
    gzip::with_packing(Packing::Stored, || differing(old, new, now))
}

fn differing(old: &Arc<Dataset>, new: &Arc<Dataset>, now: Timestamp) -> Result<Vec<String>, SiteError> {
    let options = SiteOptions::default();
    let (of_old, of_new) = (Summary::new(old, now), Summary::new(new, now));
    let mut before = Former::stand_ins(old, &of_old, &options);
    let mut after = Former::stand_ins(new, &of_new, &options);
    let keys: BTreeSet<&str> = before.indicators.keys().chain(after.indicators.keys()).copied().collect();
    let keys: Vec<&str> = keys.into_iter().collect();
    let pairs = parallel::map(&keys, |key| {
        Pair::new(before.indicators.get(key), after.indicators.get(key), &options)
    })?;
    let mut paths = BTreeSet::new();
    for (key, pair) in keys.iter().zip(pairs) {
        paths.extend(pair.differing);
        let sides = [(&mut before, pair.before), (&mut after, pair.after)];
        for (side, built) in sides {
            if let Some((known, built)) = side.indicators.get_mut(key).zip(built) {
                known.built = built;
            }
        }
    }
    before.chunks.retain(|name, (chunk, _)| after.chunks.get(name).is_some_and(|(other, _)| chunk == other));
    after.chunks.retain(|name, _| before.chunks.contains_key(name));

    let of_sdmx = sdmx::stand_ins(new);
    let before = Site::written(old, &options, Summary::new(old, now), Some(&before), Some(&of_sdmx))?;
    let (before, of_sdmx) = (tags(&before), before.sdmx);
    let after = Site::written(new, &options, Summary::new(new, now), Some(&after), Some(of_sdmx.written()))?;
    let after = tags(&after);
    let differ = |path: &&String| before.get(*path) != after.get(*path);
    paths.extend(before.keys().chain(after.keys()).filter(differ).cloned());
    Ok(paths.into_iter().collect())
}

/// What has been written of an indicator on both sides, without the pages, and the paths of those that differ.
#[derive(Default)]
struct Pair {
    before: Option<Arc<BuiltIndicator>>,
    after: Option<Arc<BuiltIndicator>>,
    differing: Vec<String>,
}

impl Pair {
    fn new(
        before: Option<&Known<'_>>,
        after: Option<&Known<'_>>,
        options: &SiteOptions,
    ) -> Result<Self, SiteError> {
        let Some((before, after)) = before.zip(after) else {
            // What only one side has differs, whatever it is.
            let key = before.or(after).map(|known| known.inputs.indicator.key.as_str()).unwrap_or_default();
            let differing = BuiltIndicator::paths(key);
            return Ok(Pair { differing: differing.flat_map(in_all_languages).collect(), ..Pair::default() });
        };
        if before.inputs == after.inputs && before.page == after.page {
            return Ok(Pair::default());
        }
        let old = BuiltIndicator::new(&before.inputs, &before.page, Some((after, options)), options)?;
        let known = Known { built: old, ..before.clone() };
        let new = BuiltIndicator::new(&after.inputs, &after.page, Some((&known, options)), options)?;
        // Each has the pages of the same resources, since what is taken over is taken over by both.
        let pages = known.built.pages().zip(new.pages());
        let pages = pages.flat_map(|(old, new)| Lang::ALL.map(|lang| (old.get(lang), new.get(lang))));
        let differing = pages.filter(|(old, new)| tag(old) != tag(new));
        Ok(Pair {
            differing: differing.filter_map(|(_, new)| new.path.as_deref().map(str::to_owned)).collect(),
            before: Some(known.built.without_pages()),
            after: Some(new.without_pages()),
        })
    }
}

fn in_all_languages(path: String) -> [String; 2] {
    Lang::ALL.map(|lang| urls::localized(lang, &path))
}

/// The entity tags of a page in both its forms.
type Tag = (String, Option<String>);

fn tag(page: &Page) -> Tag {
    let alternate = page.alternate.as_ref().map(|(_, variant)| variant.identity.tag().to_owned());
    (page.default.identity.tag().to_owned(), alternate)
}

fn tags(site: &Site) -> BTreeMap<String, Tag> {
    let public = site.pages().filter(|(_, page)| page.caching == Caching::Public);
    public.map(|(path, page)| (path.to_owned(), tag(page))).collect()
}
