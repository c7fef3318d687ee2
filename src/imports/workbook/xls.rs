//! Workbooks of Excel 97 to 2003, [MS-XLS] in [MS-CFB]: records in a stream of a compound file.

use super::*;

/// The stream with the records.
const STREAM: &str = "Workbook";
/// The last column of this format, counted from 0.
const LAST_COLUMN: u32 = 255;
/// The version of records that is read.
const BIFF8: u16 = 0x0600;

/// Records.
const BOF: u16 = 0x0809;
const EOF: u16 = 0x000a;
const SHEET: u16 = 0x0085;
const STRINGS: u16 = 0x00fc;
const CONTINUE: u16 = 0x003c;
const STYLE: u16 = 0x00e0;
const FONT: u16 = 0x0031;
const FORMAT: u16 = 0x041e;
const DATE_MODE: u16 = 0x0022;
const PASSWORD: u16 = 0x002f;
const STRING_CELL: u16 = 0x00fd;
const LABEL_CELL: u16 = 0x0204;
const NUMBER_CELL: u16 = 0x0203;
const SHORT_NUMBER_CELL: u16 = 0x027e;
const SHORT_NUMBER_CELLS: u16 = 0x00bd;
const FORMULA_CELL: u16 = 0x0006;
const FORMULA_TEXT: u16 = 0x0207;
const TRUTH_CELL: u16 = 0x0205;

fn damaged() -> Message {
    msg::workbook_damaged(STREAM)
}

pub fn read(bytes: &[u8], budget: &mut usize) -> Result<Vec<Sheet>, Message> {
    let file = Compound::open(bytes).ok_or_else(damaged)?;
    if file.entry("EncryptedPackage").is_some() {
        return Err(msg::workbook_encrypted());
    }
    if file.entry(STREAM).is_none() && file.entry("Book").is_some() {
        return Err(msg::workbook_of_another_kind("Excel 95"));
    }
    let stream = file.stream(STREAM).ok_or_else(damaged)?;
    let Globals { book, sheets, .. } = Globals::read(&stream)?;
    let read = |(name, offset): (String, usize)| -> Result<Sheet, Message> {
        let records = stream.get(offset..).ok_or_else(damaged)?;
        Ok(Sheet {
            name,
            cells: cells(records, &book, budget)?,
        })
    };
    sheets.into_iter().map(read).collect()
}

/// A file of streams in chains of sectors.
struct Compound<'a> {
    bytes: &'a [u8],
    sectors: Vec<&'a [u8]>,
    /// The sector behind each sector.
    next: Vec<u32>,
    directory: Vec<u8>,
}

/// Sectors above this number end a chain or are free.
const LAST_SECTOR: u32 = 0xffff_fffa;
const SMALL_SECTOR: usize = 64;
const ENTRY: usize = 128;
/// The numbers of sectors in the header.
const HEADER_LIST: std::ops::Range<usize> = 76..512;

impl<'a> Compound<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
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
        while more <= LAST_SECTOR && list.len() <= sectors.len() {
            let mut words = words(sectors.get(more as usize)?);
            more = words.pop()?;
            list.extend(words);
        }
        let mut next = Vec::new();
        for number in list.into_iter().filter(|number| *number <= LAST_SECTOR) {
            if next.len() > sectors.len() {
                break;
            }
            next.extend(words(sectors.get(number as usize)?));
        }
        let directory = follow(u32_at(bytes, 48)?, &next, &sectors)?;
        Some(Compound {
            bytes,
            sectors,
            next,
            directory,
        })
    }

    fn chain(&self, first: u32) -> Option<Vec<u8>> {
        follow(first, &self.next, &self.sectors)
    }

    fn entry(&self, name: &str) -> Option<&[u8]> {
        let is_named = |entry: &&[u8]| {
            let length = u16_at(entry, 64).map_or(0, usize::from).saturating_sub(2);
            entry
                .get(..length)
                .map(utf16)
                .is_some_and(|entry| entry == name)
        };
        self.directory.chunks_exact(ENTRY).find(is_named)
    }

    fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entry(name)?;
        let (first, size) = (u32_at(entry, 116)?, u32_at(entry, 120)?);
        let mut bytes = if size < u32_at(self.bytes, 56)? {
            // Small streams lie in small sectors of another stream.
            let small = self.chain(u32_at(&self.directory, 116)?)?;
            let next = words(&self.chain(u32_at(self.bytes, 60)?)?);
            follow(
                first,
                &next,
                &small.chunks_exact(SMALL_SECTOR).collect::<Vec<_>>(),
            )?
        } else {
            self.chain(first)?
        };
        bytes.truncate(size as usize);
        (bytes.len() == size as usize).then_some(bytes)
    }
}

