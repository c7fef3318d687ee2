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
const ENTRY: usize = 128;
/// The numbers of sectors in the header.
const HEADER_LIST: std::ops::Range<usize> = 76..512;

impl<'a> Compound<'a> {
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let size = match u16_at(bytes, 30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };

        // The last sector may be cut short.
        let sectors: Vec<&[u8]> = bytes.get(size..)?.chunks(size).collect();

        // The table of what follows each sector lies in sectors that the header lists, and in those that these list.
        let mut list = words(bytes.get(HEADER_LIST)?);
        let mut more = u32_at(bytes, 68)?;
        for _ in 0..=sectors.len() {
            if more > LAST_SECTOR {
                break;
            }

            let mut numbers = words(sectors.get(more as usize)?);
            more = numbers.pop()?;
            list.extend(numbers);
        }

        if more <= LAST_SECTOR {
            return None;
        }

        let mut next = Vec::new();
        for number in list {
            if number <= LAST_SECTOR && next.len() <= sectors.len() {
                next.extend(words(sectors.get(number as usize)?));
            }
        }

        let chains = Chains { sectors, next };
        Some(Compound {
            directory: chains.follow(u32_at(bytes, 48)?)?,
            bytes,
            chains,
        })
    }

    /// The entry of a stream in the directory.
    pub fn entry(&self, name: &str) -> Option<&[u8]> {
        for entry in self.directory.chunks_exact(ENTRY) {
            let length = u16_at(entry, 64)?.saturating_sub(2);
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
        let first = u32_at(entry, 116)?;
        let size = u32_at(entry, 120)?;
        let mut bytes = if size < u32_at(self.bytes, 56)? {
            // Small streams lie in small sectors of another stream.
            let small = self.chains.follow(u32_at(&self.directory, 116)?)?;
            let next = self.chains.follow(u32_at(self.bytes, 60)?)?;
            let small = Chains {
                sectors: small.chunks_exact(SMALL_SECTOR).collect(),
                next: words(&next),
            };
            small.follow(first)?
        } else {
            self.chains.follow(first)?
        };

        bytes.truncate(size as usize);
        (bytes.len() == size as usize).then_some(bytes)
    }
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

fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().copied().map(u32::from_le_bytes).collect()
}
