//! The archive that a workbook is: files of pieces that are compressed already, without a time and without an owner.
//!
//! A crate that writes archives compresses what it is given; this one takes compressed pieces as they are, so that
//! the rows of an indicator are compressed once for all sheets and workbooks that they stand in.

use std::fmt;

use flate2::Crc;

use crate::site::body::BodyPart;
use crate::site::gzip::LAST_BLOCK as END;
use crate::site::gzip::Piece;

pub struct Entry {
    /// Its path inside the archive, in ASCII.
    pub name: String,
    pub pieces: Vec<Piece>,
}

/// The format's own limit was reached: 4 GiB, or 65,535 files.
#[derive(Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a workbook of more than 4 GiB or 65,535 sheets")
    }
}

impl std::error::Error for TooLarge {}

/// Version 2.0 of the format: the first that knows deflate.
const VERSION: u16 = 20;
const DEFLATE: u16 = 8;
/// 1 January 1980, the first day that the format knows: the same bytes on every day.
const DATE: u16 = 0x21;

/// The facts in both headers of a file.
struct Facts {
    crc: u32,
    packed: u32,
    plain: u32,
    name: u16,
}

/// The runs of the archive: headers between compressed pieces.
pub fn archive(entries: &[Entry]) -> Result<Vec<BodyPart>, TooLarge> {
    let mut out = Vec::new();
    let mut runs = Vec::new();
    // The length of what is in `runs`.
    let mut written = 0;
    let mut directory = Vec::new();
    for entry in entries {
        let facts = Facts::of(entry)?;
        let offset = small(written + out.len())?;
        out.extend(b"PK\x03\x04");
        facts.write(&mut out);
        out.extend(entry.name.as_bytes());
        for piece in &entry.pieces {
            written += out.len() + piece.len();
            runs.push(BodyPart::Bytes(std::mem::take(&mut out).into()));
            runs.push(BodyPart::Packed(piece.clone()));
        }
        out.extend(END);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        facts.write(&mut directory);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let count = u16::try_from(entries.len()).map_err(|_| TooLarge)?;
    let (start, size) = (small(written + out.len())?, small(directory.len())?);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    out.extend([0; 2]);
    runs.push(BodyPart::Bytes(out.into()));
    runs.retain(|run| !matches!(run, BodyPart::Bytes(bytes) if bytes.is_empty()));
    Ok(runs)
}

impl Facts {
    fn of(entry: &Entry) -> Result<Self, TooLarge> {
        let mut crc = Crc::new();
        let (mut packed, mut plain) = (END.len(), 0_u64);
        for piece in &entry.pieces {
            crc.combine(piece.crc());
            packed += piece.len();
            plain += u64::from(piece.crc().amount());
        }
        Ok(Facts {
            crc: crc.sum(),
            packed: small(packed)?,
            plain: u32::try_from(plain).map_err(|_| TooLarge)?,
            name: u16::try_from(entry.name.len()).map_err(|_| TooLarge)?,
        })
    }

    /// From the version that is needed to the length of the extra field.
    fn write(&self, out: &mut Vec<u8>) {
        for number in [VERSION, 0, DEFLATE, 0, DATE] {
            out.extend(number.to_le_bytes());
        }
        for number in [self.crc, self.packed, self.plain] {
            out.extend(number.to_le_bytes());
        }
        out.extend([self.name.to_le_bytes(), 0_u16.to_le_bytes()].concat());
    }
}

fn small(length: usize) -> Result<u32, TooLarge> {
    u32::try_from(length).map_err(|_| TooLarge)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::site::body::Body;
    use crate::site::gzip::DeflateBlock;
    use crate::site::gzip::Effort;

    #[test]
    fn equal_files_give_equal_archives_with_everything_in_its_place() {
        let piece = |text: &str| Piece::Kept(Arc::new(DeflateBlock::new(text.as_bytes(), Effort::Usual)));
        let entry = |name: &str, texts: &[&str]| Entry {
            name: name.to_owned(),
            pieces: texts.iter().map(|text| piece(text)).collect(),
        };
        let files = || [entry("a.xml", &["<a>", "</a>"]), entry("b/c.xml", &["<c/>"])];
        let bytes = |entries: &[Entry]| {
            let mut bytes = Vec::new();
            Body::of_parts(archive(entries).unwrap()).write_to(&mut bytes).unwrap();
            bytes
        };
        assert_eq!(bytes(&files()), bytes(&files()));
        let bytes = bytes(&files());
        assert!(bytes.starts_with(b"PK\x03\x04\x14\0\0\0\x08\0\0\0\x21\0"));
        let end = bytes.len() - 22;
        assert_eq!(bytes[end..end + 12], *b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        let start = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap()) as usize;
        assert!(bytes[start..].starts_with(b"PK\x01\x02"));
    }
}