/// The bytes of a chain of sectors; none where it begins with no sector. Refuses a chain in a circle.
fn follow(first: u32, next: &[u32], sectors: &[&[u8]]) -> Option<Vec<u8>> {
    let (mut bytes, mut number) = (Vec::new(), first);
    for _ in 0..=next.len() {
        if number > LAST_SECTOR {
            return Some(bytes);
        }
        bytes.extend(*sectors.get(number as usize)?);
        number = *next.get(number as usize)?;
    }
    None
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .filter_map(|word| u32_at(word, 0))
        .collect()
}

fn utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .filter_map(|unit| u16_at(unit, 0))
        .collect();
    String::from_utf16_lossy(&units)
}

/// A record, and the stream behind it, in which other records may continue it.
struct Record<'a> {
    kind: u16,
    bytes: &'a [u8],
    behind: &'a [u8],
}

/// The records of a stream, those that continue others among them.
fn records(stream: &[u8]) -> impl Iterator<Item = Record<'_>> {
    std::iter::successors(Record::first(stream), |record| Record::first(record.behind))
}

impl<'a> Record<'a> {
    fn first(stream: &'a [u8]) -> Option<Self> {
        let (kind, length) = (u16_at(stream, 0)?, usize::from(u16_at(stream, 2)?));
        let (bytes, behind) = stream.get(4..)?.split_at_checked(length)?;
        Some(Record {
            kind,
            bytes,
            behind,
        })
    }

    /// The record from an offset on.
    fn from(&self, offset: usize) -> Option<Record<'a>> {
        Some(Record {
            bytes: self.bytes.get(offset..)?,
            ..*self
        })
    }

    fn u16(&self, at: usize) -> Option<u16> {
        u16_at(self.bytes, at)
    }

    fn u32(&self, at: usize) -> Option<u32> {
        u32_at(self.bytes, at)
    }

    /// A double, as a text.
    fn double(&self, at: usize) -> Option<String> {
        let double = self
            .bytes
            .get(at..)?
            .first_chunk()
            .copied()
            .map(f64::from_le_bytes)?;
        Some(format!("{double:e}"))
    }

    /// The row and column of a cell.
    fn place(&self) -> Option<(u32, u32)> {
        Some((self.u16(0)?.into(), self.u16(2)?.into()))
    }

    /// Goes on to the record that continues this one.
    fn go_on(&mut self) -> Option<()> {
        *self = Record::first(self.behind).filter(|record| record.kind == CONTINUE)?;
        Some(())
    }

    /// Takes so many bytes, which stand in this record or in those that continue it, as a number.
    fn number(&mut self, bytes: u32) -> Option<usize> {
        let mut number = 0;
        for at in 0..bytes {
            while self.bytes.is_empty() {
                self.go_on()?;
            }
            let (first, rest) = self.bytes.split_first()?;
            number |= usize::from(*first) << (8 * at);
            self.bytes = rest;
        }
        Some(number)
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > self.bytes.len() {
            count -= self.bytes.len();
            self.go_on()?;
        }
        self.bytes = self.bytes.get(count..)?;
        Some(())
    }

    /// Takes a string with its length, its styles and its readings. A digit that is raised by one of these fonts is set
    /// apart from one before it.
    fn string(&mut self, raising_fonts: &HashSet<usize>) -> Option<String> {
        let length = self.number(2)?;
        let flags = self.number(1)?;
        let runs = if flags & 8 != 0 { self.number(2)? } else { 0 };
        let readings = if flags & 4 != 0 { self.number(4)? } else { 0 };
        let characters = self.characters(length, flags)?;
        let mut raised = HashSet::new();
        for _ in 0..runs {
            let (at, font) = (self.number(2)?, self.number(2)?);
            raised.extend(raising_fonts.contains(&font).then_some(at));
        }
        self.skip(readings)?;
        let digit = |at: usize| {
            characters
                .get(at)
                .is_some_and(|unit| (0x30..0x3a).contains(unit))
        };
        let is_apart =
            |at: &usize| raised.contains(at) && digit(*at) && at.checked_sub(1).is_some_and(digit);
        let spaced =
            |(at, unit): (usize, &u16)| is_apart(&at).then_some(0x20).into_iter().chain([*unit]);
        Some(String::from_utf16_lossy(
            &characters
                .iter()
                .enumerate()
                .flat_map(spaced)
                .collect::<Vec<_>>(),
        ))
    }

    /// Takes so many characters of one byte or of two, as the flags say; each record that continues them begins with flags.
    fn characters(&mut self, mut length: usize, mut flags: usize) -> Option<Vec<u16>> {
        let mut units = Vec::new();
        while length > 0 {
            if self.bytes.is_empty() {
                self.go_on()?;
                flags = self.number(1)?;
            }
            let width = 1 + (flags & 1);
            let count = length.min(self.bytes.len() / width);
            let (characters, rest) = self
                .bytes
                .split_at_checked(count * width)
                .filter(|_| count > 0)?;
            let unit = |bytes: &[u8]| u16_at(bytes, 0).or(bytes.first().copied().map(u16::from));
            units.extend(characters.chunks_exact(width).filter_map(unit));
            (self.bytes, length) = (rest, length - count);
        }
        Some(units)
    }
}

