//! Workbooks of Office Open XML, ECMA-376: an archive (ZIP) of XML.

use super::*;

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::cells::parse_address;

/// The ends of types of relationships, which have one beginning in the strict form and another in the usual.
const OFFICE_DOCUMENT: &str = "/officeDocument";
const WORKSHEET: &str = "/worksheet";
const SHARED_STRINGS: &str = "/sharedStrings";
const STYLES: &str = "/styles";
/// The last row and column that a sheet has, counted from 0.
const LAST: (u32, u32) = (1_048_575, 16_383);

struct Relationship {
    kind: String,
    /// The path of the part.
    target: String,
}

pub fn read(bytes: &[u8], budget: &mut usize) -> Result<Vec<Sheet>, Message> {
    let archive = Archive::open(bytes)?;
    let root = relationships(&archive, "")?;
    let path = root
        .into_values()
        .find(|part| part.kind.ends_with(OFFICE_DOCUMENT))
        .map(|part| part.target);
    let path = match path {
        Some(path) if path.ends_with(".bin") => return Err(msg::workbook_of_another_kind(".xlsb")),
        None if archive.entries.contains_key("mimetype") => {
            return Err(msg::workbook_of_another_kind(".ods"));
        }
        Some(path) => path,
        None => return Err(msg::workbook_damaged("_rels/.rels")),
    };
    let parts = relationships(&archive, &path)?;
    let part = |kind: &str| {
        let part = parts.values().find(|part| part.kind.ends_with(kind));
        part.map(|part| archive.text(&part.target))
            .transpose()
            .map(Option::flatten)
    };
    let (strings, styles) = (part(SHARED_STRINGS)?, part(STYLES)?);
    let text = archive
        .text(&path)?
        .ok_or_else(|| msg::workbook_damaged(&path))?;
    let document = parse(&text, &path)?;
    let is_true = |value: &str| matches!(value, "1" | "true");
    let properties = elements(document.root_element(), "workbookPr").next();
    let book = Book {
        strings: strings
            .map(|text| shared_strings(&text))
            .transpose()?
            .unwrap_or_default(),
        formats: styles
            .map(|text| formats(&text))
            .transpose()?
            .unwrap_or_default(),
        is_1904: properties
            .and_then(|node| node.attribute("date1904"))
            .is_some_and(is_true),
    };
    let mut sheets = Vec::new();
    let listed =
        elements(document.root_element(), "sheets").flat_map(|list| elements(list, "sheet"));
    for sheet in listed {
        let id = sheet
            .attributes()
            .find(|attribute| attribute.name() == "id")
            .map(|id| id.value());
        let part = id
            .and_then(|id| parts.get(id))
            .ok_or_else(|| msg::workbook_damaged(&path))?;
        if part.kind.ends_with(WORKSHEET) {
            let text = archive
                .text(&part.target)?
                .ok_or_else(|| msg::workbook_damaged(&part.target))?;
            let name = sheet.attribute("name").unwrap_or_default().to_owned();
            sheets.push(Sheet {
                name,
                cells: cells(&text, &part.target, &book, budget)?,
            });
        }
    }
    Ok(sheets)
}

fn parse<'t>(text: &'t str, path: &str) -> Result<Document<'t>, Message> {
    xml::parse(text).map_err(|_| msg::workbook_damaged(path))
}

/// The relationships of a part by their ids; those of the whole for an empty path.
fn relationships(
    archive: &Archive<'_>,
    path: &str,
) -> Result<HashMap<String, Relationship>, Message> {
    let (folder, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, name)| (folder, name));
    let slash = if folder.is_empty() { "" } else { "/" };
    let relations = format!("{folder}{slash}_rels/{name}.rels");
    let Some(text) = archive.text(&relations)? else {
        return Ok(HashMap::new());
    };
    let document = parse(&text, &relations)?;
    let list = elements(document.root_element(), "Relationship").filter_map(|node| {
        let target = node.attribute("Target")?;
        let target = match target.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None => format!("{folder}{slash}{target}"),
        };
        let kind = node.attribute("Type")?.to_owned();
        Some((
            node.attribute("Id")?.to_owned(),
            Relationship { kind, target },
        ))
    });
    Ok(list.collect())
}

fn shared_strings(text: &str) -> Result<Vec<Arc<str>>, Message> {
    let document = parse(text, "sharedStrings.xml")?;
    Ok(elements(document.root_element(), "si")
        .map(|item| string(item).into())
        .collect())
}

