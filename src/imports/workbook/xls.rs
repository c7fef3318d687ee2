//! Workbooks of Excel 97 to 2003, [MS-XLS] in [MS-CFB]: records in a stream of a compound file.

use super::*;

use super::bytes::array_at;
use super::compound::Compound;

/// The stream with the records.
const STREAM: &str = "Workbook";
/// The last row and column that a sheet has, counted from 0.
const LAST: Place = (65_535, 255);
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

pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>> {
    let file = Compound::open(bytes).ok_or_else(damaged)?;
    if file.entry("EncryptedPackage").is_some() {
        return Err(msg::workbook_encrypted());
    }

    if file.entry(STREAM).is_none() && file.entry("Book").is_some() {
        return Err(msg::workbook_of_another_kind("Excel 95"));
    }

    let stream = file.stream(STREAM).ok_or_else(damaged)?;
    let mut globals = Globals::read(&stream)?;

    let mut sheets = Vec::new();
    let mut offsets = HashSet::new();
    for (name, offset) in globals.sheets {
        if !offsets.insert(offset) {
            return Err(msg::workbook_part_twice(&name));
        }

        let records = stream.get(offset..).ok_or_else(damaged)?;
        let cells = read_cells(records, &mut globals.book)?;
        sheets.push(Sheet { name, cells });
    }

    Ok(sheets)
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
    fn from(&self, offset: usize) -> Result<Self> {
        let bytes = self.bytes.get(offset..).ok_or_else(damaged)?;
        Ok(Record { bytes, ..*self })
    }

    fn array<const N: usize>(&self, at: usize) -> Result<[u8; N]> {
        array_at(self.bytes, at).ok_or_else(damaged)
    }

    fn u16(&self, at: usize) -> Result<u16> {
        u16_at(self.bytes, at).ok_or_else(damaged)
    }

    fn u32(&self, at: usize) -> Result<u32> {
        u32_at(self.bytes, at).ok_or_else(damaged)
    }

    /// A double, as a text.
    fn double(&self, at: usize) -> Result<String> {
        let double = f64::from_le_bytes(self.array(at)?);
        Ok(format!("{double:e}"))
    }

    /// The row and column of a cell.
    fn place(&self) -> Result<Place> {
        Ok((self.u16(0)?.into(), self.u16(2)?.into()))
    }

    fn style(&self) -> Result<usize> {
        Ok(self.u16(4)?.into())
    }

    /// Goes on to the record that continues this one.
    fn go_on(&mut self) -> Result<()> {
        let next = Record::first(self.behind).filter(|record| record.kind == CONTINUE);
        *self = next.ok_or_else(damaged)?;
        Ok(())
    }

    /// Takes so many bytes, which stand in this record or in those that continue it, as a number.
    fn number(&mut self, bytes: u32) -> Result<usize> {
        let mut number = 0;
        for at in 0..bytes {
            while self.bytes.is_empty() {
                self.go_on()?;
            }

            number |= usize::from(self.bytes[0]) << (8 * at);
            self.bytes = &self.bytes[1..];
        }

        Ok(number)
    }

    fn skip(&mut self, mut count: usize) -> Result<()> {
        while count > self.bytes.len() {
            count -= self.bytes.len();
            self.go_on()?;
        }

        self.bytes = &self.bytes[count..];
        Ok(())
    }

    /// Takes a string with its length, its styles and its readings. Characters in one of these fonts are raised. `None` where
    /// nothing can be seen of it.
    fn string(&mut self, raising: &HashSet<usize>) -> Result<Option<Arc<CellText>>> {
        let length = self.number(2)?;
        let flags = self.number(1)?;
        let run_count = if flags & 8 != 0 { self.number(2)? } else { 0 };
        let readings = if flags & 4 != 0 { self.number(4)? } else { 0 };
        let characters = self.characters(length, flags)?;

        let mut parts = TextParts::default();
        let mut start = 0;
        let mut is_raised = false;
        for _ in 0..run_count {
            let end = self.number(2)?;
            let font = self.number(2)?;
            let units = characters.get(start..end).unwrap_or_default();
            parts.push(&String::from_utf16_lossy(units), is_raised);
            start = end;
            is_raised = raising.contains(&font);
        }

        let units = characters.get(start..).unwrap_or_default();
        parts.push(&String::from_utf16_lossy(units), is_raised);
        self.skip(readings)?;
        Ok(parts.finish())
    }

    /// Takes so many characters of one byte or of two, as the flags say; each record that continues them begins with flags.
    fn characters(&mut self, length: usize, mut flags: usize) -> Result<Vec<u16>> {
        let mut units = Vec::new();
        for _ in 0..length {
            if self.bytes.is_empty() {
                self.go_on()?;
                flags = self.number(1)?;
            }

            let width = if flags & 1 != 0 { 2 } else { 1 };
            units.push(self.number(width)? as u16);
        }

        Ok(units)
    }
}

