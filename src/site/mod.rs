//! Every page that the service sends, in finished bytes, at one instant.
//!
//! A line of the table (`resources.rs`) says what a resource is made from and what renders it; `build.rs` renders the
//! pages that the memo (`memo.rs`) of the snapshot before does not have.

mod api_error;
mod body;
mod build;
mod calendar;
mod chart;
mod csv;
mod feed;
mod gzip;
mod history;
mod html;
mod inputs;
mod json;
mod memo;
mod openapi;
mod options;
pub mod page;
mod parallel;
mod parts;
mod ranges;
mod recipes;
mod resources;
mod rows;
mod sdmx;
mod segment;
mod sitemap;
mod summary;
#[cfg(test)]
mod tests;
mod text;
pub mod urls;
mod variant;
mod xlsx;
mod xml;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

pub use api_error::ApiError;
pub use body::Body;
pub use json::status;
pub use options::SiteOptions;
pub use page::{Caching, Content, Form, LivePage, Page, Selector, SiteError};
pub use ranges::Query;
pub use sdmx::{DataAnswer, MediaRange};
pub use summary::Summary;
pub use variant::{Assembled, Encodings};

use crate::dataset::Dataset;
use crate::hash::hex;
use crate::model::{Fingerprint, Lang, Timestamp};
use build::Refusals;
use gzip::Purpose;
use inputs::DatasetInputs;
use memo::{Known, Memo};
use page::PagesByPath;
use resources::{RESOURCES, Render};
use sdmx::{SdmxAnswer, SdmxPages};

/// Everything that a client can be sent, computed from one dataset at one instant.
pub struct Site {
    pages: PagesByPath,
    sdmx: SdmxPages,
    refusals: Refusals,
    snapshot: String,
    summary: Summary,
    has_script: bool,
    known: Known,
}

/// What answers a request.
pub enum Located<'a> {
    /// The page at this path, if there is one.
    Page(Cow<'a, str>),
    Data(Box<DataAnswer>),
}

impl Site {
    /// Every page as it is at `now`. Values with the same inputs are taken over from `previous`; the result is the same
    /// without it, byte for byte.
    pub fn build(
        dataset: &Dataset,
        options: &SiteOptions,
        now: Timestamp,
        previous: Option<&Site>,
    ) -> Result<Self, SiteError> {
        let memo = Memo::after(previous.map(|previous| &previous.known));
        Site::rendered(dataset, options, Summary::new(dataset, now), memo)
    }

    fn rendered(
        dataset: &Dataset,
        options: &SiteOptions,
        summary: Summary,
        memo: Memo<'_>,
    ) -> Result<Self, SiteError> {
        let inputs = DatasetInputs::new(dataset, &summary, options, &memo);
        let refusals = build::refusals(inputs.service())?;
        let (pages, sdmx) = build::pages(inputs)?;
        let (snapshot, known) = (snapshot(&pages), memo.finish());
        Ok(Site { pages, sdmx, refusals, snapshot, summary, has_script: !options.without_script, known })
    }

    pub fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.pages.iter().map(|(path, page)| (&**path, &**page))
    }

    /// The same service with other pages: each as `page` gives it back, or left out.
    pub fn rewritten(mut self, page: impl Fn(&str, Page) -> Option<Page>) -> Self {
        let pages = std::mem::take(&mut self.pages).into_iter();
        let other = |(path, old): (Arc<str>, Arc<Page>)| {
            page(&path, Arc::unwrap_or_clone(old)).map(|new| (path, Arc::new(new)))
        };
        self.pages = pages.filter_map(other).collect();
        self
    }

    /// The pages that are computed for every request, with their paths.
    pub fn live_pages() -> impl Iterator<Item = (&'static str, LivePage)> {
        RESOURCES.iter().filter_map(|resource| match resource.render {
            Render::Live(page) => Some((resource.path, page)),
            _ => None,
        })
    }

    /// What answers a decoded path and the parameters of its query: most paths are those of pages, but clients of SDMX have
    /// many ways to ask for one. `accepted` are the media types that the client accepts, the best first; `None` where it says
    /// nothing. The error is the page that says why there is none.
    pub fn locate<'a>(
        &'a self,
        path: &'a str,
        parameters: &[(Cow<'_, str>, Cow<'_, str>)],
        accepted: impl FnOnce() -> Option<Vec<MediaRange<'a>>>,
    ) -> Result<Located<'a>, &'a Page> {
        if !path.starts_with(urls::SDMX) {
            return Ok(Located::Page(Cow::Borrowed(path)));
        }
        let parameters = parameters.iter().map(|(name, value)| (&**name, &**value));
        Ok(match self.sdmx.locate(path, parameters, accepted().as_deref())? {
            SdmxAnswer::Page(path) => Located::Page(Cow::Owned(path)),
            SdmxAnswer::Data(answer) => Located::Data(answer),
        })
    }

    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path).map(|page| &**page)
    }

    pub fn refusal(&self, error: ApiError, lang: Lang) -> &Page {
        let found = self.refusals.iter().find(|(own, _)| *own == error).unwrap_or(&self.refusals[0]);
        found.1.get(lang)
    }

    /// Whether pages run the service's own script.
    pub fn has_script(&self) -> bool {
        self.has_script
    }

    /// A hash over the bytes of all pages: `Snapshot-Id` [D8.2].
    pub fn snapshot(&self) -> &str {
        &self.snapshot
    }

    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The snapshot is right until then: afterwards a status will have turned by the clock alone.
    pub fn expires(&self) -> Option<Timestamp> {
        self.summary.next_change()
    }
}

/// Equal wherever the same release is served at the same statuses.
fn snapshot(pages: &PagesByPath) -> String {
    let mut hash = Sha256::new();
    for (path, page) in pages.iter().filter(|(_, page)| page.caching == Caching::Public) {
        // The tags are hashes of the bytes; the identity encodings stand for the compressed ones.
        hash.update(path.as_bytes());
        hash.update(page.content.default.identity.tag());
        if let Some(alternate) = &page.content.alternate {
            hash.update(alternate.identity.tag());
        }
    }
    hex(&hash.finalize()[..16])
}

/// The paths, languages included, whose public bodies as they are at `now` only one of two datasets has, or both with
/// other bytes; in order. Values with the same inputs in both are not written but replaced by stand-ins, and no bytes are
/// kept.
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
