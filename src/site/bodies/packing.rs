//! Deflate, in gzip and in archives. Stored bodies are packed once, the same bytes on every machine, and inflated for clients
//! that take no gzip; written bodies and workbooks are packed on their way.

use super::*;

use std::io::Write;

use flate2::bufread::DeflateDecoder;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// So short a body gains nothing: the header of gzip and the line that names it are a third of it.
pub const LEAST: usize = 128;
/// RFC 1952: deflate, no name, no time, no operating system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Checksum and length.
const TRAILER: usize = 8;
/// Packed bytes that are written at a time.
const WINDOW: usize = 16 * 1024;
/// The level at which bodies are packed on their way.
const FASTEST: u32 = 1;
/// Compressors that wait for the next body: as many as pack at a time, so that none has to be made in the midst of others. A
/// compressor that comes and goes leaves a hole of 370 KB in the heap that small things break up.
const MOST_IDLE: usize = 64;
/// As many of them may wait when nothing is packed.
const QUIET: usize = 4;

/// Compressors that are not in use: to make one costs more than to pack a short body.
static IDLE: Mutex<Vec<Compressor>> = Mutex::new(Vec::new());

struct Compressor {
    level: u32,
    stream: Compress,
    /// Where packed bytes are written first. Fresh memory for each body would be cleared for each.
    room: Vec<u8>,
}

impl Compressor {
    fn new(level: u32) -> Self {
        Compressor {
            level,
            stream: Compress::new(Compression::new(level), false),
            room: Vec::new(),
        }
    }

    /// One with room for so many bytes.
    fn take(level: u32, room: usize) -> Self {
        let mut compressor = take_idle(level).unwrap_or_else(|| Compressor::new(level));
        if compressor.room.len() < room {
            compressor.room.resize(room, 0);
        }

        compressor
    }

    /// Lends it again. Its stream has ended: of one that was broken off, zlib-rs 0.6 keeps the open block through a reset, and
    /// the next stream would begin in the middle of it. Every other compressor is dropped.
    fn give_back(mut self) {
        self.stream.reset();
        let mut idle = idle_compressors();
        if idle.len() < MOST_IDLE {
            idle.push(self);
        }
    }
}

fn take_idle(level: u32) -> Option<Compressor> {
    let mut idle = idle_compressors();
    let place = idle.iter().position(|idle| idle.level == level)?;
    Some(idle.swap_remove(place))
}

fn idle_compressors() -> std::sync::MutexGuard<'static, Vec<Compressor>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frees what compresses, until something is compressed again.
pub fn release_compressors() {
    idle_compressors().clear();
}

/// Frees compressors if more of them wait than a quiet service needs. Tells whether it did.
pub fn release_surplus() -> bool {
    clear_surplus(&mut idle_compressors())
}

fn clear_surplus(idle: &mut Vec<Compressor>) -> bool {
    let is_surplus = idle.len() > QUIET;
    if is_surplus {
        idle.clear();
    }
    is_surplus
}

/// The level by the length of the text. Measured with 100 to 5,000 rows of daily rates and of amounts:
///
/// | level | time | bytes |
/// |---|---|---|
/// | 1 | 0.6 | 1.33 |
/// | 2 | 1 | 1 |
/// | 3 | 1.5 | 0.94 |
/// | 6 | 4 | 0.88 |
///
/// In short bodies most of the time goes into the tables of codes that a block begins with, which level 1 does without:
/// a fifth of the start with 2,000 indicators, for two hundredths of the memory. A page is packed every day, a long history
/// when it has a new row.
fn level(length: usize) -> u32 {
    match length {
        0..=2_048 => 1,
        2_049..=131_072 => 2,
        _ => 3,
    }
}

/// Packs one text after the other while they are written. Dropped before its end, it takes the compressor with it.
pub struct Packing<'a> {
    out: &'a mut dyn Write,
    compressor: Compressor,
    /// The checksum and the length of the text so far.
    crc: Crc,
}

impl<'a> Packing<'a> {
    /// Begins a gzip body, which has one text.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(&HEADER)?;
        Ok(Packing::without_header(out))
    }

    /// Ends a gzip body.
    pub fn finish(mut self) -> io::Result<()> {
        let (crc, _) = self.end_text()?;
        self.out.write_all(&trailer(&crc))?;
        self.compressor.give_back();
        Ok(())
    }

    fn without_header(out: &'a mut dyn Write) -> Self {
        Packing {
            out,
            compressor: Compressor::take(FASTEST, WINDOW),
            crc: Crc::new(),
        }
    }

    /// Ends the text, and tells its checksum and length, and its packed length. The next bytes begin another one.
    fn end_text(&mut self) -> io::Result<(Crc, u64)> {
        let mut status = Status::Ok;
        while status != Status::StreamEnd {
            (_, status) = self.step(&[], FlushCompress::Finish)?;
        }

        let packed = self.compressor.stream.total_out();
        self.compressor.stream.reset();
        Ok((std::mem::take(&mut self.crc), packed))
    }

    /// Packs the beginning of some bytes, and tells how many they are.
    fn step(&mut self, bytes: &[u8], flush: FlushCompress) -> io::Result<(usize, Status)> {
        let Compressor { stream, room, .. } = &mut self.compressor;
        let (read, written) = (stream.total_in(), stream.total_out());
        let status = stream.compress(bytes, &mut room[..WINDOW], flush)?;

        let packed = count(stream.total_out() - written);
        self.out.write_all(&room[..packed])?;
        Ok((count(stream.total_in() - read), status))
    }
}

