//! `tables/ID.json`: what a source delivers in one file, and where each series stands in it. People write them, so every
//! mistake is reported with its line; nothing of them is public.

use super::*;

use super::json::Field;

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
    sources: &SharedSources,
    find: impl Fn(&Key, &Location),
) -> Option<TableDefinition> {
    let before = text.report.errors();
    let mut object = Node::parse(text)?.object()?;
    let source = object.required("source", |node| {
        let cell = node.cell()?;
        sources.find(&cell, msg::unknown_source).map(|source| source.id.clone())
    });
    object.optional("note", Node::display_text);
    let common = Members::read(&mut object);
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

/// Whether the name of a file can be that of a definition.
pub fn is_id(id: &str) -> bool {
    let is_known =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    (1..=64).contains(&id.len()) && id.bytes().all(is_known)
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
pub type Marks = Vec<(String, Option<Flag>)>;

/// What is done with a value: multiplied, then added to, then rounded.
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
    /// What labels of periods mean; `None` for those that are passed over.
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
    sheet: Option<Pattern>,
    labels: Option<Vec<Pattern>>,
    layout: Option<Direction>,
    row: Option<Pattern>,
    year: Option<TableYear>,
    until: Option<Pattern>,
    expect: Option<Vec<Pattern>>,
    names: Option<Vec<(String, String)>>,
    flags: Option<Marks>,
    year_start: Option<u32>,
    first_of_month: Option<()>,
    decimal: Option<char>,
    scale: Option<Number>,
    add: Option<Number>,
    decimals: Option<u8>,
    codes: Option<Vec<(String, String)>>,
}

impl Members {
    fn read(object: &mut Object<'_>) -> Self {
        Members {
            sheet: object.optional("sheet", pattern),
            labels: object.optional("labels", patterns),
            layout: object.optional("layout", |node| choice(node, &LAYOUTS)),
            row: object.optional("row", pattern),
            year: object.optional("year", |node| match node.string()?.as_str() {
                "file" => Some(TableYear::File),
                _ => pattern(node).map(TableYear::Cell),
            }),
            until: object.optional("until", pattern),
            expect: object.optional("expect", patterns),
            names: object.optional("names", texts),
            flags: object.optional("flags", marks),
            year_start: object.optional("yearStart", |node| node.whole_number_within(1, 12)),
            first_of_month: object.optional("firstOfMonth", |node| choice(node, &[("previous", ())])),
            decimal: object.optional("decimal", |node| choice(node, &[(",", ','), (".", '.')])),
            scale: object.optional("scale", |node| match node.number()? {
                scale if scale.sign().is_eq() => node.refuse(msg::table_scale_zero()),
                scale => Some(scale),
            }),
            add: object.optional("add", Node::number),
            decimals: object
                .optional("decimals", |node| node.whole_number_within(0, MAX_DECIMALS)?.try_into().ok()),
            codes: object.optional("where", texts),
        }
    }

    /// These members, and those of `common` where there is none.
    fn or(self, common: &Members) -> Members {
        let common = common.clone();
        Members {
            sheet: self.sheet.or(common.sheet),
            labels: self.labels.or(common.labels),
            layout: self.layout.or(common.layout),
            row: self.row.or(common.row),
            year: self.year.or(common.year),
            until: self.until.or(common.until),
            expect: self.expect.or(common.expect),
            names: self.names.or(common.names),
            flags: self.flags.or(common.flags),
            year_start: self.year_start.or(common.year_start),
            first_of_month: self.first_of_month.or(common.first_of_month),
            decimal: self.decimal.or(common.decimal),
            scale: self.scale.or(common.scale),
            add: self.add.or(common.add),
            decimals: self.decimals.or(common.decimals),
            codes: self.codes.or(common.codes),
        }
    }

    /// Whether it has a member that only workbooks have.
    fn is_of_workbook(&self) -> bool {
        let patterns = [&self.sheet, &self.row, &self.until];
        patterns.iter().any(|member| member.is_some())
            || self.labels.is_some()
            || self.layout.is_some()
            || self.year.is_some()
            || self.expect.is_some()
            || self.names.is_some()
            || self.year_start.is_some()
            || self.first_of_month.is_some()
            || self.decimal.is_some()
    }
}

const LAYOUTS: [(&str, Direction); 3] =
    [("rows", Direction::Rows), ("columns", Direction::Columns), ("matrix", Direction::Matrix)];

/// Reads a series; the members of `common` hold where it has none of its own.
fn read_series(key: Key, field: Field<'_>, common: &Members) -> Option<TableSeries> {
    let node = field.value;
    let before = node.report().errors();
    let mut object = node.object()?;
    let members = Members::read(&mut object).or(common);
    object.finish();
    // A member that could not be read is not missing.
    if node.report().errors() > before {
        return None;
    }
    let refuse = |message: Message| node.report().refuse(field.location.clone(), message);
    let rounding = Rounding { scale: members.scale, add: members.add, decimals: members.decimals };
    let flags = members.flags.clone().unwrap_or_default();
    let at = match &members.codes {
        Some(_) if members.is_of_workbook() => return refuse(msg::table_of_two_kinds(key.as_str())),
        Some(codes) => Where::Codes(codes.clone()),
        None => match place(members, node) {
            Ok(place) => Where::Sheet(Box::new(place)),
            Err(message) => return refuse(message),
        },
    };
    (node.report().errors() == before).then_some(TableSeries { key, at, flags, rounding })
}

fn place(members: Members, node: Node<'_>) -> Result<SheetPlace, Message> {
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
    let context = Context { year_start: members.year_start, ..Context::default() };
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
        let flag = match written.as_str() {
            "" => None,
            _ => Some(cell.flag()?),
        };
        let mark = small(&name.split_whitespace().collect::<String>());
        if mark.is_empty() {
            return cell.refuse(msg::table_text_empty(&name));
        }
        marks.push((mark, flag));
    }
    marks.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.chars().count()));
    Some(marks)
}
