//! gzip and the deflate inside it, made once when a snapshot is built; the same bytes on every machine.
//!
//! Texts that are put together from pieces are compressed piece by piece. A piece ends with a flush at a byte, and the
//! compressor is set back before the next one, so that nothing refers to what is before it. So pieces can be joined between
//! one header and one trailer in any order, and each can be inflated alone.

mod compressors;
mod deflate_block;

use std::cell::Cell;
use std::io::{self, Write};

use flate2::{Crc, Decompress, FlushCompress, FlushDecompress, Status};

use compressors::COMPRESSORS;
pub use deflate_block::{DeflateBlock, Piece, RewrittenBlock};

/// So short a body gains nothing: the header of gzip and the line that names it are a third of it.
const LEAST: usize = 128;
/// RFC 1952: deflate, no name, no time, no operating system.
pub const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// The last block of a stream whose pieces have all been written: it holds nothing.
pub const LAST_BLOCK: [u8; 2] = [3, 0];
/// The length of the end of a gzip stream of pieces: the last block, the CRC and the length.
pub const TRAILER: usize = LAST_BLOCK.len() + 8;

/// A piece of no more bytes is stored as it is.
const STORED: usize = 160;
/// The header of a block that is not compressed: its kind, and its length twice.
const STORED_HEADER: usize = 5;
/// By length of the text: up to so many bytes, this level. Measured with 100 to 5,000 rows of daily rates and of amounts:
///
/// | level | time | bytes |
/// |---|---|---|
/// | 1 | 0.6 | 1.33 |
/// | 2 | 1 | 1 |
/// | 3 | 1.5 | 0.94 |
/// | 6 | 4 | 0.88 |
///
/// In short bodies most of the time goes into the tables of codes that a block begins with, which level 1 does without:
/// a fifth of the start with 2,000 indicators, for two hundredths of the memory.
const LEVELS: [(usize, u32); 3] = [(2 * 1024, 1), (64 * 1024, 2), (usize::MAX, 1)];
/// Bytes that are inflated at a time, for a client that takes no gzip.
const WINDOW: usize = 32 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Serving,
    /// To be compared by their tags: nothing is compressed, and no bytes are kept.
    Comparing,
}

/// How hard a piece is packed. The same for the same piece, which would have several entity tags otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// By its length.
    Usual,
    /// For one answer.
    Least,
}

/// The level of the least effort: half of the time of the next one, for a third more bytes.
const LEAST_LEVEL: u32 = 1;

thread_local! {
    static PURPOSE: Cell<Purpose> = const { Cell::new(Purpose::Serving) };
}

pub fn purpose() -> Purpose {
    PURPOSE.get()
}

/// The result of `work` while this thread makes bodies for `purpose`.
pub fn with_purpose<R>(purpose: Purpose, work: impl FnOnce() -> R) -> R {
    struct Before(Purpose);
    impl Drop for Before {
        fn drop(&mut self) {
            PURPOSE.set(self.0);
        }
    }
    let _before = Before(PURPOSE.replace(purpose));
    work()
}

/// The level for a text of this length.
fn level(length: usize) -> u32 {
    LEVELS.iter().find(|(longest, _)| length <= *longest).map_or(LEAST_LEVEL, |(_, level)| *level)
}

/// Frees what compresses, until something is compressed again.
pub fn release_compressors() {
    COMPRESSORS.release();
}

/// The packed bytes, where they are compressed and shorter.
pub fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() < LEAST || purpose() == Purpose::Comparing {
        return None;
    }
    let mut packed = Vec::with_capacity(bytes.len());
    packed.extend(HEADER);
    COMPRESSORS.with(level(bytes.len()), |deflate| {
        // Into the room of the original and no more: what does not fit there is not shorter.
        let status = deflate.compress_vec(bytes, &mut packed, FlushCompress::Finish);
        status.ok().filter(|status| *status == Status::StreamEnd)
    })?;
    let crc = checksum(bytes);
    packed.extend(crc.sum().to_le_bytes());
    packed.extend(crc.amount().to_le_bytes());
    packed.shrink_to_fit();
    (packed.len() < bytes.len()).then_some(packed)
}

/// The CRC of `bytes`, to be combined with those of its neighbours.
pub fn checksum(bytes: &[u8]) -> Crc {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc
}

