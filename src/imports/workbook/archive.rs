//! Archives (ZIP, also ZIP64) whose parts are unpacked one at a time. Names are compared without case, as Office Open XML has
//! them, and a backslash in one is a slash. Sizes are those of the central directory.

use super::*;

use std::char::DecodeUtf16Error;
use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use percent_encoding::percent_decode_str;

use super::bytes::usize_at;

/// The record at the end of an archive, and the longest comment behind it.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;
/// The records before it that hold longer numbers, and the length of the first of them.
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_LENGTH: usize = 20;
const LONG_END: &[u8] = b"PK\x06\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const ENTRY_LENGTH: usize = 46;
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_LENGTH: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The flag of an encrypted part.
const ENCRYPTED: u16 = 1;
/// A number of four bytes that stands in the extra field instead, and the kind of that field.
const ELSEWHERE: u32 = u32::MAX;
const LONG_NUMBERS: u16 = 1;

pub struct Archive<'a> {
    bytes: &'a [u8],
    /// The parts by their names in small letters.
    parts: HashMap<String, Part>,
}

/// An entry of the central directory.
struct Part {
    method: u16,
    crc: u32,
    packed: usize,
    unpacked: usize,
    offset: usize,
}

/// The name of a part as archives and relationships are compared: in small letters, with slashes, without `.`, `..` and
/// escapes.
pub fn plain_name(name: &str) -> String {
    let decoded = percent_decode_str(name).decode_utf8_lossy();
    let mut folders: Vec<String> = Vec::new();

    for folder in decoded.split(['/', '\\']) {
        match folder {
            "" | "." => {}
            ".." => drop(folders.pop()),
            folder => folders.push(folder.to_lowercase()),
        }
    }

    folders.join("/")
}

impl<'a> Archive<'a> {
    /// Reads the central directory. Refuses parts that declare more than [`MAX_UNPACKED`] together, and names that come
    /// twice.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let Some((count, mut directory)) = find_directory(bytes) else {
            return Err(msg::workbook_damaged("ZIP"));
        };

        let mut parts = HashMap::new();
        let mut sum = 0_usize;
        for _ in 0..count {
            let Some((name, part)) = next_part(&mut directory) else {
                return Err(msg::workbook_damaged("ZIP"));
            };

            sum = sum.saturating_add(part.unpacked);
            if sum > MAX_UNPACKED {
                return Err(msg::workbook_too_large(MAX_UNPACKED >> 20));
            }

            // A folder has no content.
            let is_folder = name.ends_with(['/', '\\']);
            if !is_folder && parts.insert(plain_name(&name), part).is_some() {
                return Err(msg::workbook_part_twice(name));
            }
        }

        Ok(Archive { bytes, parts })
    }

    pub fn has(&self, name: &str) -> bool {
        self.parts.contains_key(name)
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The text of a part by its plain name.
    pub fn text(&self, name: &str) -> Result<String> {
        let text = self.unpack(name).and_then(decode);
        text.ok_or_else(|| msg::workbook_damaged(name))
    }

    fn unpack(&self, name: &str) -> Option<Vec<u8>> {
        let part = self.parts.get(name)?;
        let local = self.bytes.get(part.offset..)?;
        if !local.starts_with(LOCAL) {
            return None;
        }

        let name: usize = u16_at(local, 26)?.into();
        let extra: usize = u16_at(local, 28)?.into();
        let content = local.get(LOCAL_LENGTH + name + extra..)?;
        let packed = content.get(..part.packed)?;

        let mut unpacked = Vec::new();
        match part.method {
            STORED => unpacked.extend(packed),
            DEFLATED => {
                let limit = part.unpacked as u64 + 1;
                let mut decoder = DeflateDecoder::new(packed).take(limit);
                decoder.read_to_end(&mut unpacked).ok()?;
            }
            _ => return None,
        }

        let mut crc = Crc::new();
        crc.update(&unpacked);
        let is_whole = unpacked.len() == part.unpacked && crc.sum() == part.crc;
        is_whole.then_some(unpacked)
    }
}

/// A part as text. The standard allows UTF-8 and UTF-16.
fn decode(bytes: Vec<u8>) -> Option<String> {
    if let Some(text) = decode_utf16(&bytes) {
        return text.ok();
    }

    let mut text = String::from_utf8(bytes).ok()?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }

    Some(text)
}

/// Decodes UTF-16 with a byte-order mark; `None` for another encoding.
pub fn decode_utf16(bytes: &[u8]) -> Option<Result<String, DecodeUtf16Error>> {
    let unit = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };

    let (pairs, _) = bytes.as_chunks();
    let units = pairs.iter().skip(1).map(|pair| unit(*pair));
    Some(char::decode_utf16(units).collect())
}

/// The number of parts, and the central directory.
fn find_directory(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let tail = bytes.len().saturating_sub(END_LENGTH + LONGEST_COMMENT);
    let mut places = bytes.get(tail..)?.windows(END.len());
    let end = tail + places.rposition(|place| place == END)?;
    let count = u16_at(bytes, end + 10)?;
    let start = u32_at(bytes, end + 16)?;

    let locator = bytes.get(end.saturating_sub(LOCATOR_LENGTH)..)?;
    if (count == u16::MAX || start == ELSEWHERE) && locator.starts_with(LOCATOR) {
        let end = bytes.get(usize_at(locator, 8)?..)?;
        let directory = bytes.get(usize_at(end, 48)?..)?;
        return end
            .starts_with(LONG_END)
            .then_some((usize_at(end, 32)?, directory));
    }

    Some((count.into(), bytes.get(start as usize..)?))
}

/// Takes the next part from the central directory, with its name.
fn next_part(directory: &mut &[u8]) -> Option<(String, Part)> {
    let entry = directory.get(..ENTRY_LENGTH)?;
    if !entry.starts_with(ENTRY) || u16_at(entry, 8)? & ENCRYPTED != 0 {
        return None;
    }

    let rest = directory.get(ENTRY_LENGTH..)?;
    let (name, rest) = rest.split_at_checked(u16_at(entry, 28)?.into())?;
    let (extra, rest) = rest.split_at_checked(u16_at(entry, 30)?.into())?;
    let (_, behind) = rest.split_at_checked(u16_at(entry, 32)?.into())?;
    *directory = behind;

    // Numbers that need eight bytes stand in the extra field, in this order.
    let mut long = long_numbers(extra);
    let part = Part {
        unpacked: read_size(entry, 24, &mut long)?,
        packed: read_size(entry, 20, &mut long)?,
        offset: read_size(entry, 42, &mut long)?,
        method: u16_at(entry, 10)?,
        crc: u32_at(entry, 16)?,
    };
    let name = std::str::from_utf8(name).ok()?;
    Some((name.to_owned(), part))
}

/// A number of an entry, which may stand among long ones instead.
fn read_size(entry: &[u8], at: usize, long: &mut &[u8]) -> Option<usize> {
    let size = u32_at(entry, at)?;
    if size != ELSEWHERE {
        return Some(size as usize);
    }

    let (size, behind) = long.split_at_checked(8)?;
    *long = behind;
    usize_at(size, 0)
}

/// The content of the extra field with long numbers, or nothing.
fn long_numbers(mut extra: &[u8]) -> &[u8] {
    while let (Some(kind), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let end = 4 + usize::from(length);
        if kind == LONG_NUMBERS {
            return extra.get(4..end).unwrap_or_default();
        }

        extra = extra.get(end..).unwrap_or_default();
    }

    &[]
}
