//! Segments of bodies: texts that several bodies or snapshots have in common are written, hashed, compressed and kept once.

use std::io::{self, Write};
use std::sync::Arc;

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip::{self, Purpose};
use crate::model::Fingerprint;

/// A text of more bytes is kept packed alone and inflated for the few clients that do not take gzip.
pub const LONGEST_PLAIN: usize = 1024;
/// A run of text with its packed form. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Segment(Arc<SegmentContent>);

#[derive(Debug)]
struct SegmentContent {
    len: usize,
    /// `None` if the packed form is enough: the text is long, or stands in there as it is.
    plain: Option<Box<[u8]>>,
    packed: Arc<DeflateBlock>,
}

/// A part of a deflate stream that ends with a full flush.
#[derive(Debug)]
pub struct DeflateBlock {
    pub bytes: Box<[u8]>,
    /// SHA-256 of the compressed bytes. Texts that differ have packed forms that differ, so it stands for the text as
    /// well, which is several times as long.
    pub digest: [u8; 32],
    /// The checksum of the text, and its length modulo 2³².
    pub crc: Crc,
}

impl DeflateBlock {
    pub fn new(text: &[u8]) -> Self {
        if gzip::purpose() == Purpose::Comparing {
            return DeflateBlock { digest: Sha256::digest(text).into(), bytes: [].into(), crc: Crc::new() };
        }
        let bytes = gzip::deflate_piece(text);
        DeflateBlock { digest: Sha256::digest(&bytes).into(), bytes: bytes.into(), crc: gzip::checksum(text) }
    }
}

impl Segment {
    /// Hashes and packs `text`; a long one is kept packed alone.
    pub fn new(text: Vec<u8>) -> Self {
        let is_short = text.len() <= LONGEST_PLAIN;
        Self::of(&text, is_short)
    }

    /// The same, with the text itself in memory however long it is: for what is asked for most.
    pub fn uncompressed(text: Vec<u8>) -> Self {
        Self::of(&text, true)
    }

    /// In place of a segment that is written nowhere: two are alike where their names are, and none is like a text.
    pub fn stand_in(name: Fingerprint) -> Self {
        Self::uncompressed([&[0], name.as_bytes().as_slice()].concat())
    }

    fn of(text: &[u8], keep: bool) -> Self {
        let packed = Arc::new(DeflateBlock::new(text));
        let is_stored = gzip::stored_text(&packed.bytes).is_some();
        let plain = (keep && !is_stored && gzip::purpose() == Purpose::Serving).then(|| text.into());
        Segment(Arc::new(SegmentContent { len: text.len(), plain, packed }))
    }

    pub fn len(&self) -> usize {
        self.0.len
    }

    pub fn packed(&self) -> &Arc<DeflateBlock> {
        &self.0.packed
    }

    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let packed = &self.0.packed.bytes;
        match self.0.plain.as_deref().or_else(|| gzip::stored_text(packed)) {
            Some(plain) => out.write_all(plain),
            None => gzip::inflate_piece(packed, out),
        }
    }
}

/// Segments of which those with equal texts are one: for the forms and languages of one resource.
#[derive(Default)]
pub struct Interner(Vec<(Vec<u8>, Segment)>);

impl Interner {
    pub fn segment(&mut self, text: Vec<u8>) -> Segment {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let segment = Segment::of(&text, text.len() <= LONGEST_PLAIN);
        self.0.push((text, segment.clone()));
        segment
    }
}
