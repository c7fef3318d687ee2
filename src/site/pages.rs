//! The pages of a snapshot by their paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::api_error::ApiErrors;
use super::build::{self, Built, Pages};
use super::inputs::{DatasetInputs, IndicatorInputs};
use super::page::Page;
use super::registry::OF_DATASET;
use super::{SiteError, examples, html, openapi, parallel, schema, sitemap, urls};
use crate::model::{Lang, Localized};

/// Pages by their paths, languages included.
pub type PagesByPath = BTreeMap<Arc<str>, Arc<Page>>;

/// Those of each indicator.
pub fn of_indicators(built: &Built) -> PagesByPath {
    let mut pages = PagesByPath::new();
    built.indicators.iter().flat_map(|of| of.pages()).for_each(|localized| add(&mut pages, localized));
    pages
}

/// Adds those of all indicators together.
///
/// # Errors
/// When a page cannot be written.
pub fn add_of_dataset(
    pages: &mut PagesByPath,
    built: &Built,
    inputs: &DatasetInputs<'_>,
    refusals: &ApiErrors,
) -> Result<(), SiteError> {
    built.collections.iter().for_each(|localized| add(pages, localized));
    let of_dataset = parallel::map(OF_DATASET, |of| build::finished((of.write)(inputs), of.path))?;
    of_dataset.iter().for_each(|localized| add(pages, localized));
    let all = IndicatorInputs::all(inputs.dataset, inputs.summary);
    let examples = Localized::try_build(|lang| examples::of(inputs, all.first(), lang))?;
    let keys: Vec<_> = inputs.summary.statuses.iter().map(|(key, _)| key).collect();
    let flow = inputs.dataset.sdmx.as_ref().map(|sdmx| sdmx.dataflow.as_str());
    let alike = [
        (urls::OPENAPI, openapi::page(&keys, &examples, refusals, flow, inputs.options)?),
        (urls::SCHEMA, schema::page()),
        (urls::STYLE, html::style()),
        (urls::ICON, html::icon()),
        (urls::ROBOTS, html::robots(inputs.options.public_url.as_ref())),
        (urls::HEALTH, Page::health()),
    ];
    if let Some(url) = &inputs.options.public_url {
        pages.insert(urls::SITEMAP.into(), Arc::new(sitemap::page(inputs.dataset, url)?));
    }
    pages.extend(alike.map(|(path, page)| (path.into(), Arc::new(page))));
    Ok(())
}

fn add(pages: &mut PagesByPath, localized: &Pages) {
    let own = Lang::ALL.map(|lang| localized.get(lang));
    pages
        .extend(own.into_iter().filter_map(|page| Some((Arc::clone(page.path.as_ref()?), Arc::clone(page)))));
}
