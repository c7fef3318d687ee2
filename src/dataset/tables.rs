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
        all.iter()
            .filter(is_changed)
            .map(|path| (*path).clone())
            .collect()
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
        sources
            .find(&cell, msg::unknown_source)
            .map(|source| source.id.clone())
    });
    object.optional("note", Node::display_text);
    let mut common = Members::default();
    common.read(&mut object);
    let series = object.required("series", |node| {
        let fields = node.object()?.into_fields();
        if fields.is_empty() {
            node.error(msg::table_without_series());
        }
        let read = |field: Field<'_>| {
            let Ok(key) = field.name.parse::<Key>() else {
                return text
                    .report
                    .refuse(field.location, msg::bad_key(&field.name));
            };
            find(&key, &field.location);
            read_series(key, field, &common)
        };
        Some(fields.into_iter().filter_map(read).collect::<Vec<_>>())
    });
    object.finish();
    (text.report.errors() == before).then_some(())?;
    Some(TableDefinition {
        id: id.to_owned(),
        source: source?,
        series: series?,
    })
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
    /// The month that the first day of one means, where the definition says it.
    pub first_of_month: Option<FirstOfMonth>,
    pub decimal: Option<char>,
    /// Texts and errors that mean no figure, in small letters.
    pub missing: Vec<String>,
    pub flag: Option<FlagCell>,
    /// Whether rows of years alone are read.
    pub is_years_only: bool,
    pub date_order: Option<DateOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstOfMonth {
    Previous,
    Same,
}

/// The cell with the flags of a value, seen from the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagCell {
    Right,
    Below,
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

/// The members that only series of workbooks have.
const SHEET_MEMBERS: [&str; 15] = [
    "sheet",
    "labels",
    "layout",
    "row",
    "year",
    "until",
    "expect",
    "names",
    "yearStart",
    "firstOfMonth",
    "decimal",
    "missing",
    "flag",
    "only",
    "dates",
];

/// The members that a series has, or takes over from beside `series`.
#[derive(Clone, Default)]
struct Members {
    has_sheet_members: bool,
    sheet: Option<Pattern>,
    labels: Option<Vec<Pattern>>,
    names: Vec<(String, String)>,
    /// The other members of series of workbooks.
    place: SheetPlace,
    codes: Option<Vec<(String, String)>>,
    flags: Marks,
    rounding: Rounding,
}

impl Members {
    /// Takes the members that an object has in the place of those that there are.
    fn read(&mut self, object: &mut Object<'_>) {
        self.has_sheet_members |= SHEET_MEMBERS.iter().any(|name| object.has(name));
        let Members {
            place, rounding, ..
        } = self;
        take(object, "sheet", &mut self.sheet, pattern);
        take(object, "labels", &mut self.labels, patterns);
        take(object, "layout", &mut place.direction, |node| {
            choice(node, &LAYOUTS)
        });
        take(object, "row", &mut place.row, pattern);
        take(object, "year", &mut place.year, |node| {
            match node.string()?.as_str() {
                "file" => Some(TableYear::File),
                _ => pattern(node).map(TableYear::Cell),
            }
        });
        take(object, "until", &mut place.until, pattern);
        take(object, "expect", &mut place.expect, patterns);
        take(object, "names", &mut self.names, texts);
        take(object, "yearStart", &mut place.year_start, |node| {
            node.whole_number_within(1, 12)
        });
        take(object, "firstOfMonth", &mut place.first_of_month, |node| {
            choice(node, &FIRSTS_OF_MONTH)
        });
        take(object, "missing", &mut place.missing, missing_texts);
        take(object, "flag", &mut place.flag, |node| {
            choice(node, &FLAG_CELLS)
        });
        take(object, "only", &mut place.is_years_only, |node| {
            choice(node, &[("years", true)])
        });
        take(object, "dates", &mut place.date_order, |node| {
            choice(node, &DATE_ORDERS)
        });
        take(object, "decimal", &mut place.decimal, |node| {
            choice(node, &[(",", ','), (".", '.')])
        });
        take(object, "flags", &mut self.flags, marks);
        take(object, "scale", &mut rounding.scale, |node| {
            match node.number()? {
                scale if scale.sign().is_eq() => node.refuse(msg::table_scale_zero()),
                scale => Some(scale),
            }
        });
        take(object, "add", &mut rounding.add, Node::number);
        take(object, "decimals", &mut rounding.decimals, |node| {
            u8::try_from(node.whole_number_within(0, MAX_DECIMALS)?).ok()
        });
        take(object, "where", &mut self.codes, texts);
    }
}

