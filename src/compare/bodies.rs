//! Two datasets are equal if every body that they would be published as is: the finished bytes are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Difference, Field};
use crate::dataset::Dataset;
use crate::model::Timestamp;
use crate::site::{Caching, Site, SiteError, SiteOptions, urls};

/// The entity tags of every public page by its path: those of both its forms.
type Tags = BTreeMap<String, (String, Option<String>)>;

/// Finds the bodies that differ, and those of them that the difference does not explain otherwise.
pub fn compare(
    old: &Dataset,
    new: &Dataset,
    at: Timestamp,
    difference: &mut Difference,
) -> Result<(), SiteError> {
    let (before, after) = (tags(old, at)?, tags(new, at)?);
    difference.bodies = differing(&before, &after);
    let dated = |change: &super::FieldChange| matches!(change.field, Field::Version | Field::AsOf);
    // What follows from the version and the as-of instant is what is the same without them.
    let rest = if !difference.bodies.is_empty() && difference.fields.iter().any(dated) {
        let undated = Dataset { version: old.version.clone(), as_of: old.as_of, ..new.clone() };
        differing(&before, &tags(&undated, at)?)
    } else {
        difference.bodies.clone()
    };
    let changed: BTreeSet<&str> = difference.indicators.iter().map(|change| change.key.as_str()).collect();
    let whole = !difference.fields.iter().all(dated);
    let any = whole || !changed.is_empty();
    let explained = |path: &String| match key_of(path) {
        Some(key) => changed.contains(key) || whole,
        None => any,
    };
    difference.unexplained = rest.into_iter().filter(|path| !explained(path)).collect();
    Ok(())
}

fn tags(dataset: &Dataset, at: Timestamp) -> Result<Tags, SiteError> {
    let site = Site::build(&Arc::new(dataset.clone()), &SiteOptions::default(), at, None)?;
    let public = site.pages().filter(|(_, page)| page.caching == Caching::Public);
    let tag = |page: &crate::site::Page| {
        let alternate = page.alternate.as_ref().map(|(_, variant)| variant.identity.tag().to_owned());
        (page.default.identity.tag().to_owned(), alternate)
    };
    Ok(public.map(|(path, page)| (path.to_owned(), tag(page))).collect())
}

/// The paths that only one of them has, or that have other bytes.
fn differing(before: &Tags, after: &Tags) -> Vec<String> {
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).cloned().collect()
}

/// The indicator whose data a path is. Pages for people show their neighbours as well, and are nobody's alone.
fn key_of(path: &str) -> Option<&str> {
    let path = urls::unlocalized(path);
    let rest = path.strip_prefix("/data/")?;
    rest.split('/').next().map(|name| name.strip_suffix(".json").unwrap_or(name))
}
