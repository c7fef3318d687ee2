//! `tables/ID.json`: what a source delivers in one file, and where each series stands in it. People write them, so every
//! mistake is reported with its line; nothing of them is public.

mod labels;
mod periods;
mod series;

use super::*;

use super::json::Field;

pub use labels::{Pattern, fold, small};
pub use periods::{Context, Label, Part, YEARS, Year, has_roman_month};
pub use series::{Direction, Marks, Rounding, SheetPlace, TableSeries, TableYear, Where};

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
        let all: std::collections::BTreeSet<&String> =
            self.hashes.keys().chain(others.hashes.keys()).collect();
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
    let common = series::Members::read(&mut object);
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
            series::read(key, field, &common)
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