/// The records before the sheets: the parts to which cells refer, and the names and offsets of the sheets.
#[derive(Default)]
struct Globals {
    book: Book,
    next_font: usize,
    /// The numbers of the fonts in superscript.
    raising_fonts: HashSet<usize>,
    sheets: Vec<(String, usize)>,
}

impl Globals {
    fn read(stream: &[u8]) -> Result<Self> {
        let mut globals = Globals::default();
        for record in records(stream) {
            match record.kind {
                BOF if record.u16(0).ok() != Some(BIFF8) => {
                    return Err(msg::workbook_of_another_kind("Excel 95"));
                }
                PASSWORD => return Err(msg::workbook_encrypted()),
                EOF => break,
                _ => globals.add(&record)?,
            }
        }

        Ok(globals)
    }

    /// Takes what a record says.
    fn add(&mut self, record: &Record<'_>) -> Result<()> {
        match record.kind {
            DATE_MODE => self.book.is_1904 = record.u16(0)? == 1,
            FONT => {
                if record.u16(8)? == 1 {
                    self.raising_fonts.insert(self.next_font);
                }

                // No font has the number 4.
                self.next_font += if self.next_font == 3 { 2 } else { 1 };
            }
            STYLE => self.book.add_style(record.u16(2)?.into()),
            FORMAT => {
                let code = record.from(2)?.string(&self.raising_fonts)?;
                let code = code.as_deref().map_or("", |code| &code.whole);
                self.book.add_format(record.u16(0)?.into(), code);
            }
            SHEET => self.add_sheet(record)?,
            STRINGS => self.add_strings(record)?,
            _ => {}
        }

        Ok(())
    }

    fn add_sheet(&mut self, record: &Record<'_>) -> Result<()> {
        let mut name = record.from(6)?;
        let length = name.number(1)?;
        let flags = name.number(1)?;
        let name = String::from_utf16_lossy(&name.characters(length, flags)?);

        // Charts and macros have no cells.
        if record.array(5)? == [0] {
            self.sheets.push((name, record.u32(0)? as usize));
        }

        Ok(())
    }

    fn add_strings(&mut self, record: &Record<'_>) -> Result<()> {
        let mut text = record.from(8)?;
        self.book.strings.clear();
        // Nothing is reserved for the number that the file declares.
        for _ in 0..record.u32(4)? {
            let string = text.string(&self.raising_fonts)?;
            let length = string.as_ref().map_or(0, |string| string.whole.len());
            self.book.budget.take_text(length)?;
            self.book.strings.push(string);
        }

        Ok(())
    }
}