/// Bytes of a text or a window, which lie in memory.
fn count(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl Write for Packing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (read, _) = self.step(rest, FlushCompress::None)?;
            rest = &rest[read..];
        }

        self.crc.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn trailer(crc: &Crc) -> Vec<u8> {
    [crc.sum(), crc.amount()].map(u32::to_le_bytes).concat()
}

/// The packed text, where that is shorter.
pub fn pack(text: &[u8]) -> io::Result<Option<Vec<u8>>> {
    if text.len() < LEAST {
        return Ok(None);
    }

    // Into the room of the original and no more: what does not fit there is not shorter.
    let mut compressor = Compressor::take(level(text.len()), text.len());
    let Compressor { stream, room, .. } = &mut compressor;
    let status = stream.compress(text, &mut room[..text.len()], FlushCompress::Finish)?;
    if status != Status::StreamEnd {
        return Ok(None);
    }

    let mut crc = Crc::new();
    crc.update(text);
    let deflated = &room[..count(stream.total_out())];
    let packed = [&HEADER, deflated, &trailer(&crc)].concat();
    compressor.give_back();
    Ok((packed.len() < text.len()).then_some(packed))
}

/// Writes the text that [`pack`] has packed.
pub fn inflate(packed: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let deflated = &packed[HEADER.len()..packed.len() - TRAILER];
    io::copy(&mut DeflateDecoder::new(deflated), out).map(drop)
}

/// The output of a body: one text, or the parts of an archive, one after the other.
pub trait Parts: Write {
    /// Begins a part of an archive; a text has none.
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

impl Parts for &mut dyn Write {}

/// The part that both heads of a file in an archive share, in little endian (PKWARE's APPNOTE, 4.4): version 2.0 of the format, the
/// first with deflate; sums and lengths behind the file; deflate; midnight of 1 January 1980, the first day that the format
/// knows, for the same bytes on every day.
const FILE_HEAD: [u8; 10] = [20, 0, 8, 0, 8, 0, 0, 0, 0x21, 0];

/// The archive that a workbook is: files that are packed while they are written, without a time and without an owner. Sums
/// and lengths follow each file (PKWARE's APPNOTE, 4.3.9): nobody knows them before it is written.
pub struct Archive<'a> {
    /// One for all files: to make one for each would cost more than it does.
    packing: Packing<'a>,
    /// How many bytes are written, except what is packed of the present file.
    len: u64,
    /// The name of the file that is being written, and where it begins.
    current: Option<(String, u32)>,
    /// The headers of the files at the end of the archive.
    directory: Vec<u8>,
    files: u16,
}

/// The format's own limit was reached: 4 GiB, or 65,535 files.
fn too_large() -> io::Error {
    io::Error::other("a workbook of more than 4 GiB or 65,535 sheets")
}

fn small(length: u64) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| too_large())
}

impl<'a> Archive<'a> {
    pub fn new(out: &'a mut dyn Write) -> Self {
        Archive {
            packing: Packing::without_header(out),
            len: 0,
            current: None,
            directory: Vec::new(),
            files: 0,
        }
    }

    /// Writes bytes that are not packed.
    fn write_header(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.len += bytes.len() as u64;
        self.packing.out.write_all(bytes)
    }

    /// Ends the file that is being written.
    fn end_file(&mut self) -> io::Result<()> {
        let Some((name, offset)) = self.current.take() else {
            return Ok(());
        };

        let (crc, packed) = self.packing.end_text()?;
        self.len += packed;
        let sums = [crc.sum(), small(packed)?, crc.amount()];
        let sums = sums.map(u32::to_le_bytes).concat();
        self.write_header(&[b"PK\x07\x08", &*sums].concat())?;
        // The version that made it is needed.
        let head = [b"PK\x01\x02", &FILE_HEAD[..2], &FILE_HEAD, &sums];
        self.directory.extend(head.concat());
        self.directory.extend(name_length(&name)?);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.files = self.files.checked_add(1).ok_or_else(too_large)?;
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.end_file()?;
        let files = self.files.to_le_bytes();
        let size = small(self.directory.len() as u64)?.to_le_bytes();
        let start = small(self.len)?.to_le_bytes();
        let end = [
            b"PK\x05\x06\0\0\0\0",
            &files[..],
            &files,
            &size,
            &start,
            &[0; 2],
        ];

        self.packing.out.write_all(&self.directory)?;
        self.packing.out.write_all(&end.concat())?;
        self.packing.compressor.give_back();
        Ok(())
    }
}

