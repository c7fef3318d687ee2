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
    let (book, sheets) = book(&stream)?;
    let read = |(name, offset): (String, usize)| -> Result<Sheet, Message> {
        let records = stream.get(offset..).ok_or_else(damaged)?;
        Ok(Sheet { name, cells: cells(records, &book, budget)? })
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
        Some(Compound { bytes, sectors, next, directory })
    }

    fn chain(&self, first: u32) -> Option<Vec<u8>> {
        follow(first, &self.next, &self.sectors)
    }

    fn entry(&self, name: &str) -> Option<&[u8]> {
        let is_named = |entry: &&[u8]| {
            let length = u16_at(entry, 64).map_or(0, usize::from).saturating_sub(2);
            entry.get(..length).map(utf16).is_some_and(|entry| entry == name)
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
            follow(first, &next, &small.chunks_exact(SMALL_SECTOR).collect::<Vec<_>>())?
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
    bytes.chunks_exact(4).filter_map(|word| u32_at(word, 0)).collect()
}

fn utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).filter_map(|unit| u16_at(unit, 0)).collect();
    String::from_utf16_lossy(&units)
}

/// A record, and the bytes of those that continue it.
struct Record<'a> {
    kind: u16,
    bytes: &'a [u8],
    continued: Vec<&'a [u8]>,
}

impl<'a> Record<'a> {
    /// Takes the next record from a stream.
    fn next(stream: &mut &'a [u8]) -> Option<Self> {
        let (kind, bytes) = Record::next_part(stream)?;
        let mut continued = Vec::new();
        while u16_at(stream, 0) == Some(CONTINUE)
            && let Some((_, bytes)) = Record::next_part(stream)
        {
            continued.push(bytes);
        }
        Some(Record { kind, bytes, continued })
    }

    fn next_part(stream: &mut &'a [u8]) -> Option<(u16, &'a [u8])> {
        let (kind, length) = (u16_at(stream, 0)?, usize::from(u16_at(stream, 2)?));
        let (bytes, rest) = stream.get(4..)?.split_at_checked(length)?;
        *stream = rest;
        Some((kind, bytes))
    }

    /// Its text from an offset on.
    fn text_at(&self, offset: usize) -> Option<RecordText<'a, '_>> {
        Some(RecordText { segment: self.bytes.get(offset..)?, further: self.continued.iter() })
    }

    fn u16(&self, at: usize) -> Option<u16> {
        u16_at(self.bytes, at)
    }

    fn u32(&self, at: usize) -> Option<u32> {
        u32_at(self.bytes, at)
    }

    /// The row and column of a cell.
    fn place(&self) -> Option<(u32, u32)> {
        Some((self.u16(0)?.into(), self.u16(2)?.into()))
    }
}

/// Reads the records before the sheets: what cells refer to, and the names and offsets of the sheets.
fn book(mut stream: &[u8]) -> Result<(Book, Vec<(String, usize)>), Message> {
    let (mut book, mut sheets) = (Book::default(), Vec::new());
    let (mut styles, mut codes) = (Vec::new(), HashMap::new());
    while let Some(record) = Record::next(&mut stream) {
        let is_read = match record.kind {
            BOF if record.u16(0) != Some(BIFF8) => return Err(msg::workbook_of_another_kind("Excel 95")),
            PASSWORD => return Err(msg::workbook_encrypted()),
            DATE_MODE => record.u16(0).map(|mode| book.is_1904 = mode == 1),
            SHEET => sheet(&record).map(|sheet| sheets.extend(sheet)),
            STYLE => record.u16(2).map(|format| styles.push(format)),
            FORMAT => format(&record).map(|(id, format)| {
                codes.entry(id).or_insert(format);
            }),
            STRINGS => strings(&record).map(|strings| book.strings = strings),
            EOF => break,
            _ => Some(()),
        };
        is_read.ok_or_else(damaged)?;
    }
    let format = |id: u16| codes.get(&id).copied().unwrap_or_else(|| NumberFormat::built_in(id.into()));
    book.formats = styles.into_iter().map(format).collect();
    Ok((book, sheets))
}

