//! From a dataset at an instant to pages, and the paths at which two datasets differ. The pages of an indicator, and those of a
//! category, are found again by the hash of what they are made from: while that stays the same they are taken over whole.
//! Collections are rendered for every snapshot.

use super::*;

use std::hash::Hash;
use std::panic;
use std::thread::{self, Builder};

use crate::model::NsdpCategory;

pub type Pages = Vec<Arc<Page>>;
/// The pages of an indicator or a category, with the hash of what they are made from.
pub type HashedPages = (Fingerprint, Arc<Pages>);
/// Pages that may be taken over.
pub type FormerPages = HashMap<Fingerprint, Arc<Pages>>;

pub struct Built {
    pub pages: BTreeMap<Arc<str>, Arc<Page>>,
    pub sdmx: SdmxPages,
    /// The pages of each indicator in the order of the collection, then those of each category.
    pub hashed: Vec<HashedPages>,
    /// A hash over everything that is public [D8.2].
    pub snapshot: String,
}

/// Every page.
pub fn build(
    data: &Arc<SiteData>,
    bodies: &Bodies,
    former: &FormerPages,
) -> Result<Built, SiteError> {
    let mut inputs = DatasetInputs::new(data);
    let mut hashed = parallel_map(&inputs.pages, |input| {
        reuse(input, former, || indicator_pages(input, bodies))
    })?;
    let keys = data
        .dataset
        .indicators()
        .map(|indicator| indicator.key.as_str());
    inputs.history_hashes = keys
        .zip(&hashed)
        .map(|(key, pages)| (key, history_hashes(key, pages)))
        .collect();
    hashed.extend(parallel_map(&inputs.categories, |input| {
        reuse(input, former, || category_pages(input, bodies))
    })?);
    let collections = parallel_map(RESOURCES, |resource| {
        collection_pages(resource, &inputs, bodies)
    })?;
    let mut collections: Pages = collections.into_iter().flatten().collect();
    let (sdmx, structures) = SdmxPages::new(data, bodies)?;
    collections.extend(structures);
    packing::release_compressors();
    let snapshot = snapshot(&hashed, &collections);
    let all = hashed
        .iter()
        .flat_map(|(_, pages)| pages.iter().cloned())
        .chain(collections);
    let by_path = |page: Arc<Page>| Some((page.path.clone()?, page));
    Ok(Built {
        pages: all.filter_map(by_path).collect(),
        sdmx,
        hashed,
        snapshot,
    })
}

fn hash(inputs: &impl Hash) -> Fingerprint {
    Fingerprint::of(&(env!("CARGO_PKG_VERSION"), inputs))
}

/// Takes over the pages that were made from the same, or renders them.
fn reuse(
    inputs: &impl Hash,
    former: &FormerPages,
    render: impl FnOnce() -> Result<Pages, SiteError>,
) -> Result<HashedPages, SiteError> {
    let hash = hash(inputs);
    let pages = former
        .get(&hash)
        .map_or_else(|| render().map(Arc::new), |pages| Ok(Arc::clone(pages)))?;
    Ok((hash, pages))
}

fn indicator_pages(input: &PageInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let whole = Selected::new(input.indicator, input.effective.status, &Query::default());
    let mut pages = Pages::new();
    for resource in RESOURCES
        .iter()
        .filter(|resource| resource.is_of_indicator())
    {
        let (path, facts) = (
            urls::of(resource.path, input.indicator.key.as_str()),
            &resource.facts,
        );
        match resource.render {
            Render::Indicator(render) => {
                let texts = render(input)?;
                pages.extend(in_languages(&path, |lang| {
                    Ok(Page::new(facts, texts.get(lang).clone(), bodies)?)
                })?);
            }
            Render::Listing(listing) => pages.extend(in_languages(&path, |lang| {
                let stored = [listing.stored_body(&whole, lang, bodies)?, None];
                Ok(Page {
                    listed: Some(listing.parameters),
                    ..Page::with_bodies(facts, stored)
                })
            })?),
            _ => {}
        }
    }
    Ok(pages)
}

fn category_pages(input: &CategoryInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for resource in RESOURCES {
        if let Render::Category(render) = resource.render {
            let path = urls::of_category(resource.path, input.id);
            pages.extend(in_languages(&path, |lang| {
                Ok(Page::new(&resource.facts, render(input, lang)?, bodies)?)
            })?);
        }
    }
    Ok(pages)
}

