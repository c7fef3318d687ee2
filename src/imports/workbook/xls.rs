//! Workbooks of Excel 97 to 2003, [MS-XLS] in [MS-CFB]: records in a stream of a compound file.

use super::*;

use super::cell::TextParts;
use super::compound::Compound;

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
const MERGED_CELLS: u16 = 0x00e5;
/// The flag of a formula that is to be calculated when the workbook is opened, and that of one that always is.
const CALCULATED_ON_LOAD: u16 = 2;
const ALWAYS_CALCULATED: u16 = 1;

fn damaged() -> Message {
    msg::workbook_damaged(STREAM)
}

pub fn read(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Sheet>, Message> {
    let file = Compound::open(bytes).ok_or_else(damaged)?;
    if file.entry("EncryptedPackage").is_some() {
        return Err(msg::workbook_encrypted());
    }

    if file.entry(STREAM).is_none() && file.entry("Book").is_some() {
        return Err(msg::workbook_of_another_kind("Excel 95"));
    }

    let stream = file.stream(STREAM).ok_or_else(damaged)?;
    let Globals { book, sheets, .. } = Globals::read(&stream, budget)?;

    let mut read = Vec::new();
    let mut offsets = HashSet::new();
    for (name, offset) in sheets {
        if !offsets.insert(offset) {
            return Err(msg::workbook_part_twice(&name));
        }

        let records = stream.get(offset..).ok_or_else(damaged)?;
        let cells = read_cells(records, &book, budget)?;
        read.push(Sheet { name, cells });
    }

    Ok(read)
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
        let kind = u16_at(stream, 0)?;
        let length = u16_at(stream, 2)?;
        let rest = stream.get(4..)?;
        let (bytes, behind) = rest.split_at_checked(length.into())?;
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
        let bytes = self.bytes.get(at..)?.first_chunk()?;
        Some(format!("{:e}", f64::from_le_bytes(*bytes)))
    }

    /// The row and column of a cell.
    fn place(&self) -> Option<Place> {
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

    /// Takes a string with its length, its styles and its readings. Characters in one of these fonts are raised.
    fn string(&mut self, raising_fonts: &HashSet<usize>) -> Option<TextParts> {
        let length = self.number(2)?;
        let flags = self.number(1)?;
        let run_count = if flags & 8 != 0 { self.number(2)? } else { 0 };
        let readings = if flags & 4 != 0 { self.number(4)? } else { 0 };
        let characters = self.characters(length, flags)?;

        let mut parts = TextParts::default();
        let (mut from, mut is_raised) = (0, false);
        for _ in 0..run_count {
            let end = self.number(2)?;
            let font = self.number(2)?;
            let units = characters.get(from..end).unwrap_or_default();
            parts.push(&String::from_utf16_lossy(units), is_raised);
            (from, is_raised) = (end, raising_fonts.contains(&font));
        }

        let units = characters.get(from..).unwrap_or_default();
        parts.push(&String::from_utf16_lossy(units), is_raised);
        self.skip(readings)?;
        Some(parts)
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
            if count == 0 {
                return None;
            }

            for unit in self.bytes.chunks_exact(width).take(count) {
                units.push(
                    unit.iter()
                        .rfold(0, |unit, byte| unit << 8 | u16::from(*byte)),
                );
            }

            self.bytes = &self.bytes[count * width..];
            length -= count;
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
    formats: HashMap<u16, Arc<NumberFormat>>,
    fonts: usize,
    /// The numbers of those in superscript.
    raising_fonts: HashSet<usize>,
    sheets: Vec<(String, usize)>,
}

impl Globals {
    fn read(stream: &[u8], budget: &mut Budget) -> Result<Self, Message> {
        let mut globals = Globals::default();
        for record in records(stream) {
            match record.kind {
                BOF if record.u16(0) != Some(BIFF8) => {
                    return Err(msg::workbook_of_another_kind("Excel 95"));
                }
                PASSWORD => return Err(msg::workbook_encrypted()),
                EOF => break,
                _ => globals.add(&record, budget).ok_or_else(damaged)??,
            }
        }

        for id in &globals.styles {
            let format = globals.formats.entry(*id);
            let format = format.or_insert_with(|| Arc::new(NumberFormat::built_in((*id).into())));
            globals.book.formats.push(Arc::clone(format));
        }

        Ok(globals)
    }

    /// Takes what a record says; `None` where it is cut short.
    fn add(&mut self, record: &Record<'_>, budget: &mut Budget) -> Option<Result<(), Message>> {
        match record.kind {
            DATE_MODE => self.book.is_1904 = record.u16(0)? == 1,
            FONT => {
                // No font has the number 4.
                if record.u16(8)? == 1 {
                    let number = self.fonts + usize::from(self.fonts >= 4);
                    self.raising_fonts.insert(number);
                }

                self.fonts += 1;
            }
            STYLE => self.styles.push(record.u16(2)?),
            FORMAT => {
                let code = record.from(2)?.string(&self.raising_fonts)?.finish();
                let code = code.as_deref().map_or("", |code| &code.whole);
                let format = Arc::new(NumberFormat::from_code(code));
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
                    let string = text.string(&self.raising_fonts)?.finish();
                    let length = string.as_ref().map_or(0, |string| string.whole.len());
                    if let Err(message) = budget.take_text(length) {
                        return Some(Err(message));
                    }

                    self.book.strings.push(string);
                }
            }
            _ => {}
        }

        Some(Ok(()))
    }
}

/// The cells of a sheet of which something is seen.
fn read_cells(stream: &[u8], book: &Book, budget: &mut Budget) -> Result<Cells, Message> {
    let mut cells = Vec::new();
    let mut merged = Vec::new();
    let mut depth = 0_usize;
    // The formula whose text follows.
    let mut formula = None;

    for record in records(stream) {
        match record.kind {
            BOF => depth += 1,
            EOF if depth <= 1 => return budget.arrange(cells, &merged, STREAM),
            EOF => depth -= 1,
            // A chart inside the sheet has cells of its own.
            _ if depth > 1 => {}
            MERGED_CELLS => {
                let ranges = record.bytes.get(2..).unwrap_or_default();
                let (ranges, _) = ranges.as_chunks::<8>();
                merged.extend(ranges.iter().filter_map(|range| merged_range(range)));
            }
            _ => {
                let before = cells.len();
                read_values(&record, book, &mut formula, &mut cells).ok_or_else(damaged)?;
                for ((_, column), _) in &cells[before..] {
                    budget.take_cell()?;
                    if *column > LAST_COLUMN {
                        return Err(damaged());
                    }
                }
            }
        }
    }

    Err(damaged())
}

/// The first and the last place of a merged range.
fn merged_range(range: &[u8]) -> Option<(Place, Place)> {
    let top = u16_at(range, 0)?.into();
    let bottom = u16_at(range, 2)?.into();
    let left = u16_at(range, 4)?.into();
    let right = u16_at(range, 6)?.into();
    Some(((top, left), (bottom, right)))
}

/// A formula with a text, which stands in a record behind it.
#[derive(Clone, Copy)]
struct TextFormula {
    place: Place,
    style: usize,
    is_uncalculated: bool,
}

/// Reads the values of a record; `None` where it is cut short.
fn read_values(
    record: &Record<'_>,
    book: &Book,
    formula: &mut Option<TextFormula>,
    cells: &mut Vec<ReadCell>,
) -> Option<()> {
    match record.kind {
        SHORT_NUMBER_CELLS => return read_short_numbers(record, book, cells),
        FORMULA_TEXT => {
            let text = record.from(0)?.string(&HashSet::new())?.finish();
            if let Some(formula) = formula.take() {
                let value = match formula.is_uncalculated || text.is_none() {
                    true => Some(Value::uncalculated()),
                    false => book.text(text, formula.style),
                };
                cells.push((formula.place, value));
            }

            return Some(());
        }
        NUMBER_CELL | SHORT_NUMBER_CELL | STRING_CELL | LABEL_CELL | TRUTH_CELL | FORMULA_CELL => {}
        _ => return Some(()),
    }

    let place = record.place()?;
    let style: usize = record.u16(4)?.into();
    let value = match record.kind {
        NUMBER_CELL => book.number(&record.double(6)?, style),
        SHORT_NUMBER_CELL => book.number(&short_number(record.u32(6)?), style),
        STRING_CELL => {
            let string = book.strings.get(record.u32(6)? as usize)?;
            book.text(string.clone(), style)
        }
        LABEL_CELL => {
            let text = record.from(6)?.string(&HashSet::new())?;
            book.text(text.finish(), style)
        }
        TRUTH_CELL => {
            let is_error = *record.bytes.get(7)? == 1;
            Some(truth(*record.bytes.get(6)?, is_error))
        }
        _ => {
            let flags = record.u16(14)?;
            let is_uncalculated =
                flags & (CALCULATED_ON_LOAD | ALWAYS_CALCULATED) == CALCULATED_ON_LOAD;
            let result = record.bytes.get(6..)?.first_chunk::<8>()?;
            if let [0, .., 0xff, 0xff] = result {
                *formula = Some(TextFormula {
                    place,
                    style,
                    is_uncalculated,
                });
                return Some(());
            }

            match result {
                _ if is_uncalculated => Some(Value::uncalculated()),
                [kind @ (1 | 2), _, value, .., 0xff, 0xff] => Some(truth(*value, *kind == 2)),
                // An empty text.
                [.., 0xff, 0xff] => Some(Value::uncalculated()),
                _ => book.number(&record.double(6)?, style),
            }
        }
    };

    cells.push((place, value));
    Some(())
}

/// Several numbers side by side.
fn read_short_numbers(record: &Record<'_>, book: &Book, cells: &mut Vec<ReadCell>) -> Option<()> {
    let (row, first) = record.place()?;
    let end = record.bytes.len().checked_sub(2)?;
    let numbers = record.bytes.get(4..end)?.chunks_exact(6);
    for (column, number) in (first..).zip(numbers) {
        let style: usize = u16_at(number, 0)?.into();
        let written = short_number(u32_at(number, 2)?);
        cells.push(((row, column), book.number(&written, style)));
    }

    Some(())
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
    if !is_error {
        return Value::truth(value != 0);
    }

    let known = ERRORS.iter().find(|(number, _)| *number == value);
    Value::Other(known.map_or("#", |(_, name)| name).into())
}

/// A number in 30 bits: whole, or the upper half of a double, and perhaps a hundredth of it.
pub fn short_number(word: u32) -> String {
    let double = match word & 2 {
        0 => f64::from_bits(u64::from(word & !3) << 32),
        _ => f64::from(word as i32 >> 2),
    };

    // Hundredths are exact as a text.
    let written = format!("{double:e}");
    match written.split_once('e') {
        Some((mantissa, exponent)) if word & 1 != 0 => {
            format!("{mantissa}e{}", exponent.parse().unwrap_or(0) - 2)
        }
        _ => written,
    }
}
