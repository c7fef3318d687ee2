//! A difference for a person: aligned, short, in the operator's language.

use super::{Difference, Field, FieldChange, IndicatorChange, Kind, RowChange};
use crate::messages as say;
use crate::model::{ByLang, Lang, Observation};

/// So many observations of an indicator are written out.
const ROWS: usize = 12;
/// So many characters of a text are, before and after.
const CHARACTERS: usize = 60;

impl Difference {
    /// One block for each indicator that differs.
    pub fn text(&self, lang: Lang) -> String {
        if self.is_empty() {
            return format!("{}\n", say::equal().get(lang));
        }
        let mut lines: Vec<String> = Vec::new();
        if !self.fields.is_empty() {
            lines.push(say::whole_dataset().get(lang).clone());
            lines.extend(fields(&self.fields, lang));
        }
        for indicator in &self.indicators {
            lines.extend(block(indicator, lang));
        }
        lines.join("\n") + "\n"
    }
}

fn block(indicator: &IndicatorChange, lang: Lang) -> Vec<String> {
    let name = shortened(indicator.name.get(lang));
    let headline = match indicator.kind {
        Kind::Added => say::added(&indicator.key, &name),
        Kind::Removed => say::removed(&indicator.key, &name),
        Kind::Changed => say::changed(&indicator.key, &name),
    };
    let mut lines = vec![headline.get(lang).clone()];
    lines.extend(fields(&indicator.fields, lang));
    // The newest first: they are what somebody has just worked on.
    let rows = indicator.rows.iter().rev().take(ROWS).map(|row| format!("    {}", self::row(row)));
    lines.extend(rows);
    if let Some(more) = indicator.rows.len().checked_sub(ROWS + 1) {
        lines.push(format!("    {}", say::more_rows(more + 1).get(lang)));
    }
    lines
}

/// `    value                45310.55 → 45400`, the names padded to one width.
fn fields(changes: &[FieldChange], lang: Lang) -> Vec<String> {
    let names: Vec<String> = changes.iter().map(|change| name(change.field).get(lang).clone()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let side =
        |side: &Option<String>| side.as_deref().map_or_else(|| say::nothing().get(lang).clone(), shortened);
    let line = |(name, change): (String, &FieldChange)| {
        let padding = " ".repeat(width - name.chars().count());
        format!("    {name}{padding}  {} → {}", side(&change.before), side(&change.after))
    };
    names.into_iter().zip(changes).map(line).collect()
}

/// `+ 2026-08-31  45400`, `~ 2026-07-31  45310.55 → 45311`, `- 2026-01-31  38309`.
fn row(row: &RowChange) -> String {
    let date = row.date.map_or_else(|| "----------".to_owned(), |date| date.to_string());
    match (&row.before, &row.after) {
        (None, Some(after)) => format!("+ {date}  {}", after.value),
        (Some(before), None) => format!("- {date}  {}", before.value),
        (Some(before), Some(after)) => {
            format!("~ {date}  {} → {}", cells(before, after), cells(after, before))
        }
        (None, None) => date,
    }
}

/// The value, and beside it what else differs from the other observation.
pub(super) fn cells(of: &Observation, other: &Observation) -> String {
    let mut cells = vec![of.value.to_string()];
    let date = |date: Option<chrono::NaiveDate>| date.map_or_else(|| "-".to_owned(), |date| date.to_string());
    let number =
        |number: Option<crate::model::Number>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    if of.published != other.published {
        cells.push(date(of.published));
    }
    if of.reported_change != other.reported_change {
        cells.push(number(of.reported_change));
    }
    if of.basis.unit.id != other.basis.unit.id {
        cells.push(of.basis.unit.id.clone());
    }
    if of.basis.period_type != other.basis.period_type {
        cells.push(of.basis.period_type.name().to_owned());
    }
    if of.basis.measure != other.basis.measure {
        cells.push(of.basis.measure.name().to_owned());
    }
    cells.join(" ")
}

/// One line of a text, not too long.
fn shortened(text: &str) -> String {
    let line = text.replace(['\n', '\t'], " ");
    if line.chars().count() <= CHARACTERS {
        return line;
    }
    line.chars().take(CHARACTERS).chain(['…']).collect()
}

fn name(field: Field) -> ByLang<String> {
    match field {
        Field::Version => say::field_version(),
        Field::AsOf => say::field_as_of(),
        Field::Status => say::field_status(),
        Field::Order => say::field_order(),
        Field::Category => say::field_category(),
        Field::Name(lang) => say::field_name(lang.tag()),
        Field::Value => say::field_value(),
        Field::Unit(lang) => say::field_unit(lang.tag()),
        Field::Period => say::field_period(),
        Field::Mom => say::field_mom(),
        Field::Yoy => say::field_yoy(),
        Field::ReportedChange => say::field_reported(),
        Field::Source(lang) => say::field_source(lang.tag()),
        Field::Notes(lang) => say::field_notes(lang.tag()),
        Field::CheckedAt => say::field_checked_at(),
        Field::PublicationDate => say::field_publication_date(),
        Field::NextPublication => say::field_next_publication(),
    }
}
