//! gzip, prepared once for every body that is worth it; the same bytes on every machine.

use std::cell::RefCell;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// So short a body gains nothing: the header of gzip and the line that names it are a third of it.
const LEAST: usize = 128;
/// RFC 1952: deflate, no name, no time, no operating system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// On bodies like these 4 saves next to no time at the start of the program, and costs four parts in a hundred.
const LEVEL: u32 = 6;

thread_local! {
    /// Kept from body to body: making one costs more than packing a small body with it.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(LEVEL), false));
}

/// The packed bytes, where they are shorter.
pub fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() < LEAST {
        return None;
    }
    let mut packed = Vec::with_capacity(bytes.len());
    packed.extend(HEADER);
    DEFLATE.with_borrow_mut(|deflate| {
        deflate.reset();
        // Into the room of the original and no more: what does not fit there is not shorter.
        let status = deflate.compress_vec(bytes, &mut packed, FlushCompress::Finish);
        status.ok().filter(|status| *status == Status::StreamEnd)
    })?;
    let mut crc = Crc::new();
    crc.update(bytes);
    packed.extend(crc.sum().to_le_bytes());
    packed.extend(crc.amount().to_le_bytes());
    packed.shrink_to_fit();
    (packed.len() < bytes.len()).then_some(packed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let bodies = [1024, 5000, 300_000]
            .map(|length| (0..length).map(|i| (i % 97 * (i % 7) % 89) as u8).collect::<Vec<_>>());
        for body in bodies {
            let packed = pack(&body).unwrap();
            assert_eq!(packed, pack(&body).unwrap(), "nothing is left of the body before");
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert!(unpacked == body);
        }
    }

    #[test]
    fn what_does_not_get_shorter_is_left() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let noise: Vec<u8> = (0..4000).map(|_| random()).collect();
        assert_eq!(pack(&noise), None);
        assert_eq!(pack(&[b'a'; 100]), None);
    }
}
