//! A difference for a person: aligned, short, in the operator's language.

use std::collections::BTreeMap;

use super::fields::{ChangeKey, FieldChange, or_dash};
use super::rows::signed;
use super::{Difference, IndicatorChange, Kind, RowChange};
use crate::messages as msg;
use crate::model::{Key, Lang, Number, Observation};

/// How many observations of an indicator are written out.
const ROWS: usize = 12;
/// What more indicators than this have in common is said once.
const SHARED: usize = 3;
/// How many characters of a text are, before and after.
const CHARACTERS: usize = 60;

type Shared<'a> = BTreeMap<ChangeKey<'a>, Vec<&'a FieldChange>>;

impl Difference {
    pub fn text(&self, lang: Lang) -> String {
        if self.is_empty() && self.indicators.is_empty() {
            return format!("{}\n", msg::equal().get(lang));
        }
        let mut lines: Vec<String> = Vec::new();
        if !self.fields.is_empty() {
            lines.push(msg::whole_dataset().get(lang));
            lines.extend(fields(&self.fields.iter().collect::<Vec<_>>(), None, lang));
        }
        let shared = self.shared();
        for changes in shared.values() {
            lines.push(msg::changed_together(changes.len()).get(lang));
            lines.extend(fields(&changes[..1], None, lang));
        }
        for indicator in &self.indicators {
            lines.extend(block(indicator, &shared, lang));
        }
        if self.is_empty() {
            lines.push(msg::equal().get(lang));
        }
        if self.is_version_only() {
            lines.push(msg::version_only().get(lang));
        }
        if !self.unexplained.is_empty() {
            lines.push(msg::other_bodies(self.unexplained.len()).get(lang));
            lines.extend(self.unexplained.iter().map(|path| format!("    {path}")));
        }
        if !self.embargo.is_empty() {
            lines.push(msg::rows_under_embargo().get(lang));
            let unchanged = self.embargo.unchanged;
            let unchanged = (unchanged > 0).then(|| msg::embargo_unchanged(unchanged));
            let embargo = self.embargo.changes.iter().map(|change| &change.line).chain(&unchanged);
            lines.extend(embargo.map(|line| format!("    {}", line.get(lang))));
        }
        lines.join("\n") + "\n"
    }

    /// The block of one indicator, with all that differs of it.
    pub fn text_of(&self, change: &IndicatorChange, lang: Lang) -> String {
        block(change, &Shared::new(), lang).join("\n") + "\n"
    }

    /// Changes that several indicators have in common, such as the check of their source, field by field.
    fn shared(&self) -> Shared<'_> {
        let mut shared = Shared::new();
        for change in self.indicators.iter().flat_map(|indicator| &indicator.fields) {
            shared.entry(change.key()).or_default().push(change);
        }
        shared.retain(|_, changes| changes.len() >= SHARED);
        shared
    }
}

/// What differs of one indicator beside what it shares; nothing where that is all.
fn block(indicator: &IndicatorChange, shared: &Shared<'_>, lang: Lang) -> Vec<String> {
    let own = indicator.fields.iter().filter(|change| !shared.contains_key(&change.key()));
    let own: Vec<&FieldChange> = own.collect();
    if indicator.kind == Kind::Changed
        && own.is_empty()
        && indicator.rows.is_empty()
        && indicator.revisions.is_empty()
    {
        return Vec::new();
    }
    let name = shortened(indicator.name.get(lang));
    let headline = match indicator.kind {
        Kind::Added => msg::added(&indicator.key, &name),
        Kind::Removed => msg::removed(&indicator.key, &name),
        Kind::Changed => msg::changed(&indicator.key, &name),
    };
    let mut lines = vec![headline.get(lang)];
    lines.extend(fields(&own, Some(&indicator.key), lang));
    lines.extend(listed(&indicator.rows, row, lang));
    let revision = |of: &RowChange| format!("{}  {}", msg::does_not_count_now().get(lang), revision(of));
    lines.extend(listed(&indicator.revisions, revision, lang));
    lines
}

/// The newest first: they are what was just edited.
fn listed(rows: &[RowChange], line: impl Fn(&RowChange) -> String, lang: Lang) -> Vec<String> {
    let more = rows.len().checked_sub(ROWS + 1).map(|more| msg::more_rows(more + 1).get(lang));
    let lines = rows.iter().rev().take(ROWS).map(line).chain(more);
    lines.map(|line| format!("    {line}")).collect()
}

