//! The path and the query of a request → what answers there.

use super::*;

use std::borrow::Cow;

use super::request_target::RequestTarget;
use crate::site::{DataAnswer, Located, Site, empty_page};

/// The answer at a path.
pub enum Route<'a> {
    /// A page of the snapshot, at this path.
    Page(Cow<'a, str>, &'a Page),
    /// A page that is made for this request: a refusal too.
    Made(Box<Page>),
    Live(&'a Live),
    /// A message of SDMX that is put together for this request.
    Data(Box<DataAnswer>),
    Moved(Redirect),
}

/// The page is at another path.
pub struct Redirect {
    /// Without the root.
    pub location: String,
    /// Pages of other origins may follow it.
    pub is_cross_origin: bool,
}

impl Redirect {
    fn to(location: impl Into<String>, is_cross_origin: bool) -> Self {
        Redirect {
            location: location.into(),
            is_cross_origin,
        }
    }
}

/// The pages that are answered at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Everything,
    /// All but the pages that are computed for every request: another address has those.
    Public,
    /// Those pages, and whether the service is well.
    Monitoring,
}

/// Finds what answers at the path of a target, `path`, for a client with this `Accept`.
pub fn find<'a>(
    served: &'a Served,
    scope: Scope,
    target: &RequestTarget<'_>,
    path: &'a str,
    accept: &[&'a str],
) -> Route<'a> {
    let site = &served.site;
    // Live pages come first: they answer before a first release too.
    let mut live = served.live.iter();
    if let Some((_, live)) = live.find(|(at, _)| *at == path)
        && target.is_path
        && scope != Scope::Public
    {
        return Route::Live(live);
    }

    if !served.is_published {
        return Route::Made(Box::new(unpublished_page(path, accept, site)));
    }

    if path.is_empty() && target.path().is_some() {
        return Route::Moved(Redirect::to(urls::OVERVIEW, false));
    }

    if scope == Scope::Monitoring && path != urls::HEALTH {
        let refusal = site.refusal(&ApiError::UnknownPath, Lang::of_path(path));
        return Route::Made(Box::new(refusal));
    }

    if path == urls::SDMX || differs_by_slash(path, urls::SDMX) {
        return Route::Moved(Redirect::to(urls::DATAFLOWS, true));
    }

    // Results are made for each request, so that there is no page to be found by its address.
    if differs_by_slash(urls::unlocalized(path), urls::SEARCH) {
        return Route::Moved(Redirect::to(canonical_slash(path), false));
    }

    let path = match site.locate(path, &target.parameters(), || negotiation::accepted(accept)) {
        Located::Page(path) => path,
        Located::Data(answer) => return Route::Data(answer),
        Located::Made(page) => return Route::Made(page),
    };

    if let Some(page) = site.page(&path) {
        return Route::Page(path, page);
    }

    if let Some(redirect) = find_moved(site, &path) {
        return Route::Moved(redirect);
    }

    let kind = missing_error(&path, accept, |key| {
        let page = urls::of(urls::INDICATOR, key);
        site.page(&page).is_some()
    });
    Route::Made(Box::new(site.refusal(&kind, Lang::of_path(&path))))
}

/// The page that is meant by a path with a slash too many or too few, or with a key in capitals.
fn find_moved(site: &Site, path: &str) -> Option<Redirect> {
    let canonical = canonical_slash(path);
    if let Some(page) = site.page(&canonical)
        && page.facts.is_document()
    {
        return Some(Redirect::to(canonical, false));
    }

    let location = urls::with_lower_key(path)?;
    let page = site.page(&location)?;
    Some(Redirect::to(location, page.facts.cross_origin))
}

/// The answer to everything before a first release: a page for a browser, an error for a program.
fn unpublished_page(path: &str, accept: &[&str], site: &Site) -> Page {
    let lang = Lang::of_path(path);
    let is_data = urls::data_key(urls::unlocalized(path)).is_some();
    if !is_data && names_hypertext(accept) {
        return empty_page(lang);
    }

    site.refusal(&ApiError::NothingPublished, lang)
}

/// The path with a slash at its end if it has none, and without if it has one: an overview has one, another page for
/// people has not [D10.missing].
fn canonical_slash(path: &str) -> String {
    match path.strip_suffix('/') {
        Some(path) => path.to_owned(),
        None => format!("{path}/"),
    }
}

/// Returns true if one path is the other with a slash at its end.
fn differs_by_slash(path: &str, other: &str) -> bool {
    path.strip_suffix('/') == Some(other) || other.strip_suffix('/') == Some(path)
}

/// The error at a path without a page. It becomes a page for a browser, an error for a program; below `/data/` it is an
/// error for both.
fn missing_error(path: &str, accept: &[&str], is_known: impl FnOnce(&str) -> bool) -> ApiError {
    match urls::data_key(urls::unlocalized(path)) {
        Some(key) if !key.is_empty() && !is_known(key) => ApiError::UnknownKey,
        None if names_hypertext(accept) => ApiError::UnknownPage,
        _ => ApiError::UnknownPath,
    }
}

/// Returns true if a client names HTML among what it accepts, as browsers do.
fn names_hypertext(accept: &[&str]) -> bool {
    let ranges = negotiation::accepted(accept).unwrap_or_default();
    ranges
        .iter()
        .any(|range| range.name.eq_ignore_ascii_case("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_a_kind() {
        let kind = |path, accept: &[&str]| missing_error(path, accept, |key| key == "usd");
        for (path, expected) in [
            ("/data/x.json", ApiError::UnknownKey),
            ("/en/data/x.json", ApiError::UnknownKey),
            ("/data/x/history.json", ApiError::UnknownKey),
            ("/data/x/anything/else", ApiError::UnknownKey),
            ("/data/usd/nothing.json", ApiError::UnknownPath),
            ("/en/data/usd/", ApiError::UnknownPath),
            ("/data/.json", ApiError::UnknownPath),
            ("/data/x.csv", ApiError::UnknownPath),
            ("/data/", ApiError::UnknownPath),
        ] {
            for accept in [&[][..], &["text/html"], &["application/json"]] {
                assert_eq!(kind(path, accept), expected, "{path} {accept:?}");
            }
        }

        for path in [
            "/data",
            "/en/data",
            "/api",
            "/data.json/",
            "/nowhere.txt",
            "/nowhere/",
            "/view/x",
            "/category/0.5",
            "/fr/data/x.json",
            "*",
        ] {
            for accept in [
                &[][..],
                &["*/*"],
                &["application/json"],
                &["text/html;q=0, */*"],
                &["text/*"],
            ] {
                assert_eq!(
                    kind(path, accept),
                    ApiError::UnknownPath,
                    "{path} {accept:?}"
                );
            }

            for accept in [
                &["text/html"][..],
                &["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
                &["application/json", "Text/HTML;q=0.1"],
            ] {
                assert_eq!(
                    kind(path, accept),
                    ApiError::UnknownPage,
                    "{path} {accept:?}"
                );
            }
        }
    }
}
