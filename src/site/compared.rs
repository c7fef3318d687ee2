//! The bodies in which two datasets differ. Of indicators and categories that are made from the same in both nothing is
//! rendered; nothing is packed or kept.

use super::*;

use super::build::{build, hashes};

/// What is compared of a body: the hashes of its forms, or for what lists indicators one after the other their keys too.
type Compared = BTreeMap<String, Vec<Option<TextHash>>>;

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
    let side = |dataset| {
        let data = SiteData::new(dataset, &SiteOptions::default(), Summary::new(dataset, now));
        let hashes = hashes(&data);
        (Arc::new(data), hashes)
    };
    let ((old, old_hashes), (new, new_hashes)) = (side(old), side(new));
    let new_values: HashSet<Fingerprint> = new_hashes.iter().copied().collect();
    let common: HashSet<Fingerprint> =
        old_hashes.iter().copied().filter(|hash| new_values.contains(hash)).collect();
    let (before, after) = (compared(&old, &old_hashes, &common)?, compared(&new, &new_hashes, &common)?);
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut differing: BTreeSet<String> =
        paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).cloned().collect();
    differing.extend(sdmx::differing_paths(&old, &new)?);
    Ok(differing.into_iter().collect())
}

/// The bodies of a dataset but for values that are `common` to both.
fn compared(
    data: &Arc<SiteData>,
    hashes: &[Fingerprint],
    common: &HashSet<Fingerprint>,
) -> Result<Compared, SiteError> {
    let values: Values = common.iter().map(|hash| (*hash, Arc::default())).collect();
    let built = build(data, &Bodies::Compared, &values)?;
    // What lists many indicators is the same where it is of those that differ, and where all have the same order.
    let differing = data.dataset.indicators().zip(hashes).filter(|(_, hash)| !common.contains(hash));
    let differing: HashSet<&Key> = differing.map(|(indicator, _)| &indicator.key).collect();
    let part = Arc::new(part(data, |key| differing.contains(key)));
    let keys: Vec<&str> = data.dataset.indicators().map(|indicator| indicator.key.as_str()).collect();
    let order = TextHash::of(keys.join(" ").as_bytes());
    let mut all = Compared::new();
    for (path, page) in built.pages.iter().filter(|(_, page)| page.caching == Caching::Public) {
        let is_of_all = page.listed.is_some() && !path.contains("/data/") && urls::domain_in(path).is_none();
        let mut hashes = Vec::new();
        for form in Form::ALL {
            let data = if is_of_all { &part } else { data };
            hashes.push(form_hash(data, page, form)?);
        }
        hashes.extend(is_of_all.then_some(Some(order)));
        all.insert(path.to_string(), hashes);
    }
    Ok(all)
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