/// The length of the name, and of an extra field that there is not.
fn name_length(name: &str) -> io::Result<[u8; 4]> {
    let length = u16::try_from(name.len()).map_err(|_| too_large())?;
    let [low, high] = length.to_le_bytes();
    Ok([low, high, 0, 0])
}

impl Parts for Archive<'_> {
    /// Begins a file; its path inside the archive is in ASCII.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        self.end_file()?;
        self.current = Some((name.to_owned(), small(self.len)?));
        let (sums, length) = ([0; 12], name_length(name)?);
        let header = [
            b"PK\x03\x04",
            &FILE_HEAD[..],
            &sums,
            &length,
            name.as_bytes(),
        ];
        self.write_header(&header.concat())
    }
}

impl Write for Archive<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.current.is_none() {
            return Err(io::Error::other("a text in no file"));
        }
        self.packing.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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

    #[test]
    fn what_is_packed_can_be_unpacked() {
        for body in [1024, 5000, WINDOW, 300_000, 100_000, 3000].map(text) {
            let packed = pack(&body).unwrap().unwrap();
            assert_eq!(
                Some(&packed),
                pack(&body).unwrap().as_ref(),
                "nothing is left of the body before"
            );
            let (mut by_library, mut by_hand) = (Vec::new(), Vec::new());
            flate2::read::GzDecoder::new(&*packed)
                .read_to_end(&mut by_library)
                .unwrap();
            inflate(&packed, &mut by_hand).unwrap();
            assert!(by_library == body && by_hand == body);
        }
    }

    #[test]
    fn what_is_packed_on_its_way_can_be_unpacked() {
        for body in [0, 1, 1024, 300_000]
            .map(text)
            .into_iter()
            .chain([noise(100_000)])
        {
            let mut packed = Vec::new();
            let mut packing = Packing::new(&mut packed).unwrap();
            body.chunks(1000)
                .for_each(|part| packing.write_all(part).unwrap());
            packing.finish().unwrap();
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(&*packed)
                .read_to_end(&mut unpacked)
                .unwrap();
            assert!(unpacked == body);
        }
    }

    #[test]
    fn what_does_not_get_shorter_is_left() {
        assert_eq!(pack(&noise(4000)).unwrap(), None);
        assert_eq!(pack(&[b'a'; LEAST - 1]).unwrap(), None);
        assert!(pack(&[b'a'; LEAST]).unwrap().is_some());
    }

    #[test]
    fn a_compressor_that_was_broken_off_is_not_lent_again() {
        let [gzip, archive, longer]: [fn(&mut dyn Write); 3] = [
            |out| drop(Packing::new(out).unwrap().write_all(&noise(90_000))),
            |out| {
                let mut archive = Archive::new(out);
                archive.begin("a.xml").unwrap();
                archive.write_all(&noise(90_000)).unwrap();
            },
            |out| {
                assert_eq!(pack(&noise(1500)).unwrap(), None);
                let mut archive = Archive::new(out);
                archive.begin("a.xml").unwrap();
                drop(archive.begin(&"long".repeat(20_000)));
            },
        ];

        for break_off in [gzip, archive, longer].repeat(20) {
            break_off(&mut Vec::new());
            let mut packed = Vec::new();
            let mut packing = Packing::new(&mut packed).unwrap();
            packing.write_all(&text(5000)).unwrap();
            packing.finish().unwrap();
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(&*packed)
                .read_to_end(&mut unpacked)
                .unwrap();
            assert!(unpacked == text(5000));
        }
    }

    #[test]
    fn more_than_a_quiet_service_needs_is_given_back() {
        let compressor = |_| Compressor::new(FASTEST);
        let mut idle: Vec<_> = (0..QUIET).map(compressor).collect();
        assert!(!clear_surplus(&mut idle) && idle.len() == QUIET);
        idle.push(compressor(QUIET));
        assert!(clear_surplus(&mut idle) && idle.is_empty());
    }

    fn archive(files: &[(&str, &[&str])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = Archive::new(&mut bytes);
        for (name, texts) in files {
            archive.begin(name).unwrap();
            texts
                .iter()
                .for_each(|text| archive.write_all(text.as_bytes()).unwrap());
        }

        archive.finish().unwrap();
        bytes
    }

    #[test]
    fn equal_files_give_equal_archives_with_everything_in_its_place() {
        let files: [(&str, &[&str]); 2] = [("a.xml", &["<a>", "</a>"]), ("b/c.xml", &["<c/>"])];
        let bytes = archive(&files);
        assert_eq!(bytes, archive(&files));
        assert!(bytes.starts_with(b"PK\x03\x04\x14\0\x08\0\x08\0\0\0\x21\0"));
        let end = bytes.len() - 22;
        assert_eq!(bytes[end..end + 12], *b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        let start = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap()) as usize;
        assert!(bytes[start..].starts_with(b"PK\x01\x02"));
    }
}
