//! From a dataset at an instant to pages, and the paths at which two datasets differ. The pages of an indicator, and those of a
//! category, are found again by the hash of what they are made from: while that stays the same they are taken over whole.
//! Collections are rendered for every snapshot.

use super::*;

use std::hash::Hash;
use std::panic;
use std::thread::{self, Builder};

use super::documents::openapi::openapi;

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
    for (input, pages) in inputs.pages.iter().zip(&hashed) {
        let key = input.indicator.key.as_str();
        let hashes = history_hashes(pages);
        inputs.history_hashes.insert(key, hashes);
    }

    hashed.extend(parallel_map(&inputs.categories, |input| {
        reuse(input, former, || category_pages(input, bodies))
    })?);
    let collections = parallel_map(RESOURCES, |resource| {
        collection_pages(resource, &inputs, bodies)
    })?;
    let mut collections = collections.concat();
    let (sdmx, structures) = SdmxPages::new(data, bodies)?;
    collections.extend(structures);
    packing::release_compressors();

    let mut pages = BTreeMap::new();
    let of_parts = hashed.iter().flat_map(|(_, pages)| pages.iter());
    for page in of_parts.chain(&collections) {
        if let Some(path) = &page.path {
            pages.insert(Arc::clone(path), Arc::clone(page));
        }
    }

    Ok(Built {
        pages,
        sdmx,
        snapshot: snapshot(&hashed, &collections),
        hashed,
    })
}

/// The hash of what pages are made from, and of the program that makes them.
pub fn hash(inputs: &impl Hash) -> Fingerprint {
    Fingerprint::of(&(env!("CARGO_PKG_VERSION"), inputs))
}

/// Takes over the pages that were made from the same, or renders them.
fn reuse(
    inputs: &impl Hash,
    former: &FormerPages,
    render: impl FnOnce() -> Result<Pages, SiteError>,
) -> Result<HashedPages, SiteError> {
    let hash = hash(inputs);
    let pages = match former.get(&hash) {
        Some(pages) => Arc::clone(pages),
        None => Arc::new(render()?),
    };

    Ok((hash, pages))
}

/// The pages of a subject, as far as they are stored.
struct SubjectPages<'b> {
    subject: Subject,
    bodies: &'b Bodies,
    pages: Pages,
}

impl<'b> SubjectPages<'b> {
    fn new(subject: Subject, bodies: &'b Bodies) -> Self {
        SubjectPages {
            subject,
            bodies,
            pages: Pages::new(),
        }
    }

    /// Stores the texts of a resource, in a language where it has one.
    fn add(
        &mut self,
        resource: &'static Resource,
        lang: Option<Lang>,
        texts: Texts,
    ) -> io::Result<()> {
        let stored = self.bodies.store_texts(texts, resource.facts.in_memory)?;
        let mut page = resource.page(self.subject.clone(), stored);
        if let Some(lang) = lang {
            page = page.in_language(lang);
        }

        self.pages.push(Arc::new(page));
        Ok(())
    }
}

fn indicator_pages(input: &PageInputs, bodies: &Bodies) -> Result<Pages, SiteError> {
    let subject = Subject::Indicator(input.indicator.key.clone());
    let whole = Selected::new(input.indicator, input.effective.status, &Query::default());
    let mut pages = SubjectPages::new(subject, bodies);

    for resource in RESOURCES {
        match resource.render {
            Render::Indicator(render) => {
                for (lang, texts) in render(input)?.into_each() {
                    pages.add(resource, Some(lang), texts)?;
                }
            }
            Render::Listing(listing) if resource.is_of_indicator() => {
                for lang in Lang::ALL {
                    let texts = listing.stored_texts(&whole, lang)?;
                    pages.add(resource, Some(lang), texts)?;
                }
            }
            _ => {}
        }
    }

    Ok(pages.pages)
}

fn category_pages(input: &CategoryInputs, bodies: &Bodies) -> Result<Pages, SiteError> {
    let mut pages = SubjectPages::new(Subject::Category(input.category.id.into()), bodies);
    for resource in RESOURCES {
        if let Render::Category(render) = resource.render {
            for lang in Lang::ALL {
                pages.add(resource, Some(lang), render(input, lang)?)?;
            }
        }
    }

    Ok(pages.pages)
}

