//! ZIP archives: their parts by name, unpacked one at a time. Sizes are those of the central directory, and what unpacks to
//! more than it declares is refused.

use super::*;

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::cells::MAX_UNPACKED;

/// The record at the end of an archive, and the longest comment behind it.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;
const ENTRY: &[u8] = b"PK\x01\x02";
const ENTRY_LENGTH: usize = 46;
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_LENGTH: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The flag of an encrypted part.
const ENCRYPTED: u16 = 1;

pub struct Archive<'a> {
    bytes: &'a [u8],
    parts: HashMap<&'a str, Part>,
}

struct Part {
    method: u16,
    crc: u32,
    packed: usize,
    unpacked: usize,
    /// Where its local header begins.
    offset: usize,
}

impl<'a> Archive<'a> {
    /// Reads the central directory. Refuses parts that declare more than [`MAX_UNPACKED`] together, and names that come
    /// twice.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Message> {
        let damaged = || msg::workbook_damaged("ZIP");
        let from = bytes.len().saturating_sub(END_LENGTH + LONGEST_COMMENT);
        let tail = bytes.get(from..).unwrap_or_default();
        let end = tail.windows(END.len()).rposition(|window| window == END).ok_or_else(damaged)? + from;
        let count = u16_at(bytes, end + 10).ok_or_else(damaged)?;
        let mut at = u32_at(bytes, end + 16).ok_or_else(damaged)? as usize;
        let (mut parts, mut sum) = (HashMap::new(), 0_usize);
        for _ in 0..count {
            let (name, part, length) = entry(bytes, at).ok_or_else(damaged)?;
            at += length;
            sum = sum.saturating_add(part.unpacked);
            if sum > MAX_UNPACKED {
                return Err(msg::workbook_too_large(MAX_UNPACKED >> 20));
            }
            if parts.insert(name, part).is_some() {
                return Err(damaged());
            }
        }
        Ok(Archive { bytes, parts })
    }

    pub fn has(&self, name: &str) -> bool {
        self.parts.contains_key(name)
    }

    /// The text of a part; `None` where there is no such part.
    pub fn text(&self, name: &str) -> Result<Option<String>, Message> {
        let Some(part) = self.parts.get(name) else { return Ok(None) };
        let bytes = self.unpack(part).ok_or_else(|| msg::workbook_damaged(name))?;
        let text = String::from_utf8(bytes).map_err(|_| msg::workbook_damaged(name))?;
        Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }

    fn unpack(&self, part: &Part) -> Option<Vec<u8>> {
        let header = bytes_at(self.bytes, part.offset, LOCAL_LENGTH).filter(|h| h.starts_with(LOCAL))?;
        let names = usize::from(u16_at(header, 26)?) + usize::from(u16_at(header, 28)?);
        let packed = bytes_at(self.bytes, part.offset.checked_add(LOCAL_LENGTH + names)?, part.packed)?;
        let mut unpacked = Vec::new();
        match part.method {
            STORED => unpacked.extend(packed),
            DEFLATED => {
                let most = part.unpacked as u64 + 1;
                DeflateDecoder::new(packed).take(most).read_to_end(&mut unpacked).ok()?;
            }
            _ => return None,
        }
        let mut crc = Crc::new();
        crc.update(&unpacked);
        (unpacked.len() == part.unpacked && crc.sum() == part.crc).then_some(unpacked)
    }
}

/// The entry of the central directory at an offset: name, part, and length of the entry.
fn entry(bytes: &[u8], at: usize) -> Option<(&str, Part, usize)> {
    let head = bytes_at(bytes, at, ENTRY_LENGTH).filter(|head| head.starts_with(ENTRY))?;
    if u16_at(head, 8)? & ENCRYPTED != 0 {
        return None;
    }
    let length = |offset: usize| u16_at(head, offset).map(usize::from);
    let size = |offset: usize| u32_at(head, offset).map(|size| size as usize);
    let name = std::str::from_utf8(bytes_at(bytes, at.checked_add(ENTRY_LENGTH)?, length(28)?)?).ok()?;
    let (method, crc) = (u16_at(head, 10)?, u32_at(head, 16)?);
    let part = Part { method, crc, packed: size(20)?, unpacked: size(24)?, offset: size(42)? };
    Some((name, part, ENTRY_LENGTH + length(28)? + length(30)? + length(32)?))
}
