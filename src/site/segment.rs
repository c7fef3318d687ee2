//! Segments of bodies: texts that several bodies or snapshots have in common are written, hashed, compressed and kept once.
//! What is written for one answer is hashed and compressed only where the answer needs it.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::gzip::{self, DeflateBlock, Effort, Purpose};
use crate::model::Fingerprint;

/// A text of more bytes is kept packed alone and inflated for the few clients that do not take gzip.
pub const LONGEST_PLAIN: usize = 1024;

/// A run of text with its packed form. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Segment(Arc<Content>);

#[derive(Debug)]
enum Content {
    Kept(Kept),
    Passing(Passing),
}

/// Half of a SHA-256 digest of a text: what an entity tag has room for.
type TextDigest = [u8; 16];

#[derive(Debug)]
struct Kept {
    len: usize,
    digest: TextDigest,
    /// `None` if the packed form is enough: the text is long, or stands in there as it is.
    plain: Option<Box<[u8]>>,
    packed: Arc<DeflateBlock>,
}

/// A text for one answer, which is sent in one encoding.
#[derive(Debug)]
struct Passing {
    text: Vec<u8>,
    effort: Effort,
    digest: OnceLock<TextDigest>,
    packed: OnceLock<Arc<DeflateBlock>>,
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

    /// A text for one answer.
    pub fn passing(text: Vec<u8>, effort: Effort) -> Self {
        let (digest, packed) = (OnceLock::new(), OnceLock::new());
        Segment(Arc::new(Content::Passing(Passing { text, effort, digest, packed })))
    }

    /// In place of a segment that is written nowhere: two are alike where their names are, and none is like a text.
    pub fn stand_in(name: Fingerprint) -> Self {
        Self::uncompressed([&[0], name.as_bytes().as_slice()].concat())
    }

    fn of(text: &[u8], keep: bool) -> Self {
        let packed = Arc::new(DeflateBlock::new(text, Effort::Usual));
        let is_stored = gzip::stored_text(&packed.bytes).is_some();
        let plain = (keep && !is_stored && gzip::purpose() == Purpose::Serving).then(|| text.into());
        Segment(Arc::new(Content::Kept(Kept { len: text.len(), digest: digest(text), plain, packed })))
    }

    pub fn len(&self) -> usize {
        match &*self.0 {
            Content::Kept(kept) => kept.len,
            Content::Passing(passing) => passing.text.len(),
        }
    }

    /// A digest of the text, which is the same whether it is kept or written for one answer.
    pub fn digest(&self) -> &TextDigest {
        match &*self.0 {
            Content::Kept(kept) => &kept.digest,
            Content::Passing(Passing { text, digest, .. }) => digest.get_or_init(|| self::digest(text)),
        }
    }

    pub fn packed(&self) -> &Arc<DeflateBlock> {
        match &*self.0 {
            Content::Kept(kept) => &kept.packed,
            Content::Passing(Passing { text, effort, packed, .. }) => {
                packed.get_or_init(|| Arc::new(DeflateBlock::new(text, *effort)))
            }
        }
    }

    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &*self.0 {
            Content::Passing(passing) => out.write_all(&passing.text),
            Content::Kept(Kept { plain, packed, .. }) => {
                match plain.as_deref().or_else(|| gzip::stored_text(&packed.bytes)) {
                    Some(plain) => out.write_all(plain),
                    None => gzip::inflate_piece(&packed.bytes, out),
                }
            }
        }
    }
}

fn digest(text: &[u8]) -> TextDigest {
    let mut half = TextDigest::default();
    half.iter_mut().zip(Sha256::digest(text)).for_each(|(to, byte)| *to = byte);
    half
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_for_one_answer_is_what_a_kept_one_is() {
        for length in [0, 100, 5000] {
            let text: Vec<u8> = (0..length).map(|i: u32| (i % 97) as u8).collect();
            let (kept, passing) = (Segment::new(text.clone()), Segment::passing(text, Effort::Usual));
            assert_eq!((kept.len(), kept.digest()), (passing.len(), passing.digest()));
            assert_eq!(kept.packed().bytes, passing.packed().bytes);
            assert_eq!(kept.packed().digest, passing.packed().digest);
        }
    }
}
