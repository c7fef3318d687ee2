//! Every page that the service sends, in finished bytes, at one instant.

mod api_error;
mod body;
mod calendar;
mod catalog;
mod chart;
mod data_csv;
mod error;
mod explain;
mod feed;
mod flat;
mod gzip;
mod history;
mod html;
mod ics;
mod json;
mod latest;
mod links;
mod localized_pages;
mod long_table;
mod openapi;
pub mod page;
mod piece;
mod schema;
mod sdmx;
pub mod status;
mod summary;
mod table;
mod template;
mod text;
pub mod urls;
mod view;
mod vintages;
mod workbooks;
mod xlsx;
mod xml;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic;
use std::thread;

use sha2::{Digest, Sha256};

pub use api_error::ApiError;
pub use body::Body;
pub use error::SiteError;
pub use page::{Caching, Page, Selector, Variant};
pub use summary::Summary;

use crate::dataset::Dataset;
use crate::model::{Lang, Localized, PublicUrl, Timestamp};
use api_error::ApiErrors;
use localized_pages::LocalizedPages;
use sdmx::SdmxPages;

/// What an operator decides about the pages, beside the dataset.
#[derive(Clone, Debug, Default)]
pub struct SiteOptions {
    /// Where readers reach the service: with it, addresses are absolute where the web needs them.
    pub public_url: Option<PublicUrl>,
}

/// Everything that a client can be sent, computed from one dataset at one instant.
pub struct Site {
    pages: BTreeMap<String, Page>,
    sdmx: SdmxPages,
    refusals: ApiErrors,
    snapshot: String,
    summary: Summary,
}

impl Site {
    /// Computes every page as it is at `now`.
    ///
    /// # Errors
    /// When a body cannot be written as JSON, which no checked dataset brings about.
    pub fn build(dataset: &Dataset, options: &SiteOptions, now: Timestamp) -> Result<Self, SiteError> {
        let summary = Summary::new(dataset, now);
        let releases = calendar::releases(dataset);
        let localized_pages = |lang| LocalizedPages::new(dataset, options, &summary, &releases, lang);
        let (ru, en) = thread::scope(|scope| {
            let en = scope.spawn(|| localized_pages(Lang::En));
            (localized_pages(Lang::Ru), en.join())
        });
        let (ru, en) = (ru?, en.unwrap_or_else(|panicked| panic::resume_unwind(panicked))?);
        let refusals = ApiErrors::new(html::Service::new(dataset, options.public_url.as_ref()))?;
        let keys: Vec<_> = summary.statuses.iter().map(|(key, _)| key).collect();
        let examples = Localized { ru: ru.examples, en: en.examples };
        let flow = dataset.sdmx.as_ref().map(|sdmx| sdmx.dataflow.as_str());
        let openapi = openapi::page(&keys, &examples, &refusals, flow, options)?;
        let (sdmx, sdmx_pages) = SdmxPages::new(dataset)?;
        let mut pages: BTreeMap<String, Page> = ru.pages.into_iter().chain(en.pages).collect();
        pages.extend(sdmx_pages);
        pages.insert(urls::OPENAPI.to_owned(), openapi);
        pages.insert(urls::SCHEMA.to_owned(), schema::page());
        pages.insert(urls::STYLE.to_owned(), html::style());
        pages.insert(urls::ICON.to_owned(), html::icon());
        pages.insert(urls::ROBOTS.to_owned(), html::robots());
        pages.insert(urls::HEALTH.to_owned(), Page::health());
        Ok(Site { snapshot: snapshot(&pages), pages, sdmx, refusals, summary })
    }

    /// Every page with its path, in the order of paths.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.pages.iter().map(|(path, page)| (path.as_str(), page))
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
        self.pages.get(path)
    }

    /// The page that says so when a request is refused.
    pub fn refusal(&self, refusal: ApiError, lang: Lang) -> &Page {
        self.refusals.page(refusal, lang)
    }

    /// A hash over the bytes of all pages: `Snapshot-Id` (decisions, 8.2).
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
fn snapshot(pages: &BTreeMap<String, Page>) -> String {
    let mut hash = Sha256::new();
    for (path, page) in pages.iter().filter(|(_, page)| page.caching == Caching::Public) {
        // The tags are hashes of the bytes; the identity encodings stand for the compressed ones.
        hash.update(path);
        hash.update(page.default.identity.tag());
        if let Some((_, alternate)) = &page.alternate {
            hash.update(alternate.identity.tag());
        }
    }
    body::hex(&hash.finalize()[..16])
}
