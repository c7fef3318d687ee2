//! `tables/ID.json`: what a source delivers in one file, and where each series stands in it. People write them, so every
//! mistake is reported with its line; nothing of them is public.

use super::*;

use super::json::Field;
use crate::model::Source;

/// The directory of definitions.
pub const TABLES: &str = "tables";

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDefinition {
    /// The name of its file, without `.json`.
    pub id: String,
    /// The id of its source.
    pub source: String,
    pub series: Vec<TableSeries>,
}

impl TableDefinition {
    pub fn path(&self) -> String {
        path(&self.id)
    }
}

pub fn path(id: &str) -> String {
    format!("{TABLES}/{id}.json")
}

/// The definitions of a dataset.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub definitions: Vec<TableDefinition>,
    /// The hash of each file, by which a change shows.
    hashes: BTreeMap<String, Hash>,
}

impl Tables {
    /// The paths of files that only one of two datasets has, or that differ, in order.
    pub fn changed(&self, others: &Tables) -> Vec<String> {
        let all: BTreeSet<&String> = self.hashes.keys().chain(others.hashes.keys()).collect();
        let is_changed = |path: &&&String| self.hashes.get(**path) != others.hashes.get(**path);
        all.iter().filter(is_changed).map(|path| (*path).clone()).collect()
    }

    pub fn add(&mut self, path: &str, bytes: &[u8], definition: Option<TableDefinition>) {
        self.hashes.insert(path.to_owned(), Hash::of(bytes));
        self.definitions.extend(definition);
    }
}

/// Reads a file. `find` reports an indicator that the dataset does not have.
pub fn read(
    id: &str,
    text: &Text<'_>,
    sources: &Named<Source>,
    find: impl Fn(&Key, &Location),
) -> Option<TableDefinition> {
    let before = text.report.errors();
    let mut object = Node::parse(text)?.object()?;
    let source = object.required("source", |node| {
        let cell = node.cell()?;
        sources.find(&cell, msg::unknown_source).map(|source| source.id.clone())
    });
    object.optional("note", Node::display_text);
    let common = Members::read(&mut object, &Members::default());
    let series = object.required("series", |node| {
        let fields = node.object()?.into_fields();
        if fields.is_empty() {
            node.error(msg::table_without_series());
        }
        let read = |field: Field<'_>| {
            let Ok(key) = field.name.parse::<Key>() else {
                return text.report.refuse(field.location, msg::bad_key(&field.name));
            };
            find(&key, &field.location);
            read_series(key, field, &common)
        };
        Some(fields.into_iter().filter_map(read).collect::<Vec<_>>())
    });
    object.finish();
    (text.report.errors() == before).then_some(())?;
    Some(TableDefinition { id: id.to_owned(), source: source?, series: series? })
}

/// The digits that values may be rounded to.
const MAX_DECIMALS: u32 = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeries {
    pub key: Key,
    pub at: Where,
    pub flags: Marks,
    pub rounding: Rounding,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    Sheet(Box<SheetPlace>),
    /// Codes of dimensions.
    Codes(Vec<(String, String)>),
}

/// Marks behind periods and values, and what each means; the longest first.
pub type Marks = Vec<(String, Flags)>;

/// How a value is changed: multiplied, then added to, then rounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rounding {
    pub scale: Option<Number>,
    pub add: Option<Number>,
    pub decimals: Option<u8>,
}

/// By default the whole of any sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetPlace {
    pub sheet: Pattern,
    pub labels: Vec<Pattern>,
    pub direction: Direction,
    pub row: Option<Pattern>,
    pub year: Option<TableYear>,
    pub until: Option<Pattern>,
    pub expect: Vec<Pattern>,
    /// The meaning of labels of periods; `None` for those that are passed over.
    pub names: Vec<(Pattern, Option<Label>)>,
    pub year_start: Option<u32>,
    pub is_first_of_month_the_month_before: bool,
    pub decimal: Option<char>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// A period in each row.
    #[default]
    Rows,
    Columns,
    Matrix,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableYear {
    /// In the name of the file.
    File,
    /// In the cell that this matches.
    Cell(Pattern),
}

/// The members that a series has, or takes over from beside `series`.
#[derive(Clone, Default)]
struct Members {
    sheet: SheetMembers,
    flags: Option<Marks>,
    rounding: Rounding,
    codes: Option<Vec<(String, String)>>,
}

/// The members that only series of workbooks have.
#[derive(Clone, Default, PartialEq)]
struct SheetMembers {
    sheet: Option<Pattern>,
    labels: Option<Vec<Pattern>>,
    layout: Option<Direction>,
    row: Option<Pattern>,
    year: Option<TableYear>,
    until: Option<Pattern>,
    expect: Option<Vec<Pattern>>,
    names: Option<Vec<(String, String)>>,
    year_start: Option<u32>,
    first_of_month: Option<()>,
    decimal: Option<char>,
}