/// Reads a member into a field, which stays as it is where the object has no such member.
fn take<'a, F: From<T>, T>(
    object: &mut Object<'a>,
    name: &'static str,
    field: &mut F,
    read: impl FnOnce(Node<'a>) -> Option<T>,
) {
    if let Some(value) = object.optional(name, read) {
        *field = value.into();
    }
}

const FIRSTS_OF_MONTH: [(&str, FirstOfMonth); 2] = [
    ("previous", FirstOfMonth::Previous),
    ("same", FirstOfMonth::Same),
];
const FLAG_CELLS: [(&str, FlagCell); 2] = [("right", FlagCell::Right), ("below", FlagCell::Below)];
const DATE_ORDERS: [(&str, DateOrder); 2] = [
    ("D/M/Y", DateOrder::DayFirst),
    ("M/D/Y", DateOrder::MonthFirst),
];
const LAYOUTS: [(&str, Direction); 3] = [
    ("rows", Direction::Rows),
    ("columns", Direction::Columns),
    ("matrix", Direction::Matrix),
];

/// Reads a series; the members of `common` hold where it has none of its own.
fn read_series(key: Key, field: Field<'_>, common: &Members) -> Option<TableSeries> {
    let node = field.value;
    let before = node.report().errors();
    let mut object = node.object()?;
    let mut members = common.clone();
    members.read(&mut object);
    object.finish();
    // A member that could not be read is not missing.
    if node.report().errors() > before {
        return None;
    }
    let refuse = |message: Message| node.report().refuse(field.location.clone(), message);
    let (codes, flags, rounding) = (
        members.codes.take(),
        members.flags.clone(),
        members.rounding.clone(),
    );
    let at = match codes {
        Some(_) if members.has_sheet_members => {
            return refuse(msg::table_of_two_kinds(key.as_str()));
        }
        Some(codes) => Where::Codes(codes),
        None => match place(members, node) {
            Ok(place) => Where::Sheet(Box::new(place)),
            Err(message) => return refuse(message),
        },
    };
    (node.report().errors() == before).then_some(TableSeries {
        key,
        at,
        flags,
        rounding,
    })
}

fn place(members: Members, node: Node<'_>) -> Result<SheetPlace, Message> {
    let Members {
        sheet,
        labels: Some(labels),
        place,
        ..
    } = members
    else {
        return Err(msg::table_without_place());
    };
    // A file that is no workbook has one sheet, without a name.
    let sheet = sheet.unwrap_or_default();
    if labels.is_empty() && place.direction != Direction::Matrix {
        return Err(msg::table_without_labels());
    }
    if place.row.is_some() && place.direction != Direction::Rows {
        return Err(msg::table_row_of_rows());
    }
    let context = LabelContext {
        year_start: place.year_start,
        ..LabelContext::default()
    };
    let mut names = Vec::new();
    for (written, meant) in members.names {
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
        names,
        ..place
    })
}

fn pattern(node: Node<'_>) -> Option<Pattern> {
    node.parsed(Pattern::parse, |written| msg::table_text_empty(written))
}

fn missing_texts(node: Node<'_>) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for node in node.array()? {
        texts.push(fold_case(node.string()?.trim()));
    }
    Some(texts)
}

fn patterns(node: Node<'_>) -> Option<Vec<Pattern>> {
    Some(node.array()?.into_iter().filter_map(pattern).collect())
}

fn choice<T: Copy>(node: Node<'_>, choices: &[(&str, T)]) -> Option<T> {
    let find = |written: &str| {
        choices
            .iter()
            .find(|(name, _)| *name == written)
            .map(|(_, value)| *value)
    };
    let names = || {
        choices
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    node.parsed(find, |written| msg::table_choice(written, names()))
}

/// An object of texts.
fn texts(node: Node<'_>) -> Option<Vec<(String, String)>> {
    let fields = node.object()?.into_fields();
    Some(
        fields
            .into_iter()
            .filter_map(|field| Some((field.name, field.value.string()?)))
            .collect(),
    )
}

fn marks(node: Node<'_>) -> Option<Marks> {
    let mut marks = Vec::new();
    for Field {
        name,
        location,
        value,
    } in node.object()?.into_fields()
    {
        let written = value.string()?;
        let cell = Cell {
            text: written.as_str().into(),
            name: "flags",
            location,
            report: node.report(),
        };
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
