//! Every page that the service sends, in finished bytes, at one instant.

mod json;
pub mod page;
mod refusal;
pub mod status;
mod summary;
mod view;
mod words;

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

pub use page::{Body, Caching, Page, Selector, Variant};
pub use refusal::Refusal;
pub use summary::Summary;

use crate::dataset::Dataset;
use crate::model::{Instant, Lang};
use refusal::Refusals;
use view::{CollectionView, IndicatorView};

/// Everything that a client can be sent, computed from one dataset at one instant.
pub struct Site {
    pages: BTreeMap<String, Page>,
    refusals: Refusals,
    snapshot: String,
    summary: Summary,
}

impl Site {
    /// Computes every page as it is at `now`.
    ///
    /// # Errors
    /// When a body cannot be written as JSON, which no checked dataset brings about.
    pub fn build(dataset: &Dataset, now: Instant) -> Result<Self, serde_json::Error> {
        let summary = Summary::new(dataset, now);
        let mut pages = BTreeMap::new();
        for lang in Lang::ALL {
            add_data(&mut pages, dataset, &summary, lang)?;
        }
        Ok(Site { snapshot: snapshot(&pages), pages, refusals: Refusals::new()?, summary })
    }

    /// The page at `path`: decoded, without query, `/en` included.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path)
    }

    /// Every page with its path, in the order of paths.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.pages.iter().map(|(path, page)| (path.as_str(), page))
    }

    /// The page that says so when a request is refused.
    pub fn refusal(&self, refusal: Refusal, lang: Lang) -> &Page {
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

    /// Whether nothing has turned between the instant that the snapshot shows and `at`.
    pub fn holds_at(&self, at: Instant) -> bool {
        self.summary.built_at <= at && self.expires().is_none_or(|expires| at <= expires)
    }

    /// The instant after which a status will have turned by the clock alone: the snapshot is right until then.
    pub fn expires(&self) -> Option<Instant> {
        self.summary.next_change()
    }
}

/// The four endpoints of the specification's section 4, in one language.
fn add_data(
    pages: &mut BTreeMap<String, Page>,
    dataset: &Dataset,
    summary: &Summary,
    lang: Lang,
) -> Result<(), serde_json::Error> {
    let standings = dataset.indicators().zip(&summary.standings);
    let views = standings.map(|(of, (_, standing))| IndicatorView::new(of, standing, dataset.offset, lang));
    let metrics: Vec<IndicatorView<'_>> = views.collect();
    for ((key, _), view) in summary.standings.iter().zip(&metrics) {
        let path = format!("{}/data/{key}.json", lang.prefix());
        pages.insert(path, json::page(view, Some(lang), Caching::Public)?);
    }
    let collection = CollectionView::new(dataset, summary.status.name(), &metrics);
    pages.insert(
        format!("{}/data.json", lang.prefix()),
        json::page(&collection, Some(lang), Caching::Public)?,
    );
    Ok(())
}

/// Equal wherever the same release is served at the same statuses.
fn snapshot(pages: &BTreeMap<String, Page>) -> String {
    let mut hash = Sha256::new();
    for (path, page) in pages {
        // The tags are hashes of the bytes; the identity encodings stand for the compressed ones.
        hash.update(path);
        hash.update(page.usual.identity.tag());
        if let Some((_, other)) = &page.other {
            hash.update(other.identity.tag());
        }
    }
    page::hex(&hash.finalize()[..16])
}