/// The text of a string, in one piece or in several with styles of their own; readings of ideographs are left out. A raised
/// digit behind another is a footnote, and no part of the number: a space sets it apart.
fn string(item: Node<'_, '_>) -> String {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut string = String::new();
    for run in elements(item, "r").chain([item]) {
        let styles = elements(run, "rPr").flat_map(|style| elements(style, "vertAlign"));
        let is_raised = styles
            .filter_map(|style| style.attribute("val"))
            .any(|style| style == "superscript");
        for text in elements(run, "t").filter_map(|text| text.text()) {
            if is_raised && is_digit(string.chars().last()) && is_digit(text.chars().next()) {
                string.push(' ');
            }
            string += text;
        }
    }
    string.replace("_x000D_", "\r")
}

/// The format of each style.
fn formats(text: &str) -> Result<Vec<NumberFormat>, Message> {
    let document = parse(text, "styles.xml")?;
    let id = |node: &Node<'_, '_>| node.attribute("numFmtId")?.parse::<u32>().ok();
    let list = |name, element| {
        elements(document.root_element(), name).flat_map(move |list| elements(list, element))
    };
    let codes: HashMap<u32, NumberFormat> = list("numFmts", "numFmt")
        .filter_map(|node| {
            Some((
                id(&node)?,
                NumberFormat::from_code(node.attribute("formatCode")?),
            ))
        })
        .collect();
    let format = |id: u32| {
        codes
            .get(&id)
            .copied()
            .unwrap_or_else(|| NumberFormat::built_in(id))
    };
    Ok(list("cellXfs", "xf")
        .map(|style| format(id(&style).unwrap_or_default()))
        .collect())
}

/// The cells of a sheet that have a value.
fn cells(text: &str, path: &str, book: &Book, budget: &mut usize) -> Result<Cells, Message> {
    let document = parse(text, path)?;
    let damaged = || msg::workbook_damaged(path);
    let mut cells = Cells::new();
    // A cell without an address is to the right of the one before it, a row without a number below.
    let mut next_row = 0;
    let rows =
        elements(document.root_element(), "sheetData").flat_map(|data| elements(data, "row"));
    for row in rows {
        let number = row
            .attribute("r")
            .map(|number| number.parse::<u32>().ok().and_then(|n| n.checked_sub(1)));
        let number = number.unwrap_or(Some(next_row)).ok_or_else(damaged)?;
        next_row = number + 1;
        let mut next_column = 0;
        for cell in elements(row, "c") {
            let place = cell
                .attribute("r")
                .map_or(Some((number, next_column)), parse_address);
            let place = place.filter(|(row, column)| *row <= LAST.0 && *column <= LAST.1);
            let (row, column) = place.ok_or_else(damaged)?;
            next_column = column + 1;
            if let Some(value) = value(cell, book).ok_or_else(damaged)? {
                take_cell(budget)?;
                if cells.insert((row, column), value).is_some() {
                    return Err(damaged());
                }
            }
        }
    }
    Ok(cells)
}

/// The value of a cell, if it has one; `None` where the cell is not as the format has it.
fn value(cell: Node<'_, '_>, book: &Book) -> Option<Option<Value>> {
    let kind = cell.attribute("t").unwrap_or("n");
    if kind == "inlineStr" {
        let text = elements(cell, "is").next().map(string).unwrap_or_default();
        return Some(Value::text(text.into()));
    }
    let stored = elements(cell, "v").next().and_then(|value| value.text());
    let Some(written) = stored.filter(|written| !written.trim().is_empty()) else {
        let is_formula = elements(cell, "f").next().is_some() && kind != "str";
        return Some(is_formula.then(|| Value::Other("=".into())));
    };
    Some(match kind {
        "s" => book.string(written.trim().parse().ok()?)?,
        "str" => Value::text(written.replace("_x000D_", "\r").into()),
        "b" => Some(Value::truth(written.trim() != "0")),
        "e" => Some(Value::Other(written.into())),
        "d" => {
            let day = written
                .get(..10)
                .and_then(|day| day.parse::<NaiveDate>().ok());
            Some(day.map_or_else(Value::hour, Value::Day))
        }
        "n" => {
            let style = cell.attribute("s").and_then(|style| style.parse().ok());
            Some(book.number(written.trim(), style))
        }
        _ => return None,
    })
}

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
/// Where the fields of an entry stand in it.
const FLAGS: usize = 8;
const METHOD: usize = 10;
const CRC: usize = 16;
const PACKED: usize = 20;
const UNPACKED: usize = 24;
const OFFSET: usize = 42;

