//! Workbooks of Office Open XML, written by hand over deflate: a library would take numbers as binary floats and lose
//! digits, and would compress the same rows for each language again.

mod histories;
mod present;
mod rows;
mod strings;
pub mod workbooks;
mod zip;

use std::collections::HashSet;
use std::sync::Arc;

use askama::Template;

use super::body::Body;
use super::gzip::{DeflateBlock, Effort, Piece, RewrittenBlock};
use super::memo::Memo;
use super::page::SiteError;
use super::segment::Segment;
use rows::Rows;
use strings::Strings;
use zip::Entry;

use crate::model::Lang;

/// How many rows a sheet may have.
const MOST_ROWS: usize = 1_048_576;

/// Compressed rows, which know their place: shared by the languages of a workbook.
#[derive(Clone)]
pub struct Block {
    piece: Piece,
    first: usize,
}

impl Block {
    fn new(rows: Rows) -> Self {
        let block = DeflateBlock::new(rows.text.as_bytes(), Effort::Usual);
        Block { piece: Piece::Kept(Arc::new(block)), first: rows.first }
    }

    /// Of rows that are written again whenever they are sent, from row `first` on.
    fn rewritten(first: usize, rows: impl Fn() -> Rows + Send + Sync + 'static) -> Self {
        let block = RewrittenBlock::new(Box::new(move || rows().text));
        Block { piece: Piece::Rewritten(Arc::new(block)), first }
    }

    /// For rows that many workbooks have in common.
    fn interned(rows: Rows, memo: &Memo<'_>) -> Self {
        Block { piece: interned(rows.text, memo), first: rows.first }
    }

    fn stand_in(segment: &Segment, first: usize) -> Self {
        Block { piece: Piece::Kept(Arc::clone(segment.packed())), first }
    }
}

/// The memo keeps the parts that workbooks have in common.
pub struct Workbook<'a> {
    names: Names,
    memo: &'a Memo<'a>,
    sheets: Vec<(String, Vec<Piece>)>,
}

fn interned(text: String, memo: &Memo<'_>) -> Piece {
    Piece::Kept(Arc::clone(memo.interned(text.into_bytes()).packed()))
}

impl<'a> Workbook<'a> {
    pub fn new(memo: &'a Memo<'a>) -> Self {
        Workbook { names: Names::default(), memo, sheets: Vec::new() }
    }

    /// Adds a sheet with its heading row; `widths` are those of its columns. A further block that stands at the beginning
    /// begins a further sheet.
    pub fn add(
        &mut self,
        name: &str,
        widths: &[u8],
        heading: &Block,
        blocks: &[Block],
    ) -> Result<(), SiteError> {
        let begin = interned(SheetBegin { widths }.render()?, self.memo);
        let end = interned(SHEET_END.to_owned(), self.memo);
        let mut sheets: Vec<_> = blocks.chunk_by(|_, next| next.first != FIRST_ROW).collect();
        if sheets.is_empty() {
            sheets.push(&[]);
        }
        for blocks in sheets {
            let texts = blocks.iter().map(|block| block.piece.clone());
            let head = [begin.clone(), heading.piece.clone()];
            let pieces = head.into_iter().chain(texts).chain([end.clone()]).collect();
            self.sheets.push((self.names.take(name), pieces));
        }
        Ok(())
    }

    /// With the texts that its cells refer to.
    pub fn finish(self, strings: &Strings<'_>, lang: Lang) -> Result<Body, SiteError> {
        let (names, sheets): (Vec<_>, Vec<_>) = self.sheets.into_iter().unzip();
        let part = |(name, text): (&str, String)| Entry {
            name: name.to_owned(),
            pieces: vec![interned(text, self.memo)],
        };
        let sheet = |(pieces, n)| Entry { name: sheet_path(n), pieces };
        let parts = parts(&names)?.into_iter().map(part);
        let parts = parts.chain([part(("xl/sharedStrings.xml", strings.table(lang)))]);
        let entries: Vec<Entry> = parts.chain(sheets.into_iter().zip(1..).map(sheet)).collect();
        Ok(Body::of_parts(zip::archive(&entries)?))
    }
}

/// The first row behind a heading.
const FIRST_ROW: usize = 2;
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
    fn what_begins_anew_goes_to_a_further_sheet() {
        let block = |first| Block::new(Rows::from(first));
        let memo = Memo::after(None);
        let mut workbook = Workbook::new(&memo);
        workbook.add("a", &[10], &block(1), &[block(2), block(600_002), block(2), block(3)]).unwrap();
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
