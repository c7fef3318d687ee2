//! A request target as the client wrote it → the path, the query and the parameters that it means.

use super::*;

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::site::Selector;

/// A request target over this many bytes is refused [D6].
pub const LONGEST_TARGET: usize = 8 * 1024;

/// A request target, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'a> {
    path: Option<Cow<'a, str>>,
    /// It was sent as a path, and not with a host before it.
    pub is_path: bool,
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

    /// The parameters of the query in order, decoded. Bytes that are not UTF-8 become U+FFFD, which no parameter accepts
    /// and no search finds.
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
}