/// The records before the sheets: the parts to which cells refer, and the names and offsets of the sheets.
#[derive(Default)]
struct Globals {
    book: Book,
    /// The number of the format of each style, and the formats that have a code.
    styles: Vec<u16>,
    formats: HashMap<u16, NumberFormat>,
    fonts: usize,
    /// The numbers of those in superscript.
    raising_fonts: HashSet<usize>,
    sheets: Vec<(String, usize)>,
}

impl Globals {
    fn read(stream: &[u8]) -> Result<Self, Message> {
        let mut globals = Globals::default();
        for record in records(stream) {
            match record.kind {
                BOF if record.u16(0) != Some(BIFF8) => {
                    return Err(msg::workbook_of_another_kind("Excel 95"));
                }
                PASSWORD => return Err(msg::workbook_encrypted()),
                EOF => break,
                _ => globals.add(&record).ok_or_else(damaged)?,
            }
        }
        let Globals {
            book,
            styles,
            formats,
            ..
        } = &mut globals;
        let format = |id: &u16| {
            formats
                .get(id)
                .copied()
                .unwrap_or_else(|| NumberFormat::built_in((*id).into()))
        };
        book.formats = styles.iter().map(format).collect();
        Ok(globals)
    }

    fn add(&mut self, record: &Record<'_>) -> Option<()> {
        match record.kind {
            DATE_MODE => self.book.is_1904 = record.u16(0)? == 1,
            FONT => {
                // No font has the number 4.
                let number = self.fonts + usize::from(self.fonts >= 4);
                self.raising_fonts
                    .extend((record.u16(8)? == 1).then_some(number));
                self.fonts += 1;
            }
            STYLE => self.styles.push(record.u16(2)?),
            FORMAT => {
                let format = NumberFormat::from_code(&record.from(2)?.string(&self.raising_fonts)?);
                self.formats.entry(record.u16(0)?).or_insert(format);
            }
            SHEET => {
                let mut name = record.from(6)?;
                let (length, flags) = (name.number(1)?, name.number(1)?);
                let name = String::from_utf16_lossy(&name.characters(length, flags)?);
                // Charts and macros have no cells.
                if *record.bytes.get(5)? == 0 {
                    self.sheets.push((name, record.u32(0)? as usize));
                }
            }
            STRINGS => {
                let mut text = record.from(8)?;
                // Nothing is reserved for the number that the file declares.
                self.book.strings.clear();
                for _ in 0..record.u32(4)? {
                    self.book
                        .strings
                        .push(text.string(&self.raising_fonts)?.into());
                }
            }
            _ => {}
        }
        Some(())
    }
}

