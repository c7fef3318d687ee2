//! A request target as the client wrote it → the path and the query that it means. Pure; knows no pages.

use std::borrow::Cow;

use crate::model::Lang;
use crate::site::{ApiError, Selector};

/// A request target over this many bytes is refused (decisions, section 6).
pub const LONGEST: usize = 8 * 1024;

/// What a request target asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Target<'a> {
    /// The decoded path; `None` where the target is nothing that could name a page.
    path: Option<Cow<'a, str>>,
    query: &'a str,
}

impl<'a> Target<'a> {
    /// Reads the origin form (`/data.json?pretty=0`) and the absolute form (`http://host/data.json`).
    pub fn parse(raw: &'a str) -> Self {
        let origin = if raw.starts_with('/') { Some(raw) } else { after_authority(raw) };
        let Some(origin) = origin else { return Target { path: None, query: "" } };
        let (path, query) = origin.split_once('?').unwrap_or((origin, ""));
        let path = if path.is_empty() { "/" } else { path };
        Target { path: decode(path, false), query }
    }

    /// The path, decoded and without the query.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The language of errors: English under `/en/`, Russian elsewhere (decisions, section 6).
    pub fn lang(&self) -> Lang {
        match self.path() {
            Some(path) if path.starts_with("/en/") => Lang::En,
            _ => Lang::Ru,
        }
    }

    /// Whether the query asks for the form that this selector stands for: the last value of the parameter
    /// counts, other parameters do not (decisions, 1.6).
    pub fn selects(&self, selector: Selector) -> bool {
        if self.query.is_empty() {
            return false;
        }
        let pairs = self.query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let mut values =
            pairs.filter(|(name, _)| decode(name, true).is_some_and(|name| name == selector.parameter));
        let last = values.next_back();
        last.and_then(|(_, value)| decode(value, true)).is_some_and(|value| value == selector.value)
    }

    /// The parameters of the query in order, decoded; what cannot be decoded is left out.
    pub fn parameters(&self) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        let pairs = self.query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs.filter_map(|(name, value)| decode(name, true).zip(decode(value, true))).collect()
    }

    /// Which 404 says that there is no page here: an indicator's path, or any other.
    pub fn missing(&self) -> ApiError {
        let path = self.path().unwrap_or_default();
        let path = path.strip_prefix(Lang::En.prefix()).unwrap_or(path);
        match path.strip_prefix("/data/").and_then(|rest| rest.strip_suffix(".json")) {
            Some(key) if !key.is_empty() && !key.contains('/') => ApiError::UnknownKey,
            _ => ApiError::UnknownPath,
        }
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

/// Undoes percent-encoding once; `None` where it is broken or its bytes are not UTF-8.
fn decode(text: &str, form: bool) -> Option<Cow<'_, str>> {
    if !text.contains('%') && (!form || !text.contains('+')) {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => digit(rest.next()?)? << 4 | digit(rest.next()?)?,
            b'+' if form => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
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
            ("/%", None),
            ("/%4", None),
            ("/%zz", None),
            ("/%+1", None),
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
            assert_eq!(Target::parse(raw).path(), path, "{raw}");
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
            assert_eq!(Target::parse(&format!("/?{query}")).selects(PRETTY), selected, "{query}");
        }
    }

    #[test]
    fn errors_speak_the_language_of_the_path() {
        for (raw, lang) in [
            ("/en/x", Lang::En),
            ("/en/", Lang::En),
            ("/en", Lang::Ru),
            ("/english", Lang::Ru),
            ("*", Lang::Ru),
        ] {
            assert_eq!(Target::parse(raw).lang(), lang, "{raw}");
        }
    }

    #[test]
    fn an_indicator_s_path_has_a_shape() {
        for (raw, refusal) in [
            ("/data/x.json", ApiError::UnknownKey),
            ("/en/data/x.json?pretty=0", ApiError::UnknownKey),
            ("/data/x/history.json", ApiError::UnknownPath),
            ("/data/.json", ApiError::UnknownPath),
            ("/data/x.csv", ApiError::UnknownPath),
            ("/fr/data/x.json", ApiError::UnknownPath),
            ("/endata/x.json", ApiError::UnknownPath),
            ("/%", ApiError::UnknownPath),
        ] {
            assert_eq!(Target::parse(raw).missing(), refusal, "{raw}");
        }
    }
}
