//! Compound files, [MS-CFB]: streams in chains of sectors. Names are compared without case. A chain has at most as many links
//! as the file has sectors.

use super::*;

pub struct Compound<'a> {
    bytes: &'a [u8],
    chains: Chains<'a>,
    directory: Vec<u8>,
}

struct Chains<'a> {
    sectors: Vec<&'a [u8]>,
    /// The sector behind each sector.
    next: Vec<u32>,
}

/// Sectors above this number end a chain or are free.
const LAST_SECTOR: u32 = 0xffff_fffa;
const SMALL_SECTOR: usize = 64;

/// The offsets of fields of the header [MS-CFB 2.2].
mod header {
    /// The size of a sector as a power of two.
    pub const SECTOR_SHIFT: usize = 30;
    pub const FIRST_DIRECTORY_SECTOR: usize = 48;
    /// Streams that are smaller lie in small sectors.
    pub const SMALL_STREAM_LIMIT: usize = 56;
    /// The first sector of the table that chains small sectors.
    pub const FIRST_SMALL_TABLE_SECTOR: usize = 60;
    /// The first sector that continues the list of table sectors.
    pub const FIRST_LIST_SECTOR: usize = 68;
    /// The beginning of the list of table sectors (DIFAT).
    pub const LIST: std::ops::Range<usize> = 76..512;
}

/// The size of an entry of the directory, and the offsets of its fields [MS-CFB 2.6.1].
mod entry {
    pub const SIZE: usize = 128;
    /// The length of the name in bytes, with the zero behind it.
    pub const NAME_LENGTH: usize = 64;
    pub const FIRST_SECTOR: usize = 116;
    pub const STREAM_SIZE: usize = 120;
}

impl<'a> Compound<'a> {
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let size = match u16_at(bytes, header::SECTOR_SHIFT)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };

        // The last sector may be cut short.
        let sectors: Vec<&[u8]> = bytes.get(size..)?.chunks(size).collect();

        let mut next = Vec::new();
        for number in list_table_sectors(bytes, &sectors)? {
            if number <= LAST_SECTOR && next.len() <= sectors.len() {
                next.extend(read_u32s(sectors.get(number as usize)?));
            }
        }

        let chains = Chains { sectors, next };
        Some(Compound {
            directory: chains.follow(u32_at(bytes, header::FIRST_DIRECTORY_SECTOR)?)?,
            bytes,
            chains,
        })
    }

    /// The entry of a stream in the directory.
    pub fn entry(&self, name: &str) -> Option<&[u8]> {
        for entry in self.directory.chunks_exact(entry::SIZE) {
            let length = u16_at(entry, entry::NAME_LENGTH)?.saturating_sub(2);
            let (units, _) = entry.get(..length.into())?.as_chunks();
            let units = units.iter().copied().map(u16::from_le_bytes);
            let found: Result<String, _> = char::decode_utf16(units).collect();
            if found.is_ok_and(|found| found.eq_ignore_ascii_case(name)) {
                return Some(entry);
            }
        }

        None
    }

    pub fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entry(name)?;
        let first = u32_at(entry, entry::FIRST_SECTOR)?;
        let size = u32_at(entry, entry::STREAM_SIZE)?;
        let mut bytes = if size < u32_at(self.bytes, header::SMALL_STREAM_LIMIT)? {
            // The first entry of the directory is the root, whose stream holds the small sectors.
            let root = &self.directory;
            let small = self.chains.follow(u32_at(root, entry::FIRST_SECTOR)?)?;
            let first_of_table = u32_at(self.bytes, header::FIRST_SMALL_TABLE_SECTOR)?;
            let next = self.chains.follow(first_of_table)?;
            let small = Chains {
                sectors: small.chunks_exact(SMALL_SECTOR).collect(),
                next: read_u32s(&next),
            };
            small.follow(first)?
        } else {
            self.chains.follow(first)?
        };

        bytes.truncate(size as usize);
        (bytes.len() == size as usize).then_some(bytes)
    }
}

/// Reads the numbers of the sectors that hold the table of what follows each sector: the header lists the first, and further
/// sectors the rest, each with the number of the next such sector at its end. `None` where these go round in a circle.
fn list_table_sectors(bytes: &[u8], sectors: &[&[u8]]) -> Option<Vec<u32>> {
    let mut list = read_u32s(bytes.get(header::LIST)?);
    let mut more = u32_at(bytes, header::FIRST_LIST_SECTOR)?;
    for _ in 0..=sectors.len() {
        if more > LAST_SECTOR {
            return Some(list);
        }

        let mut numbers = read_u32s(sectors.get(more as usize)?);
        more = numbers.pop()?;
        list.extend(numbers);
    }

    None
}

impl Chains<'_> {
    /// The bytes of a chain of sectors; none where it begins with no sector. Refuses a chain in a circle.
    fn follow(&self, first: u32) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut number = first;
        for _ in 0..=self.sectors.len() {
            if number > LAST_SECTOR {
                return Some(bytes);
            }

            bytes.extend(*self.sectors.get(number as usize)?);
            number = *self.next.get(number as usize)?;
        }

        None
    }
}

fn read_u32s(bytes: &[u8]) -> Vec<u32> {
    let (chunks, _) = bytes.as_chunks();
    chunks.iter().copied().map(u32::from_le_bytes).collect()
}