/// The cells of a sheet that have a value.
fn cells(stream: &[u8], book: &Book, budget: &mut usize) -> Result<Cells, Message> {
    let (mut cells, mut depth) = (Cells::new(), 0_usize);
    // The place of a formula whose text follows.
    let mut formula = None;
    for record in records(stream) {
        match record.kind {
            BOF => depth += 1,
            EOF if depth <= 1 => return Ok(cells),
            EOF => depth -= 1,
            // A chart inside the sheet has cells of its own.
            _ if depth > 1 => {}
            _ => {
                for (place, value) in values(&record, book, &mut formula).ok_or_else(damaged)? {
                    if place.1 > LAST_COLUMN {
                        return Err(damaged());
                    }
                    take_cell(budget)?;
                    cells.insert(place, value);
                }
            }
        }
    }
    Err(damaged())
}

/// The values of a record, with their places.
fn values(
    record: &Record<'_>,
    book: &Book,
    formula: &mut Option<(u32, u32)>,
) -> Option<Vec<((u32, u32), Value)>> {
    let number = |written: String| Some(book.number(&written, Some(record.u16(4)?.into())));
    let mut place = record.place();
    let value = match record.kind {
        SHORT_NUMBER_CELLS => return short_numbers(record, book),
        NUMBER_CELL => Some(number(record.double(6)?)?),
        SHORT_NUMBER_CELL => Some(number(short_number(record.u32(6)?))?),
        STRING_CELL => book.string(record.u32(6)? as usize)?,
        LABEL_CELL => Value::text(record.from(6)?.string(&HashSet::new())?.into()),
        TRUTH_CELL => Some(truth(*record.bytes.get(6)?, *record.bytes.get(7)? == 1)),
        FORMULA_CELL => match record.bytes.get(6..)?.first_chunk::<8>()? {
            [0, .., 0xff, 0xff] => {
                *formula = Some(place?);
                None
            }
            [kind @ (1 | 2), _, value, .., 0xff, 0xff] => Some(truth(*value, *kind == 2)),
            [.., 0xff, 0xff] => None,
            _ => Some(number(record.double(6)?)?),
        },
        FORMULA_TEXT => {
            place = formula.take();
            Value::text(record.from(0)?.string(&HashSet::new())?.into()).filter(|_| place.is_some())
        }
        _ => None,
    };
    match value {
        Some(value) => Some(vec![(place?, value)]),
        None => Some(Vec::new()),
    }
}

/// Several numbers side by side.
fn short_numbers(record: &Record<'_>, book: &Book) -> Option<Vec<((u32, u32), Value)>> {
    let (row, first) = record.place()?;
    let numbers = record
        .bytes
        .get(4..record.bytes.len().checked_sub(2)?)?
        .chunks_exact(6);
    let value = |(column, number): (u32, &[u8])| {
        let style = u16_at(number, 0)?.into();
        Some((
            (row, column),
            book.number(&short_number(u32_at(number, 2)?), Some(style)),
        ))
    };
    (first..).zip(numbers).map(value).collect()
}

/// Errors of formulas.
const ERRORS: [(u8, &str); 7] = [
    (0x00, "#NULL!"),
    (0x07, "#DIV/0!"),
    (0x0f, "#VALUE!"),
    (0x17, "#REF!"),
    (0x1d, "#NAME?"),
    (0x24, "#NUM!"),
    (0x2a, "#N/A"),
];

fn truth(value: u8, is_error: bool) -> Value {
    let name = ERRORS
        .iter()
        .find(|(number, _)| *number == value)
        .map_or("#", |(_, name)| name);
    if is_error {
        Value::Other((*name).into())
    } else {
        Value::truth(value != 0)
    }
}

/// A number in 30 bits: whole, or the upper half of a double, and perhaps a hundredth of it.
pub fn short_number(word: u32) -> String {
    let double = match word & 2 {
        0 => f64::from_bits(u64::from(word & !3) << 32),
        _ => f64::from(word as i32 >> 2),
    };
    let written = format!("{double:e}");
    match written.split_once('e') {
        Some((mantissa, exponent)) if word & 1 != 0 => {
            format!("{mantissa}e{}", exponent.parse::<i32>().unwrap_or(0) - 2)
        }
        _ => written,
    }
}
