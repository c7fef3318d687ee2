//! The public bodies in which two datasets differ. Pages that are made from the same in both are found by their hashes, and
//! rendered in neither.

use super::*;

use super::build::{FormerPages, build, hash};

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
}

impl Display for DifferingBody {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
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
    let before = Side::new(&old, &old_hashes, &new_hashes)?;
    let after = Side::new(&new, &new_hashes, &old_hashes)?;

    let mut differing = BTreeSet::new();
    let after_pages = after.pages.iter();
    let added = after_pages.filter(|(path, _)| !before.pages.contains_key(*path));
    for (path, page) in before.pages.iter().chain(added) {
        if page.caching != Caching::Public {
            continue;
        }

        let is_same = match (before.pages.get(path), after.pages.get(path)) {
            (Some(page), Some(other)) => before.is_same(page, &after, other)?,
            _ => false,
        };

        if !is_same {
            differing.insert(DifferingBody::new(path, page));
        }
    }

    for path in sdmx::differing_paths(&old, &new)? {
        differing.insert(DifferingBody { path, owner: None });
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
    let categories = inputs.categories.iter().map(hash);
    inputs.pages.iter().map(hash).chain(categories).collect()
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
        other_hashes: &[Fingerprint],
    ) -> Result<Self, SiteError> {
        let mut without_pages = FormerPages::new();
        for hash in other_hashes {
            without_pages.insert(*hash, Arc::default());
        }

        let pages = build(data, &Bodies::Compared, &without_pages)?.pages;
        let mut differing = HashSet::new();
        for (indicator, hash) in data.dataset.indicators().zip(hashes) {
            if !without_pages.contains_key(hash) {
                differing.insert(&indicator.key);
            }
        }

        Ok(Side {
            data,
            part: Arc::new(part(data, &differing)),
            pages,
        })
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        let indicators = self.data.dataset.indicators();
        indicators.map(|indicator| &indicator.key)
    }

    /// Returns true if a page has the same bytes on both sides, in each of its forms. One that lists all indicators has
    /// them where it has them of those that differ, and where all have the same order.
    fn is_same(&self, page: &Page, other_side: &Side, other: &Page) -> Result<bool, SiteError> {
        let is_of_all = page.is_written && page.subject == Subject::Service;
        if is_of_all && !self.keys().eq(other_side.keys()) {
            return Ok(false);
        }

        let (own, others) = if is_of_all {
            (&self.part, &other_side.part)
        } else {
            (self.data, other_side.data)
        };
        for form in Form::ALL {
            let own_hash = form_hash(own, page, form)?;
            if own_hash != form_hash(others, other, form)? {
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

    let written = written::find_written(data, page, &Query::default(), form);
    match written.map_err(|error| format!("{error:?}"))? {
        Some(written) => Ok(Some(written.measure()?.hash)),
        None => Ok(None),
    }
}

/// The same with some of the indicators.
fn part(data: &SiteData, wanted: &HashSet<&Key>) -> SiteData {
    let mut dataset = Dataset::clone(&data.dataset);
    for category in &mut dataset.categories {
        let indicators = &mut category.indicators;
        indicators.retain(|indicator| wanted.contains(&indicator.key));
    }

    let (dataset, whole) = (Arc::new(dataset), &data.summary);
    let summary = Summary {
        status: whole.status,
        ..Summary::new(&dataset, whole.built_at)
    };
    SiteData::new(&dataset, &data.options, summary)
}
