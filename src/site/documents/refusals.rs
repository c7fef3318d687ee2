//! Why the service itself refuses a request [D6].

use super::*;

use super::text::{self, FixedText};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// 404: the path has the shape of an indicator's, its key is not known.
    UnknownKey,
    /// 404: the parameter `keys` names this key, which is not known.
    UnknownListedKey(String),
    /// 404: no category has this identifier, or none of its indicators is public.
    UnknownCategory,
    /// 404: any other path.
    UnknownPath,
    /// 404: a path under which people look, answered by a page for them [D10.missing].
    UnknownPage,
    /// 405: neither GET, HEAD nor OPTIONS.
    MethodNotAllowed,
    /// 414: a request target over 8 KiB.
    TargetTooLong,
    /// 400: a request that HTTP forbids; the connection is closed.
    BadRequest,
    /// 400: a parameter that the resource cannot answer [D20].
    BadParameter(BadParameter),
    /// 412: `If-Match` names another state of the resource, or it has changed since `If-Unmodified-Since` [D23.match].
    PreconditionFailed,
    /// 416: a range of bytes that the body has not [D23.range].
    RangeNotSatisfiable,
    /// 503: too many long bodies are asked for.
    Busy,
    /// 503: no release of the store was ever live.
    NothingPublished,
    /// 503: the program's main loop gives no sign of life; `/healthz` only.
    Unhealthy,
}

impl ApiError {
    /// The HTTP status, and a stable code for programs.
    pub fn status_and_code(&self) -> (u16, &'static str) {
        let (status, code, _) = self.facts();
        (status, code)
    }

    /// The sentence for readers, in a language.
    fn sentence(&self, lang: Lang) -> String {
        match self {
            ApiError::UnknownListedKey(key) => {
                text::unknown_listed_key(printable_beginning(key), lang)
            }
            ApiError::BadParameter(error) => text::bad_parameter(*error, lang),
            _ => {
                let (.., sentence) = self.facts();
                sentence(lang).to_owned()
            }
        }
    }

    /// Status, code and fixed sentence. Two sentences repeat what was sent, and are not this one.
    fn facts(&self) -> (u16, &'static str, FixedText) {
        match self {
            ApiError::UnknownKey | ApiError::UnknownListedKey(_) => {
                (404, "unknown_key", text::unknown_key)
            }
            ApiError::UnknownCategory => (404, "unknown_category", text::unknown_category),
            ApiError::UnknownPath | ApiError::UnknownPage => {
                (404, "unknown_path", text::unknown_path)
            }
            ApiError::MethodNotAllowed => (405, "method_not_allowed", text::method_not_allowed),
            ApiError::TargetTooLong => (414, "target_too_long", text::target_too_long),
            ApiError::BadRequest => (400, "bad_request", text::bad_request),
            ApiError::BadParameter(_) => (400, "bad_parameter", text::bad_request),
            ApiError::PreconditionFailed => (412, "precondition_failed", text::precondition_failed),
            ApiError::RangeNotSatisfiable => {
                (416, "range_not_satisfiable", text::range_not_satisfiable)
            }
            ApiError::Busy => (503, "busy", text::busy),
            ApiError::NothingPublished => (503, "nothing_published", text::nothing_published),
            ApiError::Unhealthy => (503, "unhealthy", text::unhealthy),
        }
    }
}

/// The most characters of a key that an answer repeats.
const MAX_REPEATED: usize = 64;

/// The beginning of a text that a client sent, without what a terminal or a page could take for anything but letters.
fn printable_beginning(sent: &str) -> String {
    let beginning: String = sent.chars().take(MAX_REPEATED).collect();
    beginning.replace(
        |c: char| !c.is_alphanumeric() && !" _-.+/".contains(c),
        "\u{fffd}",
    )
}

/// The body of a refusal.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    schema_version: &'static str,
    /// A sentence in the language of the path.
    error: String,
    /// Stable, for programs.
    code: &'static str,
}

impl ErrorView {
    pub fn new(error: &ApiError, lang: Lang) -> Self {
        let (_, code) = error.status_and_code();
        ErrorView {
            schema_version: SCHEMA_VERSION,
            error: error.sentence(lang),
            code,
        }
    }
}

/// The page for people where nothing was published: whose service it is, is not known yet.
#[derive(Template)]
#[template(path = "empty.html", config = "src/site/templates/askama.toml")]
struct EmptyPage {
    lang: Lang,
}

pub fn empty_page(lang: Lang) -> Page {
    // Writing to memory does not fail.
    let text = EmptyPage { lang }.render().unwrap_or_default();
    let (status, _) = ApiError::NothingPublished.status_and_code();
    Page {
        status,
        lang: Some(lang),
        ..Page::passing(&HTML, Texts::of(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_repeated_without_what_is_no_letter_of_it() {
        for (sent, shown) in [
            ("USD", "USD"),
            ("us d", "us d"),
            (
                "<b>\u{202e}\u{1b}[1m",
                "\u{fffd}b\u{fffd}\u{fffd}\u{fffd}\u{fffd}1m",
            ),
            ("\"", "\u{fffd}"),
        ] {
            assert_eq!(printable_beginning(sent), shown);
        }

        assert_eq!(printable_beginning(&"k".repeat(999)).len(), MAX_REPEATED);
    }
}
