//! Bodies: bytes that are sent, written once and shared by every snapshot, page and connection that has to do with
//! them, each with the strong entity tag that belongs to exactly these bytes.

use std::io::{self, Write};
use std::sync::Arc;

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip;
use super::piece::Piece;

/// Bytes, and the strong entity tag computed from exactly them. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Body(Arc<Content>);

#[derive(Debug)]
struct Content {
    len: usize,
    /// The entity tag, quotes included.
    tag: Box<str>,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Whole(Box<[u8]>),
    /// The texts of the pieces, one after the other.
    Plain(Arc<[Piece]>),
    /// The same packed: header, pieces, trailer.
    Gzip(Arc<[Piece]>, [u8; gzip::TRAILER]),
}

impl Body {
    /// A body in one run of bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        let tag = tag(Sha256::digest(&bytes).as_slice());
        Body(Arc::new(Content { len: bytes.len(), tag, bytes: Bytes::Whole(bytes.into()) }))
    }

    /// The texts of `pieces`, one after the other. The tag follows from their hashes in order, and with that from the
    /// bytes: the same text is always cut into the same pieces.
    pub fn plain(pieces: Arc<[Piece]>) -> Self {
        let len = pieces.iter().map(Piece::len).sum();
        let tag = tag(&joined(pieces.iter().map(Piece::digest)));
        Body(Arc::new(Content { len, tag, bytes: Bytes::Plain(pieces) }))
    }

    /// The same text in gzip; `None` if one of the pieces is not packed, or nothing is gained.
    pub fn gzip(pieces: Arc<[Piece]>) -> Option<Self> {
        let (mut len, mut crc, mut digests) = (gzip::HEADER.len() + gzip::TRAILER, Crc::new(), Vec::new());
        for piece in &*pieces {
            let packed = piece.packed()?;
            len += packed.bytes.len();
            digests.push(packed.digest);
            crc.combine(piece.crc());
        }
        if len >= pieces.iter().map(Piece::len).sum() {
            return None;
        }
        let tag = tag(&joined(digests.iter()));
        Some(Body(Arc::new(Content { len, tag, bytes: Bytes::Gzip(pieces, gzip::trailer(&crc)) })))
    }

    /// How many bytes are sent.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// The strong entity tag, quotes included.
    pub fn tag(&self) -> &str {
        &self.0.tag
    }

    /// The bytes, where they lie in one run; every short body does.
    pub fn contiguous(&self) -> Option<&[u8]> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => Some(bytes),
            Bytes::Plain(_) | Bytes::Gzip(..) => None,
        }
    }

    /// Writes all of the bytes; what is kept packed alone is inflated on the way.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => out.write_all(bytes),
            Bytes::Plain(pieces) => pieces.iter().try_for_each(|piece| piece.write_to(out)),
            Bytes::Gzip(pieces, trailer) => {
                out.write_all(&gzip::HEADER)?;
                for packed in pieces.iter().filter_map(Piece::packed) {
                    out.write_all(&packed.bytes)?;
                }
                out.write_all(trailer)
            }
        }
    }
}

/// 128 bits of a SHA-256 digest, in quotes as `ETag` has it.
fn tag(digest: &[u8]) -> Box<str> {
    format!("\"{}\"", hex(digest.get(..16).unwrap_or(digest))).into()
}

/// A digest of digests.
fn joined<'a>(digests: impl Iterator<Item = &'a [u8; 32]>) -> [u8; 32] {
    let mut hash = Sha256::new();
    digests.for_each(|digest| hash.update(digest));
    hash.finalize().into()
}

/// Hexadecimal digits, lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(body: &Body) -> Vec<u8> {
        let mut bytes = Vec::new();
        body.write_to(&mut bytes).unwrap();
        assert_eq!(bytes.len(), body.len());
        bytes
    }

    #[test]
    fn the_tag_follows_the_bytes() {
        assert_eq!(Body::new(b"ok".to_vec()).tag(), Body::new(b"ok".to_vec()).tag());
        assert_ne!(Body::new(b"ok".to_vec()).tag(), Body::new(b"ok\n".to_vec()).tag());
        assert_eq!(Body::new(Vec::new()).tag(), "\"e3b0c44298fc1c149afbf4c8996fb924\"");
    }

    #[test]
    fn pieces_make_one_text_in_both_encodings() {
        let texts = [&b"head "[..], &[b'a'; 100_000], b"", b" tail"];
        let pieces: Arc<[Piece]> = texts.iter().map(|text| Piece::new(text.to_vec())).collect();
        let (plain, packed) = (Body::plain(pieces.clone()), Body::gzip(pieces.clone()).unwrap());
        assert!(written(&plain) == texts.concat(), "also where a piece is kept packed alone");
        let mut unpacked = Vec::new();
        let packed_bytes = written(&packed);
        io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed_bytes), &mut unpacked).unwrap();
        assert!(unpacked == texts.concat());
        assert_ne!(plain.tag(), packed.tag());
        let others = [&texts[..3], &[b" liat"]].concat();
        let others: Arc<[Piece]> = others.iter().map(|text| Piece::new(text.to_vec())).collect();
        assert_ne!(Body::plain(others.clone()).tag(), plain.tag());
        assert_ne!(Body::gzip(others).unwrap().tag(), packed.tag());
    }

    #[test]
    fn a_clone_is_the_same_bytes() {
        let body = Body::new(vec![b'a'; 10]);
        let (clone, bytes) = (body.clone(), body.contiguous().unwrap().as_ptr());
        assert_eq!(clone.contiguous().unwrap().as_ptr(), bytes);
    }
}
