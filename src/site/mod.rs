//! Every page that the service sends, at one instant.
//!
//! From a row to bytes:
//!
//! 1. `site_data.rs` has the dataset, and `bodies/summary.rs` the status of each of its indicators at that instant.
//! 2. `resources.rs` is the table of what there is at which path, with what it is made from and what renders it.
//! 3. `build.rs` goes through the table for a snapshot. Most texts are rendered there, by a file for each resource, and stored
//!    by their hashes (`bodies/body.rs`), packed (`bodies/packing.rs`). Each is the body of a `Page` (`bodies/page.rs`) in a
//!    language.
//! 4. Lists of observations (`tables/history.rs`, `tables/xlsx.rs`, `sdmx/`) are written for each request and collected
//!    nowhere: a query selects rows (`tables/ranges.rs`), `tables/rows.rs` visits each, and a format (`tables/csv.rs`,
//!    `json/`) writes its cells. The whole history of an indicator, which is asked for most, is written in the same way into
//!    a stored body.
//! 5. The server asks a [`Site`] for the page at a path, and for what writes a body that is not stored.

mod bodies;
mod build;
mod chart;
mod dataset_inputs;
mod differing;
mod documents;
mod html;
mod json;
mod resource;
mod resources;
mod sdmx;
mod site_data;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod written;

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{self, Display};
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use chrono::{Datelike, Days, Months, NaiveDate};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::dataset::Dataset;
use crate::hash::hex;
use crate::model::{
    Category, Comparand, Comparison, Derivation, Difference, EffectiveStatus, Fingerprint, Flag,
    Flags, Frequency, InForce, Indicator, Key, Lang, Localized, Measure, NamedLink, Nsdp, Number,
    Observation, Offset, Outcome, PeriodType, PublicUrl, Publications, Reason, Reference, Sector,
    Series, SeriesKey, Shown, Source, Status, Timestamp, Unit, last_day_of_month,
};
use bodies::body::Bodies;
use bodies::notices::Notice;
use bodies::packing::{self, Parts};
use bodies::page::{Facts, HTML, JSON, SDMX_CSV, SDMX_DATA, SDMX_SPECIFIC, SDMX_STRUCTURE};
use bodies::summary::Member;
use build::Built;
use chart::ChartView;
use dataset_inputs::{CategoryInputs, DatasetInputs, PageInputs};
use documents::feed::{self, FeedInputs};
use documents::refusals::ErrorView;
use documents::{calendar, recipes, xml};
use json::indicator::IndicatorView;
use json::{Decimal, SCHEMA_VERSION};
use resource::{Render, Resource};
use resources::RESOURCES;
use sdmx::SdmxPages;
use site_data::SiteData;
use tables::csv::Csv;
use tables::history::{self, SeriesListing};
use tables::ranges::{self, BadParameter, OF_DATES, Parameter, Selected, Shape};
use tables::rows::{
    RowFormat, RowKind, TableCell, TableColumn, code, column, common_column, write,
};
use tables::xlsx;

pub use bodies::body::{Body, Measured, TextHash, Window, Written};
pub use bodies::notices::{Notices, Section};
pub use bodies::packing::{LEAST as LEAST_PACKED, Packing, release_surplus};
pub use bodies::page::{
    Caching, DataAnswer, Form, LivePage, Located, Page, Selector, SiteError, Texts,
};
pub use bodies::subject::Subject;
pub use bodies::summary::{SiteOptions, Summary};
pub use bodies::{page, urls};
pub use differing::{DifferingBody, differing_bodies};
pub use documents::refusals::{ApiError, empty_page};
pub use json::status;
pub use resources::begins_like_ours;
pub use sdmx::MediaRange;
pub use tables::ranges::Query;

/// Everything that a client can be sent, computed from one dataset at one instant.
pub struct Site {
    data: Arc<SiteData>,
    built: Built,
    /// The page of an address where there is nothing, for people.
    missing: Localized<Page>,
}

impl Site {
    /// Every page as it is at `now`. Pages that are made from the same data are taken over from `previous`, and a text that it
    /// has is neither packed nor kept again; the result is the same without it, byte for byte.
    pub fn build(
        dataset: &Arc<Dataset>,
        options: &SiteOptions,
        now: Timestamp,
        previous: Option<&Site>,
    ) -> Result<Self, SiteError> {
        let data = Arc::new(SiteData::new(dataset, options, Summary::new(dataset, now)));
        let pages = previous.iter().flat_map(|site| site.built.pages.values());
        let bodies = Bodies::after(pages.flat_map(|page| page.stored.iter().flatten().cloned()));
        let former = previous
            .iter()
            .flat_map(|site| site.built.hashed.iter().cloned())
            .collect();
        let built = build::build(&data, &bodies, &former)?;
        let missing = Localized::try_build(|lang| missing_page(&data, lang))?;
        Ok(Site {
            data,
            built,
            missing,
        })
    }

