//! The files of a workbook (ECMA-376): what is in it, and how a sheet begins and ends.

use super::super::xml;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const DOCUMENT: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The path of a sheet; the first is 1.
pub fn sheet_path(number: usize) -> String {
    format!("xl/worksheets/sheet{number}.xml")
}

/// Every file but the sheets.
pub fn parts(names: &[String]) -> [(&'static str, String); 5] {
    [
        ("[Content_Types].xml", content_types(names.len())),
        ("_rels/.rels", root_relationships()),
        ("xl/workbook.xml", workbook(names)),
        ("xl/_rels/workbook.xml.rels", workbook_relationships(names.len())),
        ("xl/styles.xml", styles()),
    ]
}

/// The beginning of a sheet whose first row stays in sight, with the widths of its columns in characters.
pub fn sheet_begin(widths: &[u8]) -> String {
    let columns: String = widths
        .iter()
        .zip(1..)
        .map(|(width, n)| format!("<col min=\"{n}\" max=\"{n}\" width=\"{width}\" customWidth=\"1\"/>"))
        .collect();
    format!(
        "{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\"><pane ySplit=\"1\" \
         topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews><cols>{columns}\
         </cols><sheetData>"
    )
}

/// The end of every sheet.
pub const SHEET_END: &str = "</sheetData></worksheet>";

fn content_types(sheets: usize) -> String {
    const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let sheets: String = (1..=sheets)
        .map(|n| format!("<Override PartName=\"/{}\" ContentType=\"{KIND}.worksheet+xml\"/>", sheet_path(n)))
        .collect();
    format!(
        "{DECLARATION}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{KIND}.sheet.main+xml\"/>{sheets}\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{KIND}.styles+xml\"/></Types>"
    )
}

fn root_relationships() -> String {
    format!(
        "{DECLARATION}<Relationships xmlns=\"{RELATIONSHIPS}\"><Relationship Id=\"rId1\" \
         Type=\"{DOCUMENT}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    )
}

fn workbook(names: &[String]) -> String {
    let sheets: String = names
        .iter()
        .zip(1..)
        .map(|(name, n)| {
            let name = xml::attribute(name);
            format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>")
        })
        .collect();
    format!(
        "{DECLARATION}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{DOCUMENT}\"><bookViews><workbookView/></bookViews>\
         <sheets>{sheets}</sheets></workbook>"
    )
}

fn workbook_relationships(sheets: usize) -> String {
    let relationship = |n: usize, kind: &str, target: &str| {
        format!("<Relationship Id=\"rId{n}\" Type=\"{DOCUMENT}/{kind}\" Target=\"{target}\"/>")
    };
    let listed: String =
        (1..=sheets).map(|n| relationship(n, "worksheet", &format!("worksheets/sheet{n}.xml"))).collect();
    let styles = relationship(sheets + 1, "styles", "styles.xml");
    format!("{DECLARATION}<Relationships xmlns=\"{RELATIONSHIPS}\">{listed}{styles}</Relationships>")
}

/// Style 0: as it is; 1: a day, the same in every locale; 2: a heading.
fn styles() -> String {
    format!(
        "{DECLARATION}<styleSheet xmlns=\"{MAIN}\">\
         <numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>\
         <fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>\
         <font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>\
         <fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>\
         <fill><patternFill patternType=\"gray125\"/></fill></fills>\
         <borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
         <cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>\
         <cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>\
         <xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>\
         <xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/></cellXfs>\
         <cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
    )
}
