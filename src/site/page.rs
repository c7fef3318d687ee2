//! One resource as finished bytes: its forms, its encodings and the tag of each.
//!
//! A page states facts. Which headers follow from them, and which form and encoding a client gets, is the server's
//! business.

use std::sync::Arc;

use super::body::Body;
use super::piece::{LONGEST_PLAIN, Piece};
use super::{gzip, links, urls};
use crate::model::Lang;

/// A resource, finished: nobody can send one of its bodies with another's tag.
#[derive(Clone, Debug)]
pub struct Page {
    /// The HTTP status that this page is sent with: 200, or the refusal's own.
    pub status: u16,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// The language, where the resource has one (`Content-Language`).
    pub lang: Option<Lang>,
    /// Whether caches may keep it.
    pub caching: Caching,
    /// Whether pages of other origins may read it.
    pub cross_origin: bool,
    /// The path at which it is served, for those that have other languages and forms at other paths.
    pub path: Option<Arc<str>>,
    /// What is sent unless the query asks for the alternate form.
    pub default: Variant,
    /// The alternate form, and what asks for it.
    pub alternate: Option<(Selector, Variant)>,
}

impl Page {
    /// A page of the snapshot, found and free to be kept, in one form, for its own origin, the same in every language.
    pub fn new(media_type: &'static str, default: Variant) -> Self {
        Page {
            status: 200,
            media_type,
            lang: None,
            caching: Caching::Public,
            cross_origin: false,
            path: None,
            default,
            alternate: None,
        }
    }

    /// What says that the service is up [D10.health].
    pub fn health() -> Self {
        let page = Page::new("text/plain; charset=utf-8", Variant::plain(b"ok".to_vec()));
        Page { caching: Caching::NoStore, ..page }
    }

    /// Where the description of the service, the other language and other forms are, as RFC 8288 writes links; empty
    /// if there are none. Written for each answer: that is a hundredth of its cost, and what is not kept is a twentieth
    /// of the memory of many short series.
    pub fn links(&self) -> String {
        links::of(self)
    }

    /// The name under which it is kept, if it is meant to be kept as a file (`Content-Disposition`).
    pub fn file_name(&self) -> Option<String> {
        self.path.as_deref().and_then(|path| urls::file_name(urls::unlocalized(path)))
    }

    /// Whether it is JSON.
    pub fn is_json(&self) -> bool {
        self.media_type == "application/json"
    }

    /// Whether it is a document that a person reads in a browser, where a policy must say what it may load.
    pub fn is_document(&self) -> bool {
        self.media_type.starts_with("text/html")
    }
}

/// How long a response may be kept [D7.cache].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// 15 minutes, and a day more while it is refreshed.
    Public,
    /// Never: errors, health, status, metrics.
    NoStore,
}

/// Which of the two forms of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// What is sent unless the query asks for the other one: pretty JSON, CSV for programs.
    Default,
    /// The other one: compact JSON, CSV for spreadsheets.
    Alternate,
}

/// The query parameter, and its one value, that select the other form of a page: `pretty=0`, `dialect=excel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// The parameter's name. Where it is repeated, the last one wins.
    pub parameter: &'static str,
    /// The value that selects; every other one does not.
    pub value: &'static str,
}

/// `pretty=0` selects the compact form of every JSON resource [D1.6].
pub const COMPACT: Selector = Selector { parameter: "pretty", value: "0" };

/// One form of a page in its encodings.
#[derive(Clone, Debug)]
pub struct Variant {
    /// As it is.
    pub identity: Body,
    /// Compressed, where that is shorter.
    pub gzip: Option<Body>,
}

impl Variant {
    /// Both encodings of `bytes`, where the second is worth it.
    pub fn compressed(bytes: Vec<u8>) -> Self {
        if bytes.len() > LONGEST_PLAIN {
            return Self::of_pieces(&[Piece::new(bytes)]);
        }
        Self::kept(bytes)
    }

    /// The same, with both encodings in memory however long they are: for what is asked for most.
    pub fn kept(bytes: Vec<u8>) -> Self {
        let gzip = gzip::pack(&bytes).map(Body::new);
        Variant { identity: Body::new(bytes), gzip }
    }

    /// Both encodings of a text that is put together from `pieces`.
    pub fn of_pieces(pieces: &[Piece]) -> Self {
        Variant { identity: Body::plain(pieces), gzip: Body::gzip(pieces) }
    }

    /// `bytes` as they are only: for what is too small to gain anything.
    pub fn plain(bytes: Vec<u8>) -> Self {
        Variant { identity: Body::new(bytes), gzip: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_kept_only_where_it_is_shorter() {
        assert!(Variant::compressed(b"ok".to_vec()).gzip.is_none());
        assert!(Variant::compressed(vec![b'a'; 2000]).gzip.is_some());
        assert!(Variant::compressed(vec![b'a'; 200_000]).gzip.is_some());
    }

    #[test]
    fn what_is_long_is_not_in_memory_as_it_is() {
        let is_in_memory = |length| Variant::compressed(vec![b'a'; length]).identity.contiguous().is_some();
        assert!(is_in_memory(LONGEST_PLAIN) && !is_in_memory(LONGEST_PLAIN + 1));
    }

    #[test]
    fn whether_the_service_is_up_is_asked_anew_each_time() {
        assert!(matches!(Page::health().caching, Caching::NoStore));
    }
}
