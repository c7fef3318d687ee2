//! Workbooks of Excel 97 to 2003, [MS-XLS] in [MS-CFB]: records in a stream of a compound file.

use super::*;

use super::cells::{double_at, hundredth};

/// The stream with the records.
const STREAM: &str = "Workbook";
/// The last column of this format, counted from 0.
const LAST_COLUMN: u16 = 255;
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

pub fn read(bytes: &[u8]) -> Result<Workbook, Message> {
    let file = Compound::open(bytes).ok_or_else(damaged)?;
    if file.has("EncryptedPackage") {
        return Err(msg::workbook_encrypted());
    }
    if !file.has(STREAM) {
        return Err(if file.has("Book") { msg::workbook_of_another_kind("Excel 95") } else { damaged() });
    }
    let stream = file.stream(STREAM).ok_or_else(damaged)?;
    let book = Book::read(&stream)?;
    let mut budget = Budget::default();
    let mut sheets = Vec::new();
    for (name, offset) in &book.sheets {
        let records = stream.get(*offset..).ok_or_else(damaged)?;
        sheets.push(Sheet::new(name.clone(), book.cells(records, &mut budget)?));
    }
    Ok(Workbook { sheets })
}

/// A file of streams in chains of sectors.
struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    /// The sector behind each sector.
    next: Vec<u32>,
    directory: Vec<u8>,
    /// The sector behind each small one, and the stream that has them.
    small_next: Vec<u32>,
    small: Vec<u8>,
    cutoff: u32,
}

/// Sectors above this number end a chain or are free.
const LAST_SECTOR: u32 = 0xffff_fffa;
const SMALL_SECTOR: usize = 64;
const ENTRY: usize = 128;
/// The numbers of sectors in the header.
const HEADER_LIST: std::ops::Range<usize> = 76..512;

impl<'a> Compound<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let sector = match u16_at(bytes, 30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };
        let (next, directory, small_next, small) = Default::default();
        let cutoff = u32_at(bytes, 56)?;
        let mut file = Compound { bytes, sector, next, directory, small_next, small, cutoff };
        file.next = file.sector_table()?;
        file.directory = file.chain(u32_at(bytes, 48)?)?;
        file.small_next = words(&file.chain(u32_at(bytes, 60)?)?);
        let root = bytes_at(&file.directory, 0, ENTRY)?;
        file.small = file.chain(u32_at(root, 116)?)?;
        Some(file)
    }

    fn sectors(&self) -> usize {
        self.bytes.len() / self.sector
    }

    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let start = (number as usize).checked_add(1)?.checked_mul(self.sector)?;
        // The last sector may be cut short.
        let end = start.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(start..end)
    }

    /// The sector behind each sector, from the sectors that the header lists, and those that these list.
    fn sector_table(&self) -> Option<Vec<u32>> {
        let mut list = words(self.bytes.get(HEADER_LIST)?);
        let mut more = u32_at(self.bytes, 68)?;
        while more <= LAST_SECTOR && list.len() <= self.sectors() {
            let mut words = words(self.sector(more)?);
            more = words.pop()?;
            list.extend(words);
        }
        let mut table = Vec::new();
        for number in list.into_iter().filter(|number| *number <= LAST_SECTOR) {
            if table.len() > self.sectors() {
                break;
            }
            table.extend(words(self.sector(number)?));
        }
        Some(table)
    }

    /// The bytes of a chain of sectors.
    fn chain(&self, first: u32) -> Option<Vec<u8>> {
        follow(first, &self.next, |number| self.sector(number))
    }

    fn small_chain(&self, first: u32) -> Option<Vec<u8>> {
        follow(first, &self.small_next, |number| {
            bytes_at(&self.small, (number as usize).checked_mul(SMALL_SECTOR)?, SMALL_SECTOR)
        })
    }

    fn entry(&self, name: &str) -> Option<&[u8]> {
        let is_named = |entry: &&[u8]| {
            let length = u16_at(entry, 64).map_or(0, usize::from).saturating_sub(2);
            entry.get(..length).map(utf16).is_some_and(|entry| entry == name)
        };
        self.directory.chunks_exact(ENTRY).find(is_named)
    }

    fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entry(name)?;
        let (first, size) = (u32_at(entry, 116)?, u32_at(entry, 120)?);
        let mut bytes = if size < self.cutoff { self.small_chain(first)? } else { self.chain(first)? };
        bytes.truncate(size as usize);
        (bytes.len() == size as usize).then_some(bytes)
    }
}

