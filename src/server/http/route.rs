//! Which page answers at a path, and which one says that nothing is there.

use crate::model::Lang;
use crate::server::snapshot::{Live, Served};
use crate::site::{ApiError, Page, urls};

/// What answers at a path.
pub enum Route<'a> {
    /// A page of the snapshot, or one that says that there is none.
    Page(&'a Page),
    /// A page that is computed for every request.
    Live(&'a Live),
    /// The page is at this path.
    Moved(String),
}

/// Finds what answers at a decoded path.
pub fn find<'a>(served: &'a Served, path: &str) -> Route<'a> {
    if let Some(page) = served.page(path) {
        return Route::Page(page);
    }
    if let Some(live) = served.live(path) {
        return Route::Live(live);
    }
    match moved(served, path) {
        Some(right) => Route::Moved(right),
        None => Route::Page(missing(served, path)),
    }
}

/// Where the page is that somebody asks for with a slash too many or too few: an overview without its slash, another
/// page for people with one [D10.missing].
fn moved(served: &Served, path: &str) -> Option<String> {
    let right = match path.strip_suffix('/') {
        Some(page) => page.to_owned(),
        None => format!("{path}/"),
    };
    served.page(&right).filter(|page| page.facts.is_document()).map(|_| right)
}

/// The page that says that there is nothing at a path: for people where people look, for programs elsewhere.
fn missing<'a>(served: &'a Served, path: &str) -> &'a Page {
    let lang = Lang::of_path(path);
    served.refusal(nothing_at(path, |key| served.page(&urls::of(urls::INDICATOR, key)).is_some()), lang)
}

/// Which refusal says so.
fn nothing_at(path: &str, is_known: impl FnOnce(&str) -> bool) -> ApiError {
    let path = urls::unlocalized(path);
    if let Some(rest) = path.strip_prefix("/data/") {
        let key = match rest.split_once('/') {
            Some((key, _)) => Some(key),
            None => rest.strip_suffix(".json"),
        };
        let is_unknown = key.is_some_and(|key| !key.is_empty() && !is_known(key));
        return if is_unknown { ApiError::UnknownKey } else { ApiError::UnknownPath };
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with("/view/") || (path.starts_with('/') && !last.contains('.')) {
        ApiError::UnknownPage
    } else {
        ApiError::UnknownPath
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_a_kind() {
        for (path, kind) in [
            ("/data/x.json", ApiError::UnknownKey),
            ("/en/data/x.json", ApiError::UnknownKey),
            ("/data/x/history.json", ApiError::UnknownKey),
            ("/data/x/anything/else", ApiError::UnknownKey),
            ("/data/usd/nothing.json", ApiError::UnknownPath),
            ("/en/data/usd/", ApiError::UnknownPath),
            ("/data/.json", ApiError::UnknownPath),
            ("/data/x.csv", ApiError::UnknownPath),
            ("/data/", ApiError::UnknownPath),
            ("/fr/data/x.json", ApiError::UnknownPath),
            ("/endata/x.json", ApiError::UnknownPath),
            ("/nowhere.txt", ApiError::UnknownPath),
            ("*", ApiError::UnknownPath),
            ("/nowhere", ApiError::UnknownPage),
            ("/en/nowhere/", ApiError::UnknownPage),
            ("/view/x.json", ApiError::UnknownPage),
            ("/en/view/x", ApiError::UnknownPage),
            ("/data", ApiError::UnknownPage),
        ] {
            assert_eq!(nothing_at(path, |key| key == "usd"), kind, "{path}");
        }
    }
}
