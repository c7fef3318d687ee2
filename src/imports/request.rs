//! An import as an operator asks for it: the format of a file, the options, and the dataset that it is compared with.

use super::*;

use chrono::{DateTime, Utc};

use crate::dataset::Tables;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with a row for each observation, or a column for each indicator: UTF-8, commas, decimal points, dates as
    /// 2026-11-20.
    Table,
    /// The same with semicolons, decimal commas, dates as 20.11.2026, in windows-1251 or UTF-8.
    ExcelRu,
    /// The daily bulletin of the Central Bank of Azerbaijan.
    Bulletin,
    /// A workbook of Excel: tables of this program, or what a source delivers.
    Workbook,
    SdmxXml,
    SdmxCsv,
    JsonStat,
    /// A web page, which is refused, as are the following.
    Html,
    /// SDMX-ML 1.0 and 2.0.
    OldSdmx,
    /// An archive that is no ZIP.
    Archive,
    /// A file of this name.
    Foreign(&'static str),
}

/// The bytes that tell the format.
const HEAD: usize = 1 << 14;
/// How archives begin.
const ARCHIVES: [&[u8]; 5] = [b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"BZh", b"\xfd7zXZ"];
/// How files of other programs begin; among them the records of Excel 2 to 95 without a container.
const FOREIGN: [(&[u8], &str); 12] = [
    (b"%PDF", "PDF"),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"MIME-Version:", "MHTML"),
    (b"CHARSET=", "PX"),
    (b"AXIS-VERSION=", "PX"),
    (b"SQLite format 3", "SQLite"),
    (b"\x09\x00", "Excel 95"),
    (b"\x09\x02", "Excel 95"),
    (b"\x09\x04", "Excel 95"),
    (b"\x09\x08", "Excel 95"),
];
/// Namespaces of XML, and what files with them are.
const NAMESPACES: [(&str, Format); 4] = [
    (
        "urn:schemas-microsoft-com:office:spreadsheet",
        Format::Foreign("XML Spreadsheet 2003"),
    ),
    ("urn:oasis:names:tc:opendocument", Format::Foreign(".fods")),
    ("/resources/SDMXML/schemas/v1_0", Format::OldSdmx),
    ("/resources/SDMXML/schemas/v2_0", Format::OldSdmx),
];
/// Elements with which web pages begin.
const HTML: &str = "html head meta style script title body table tr div center p br";

impl Format {
    /// The format that a file's first bytes tell: a bulletin is XML, and Excel's table has semicolons in its first line or
    /// another encoding.
    pub fn detect(bytes: &[u8]) -> Self {
        let mut head = bytes.get(..HEAD).unwrap_or(bytes);
        let decoded = workbook::decode_utf16(head).and_then(Result::ok);
        if let Some(decoded) = &decoded {
            head = decoded.as_bytes();
        }

        if let Some((_, name)) = FOREIGN.iter().find(|(start, _)| head.starts_with(start)) {
            return Format::Foreign(name);
        }

        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let head = head.trim_ascii_start();
        let header = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let [semicolons, commas] = [b';', b','].map(|mark| count(header, mark));
        if ARCHIVES.iter().any(|start| head.starts_with(start)) {
            Format::Archive
        } else if workbook::is_workbook(head) {
            Format::Workbook
        } else if head.starts_with(b"{") || head.starts_with(b"[") {
            Format::JsonStat
        } else if head.starts_with(b"<") {
            detect_markup(&String::from_utf8_lossy(head))
        } else if sdmx::is_csv(header) {
            Format::SdmxCsv
        } else if semicolons > commas || std::str::from_utf8(bytes).is_err() {
            Format::ExcelRu
        } else {
            Format::Table
        }
    }
}

fn count(text: &[u8], wanted: u8) -> usize {
    text.iter().filter(|byte| **byte == wanted).count()
}

/// The format of XML or HTML, by the names and namespaces in its first characters.
fn detect_markup(head: &str) -> Format {
    if let Some((_, format)) = NAMESPACES
        .iter()
        .find(|(namespace, _)| head.contains(namespace))
    {
        return *format;
    }

    for tag in head.split('<') {
        let mut words = tag.split([' ', '>', '/', '\r', '\n', '\t']);
        let mut name = words.next().unwrap_or_default();
        if name.eq_ignore_ascii_case("!doctype") {
            name = words.next().unwrap_or_default();
        }

        if sdmx::is_root(name) {
            return Format::SdmxXml;
        }

        if HTML
            .split(' ')
            .any(|element| name.eq_ignore_ascii_case(element))
        {
            return Format::Html;
        }
    }

    Format::Bulletin
}

