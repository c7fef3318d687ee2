//! Workbooks of Office Open XML, ECMA-376: an archive of XML.

use super::*;

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
    let parts = relationships(&archive, &path)?;
    let strings = find_only(&parts, SHARED_STRINGS)?;
    let styles = find_only(&parts, STYLES)?;

    let text = part(&archive, &path)?;
    let document = parse(&text, &path)?;
    let root = document.root_element();
    let mut book = Book {
        is_1904: has_property(root, "workbookPr", "date1904"),
        asks_for_calculation: has_property(root, "calcPr", "fullCalcOnLoad"),
        ..Book::default()
    };
    if let Some(styles) = styles {
        book.formats = read_formats(&part(&archive, styles)?)?;
    }

    if let Some(strings) = strings {
        book.strings = read_strings(&part(&archive, strings)?, budget)?;
    }

    let mut sheets = Vec::new();
    let mut read_parts = HashSet::new();
    for list in elements(root, "sheets") {
        for sheet in elements(list, "sheet") {
            let mut attributes = sheet.attributes();
            let id = attributes.find(|attribute| attribute.name() == "id");
            let relationship = id.and_then(|id| parts.get(id.value()));
            let Some(relationship) = relationship else {
                return Err(msg::workbook_damaged(&path));
            };

            if !relationship.kind.ends_with(WORKSHEET) {
                continue;
            }

            let path = &relationship.target;
            if !read_parts.insert(path) {
                return Err(msg::workbook_part_twice(path));
            }

            let text = part(&archive, path)?;
            let name = sheet.attribute("name").unwrap_or_default().to_owned();
            let cells = read_cells(&text, path, &book, budget)?;
            sheets.push(Sheet { name, cells });
        }
    }

    Ok(sheets)
}

/// The path of the part that lists the sheets.
fn find_workbook(archive: &Archive<'_>) -> Result<String, Message> {
    let root = relationships(archive, "")?;
    match find_only(&root, OFFICE_DOCUMENT)? {
        Some(path) if path.ends_with(".bin") => Err(msg::workbook_of_another_kind(".xlsb")),
        Some(path) => Ok(path.to_owned()),
        None if archive.has("mimetype") => Err(msg::workbook_of_another_kind(".ods")),
        None if [".xlsx", ".xls", ".xlsm", ".csv"]
            .iter()
            .any(|end| archive.has_ending(end)) =>
        {
            Err(msg::workbook_in_archive())
        }
        None => Err(msg::workbook_damaged("_rels/.rels")),
    }
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

fn part(archive: &Archive<'_>, path: &str) -> Result<String, Message> {
    let text = archive.text(path)?;
    text.ok_or_else(|| msg::workbook_damaged(path))
}

fn parse<'t>(text: &'t str, path: &str) -> Result<Document<'t>, Message> {
    xml::parse(text).map_err(|_| msg::workbook_damaged(path))
}

fn has_property(root: Node<'_, '_>, element: &'static str, name: &str) -> bool {
    let mut properties = elements(root, element).filter_map(|node| node.attribute(name));
    properties.any(|value| matches!(value, "1" | "true"))
}

/// The relationships of a part by their ids; those of the whole for an empty path.
fn relationships(archive: &Archive<'_>, path: &str) -> Result<Relationships, Message> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let list = format!("{folder}/_rels/{name}.rels");
    let mut relationships = Relationships::new();
    let Some(text) = archive.text(&list)? else {
        return Ok(relationships);
    };

    let document = parse(&text, &list)?;
    for node in elements(document.root_element(), "Relationship") {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| node.attribute(name));
        let (Some(id), Some(kind), Some(target)) = (id, kind, target) else {
            continue;
        };

        let target = match target.strip_prefix(['/', '\\']) {
            Some(absolute) => plain_name(absolute),
            None => plain_name(&format!("{folder}/{target}")),
        };

        let kind = kind.to_owned();
        if relationships
            .insert(id.to_owned(), Relationship { kind, target })
            .is_some()
        {
            return Err(msg::workbook_part_twice(id));
        }
    }

    Ok(relationships)
}

fn read_strings(text: &str, budget: &mut Budget) -> Result<Vec<Option<Arc<CellText>>>, Message> {
    const PART: &str = "sharedStrings.xml";
    let pieces =
        xml::Pieces::find(text, &["sst"], "si").ok_or_else(|| msg::workbook_damaged(PART))?;

    let mut strings = Vec::new();
    for piece in pieces.documents() {
        let document = parse(&piece, PART)?;
        for item in elements(document.root_element(), "si") {
            strings.push(read_string(item, budget)?);
        }
    }

    parse(&pieces.around(), PART)?;
    Ok(strings)
}

