//! One resource as finished bytes: its forms, its encodings and the tag of each.
//!
//! Knows nothing of HTTP requests: which form and encoding a client gets is the server's business.

use sha2::{Digest, Sha256};

use super::gzip;
use crate::model::Lang;

/// A resource, finished: nobody can send one of its bodies with another's tag.
#[derive(Clone, Debug)]
pub struct Page {
    /// The HTTP status that this page is sent with: 200, or the refusal's own.
    pub status: u16,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// The language, where the resource has one (decisions, section 7: `Content-Language`).
    pub lang: Option<Lang>,
    /// Whether caches may keep it.
    pub caching: Caching,
    /// Whether pages of other origins may read it.
    pub cross_origin: bool,
    /// Where its description, its other language and its other forms are, as `Link` has it (RFC 8288); may be empty.
    pub links: String,
    /// The name under which a browser keeps it, where it is a file: ASCII, neither quotes nor backslashes.
    pub file_name: Option<String>,
    /// What is sent unless the query asks for the other form.
    pub usual: Variant,
    /// The other form, and what asks for it.
    pub other: Option<(Selector, Variant)>,
}

impl Page {
    /// What says that the service is up (decisions, section 8).
    pub fn health() -> Self {
        Page {
            status: 200,
            media_type: "text/plain; charset=utf-8",
            lang: None,
            caching: Caching::NoStore,
            cross_origin: false,
            links: String::new(),
            file_name: None,
            usual: Variant::plain(b"ok".to_vec()),
            other: None,
        }
    }
}

/// How long a response may be kept (specification, section 8; decisions, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// 15 minutes, and a day more while it is refreshed.
    Public,
    /// Never: errors, health, status, metrics.
    NoStore,
}

/// The query parameter, and its one value, that select the other form of a page: `pretty=0`, `dialect=excel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// The parameter's name. Where it is repeated, the last one wins.
    pub parameter: &'static str,
    /// The value that selects; every other one does not.
    pub value: &'static str,
}

/// `pretty=0` selects the compact form of every JSON resource (decisions, 1.6).
pub const COMPACT: Selector = Selector { parameter: "pretty", value: "0" };

/// One form of a page in its encodings.
#[derive(Clone, Debug)]
pub struct Variant {
    /// As it is.
    pub identity: Body,
    /// Compressed, where that is shorter.
    pub gzip: Option<Body>,
}

/// Bytes, and the strong entity tag computed from exactly them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    bytes: Box<[u8]>,
    tag: Box<str>,
}

impl Body {
    /// Computes the tag: 128 bits of SHA-256, in quotes as `ETag` has it.
    pub fn new(bytes: Vec<u8>) -> Self {
        let digest = Sha256::digest(&bytes);
        Body { tag: format!("\"{}\"", hex(&digest[..16])).into(), bytes: bytes.into() }
    }

    /// The bytes to send.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The strong entity tag, quotes included.
    pub fn tag(&self) -> &str {
        &self.tag
    }
}

impl Variant {
    /// Both encodings of `bytes`, where the second is worth it.
    pub fn compressed(bytes: Vec<u8>) -> Self {
        let gzip = gzip::pack(&bytes).map(Body::new);
        Variant { identity: Body::new(bytes), gzip }
    }

    /// `bytes` as they are only: for what is too small to gain anything.
    pub fn plain(bytes: Vec<u8>) -> Self {
        Variant { identity: Body::new(bytes), gzip: None }
    }
}

/// Hexadecimal digits, lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_follows_the_bytes() {
        assert_eq!(Body::new(b"ok".to_vec()).tag(), Body::new(b"ok".to_vec()).tag());
        assert_ne!(Body::new(b"ok".to_vec()).tag(), Body::new(b"ok\n".to_vec()).tag());
        assert_eq!(Body::new(Vec::new()).tag(), "\"e3b0c44298fc1c149afbf4c8996fb924\"");
    }

    #[test]
    fn gzip_is_kept_only_where_it_is_shorter() {
        assert!(Variant::compressed(b"ok".to_vec()).gzip.is_none());
        assert!(Variant::compressed(vec![b'a'; 2000]).gzip.is_some());
    }
}
