//! Bodies: bytes that are sent, each with the strong entity tag that belongs to exactly these bytes.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip::{self, Piece, Purpose};
use super::segment::Segment;
use crate::hash::hex;

/// A body of at most so many bytes lies in one part.
const SHORT: usize = 1024;

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
    Parts(Box<[BodyPart]>),
    /// So many bytes of another body, from this one on.
    Range(Body, usize),
}

#[derive(Clone, Debug)]
pub enum BodyPart {
    Bytes(Box<[u8]>),
    GzipHeader,
    GzipTrailer([u8; gzip::TRAILER]),
    Text(Segment),
    Packed(Piece),
}

impl Body {
    pub fn new(bytes: Vec<u8>) -> Self {
        let tag = tag(Sha256::digest(&bytes).as_slice());
        let kept = if gzip::purpose() == Purpose::Serving { bytes.as_slice() } else { &[] };
        Body(Arc::new(Content { len: bytes.len(), tag, bytes: Bytes::Whole(kept.into()) }))
    }

    /// The tag follows from what the parts are and from their hashes, in order, and with that from the bytes: the same
    /// body is always cut into the same parts.
    pub fn of_parts(parts: Vec<BodyPart>) -> Self {
        let len: usize = parts.iter().map(BodyPart::len).sum();
        let is_served = gzip::purpose() == Purpose::Serving;
        if len <= SHORT && is_served {
            let mut bytes = Vec::with_capacity(len);
            // Writing to memory cannot fail, nor can the inflation of what was packed here.
            if parts.iter().all(|part| part.write_to(&mut bytes).is_ok()) {
                return Self::new(bytes);
            }
        }
        let mut hash = Sha256::new();
        for part in &parts {
            part.add_to(&mut hash);
        }
        let parts = if is_served { parts } else { Vec::new() };
        Body(Arc::new(Content { len, tag: tag(&hash.finalize()), bytes: Bytes::Parts(parts.into()) }))
    }

    /// The texts of `segments`, one after the other.
    pub fn plain(segments: &[Segment]) -> Self {
        Self::of_parts(segments.iter().cloned().map(BodyPart::Text).collect())
    }

    /// The same text in gzip; `None` if nothing is gained.
    pub fn gzip(segments: &[Segment]) -> Option<Self> {
        if gzip::purpose() == Purpose::Comparing {
            return None;
        }
        let mut crc = Crc::new();
        let mut parts = Vec::with_capacity(segments.len() + 2);
        parts.push(BodyPart::GzipHeader);
        for segment in segments {
            crc.combine(&segment.packed().crc);
            parts.push(BodyPart::Packed(Piece::Kept(Arc::clone(segment.packed()))));
        }
        parts.push(BodyPart::GzipTrailer(gzip::trailer(&crc)));
        let plain: usize = segments.iter().map(|segment| segment.len()).sum();
        Some(Self::of_parts(parts)).filter(|body| body.len() < plain)
    }

    pub fn len(&self) -> usize {
        self.0.len
    }

    pub fn tag(&self) -> &str {
        std::str::from_utf8(&self.0.tag).unwrap_or_default()
    }

    /// The bytes, where they lie in one part; every short body does.
    #[cfg(test)]
    pub fn contiguous(&self) -> Option<&[u8]> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => Some(bytes),
            Bytes::Parts(_) | Bytes::Range(..) => None,
        }
    }

    /// Writes all of the bytes, part by part; what is kept packed alone is inflated on the way. Many parts are short, so
    /// `out` should collect them.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0.bytes {
            Bytes::Whole(bytes) => out.write_all(bytes),
            Bytes::Parts(parts) => parts.iter().try_for_each(|part| part.write_to(out)),
            Bytes::Range(body, start) => body.write_range(*start..*start + self.0.len, out),
        }
    }

    /// These of the bytes, under the tag of all of them.
    pub fn part(&self, range: Range<usize>) -> Self {
        let (len, start) = (range.len(), range.start);
        Body(Arc::new(Content { len, tag: self.0.tag, bytes: Bytes::Range(self.clone(), start) }))
    }

    fn write_range(&self, range: Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        let mut window = Window { out, skip: range.start, left: range.len() };
        let Bytes::Parts(parts) = &self.0.bytes else { return self.write_to(&mut window) };
        for part in parts {
            if window.left == 0 {
                break;
            }
            // A part before the range is not inflated.
            match window.skip.checked_sub(part.len()) {
                Some(skip) => window.skip = skip,
                None => part.write_to(&mut window)?,
            }
        }
        Ok(())
    }
}

