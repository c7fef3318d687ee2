//! Pieces: runs of text that bodies are put together from, so that what several bodies or snapshots have in common is
//! written, hashed, compressed and kept once.

use std::io::{self, Write};
use std::sync::Arc;

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip;

/// A text of more bytes is kept packed alone and inflated for the few clients that do not take gzip.
pub const LONGEST_PLAIN: usize = 16 * 1024;

/// A run of text with its packed form. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Piece(Arc<Run>);

#[derive(Debug)]
struct Run {
    len: usize,
    digest: [u8; 32],
    crc: Crc,
    /// `None` if the packed form is enough.
    plain: Option<Box<[u8]>>,
    /// `None` if it could not be packed.
    packed: Option<Packed>,
}

/// A piece of a deflate stream that ends with a full flush.
#[derive(Debug)]
pub struct Packed {
    /// It.
    pub bytes: Box<[u8]>,
    /// Its hash.
    pub digest: [u8; 32],
}

impl Piece {
    /// Hashes and packs `text`; a long one is kept packed alone.
    pub fn new(text: Vec<u8>) -> Self {
        let is_short = text.len() <= LONGEST_PLAIN;
        Self::of(text, is_short)
    }

    /// The same, with the text itself in memory however long it is: for what is asked for most.
    pub fn kept(text: Vec<u8>) -> Self {
        Self::of(text, true)
    }

    fn of(text: Vec<u8>, keep: bool) -> Self {
        let packed = gzip::deflate_piece(&text)
            .map(|bytes| Packed { digest: Sha256::digest(&bytes).into(), bytes: bytes.into() });
        let (len, digest, crc) = (text.len(), Sha256::digest(&text).into(), gzip::checksum(&text));
        let plain = (keep || packed.is_none()).then(|| text.into());
        Piece(Arc::new(Run { len, digest, crc, plain, packed }))
    }

    /// The length of the text.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// SHA-256 of the text.
    pub fn digest(&self) -> &[u8; 32] {
        &self.0.digest
    }

    /// The CRC of the text.
    pub fn crc(&self) -> &Crc {
        &self.0.crc
    }

    /// The packed form.
    pub fn packed(&self) -> Option<&Packed> {
        self.0.packed.as_ref()
    }

    /// Writes the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.0.plain, &self.0.packed) {
            (Some(plain), _) => out.write_all(plain),
            (None, Some(packed)) => gzip::inflate_piece(&packed.bytes, out),
            // The constructor keeps one of the two.
            (None, None) => Ok(()),
        }
    }
}
