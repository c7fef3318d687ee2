//! A difference for a person: aligned, short, in the operator's language.

use std::collections::BTreeMap;

use super::{Difference, Field, FieldChange, IndicatorChange, Kind, RowChange};
use crate::messages::{self as msg, Message};
use crate::model::{Lang, Observation};

/// How many observations of an indicator are written out.
const ROWS: usize = 12;
/// What more indicators than this have in common is said once.
const SHARED: usize = 3;
/// How many characters of a text are, before and after.
const CHARACTERS: usize = 60;

impl Difference {
    /// One block for each indicator that differs.
    pub fn text(&self, lang: Lang) -> String {
        if self.is_empty() {
            return format!("{}\n", msg::equal().get(lang));
        }
        let mut lines: Vec<String> = Vec::new();
        if !self.fields.is_empty() {
            lines.push(msg::whole_dataset().get(lang));
            lines.extend(fields(&self.fields, lang));
        }
        let shared = self.shared();
        for (change, count) in &shared {
            lines.push(msg::changed_together(count).get(lang));
            lines.extend(fields(std::slice::from_ref(*change), lang));
        }
        for indicator in &self.indicators {
            lines.extend(block(indicator, &shared, lang));
        }
        if self.is_version_only() {
            lines.push(msg::version_only().get(lang));
        }
        if !self.unexplained.is_empty() {
            lines.push(msg::other_bodies(self.unexplained.len()).get(lang));
            lines.extend(self.unexplained.iter().map(|path| format!("    {path}")));
        }
        let embargo = self.embargo.lines(self.offset);
        if !embargo.is_empty() {
            lines.push(msg::rows_under_embargo().get(lang));
            lines.extend(embargo.iter().map(|line| format!("    {}", line.get(lang))));
            let unchanged = self.embargo.unchanged;
            lines.extend(
                (unchanged > 0).then(|| format!("    {}", msg::embargo_unchanged(unchanged).get(lang))),
            );
        }
        lines.join("\n") + "\n"
    }

    /// The block of one indicator, with all that differs of it.
    pub fn text_of(&self, change: &IndicatorChange, lang: Lang) -> String {
        block(change, &BTreeMap::new(), lang).join("\n") + "\n"
    }

    /// Changes that several indicators have in common, such as the check of their source, and how many do.
    fn shared(&self) -> BTreeMap<&FieldChange, usize> {
        let mut counts: BTreeMap<&FieldChange, usize> = BTreeMap::new();
        for change in self.indicators.iter().flat_map(|indicator| &indicator.fields) {
            *counts.entry(change).or_default() += 1;
        }
        counts.retain(|_, count| *count >= SHARED);
        counts
    }
}

/// What differs of one indicator beside what it shares; nothing where that is all.
fn block(indicator: &IndicatorChange, shared: &BTreeMap<&FieldChange, usize>, lang: Lang) -> Vec<String> {
    let own: Vec<FieldChange> =
        indicator.fields.iter().filter(|change| !shared.contains_key(change)).cloned().collect();
    if indicator.kind == Kind::Changed && own.is_empty() && indicator.rows.is_empty() {
        return Vec::new();
    }
    let name = shortened(indicator.name.get(lang));
    let headline = match indicator.kind {
        Kind::Added => msg::added(&indicator.key, &name),
        Kind::Removed => msg::removed(&indicator.key, &name),
        Kind::Changed => msg::changed(&indicator.key, &name),
    };
    let mut lines = vec![headline.get(lang)];
    lines.extend(fields(&own, lang));
    // The newest first: they are what somebody has just worked on.
    let rows = indicator.rows.iter().rev().take(ROWS).map(|row| format!("    {}", self::row(row)));
    lines.extend(rows);
    if let Some(more) = indicator.rows.len().checked_sub(ROWS + 1) {
        lines.push(format!("    {}", msg::more_rows(more + 1).get(lang)));
    }
    lines
}

/// `    value                45310.55 → 45400`, the names padded to one width.
fn fields(changes: &[FieldChange], lang: Lang) -> Vec<String> {
    let names: Vec<String> = changes.iter().map(|change| name(change.field).get(lang)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let side = |side: &Option<String>| side.as_deref().map_or_else(|| msg::nothing().get(lang), shortened);
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
        cells.push(number(of.reported_change()));
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
    if of.reference != other.reference {
        cells.push(shortened(of.reference.as_ref().map_or("-", |reference| reference.as_str())));
    }
    if of.flags != other.flags {
        let flags: Vec<&str> = of.flags.iter().map(|flag| flag.name()).collect();
        cells.push(if flags.is_empty() { "-".to_owned() } else { flags.join(" ") });
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

fn name(field: Field) -> Message {
    match field {
        Field::Version => msg::field_version(),
        Field::AsOf => msg::field_as_of(),
        Field::Status => msg::field_status(),
        Field::Order => msg::field_order(),
        Field::Title(lang) => msg::field_title(lang.tag()),
        Field::Description(lang) => msg::field_description(lang.tag()),
        Field::Featured => msg::field_featured(),
        Field::Category => msg::field_category(),
        Field::CategoryName(lang) => msg::field_category_name(lang.tag()),
        Field::ShortName(lang) => msg::field_short_name(lang.tag()),
        Field::Decimals => msg::field_decimals(),
        Field::ChartWith => msg::field_chart_with(),
        Field::SourceUrl => msg::field_source_url(),
        Field::StaleAfter => msg::field_stale_after(),
        Field::Calendar => msg::field_calendar(),
        Field::Name(lang) => msg::field_name(lang.tag()),
        Field::Value => msg::field_value(),
        Field::Unit(lang) => msg::field_unit(lang.tag()),
        Field::Period => msg::field_period(),
        Field::Mom => msg::field_mom(),
        Field::Yoy => msg::field_yoy(),
        Field::ReportedChange => msg::field_reported(),
        Field::Source(lang) => msg::field_source(lang.tag()),
        Field::Notes(lang) => msg::field_notes(lang.tag()),
        Field::CheckedAt => msg::field_checked_at(),
        Field::PublicationDate => msg::field_publication_date(),
        Field::NextPublication => msg::field_next_publication(),
    }
}
