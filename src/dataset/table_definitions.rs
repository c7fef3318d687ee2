//! `tables/ID.json`: what a source delivers in one file, and where each series stands in it. People write them, so every
//! mistake is reported with its line; nothing of them is public.

use super::*;

use super::json::Field;
use crate::hash::Hash;
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
        format!("{TABLES}/{}.json", self.id)
    }
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
        let (own, other) = (&self.hashes, &others.hashes);
        let mut paths = BTreeSet::from_iter(own.keys().chain(other.keys()));
        paths.retain(|path| own.get(*path) != other.get(*path));
        paths.into_iter().cloned().collect()
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
        let source = sources.find(&node.cell()?, msg::unknown_source)?;
        Some(source.id.clone())
    });

    object.optional("note", Node::display_text);
    let mut common = Members::default();
    common.read(&mut object);

    let series = object.required("series", |node| {
        let fields = node.object()?.into_fields();
        if fields.is_empty() {
            node.error(msg::table_without_series());
        }

        let mut list = Vec::new();
        for field in fields {
            let Ok(key) = field.name.parse() else {
                text.report.error(field.location, msg::bad_key(&field.name));
                continue;
            };

            find(&key, &field.location);
            list.extend(read_series(key, field, common.clone()));
        }

        Some(list)
    });

    object.finish();
    if text.report.errors() > before {
        return None;
    }

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
    /// True if rows of years alone are read.
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

/// The members that a series has, or takes over from beside `series`.
#[derive(Clone, Default)]
struct Members {
    has_sheet_members: bool,
    labels: Option<Vec<Pattern>>,
    names: Vec<(String, String)>,
    /// The other members of series of workbooks.
    place: SheetPlace,
    codes: Option<Vec<(String, String)>>,
    flags: Marks,
    rounding: Rounding,
}

impl Members {
    /// Takes the members that an object has in the place of those that there are. The manual explains each.
    fn read(&mut self, object: &mut Object<'_>) {
        let all = object.len();
        self.read_sheet_members(object);
        self.has_sheet_members |= object.len() < all;

        object.read_into("flags", &mut self.flags, marks);
        object.read_into("scale", &mut self.rounding.scale, scale);
        object.read_into("add", &mut self.rounding.add, Node::number);
        object.read_into("decimals", &mut self.rounding.decimals, decimals);
        object.read_into("where", &mut self.codes, texts);
    }

    /// Takes those that only series of workbooks have.
    fn read_sheet_members(&mut self, object: &mut Object<'_>) {
        let place = &mut self.place;
        object.read_into("sheet", &mut place.sheet, pattern);
        object.read_into("labels", &mut self.labels, patterns);
        object.read_into("layout", &mut place.direction, choice(LAYOUTS));
        object.read_into("row", &mut place.row, pattern);
        object.read_into("year", &mut place.year, year);
        object.read_into("until", &mut place.until, pattern);
        object.read_into("expect", &mut place.expect, patterns);
        object.read_into("names", &mut self.names, texts);
        object.read_into("yearStart", &mut place.year_start, month);
        object.read_into("firstOfMonth", &mut place.first_of_month, choice(FIRSTS));
        object.read_into("dates", &mut place.date_order, choice(DATE_ORDERS));
        object.read_into("only", &mut place.is_years_only, choice(ONLY_YEARS));
        object.read_into("missing", &mut place.missing, missing_texts);
        object.read_into("flag", &mut place.flag, choice(FLAG_CELLS));
        object.read_into("decimal", &mut place.decimal, choice(DECIMAL_MARKS));
    }
}

fn month(node: Node<'_>) -> Option<u32> {
    node.whole_number_within(1, 12)
}

fn year(node: Node<'_>) -> Option<TableYear> {
    match node.string()?.as_str() {
        "file" => Some(TableYear::File),
        _ => pattern(node).map(TableYear::Cell),
    }
}

fn scale(node: Node<'_>) -> Option<Number> {
    match node.number()? {
        scale if scale.sign().is_eq() => node.refuse(msg::table_scale_zero()),
        scale => Some(scale),
    }
}

fn decimals(node: Node<'_>) -> Option<u8> {
    u8::try_from(node.whole_number_within(0, MAX_DECIMALS)?).ok()
}

/// The names of choices.
type Choices<T> = &'static [(&'static str, T)];

const FIRSTS: Choices<FirstOfMonth> = &[
    ("previous", FirstOfMonth::Previous),
    ("same", FirstOfMonth::Same),
];
const ONLY_YEARS: Choices<bool> = &[("years", true)];
const DECIMAL_MARKS: Choices<char> = &[(",", ','), (".", '.')];
const FLAG_CELLS: Choices<FlagCell> = &[("right", FlagCell::Right), ("below", FlagCell::Below)];
const DATE_ORDERS: Choices<DateOrder> = &[
    ("D/M/Y", DateOrder::DayFirst),
    ("M/D/Y", DateOrder::MonthFirst),
];
const LAYOUTS: Choices<Direction> = &[
    ("rows", Direction::Rows),
    ("columns", Direction::Columns),
    ("matrix", Direction::Matrix),
];

