//! A request target as the client wrote it → the path and the query that it means → what answers there.

use super::*;

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::site::{DataAnswer, Located, Selector, Site, empty_page};

/// A request target over this many bytes is refused [D6].
pub const LONGEST_TARGET: usize = 8 * 1024;

/// A request target, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'a> {
    path: Option<Cow<'a, str>>,
    /// It was sent as a path, and not with a host before it.
    is_path: bool,
    /// As it was sent, without the question mark.
    pub query: &'a str,
}

impl<'a> RequestTarget<'a> {
    /// Reads the origin form (`/data.json?pretty=0`) and the absolute form (`http://host/data.json`). A path may begin with
    /// `root`, which is taken off.
    pub fn parse(raw: &'a str, root: &str) -> Self {
        let is_path = raw.starts_with('/');
        let origin = if is_path {
            raw
        } else if let Some(origin) = after_authority(raw) {
            origin
        } else {
            return RequestTarget {
                path: None,
                is_path,
                query: "",
            };
        };

        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        let path = if path.is_empty() { "/" } else { path };
        let path = without_root(path, root);
        // Elsewhere nothing needs encoding, and a second spelling of a path passes by what a proxy says of the first.
        let path = if path.starts_with(urls::SDMX) {
            decode(path)
        } else {
            Some(Cow::Borrowed(path))
        };

        RequestTarget {
            path,
            is_path,
            query,
        }
    }

    /// The path, below `/sdmx/` decoded once; `None` where the target cannot name a page.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The query asks for the form of this selector: the last value of the parameter counts, other parameters do not
    /// [D1.6].
    pub fn selects(&self, selector: Selector) -> bool {
        let mut latest_first = self.pairs().rev();
        let last =
            latest_first.find(|(name, _)| decode(name).as_deref() == Some(selector.parameter));
        last.and_then(|(_, value)| decode(value)).as_deref() == Some(selector.value)
    }

    /// The parameters of the query in order, decoded; bytes that are no text are replaced, so that no value is right by
    /// them.
    pub fn parameters(&self) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        self.pairs()
            .map(|(name, value)| (decode_form(name), decode_form(value)))
            .collect()
    }

    /// The parameters as they were sent.
    fn pairs(&self) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> {
        let pairs = self.query.split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }
}

/// The path below the root; empty for the root without its slash. Any other path is taken as it is: a proxy takes the root
/// off, and nothing of ours begins with it.
fn without_root<'a>(path: &'a str, root: &str) -> &'a str {
    match path.strip_prefix(root) {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => rest,
        _ => path,
    }
}

/// The rest of an absolute form behind `http://host`: empty, or beginning with `/` or `?`.
fn after_authority(raw: &str) -> Option<&str> {
    let (scheme, rest) = raw.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }

    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    (end > 0).then(|| &rest[end..])
}

/// Undoes percent-encoding once; `None` where its bytes are not UTF-8.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