/// The cells of a sheet that have a value.
fn cells(mut stream: &[u8], book: &Book, budget: &mut usize) -> Result<Cells, Message> {
    let (mut cells, mut depth) = (Cells::new(), 0_usize);
    // The place of a formula whose text follows.
    let mut formula = None;
    while let Some(record) = Record::next(&mut stream) {
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
    let bytes = record.bytes;
    let number = |written: String| Some(book.number(&written, Some(record.u16(4)?.into())));
    let mut place = record.place();
    let value = match record.kind {
        SHORT_NUMBER_CELLS => return short_numbers(record, book),
        NUMBER_CELL => Some(number(double_at(bytes, 6)?)?),
        SHORT_NUMBER_CELL => Some(number(short_number(record.u32(6)?))?),
        STRING_CELL => book.string(record.u32(6)? as usize)?,
        LABEL_CELL => Value::text(record.text_at(6)?.string()?.into()),
        TRUTH_CELL => Some(truth(*bytes.get(6)?, *bytes.get(7)? == 1)),
        FORMULA_CELL => match bytes_at(bytes, 6, 8)? {
            [0, .., 0xff, 0xff] => {
                *formula = Some(place?);
                None
            }
            [kind @ (1 | 2), _, value, .., 0xff, 0xff] => Some(truth(*value, *kind == 2)),
            [.., 0xff, 0xff] => None,
            _ => Some(number(double_at(bytes, 6)?)?),
        },
        FORMULA_TEXT => {
            let text = Value::text(record.text_at(0)?.string()?.into());
            place = formula.take();
            text.filter(|_| place.is_some())
        }
        _ => None,
    };
    Some(match value {
        Some(value) => vec![(place?, value)],
        None => Vec::new(),
    })
}

/// Several numbers side by side.
fn short_numbers(record: &Record<'_>, book: &Book) -> Option<Vec<((u32, u32), Value)>> {
    let (row, first) = record.place()?;
    let numbers = record.bytes.get(4..record.bytes.len().checked_sub(2)?)?.chunks_exact(6);
    let value = |(column, number): (u32, &[u8])| {
        let style = u16_at(number, 0)?.into();
        Some(((row, column), book.number(&short_number(u32_at(number, 2)?), Some(style))))
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
    let name = ERRORS.iter().find(|(number, _)| *number == value).map_or("#", |(_, name)| name);
    if is_error { Value::Error(name.into()) } else { Value::Truth(value != 0) }
}

/// The double at an offset, as a text.
fn double_at(bytes: &[u8], at: usize) -> Option<String> {
    let double = f64::from_le_bytes(bytes_at(bytes, at, 8)?.try_into().ok()?);
    Some(format!("{double:e}"))
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

/// A sheet with cells: its name, and where its records begin; charts and macros have none.
fn sheet(record: &Record<'_>) -> Option<Option<(String, usize)>> {
    let (offset, kind) = (record.u32(0)? as usize, *record.bytes.get(5)?);
    let length = usize::from(*record.bytes.get(6)?);
    let name = record.text_at(7)?.characters(length, None)?;
    Some((kind == 0).then_some((name, offset)))
}

fn format(record: &Record<'_>) -> Option<(u16, NumberFormat)> {
    Some((record.u16(0)?, NumberFormat::from_code(&record.text_at(2)?.string()?)))
}

/// The strings that cells share.
fn strings(record: &Record<'_>) -> Option<Vec<Arc<str>>> {
    let (count, mut text) = (record.u32(4)?, record.text_at(8)?);
    // Nothing is reserved for the number that the file declares.
    let mut strings = Vec::new();
    for _ in 0..count {
        strings.push(text.string()?.into());
    }
    Some(strings)
}

/// The strings of a record, which go on in those that continue it.
struct RecordText<'a, 'r> {
    segment: &'a [u8],
    further: std::slice::Iter<'r, &'a [u8]>,
}

impl RecordText<'_, '_> {
    fn next_segment(&mut self) -> Option<()> {
        self.segment = self.further.next()?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        while self.segment.is_empty() {
            self.next_segment()?;
        }
        let (first, rest) = self.segment.split_first()?;
        self.segment = rest;
        Some(*first)
    }

    fn number(&mut self, bytes: u32) -> Option<usize> {
        (0..bytes).try_fold(0, |sum, at| Some(sum | usize::from(self.byte()?) << (8 * at)))
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > self.segment.len() {
            count -= self.segment.len();
            self.next_segment()?;
        }
        self.segment = self.segment.get(count..)?;
        Some(())
    }

    /// A string with its length, its styles and its readings.
    fn string(&mut self) -> Option<String> {
        let length = self.number(2)?;
        let flags = self.byte()?;
        let runs = if flags & 8 != 0 { self.number(2)? } else { 0 };
        let readings = if flags & 4 != 0 { self.number(4)? } else { 0 };
        let text = self.characters(length, Some(flags))?;
        self.skip(runs.checked_mul(4)?.checked_add(readings)?)?;
        Some(text)
    }

    /// So many characters of one byte or of two, as the flags say; each record that continues them begins with flags.
    fn characters(&mut self, length: usize, flags: Option<u8>) -> Option<String> {
        let mut is_wide = flags.map_or_else(|| self.byte(), Some)? & 1 != 0;
        let (mut units, mut left) = (Vec::new(), length);
        while left > 0 {
            if self.segment.is_empty() {
                self.next_segment()?;
                is_wide = self.byte()? & 1 != 0;
            }
            let width = if is_wide { 2 } else { 1 };
            let count = left.min(self.segment.len() / width);
            let (characters, rest) = self.segment.split_at_checked(count * width)?;
            if count == 0 {
                return None;
            }
            match is_wide {
                true => units.extend(characters.chunks_exact(2).filter_map(|unit| u16_at(unit, 0))),
                false => units.extend(characters.iter().map(|byte| u16::from(*byte))),
            }
            (self.segment, left) = (rest, left - count);
        }
        Some(String::from_utf16_lossy(&units))
    }
}
