//! Parts of deflate streams, each of which ends with a flush: kept, or written and packed again whenever they are sent.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::{Effort, Purpose};

#[derive(Debug)]
pub struct DeflateBlock {
    pub bytes: Box<[u8]>,
    /// SHA-256 of the compressed bytes.
    pub digest: [u8; 32],
    /// The checksum of the text, and its length modulo 2³².
    pub crc: Crc,
}

impl DeflateBlock {
    pub fn new(text: &[u8], effort: Effort) -> Self {
        if super::purpose() == Purpose::Comparing {
            return DeflateBlock { digest: Sha256::digest(text).into(), bytes: [].into(), crc: Crc::new() };
        }
        let bytes = super::deflate_piece(text, effort);
        DeflateBlock {
            digest: Sha256::digest(&bytes).into(),
            bytes: bytes.into(),
            crc: super::checksum(text),
        }
    }
}

/// A block of which only its facts are kept: for what is seldom asked for and as long as everything else together.
pub struct RewrittenBlock {
    pub len: usize,
    pub digest: [u8; 32],
    pub crc: Crc,
    write: Box<WriteText>,
}

/// Writes the same text whenever it is called.
type WriteText = dyn Fn() -> String + Send + Sync;

/// Held by whoever writes a block: readers of many rows have one processor among them, and others have the rest.
static TURN: Mutex<()> = Mutex::new(());

impl RewrittenBlock {
    pub fn new(write: Box<WriteText>) -> Self {
        let DeflateBlock { bytes, digest, crc } = DeflateBlock::new(write().as_bytes(), Effort::Usual);
        RewrittenBlock { len: bytes.len(), digest, crc, write }
    }

    fn bytes(&self) -> Vec<u8> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        super::deflate_piece((self.write)().as_bytes(), Effort::Usual)
    }

    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes())
    }
}

impl fmt::Debug for RewrittenBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes that are written anew", self.len)
    }
}

/// A block of either kind.
#[derive(Clone, Debug)]
pub enum Piece {
    Kept(Arc<DeflateBlock>),
    Rewritten(Arc<RewrittenBlock>),
}

impl Piece {
    pub fn len(&self) -> usize {
        match self {
            Piece::Kept(block) => block.bytes.len(),
            Piece::Rewritten(block) => block.len,
        }
    }

    pub fn crc(&self) -> &Crc {
        match self {
            Piece::Kept(block) => &block.crc,
            Piece::Rewritten(block) => &block.crc,
        }
    }

    pub fn digest(&self) -> &[u8; 32] {
        match self {
            Piece::Kept(block) => &block.digest,
            Piece::Rewritten(block) => &block.digest,
        }
    }

    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Piece::Kept(block) => out.write_all(&block.bytes),
            Piece::Rewritten(block) => block.write_to(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_written_anew_is_the_block_that_would_be_kept() {
        let text = || (0..500).map(|row| format!("<row r=\"{row}\"/>")).collect::<String>();
        let kept = Piece::Kept(Arc::new(DeflateBlock::new(text().as_bytes(), Effort::Usual)));
        let anew = Piece::Rewritten(Arc::new(RewrittenBlock::new(Box::new(text))));
        let facts = |piece: &Piece| {
            let mut bytes = Vec::new();
            piece.write_to(&mut bytes).unwrap();
            (bytes, piece.len(), piece.crc().sum(), *piece.digest())
        };
        assert_eq!(facts(&kept), facts(&anew));
        assert_eq!(facts(&anew), facts(&anew), "each time");
    }
}
