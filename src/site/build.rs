//! From a dataset at an instant to pages. The stored bodies of an indicator, and those of a category, are one value under the
//! hash of what they are made from: while that stays the same they are taken over whole. Collections are rendered for every
//! snapshot.

use super::*;

use std::hash::Hash;

use super::json;
use crate::model::NsdpCategory;

/// Pages of one indicator or category.
pub type Pages = Vec<Arc<Page>>;
/// The pages of indicators and categories by the hashes of what they are made from.
pub type Values = HashMap<Fingerprint, Arc<Pages>>;

pub struct Built {
    pub pages: PagesByPath,
    pub sdmx: SdmxPages,
    pub values: Values,
    /// The hashes of the indicators, in the order of the collection.
    pub hashes: Vec<Fingerprint>,
    /// A hash over everything that is public [D8.2].
    pub snapshot: String,
}

/// Every page. Values are taken over from `former`.
pub fn build(data: &Arc<SiteData>, bodies: &Bodies, former: &Values) -> Result<Built, SiteError> {
    let mut inputs = DatasetInputs::new(data);
    let indicators =
        parallel::map(&inputs.pages, |input| value(input, former, || indicator_pages(input, bodies)))?;
    let categories =
        parallel::map(&inputs.categories, |input| value(input, former, || category_pages(input, bodies)))?;
    let keys = data.dataset.indicators().map(|indicator| indicator.key.as_str());
    inputs.history_hashes =
        keys.zip(&indicators).map(|(key, value)| (key, history_hashes(key, value))).collect();
    let resources: Vec<&'static Resource> = RESOURCES.iter().collect();
    let collections = parallel::map(&resources, |resource| collection(resource, &inputs, bodies))?;
    let mut collections: Pages = collections.into_iter().flatten().collect();
    let (sdmx, structures) = SdmxPages::new(data, bodies)?;
    collections.extend(structures);
    gzip::release_compressors();
    let snapshot = snapshot(indicators.iter().chain(&categories), &collections);
    let hashes = indicators.iter().map(|(hash, _)| *hash).collect();
    let values: Values = indicators.into_iter().chain(categories).collect();
    let all = values.values().flat_map(|pages| pages.iter().cloned()).chain(collections);
    let by_path = |page: Arc<Page>| Some((page.path.clone()?, page));
    Ok(Built { pages: all.filter_map(by_path).collect(), sdmx, values, hashes, snapshot })
}

/// The hashes of the values that [`build`] would look for, in the order of the collection.
pub fn hashes(data: &SiteData) -> Vec<Fingerprint> {
    let inputs = DatasetInputs::new(data);
    inputs.pages.iter().map(hash).chain(inputs.categories.iter().map(hash)).collect()
}

fn hash(inputs: &impl Hash) -> Fingerprint {
    Fingerprint::of(&(env!("CARGO_PKG_VERSION"), inputs))
}

fn value(
    inputs: &impl Hash,
    former: &Values,
    render: impl FnOnce() -> Result<Pages, SiteError>,
) -> Result<(Fingerprint, Arc<Pages>), SiteError> {
    let hash = hash(inputs);
    let pages = match former.get(&hash) {
        Some(pages) => Arc::clone(pages),
        None => Arc::new(render()?),
    };
    Ok((hash, pages))
}

/// The hash of the text of `history.csv` in each language; where values are only compared, that of the value.
fn history_hashes(key: &str, (hash, pages): &(Fingerprint, Arc<Pages>)) -> Localized<TextHash> {
    let path = urls::of(urls::HISTORY_TABLE, key);
    Localized::build(|lang| {
        let path = urls::localized(lang, &path);
        let page = pages.iter().find(|page| page.path.as_deref() == Some(&path));
        let body = page.and_then(|page| page.body(Form::Default));
        body.map_or_else(|| TextHash::of(hash.as_bytes()), Body::hash)
    })
}

fn snapshot<'a>(
    values: impl Iterator<Item = &'a (Fingerprint, Arc<Pages>)>,
    collections: &[Arc<Page>],
) -> String {
    let mut hash = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
    values.for_each(|(value, _)| hash.update(value.as_bytes()));
    for page in collections.iter().filter(|page| page.caching == Caching::Public) {
        hash.update(page.path.as_deref().unwrap_or_default());
        page.stored.iter().flatten().for_each(|body| hash.update(body.hash().hex()));
    }
    hex(&hash.finalize()[..16])
}

pub type Refusals = Vec<(ApiError, Localized<Page>)>;

pub fn refusals(service: html::Service<'_>) -> Result<Refusals, SiteError> {
    let bodies = Bodies::after([].into_iter());
    let page = |error: ApiError, lang| {
        let page = if error == ApiError::UnknownPage {
            Page::new(&HTML, html::content(&html::MissingPage::new(service, lang))?, &bodies)
        } else {
            Page::passing(&JSON, json::content(&ErrorView::new(error, lang))?)
        };
        let (status, _) = error.status_and_code();
        Ok::<_, SiteError>(Page { status, caching: Caching::NoStore, lang: Some(lang), ..page })
    };
    let pages = |error| Ok((error, Localized::try_build(|lang| page(error, lang))?));
    ApiError::all().map(pages).collect()
}

