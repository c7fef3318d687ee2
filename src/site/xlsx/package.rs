//! The files of a workbook (ECMA-376) beside its sheets, and how a sheet begins and ends.

use askama::Template;

/// The path of a sheet; the first is 1.
pub fn sheet_path(number: usize) -> String {
    format!("xl/worksheets/sheet{number}.xml")
}

/// Every file but the sheets.
pub fn parts(names: &[String]) -> Result<[(&'static str, String); 5], askama::Error> {
    let relationships = include_str!("../templates/xlsx/relationships.xml").trim_end();
    let styles = include_str!("../templates/xlsx/styles.xml").trim_end();
    Ok([
        ("[Content_Types].xml", ContentTypes { names }.render()?),
        ("_rels/.rels", relationships.to_owned()),
        ("xl/workbook.xml", WorkbookPart { names }.render()?),
        ("xl/_rels/workbook.xml.rels", Relationships { names }.render()?),
        ("xl/styles.xml", styles.to_owned()),
    ])
}

#[derive(Template)]
#[template(path = "xlsx/content_types.xml", config = "src/site/templates/askama.toml")]
struct ContentTypes<'a> {
    names: &'a [String],
}

#[derive(Template)]
#[template(path = "xlsx/workbook.xml", config = "src/site/templates/askama.toml")]
struct WorkbookPart<'a> {
    names: &'a [String],
}

#[derive(Template)]
#[template(path = "xlsx/workbook_relationships.xml", config = "src/site/templates/askama.toml")]
struct Relationships<'a> {
    names: &'a [String],
}

/// The beginning of a sheet whose first row stays in sight, with the widths of its columns in characters.
#[derive(Template)]
#[template(path = "xlsx/sheet_begin.xml", config = "src/site/templates/askama.toml")]
pub struct SheetBegin<'a> {
    pub widths: &'a [u8],
}

pub const SHEET_END: &str = "</sheetData></worksheet>";
