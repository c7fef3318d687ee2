//! Workbooks of Office Open XML, ECMA-376: an archive of XML.

use super::*;

use super::archive::{Archive, plain_name};
use super::cell::parse_address;

/// The ends of types of relationships, which have one beginning in the strict form and another in the usual.
const OFFICE_DOCUMENT: &str = "/officeDocument";
const WORKSHEET: &str = "/worksheet";
const SHARED_STRINGS: &str = "/sharedStrings";
const STYLES: &str = "/styles";
/// The last row and column that a sheet has, counted from 0.
const LAST: Place = (1_048_575, 16_383);

struct Relationship {
    kind: String,
    /// The path of the part.
    target: String,
}

type Relationships = HashMap<String, Relationship>;

pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>> {
    let archive = Archive::open(bytes)?;
    let path = find_workbook(&archive)?;
    let parts = read_relationships(&archive, &path)?;
    let text = archive.text(&path)?;
    let document = parse(&text, &path)?;
    let root = document.root_element();
    let name = root.tag_name().name();
    if name != "workbook" {
        return Err(msg::workbook_of_another_kind(name));
    }

    let mut book = read_book(&archive, root, &parts)?;
    let mut sheets = Vec::new();
    let mut read_parts = HashSet::new();
    for sheet in listed(root, "sheets", "sheet") {
        let mut attributes = sheet.attributes();
        let id = attributes.find(|attribute| attribute.name() == "id");
        let part = id.and_then(|id| parts.get(id.value()));
        let Some(Relationship { kind, target }) = part else {
            return Err(msg::workbook_damaged(&path));
        };

        if !kind.ends_with(WORKSHEET) {
            continue;
        }

        if !read_parts.insert(target) {
            return Err(msg::workbook_part_twice(target));
        }

        let text = archive.text(target)?;
        let name = sheet.attribute("name").unwrap_or_default();
        sheets.push(Sheet {
            name: name.to_owned(),
            cells: read_cells(&text, target, &mut book)?,
        });
    }

    Ok(sheets)
}

/// Reads the parts to which cells refer.
fn read_book(archive: &Archive<'_>, root: Element<'_>, parts: &Relationships) -> Result<Book> {
    let mut book = Book::default();
    book.is_1904 = has_property(root, "workbookPr", "date1904");
    book.asks_for_calculation = has_property(root, "calcPr", "fullCalcOnLoad");
    if let Some(styles) = find_only(parts, STYLES)? {
        read_styles(&archive.text(styles)?, &mut book)?;
    }

    if let Some(strings) = find_only(parts, SHARED_STRINGS)? {
        read_strings(&archive.text(strings)?, &mut book)?;
    }

    Ok(book)
}

/// The path of the part that lists the sheets.
fn find_workbook(archive: &Archive<'_>) -> Result<String> {
    let root = read_relationships(archive, "")?;
    if let Some(path) = find_only(&root, OFFICE_DOCUMENT)? {
        return match path.ends_with(".bin") {
            true => Err(msg::workbook_of_another_kind(".xlsb")),
            false => Ok(path.to_owned()),
        };
    }

    let parts = ["[content_types].xml", "xl/workbook.xml"];
    let is_damaged = archive.is_empty() || parts.iter().any(|part| archive.has(part));
    Err(if archive.has("mimetype") {
        msg::workbook_of_another_kind(".ods")
    } else if archive.has("index/document.iwa") {
        msg::workbook_of_another_kind(".numbers")
    } else if is_damaged {
        msg::workbook_damaged("_rels/.rels")
    } else {
        msg::workbook_in_archive()
    })
}

/// The target of the relationship of a kind. A second one would make the choice a matter of chance.
fn find_only<'r>(relationships: &'r Relationships, kind: &str) -> Result<Option<&'r str>> {
    let mut targets = relationships
        .values()
        .filter(|part| part.kind.ends_with(kind));
    let first = targets.next();
    match targets.next() {
        Some(second) => Err(msg::workbook_part_twice(&second.target)),
        None => Ok(first.map(|part| part.target.as_str())),
    }
}

fn parse<'t>(text: &'t str, path: &str) -> Result<Document<'t>> {
    xml::parse(text).map_err(|_| msg::workbook_damaged(path))
}

fn has_property(root: Element<'_>, element: &'static str, name: &str) -> bool {
    let mut values = elements(root, element).filter_map(|node| node.attribute(name));
    values.any(|value| matches!(value, "1" | "true"))
}

/// The relationships of a part by their ids; those of the whole for an empty path.
fn read_relationships(archive: &Archive<'_>, path: &str) -> Result<Relationships> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let list = plain_name(&format!("{folder}/_rels/{name}.rels"));
    let mut relationships = Relationships::new();
    if !archive.has(&list) {
        return Ok(relationships);
    }

    let text = archive.text(&list)?;
    let document = parse(&text, &list)?;
    for node in elements(document.root_element(), "Relationship") {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| node.attribute(name));
        let (Some(id), Some(kind), Some(target)) = (id, kind, target) else {
            continue;
        };

        let kind = kind.to_owned();
        let target = match target.strip_prefix(['/', '\\']) {
            Some(absolute) => plain_name(absolute),
            None => plain_name(&format!("{folder}/{target}")),
        };

        let relationship = Relationship { kind, target };
        if relationships.insert(id.to_owned(), relationship).is_some() {
            return Err(msg::workbook_part_twice(id));
        }
    }

    Ok(relationships)
}

/// Reads the texts that cells share.
fn read_strings(text: &str, book: &mut Book) -> Result<()> {
    const PART: &str = "sharedStrings.xml";
    let around = read_list(text, &["sst"], "si", PART, |item| {
        let string = read_string(item, &mut book.budget)?;
        book.strings.push(string);
        Ok(())
    })?;

    parse(&around, PART)?;
    Ok(())
}