/// Reads a series; the `members` that all have hold where it has none of its own.
fn read_series(key: Key, field: Field<'_>, mut members: Members) -> Option<TableSeries> {
    let node = field.value;
    let report = node.report();
    let before = report.errors();
    let mut object = node.object()?;
    members.read(&mut object);
    object.finish();
    // A member that could not be read is not missing.
    if report.errors() > before {
        return None;
    }

    let at = match members.take_place(&key, node) {
        Ok(at) => at,
        Err(message) => return report.refuse(field.location, message),
    };

    (report.errors() == before).then_some(TableSeries {
        key,
        at,
        flags: members.flags,
        rounding: members.rounding,
    })
}

impl Members {
    fn take_place(&mut self, key: &Key, node: Node<'_>) -> Result<Where, Message> {
        match self.codes.take() {
            Some(_) if self.has_sheet_members => Err(msg::table_of_two_kinds(key.as_str())),
            Some(codes) => Ok(Where::Codes(codes)),
            None => Ok(Where::Sheet(Box::new(self.take_sheet_place(node)?))),
        }
    }

    fn take_sheet_place(&mut self, node: Node<'_>) -> Result<SheetPlace, Message> {
        let mut place = std::mem::take(&mut self.place);
        place.labels = self.labels.take().ok_or_else(msg::table_without_place)?;
        if place.labels.is_empty() && place.direction != Direction::Matrix {
            return Err(msg::table_without_labels());
        }

        if place.row.is_some() && place.direction != Direction::Rows {
            return Err(msg::table_row_of_rows());
        }

        let context = LabelContext {
            year_start: place.year_start,
            ..LabelContext::default()
        };
        for (written, meant) in &self.names {
            let Some(pattern) = Pattern::parse(written) else {
                return Err(msg::table_text_empty(written));
            };

            let label = Label::parse(meant, context);
            if label.is_none() && !meant.is_empty() {
                node.error(msg::table_name_is_no_period(written, meant));
            }

            place.names.push((pattern, label));
        }

        Ok(place)
    }
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

/// A reader of one of these names.
fn choice<T: Copy>(choices: Choices<T>) -> impl FnOnce(Node<'_>) -> Option<T> {
    move |node: Node<'_>| {
        let written = node.string()?;
        let mut names = Vec::new();
        for (name, value) in choices {
            if *name == written {
                return Some(*value);
            }

            names.push(*name);
        }

        node.refuse(msg::table_choice(&written, names.join(", ")))
    }
}

/// An object of texts.
fn texts(node: Node<'_>) -> Option<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for Field { name, value, .. } in node.object()?.into_fields() {
        texts.extend(value.string().map(|text| (name, text)));
    }

    Some(texts)
}

fn marks(node: Node<'_>) -> Option<Marks> {
    let mut marks = Vec::new();
    for field in node.object()?.into_fields() {
        let cell = Cell {
            text: field.value.string()?.into(),
            name: "flags",
            location: field.location,
            report: node.report(),
        };
        let flags = match &*cell.text {
            "" => Flags::default(),
            _ => cell.flag()?.into(),
        };

        let bare: String = field.name.split_whitespace().collect();
        let mark = fold_case(&bare);
        if mark.is_empty() {
            return cell.refuse(msg::table_text_empty(&field.name));
        }

        marks.push((mark, flags));
    }

    marks.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.chars().count()));
    Some(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::reported;

    #[test]
    fn the_manual_explains_every_member_and_no_other() {
        let said = reported("tables/x.json", r#"{"unheard-of": 1}"#, |text| {
            read("x", text, &Named::default(), |_, _| ());
        });
        let (_, known) = said[0].split_once(": use one of ").unwrap();
        let expected: BTreeSet<&str> = known.split(", ").collect();
        assert!(expected.len() > 20, "{said:?}");

        for folder in ["packaging/man", "packaging/man/ru"] {
            let page = std::fs::read_to_string(format!("{folder}/indicatord-dataset.5.md"));
            let page = page.unwrap();
            let (_, section) = page.split_once("## tables/ID.json").unwrap();
            let (section, _) = section.split_once("\n## ").unwrap();

            let mut explained = BTreeSet::new();
            for line in section.lines().filter(|line| line.starts_with("- `")) {
                explained.extend(line.split('`').skip(1).step_by(2));
            }

            assert_eq!(explained, expected, "{folder}");
        }
    }
}
