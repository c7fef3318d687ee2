//! From a dataset at an instant to pages, and the bodies in which two datasets differ. The stored bodies of an indicator, and
//! those of a category, are one value under the hash of what they are made from: while that stays the same they are taken over
//! whole. Collections are rendered for every snapshot.

use super::*;

use std::hash::Hash;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

use super::packing;
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
        parallel_map(&inputs.pages, |input| value(input, former, || indicator_pages(input, bodies)))?;
    let categories =
        parallel_map(&inputs.categories, |input| value(input, former, || category_pages(input, bodies)))?;
    let keys = data.dataset.indicators().map(|indicator| indicator.key.as_str());
    inputs.history_hashes =
        keys.zip(&indicators).map(|(key, value)| (key, history_hashes(key, value))).collect();
    let resources: Vec<&'static Resource> = RESOURCES.iter().collect();
    let collections = parallel_map(&resources, |resource| collection(resource, &inputs, bodies))?;
    let mut collections: Pages = collections.into_iter().flatten().collect();
    let (sdmx, structures) = SdmxPages::new(data, bodies)?;
    collections.extend(structures);
    packing::release_compressors();
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

fn indicator_pages(input: &PageInputs<'_>, bodies: &Bodies) -> Result<Pages, SiteError> {
    let whole = Selected::whole(input.indicator, input.effective.status);
    let mut pages = Pages::new();
    for resource in RESOURCES {
        let path = urls::of(resource.path, input.indicator.key.as_str());
        match resource.render {
            Render::Indicator(write) => pages.extend(in_languages(resource, &path, write(input)?, bodies)),
            Render::Listing(listing) if resource.is_of_indicator() => {
                pages.extend(listed(resource, &path, listing, |lang| {
                    listing.stored_body(&whole, lang, bodies)
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
    let page = |lang, texts| Page::new(&resource.facts, texts, bodies).in_language(lang, path);
    Lang::ALL.map(|lang| page(lang, texts.get(lang).clone())).into_iter()
}

/// The pages of a listing, with the bodies that are stored of it.
fn listed(
    resource: &'static Resource,
    path: &str,
    listing: &'static Listing,
    stored: impl Fn(Lang) -> io::Result<Option<Body>>,
) -> io::Result<Pages> {
    let page = |lang| {
        let page = Page::stored(&resource.facts, [stored(lang)?, None]);
        Ok(Page { listed: Some(listing.parameters), ..page }.in_language(lang, path))
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
            let texts = Localized::try_build(|lang| write(inputs, lang))?;
            return Ok(in_languages(resource, resource.path, texts, bodies).collect());
        }
        Render::Nsdp(write) => {
            let Some(nsdp) = &inputs.dataset.nsdp else { return Ok(Pages::new()) };
            let texts = Localized::try_build(|lang| write(inputs, nsdp, lang))?;
            return Ok(in_languages(resource, resource.path, texts, bodies).collect());
        }
        Render::Listing(listing) if !resource.is_of_indicator() => {
            return Ok(listed(resource, resource.path, listing, |_| Ok(None))?);
        }
        Render::Single(write) => match write(inputs) {
            Some(texts) => texts,
            None => return Ok(Pages::new()),
        },
        Render::Public(write) => match &inputs.options.public_url {
            Some(url) => write(inputs, url)?,
            None => return Ok(Pages::new()),
        },
        Render::NsdpFile => return Ok(nsdp_files(resource, inputs.dataset)),
        Render::Description => description::openapi(inputs)?,
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

/// The results of `work`, or its first error, in the order of the items. All processors that the process may use take part;
/// where no thread can be had, the calling one works alone.
fn parallel_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut done = thread::scope(|scope| {
        let helpers = 1..processors.min(items.len());
        let spawn = |_| Builder::new().name("build".to_owned()).spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = helpers.map_while(spawn).collect();
        let mut done = run();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The paths, languages included, whose public bodies as they are at `now` only one of two datasets has, or both with
/// other bytes; in order.
///
/// # Errors
/// Those of renderers.
pub fn differing_paths(
    old: &Arc<Dataset>,
    new: &Arc<Dataset>,
    now: Timestamp,
) -> Result<Vec<String>, SiteError> {
    let data =
        |dataset| Arc::new(SiteData::new(dataset, &SiteOptions::default(), Summary::new(dataset, now)));
    let (old, new) = (data(old), data(new));
    let (old_hashes, new_hashes) = (hashes(&old), hashes(&new));
    let in_new: HashSet<&Fingerprint> = new_hashes.iter().collect();
    let common: HashSet<Fingerprint> =
        old_hashes.iter().copied().filter(|hash| in_new.contains(hash)).collect();
    let before = Side::new(&old, &old_hashes, &common)?;
    let after = Side::new(&new, &new_hashes, &common)?;
    let mut differing = BTreeSet::new();
    for (path, page) in before.public_pages() {
        let is_same = after.pages.get(path).map(|other| before.is_same(page, &after, other)).transpose()?;
        differing.extend((is_same != Some(true)).then(|| path.to_string()));
    }
    let is_added = |path: &&Arc<str>| !before.pages.contains_key(*path);
    differing.extend(after.public_pages().map(|(path, _)| path).filter(is_added).map(ToString::to_string));
    differing.extend(sdmx::differing_paths(&old, &new)?);
    Ok(differing.into_iter().collect())
}

/// One of two datasets that are compared, without the values that are common to both.
struct Side<'a> {
    data: &'a Arc<SiteData>,
    /// With those indicators alone in which the two differ.
    part: Arc<SiteData>,
    pages: PagesByPath,
}

impl<'a> Side<'a> {
    fn new(
        data: &'a Arc<SiteData>,
        hashes: &[Fingerprint],
        common: &HashSet<Fingerprint>,
    ) -> Result<Self, SiteError> {
        let values: Values = common.iter().map(|hash| (*hash, Arc::default())).collect();
        let pages = build(data, &Bodies::Compared, &values)?.pages;
        let differing = data.dataset.indicators().zip(hashes).filter(|(_, hash)| !common.contains(hash));
        let differing: HashSet<&Key> = differing.map(|(indicator, _)| &indicator.key).collect();
        Ok(Side { data, part: Arc::new(part(data, |key| differing.contains(key))), pages })
    }

    fn public_pages(&self) -> impl Iterator<Item = (&Arc<str>, &Page)> {
        let pages = self.pages.iter().map(|(path, page)| (path, &**page));
        pages.filter(|(_, page)| page.caching == Caching::Public)
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        self.data.dataset.indicators().map(|indicator| &indicator.key)
    }

    /// Whether a page has the same bytes on both sides, in each of its forms. One that lists all indicators has them where
    /// it has them of those that differ, and where all have the same order.
    fn is_same(&self, page: &Page, other_side: &Side<'_>, other: &Page) -> Result<bool, SiteError> {
        let path = page.path.as_deref().unwrap_or_default();
        let is_of_all = page.listed.is_some() && !path.contains("/data/") && urls::domain_in(path).is_none();
        if is_of_all && !self.keys().eq(other_side.keys()) {
            return Ok(false);
        }
        for form in Form::ALL {
            let hash =
                |side: &Side<'_>, page| form_hash(if is_of_all { &side.part } else { side.data }, page, form);
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
    if page.listed.is_none() || (form == Form::Alternate && !page.has_forms()) {
        return Ok(None);
    }
    let written = written(data, page, &Query::default(), form).map_err(|error| format!("{error:?}"))?;
    written.map(|written| Ok(written.measure()?.hash)).transpose()
}

/// The same with some of the indicators.
fn part(data: &SiteData, is_wanted: impl Fn(&Key) -> bool) -> SiteData {
    let mut dataset = Dataset::clone(&data.dataset);
    for category in &mut dataset.categories {
        category.indicators.retain(|indicator| is_wanted(&indicator.key));
    }
    let (dataset, whole) = (Arc::new(dataset), &data.summary);
    let summary = Summary { status: whole.status, ..Summary::new(&dataset, whole.built_at) };
    SiteData::new(&dataset, &data.options, summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let squares = parallel_map(&items, |item| Ok::<_, ()>(item * item)).unwrap();
        assert!(squares.iter().zip(&items).all(|(square, item)| *square == item * item));
        assert_eq!(parallel_map(&items, |item| if *item > 7 { Err(*item) } else { Ok(()) }), Err(8));
    }
}
