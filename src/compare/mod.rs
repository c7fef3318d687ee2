//! What readers would notice between two datasets at one instant. Computes; the words are `text`'s and `json`'s.

pub mod guards;
pub mod json;
mod moves;
pub mod text;

pub use moves::moves;

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::dataset::Dataset;
use crate::model::{
    Comparand, Comparison, Delta, Indicator, Key, Lang, Localized, Observation, Series, Timestamp,
};

/// Everything that differs.
pub struct Difference {
    /// The versions, which may be the same.
    pub versions: (String, String),
    /// What differs of the dataset as a whole.
    pub fields: Vec<FieldChange>,
    /// Indicators that differ: those that both have in the new order, then those that vanished.
    pub indicators: Vec<IndicatorChange>,
}

/// What happened to one indicator.
pub struct IndicatorChange {
    /// Its identifier.
    pub key: Key,
    /// Its name, the newer one where both have it.
    pub name: Localized<String>,
    /// Whether it came, went, or changed.
    pub kind: Kind,
    /// What differs of what readers see at the instant.
    pub fields: Vec<FieldChange>,
    /// Observations that differ, oldest first.
    pub rows: Vec<RowChange>,
}

/// Whether an indicator came, went, or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only the new dataset has it.
    Added,
    /// Only the old one has it.
    Removed,
    /// Both have it.
    Changed,
}

/// Something that readers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The dataset's version.
    Version,
    /// The dataset's as-of.
    AsOf,
    /// The status, of an indicator or of the snapshot as a whole.
    Status,
    /// The order of categories and indicators.
    Order,
    /// The category that an indicator is in.
    Category,
    /// The name in a language.
    Name(Lang),
    /// The current value, unrounded.
    Value,
    /// The unit's text in a language.
    Unit(Lang),
    /// Period type and date.
    Period,
    /// Month-on-month.
    Mom,
    /// Year-on-year.
    Yoy,
    /// The change that the source printed.
    ReportedChange,
    /// The source's name in a language.
    Source(Lang),
    /// The notes in a language.
    Notes(Lang),
    /// When the source was checked.
    CheckedAt,
    /// When the current observation was published.
    PublicationDate,
    /// When the next one is expected.
    NextPublication,
}

/// A field before and after; nothing where it is left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldChange {
    /// Which.
    pub field: Field,
    /// As it was.
    pub before: Option<String>,
    /// As it will be.
    pub after: Option<String>,
}

/// One observation before and after; nothing where there was, or will be, none.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// Its date, where it has one.
    pub date: Option<NaiveDate>,
    /// As it was.
    pub before: Option<Observation>,
    /// As it will be.
    pub after: Option<Observation>,
}

impl Difference {
    /// Compares two datasets as readers see them at `at`.
    pub fn between(old: &Dataset, new: &Dataset, at: Timestamp) -> Self {
        let keys = |dataset: &Dataset| -> Vec<Key> { dataset.indicators().map(|i| i.key.clone()).collect() };
        let (old_keys, new_keys) = (keys(old), keys(new));
        let order = (order(&old_keys, &new_keys), order(&new_keys, &old_keys));
        let whole = |dataset: &Dataset, order: String| {
            vec![
                (Field::Version, Some(dataset.version.clone())),
                (Field::AsOf, Some(dataset.offset.timestamp(dataset.as_of))),
                (Field::Status, Some(dataset.declared.status().name().to_owned())),
                (Field::Order, Some(order)),
            ]
        };
        let fields = changes(whole(old, order.0), whole(new, order.1));
        let by_key = |dataset| -> BTreeMap<Key, Seen<'_>> { seen(dataset, at).collect() };
        let (before, after) = (by_key(old), by_key(new));
        let mut indicators = Vec::new();
        for key in &new_keys {
            indicators.extend(compare(key, before.get(key), after.get(key)));
        }
        for key in old_keys.iter().filter(|key| !after.contains_key(key)) {
            indicators.extend(compare(key, before.get(key), None));
        }
        Difference { versions: (old.version.clone(), new.version.clone()), fields, indicators }
    }

    /// Whether readers would notice nothing.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.indicators.is_empty()
    }
}

/// The keys that both have, in the order of the first.
fn order(keys: &[Key], other: &[Key]) -> String {
    let other: BTreeSet<&Key> = other.iter().collect();
    keys.iter().filter(|key| other.contains(key)).map(Key::as_str).collect::<Vec<_>>().join(" ")
}