/// An archive whose parts are unpacked one at a time. Sizes are those of the central directory; what unpacks to more than it
/// declares is refused.
struct Archive<'a> {
    bytes: &'a [u8],
    /// The entries of the central directory, by the names of their parts.
    entries: HashMap<&'a str, &'a [u8]>,
}

impl<'a> Archive<'a> {
    /// Reads the central directory. Refuses parts that declare more than [`MAX_UNPACKED`] together, and names that come
    /// twice.
    fn open(bytes: &'a [u8]) -> Result<Self, Message> {
        let damaged = || msg::workbook_damaged("ZIP");
        let from = bytes.len().saturating_sub(END_LENGTH + LONGEST_COMMENT);
        let tail = bytes.get(from..).unwrap_or_default();
        let end = tail
            .windows(END.len())
            .rposition(|window| window == END)
            .ok_or_else(damaged)?
            + from;
        let count = u16_at(bytes, end + 10).ok_or_else(damaged)?;
        let start = u32_at(bytes, end + 16).ok_or_else(damaged)? as usize;
        let (mut directory, mut sum) = (bytes.get(start..).ok_or_else(damaged)?, 0_usize);
        let mut entries = HashMap::new();
        for _ in 0..count {
            let (name, entry) = next_entry(&mut directory).ok_or_else(damaged)?;
            sum = sum.saturating_add(size(entry, UNPACKED).ok_or_else(damaged)?);
            if sum > MAX_UNPACKED {
                return Err(msg::workbook_too_large(MAX_UNPACKED >> 20));
            }
            if entries.insert(name, entry).is_some() {
                return Err(damaged());
            }
        }
        Ok(Archive { bytes, entries })
    }

    /// The text of a part; `None` where there is no such part.
    fn text(&self, name: &str) -> Result<Option<String>, Message> {
        let Some(entry) = self.entries.get(name) else {
            return Ok(None);
        };
        let text = self
            .unpack(entry)
            .and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| msg::workbook_damaged(name))?;
        Ok(Some(
            text.strip_prefix('\u{feff}')
                .map(str::to_owned)
                .unwrap_or(text),
        ))
    }

    fn unpack(&self, entry: &[u8]) -> Option<Vec<u8>> {
        let declared = size(entry, UNPACKED)?;
        let local = self
            .bytes
            .get(size(entry, OFFSET)?..)
            .filter(|local| local.starts_with(LOCAL))?;
        let names = usize::from(u16_at(local, 26)?) + usize::from(u16_at(local, 28)?);
        let packed = local
            .get(LOCAL_LENGTH + names..)?
            .get(..size(entry, PACKED)?)?;
        let mut unpacked = Vec::new();
        match u16_at(entry, METHOD)? {
            STORED => unpacked.extend(packed),
            DEFLATED => {
                DeflateDecoder::new(packed)
                    .take(declared as u64 + 1)
                    .read_to_end(&mut unpacked)
                    .ok()?;
            }
            _ => return None,
        }
        let mut crc = Crc::new();
        crc.update(&unpacked);
        (unpacked.len() == declared && crc.sum() == u32_at(entry, CRC)?).then_some(unpacked)
    }
}

/// Takes the next entry from the central directory, with the name of its part.
fn next_entry<'a>(directory: &mut &'a [u8]) -> Option<(&'a str, &'a [u8])> {
    let entry = directory
        .get(..ENTRY_LENGTH)
        .filter(|entry| entry.starts_with(ENTRY))?;
    let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(entry, at).map(usize::from));
    let (name, rest) = directory.get(ENTRY_LENGTH..)?.split_at_checked(name?)?;
    *directory = rest.get(extra? + comment?..)?;
    let is_plain = u16_at(entry, FLAGS)? & ENCRYPTED == 0;
    Some((std::str::from_utf8(name).ok()?, entry)).filter(|_| is_plain)
}

fn size(entry: &[u8], at: usize) -> Option<usize> {
    u32_at(entry, at).map(|size| size as usize)
}
