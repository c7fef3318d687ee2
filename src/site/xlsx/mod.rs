//! Workbooks of Office Open XML, written by hand over deflate: a library would take numbers as binary floats and lose
//! digits, and would compress the same rows for each sheet again.

mod rows;
pub mod workbooks;
mod zip;

use std::collections::HashSet;
use std::sync::Arc;

pub use rows::{Rows, Style, cells};

use askama::Template;

use super::body::Body;
use super::memo::Memo;
use super::page::SiteError;
use super::segment::{DeflateBlock, Segment};
use zip::Entry;

const MOST_ROWS: usize = 1_048_576;

/// Compressed rows, shared by the sheets that contain them.
#[derive(Clone)]
pub struct Block {
    text: Arc<DeflateBlock>,
    rows: usize,
}

impl Block {
    pub fn new(rows: Rows) -> Self {
        Block { text: Arc::new(DeflateBlock::new(rows.text.as_bytes())), rows: rows.count }
    }

    /// For rows that many workbooks have in common.
    pub fn interned(rows: Rows, memo: &Memo<'_>) -> Self {
        Block { text: interned(rows.text, memo), rows: rows.count }
    }

    pub fn stand_in(segment: &Segment, rows: usize) -> Self {
        Block { text: Arc::clone(segment.packed()), rows }
    }
}

/// The memo keeps the parts that workbooks have in common.
pub struct Workbook<'a> {
    names: Names,
    memo: &'a Memo<'a>,
    sheets: Vec<(String, Vec<Arc<DeflateBlock>>)>,
}

fn interned(text: String, memo: &Memo<'_>) -> Arc<DeflateBlock> {
    Arc::clone(memo.interned(text.into_bytes()).packed())
}

impl<'a> Workbook<'a> {
    pub fn new(memo: &'a Memo<'a>) -> Self {
        Workbook { names: Names::default(), memo, sheets: Vec::new() }
    }

    /// Adds a sheet with its heading row; `widths` are those of its columns. Blocks beyond the limit of rows go to a further
    /// sheet.
    pub fn add(
        &mut self,
        name: &str,
        widths: &[u8],
        heading: &Block,
        blocks: &[Block],
    ) -> Result<(), SiteError> {
        let begin = interned(SheetBegin { widths }.render()?, self.memo);
        let end = interned(SHEET_END.to_owned(), self.memo);
        let mut rest = blocks;
        loop {
            let mut rows = heading.rows;
            let fits = |block: &&Block| {
                rows += block.rows;
                rows <= MOST_ROWS
            };
            // A block alone always fits; otherwise this would not end.
            let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
            let (now, later) = rest.split_at(count);
            let texts = now.iter().map(|block| Arc::clone(&block.text));
            let head = [Arc::clone(&begin), Arc::clone(&heading.text)];
            let pieces = head.into_iter().chain(texts).chain([Arc::clone(&end)]).collect();
            self.sheets.push((self.names.take(name), pieces));
            if later.is_empty() {
                return Ok(());
            }
            rest = later;
        }
    }

    pub fn finish(self) -> Result<Body, SiteError> {
        let (names, sheets): (Vec<_>, Vec<_>) = self.sheets.into_iter().unzip();
        let part = |(name, text): (&str, String)| Entry {
            name: name.to_owned(),
            pieces: vec![interned(text, self.memo)],
        };
        let sheet = |(pieces, n)| Entry { name: sheet_path(n), pieces };
        let parts = parts(&names)?.into_iter().map(part);
        let entries: Vec<Entry> = parts.chain(sheets.into_iter().zip(1..).map(sheet)).collect();
        Ok(Body::of_parts(zip::archive(&entries)?))
    }
}

const MAX_NAME: usize = 31;

/// Names of sheets: at most 31 characters, none of seven, each once whatever its case.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
}

impl Names {
    fn take(&mut self, text: &str) -> String {
        let clean: String = text.chars().map(|c| if is_allowed(c) { c } else { ' ' }).collect();
        let words: Vec<&str> = clean.split_whitespace().collect();
        let clean = words.join(" ");
        // Neither the first nor the last character may be an apostrophe.
        let clean = clean.trim_matches(|c: char| c == '\'' || c == ' ');
        let stem = if clean.is_empty() { "-" } else { clean };
        // The name of a sheet that the spreadsheet itself makes is not free.
        let reserved = stem.to_lowercase() == "history";
        (1..)
            .map(|n| if n == 1 { cut(stem, MAX_NAME) } else { numbered(stem, n) })
            .skip(usize::from(reserved))
            .find(|name| self.taken.insert(name.to_lowercase()))
            .unwrap_or_default()
    }
}

fn is_allowed(c: char) -> bool {
    !c.is_control() && !matches!(c, ':' | '\\' | '/' | '?' | '*' | '[' | ']' | '\u{fffe}' | '\u{ffff}')
}

fn numbered(stem: &str, number: usize) -> String {
    let end = format!(" ({number})");
    cut(stem, MAX_NAME - end.len()) + &end
}

fn cut(text: &str, longest: usize) -> String {
    let mut units = 0;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units <= longest
    });
    kept.collect::<String>().trim_end_matches([' ', '\'']).to_owned()
}

fn sheet_path(number: usize) -> String {
    format!("xl/worksheets/sheet{number}.xml")
}

/// Every file but the sheets.
fn parts(names: &[String]) -> askama::Result<[(&'static str, String); 5]> {
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
struct SheetBegin<'a> {
    widths: &'a [u8],
}

const SHEET_END: &str = "</sheetData></worksheet>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_to_a_further_sheet() {
        let block = |rows| Block { text: Arc::new(DeflateBlock::new(b"")), rows };
        let memo = Memo::after(None);
        let mut workbook = Workbook::new(&memo);
        workbook.add("a", &[10], &block(1), &[block(600_000), block(448_575), block(1), block(1)]).unwrap();
        workbook.add("b", &[10], &block(1), &[]).unwrap();
        let found: Vec<_> =
            workbook.sheets.iter().map(|(name, pieces)| (name.as_str(), pieces.len())).collect();
        assert_eq!(found, [("a", 5), ("a (2)", 5), ("b", 3)]);
    }

    #[test]
    fn names_are_short_unique_and_without_forbidden_characters() {
        let mut names = Names::default();
        for (text, name) in [
            ("Денежные агрегаты", "Денежные агрегаты"),
            ("ДЕНЕЖНЫЕ агрегаты", "ДЕНЕЖНЫЕ агрегаты (2)"),
            ("a/b: [c]*?\\", "a b c"),
            ("'quoted'", "quoted"),
            ("=1+1", "=1+1"),
            ("\n\u{ffff}", "-"),
            ("///", "- (2)"),
            ("History", "History (2)"),
            ("Международные резервы и внешний долг", "Международные резервы и внешний"),
            ("Международные резервы и внешний долг", "Международные резервы и вне (2)"),
        ] {
            assert_eq!(names.take(text), name);
        }
        assert!(names.take(&"🙂".repeat(40)).encode_utf16().count() <= MAX_NAME);
    }
}
