//! A form of a page in its encodings.

use super::body::Body;
use super::gzip;
use super::segment::{LONGEST_PLAIN, Segment};

#[derive(Clone, Debug)]
pub struct Variant {
    pub identity: Body,
    pub gzip: Option<Body>,
}

impl Variant {
    /// Both encodings, where the second is worth it; a long text is kept packed alone.
    pub fn compressed(bytes: Vec<u8>) -> Self {
        if bytes.len() > LONGEST_PLAIN {
            return Self::of_segments(&[Segment::new(bytes)]);
        }
        Self::uncompressed(bytes)
    }

    /// Both encodings in memory however long they are: for what is asked for most.
    pub fn uncompressed(bytes: Vec<u8>) -> Self {
        let gzip = gzip::pack(&bytes).map(Body::new);
        Variant { identity: Body::new(bytes), gzip }
    }

    /// Both encodings of texts that other bodies have as well.
    pub fn of_segments(segments: &[Segment]) -> Self {
        Variant { identity: Body::plain(segments), gzip: Body::gzip(segments) }
    }

    /// The identity encoding alone: for what is too small to gain anything, or is compressed already.
    pub fn plain(bytes: Vec<u8>) -> Self {
        Variant { identity: Body::new(bytes), gzip: None }
    }
}

/// What is sent of a page, in the encoding that a client takes.
pub trait Encodings {
    fn identity(&self) -> Body;

    /// `None` where nothing is gained.
    fn gzip(&self) -> Option<Body>;

    /// Whether some clients get other bytes than others.
    fn vary(&self) -> bool;
}

impl Encodings for Variant {
    fn identity(&self) -> Body {
        self.identity.clone()
    }

    fn gzip(&self) -> Option<Body> {
        self.gzip.clone()
    }

    fn vary(&self) -> bool {
        self.gzip.is_some()
    }
}

/// A form of a page that is put together for one answer: of its encodings that one is made which is sent.
#[derive(Clone, Debug)]
pub struct Assembled(pub Vec<Segment>);

impl Encodings for Assembled {
    fn identity(&self) -> Body {
        Body::plain(&self.0)
    }

    fn gzip(&self) -> Option<Body> {
        Body::gzip(&self.0)
    }

    fn vary(&self) -> bool {
        true
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
}