/// The pages of a resource that is neither of an indicator nor of a category; none where the dataset does without it.
fn collection_pages(
    resource: &'static Resource,
    inputs: &DatasetInputs,
    bodies: &Bodies,
) -> Result<Pages, SiteError> {
    let mut pages = SubjectPages::new(Subject::Service, bodies);
    match resource.render {
        Render::Dataset(render) => {
            for lang in Lang::ALL {
                pages.add(resource, Some(lang), render(inputs, lang)?)?;
            }
        }
        Render::Nsdp(render) => {
            if let Some(nsdp) = &inputs.dataset.nsdp {
                for lang in Lang::ALL {
                    pages.add(resource, Some(lang), render(inputs, nsdp, lang)?)?;
                }
            }
        }
        Render::NsdpFile => {
            for id in public_domains(inputs.dataset) {
                pages.subject = Subject::Domain(id.into());
                pages.add(resource, None, Texts::default())?;
            }
        }
        Render::Listing(_) if !resource.is_of_indicator() => {
            for lang in Lang::ALL {
                pages.add(resource, Some(lang), Texts::default())?;
            }
        }
        Render::Single(render) => {
            if let Some(texts) = render(inputs) {
                pages.add(resource, None, texts)?;
            }
        }
        Render::Description => pages.add(resource, None, openapi(RESOURCES, inputs)?)?,
        Render::Health => pages.add(resource, None, Texts::of("ok"))?,
        _ => {}
    }

    Ok(pages.pages)
}

/// The data categories of the National Summary Data Page that have a public figure, by their ids.
fn public_domains(dataset: &Dataset) -> impl Iterator<Item = &str> {
    let categories = dataset.nsdp.iter().flat_map(|nsdp| &nsdp.categories);
    let ids = categories.map(|category| category.id.as_str());
    ids.filter(|id| dataset.nsdp_series(id).next().is_some())
}

/// The hash of the text of `history.csv` in each language; where pages are only compared, that of what they are made from.
fn history_hashes((hash, pages): &HashedPages) -> Localized<TextHash> {
    Localized::build(|lang| {
        let mut tables = pages
            .iter()
            .filter(|page| page.resource == Some(urls::HISTORY_TABLE));
        let table = tables.find(|page| page.lang == Some(lang));
        let body = table.and_then(|page| page.body(Form::Default));
        body.map_or_else(|| TextHash::of(hash.as_bytes()), Body::hash)
    })
}

fn snapshot(hashed: &[HashedPages], collections: &[Arc<Page>]) -> String {
    let mut hash = Sha256::new_with_prefix(env!("CARGO_PKG_VERSION"));
    for (made_from, _) in hashed {
        hash.update(made_from.as_bytes());
    }

    for page in collections {
        if page.caching != Caching::Public {
            continue;
        }

        hash.update(page.path.as_deref().unwrap_or_default());
        for body in page.stored.iter().flatten() {
            hash.update(body.hash().hex());
        }
    }

    hex(&hash.finalize()[..16])
}

/// The results of `work`, or its first error, in the order of the items. All processors that the process may use take part;
/// where no thread can be had, the calling one works alone.
fn parallel_map<'a, T: Sync, R: Send, E: Send>(
    items: &'a [T],
    work: impl Fn(&'a T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut results = Vec::new();
    results.resize_with(items.len(), || None);
    let jobs = Mutex::new(items.iter().zip(&mut results));
    let processors = thread::available_parallelism().map_or(1, usize::from);

    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..processors.min(items.len()) {
            let builder = Builder::new().name("build".to_owned());
            helpers.extend(builder.spawn_scoped(scope, || do_jobs(&jobs, &work)));
        }

        do_jobs(&jobs, &work);
        for helper in helpers {
            if let Err(panicked) = helper.join() {
                panic::resume_unwind(panicked);
            }
        }
    });

    results.into_iter().flatten().collect()
}

/// Does one job after the other, until none is left.
fn do_jobs<'r, T, R: 'r>(
    jobs: &Mutex<impl Iterator<Item = (T, &'r mut Option<R>)>>,
    work: &impl Fn(T) -> R,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((item, result)) = job else { return };
        *result = Some(work(item));
    }
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