/// An import as an operator asks for it, and the dataset that files are compared with.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// With its rows under embargo.
    pub dataset: &'a Dataset,
    /// As readers see it.
    pub public: &'a Dataset,
    pub definitions: &'a Tables,
    /// The indicator of tables that have no column for it.
    pub key: Option<&'a str>,
    /// The source whose indicators a bulletin fills, where several share its codes.
    pub source: Option<&'a str>,
    /// The definitions to read by; none for those that fit.
    pub tables: &'a [String],
    /// The day on which a source published what its file has, or corrected a bulletin.
    pub published: Option<&'a str>,
    pub not_before: Option<&'a str>,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_the_format() {
        for (bytes, format) in [
            (&b"key,date,value\n"[..], Format::Table),
            (b"\xef\xbb\xbfdate,m0\n2026-10-31,\"1;2\"\n", Format::Table),
            (b"key;date;value\nm0;31.10.2026;1,5\n", Format::ExcelRu),
            (b"sep=;\nkey;date;value\n", Format::ExcelRu),
            (
                b"key,date,value,ref\nm0,2026-10-31,1,\xcf\n",
                Format::ExcelRu,
            ),
            (b"\xef\xbb\xbf\r\n<?xml version=\"1.0\"?>", Format::Bulletin),
            (b"<ValCurs>", Format::Bulletin),
            (b"{\"class\":\"dataset\"}", Format::JsonStat),
            (b"<!DOCTYPE html>", Format::Html),
            (b"<meta charset=utf-8><table>", Format::Html),
            (b"<style>td{}</style>", Format::Html),
            (b"<TABLE><tr>", Format::Html),
            (
                b"<?xml version='1.0'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>",
                Format::Foreign("XML Spreadsheet 2003"),
            ),
            (b"\x09\x08\x10\0\0\x05\x05\0", Format::Foreign("Excel 95")),
            (b"\x09\x04\x06\0", Format::Foreign("Excel 95")),
            (b"\x09\x02\x06\0", Format::Foreign("Excel 95")),
            (b"%PDF-1.7", Format::Foreign("PDF")),
            (b"MIME-Version: 1.0\n", Format::Foreign("MHTML")),
            (b"CHARSET=\"ANSI\";", Format::Foreign("PX")),
            (b"\x1f\x8b\x08", Format::Archive),
            (b"Rar!\x1a\x07", Format::Archive),
            (b"7z\xbc\xaf\x27\x1c", Format::Archive),
            (
                b"<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'>",
                Format::Foreign(".fods"),
            ),
            (b"<!-- saved --><TR><TD>", Format::Html),
            (b"<?xml version='1.0'?><!DOCTYPE html><html/>", Format::Html),
            (b"\xff\xfe<\0h\0t\0m\0l\0>\0", Format::Html),
            (b"\xfe\xff\0<\0V\0a\0l\0C\0u\0r\0s\0>", Format::Bulletin),
            (b"<Structure><Header>", Format::Bulletin),
            (b"<!DOCTYPE ValCurs [<!ENTITY a '1'>]><ValCurs>", Format::Bulletin),
            (b"[1, 2]", Format::JsonStat),
            (
                b"<CompactData xmlns='http://www.SDMX.org/resources/SDMXML/schemas/v2_0/message'>",
                Format::OldSdmx,
            ),
            (
                b"<GenericData xmlns='http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message'>",
                Format::OldSdmx,
            ),
            (
                b"<?xml version='1.0'?><mes:GenericData xmlns:mes=''>",
                Format::SdmxXml,
            ),
            (
                b"KEY,FREQ,TIME_PERIOD:Time,OBS_VALUE,OBS_STATUS\n",
                Format::SdmxCsv,
            ),
            (b"PK\x03\x04", Format::Workbook),
            (b"\xd0\xcf\x11\xe0", Format::Workbook),
            (b"", Format::Table),
        ] {
            assert_eq!(
                Format::detect(bytes),
                format,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}
