//! A piece of a file inside the archive, compressed so that pieces can be put one behind the other.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// As for gzip bodies.
const LEVEL: u32 = 6;

/// Compressed bytes that end at a whole byte and refer to nothing before them.
pub struct Deflated {
    bytes: Vec<u8>,
    crc: Crc,
}

impl Deflated {
    /// Compresses a text. A full flush ends it, so that another piece may follow.
    pub fn new(text: &str) -> Self {
        let mut crc = Crc::new();
        crc.update(text.as_bytes());
        let mut deflate = Compress::new(Compression::new(LEVEL), false);
        let mut bytes = Vec::with_capacity(text.len() / 8 + 64);
        loop {
            let rest = text.as_bytes().get(consumed(&deflate)..).unwrap_or_default();
            let status = deflate.compress_vec(rest, &mut bytes, FlushCompress::Full);
            // Room left over means that all of it, the flush included, is written.
            if bytes.len() < bytes.capacity() || !matches!(status, Ok(Status::Ok | Status::BufError)) {
                break;
            }
            bytes.reserve(bytes.len());
        }
        bytes.shrink_to_fit();
        Deflated { bytes, crc }
    }

    /// The compressed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The checksum of the text, and its length modulo 2³².
    pub fn crc(&self) -> &Crc {
        &self.crc
    }
}

fn consumed(deflate: &Compress) -> usize {
    usize::try_from(deflate.total_in()).unwrap_or(usize::MAX)
}

/// An empty last block, which ends a row of pieces.
pub const END: [u8; 2] = [3, 0];

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn pieces_can_be_put_one_behind_the_other() {
        let texts = ["", "a", &"<row><c><v>1.5</v></c></row>".repeat(100_000), "конец"];
        let mut bytes = Vec::new();
        let mut crc = Crc::new();
        for piece in texts.map(Deflated::new) {
            bytes.extend(piece.bytes());
            crc.combine(piece.crc());
        }
        bytes.extend(END);
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
        assert!(text == texts.concat());
        let mut whole = Crc::new();
        whole.update(text.as_bytes());
        assert_eq!((crc.sum(), crc.amount()), (whole.sum(), whole.amount()));
    }
}