/// The pages of a resource that is neither of an indicator nor of a category; none where the dataset does without it.
fn collection_pages(
    resource: &'static Resource,
    inputs: &DatasetInputs<'_>,
    bodies: &Bodies,
) -> Result<Pages, SiteError> {
    let (path, facts) = (resource.path, &resource.facts);
    let single = match resource.render {
        Render::Dataset(render) => {
            return in_languages(path, |lang| {
                Ok(Page::new(facts, render(inputs, lang)?, bodies)?)
            });
        }
        Render::Nsdp(render) => {
            let Some(nsdp) = &inputs.dataset.nsdp else {
                return Ok(Pages::new());
            };
            return in_languages(path, |lang| {
                Ok(Page::new(facts, render(inputs, nsdp, lang)?, bodies)?)
            });
        }
        Render::Listing(listing) if !resource.is_of_indicator() => {
            let page = Page {
                listed: Some(listing.parameters),
                ..Page::with_bodies(facts, [None, None])
            };
            return in_languages(path, |_| Ok(page.clone()));
        }
        Render::NsdpFile => return Ok(nsdp_files(facts, inputs.dataset)),
        Render::Single(render) => render(inputs),
        Render::Public(render) => inputs
            .options
            .public_url
            .as_ref()
            .map(|url| render(inputs, url))
            .transpose()?,
        Render::Description => Some(description::openapi(inputs)?),
        Render::Health => Some(Texts::of("ok")),
        _ => None,
    };
    let Some(texts) = single else {
        return Ok(Pages::new());
    };
    let page = Page {
        path: Some(path.into()),
        caching: resource.caching(),
        ..Page::new(facts, texts, bodies)?
    };
    Ok(vec![Arc::new(page)])
}

/// A page in every language; `path` is without the language.
fn in_languages(
    path: &str,
    page: impl Fn(Lang) -> Result<Page, SiteError>,
) -> Result<Pages, SiteError> {
    let located = |lang| {
        let path = Some(urls::localized(lang, path).into());
        Ok(Arc::new(Page {
            lang: Some(lang),
            path,
            ..page(lang)?
        }))
    };
    Lang::ALL.into_iter().map(located).collect()
}

/// The files of data categories that have a public figure; they are written when they are asked for.
fn nsdp_files(facts: &'static Facts, dataset: &Dataset) -> Pages {
    let categories = dataset.nsdp.iter().flat_map(|nsdp| &nsdp.categories);
    let public = categories.filter(|category| dataset.nsdp_series(&category.id).next().is_some());
    let page = |category: &NsdpCategory| {
        let path = Some(urls::of_domain(&category.id).into());
        Arc::new(Page {
            path,
            ..Page::with_bodies(facts, [None, None])
        })
    };
    public.map(page).collect()
}

/// The hash of the text of `history.csv` in each language; where pages are only compared, that of what they are made from.
fn history_hashes(key: &str, (hash, pages): &HashedPages) -> Localized<TextHash> {
    let path = urls::of(urls::HISTORY_TABLE, key);
    Localized::build(|lang| {
        let path = urls::localized(lang, &path);
        let page = pages
            .iter()
            .find(|page| page.path.as_deref() == Some(&path));
        let body = page.and_then(|page| page.body(Form::Default));
        body.map_or_else(|| TextHash::of(hash.as_bytes()), Body::hash)
    })
}

fn snapshot(hashed: &[HashedPages], collections: &[Arc<Page>]) -> String {
    let mut hash = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
    hashed
        .iter()
        .for_each(|(made_from, _)| hash.update(made_from.as_bytes()));
    for page in collections
        .iter()
        .filter(|page| page.caching == Caching::Public)
    {
        hash.update(page.path.as_deref().unwrap_or_default());
        page.stored
            .iter()
            .flatten()
            .for_each(|body| hash.update(body.hash().hex()));
    }
    hex(&hash.finalize()[..16])
}

/// The results of `work`, or its first error, in the order of the items. All processors that the process may use take part;
/// where no thread can be had, the calling one works alone.
fn parallel_map<'a, T: Sync, R: Send, E: Send>(
    items: &'a [T],
    work: impl Fn(&'a T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut results: Vec<Option<Result<R, E>>> = items.iter().map(|_| None).collect();
    let jobs = Mutex::new(items.iter().zip(&mut results));
    let next_job = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some((item, result)) = next_job() {
            *result = Some(work(item));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let spawn = |_| {
            Builder::new()
                .name("build".to_owned())
                .spawn_scoped(scope, run)
                .ok()
        };
        let helpers: Vec<_> = (1..processors.min(items.len())).map_while(spawn).collect();
        run();
        for helper in helpers {
            helper
                .join()
                .unwrap_or_else(|panicked| panic::resume_unwind(panicked));
        }
    });
    results.into_iter().flatten().collect()
}

