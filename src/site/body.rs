//! Bodies: bytes that are sent, written once and shared by every snapshot, page and connection that has to do with
//! them, each with the strong entity tag that belongs to exactly these bytes.

use std::io::{self, Write};
use std::sync::Arc;

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip;
use super::piece::{Packed, Piece};
use crate::hash::hex;

/// Bytes, and the strong entity tag computed from exactly them. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Body(Arc<Content>);

#[derive(Debug)]
struct Content {
    len: usize,
    tag: Tag,
    bytes: Bytes,
}

/// An entity tag, quotes included: there are thousands, each in its body.
type Tag = [u8; 34];

#[derive(Debug)]
enum Bytes {
    Whole(Box<[u8]>),
    Runs(Box<[Run]>),
}

/// A part of a body.
#[derive(Clone, Debug)]
pub enum Run {
    /// These bytes.
    Bytes(Box<[u8]>),
    /// What every gzip stream begins with.
    GzipHeader,
    /// What a gzip stream of pieces ends with.
    GzipTrailer([u8; gzip::TRAILER]),
    /// The text of a piece.
    Text(Piece),
    /// Packed bytes.
    Packed(Arc<Packed>),
}

/// A body of no more bytes lies in one run: it is not worth the care of several.
const SHORT: usize = 1024;

impl Body {
    /// A body that lies in one run of bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        let tag = tag(Sha256::digest(&bytes).as_slice());
        Body(Arc::new(Content { len: bytes.len(), tag, bytes: Bytes::Whole(bytes.into()) }))
    }

    /// A body that is put together from `runs`. The tag follows from what they are and from their hashes, in order, and
    /// with that from the bytes: the same body is always cut into the same runs.
    pub fn of_runs(runs: Vec<Run>) -> Self {
        let len: usize = runs.iter().map(Run::len).sum();
        if len <= SHORT {
            let mut bytes = Vec::with_capacity(len);
            // Writing to memory cannot fail, nor can the inflation of what was packed here.
            if runs.iter().all(|run| run.write_to(&mut bytes).is_ok()) {
                return Self::new(bytes);
            }
        }
        let mut hash = Sha256::new();
        for run in &runs {
            hash.update([run.kind()]);
            hash.update(run.digest());
        }
        Body(Arc::new(Content { len, tag: tag(&hash.finalize()), bytes: Bytes::Runs(runs.into()) }))
    }

    /// The texts of `pieces`, one after the other.
    pub fn plain(pieces: &[Piece]) -> Self {
        Self::of_runs(pieces.iter().cloned().map(Run::Text).collect())
    }

    /// The same text in gzip; `None` if nothing is gained.
    pub fn gzip(pieces: &[Piece]) -> Option<Self> {
        let mut crc = Crc::new();
        let mut runs = Vec::with_capacity(pieces.len() + 2);
        runs.push(Run::GzipHeader);
        for piece in pieces {
            crc.combine(piece.packed().crc());
            runs.push(Run::Packed(Arc::clone(piece.packed())));
        }
        runs.push(Run::GzipTrailer(gzip::trailer(&crc)));
        let plain: usize = pieces.iter().map(Piece::len).sum();
        Some(Self::of_runs(runs)).filter(|body| body.len() < plain)
    }

    /// How many bytes are sent.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// The strong entity tag, quotes included.
    pub fn tag(&self) -> &str {
        // The bytes are quotes and digits.
        std::str::from_utf8(&self.0.tag).unwrap_or_default()
    }

    /// The bytes, where they lie in one run; every short body does.
    pub fn contiguous(&self) -> Option<&[u8]> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => Some(bytes),
            Bytes::Runs(_) => None,
        }
    }

    /// Writes all of the bytes, run by run; what is kept packed alone is inflated on the way. Many runs are short, so `out`
    /// should collect them.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => out.write_all(bytes),
            Bytes::Runs(runs) => runs.iter().try_for_each(|run| run.write_to(out)),
        }
    }
}

impl Run {
    fn len(&self) -> usize {
        match self {
            Run::Bytes(bytes) => bytes.len(),
            Run::GzipHeader => gzip::HEADER.len(),
            Run::GzipTrailer(bytes) => bytes.len(),
            Run::Text(piece) => piece.len(),
            Run::Packed(packed) => packed.bytes().len(),
        }
    }

    /// Tells a text from its packed form, which have one hash.
    fn kind(&self) -> u8 {
        match self {
            Run::Bytes(_) | Run::GzipHeader | Run::GzipTrailer(_) => 0,
            Run::Text(_) => 1,
            Run::Packed(_) => 2,
        }
    }

    fn digest(&self) -> [u8; 32] {
        match self {
            Run::Bytes(bytes) => Sha256::digest(bytes).into(),
            Run::GzipHeader => Sha256::digest(gzip::HEADER).into(),
            Run::GzipTrailer(bytes) => Sha256::digest(bytes).into(),
            Run::Text(piece) => *piece.packed().digest(),
            Run::Packed(packed) => *packed.digest(),
        }
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Run::Bytes(bytes) => out.write_all(bytes),
            Run::GzipHeader => out.write_all(&gzip::HEADER),
            Run::GzipTrailer(bytes) => out.write_all(bytes),
            Run::Text(piece) => piece.write_to(out),
            Run::Packed(packed) => out.write_all(packed.bytes()),
        }
    }
}

/// 128 bits of a SHA-256 digest, in quotes as `ETag` has it.
fn tag(digest: &[u8]) -> Tag {
    let mut tag = [b'"'; size_of::<Tag>()];
    let digits = hex(digest.get(..16).unwrap_or(digest));
    tag.iter_mut().skip(1).zip(digits.bytes()).for_each(|(to, digit)| *to = digit);
    tag
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
        let pieces: Vec<Piece> = texts.iter().map(|text| Piece::new(text.to_vec())).collect();
        let (plain, packed) = (Body::plain(&pieces), Body::gzip(&pieces).unwrap());
        assert!(written(&plain) == texts.concat(), "also where a piece is kept packed alone");
        let mut unpacked = Vec::new();
        let packed_bytes = written(&packed);
        io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed_bytes), &mut unpacked).unwrap();
        assert!(unpacked == texts.concat());
        assert_ne!(plain.tag(), packed.tag());
        let others = [&texts[..3], &[b" liat"]].concat();
        let others: Vec<Piece> = others.iter().map(|text| Piece::new(text.to_vec())).collect();
        assert_ne!(Body::plain(&others).tag(), plain.tag());
        assert_ne!(Body::gzip(&others).unwrap().tag(), packed.tag());
    }

    #[test]
    fn a_short_body_lies_in_one_run() {
        let body = |length| Body::plain(&[Piece::new(vec![b'a'; length])]);
        assert!(body(SHORT).contiguous().is_some() && body(SHORT + 1).contiguous().is_none());
    }

    #[test]
    fn a_clone_is_the_same_bytes() {
        let body = Body::new(vec![b'a'; 10]);
        let (clone, bytes) = (body.clone(), body.contiguous().unwrap().as_ptr());
        assert_eq!(clone.contiguous().unwrap().as_ptr(), bytes);
    }
}