/// The cells of a sheet of which something is seen.
fn read_cells(stream: &[u8], book: &mut Book) -> Result<Cells> {
    let mut sheet = SheetReader::new(book, STREAM, LAST);
    let mut depth = 0_usize;
    // The place and the style of a formula whose text stands in a record behind it.
    let mut formula = None;

    for record in records(stream) {
        match record.kind {
            BOF => depth += 1,
            EOF if depth <= 1 => return sheet.finish(),
            EOF => depth -= 1,
            // A chart inside the sheet has cells of its own.
            _ if depth > 1 => {}
            MERGED_CELLS => {
                let ranges = record.bytes.get(2..).unwrap_or_default().chunks_exact(8);
                sheet.merged.extend(ranges.filter_map(merged_range));
            }
            SHORT_NUMBER_CELLS => read_short_numbers(&record, &mut sheet)?,
            FORMULA_CELL if has_text_result(&record)? => {
                formula = Some((record.place()?, record.style()?));
            }
            FORMULA_TEXT => {
                let text = record.from(0)?.string(&HashSet::new())?;
                if let Some((place, style)) = formula.take() {
                    let value = match text {
                        Some(_) => sheet.book.text(text, style),
                        None => Some(Value::uncalculated()),
                    };
                    sheet.push(place, value)?;
                }
            }
            NUMBER_CELL | SHORT_NUMBER_CELL | STRING_CELL | LABEL_CELL | TRUTH_CELL
            | FORMULA_CELL => {
                let value = read_value(&record, sheet.book)?;
                sheet.push(record.place()?, value)?;
            }
            _ => {}
        }
    }

    Err(damaged())
}

/// The first and the last place of a merged range.
fn merged_range(range: &[u8]) -> Option<(Place, Place)> {
    let numbers = [0, 2, 4, 6].map(|at| u16_at(range, at).map(u32::from));
    let [top, bottom, left, right] = numbers;
    Some(((top?, left?), (bottom?, right?)))
}

/// The value of a cell, unless nothing is seen of it.
fn read_value(record: &Record<'_>, book: &Book) -> Result<Option<Value>> {
    let style = record.style()?;
    Ok(match record.kind {
        NUMBER_CELL => book.number(&record.double(6)?, style),
        SHORT_NUMBER_CELL => book.number(&short_number(record.u32(6)?), style),
        STRING_CELL => {
            let string = book.strings.get(record.u32(6)? as usize);
            book.text(string.ok_or_else(damaged)?.clone(), style)
        }
        LABEL_CELL => {
            let text = record.from(6)?.string(&HashSet::new())?;
            book.text(text, style)
        }
        TRUTH_CELL => {
            let [value, is_error] = record.array(6)?;
            Some(truth(value, is_error == 1))
        }
        _ => match record.array(6)? {
            _ if is_uncalculated(record)? => Some(Value::uncalculated()),
            [kind @ (1 | 2), _, value, _, _, _, 0xff, 0xff] => Some(truth(value, kind == 2)),
            // An empty text.
            [.., 0xff, 0xff] => Some(Value::uncalculated()),
            _ => book.number(&record.double(6)?, style),
        },
    })
}

fn is_uncalculated(formula: &Record<'_>) -> Result<bool> {
    let flags = formula.u16(14)? & (CALCULATED_ON_LOAD | ALWAYS_CALCULATED);
    Ok(flags == CALCULATED_ON_LOAD)
}

fn has_text_result(formula: &Record<'_>) -> Result<bool> {
    let [kind, .., first, last]: [u8; 8] = formula.array(6)?;
    Ok([kind, first, last] == [0, 0xff, 0xff] && !is_uncalculated(formula)?)
}

/// Several numbers side by side.
fn read_short_numbers(record: &Record<'_>, sheet: &mut SheetReader<'_>) -> Result<()> {
    let (row, first) = record.place()?;
    let (numbers, _) = record.from(4)?.bytes.as_chunks::<6>();
    for (column, [low, high, word @ ..]) in (first..).zip(numbers) {
        let style = u16::from_le_bytes([*low, *high]);
        let number = short_number(u32::from_le_bytes(*word));
        let value = sheet.book.number(&number, style.into());
        sheet.push((row, column), value)?;
    }

    Ok(())
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
