//! Workbooks for tests, written from grids of text.
//!
//! A line is a row, `|` parts cells. A cell is a number if it looks like one, a text otherwise; `'` before it makes it a
//! text, `@2026-08-01` is a cell that shows a day.

use std::io::Write;

use flate2::Crc;
use flate2::write::DeflateEncoder;

pub enum SampleCell<'a> {
    Number(&'a str),
    Text(&'a str),
    /// Days since 30 December 1899.
    Day(u32),
}

/// The cells of a grid: row, column, what stands there.
pub fn cells(grid: &str) -> Vec<(usize, usize, SampleCell<'_>)> {
    let mut cells = Vec::new();
    for (row, line) in grid.lines().enumerate() {
        for (column, cell) in line.split('|').map(str::trim).enumerate() {
            let is_number = cell.parse::<f64>().is_ok() && !cell.starts_with('+');
            match (cell.strip_prefix('\''), cell.strip_prefix('@')) {
                _ if cell.is_empty() => {}
                (Some(text), _) => cells.push((row, column, SampleCell::Text(text))),
                (_, Some(day)) => cells.push((row, column, SampleCell::Day(serial(day)))),
                _ if is_number => cells.push((row, column, SampleCell::Number(cell))),
                _ => cells.push((row, column, SampleCell::Text(cell))),
            }
        }
    }

    cells
}

fn serial(day: &str) -> u32 {
    let parts: Vec<u32> = day.split('-').map(|part| part.parse().unwrap()).collect();
    let (year, month) = if parts[1] > 2 {
        (parts[0], parts[1])
    } else {
        (parts[0] - 1, parts[1] + 12)
    };

    365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + parts[2]
        - 693_900
}

fn address(row: usize, column: usize) -> String {
    let letter = |number: usize| char::from(b'A' + number as u8);
    let first = (column >= 26).then(|| letter(column / 26 - 1));
    format!(
        "{}{}{}",
        first.map(String::from).unwrap_or_default(),
        letter(column % 26),
        row + 1
    )
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// The parts of an `.xlsx` of these sheets: names and grids.
pub fn parts(sheets: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('"', "&quot;")
    };
    let (mut strings, mut listed, mut related) = (Vec::new(), String::new(), String::new());
    let mut parts = Vec::new();
    for (number, (name, grid)) in (1..).zip(sheets) {
        let mut data = String::new();
        for (row, column, cell) in cells(grid) {
            let place = address(row, column);
            data += &match cell {
                SampleCell::Number(number) => {
                    format!(
                        "<row r=\"{}\"><c r=\"{place}\"><v>{number}</v></c></row>",
                        row + 1
                    )
                }
                SampleCell::Day(day) => {
                    format!(
                        "<row r=\"{}\"><c r=\"{place}\" s=\"1\"><v>{day}</v></c></row>",
                        row + 1
                    )
                }
                SampleCell::Text(text) => {
                    strings.push(format!("<si><t>{}</t></si>", escaped(text)));
                    let string = strings.len() - 1;
                    format!(
                        "<row r=\"{}\"><c r=\"{place}\" t=\"s\"><v>{string}</v></c></row>",
                        row + 1
                    )
                }
            };
        }

        let sheet =
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{data}</sheetData></worksheet>");
        parts.push((format!("xl/worksheets/sheet{number}.xml"), sheet));
        listed += &format!(
            "<sheet name=\"{}\" sheetId=\"{number}\" r:id=\"r{number}\"/>",
            escaped(name)
        );
        related += &format!(
            "<Relationship Id=\"r{number}\" Type=\"{RELATIONSHIPS}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
        );
    }

    let relations =
        |list: &str| format!("<Relationships xmlns=\"{PACKAGE}\">{list}</Relationships>");
    let relation = |name: &str, target: &str| {
        format!("<Relationship Id=\"{name}\" Type=\"{RELATIONSHIPS}/{name}\" Target=\"{target}\"/>")
    };
    related += &relation("sharedStrings", "sharedStrings.xml");
    related += &relation("styles", "/xl/styles.xml");
    for (name, text) in [
        (
            "_rels/.rels",
            relations(&relation("officeDocument", "xl/workbook.xml")),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONSHIPS}\"><sheets>{listed}</sheets></workbook>"
            ),
        ),
        ("xl/_rels/workbook.xml.rels", relations(&related)),
        (
            "xl/sharedStrings.xml",
            format!("<sst xmlns=\"{MAIN}\">{}</sst>", strings.concat()),
        ),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
            ),
        ),
    ] {
        parts.push((name.to_owned(), text));
    }

    parts
        .into_iter()
        .map(|(name, text)| (name, text.into_bytes()))
        .collect()
}

/// An archive of these parts, packed.
pub fn archive(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in parts {
        let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        let packed = encoder.finish().unwrap();
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut facts = Vec::new();
        facts.extend([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]);
        facts.extend(crc.sum().to_le_bytes());
        facts.extend((packed.len() as u32).to_le_bytes());
        facts.extend((bytes.len() as u32).to_le_bytes());
        facts.extend([name.len() as u8, 0, 0, 0]);
        let offset = out.len() as u32;
        out.extend(b"PK\x03\x04");
        out.extend(&facts);
        out.extend(name.bytes());
        out.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(facts);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.bytes());
    }

    let (start, count) = (out.len() as u32, parts.len() as u16);
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

pub fn xlsx(sheets: &[(&str, &str)]) -> Vec<u8> {
    archive(&parts(sheets))
}