/// `    value                45310.55 → 45400`, the names padded to one width.
fn fields(changes: &[&FieldChange], key: Option<&Key>, lang: Lang) -> Vec<String> {
    let name = |change: &&FieldChange| match change.place.path(key) {
        Some(path) => format!("{path}: {}", change.label.get(lang)),
        None => change.label.get(lang),
    };
    let names: Vec<String> = changes.iter().map(name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let none = || msg::nothing().get(lang);
    let line = |(name, change): (String, &&FieldChange)| {
        let padding = " ".repeat(width - name.chars().count());
        let sides = [&change.before, &change.after].map(|side| side.clone().unwrap_or_else(none));
        let [before, after] = shortened_where_they_differ(&sides);
        format!("    {name}{padding}  {before} → {after}")
    };
    names.into_iter().zip(changes).map(line).collect()
}

/// `+ 2026-08-31  45400, +0.2 %`, `~ 2026-07-31  45310.55 → 45311, +0 %`, `- 2026-01-31  38309`.
fn row(RowChange { before, after, previous }: &RowChange) -> String {
    let date = after.as_ref().or(before.as_ref()).and_then(|of| of.date);
    let date = date.map_or_else(|| "----------".to_owned(), |date| date.to_string());
    match (before, after) {
        (Some(before), Some(after)) => {
            let change = percent(before.value, after.value);
            let (before, after) = (differing_cells(before, after), differing_cells(after, before));
            format!("~ {date}  {before} → {after}{change}")
        }
        (None, Some(after)) => {
            let change = previous.map(|previous| percent(previous, after.value)).unwrap_or_default();
            format!("+ {date}  {}{change}", after.value)
        }
        (Some(before), None) => format!("- {date}  {}", before.value),
        (None, None) => date,
    }
}

/// The same with the day of publication, by which revisions are told apart.
fn revision(change: &RowChange) -> String {
    let published = change.after.as_ref().or(change.before.as_ref()).and_then(|of| of.published);
    format!("{} ({})", row(change), or_dash(published))
}

/// `, +0.2 %`; nothing where the value is the same, or zero before.
fn percent(before: Number, after: Number) -> String {
    let percent = after.percent_from(before).filter(|_| before != after);
    percent.map(|percent| format!(", {} %", signed(&percent))).unwrap_or_default()
}

/// The value, and beside it what else differs from the other observation.
fn differing_cells(of: &Observation, other: &Observation) -> String {
    let (series_key, others) = (&of.series_key, &other.series_key);
    let flags: Vec<&str> = of.flags.iter().map(|flag| flag.name()).collect();
    let cells = [
        (of.published != other.published, or_dash(of.published)),
        (of.reported_change != other.reported_change, or_dash(of.reported_change())),
        (series_key.unit.id != others.unit.id, series_key.unit.id.clone()),
        (series_key.period_type != others.period_type, series_key.period_type.name().to_owned()),
        (series_key.measure != others.measure, series_key.measure.name().to_owned()),
        (of.reference != other.reference, shortened(of.reference.as_ref().map_or("-", |text| text.as_str()))),
        (of.flags != other.flags, or_dash(Some(flags.join(" ")).filter(|flags| !flags.is_empty()))),
    ];
    let differing = cells.into_iter().filter(|(differs, _)| *differs).map(|(_, cell)| cell);
    std::iter::once(of.value.to_string()).chain(differing).collect::<Vec<_>>().join(" ")
}

/// Two texts, not too long, from a little before the first character in which they differ.
fn shortened_where_they_differ(sides: &[String; 2]) -> [String; 2] {
    let same = sides[0].chars().zip(sides[1].chars()).take_while(|(a, b)| a == b).count();
    let first = if same > CHARACTERS / 2 { same - CHARACTERS / 4 } else { 0 };
    sides.each_ref().map(|text| match first {
        0 => shortened(text),
        _ => format!("…{}", shortened(&text.chars().skip(first).collect::<String>())),
    })
}

/// One line of a text, not too long.
fn shortened(text: &str) -> String {
    let line = text.replace(['\n', '\t'], " ");
    if line.chars().count() <= CHARACTERS {
        return line;
    }
    line.chars().take(CHARACTERS).chain(['…']).collect()
}