/// The same in a query, where a plus is a space.
fn decode_form(text: &str) -> Cow<'_, str> {
    if text.contains('+') {
        let text = text.replace('+', " ");
        return Cow::Owned(percent_decode_str(&text).decode_utf8_lossy().into_owned());
    }
    percent_decode_str(text).decode_utf8_lossy()
}

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
    let mut live = served.live.iter();
    if let Some((_, live)) = live.find(|(at, _)| *at == path)
        && target.is_path
        && scope != Scope::Public
    {
        return Route::Live(live);
    }

    if !served.is_published {
        return Route::Made(Box::new(nothing_published(path, accept, site)));
    }

    if path.is_empty() && target.path.is_some() {
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

    let kind = nothing_at(&path, accept, |key| {
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

/// The refusal of everything before a first release: a page for who looks for one.
fn nothing_published(path: &str, accept: &[&str], site: &Site) -> Page {
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

/// The refusal at a path without a page: for programs below `/data/` and wherever nobody asks for a page, for people
/// elsewhere.
fn nothing_at(path: &str, accept: &[&str], is_known: impl FnOnce(&str) -> bool) -> ApiError {
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

    const PRETTY: Selector = Selector {
        parameter: "pretty",
        value: "0",
    };

    #[test]
    fn paths_are_decoded_once_below_sdmx_alone_and_lose_their_query() {
        for (raw, path) in [
            ("/", Some("/")),
            ("/data.json", Some("/data.json")),
            ("/data.json?pretty=0", Some("/data.json")),
            ("/data.json?", Some("/data.json")),
            ("/%64ata%2Ejson", Some("/%64ata%2Ejson")),
            ("/%73dmx/data", Some("/%73dmx/data")),
            ("/%FF", Some("/%FF")),
            ("/a+b", Some("/a+b")),
            ("/sdmx/data%2ejson", Some("/sdmx/data.json")),
            ("/sdmx/%2564ata", Some("/sdmx/%64ata")),
            ("/sdmx/%D1%8F", Some("/sdmx/я")),
            ("/sdmx/%", Some("/sdmx/%")),
            ("/sdmx/%4", Some("/sdmx/%4")),
            ("/sdmx/%zz", Some("/sdmx/%zz")),
            ("/sdmx/%FF", None),
            ("http://example.org/sdmx/%41", Some("/sdmx/A")),
            ("http://example.org/data.json", Some("/data.json")),
            ("HTTPS://example.org:8443/data.json?x", Some("/data.json")),
            ("http://example.org", Some("/")),
            ("http://example.org?pretty=0", Some("/")),
            ("http:///data.json", None),
            ("ftp://example.org/data.json", None),
            ("*", None),
            ("", None),
            ("data.json", None),
            ("example.org:80", None),
        ] {
            assert_eq!(RequestTarget::parse(raw, "").path(), path, "{raw}");
        }
    }

    #[test]
    fn a_root_is_taken_off_once_and_only_as_whole_segments() {
        for (raw, path) in [
            ("/macro/data.json", Some("/data.json")),
            ("/macro/", Some("/")),
            ("/macro", Some("")),
            ("/macro?x=1", Some("")),
            ("/data.json", Some("/data.json")),
            ("/", Some("/")),
            ("/macroeconomics/", Some("/macroeconomics/")),
            ("/macro/macro/data.json", Some("/macro/data.json")),
            ("/en/macro/data.json", Some("/en/macro/data.json")),
            ("http://example.org/macro/sdmx/%41", Some("/sdmx/A")),
        ] {
            let target = RequestTarget::parse(raw, "/macro");
            assert_eq!(target.path(), path, "{raw}");
        }
    }

    #[test]
    fn the_last_value_of_the_parameter_selects() {
        for (query, selected) in [
            ("", false),
            ("pretty=0", true),
            ("pretty=1", false),
            ("pretty", false),
            ("pretty=", false),
            ("pretty=00", false),
            ("Pretty=0", false),
            ("pretty=1&pretty=0", true),
            ("pretty=0&pretty=1", false),
            ("pretty=0&pretty", false),
            ("a=b&pretty=0&_=123", true),
            ("%70retty=%30", true),
            ("pretty=%", false),
            ("pretty=0#x", false),
            ("&&pretty=0&", true),
            ("pretty=0+", false),
        ] {
            assert_eq!(
                RequestTarget::parse(&format!("/?{query}"), "").selects(PRETTY),
                selected,
                "{query}"
            );
        }
    }

    #[test]
    fn parameters_are_decoded_in_order_as_forms_write_them() {
        let parameters = RequestTarget::parse("/?a=b+c&&%64=%2B&e&%FF=1&a=", "").parameters();
        let pairs: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        assert_eq!(
            pairs,
            [
                ("a", "b c"),
                ("d", "+"),
                ("e", ""),
                ("\u{fffd}", "1"),
                ("a", "")
            ]
        );

        assert!(RequestTarget::parse("/", "").parameters().is_empty());
    }

    #[test]
    fn what_is_missing_has_a_kind() {
        let kind = |path, accept: &[&str]| nothing_at(path, accept, |key| key == "usd");
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