/// `bytes` as a piece of a deflate stream that ends with a flush.
pub fn deflate_piece(bytes: &[u8], effort: Effort) -> Vec<u8> {
    if bytes.len() <= STORED {
        return stored(bytes);
    }
    let mut packed = Vec::with_capacity(bytes.len() / 8 + 64);
    let level = match effort {
        Effort::Usual => level(bytes.len()),
        Effort::Least => LEAST_LEVEL,
    };
    COMPRESSORS.with(level, |deflate| {
        loop {
            let read = usize::try_from(deflate.total_in()).unwrap_or(usize::MAX);
            let rest = bytes.get(read..).unwrap_or_default();
            let status = deflate.compress_vec(rest, &mut packed, FlushCompress::Sync);
            // Room left over means that all of it, the flush included, is written.
            if packed.len() < packed.capacity() || !matches!(status, Ok(Status::Ok | Status::BufError)) {
                break;
            }
            packed.reserve(packed.len());
        }
    });
    packed.shrink_to_fit();
    packed
}

/// Bytes in a block that is not compressed (RFC 1951, 3.2.4), which ends at a byte as it is: to set the compressor back
/// for a short piece takes longer than to compress so little, and saves next to nothing.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
    let mut piece = Vec::with_capacity(STORED_HEADER + bytes.len());
    piece.push(0);
    piece.extend(length.to_le_bytes());
    piece.extend((!length).to_le_bytes());
    piece.extend_from_slice(bytes);
    piece
}

/// The text in a piece that is one block which is not compressed.
pub fn stored_text(piece: &[u8]) -> Option<&[u8]> {
    let (header, text) = piece.split_at_checked(STORED_HEADER)?;
    let length = u16::from_le_bytes([*header.get(1)?, *header.get(2)?]);
    // Whatever is compressed ends with a flush, which is an empty block of this kind.
    (header.first() == Some(&0) && usize::from(length) == text.len()).then_some(text)
}

/// The end of a gzip stream; `crc` is that of all its pieces.
pub fn trailer(crc: &Crc) -> [u8; TRAILER] {
    let mut end = [0; TRAILER];
    let parts = [&LAST_BLOCK[..], &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()];
    for (to, byte) in end.iter_mut().zip(parts.concat()) {
        *to = byte;
    }
    end
}

/// Writes the text of a piece that [`deflate_piece`] has made.
pub fn inflate_piece(mut packed: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut inflate = Decompress::new(false);
    let mut window = vec![0; WINDOW];
    loop {
        let (read, written) = (inflate.total_in(), inflate.total_out());
        inflate.decompress(packed, &mut window, FlushDecompress::None).map_err(io::Error::from)?;
        let read = usize::try_from(inflate.total_in() - read).unwrap_or(usize::MAX);
        let written = usize::try_from(inflate.total_out() - written).unwrap_or(usize::MAX);
        packed = packed.get(read..).unwrap_or_default();
        out.write_all(window.get(..written).unwrap_or_default())?;
        // A full window may have left something inside the decompressor.
        if written < WINDOW && (packed.is_empty() || read + written == 0) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn text(length: usize) -> Vec<u8> {
        (0..length).map(|i| (i % 97 * (i % 7) % 89) as u8).collect()
    }

    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..length).map(|_| random()).collect()
    }

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut unpacked).unwrap();
        unpacked
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        for body in [1024, 5000, 300_000].map(text) {
            let packed = pack(&body).unwrap();
            assert_eq!(packed, pack(&body).unwrap(), "nothing is left of the body before");
            assert!(unpacked(&packed) == body);
        }
    }

    #[test]
    fn what_does_not_get_shorter_is_left() {
        assert_eq!(pack(&noise(4000)), None);
        assert_eq!(pack(&[b'a'; LEAST - 1]), None);
        assert!(pack(&[b'a'; LEAST]).is_some());
    }

    #[test]
    fn a_short_text_stands_in_its_piece_as_it_is() {
        for size in [0, 1, STORED] {
            assert_eq!(
                stored_text(&deflate_piece(&noise(size), Effort::Usual)),
                Some(&noise(size)[..]),
                "{size} bytes"
            );
        }
        // What cannot be compressed is stored as well, but in a piece with more than one block.
        for longer in [noise(STORED + 1), noise(5000), text(5000)] {
            assert_eq!(stored_text(&deflate_piece(&longer, Effort::Usual)), None);
        }
    }

    #[test]
    fn pieces_can_be_joined_and_inflated_alone() {
        let sizes = [0, 1, 60, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW, 400_000];
        let pieces: Vec<_> = sizes.into_iter().flat_map(|size| [text(size), noise(size)]).collect();
        let (mut joined, mut crc) = (HEADER.to_vec(), Crc::new());
        for (piece, effort) in
            pieces.iter().zip([Effort::Usual, Effort::Least, Effort::Least].into_iter().cycle())
        {
            let packed = deflate_piece(piece, effort);
            let mut alone = Vec::new();
            inflate_piece(&packed, &mut alone).unwrap();
            assert!(alone == *piece, "{} bytes", piece.len());
            joined.extend(packed);
            crc.combine(&checksum(piece));
        }
        joined.extend(trailer(&crc));
        assert!(unpacked(&joined) == pieces.concat());
    }
}
