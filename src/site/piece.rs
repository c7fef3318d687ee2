//! Pieces: runs of text that bodies are put together from, so that what several bodies or snapshots have in common is
//! written, hashed, compressed and kept once.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::gzip::{self, Packing};

/// A text of more bytes is kept packed alone and inflated for the few clients that do not take gzip.
pub const LONGEST_PLAIN: usize = 1024;

/// A run of text with its packed form. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Piece(Arc<Run>);

#[derive(Debug)]
struct Run {
    len: usize,
    /// `None` if the packed form is enough: the text is long, or stands in there as it is.
    plain: Option<Box<[u8]>>,
    packed: Arc<Packed>,
}

/// A piece of a deflate stream that ends with a full flush.
#[derive(Debug)]
pub struct Packed {
    bytes: Box<[u8]>,
    digest: [u8; 32],
    crc: Crc,
}

impl Packed {
    /// Compresses a text.
    pub fn new(text: &[u8]) -> Self {
        let bytes = gzip::deflate_piece(text);
        Packed { digest: Sha256::digest(&bytes).into(), bytes: bytes.into(), crc: gzip::checksum(text) }
    }

    /// The compressed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// SHA-256 of the compressed bytes. Texts that differ have packed forms that differ, so it stands for the text as
    /// well, which is several times as long.
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The checksum of the text, and its length modulo 2³².
    pub fn crc(&self) -> &Crc {
        &self.crc
    }
}

impl Piece {
    /// Hashes and packs `text`; a long one is kept packed alone.
    pub fn new(text: Vec<u8>) -> Self {
        let is_short = text.len() <= LONGEST_PLAIN;
        Self::of(&text, is_short)
    }

    /// The same, with the text itself in memory however long it is: for what is asked for most.
    pub fn kept(text: Vec<u8>) -> Self {
        Self::of(&text, true)
    }

    /// What stands in for a piece that is written nowhere: two are alike where their names are, and none is like a text.
    pub fn stand_in(name: &str) -> Self {
        Self::kept(format!("\0{name}\0").into_bytes())
    }

    fn of(text: &[u8], keep: bool) -> Self {
        let packed = Arc::new(Packed::new(text));
        let is_stored = gzip::stored_text(packed.bytes()).is_some();
        let plain = (keep && !is_stored).then(|| text.into());
        Piece(Arc::new(Run { len: text.len(), plain, packed }))
    }

    /// The length of the text.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// The packed form.
    pub fn packed(&self) -> &Arc<Packed> {
        &self.0.packed
    }

    /// Writes the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let packed = self.0.packed.bytes();
        match self.0.plain.as_deref().or_else(|| gzip::stored_text(packed)) {
            Some(plain) => out.write_all(plain),
            None => gzip::inflate_piece(packed, out),
        }
    }
}

/// The piece with a text that many resources have in common, as tables have the names of their columns: made once.
/// There are a few dozen such texts.
pub fn recurring(text: Vec<u8>) -> Piece {
    static KNOWN: LazyLock<Mutex<HashMap<Vec<u8>, Piece>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    // It is kept for all that comes, whatever it is first asked for.
    let piece = |text: &Vec<u8>| gzip::with_packing(Packing::Deflated, || Piece::of(text, true));
    known.entry(text).or_insert_with_key(piece).clone()
}

/// Pieces of which those with equal texts are one.
#[derive(Default)]
pub struct Pool(Vec<(Vec<u8>, Piece)>);

impl Pool {
    /// The piece with this text.
    pub fn piece(&mut self, text: Vec<u8>) -> Piece {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| *known == text) {
            return known.clone();
        }
        let piece = Piece::of(&text, text.len() <= LONGEST_PLAIN);
        self.0.push((text, piece.clone()));
        piece
    }
}