/// The paths, languages included, whose public bodies as they are at `now` only one of two datasets has, or both with
/// other bytes; in order.
///
/// # Errors
/// A page could not be rendered.
pub fn differing_paths(
    old: &Arc<Dataset>,
    new: &Arc<Dataset>,
    now: Timestamp,
) -> Result<Vec<String>, SiteError> {
    let data = |dataset| {
        Arc::new(SiteData::new(
            dataset,
            &SiteOptions::default(),
            Summary::new(dataset, now),
        ))
    };
    let (old, new) = (data(old), data(new));
    let (old_hashes, new_hashes) = (hashes(&old), hashes(&new));
    let set = |hashes: &[Fingerprint]| hashes.iter().copied().collect::<HashSet<_>>();
    let common = &set(&old_hashes) & &set(&new_hashes);
    let before = Side::new(&old, &old_hashes, &common)?;
    let after = Side::new(&new, &new_hashes, &common)?;
    let mut differing = BTreeSet::new();
    for (path, page) in before.public_pages() {
        let is_same = after
            .pages
            .get(path)
            .map(|other| before.is_same(page, &after, other))
            .transpose()?;
        differing.extend((is_same != Some(true)).then(|| path.to_string()));
    }
    let is_added = |path: &&Arc<str>| !before.pages.contains_key(*path);
    differing.extend(
        after
            .public_pages()
            .map(|(path, _)| path)
            .filter(is_added)
            .map(ToString::to_string),
    );
    differing.extend(sdmx::differing_paths(&old, &new)?);
    Ok(differing.into_iter().collect())
}

/// The hashes of what the pages of indicators and categories are made from, in the order of [`Built::hashed`].
fn hashes(data: &SiteData) -> Vec<Fingerprint> {
    let inputs = DatasetInputs::new(data);
    inputs
        .pages
        .iter()
        .map(hash)
        .chain(inputs.categories.iter().map(hash))
        .collect()
}

/// One of two datasets that are compared, without the pages that are made from the same in both.
struct Side<'a> {
    data: &'a Arc<SiteData>,
    /// The data with only the indicators in which the two differ.
    part: Arc<SiteData>,
    pages: BTreeMap<Arc<str>, Arc<Page>>,
}

impl<'a> Side<'a> {
    fn new(
        data: &'a Arc<SiteData>,
        hashes: &[Fingerprint],
        common: &HashSet<Fingerprint>,
    ) -> Result<Self, SiteError> {
        let none: FormerPages = common.iter().map(|hash| (*hash, Arc::default())).collect();
        let pages = build(data, &Bodies::Compared, &none)?.pages;
        let differing = data
            .dataset
            .indicators()
            .zip(hashes)
            .filter(|(_, hash)| !common.contains(hash));
        let differing: HashSet<&Key> = differing.map(|(indicator, _)| &indicator.key).collect();
        Ok(Side {
            data,
            part: Arc::new(part(data, |key| differing.contains(key))),
            pages,
        })
    }

    fn public_pages(&self) -> impl Iterator<Item = (&Arc<str>, &Page)> {
        let pages = self.pages.iter().map(|(path, page)| (path, &**page));
        pages.filter(|(_, page)| page.caching == Caching::Public)
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        self.data
            .dataset
            .indicators()
            .map(|indicator| &indicator.key)
    }

    /// Whether a page has the same bytes on both sides, in each of its forms. One that lists all indicators has them where
    /// it has them of those that differ, and where all have the same order.
    fn is_same(&self, page: &Page, other_side: &Side<'_>, other: &Page) -> Result<bool, SiteError> {
        let path = page.path.as_deref().unwrap_or_default();
        let is_of_all = page.listed.is_some() && urls::data_key(urls::unlocalized(path)).is_none();
        if is_of_all && !self.keys().eq(other_side.keys()) {
            return Ok(false);
        }
        for form in Form::ALL {
            let hash = |side: &Side<'_>, page| {
                form_hash(if is_of_all { &side.part } else { side.data }, page, form)
            };
            if hash(self, page)? != hash(other_side, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn form_hash(data: &Arc<SiteData>, page: &Page, form: Form) -> Result<Option<TextHash>, SiteError> {
    if let Some(body) = page.body(form) {
        return Ok(Some(body.hash()));
    }
    if form == Form::Alternate && !page.has_forms() {
        return Ok(None);
    }
    let written =
        written(data, page, &Query::default(), form).map_err(|error| format!("{error:?}"))?;
    written
        .map(|written| Ok(written.measure()?.hash))
        .transpose()
}

/// The same with some of the indicators.
fn part(data: &SiteData, is_wanted: impl Fn(&Key) -> bool) -> SiteData {
    let mut dataset = Dataset::clone(&data.dataset);
    for category in &mut dataset.categories {
        category
            .indicators
            .retain(|indicator| is_wanted(&indicator.key));
    }
    let (dataset, whole) = (Arc::new(dataset), &data.summary);
    let summary = Summary {
        status: whole.status,
        ..Summary::new(&dataset, whole.built_at)
    };
    SiteData::new(&dataset, &data.options, summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let squares = parallel_map(&items, |item| Ok::<_, ()>(item * item)).unwrap();
        assert!(
            squares
                .iter()
                .zip(&items)
                .all(|(square, item)| *square == item * item)
        );
        assert_eq!(
            parallel_map(&items, |item| if *item > 7 { Err(*item) } else { Ok(()) }),
            Err(8)
        );
    }
}
