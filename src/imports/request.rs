//! An import as an operator asks for it: the format of a file, the options, and the dataset that it is compared with.

use super::*;

use chrono::{DateTime, Utc};

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
    /// XML Spreadsheet 2003.
    Spreadsheet2003,
    /// Records of Excel 2 to 95 without a container.
    OldBiff,
    /// SDMX-ML 1.0 and 2.0.
    OldSdmx,
}

impl Format {
    /// The format that a file's first bytes tell: a bulletin is XML, and Excel's table has semicolons in its first line or
    /// another encoding.
    pub fn detect(bytes: &[u8]) -> Self {
        if is_old_biff(bytes) {
            return Format::OldBiff;
        }

        let bytes = bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(bytes)
            .trim_ascii_start();
        let header = bytes
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        let count = |wanted: u8| header.iter().filter(|byte| **byte == wanted).count();
        if workbook::is_workbook(bytes) {
            Format::Workbook
        } else if bytes.starts_with(b"{") {
            Format::JsonStat
        } else if is_html(bytes) {
            Format::Html
        } else if bytes.starts_with(b"<") {
            xml_format(bytes)
        } else if sdmx::is_csv(header) {
            Format::SdmxCsv
        } else if count(b';') > count(b',') || std::str::from_utf8(bytes).is_err() {
            Format::ExcelRu
        } else {
            Format::Table
        }
    }
}

/// The format of XML, by the names and namespaces in its first bytes.
fn xml_format(bytes: &[u8]) -> Format {
    let head = String::from_utf8_lossy(bytes.get(..sdmx::HEAD).unwrap_or(bytes));
    if head.contains("urn:schemas-microsoft-com:office:spreadsheet") {
        return Format::Spreadsheet2003;
    }

    let is_old = [
        "/resources/SDMXML/schemas/v1_0",
        "/resources/SDMXML/schemas/v2_0",
    ]
    .iter()
    .any(|namespace| head.contains(namespace));
    match (is_old, sdmx::is_xml(bytes)) {
        (true, _) => Format::OldSdmx,
        (false, true) => Format::SdmxXml,
        (false, false) => Format::Bulletin,
    }
}

/// Returns true if a file begins with the record of Excel 2, 3, 4 or 5 that begins a stream.
fn is_old_biff(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0x09, 0x00 | 0x02 | 0x04 | 0x08, 0x04..=0x10, 0x00, ..]
    )
}

/// Returns true if a file begins as a web page does.
fn is_html(bytes: &[u8]) -> bool {
    let begins = |mark: &str| {
        bytes
            .get(..mark.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(mark.as_bytes()))
    };
    let marks = [
        "<!doctype html",
        "<html",
        "<head",
        "<meta",
        "<style",
        "<body",
        "<table",
        "<div",
    ];

    marks.iter().any(|mark| begins(mark))
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
                Format::Spreadsheet2003,
            ),
            (b"\x09\x08\x10\0\0\x05\x05\0", Format::OldBiff),
            (b"\x09\x04\x06\0", Format::OldBiff),
            (b"\x09\x02\x06\0", Format::OldBiff),
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