fn record(kind: u16, bytes: &[u8]) -> Vec<u8> {
    [
        &kind.to_le_bytes()[..],
        &(bytes.len() as u16).to_le_bytes(),
        bytes,
    ]
    .concat()
}

fn units(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// The shared strings of an `.xls`: each goes on in a further record behind its second character.
fn shared_strings(strings: &[&str]) -> Vec<u8> {
    let (mut kind, mut records) = (0x00fc, Vec::new());
    let mut segment = [[0; 4], (strings.len() as u32).to_le_bytes()].concat();
    for text in strings {
        let units = units(text);
        let (first, rest) = units.split_at(units.len().min(4));
        segment.extend((units.len() as u16 / 2).to_le_bytes());
        segment.extend([&[1], first].concat());
        if !rest.is_empty() {
            records.extend(record(kind, &segment));
            (kind, segment) = (0x003c, [&[1], rest].concat());
        }
    }

    records.extend(record(kind, &segment));
    records
}

/// The records of an `.xls` of these sheets.
pub fn records(sheets: &[(&str, &str)]) -> Vec<u8> {
    let begin = |kind: u8| record(0x0809, &[0, 6, kind, 0]);
    let (mut strings, mut streams) = (Vec::new(), Vec::new());
    for (_, grid) in sheets {
        let mut stream = begin(0x10);
        for (row, column, cell) in cells(grid) {
            let place = [(row as u16).to_le_bytes(), (column as u16).to_le_bytes()].concat();
            let put = |kind: u16, style: u8, value: &[u8]| {
                record(kind, &[&place, &[style, 0][..], value].concat())
            };
            stream.extend(match cell {
                SampleCell::Number(number) => {
                    put(0x0203, 0, &number.parse::<f64>().unwrap().to_le_bytes())
                }
                SampleCell::Day(day) => put(0x027e, 1, &(day << 2 | 2).to_le_bytes()),
                SampleCell::Text(text) => {
                    strings.push(text);
                    put(0x00fd, 0, &(strings.len() as u32 - 1).to_le_bytes())
                }
            });
        }

        stream.extend(record(0x000a, &[]));
        streams.push(stream);
    }

    let mut globals = begin(5);
    globals.extend(record(0x00e0, &[0; 20]));
    globals.extend(record(0x00e0, &[&[0, 0, 14, 0][..], &[0; 16]].concat()));
    globals.extend(shared_strings(&strings));
    let name = |name: &str| [&[name.encode_utf16().count() as u8, 1][..], &units(name)].concat();
    let names: Vec<Vec<u8>> = sheets.iter().map(|(text, _)| name(text)).collect();
    let mut offset = globals.len() + names.iter().map(|name| 4 + 6 + name.len()).sum::<usize>() + 4;
    for (name, stream) in names.iter().zip(&streams) {
        globals.extend(record(
            0x0085,
            &[&(offset as u32).to_le_bytes()[..], &[0, 0], name].concat(),
        ));
        offset += stream.len();
    }

    globals.extend(record(0x000a, &[]));
    [globals, streams.concat()].concat()
}

/// A compound file of one stream; one of less than 4,096 bytes lies in small sectors.
pub fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
    const END: u32 = 0xffff_fffe;
    let is_small = stream.len() < 4096;
    let sectors = stream.len().div_ceil(512);
    let tables = (sectors + 8).div_ceil(126);
    // Tables, the directory, the table of small sectors, the stream.
    let (directory, small, first) = (tables as u32, tables as u32 + 1, tables as u32 + 2);
    let mut table = vec![0xffff_fffd; tables];
    table.extend([END, END]);
    table.extend((1..sectors as u32).map(|sector| first + sector));
    table.extend((sectors > 0).then_some(END));
    table.resize(tables * 128, 0xffff_ffff);
    let mut small_table: Vec<u32> = (1..stream.len().div_ceil(64) as u32).chain([END]).collect();
    small_table.resize(128, 0xffff_ffff);
    let mut header = vec![0; 76];
    header[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    for (at, word) in [
        (28, 0x0009_fffe),
        (32, 6),
        (44, tables as u32),
        (48, directory),
        (56, 4096),
        (60, small),
        (64, 1),
        (68, END),
    ] {
        header[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    header.extend(
        (0..109).flat_map(|n| if n < tables as u32 { n } else { 0xffff_ffff }.to_le_bytes()),
    );
    let entry = |name: &str, kind: u8, first: u32, size: usize| {
        let mut entry = units(name);
        entry.resize(64, 0);
        entry.extend((name.len() as u16 * 2 + 2).to_le_bytes());
        entry.extend([kind, 1]);
        entry.resize(116, 0);
        entry.extend(first.to_le_bytes());
        entry.extend((size as u64).to_le_bytes());
        entry
    };

    let (root, start) = if is_small { (first, 0) } else { (END, first) };
    let mut directory = entry(
        "Root Entry",
        5,
        root,
        if is_small { sectors * 512 } else { 0 },
    );
    directory.extend(entry(name, 2, start, stream.len()));
    directory.resize(512, 0);
    let words = |words: Vec<u32>| {
        words
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    let mut file = [
        header,
        words(table),
        directory,
        words(small_table),
        stream.to_vec(),
    ]
    .concat();
    file.resize(file.len().div_ceil(512) * 512, 0);
    file
}

pub fn xls(sheets: &[(&str, &str)]) -> Vec<u8> {
    compound("Workbook", &records(sheets))
}
