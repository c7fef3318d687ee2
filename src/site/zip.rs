//! The archive that a workbook is: files that are packed while they are written, without a time and without an owner. Sums
//! and lengths follow each file (PKWARE's APPNOTE, 4.3.9): nobody knows them before it is written.

use super::*;

use std::io::Write;

use super::gzip::Deflate;

/// What a body is written into: one text, or the parts of an archive, one after the other.
pub trait Parts: Write {
    /// Begins a part of an archive.
    fn begin(&mut self, name: &str) -> io::Result<()>;
}

/// Version 2.0 of the format: the first that knows deflate.
const VERSION: u16 = 20;
/// Sums and lengths stand behind the file.
const FLAGS: u16 = 8;
const DEFLATE: u16 = 8;
/// 1 January 1980, the first day that the format knows: the same bytes on every day.
const DATE: u16 = 0x21;

pub struct Archive<'a> {
    out: Counted<'a>,
    current: Option<Entry>,
    /// One for all files: to make one for each would cost more than it does.
    deflate: Deflate,
    /// The headers of the files at the end of the archive.
    directory: Vec<u8>,
    files: u16,
}

struct Entry {
    name: String,
    offset: u32,
    /// The length of the archive before its packed bytes.
    begin: u64,
    crc: Crc,
}

/// Counts what passes.
struct Counted<'a> {
    out: &'a mut dyn Write,
    len: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.len += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
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
        let (out, deflate) = (Counted { out, len: 0 }, Deflate::new());
        Archive { out, current: None, deflate, directory: Vec::new(), files: 0 }
    }

    /// Ends the file that is being written.
    fn end_file(&mut self) -> io::Result<()> {
        let Some(entry) = self.current.take() else { return Ok(()) };
        self.deflate.finish(&mut self.out)?;
        let (packed, plain) = (small(self.out.len - entry.begin)?, entry.crc.amount());
        let mut facts = Vec::new();
        for number in [entry.crc.sum(), packed, plain] {
            facts.extend(number.to_le_bytes());
        }
        self.out.write_all(b"PK\x07\x08")?;
        self.out.write_all(&facts)?;
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(head());
        self.directory.extend(facts);
        self.directory.extend(name_length(&entry.name)?);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(entry.offset.to_le_bytes());
        self.directory.extend(entry.name.as_bytes());
        self.files = self.files.checked_add(1).ok_or_else(too_large)?;
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.end_file()?;
        let out = &mut self.out;
        let (start, size) = (small(out.len)?, small(self.directory.len() as u64)?);
        out.write_all(&self.directory)?;
        out.write_all(b"PK\x05\x06\0\0\0\0")?;
        out.write_all(&[self.files.to_le_bytes(), self.files.to_le_bytes()].concat())?;
        out.write_all(&[size.to_le_bytes(), start.to_le_bytes()].concat())?;
        out.write_all(&[0; 2])
    }
}

/// From the version that is needed to the date.
fn head() -> impl Iterator<Item = u8> {
    [VERSION, FLAGS, DEFLATE, 0, DATE].into_iter().flat_map(u16::to_le_bytes)
}

/// The length of the name, and of an extra field that there is not.
fn name_length(name: &str) -> io::Result<[u8; 4]> {
    let [low, high] = u16::try_from(name.len()).map_err(|_| too_large())?.to_le_bytes();
    Ok([low, high, 0, 0])
}

impl Parts for Archive<'_> {
    /// Begins a file; its path inside the archive is in ASCII.
    fn begin(&mut self, name: &str) -> io::Result<()> {
        self.end_file()?;
        let out = &mut self.out;
        let offset = small(out.len)?;
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&head().collect::<Vec<_>>())?;
        out.write_all(&[0; 12])?;
        out.write_all(&name_length(name)?)?;
        out.write_all(name.as_bytes())?;
        self.current = Some(Entry { name: name.to_owned(), offset, begin: out.len, crc: Crc::new() });
        Ok(())
    }
}

impl Write for Archive<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(entry) = &mut self.current else { return Err(io::Error::other("a text in no file")) };
        self.deflate.write(bytes, &mut self.out)?;
        entry.crc.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(files: &[(&str, &[&str])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = Archive::new(&mut bytes);
        for (name, texts) in files {
            archive.begin(name).unwrap();
            texts.iter().for_each(|text| archive.write_all(text.as_bytes()).unwrap());
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