impl Members {
    /// The members of an object, and of `common` those that it has not.
    fn read(object: &mut Object<'_>, common: &Members) -> Self {
        let Members { sheet, flags, rounding, codes } = common;
        Members {
            sheet: SheetMembers {
                sheet: member(object, "sheet", &sheet.sheet, pattern),
                labels: member(object, "labels", &sheet.labels, patterns),
                layout: member(object, "layout", &sheet.layout, |node| choice(node, &LAYOUTS)),
                row: member(object, "row", &sheet.row, pattern),
                year: member(object, "year", &sheet.year, |node| match node.string()?.as_str() {
                    "file" => Some(TableYear::File),
                    _ => pattern(node).map(TableYear::Cell),
                }),
                until: member(object, "until", &sheet.until, pattern),
                expect: member(object, "expect", &sheet.expect, patterns),
                names: member(object, "names", &sheet.names, texts),
                year_start: member(object, "yearStart", &sheet.year_start, |node| {
                    node.whole_number_within(1, 12)
                }),
                first_of_month: member(object, "firstOfMonth", &sheet.first_of_month, |node| {
                    choice(node, &[("previous", ())])
                }),
                decimal: member(object, "decimal", &sheet.decimal, |node| {
                    choice(node, &[(",", ','), (".", '.')])
                }),
            },
            flags: member(object, "flags", flags, marks),
            rounding: Rounding {
                scale: member(object, "scale", &rounding.scale, |node| match node.number()? {
                    scale if scale.sign().is_eq() => node.refuse(msg::table_scale_zero()),
                    scale => Some(scale),
                }),
                add: member(object, "add", &rounding.add, Node::number),
                decimals: member(object, "decimals", &rounding.decimals, |node| {
                    node.whole_number_within(0, MAX_DECIMALS)?.try_into().ok()
                }),
            },
            codes: member(object, "where", codes, texts),
        }
    }
}

fn member<'a, T: Clone>(
    object: &mut Object<'a>,
    name: &'static str,
    common: &Option<T>,
    read: impl FnOnce(Node<'a>) -> Option<T>,
) -> Option<T> {
    object.optional(name, read).or_else(|| common.clone())
}

const LAYOUTS: [(&str, Direction); 3] =
    [("rows", Direction::Rows), ("columns", Direction::Columns), ("matrix", Direction::Matrix)];

/// Reads a series; the members of `common` hold where it has none of its own.
fn read_series(key: Key, field: Field<'_>, common: &Members) -> Option<TableSeries> {
    let node = field.value;
    let before = node.report().errors();
    let mut object = node.object()?;
    let members = Members::read(&mut object, common);
    object.finish();
    // A member that could not be read is not missing.
    if node.report().errors() > before {
        return None;
    }
    let refuse = |message: Message| node.report().refuse(field.location.clone(), message);
    let Members { sheet, flags, rounding, codes } = members;
    let at = match codes {
        Some(_) if sheet != SheetMembers::default() => return refuse(msg::table_of_two_kinds(key.as_str())),
        Some(codes) => Where::Codes(codes),
        None => match place(sheet, node) {
            Ok(place) => Where::Sheet(Box::new(place)),
            Err(message) => return refuse(message),
        },
    };
    let flags = flags.unwrap_or_default();
    (node.report().errors() == before).then_some(TableSeries { key, at, flags, rounding })
}

fn place(members: SheetMembers, node: Node<'_>) -> Result<SheetPlace, Message> {
    let (Some(sheet), Some(labels)) = (members.sheet, members.labels) else {
        return Err(msg::table_without_place());
    };
    let direction = members.layout.unwrap_or_default();
    if labels.is_empty() && direction != Direction::Matrix {
        return Err(msg::table_without_labels());
    }
    if members.row.is_some() && direction != Direction::Rows {
        return Err(msg::table_row_of_rows());
    }
    let context = LabelContext { year_start: members.year_start, ..LabelContext::default() };
    let mut names = Vec::new();
    for (written, meant) in members.names.unwrap_or_default() {
        let label = Label::parse(&meant, context);
        match Pattern::parse(&written) {
            None => return Err(msg::table_text_empty(&written)),
            Some(_) if label.is_none() && !meant.is_empty() => {
                node.error(msg::table_name_is_no_period(&written, &meant));
            }
            Some(pattern) => names.push((pattern, label)),
        }
    }
    Ok(SheetPlace {
        sheet,
        labels,
        direction,
        row: members.row,
        year: members.year,
        until: members.until,
        expect: members.expect.unwrap_or_default(),
        names,
        year_start: members.year_start,
        is_first_of_month_the_month_before: members.first_of_month.is_some(),
        decimal: members.decimal,
    })
}

fn pattern(node: Node<'_>) -> Option<Pattern> {
    node.parsed(Pattern::parse, |written| msg::table_text_empty(written))
}

fn patterns(node: Node<'_>) -> Option<Vec<Pattern>> {
    Some(node.array()?.into_iter().filter_map(pattern).collect())
}

fn choice<T: Copy>(node: Node<'_>, choices: &[(&str, T)]) -> Option<T> {
    let find = |written: &str| choices.iter().find(|(name, _)| *name == written).map(|(_, value)| *value);
    let names = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    node.parsed(find, |written| msg::table_choice(written, names()))
}

/// An object of texts.
fn texts(node: Node<'_>) -> Option<Vec<(String, String)>> {
    let fields = node.object()?.into_fields();
    Some(fields.into_iter().filter_map(|field| Some((field.name, field.value.string()?))).collect())
}

fn marks(node: Node<'_>) -> Option<Marks> {
    let mut marks = Vec::new();
    for Field { name, location, value } in node.object()?.into_fields() {
        let written = value.string()?;
        let cell = Cell { text: written.as_str().into(), name: "flags", location, report: node.report() };
        let flags = match written.as_str() {
            "" => Flags::default(),
            _ => cell.flag()?.into(),
        };
        let mark = fold_case(&name.split_whitespace().collect::<String>());
        if mark.is_empty() {
            return cell.refuse(msg::table_text_empty(&name));
        }
        marks.push((mark, flags));
    }
    marks.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.chars().count()));
    Some(marks)
}
