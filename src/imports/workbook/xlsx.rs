//! Workbooks of Office Open XML, ECMA-376: an archive of XML.

use super::*;

use std::str::FromStr;

use super::archive::{Archive, plain_name};
use super::cell::{TextParts, parse_address};

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

type Relationships = HashMap<String, Relationship>;

pub fn read(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Sheet>, Message> {
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

    let mut book = Book {
        is_1904: has_property(root, "workbookPr", "date1904"),
        asks_for_calculation: has_property(root, "calcPr", "fullCalcOnLoad"),
        ..Book::default()
    };
    if let Some(styles) = find_only(&parts, STYLES)? {
        book.formats = read_formats(&archive.text(styles)?)?;
    }

    if let Some(strings) = find_only(&parts, SHARED_STRINGS)? {
        book.strings = read_strings(&archive.text(strings)?, budget)?;
    }

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
            cells: read_cells(&text, target, &book, budget)?,
        });
    }

    Ok(sheets)
}

/// The path of the part that lists the sheets.
fn find_workbook(archive: &Archive<'_>) -> Result<String, Message> {
    let root = read_relationships(archive, "")?;
    let parts = ["[content_types].xml", "xl/workbook.xml"];
    if let Some(path) = find_only(&root, OFFICE_DOCUMENT)? {
        return match path.ends_with(".bin") {
            true => Err(msg::workbook_of_another_kind(".xlsb")),
            false => Ok(path.to_owned()),
        };
    }

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
fn find_only<'r>(relationships: &'r Relationships, kind: &str) -> Result<Option<&'r str>, Message> {
    let mut targets = relationships
        .values()
        .filter(|part| part.kind.ends_with(kind));
    let first = targets.next();
    match targets.next() {
        Some(second) => Err(msg::workbook_part_twice(&second.target)),
        None => Ok(first.map(|part| part.target.as_str())),
    }
}

fn parse<'t>(text: &'t str, path: &str) -> Result<Document<'t>, Message> {
    xml::parse(text).map_err(|_| msg::workbook_damaged(path))
}

fn has_property(root: Element<'_>, element: &'static str, name: &str) -> bool {
    let mut values = elements(root, element).filter_map(|node| node.attribute(name));
    values.any(|value| matches!(value, "1" | "true"))
}

/// The relationships of a part by their ids; those of the whole for an empty path.
fn read_relationships(archive: &Archive<'_>, path: &str) -> Result<Relationships, Message> {
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

/// The texts that cells share.
fn read_strings(text: &str, budget: &mut Budget) -> Result<Vec<Option<Arc<CellText>>>, Message> {
    const PART: &str = "sharedStrings.xml";
    let mut strings = Vec::new();
    read_list(text, &["sst"], "si", PART, |item| {
        strings.push(read_string(item, budget)?);
        Ok(())
    })?;

    Ok(strings)
}

/// Hands each `item` of a long list to `take`, and returns the part without the list.
fn read_list(
    text: &str,
    path: &[&str],
    item: &'static str,
    part: &str,
    mut take: impl FnMut(Element<'_>) -> Result<(), Message>,
) -> Result<String, Message> {
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

    let around = pieces.around();
    parse(&around, part)?;
    Ok(around)
}

/// The text of a string, in one piece or in several with styles of their own; readings of ideographs are left out.
fn read_string(item: Element<'_>, budget: &mut Budget) -> Result<Option<Arc<CellText>>, Message> {
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

/// The format of each style.
fn read_formats(text: &str) -> Result<Vec<Arc<NumberFormat>>, Message> {
    let document = parse(text, "styles.xml")?;
    let root = document.root_element();
    let mut formats: HashMap<u32, Arc<NumberFormat>> = HashMap::new();
    for node in listed(root, "numFmts", "numFmt") {
        if let (Some(id), Some(code)) = (number(node, "numFmtId"), node.attribute("formatCode")) {
            formats.insert(id, Arc::new(NumberFormat::from_code(code)));
        }
    }

    let mut styles = Vec::new();
    for node in listed(root, "cellXfs", "xf") {
        let id = number(node, "numFmtId").unwrap_or_default();
        let format = formats.entry(id);
        let format = format.or_insert_with(|| Arc::new(NumberFormat::built_in(id)));
        styles.push(Arc::clone(format));
    }

    Ok(styles)
}

/// An attribute that is a number.
fn number<T: FromStr>(node: Element<'_>, name: &str) -> Option<T> {
    node.attribute(name)?.parse().ok()
}

/// The cells of a sheet of which something is seen.
fn read_cells(text: &str, path: &str, book: &Book, budget: &mut Budget) -> Result<Cells, Message> {
    let mut cells = Vec::new();
    let mut end_row = 0;
    let around = read_list(text, &["worksheet", "sheetData"], "row", path, |row| {
        let Some(places) = find_places(row, &mut end_row) else {
            return Err(msg::workbook_damaged(path));
        };

        for (place, cell) in places {
            budget.take_cell()?;
            cells.push((place, read_value(cell, path, book, budget)?));
        }

        Ok(())
    })?;

    let mut merged = Vec::new();
    let document = parse(&around, path)?;
    for range in listed(document.root_element(), "mergeCells", "mergeCell") {
        merged.push(parse_range(range).ok_or_else(|| msg::workbook_damaged(path))?);
    }

    budget.arrange(cells, &merged, path)
}

fn parse_range(range: Element<'_>) -> Option<(Place, Place)> {
    let (first, last) = range.attribute("ref")?.split_once(':')?;
    Some((parse_address(first)?, parse_address(last)?))
}

/// The cells of a row that have anything, with their places; `None` where one is beyond a sheet. A cell without an address is
/// to the right of the one before it, a row without a number below.
fn find_places<'d>(row: Element<'d>, end_row: &mut u32) -> Option<Vec<(Place, Element<'d>)>> {
    *end_row = match row.attribute("r") {
        Some(number) => number.parse().ok()?,
        None => *end_row + 1,
    };

    let mut places = Vec::new();
    if *end_row > LAST.0 + 1 {
        return None;
    }

    let mut next = (end_row.checked_sub(1)?, 0);
    for cell in elements(row, "c") {
        if let Some(address) = cell.attribute("r") {
            next = parse_address(address)?;
        }

        if next.0 > LAST.0 || next.1 > LAST.1 {
            return None;
        }

        if cell.has_children() {
            places.push((next, cell));
        }

        next.1 += 1;
    }

    Some(places)
}

/// The value of a cell, unless nothing is seen of it.
fn read_value(
    cell: Element<'_>,
    path: &str,
    book: &Book,
    budget: &mut Budget,
) -> Result<Option<Value>, Message> {
    // A cell without a style has the first.
    let style = number(cell, "s").unwrap_or_default();
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
        let text = read_string(inline, budget)?;
        return Ok(book.text(text, style));
    }

    if bare.is_empty() {
        return Ok(None);
    }

    Ok(match kind {
        "s" => {
            let number: Option<usize> = bare.parse().ok();
            let string = number.and_then(|number| book.strings.get(number));
            let string = string.ok_or_else(|| msg::workbook_damaged(path))?;
            book.text(string.clone(), style)
        }
        "str" => {
            budget.take_text(written.len())?;
            let text = CellText::plain(&written.replace("_x000D_", "\r"));
            book.text(text, style)
        }
        "b" => Some(Value::truth(bare != "0")),
        "e" => Some(Value::Other(written.into())),
        "d" => Some(book.iso_date(bare, style)),
        "n" => book.number(bare, style),
        _ => return Err(msg::workbook_damaged(path)),
    })
}
