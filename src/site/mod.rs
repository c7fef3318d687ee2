//! Every page that the service sends, in finished bytes, at one instant.
//!
//! A page is written by a function from its inputs (`inputs.rs`) to finished bytes (`page.rs`, `body.rs`), which stands
//! in the list that says what it may depend on (`registry.rs`). Pages whose inputs are those of the snapshot before are
//! taken over from there (`build.rs`, `former.rs`), and two datasets are compared without what has equal inputs in both
//! (`differing.rs`).
//!
//! To add a resource:
//! 1. Give it a path in `urls.rs`.
//! 2. Write it in a file of its own, as a function from the narrowest inputs that will do: `SeriesInputs` (definition
//!    and observations), `IndicatorInputs` (also status, category, source checks), `PageInputs` (also what a page for people
//!    shows beside them), `PictureInputs` (what its picture shows), `DatasetInputs` (everything; written anew for every
//!    snapshot). A resource that is put together from what each indicator contributes is a `Collection`, written in chunks of indicators. What it needs and is not in the
//!    inputs is added to them, never fetched from elsewhere.
//! 3. List it in `registry.rs`, describe it in `openapi/resources.rs`, show its beginning in `examples.rs`.

mod api_error;
mod body;
mod build;
mod calendar;
mod catalog;
mod chart;
mod data_csv;
mod differing;
mod elements;
mod error;
mod examples;
mod explain;
mod feed;
mod former;
mod gzip;
mod history;
mod html;
mod ics;
mod inputs;
mod json;
mod latest;
mod links;
mod long_table;
mod openapi;
pub mod page;
mod pages;
mod parallel;
mod parts;
mod piece;
mod recipes;
mod registry;
mod row_writer;
mod schema;
mod sdmx;
mod series_texts;
mod sitemap;
pub mod status;
mod summary;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod text;
pub mod urls;
mod view;
mod vintages;
mod workbooks;
mod xlsx;
mod xml;

use std::borrow::Cow;
use std::sync::Arc;

use sha2::{Digest, Sha256};

pub use api_error::ApiError;
pub use body::Body;
pub use differing::differing_paths;
pub use error::SiteError;
pub use page::{Caching, Form, Page, Selector, Variant};
pub use summary::Summary;

use crate::dataset::Dataset;
use crate::hash::hex;
use crate::model::{Lang, PublicUrl, Timestamp};
use api_error::ApiErrors;
use build::Built;
use former::Former;
use inputs::DatasetInputs;
use pages::PagesByPath;
use sdmx::SdmxPages;

/// What an operator decides about the pages, beside the dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteOptions {
    /// Where readers reach the service: with it, addresses are absolute where the web needs them.
    pub public_url: Option<PublicUrl>,
}

/// Everything that a client can be sent, computed from one dataset at one instant.
pub struct Site {
    pages: PagesByPath,
    sdmx: SdmxPages,
    refusals: ApiErrors,
    snapshot: String,
    summary: Summary,
    dataset: Arc<Dataset>,
    options: SiteOptions,
    built: Built,
}

impl Site {
    /// Computes every page as it is at `now`. Whatever is made of the same as in `previous` is taken over from there;
    /// the result is the same without it, byte for byte.
    ///
    /// # Errors
    /// When a page cannot be written, which no checked dataset brings about.
    pub fn build(
        dataset: &Arc<Dataset>,
        options: &SiteOptions,
        now: Timestamp,
        previous: Option<&Site>,
    ) -> Result<Self, SiteError> {
        let former = previous.map(Former::of);
        let of_sdmx = previous.map(|previous| previous.sdmx.written());
        Site::written(dataset, options, Summary::new(dataset, now), former.as_ref(), of_sdmx)
    }

    /// Every page of the summary's instant but what is taken over from `former`, and for SDMX from `of_sdmx`.
    fn written(
        dataset: &Arc<Dataset>,
        options: &SiteOptions,
        summary: Summary,
        former: Option<&Former<'_>>,
        of_sdmx: Option<&sdmx::Written>,
    ) -> Result<Self, SiteError> {
        let built = Built::new(dataset, options, &summary, former)?;
        let refusals = ApiErrors::new(html::Service::new(dataset, options.public_url.as_ref()))?;
        let mut pages = pages::of_indicators(&built);
        let inputs = DatasetInputs::new(dataset, &summary, options, built.parts());
        pages::add_of_dataset(&mut pages, &built, &inputs, &refusals)?;
        let (sdmx, own) = SdmxPages::new(dataset, of_sdmx)?;
        pages.extend(own.into_iter().map(|(path, page)| (path.into(), Arc::new(page))));
        gzip::release_compressors();
        let (snapshot, dataset, options) = (snapshot(&pages), Arc::clone(dataset), options.clone());
        Ok(Site { pages, sdmx, refusals, snapshot, summary, dataset, options, built })
    }

    /// Every page with its path, in the order of paths.
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

    /// The path of the page that answers a decoded path and the parameters of its query. Most paths name their page
    /// themselves; clients of SDMX have many ways to ask for one.
    ///
    /// # Errors
    /// The page that says why there is none.
    pub fn locate<'a>(
        &'a self,
        path: &'a str,
        parameters: &[(Cow<'_, str>, Cow<'_, str>)],
    ) -> Result<Cow<'a, str>, &'a Page> {
        if !path.starts_with(urls::SDMX) {
            return Ok(Cow::Borrowed(path));
        }
        let parameters = parameters.iter().map(|(name, value)| (&**name, &**value));
        self.sdmx.locate(path, parameters).map(Cow::Owned)
    }

    /// The page at a path, without its query.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path).map(|page| &**page)
    }

    /// The page that says so when a request is refused.
    pub fn refusal(&self, refusal: ApiError, lang: Lang) -> &Page {
        self.refusals.page(refusal, lang)
    }

    /// A hash over the bytes of all pages: `Snapshot-Id` [D8.2].
    pub fn snapshot(&self) -> &str {
        &self.snapshot
    }

    /// What the snapshot comes to.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The instant after which a status will have turned by the clock alone: the snapshot is right until then.
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
        hash.update(page.default.identity.tag());
        if let Some((_, alternate)) = &page.alternate {
            hash.update(alternate.identity.tag());
        }
    }
    hex(&hash.finalize()[..16])
}