/// The bytes of a chain of sectors; none where it begins with no sector. Refuses a chain in a circle.
fn follow<'s>(first: u32, next: &[u32], sector: impl Fn(u32) -> Option<&'s [u8]>) -> Option<Vec<u8>> {
    let (mut bytes, mut number) = (Vec::new(), first);
    for _ in 0..=next.len() {
        if number > LAST_SECTOR {
            return Some(bytes);
        }
        bytes.extend(sector(number)?);
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

/// The next record: its kind, its bytes, and what follows it.
fn record(stream: &[u8]) -> Option<(u16, &[u8], &[u8])> {
    let (kind, length) = (u16_at(stream, 0)?, usize::from(u16_at(stream, 2)?));
    let (bytes, rest) = stream.get(4..)?.split_at_checked(length)?;
    Some((kind, bytes, rest))
}

/// The shared parts that cells refer to, and the places of the sheets.
#[derive(Default)]
struct Book {
    strings: Vec<Arc<str>>,
    formats: Vec<NumberFormat>,
    is_1904: bool,
    sheets: Vec<(String, usize)>,
}

impl Book {
    /// Reads the records before the sheets.
    fn read(stream: &[u8]) -> Result<Self, Message> {
        let mut book = Book::default();
        let (mut styles, mut codes) = (Vec::new(), Vec::new());
        let mut rest = stream;
        while let Some((kind, bytes, next)) = record(rest) {
            rest = next;
            let is_read = match kind {
                BOF if u16_at(bytes, 0) != Some(BIFF8) => {
                    return Err(msg::workbook_of_another_kind("Excel 95"));
                }
                PASSWORD => return Err(msg::workbook_encrypted()),
                DATE_MODE => u16_at(bytes, 0).map(|mode| book.is_1904 = mode == 1),
                SHEET => sheet(bytes).map(|sheet| book.sheets.extend(sheet)),
                STYLE => u16_at(bytes, 2).map(|format| styles.push(u32::from(format))),
                FORMAT => format(bytes).map(|format| codes.push(format)),
                STRINGS => strings(bytes, &mut rest).map(|strings| book.strings = strings),
                EOF => break,
                _ => Some(()),
            };
            is_read.ok_or_else(damaged)?;
        }
        let format = |id: u32| {
            let code = codes.iter().find(|(i, _)| *i == id).map(|(_, format)| *format);
            code.unwrap_or_else(|| NumberFormat::built_in(id))
        };
        book.formats = styles.into_iter().map(format).collect();
        Ok(book)
    }

    /// The cells of a sheet that have a value.
    fn cells(&self, stream: &[u8], budget: &mut Budget) -> Result<Vec<Cell>, Message> {
        let (mut cells, mut depth, mut rest) = (Vec::new(), 0_usize, stream);
        // The place of a formula whose text follows.
        let mut formula = None;
        while let Some((kind, bytes, next)) = record(rest) {
            rest = next;
            match kind {
                BOF => depth += 1,
                EOF if depth <= 1 => return Ok(cells),
                EOF => depth -= 1,
                // A chart inside the sheet has cells of its own.
                _ if depth > 1 => {}
                _ => {
                    let values = self.values(kind, bytes, next, &mut formula).ok_or_else(damaged)?;
                    for (row, column, value) in values {
                        if column > LAST_COLUMN {
                            return Err(damaged());
                        }
                        budget.take()?;
                        cells.push(Cell { row: row.into(), column: column.into(), value });
                    }
                }
            }
        }
        Err(damaged())
    }

    /// The values of a record, with their rows and columns.
    fn values(
        &self,
        kind: u16,
        bytes: &[u8],
        next: &[u8],
        formula: &mut Option<(u16, u16)>,
    ) -> Option<Vec<(u16, u16, Value)>> {
        let place = || Some((u16_at(bytes, 0)?, u16_at(bytes, 2)?));
        let number = |written: &str| self.number(written, u16_at(bytes, 4)?);
        let value = match kind {
            SHORT_NUMBER_CELLS => return self.short_numbers(bytes),
            NUMBER_CELL => Some(number(&format!("{:e}", double_at(bytes, 6)?))?),
            SHORT_NUMBER_CELL => Some(number(&short_number(u32_at(bytes, 6)?))?),
            STRING_CELL => Value::text(Arc::clone(self.strings.get(u32_at(bytes, 6)? as usize)?)),
            LABEL_CELL => Value::text(Segments::new(bytes.get(6..)?, &mut &next[..0]).string()?.into()),
            TRUTH_CELL => Some(truth(*bytes.get(6)?, *bytes.get(7)? == 1)),
            FORMULA_CELL => match bytes_at(bytes, 6, 8)? {
                [0, .., 0xff, 0xff] => {
                    *formula = Some(place()?);
                    None
                }
                [kind @ (1 | 2), _, value, .., 0xff, 0xff] => Some(truth(*value, *kind == 2)),
                [.., 0xff, 0xff] => None,
                _ => Some(number(&format!("{:e}", double_at(bytes, 6)?))?),
            },
            FORMULA_TEXT => {
                let mut rest = next;
                let text = Value::text(Segments::new(bytes, &mut rest).string()?.into());
                let Some((place, text)) = formula.take().zip(text) else { return Some(Vec::new()) };
                return Some(vec![(place.0, place.1, text)]);
            }
            _ => return Some(Vec::new()),
        };
        let (row, column) = place()?;
        Some(value.into_iter().map(|value| (row, column, value)).collect())
    }

    fn number(&self, written: &str, style: u16) -> Option<Value> {
        let format = self.formats.get(usize::from(style)).copied().unwrap_or(NumberFormat::Number);
        Some(Value::numeric(written, format, self.is_1904))
    }

    /// Several numbers side by side.
    fn short_numbers(&self, bytes: &[u8]) -> Option<Vec<(u16, u16, Value)>> {
        let (row, first) = (u16_at(bytes, 0)?, u16_at(bytes, 2)?);
        let numbers = bytes.get(4..bytes.len().checked_sub(2)?)?.chunks_exact(6);
        let value = |(column, number): (u16, &[u8])| {
            let value = self.number(&short_number(u32_at(number, 2)?), u16_at(number, 0)?)?;
            Some((row, first.checked_add(column)?, value))
        };
        (0..).zip(numbers).map(value).collect()
    }
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

/// A number in 30 bits: whole, or the upper half of a double, and perhaps a hundredth of it.
fn short_number(word: u32) -> String {
    let is_hundredth = word & 1 != 0;
    let double = match word & 2 {
        0 => f64::from_bits(u64::from(word & !3) << 32),
        _ => f64::from(word as i32 >> 2),
    };
    if is_hundredth { hundredth(double) } else { format!("{double:e}") }
}

/// A sheet with cells: its name, and where its records begin; charts and macros have none.
fn sheet(bytes: &[u8]) -> Option<Option<(String, usize)>> {
    let (offset, kind) = (u32_at(bytes, 0)? as usize, *bytes.get(5)?);
    let length = usize::from(*bytes.get(6)?);
    let name = Segments::new(bytes.get(7..)?, &mut &[][..]).characters(length, None)?;
    Some((kind == 0).then_some((name, offset)))
}

fn format(bytes: &[u8]) -> Option<(u32, NumberFormat)> {
    let code = Segments::new(bytes.get(2..)?, &mut &[][..]).string()?;
    Some((u16_at(bytes, 0)?.into(), NumberFormat::from_code(&code)))
}

/// The shared strings, which go on in the records behind; `rest` is moved behind these.
fn strings<'a>(bytes: &'a [u8], rest: &mut &'a [u8]) -> Option<Vec<Arc<str>>> {
    let count = u32_at(bytes, 4)?;
    let mut segments = Segments::new(bytes.get(8..)?, rest);
    let mut strings = Vec::new();
    for _ in 0..count {
        strings.push(segments.string()?.into());
    }
    Some(strings)
}

/// The bytes of a record and of those that continue it.
struct Segments<'a, 'r> {
    now: &'a [u8],
    rest: &'r mut &'a [u8],
}

impl<'a, 'r> Segments<'a, 'r> {
    fn new(now: &'a [u8], rest: &'r mut &'a [u8]) -> Self {
        Segments { now, rest }
    }

    /// Goes on with the record behind.
    fn go_on(&mut self) -> Option<()> {
        let (_, bytes, rest) = record(self.rest).filter(|(kind, ..)| *kind == CONTINUE)?;
        (self.now, *self.rest) = (bytes, rest);
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        while self.now.is_empty() {
            self.go_on()?;
        }
        let (first, rest) = self.now.split_first()?;
        self.now = rest;
        Some(*first)
    }

    fn number(&mut self, bytes: u32) -> Option<usize> {
        (0..bytes).try_fold(0, |sum, at| Some(sum | usize::from(self.byte()?) << (8 * at)))
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > self.now.len() {
            count -= self.now.len();
            self.go_on()?;
        }
        self.now = self.now.get(count..)?;
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
            if self.now.is_empty() {
                self.go_on()?;
                is_wide = self.byte()? & 1 != 0;
            }
            let width = if is_wide { 2 } else { 1 };
            let count = left.min(self.now.len() / width);
            let (characters, rest) = self.now.split_at_checked(count * width)?;
            if count == 0 {
                return None;
            }
            match is_wide {
                true => units.extend(characters.chunks_exact(2).filter_map(|unit| u16_at(unit, 0))),
                false => units.extend(characters.iter().map(|byte| u16::from(*byte))),
            }
            (self.now, left) = (rest, left - count);
        }
        Some(String::from_utf16_lossy(&units))
    }
}