fn indicator_pages(input: &PageInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        let path = urls::of(resource.path, input.indicator.key.as_str());
        match resource.render {
            Render::Indicator(write) => pages.extend(in_languages(resource, &path, write(input)?, bodies)),
            Render::Listing(listing) if resource.is_of_indicator() => {
                let whole = Selected::whole(input.indicator, input.effective.status);
                pages.extend(listed(resource, &path, listing, |write, lang| {
                    let mut text = Vec::new();
                    write(&mut [whole.clone()].into_iter(), Layout::long(lang, Form::Default), &mut text)?;
                    Ok(bodies.stored(text, false))
                })?);
            }
            _ => {}
        }
    }
    Ok(pages)
}

fn category_pages(input: &CategoryInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        if let Render::Category(write) = resource.render {
            let path = urls::of_category(resource.path, input.id);
            pages.extend(in_languages(resource, &path, write(input)?, bodies));
        }
    }
    Ok(pages)
}

fn in_languages(
    resource: &'static Resource,
    path: &str,
    texts: Localized<Texts>,
    bodies: &Bodies,
) -> impl Iterator<Item = Arc<Page>> {
    let page = |lang, texts| {
        let path = Some(urls::localized(lang, path).into());
        Arc::new(Page { lang: Some(lang), path, ..Page::new(&resource.facts, texts, bodies) })
    };
    Lang::ALL.map(|lang| page(lang, texts.get(lang).clone())).into_iter()
}

/// The pages of a listing, with what `store` makes of the form that is stored.
fn listed(
    resource: &'static Resource,
    path: &str,
    listing: &'static Listing,
    store: impl Fn(&super::history::WriteText, Lang) -> Result<Body, SiteError>,
) -> Result<Pages, SiteError> {
    let page = |lang| {
        let stored = match &listing.writer {
            Writer::Text(write) if listing.is_stored => Some(store(write, lang)?),
            _ => None,
        };
        let page = Page::stored(&resource.facts, [stored, None]);
        let path = Some(urls::localized(lang, path).into());
        Ok(Arc::new(Page { lang: Some(lang), path, listed: Some(listing.parameters), ..page }))
    };
    Lang::ALL.into_iter().map(page).collect()
}

/// The pages of a resource that is rendered from the whole dataset; none for others.
fn collection(
    resource: &'static Resource,
    inputs: &DatasetInputs<'_>,
    bodies: &Bodies,
) -> Result<Pages, SiteError> {
    let texts = match resource.render {
        Render::Dataset(write) => {
            let texts: Localised = Localized::try_build(|lang| write(inputs, lang));
            return Ok(in_languages(resource, resource.path, texts?, bodies).collect());
        }
        Render::Nsdp(write) => {
            let Some(nsdp) = &inputs.dataset.nsdp else { return Ok(Pages::new()) };
            let texts: Localised = Localized::try_build(|lang| write(inputs, nsdp, lang));
            return Ok(in_languages(resource, resource.path, texts?, bodies).collect());
        }
        Render::Listing(listing) if !resource.is_of_indicator() => {
            return listed(resource, resource.path, listing, |_, _| {
                Err("it lists too much to be stored".into())
            });
        }
        Render::Single(write) => write(inputs),
        Render::Optional(write) => match write(inputs) {
            Some(texts) => texts,
            None => return Ok(Pages::new()),
        },
        Render::Public(write) => match &inputs.options.public_url {
            Some(url) => write(inputs, url)?,
            None => return Ok(Pages::new()),
        },
        Render::Script if inputs.options.without_script => return Ok(Pages::new()),
        Render::Script => Texts::of(html::SCRIPT.as_str()),
        Render::NsdpFile => return Ok(nsdp_files(resource, inputs.dataset)),
        Render::Description => openapi::content(inputs)?,
        Render::Health => Texts::of("ok"),
        _ => return Ok(Pages::new()),
    };
    let page = Page::new(&resource.facts, texts, bodies);
    Ok(vec![Arc::new(Page { path: Some(resource.path.into()), caching: resource.caching(), ..page })])
}

/// The files of data categories that have a public figure; they are written when they are asked for.
fn nsdp_files(resource: &'static Resource, dataset: &Dataset) -> Pages {
    let categories = dataset.nsdp.iter().flat_map(|nsdp| &nsdp.categories);
    let public = categories.filter(|category| dataset.nsdp_series(&category.id).next().is_some());
    let page = |category: &NsdpCategory| {
        let path = Some(urls::of_domain(&category.id).into());
        Arc::new(Page { path, listed: Some(&[]), ..Page::stored(&resource.facts, [None, None]) })
    };
    public.map(page).collect()
}
