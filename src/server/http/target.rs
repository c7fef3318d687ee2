//! A request target as the client wrote it → the path and the query that it means.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::site::Selector;

/// A request target over this many bytes is refused [D6].
pub const LONGEST_TARGET: usize = 8 * 1024;

/// What a request target asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'a> {
    path: Option<Cow<'a, str>>,
    /// As it was sent, without the question mark.
    pub query: &'a str,
}

impl<'a> RequestTarget<'a> {
    /// Reads the origin form (`/data.json?pretty=0`) and the absolute form (`http://host/data.json`).
    pub fn parse(raw: &'a str) -> Self {
        let origin = if raw.starts_with('/') { Some(raw) } else { after_authority(raw) };
        let Some(origin) = origin else { return RequestTarget { path: None, query: "" } };
        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        let path = if path.is_empty() { "/" } else { path };
        RequestTarget { path: decode(path), query }
    }

    /// The path, decoded once and without the query; `None` where the target is nothing that could name a page.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Whether the query asks for the form that this selector stands for: the last value of the parameter
    /// counts, other parameters do not [D1.6].
    pub fn selects(&self, selector: Selector) -> bool {
        if self.query.is_empty() {
            return false;
        }
        let pairs = self.query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let mut values =
            pairs.filter(|(name, _)| decode(name).is_some_and(|name| name == selector.parameter));
        let last = values.next_back();
        last.and_then(|(_, value)| decode(value)).is_some_and(|value| value == selector.value)
    }

    /// The parameters of the query in order, decoded; what cannot be decoded is left out.
    pub fn parameters(&self) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        let pairs = self.query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs.filter_map(|(name, value)| decode_form(name).zip(decode_form(value))).collect()
    }
}

/// What follows `http://host` in an absolute form: empty, or beginning with `/` or `?`.
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

/// The same in a query, where a plus stands for a space.
fn decode_form(text: &str) -> Option<Cow<'_, str>> {
    if text.contains('+') {
        return decode(&text.replace('+', " ")).map(|text| Cow::Owned(text.into_owned()));
    }
    decode(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRETTY: Selector = Selector { parameter: "pretty", value: "0" };

    #[test]
    fn paths_are_decoded_once_and_lose_their_query() {
        for (raw, path) in [
            ("/", Some("/")),
            ("/data.json", Some("/data.json")),
            ("/data.json?pretty=0", Some("/data.json")),
            ("/data.json?", Some("/data.json")),
            ("/%64ata%2Ejson", Some("/data.json")),
            ("/data%2ejson", Some("/data.json")),
            ("/%2564ata.json", Some("/%64ata.json")),
            ("/a+b", Some("/a+b")),
            ("/%D1%8F", Some("/я")),
            ("/%", Some("/%")),
            ("/%4", Some("/%4")),
            ("/%zz", Some("/%zz")),
            ("/%FF", None),
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
            assert_eq!(RequestTarget::parse(raw).path(), path, "{raw}");
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
            assert_eq!(RequestTarget::parse(&format!("/?{query}")).selects(PRETTY), selected, "{query}");
        }
    }

    #[test]
    fn parameters_are_decoded_in_order_as_forms_write_them() {
        let parameters = RequestTarget::parse("/?a=b+c&&%64=%2B&e&%FF=1&a=").parameters();
        let found: Vec<(&str, &str)> = parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(found, [("a", "b c"), ("d", "+"), ("e", ""), ("a", "")]);
        assert!(RequestTarget::parse("/").parameters().is_empty());
    }
}