/// Lets through some bytes of all that are written.
struct Window<'a> {
    out: &'a mut dyn Write,
    skip: usize,
    left: usize,
}

impl Write for Window<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let own = bytes.get(self.skip..).unwrap_or_default();
        self.skip = self.skip.saturating_sub(bytes.len());
        let own = own.get(..self.left).unwrap_or(own);
        self.out.write_all(own)?;
        self.left -= own.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl BodyPart {
    fn len(&self) -> usize {
        match self {
            BodyPart::Text(segment) => segment.len(),
            BodyPart::Packed(piece) => piece.len(),
            own => own.own_bytes().len(),
        }
    }

    /// Adds what it is, and its digest or its bytes with their number, to the hash of a body.
    fn add_to(&self, hash: &mut Sha256) {
        match self {
            BodyPart::Text(segment) => {
                hash.update([1]);
                hash.update(segment.digest());
            }
            BodyPart::Packed(piece) => {
                hash.update([2]);
                hash.update(piece.digest());
            }
            own => {
                hash.update([0]);
                hash.update((own.len() as u64).to_le_bytes());
                hash.update(own.own_bytes());
            }
        }
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            BodyPart::Text(segment) => segment.write_to(out),
            BodyPart::Packed(piece) => piece.write_to(out),
            own => out.write_all(own.own_bytes()),
        }
    }

    /// The bytes of what is neither a text nor packed.
    fn own_bytes(&self) -> &[u8] {
        match self {
            BodyPart::Bytes(bytes) => bytes,
            BodyPart::GzipHeader => &gzip::HEADER,
            BodyPart::GzipTrailer(bytes) => bytes,
            BodyPart::Text(_) | BodyPart::Packed(_) => &[],
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
    fn segments_make_one_text_in_both_encodings() {
        let texts = [&b"head "[..], &[b'a'; 100_000], b"", b" tail"];
        let segments: Vec<Segment> = texts.iter().map(|text| Segment::new(text.to_vec())).collect();
        let (plain, packed) = (Body::plain(&segments), Body::gzip(&segments).unwrap());
        assert!(written(&plain) == texts.concat(), "also where a piece is kept packed alone");
        let mut unpacked = Vec::new();
        let packed_bytes = written(&packed);
        io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed_bytes), &mut unpacked).unwrap();
        assert!(unpacked == texts.concat());
        assert_ne!(plain.tag(), packed.tag());
        let others = [&texts[..3], &[b" liat"]].concat();
        let others: Vec<Segment> = others.iter().map(|text| Segment::new(text.to_vec())).collect();
        assert_ne!(Body::plain(&others).tag(), plain.tag());
        assert_ne!(Body::gzip(&others).unwrap().tag(), packed.tag());
    }

    #[test]
    fn a_short_body_lies_in_one_part() {
        let body = |length| Body::plain(&[Segment::new(vec![b'a'; length])]);
        assert!(body(SHORT).contiguous().is_some() && body(SHORT + 1).contiguous().is_none());
    }

    #[test]
    fn a_clone_is_the_same_bytes() {
        let body = Body::new(vec![b'a'; 10]);
        let (clone, bytes) = (body.clone(), body.contiguous().unwrap().as_ptr());
        assert_eq!(clone.contiguous().unwrap().as_ptr(), bytes);
    }
}