/// Hands each `item` of a long list to `take`, and returns the part without the list.
fn read_list(
    text: &str,
    path: &[&str],
    item: &'static str,
    part: &str,
    mut take: impl FnMut(Element<'_>) -> Result<()>,
) -> Result<String> {
    let Some(pieces) = xml::Pieces::find(text, path, item) else {
        return Err(msg::workbook_damaged(part));
    };

    for piece in pieces.documents() {
        let document = parse(&piece, part)?;
        for node in document.descendants() {
            if node.tag_name().name() == item {
                take(node)?;
            }
        }
    }

    Ok(pieces.around())
}

/// The text of a string, in one piece or in several with styles of their own; readings of ideographs are left out.
fn read_string(item: Element<'_>, budget: &mut Budget) -> Result<Option<Arc<CellText>>> {
    let mut parts = TextParts::default();
    for run in elements(item, "r").chain([item]) {
        let mut styles = listed(run, "rPr", "vertAlign");
        let is_raised = styles.any(|style| style.attribute("val") == Some("superscript"));
        for text in elements(run, "t").filter_map(|text| text.text()) {
            budget.take_text(text.len())?;
            parts.push(&text.replace("_x000D_", "\r"), is_raised);
        }
    }

    Ok(parts.finish())
}

/// Reads the formats, and the one of each style.
fn read_styles(text: &str, book: &mut Book) -> Result<()> {
    let document = parse(text, "styles.xml")?;
    let root = document.root_element();
    for node in listed(root, "numFmts", "numFmt") {
        if let Some(code) = node.attribute("formatCode")
            && let Some(number) = number(node, "numFmtId")
        {
            book.add_format(number, code);
        }
    }

    for node in listed(root, "cellXfs", "xf") {
        book.add_style(number(node, "numFmtId").unwrap_or_default());
    }

    Ok(())
}

/// An attribute that is a number.
fn number(node: Element<'_>, name: &str) -> Option<u32> {
    node.attribute(name)?.parse().ok()
}

/// The cells of a sheet of which something is seen.
fn read_cells(text: &str, part: &str, book: &mut Book) -> Result<Cells> {
    let mut sheet = SheetReader::new(book, part, LAST);
    let mut end_row = 0;
    let around = read_list(text, &["worksheet", "sheetData"], "row", part, |row| {
        end_row = read_row(row, end_row, &mut sheet)?;
        Ok(())
    })?;

    let document = parse(&around, part)?;
    for node in listed(document.root_element(), "mergeCells", "mergeCell") {
        let range = node.attribute("ref").and_then(parse_range);
        sheet.merged.push(range.ok_or_else(|| sheet.damaged())?);
    }

    sheet.finish()
}

fn parse_range(range: &str) -> Option<(Place, Place)> {
    let (first, last) = range.split_once(':')?;
    Some((parse_address(first)?, parse_address(last)?))
}

/// Reads the cells of a row that have anything. A cell without an address is to the right of the one before it, a row without
/// a number at `end_row`. Returns the row below.
fn read_row(row: Element<'_>, end_row: u32, sheet: &mut SheetReader<'_>) -> Result<u32> {
    let mut place = match row.attribute("r") {
        Some(number) => read_address(&format!("A{number}"), sheet)?,
        None => (end_row, 0),
    };
    let below = place.0.saturating_add(1);

    for cell in elements(row, "c") {
        if let Some(address) = cell.attribute("r") {
            place = read_address(address, sheet)?;
        }

        if cell.has_children() {
            let value = read_value(cell, sheet)?;
            sheet.push(place, value)?;
        }

        place.1 = place.1.saturating_add(1);
    }

    Ok(below)
}

fn read_address(address: &str, sheet: &SheetReader<'_>) -> Result<Place> {
    parse_address(address).ok_or_else(|| sheet.damaged())
}

/// The value of a cell, unless nothing is seen of it.
fn read_value(cell: Element<'_>, sheet: &mut SheetReader<'_>) -> Result<Option<Value>> {
    let book = &mut *sheet.book;
    // A cell without a style has the first.
    let style = number(cell, "s").unwrap_or_default() as usize;
    let kind = cell.attribute("t").unwrap_or("n");
    let written = child_text(cell, "v");
    let bare = written.trim();

    let is_formula = elements(cell, "f").next().is_some();
    if is_formula && (book.asks_for_calculation || bare.is_empty()) {
        return Ok(Some(Value::uncalculated()));
    }

    let inline = elements(cell, "is").next();
    let is_misplaced = inline.is_some() != (kind == "inlineStr");
    // A value in the wrong element is no empty cell.
    if is_misplaced && (inline.is_some() || !bare.is_empty()) {
        return Ok(Some(Value::Other(written.into())));
    }

    if let Some(inline) = inline {
        let text = read_string(inline, &mut book.budget)?;
        return Ok(book.text(text, style));
    }

    if bare.is_empty() {
        return Ok(None);
    }

    Ok(match kind {
        "s" => {
            let number: Option<usize> = bare.parse().ok();
            let Some(string) = number.and_then(|number| book.strings.get(number)) else {
                return Err(sheet.damaged());
            };

            book.text(string.clone(), style)
        }
        "str" => {
            book.budget.take_text(written.len())?;
            let text = CellText::plain(&written.replace("_x000D_", "\r"));
            book.text(text, style)
        }
        "b" => Some(Value::truth(bare != "0")),
        "e" => Some(Value::Other(written.into())),
        "d" => Some(book.iso_date(bare, style)),
        "n" => book.number(bare, style),
        _ => return Err(sheet.damaged()),
    })
}