/// An indicator as readers see it.
struct Seen<'a> {
    indicator: &'a Indicator,
    fields: Vec<(Field, Option<String>)>,
}

fn seen(dataset: &Dataset, at: Timestamp) -> impl Iterator<Item = (Key, Seen<'_>)> {
    let of = move |category: &'_ str, indicator: &'_ Indicator| fields(dataset, category, indicator, at);
    let listed = dataset.categories.iter().flat_map(|c| c.indicators.iter().map(move |i| (c.id.as_str(), i)));
    listed.map(move |(category, indicator)| {
        (indicator.key.clone(), Seen { indicator, fields: of(category, indicator) })
    })
}

fn fields(
    dataset: &Dataset,
    category: &str,
    indicator: &Indicator,
    at: Timestamp,
) -> Vec<(Field, Option<String>)> {
    let current = indicator.series.current();
    let effective = indicator.effective(at, dataset.offset);
    let date = current.date.map(|date| date.to_string());
    let change = |span| match Comparison::new(&indicator.series, effective.status, span).delta {
        Delta::None => None,
        Delta::Abs(abs) => Some(abs.to_string()),
        Delta::Full { abs, pct } => Some(format!("{abs} ({pct} %)")),
    };
    let mut fields = vec![
        (Field::Category, Some(category.to_owned())),
        (Field::Value, Some(current.value.to_string())),
        (Field::Period, Some([current.basis.period_type.name(), date.as_deref().unwrap_or("?")].join(" "))),
        (Field::Mom, change(Comparand::Month)),
        (Field::Yoy, change(Comparand::Year)),
        (Field::ReportedChange, current.reported_change.map(|change| change.to_string())),
        (Field::Status, Some(effective.status.name().to_owned())),
        (Field::CheckedAt, indicator.checked_at().map(|instant| dataset.offset.timestamp(instant))),
        (Field::PublicationDate, current.published.map(|date| date.to_string())),
        (Field::NextPublication, indicator.expected_next_publication().map(|date| date.to_string())),
    ];
    for lang in Lang::ALL {
        fields.extend([
            (Field::Name(lang), Some(indicator.name.get(lang).clone())),
            (Field::Unit(lang), Some(current.basis.unit.text.get(lang).clone())),
            (Field::Source(lang), indicator.source.as_ref().map(|source| source.name.get(lang).clone())),
            (Field::Notes(lang), indicator.notes.as_ref().map(|notes| notes.get(lang).clone())),
        ]);
    }
    fields.sort_by_key(|(field, _)| *field);
    fields
}

/// Both lists have the same fields in the same order.
fn changes(before: Vec<(Field, Option<String>)>, after: Vec<(Field, Option<String>)>) -> Vec<FieldChange> {
    let pairs = before.into_iter().zip(after).filter(|((_, before), (_, after))| before != after);
    pairs.map(|((field, before), (_, after))| FieldChange { field, before, after }).collect()
}

fn compare(key: &Key, before: Option<&Seen<'_>>, after: Option<&Seen<'_>>) -> Option<IndicatorChange> {
    let newest = after.or(before)?;
    let (kind, fields) = match (before, after) {
        (Some(before), Some(after)) => (Kind::Changed, changes(before.fields.clone(), after.fields.clone())),
        (None, _) => (Kind::Added, Vec::new()),
        (_, None) => (Kind::Removed, Vec::new()),
    };
    let rows = rows(before.map(|seen| &seen.indicator.series), after.map(|seen| &seen.indicator.series));
    if kind == Kind::Changed && fields.is_empty() && rows.is_empty() {
        return None;
    }
    Some(IndicatorChange { key: key.clone(), name: newest.indicator.name.clone(), kind, fields, rows })
}

/// The observations of which only one series has one, or of which they have different ones.
fn rows(before: Option<&Series>, after: Option<&Series>) -> Vec<RowChange> {
    let observations =
        |series: Option<&Series>| series.map(Series::observations).unwrap_or_default().to_vec();
    let (old, new) = (observations(before), observations(after));
    let mut rows: BTreeMap<Option<NaiveDate>, RowChange> = BTreeMap::new();
    for observation in new {
        let date = observation.date;
        rows.insert(date, RowChange { date, before: None, after: Some(observation) });
    }
    for observation in old {
        let date = observation.date;
        let empty = RowChange { date, before: None, after: None };
        rows.entry(date).or_insert(empty).before = Some(observation);
    }
    rows.into_values().filter(|row| row.before != row.after).collect()
}