/// The text of a string, in one piece or in several with styles of their own; readings of ideographs are left out.
fn read_string(item: Node<'_, '_>, budget: &mut Budget) -> Result<Option<Arc<CellText>>, Message> {
    let mut parts = TextParts::default();
    for run in elements(item, "r").chain([item]) {
        let mut styles = elements(run, "rPr").flat_map(|style| elements(style, "vertAlign"));
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
    let id = |node: Node<'_, '_>| node.attribute("numFmtId")?.parse::<u32>().ok();

    let mut formats: HashMap<u32, Arc<NumberFormat>> = HashMap::new();
    for node in elements(root, "numFmts").flat_map(|list| elements(list, "numFmt")) {
        if let (Some(id), Some(code)) = (id(node), node.attribute("formatCode")) {
            formats.insert(id, Arc::new(NumberFormat::from_code(code)));
        }
    }

    let mut styles = Vec::new();
    for node in elements(root, "cellXfs").flat_map(|list| elements(list, "xf")) {
        let id = id(node).unwrap_or_default();
        let format = formats
            .entry(id)
            .or_insert_with(|| Arc::new(NumberFormat::built_in(id)));
        styles.push(Arc::clone(format));
    }

    Ok(styles)
}

/// The cells of a sheet of which something is seen.
fn read_cells(text: &str, path: &str, book: &Book, budget: &mut Budget) -> Result<Cells, Message> {
    let damaged = || msg::workbook_damaged(path);
    let pieces = xml::Pieces::find(text, &["worksheet", "sheetData"], "row").ok_or_else(damaged)?;

    let mut reader = CellReader {
        path,
        book,
        budget,
        cells: Vec::new(),
        next_row: 0,
    };
    for piece in pieces.documents() {
        let document = parse(&piece, path)?;
        for data in elements(document.root_element(), "sheetData") {
            for row in elements(data, "row") {
                reader.read_row(row)?;
            }
        }
    }

    let cells = reader.cells;

    let mut merged = Vec::new();
    let around = pieces.around();
    let document = parse(&around, path)?;
    for list in elements(document.root_element(), "mergeCells") {
        for range in elements(list, "mergeCell") {
            let written = range.attribute("ref").unwrap_or_default();
            let (first, last) = written.split_once(':').ok_or_else(damaged)?;
            let ends = parse_address(first).zip(parse_address(last));
            merged.push(ends.ok_or_else(damaged)?);
        }
    }

    budget.arrange(cells, &merged, damaged)
}

/// Reads cells row by row. A cell without an address is to the right of the one before it, a row without a number below.
struct CellReader<'a> {
    path: &'a str,
    book: &'a Book,
    budget: &'a mut Budget,
    cells: Vec<ReadCell>,
    next_row: u32,
}

impl CellReader<'_> {
    fn read_row(&mut self, row: Node<'_, '_>) -> Result<(), Message> {
        let damaged = || msg::workbook_damaged(self.path);
        let number = match row.attribute("r") {
            Some(number) => number.parse::<u32>().ok().and_then(|n| n.checked_sub(1)),
            None => Some(self.next_row),
        };

        let number = number.filter(|number| *number <= LAST.0);
        let number = number.ok_or_else(damaged)?;
        self.next_row = number + 1;

        let mut next_column = 0;
        for cell in elements(row, "c") {
            let place = match cell.attribute("r") {
                Some(address) => parse_address(address),
                None => Some((number, next_column)),
            };

            let place = place.filter(|(row, column)| *row <= LAST.0 && *column <= LAST.1);
            let place = place.ok_or_else(damaged)?;
            next_column = place.1 + 1;

            if cell.has_children() {
                self.budget.take_cell()?;
                let value = read_value(cell, self.book, self.budget)?.ok_or_else(damaged)?;
                self.cells.push((place, value));
            }
        }

        Ok(())
    }
}

/// The value of a cell, unless nothing is seen of it; `None` where the cell is not as the standard has it.
fn read_value(
    cell: Node<'_, '_>,
    book: &Book,
    budget: &mut Budget,
) -> Result<Option<Option<Value>>, Message> {
    let style = cell.attribute("s").and_then(|style| style.parse().ok());
    let kind = cell.attribute("t").unwrap_or("n");
    let stored = elements(cell, "v").next().and_then(|value| value.text());
    let written = stored.unwrap_or_default();
    let bare = written.trim();

    if elements(cell, "f").next().is_some() && (book.asks_for_calculation || bare.is_empty()) {
        return Ok(Some(Some(Value::uncalculated())));
    }

    let inline = elements(cell, "is").next();
    // A value in the wrong element is no empty cell.
    if inline.is_some() != (kind == "inlineStr") && (inline.is_some() || !bare.is_empty()) {
        return Ok(Some(Some(Value::Other(written.into()))));
    }

    if let Some(inline) = inline {
        let text = read_string(inline, budget)?;
        return Ok(Some(book.text(text, style)));
    }

    if bare.is_empty() {
        return Ok(Some(None));
    }

    let value = match kind {
        "s" => {
            let string = bare
                .parse()
                .ok()
                .and_then(|number: usize| book.strings.get(number));
            let Some(string) = string else {
                return Ok(None);
            };

            book.text(string.clone(), style)
        }
        "str" => {
            budget.take_text(written.len())?;
            book.text(CellText::plain(&written.replace("_x000D_", "\r")), style)
        }
        "b" => Some(Value::truth(bare != "0")),
        "e" => Some(Value::Other(written.into())),
        "d" => Some(book.iso_date(bare, style)),
        "n" => book.number(bare, style),
        _ => return Ok(None),
    };

    Ok(Some(value))
}
