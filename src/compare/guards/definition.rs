//! `definition`: what the figures are figures of.

use super::comparison::{Comparison, Pair};
use super::{Concern, GuardKind};
use crate::dataset::Dataset;
use crate::messages::{self as msg, Message};
use crate::model::{Basis, Indicator, Lang, Status, Unit};

/// A field of a definition, as it was and as it will be.
#[derive(PartialEq)]
struct Change {
    field: Message,
    before: String,
    after: String,
}

pub(super) fn concerns(comparison: &Comparison<'_>) -> Vec<Concern> {
    let Some(old) = comparison.old else { return Vec::new() };
    let mut found: Vec<Concern> = offset(old, comparison.new).into_iter().collect();
    for pair in &comparison.pairs {
        let Some(old) = pair.old else { continue };
        let mut fields = of_definition(old, pair.new);
        for change in of_rows(pair) {
            if !fields.contains(&change) {
                fields.push(change);
            }
        }
        found.extend(fields.iter().map(|change| {
            let what = msg::field_changes(change.field.clone(), &change.before, &change.after);
            Concern::of(GuardKind::Definition, &pair.new.key, None, what)
        }));
    }
    found
}

fn offset(old: &Dataset, new: &Dataset) -> Option<Concern> {
    let (before, after) = (old.offset.to_string(), new.offset.to_string());
    let changes = || msg::field_changes("utcOffset", &before, &after);
    (before != after).then(|| Concern::whole(GuardKind::Definition, changes()))
}

fn differs(field: Message, before: impl ToString, after: impl ToString) -> Option<Change> {
    let (before, after) = (before.to_string(), after.to_string());
    (before != after).then_some(Change { field, before, after })
}

fn of_definition(old: &Indicator, new: &Indicator) -> Vec<Change> {
    let basis =
        |of: &Indicator| Basis { unit: of.unit.clone(), period_type: of.period_type, measure: of.measure };
    let mut changes = of_basis(&basis(old), &basis(new));
    let source = |of: &Indicator, lang| {
        of.source.as_ref().map_or_else(|| "-".to_owned(), |s| s.name.get(lang).clone())
    };
    let id = |of: &Indicator| of.source.as_ref().map_or_else(|| "-".to_owned(), |source| source.id.clone());
    let url =
        |of: &Indicator| of.source.as_ref().and_then(|s| s.url.clone()).unwrap_or_else(|| "-".to_owned());
    changes.extend(differs(msg::field_source_id(), id(old), id(new)));
    for lang in Lang::ALL {
        changes.extend(differs(msg::field_source(lang.tag()), source(old, lang), source(new, lang)));
    }
    changes.extend(differs(msg::field_source_url(), url(old), url(new)));
    if new.declared.status() == Status::Unknown {
        changes.extend(differs(
            msg::field_status(),
            old.declared.status().name(),
            new.declared.status().name(),
        ));
    }
    changes
}

/// A row may name a basis of its own: it is held against what it replaces, or the one before it.
fn of_rows(pair: &Pair<'_>) -> Vec<Change> {
    let rows = pair.rows.iter().chain(&pair.coming);
    let bases = rows.filter_map(|row| Some((row.before.or(row.previous)?, row.after)));
    bases.flat_map(|(before, after)| of_basis(&before.basis, &after.basis)).collect()
}

fn of_basis(before: &Basis, after: &Basis) -> Vec<Change> {
    let text = |unit: &Unit, lang| unit.text.get(lang).clone();
    let mut changes: Vec<Change> = [
        differs(msg::field_unit_code(), &before.unit.id, &after.unit.id),
        differs(msg::field_period_type(), before.period_type.name(), after.period_type.name()),
        differs(msg::field_measure(), before.measure.name(), after.measure.name()),
    ]
    .into_iter()
    .flatten()
    .collect();
    for lang in Lang::ALL {
        changes.extend(differs(
            msg::field_unit(lang.tag()),
            text(&before.unit, lang),
            text(&after.unit, lang),
        ));
    }
    changes
}