    pub fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        let pages = self.built.pages.iter();
        pages.map(|(path, page)| (&**path, &**page))
    }

    /// The pages that are computed for every request, with their paths.
    pub fn live_pages() -> Vec<(&'static str, LivePage)> {
        let mut pages = Vec::new();
        for resource in RESOURCES {
            if let Render::Live(page) = resource.render {
                pages.push((resource.path, page));
            }
        }

        pages
    }

    /// Finds the answer to a decoded path and the parameters of its query: most paths are those of pages, but clients of SDMX
    /// have many ways to ask for one. `accepted` are the media types that the client accepts, the best first; `None` where it says
    /// nothing.
    pub fn locate<'a>(
        &'a self,
        path: &'a str,
        parameters: &[(Cow<'_, str>, Cow<'_, str>)],
        accepted: impl FnOnce() -> Option<Vec<MediaRange<'a>>>,
    ) -> Located<'a> {
        if urls::unlocalized(path) == urls::SEARCH {
            let mut sent = parameters.iter().rev();
            let query = sent.find(|(name, _)| name == "q");
            let query = query.map_or("", |(_, text)| text);
            if let Some(page) = self.search(path, query) {
                return Located::Made(Box::new(page));
            }
        }

        if !path.starts_with(urls::SDMX) {
            return Located::Page(Cow::Borrowed(path));
        }

        let parameters = parameters.iter().map(|(name, value)| (&**name, &**value));
        let accepted = accepted();
        self.built
            .sdmx
            .locate(path, parameters, accepted.as_deref())
    }

    /// The page of results. It depends on the request, so nobody keeps it.
    fn search(&self, path: &str, query: &str) -> Option<Page> {
        let lang = Lang::of_path(path);
        let results = html::SearchPage::new(&self.data, query, lang);

        Some(Page {
            lang: Some(lang),
            path: Some(path.into()),
            ..Page::passing(&HTML, html::content(&results).ok()?)
        })
    }

    pub fn page(&self, path: &str) -> Option<&Page> {
        self.built.pages.get(path).map(|page| &**page)
    }

    /// The written body of a form of a page with the rows that a query selects; `None` where the stored body has just those.
    ///
    /// # Errors
    /// Why there is no such body.
    pub fn written(
        &self,
        page: &Page,
        query: &Query,
        form: Form,
    ) -> Result<Option<Written>, ApiError> {
        written::find_written(&self.data, page, query, form)
    }

    /// The parameters by which a client selects rows of a page.
    pub fn row_parameters(&self, page: &Page) -> &'static [Parameter] {
        resources::listing_of(page).map_or(&[], |listing| listing.parameters)
    }

    /// The page that says why a request is refused.
    pub fn refusal(&self, error: &ApiError, lang: Lang) -> Page {
        if *error == ApiError::UnknownPage {
            return self.missing.get(lang).clone();
        }

        let (status, _) = error.status_and_code();
        // Writing to memory does not fail.
        let texts = json::content(&ErrorView::new(error, lang));
        let texts = texts.unwrap_or_else(|_| Texts::of(""));
        Page {
            status,
            lang: Some(lang),
            ..Page::passing(&JSON, texts)
        }
    }

    /// The refusal of who asks for data of SDMX while the service is busy.
    pub fn sdmx_busy(&self) -> &Page {
        &self.built.sdmx.busy
    }

    /// The path before every path of ours: empty, or beginning with a slash.
    pub fn root(&self) -> &str {
        self.data.options.root()
    }

    /// Returns true if pages run the service's own script.
    pub fn has_script(&self) -> bool {
        !self.data.options.without_script
    }

    /// A hash over everything that is public: `Snapshot-Id` [D8.2].
    pub fn snapshot(&self) -> &str {
        &self.built.snapshot
    }

    pub fn summary(&self) -> &Summary {
        &self.data.summary
    }

    /// Each indicator with the hash of what its bodies are made from, in the order of the collection.
    pub fn indicators(&self) -> impl Iterator<Item = (&Key, Fingerprint)> {
        let hashes = self.built.hashed.iter().map(|(hash, _)| *hash);
        self.data
            .dataset
            .indicators()
            .map(|indicator| &indicator.key)
            .zip(hashes)
    }

    /// The snapshot is right until then: afterwards the clock alone will have changed it.
    pub fn expires(&self) -> Option<Timestamp> {
        self.data.summary.expires()
    }
}

fn missing_page(data: &SiteData, lang: Lang) -> Result<Page, SiteError> {
    let texts = html::content(&html::MissingPage::new(data, lang))?;
    let (status, _) = ApiError::UnknownPage.status_and_code();
    Ok(Page {
        status,
        caching: Caching::NoStore,
        lang: Some(lang),
        ..Page::with_bodies(&HTML, Bodies::new().store_texts(texts, false)?)
    })
}
