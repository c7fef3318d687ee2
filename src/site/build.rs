//! From a dataset at an instant to pages, and the paths at which two datasets differ. The pages of an indicator, and those of a
//! category, are found again by the hash of what they are made from: while that stays the same they are taken over whole.
//! Collections are rendered for every snapshot.

use super::*;

use std::hash::Hash;
use std::panic;
use std::thread::{self, Builder};

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
        .map(|(key, pages)| (key, history_hashes(pages)))
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
    let subject = Subject::Indicator(input.indicator.key.clone());
    let whole = Selected::new(input.indicator, input.effective.status, &Query::default());
    let mut pages = Pages::new();

    for resource in RESOURCES {
        match resource.render {
            Render::Indicator(render) => {
                let texts = render(input)?;
                pages.extend(in_languages(resource, &subject, |lang| {
                    let texts = texts.get(lang).clone();
                    Ok(bodies.store_texts(texts, resource.facts.in_memory)?)
                })?);
            }
            Render::Listing(listing) if resource.is_of_indicator() => {
                pages.extend(in_languages(resource, &subject, |lang| {
                    Ok([listing.stored_body(&whole, lang, bodies)?, None])
                })?);
            }
            _ => {}
        }
    }

    Ok(pages)
}

fn category_pages(input: &CategoryInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let subject = Subject::category(input.id);
    let mut pages = Pages::new();

    for resource in RESOURCES {
        if let Render::Category(render) = resource.render {
            pages.extend(in_languages(resource, &subject, |lang| {
                Ok(bodies.store_texts(render(input, lang)?, resource.facts.in_memory)?)
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
    let is_kept = resource.facts.in_memory;
    let single = match resource.render {
        Render::Dataset(render) => {
            return in_languages(resource, &Subject::Service, |lang| {
                Ok(bodies.store_texts(render(inputs, lang)?, is_kept)?)
            });
        }
        Render::Nsdp(render) => {
            let Some(nsdp) = &inputs.dataset.nsdp else {
                return Ok(Pages::new());
            };

            return in_languages(resource, &Subject::Service, |lang| {
                Ok(bodies.store_texts(render(inputs, nsdp, lang)?, is_kept)?)
            });
        }
        Render::Listing(_) if !resource.is_of_indicator() => {
            return in_languages(resource, &Subject::Service, |_| Ok([None, None]));
        }
        Render::NsdpFile => return Ok(nsdp_files(resource, inputs.dataset)),
        Render::Single(render) => render(inputs),
        Render::Public(render) => match &inputs.options.public_url {
            Some(url) => Some(render(inputs, url)?),
            None => None,
        },
        Render::Description => Some(description::openapi(inputs)?),
        Render::Health => Some(Texts::of("ok")),
        _ => None,
    };

    let Some(texts) = single else {
        return Ok(Pages::new());
    };

    let stored = bodies.store_texts(texts, is_kept)?;
    let page = resource.page(Subject::Service, stored);
    Ok(vec![Arc::new(page)])
}

/// The pages of a resource in every language, with the bodies that `store` gives.
fn in_languages(
    resource: &'static Resource,
    subject: &Subject,
    store: impl Fn(Lang) -> Result<[Option<Body>; 2], SiteError>,
) -> Result<Pages, SiteError> {
    let mut pages = Pages::new();
    for lang in Lang::ALL {
        let page = resource.page(subject.clone(), store(lang)?);
        pages.push(Arc::new(page.in_language(lang)));
    }

    Ok(pages)
}

/// The files of data categories that have a public figure; they are written when they are asked for.
fn nsdp_files(resource: &'static Resource, dataset: &Dataset) -> Pages {
    let mut pages = Pages::new();
    for category in dataset.nsdp.iter().flat_map(|nsdp| &nsdp.categories) {
        if dataset.nsdp_series(&category.id).next().is_none() {
            continue;
        }
        let subject = Subject::domain(&category.id);
        pages.push(Arc::new(resource.page(subject, [None, None])));
    }

    pages
}

/// The hash of the text of `history.csv` in each language; where pages are only compared, that of what they are made from.
fn history_hashes((hash, pages): &HashedPages) -> Localized<TextHash> {
    let is_table = |page: &Page| page.resource == Some(urls::HISTORY_TABLE);
    Localized::build(|lang| {
        let page = pages
            .iter()
            .find(|page| page.lang == Some(lang) && is_table(page));
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

/// A public body that only one of two datasets has, or both with other bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DifferingBody {
    /// Its path, with the language.
    pub path: String,
    /// The indicator whose data it is. Pages for people show their neighbours as well, and are nobody's alone.
    pub owner: Option<Key>,
}

impl DifferingBody {
    fn new(path: &str, page: &Page) -> Self {
        let is_data = !page.facts.is_document();
        DifferingBody {
            path: path.to_owned(),
            owner: page.subject.key().filter(|_| is_data).cloned(),
        }
    }

    fn of_sdmx(path: String) -> Self {
        DifferingBody { path, owner: None }
    }
}

impl Display for DifferingBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl Serialize for DifferingBody {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.path)
    }
}

/// The public bodies in which two datasets differ at `now`, in the order of their paths.
///
/// # Errors
/// A page could not be rendered.
pub fn differing_bodies(
    old: &Arc<Dataset>,
    new: &Arc<Dataset>,
    now: Timestamp,
) -> Result<Vec<DifferingBody>, SiteError> {
    let old = compared_data(old, now);
    let new = compared_data(new, now);
    let (old_hashes, new_hashes) = (hashes(&old), hashes(&new));
    let common: HashSet<Fingerprint> = {
        let new: HashSet<Fingerprint> = new_hashes.iter().copied().collect();
        let old = old_hashes.iter().copied();
        old.filter(|hash| new.contains(hash)).collect()
    };

    let before = Side::new(&old, &old_hashes, &common)?;
    let after = Side::new(&new, &new_hashes, &common)?;

    let mut differing = BTreeSet::new();
    for (path, page) in before.public_pages() {
        let is_same = match after.pages.get(path) {
            Some(other) => before.is_same(page, &after, other)?,
            None => false,
        };

        if !is_same {
            differing.insert(DifferingBody::new(path, page));
        }
    }

    for (path, page) in after.public_pages() {
        if !before.pages.contains_key(path) {
            differing.insert(DifferingBody::new(path, page));
        }
    }

    for path in sdmx::differing_paths(&old, &new)? {
        differing.insert(DifferingBody::of_sdmx(path));
    }

    Ok(differing.into_iter().collect())
}

fn compared_data(dataset: &Arc<Dataset>, now: Timestamp) -> Arc<SiteData> {
    let summary = Summary::new(dataset, now);
    Arc::new(SiteData::new(dataset, &SiteOptions::default(), summary))
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

    /// Returns true if a page has the same bytes on both sides, in each of its forms. One that lists all indicators has
    /// them where it has them of those that differ, and where all have the same order.
    fn is_same(&self, page: &Page, other_side: &Side<'_>, other: &Page) -> Result<bool, SiteError> {
        let is_of_all = page.is_written && page.subject == Subject::Service;
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

    let written = written::find_written(data, page, &Query::default(), form)
        .map_err(|error| format!("{error:?}"))?;
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
