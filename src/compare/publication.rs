//! The lines that somebody reads before a publication. First, and in full, come rows that were typed, ordered by how far they
//! depart from the usual steps of their series; then other differences; then a line for each import, with the number of its
//! rows and the one that moved furthest.

use super::*;

use std::cmp::Reverse;

use super::embargo::EmbargoChange;
use super::lines::{Line, ROWS, Shared, align, shorten};
use crate::dataset::ImportedRows;
use crate::model::Steps;

/// How many new rows of an indicator stand in one line; more have a line each.
const ROWS_IN_A_LINE: usize = 3;
/// How many rows of an import have a line of their own, where there is room.
const MAX_DETAILS: usize = 8;
/// A row of a machine has a line of its own where its step is longer than so many hundredths of the longest usual one.
const UNUSUAL: u64 = 50;

/// A row that an import has brought.
struct ImportedRow<'a> {
    key: &'a Key,
    row: &'a RowChange,
    /// The length of its step in hundredths of the longest usual one.
    weight: u64,
}

/// The rows of an indicator that were typed; none where it differs otherwise alone.
struct TypedRows<'a> {
    indicator: &'a IndicatorChange,
    rows: Vec<&'a RowChange>,
    /// That of the heaviest of them.
    weight: u64,
}

/// The rows of a publication by their origins.
#[derive(Default)]
struct SortedRows<'a> {
    typed: Vec<TypedRows<'a>>,
    /// The rows of each import by its place.
    imported: BTreeMap<usize, Vec<ImportedRow<'a>>>,
}

impl Difference {
    /// The lines of a publication of `new`. Those of single rows of imports are details.
    pub fn lines_of_publication(
        &self,
        new: &FullDataset,
        origins: &Origins,
        lang: Lang,
    ) -> Vec<Line> {
        let shared = self.shared_fields();
        let SortedRows { typed, imported } = self.sort_rows(new, origins);
        let mut lines = Vec::new();
        let mut others = Vec::new();
        for group in typed {
            let part = group
                .indicator
                .lines_of_typed_rows(&group.rows, &shared, lang);
            if group.rows.is_empty() {
                others.extend(part);
            } else {
                lines.extend(part);
            }
        }

        align(&mut lines);
        align(&mut others);

        lines.extend(self.embargo.lines_by_origin(origins, lang));
        lines.extend(others);
        lines.extend(self.lines_of_dataset(&self.undated_fields(), &shared, lang));
        for (place, rows) in imported {
            if let Some(import) = origins.import(place) {
                lines.extend(lines_of_import(import, rows, lang));
            }
        }

        lines.extend(self.last_lines(lines.is_empty(), lang));
        lines
    }

    /// Sorts the rows by their origins, and indicators by their heaviest typed row.
    fn sort_rows(&self, new: &FullDataset, origins: &Origins) -> SortedRows<'_> {
        let mut sorted = SortedRows::default();
        for indicator in &self.indicators {
            let key = &indicator.key;
            let series = new.with_all_rows().indicator(key).map(|i| &i.series);
            let steps = series.map(|series| Steps::new(series.observations()));
            let mut typed = TypedRows {
                indicator,
                rows: Vec::new(),
                weight: 0,
            };

            for row in &indicator.rows {
                let weight = steps
                    .as_ref()
                    .and_then(|steps| row.hundredths_of_limit(steps));
                let weight = weight.unwrap_or(u64::MAX);
                let after = row.after.as_ref();
                if let Some(place) = after.and_then(|row| origins.find(key, row)) {
                    let rows = sorted.imported.entry(place).or_default();
                    rows.push(ImportedRow { key, row, weight });
                } else {
                    typed.rows.push(row);
                    typed.weight = typed.weight.max(weight);
                }
            }

            sorted.typed.push(typed);
        }

        sorted.typed.sort_by_key(|typed| Reverse(typed.weight));
        sorted
    }

    /// All fields but version and as-of instant, which a publication says itself.
    fn undated_fields(&self) -> Vec<&FieldChange> {
        let mut fields: Vec<&FieldChange> = self.fields.iter().collect();
        fields.retain(|change| !change.is_dated());
        fields
    }
}

impl IndicatorChange {
    /// The lines of rows that were typed. A few new rows share one line; very many are counted in it, with the largest
    /// change.
    fn lines_of_typed_rows(&self, rows: &[&RowChange], shared: &Shared, lang: Lang) -> Vec<Line> {
        let differs_otherwise = self.kind != Kind::Changed
            || !self.revisions.is_empty()
            || !self.unshared_fields(shared).is_empty();
        let are_new = rows.iter().all(|row| row.kind() == Kind::Added);
        let text = match rows {
            _ if differs_otherwise || !are_new => return self.lines(rows, shared, lang),
            [first, others @ ..] if rows.len() <= ROWS_IN_A_LINE => {
                let mut texts = vec![first.text_alone(lang)];
                texts.extend(others.iter().map(|row| row.text(lang)));
                texts.join("; ")
            }
            [first, .., last] if rows.len() > ROWS => count_new_rows(rows, first, last, lang),
            _ => return self.lines(rows, shared, lang),
        };

        vec![Line::of_indicator(&self.key, Kind::Added, text)]
    }
}

/// `35 rows since 2026-10-01; the last: 2026-11-20  1.9727, previously 1.9763, -0.18%; the largest change: …`.
fn count_new_rows(rows: &[&RowChange], first: &RowChange, last: &RowChange, lang: Lang) -> String {
    // Against the value before the first of them.
    let last = RowChange {
        previous: first.previous,
        ..last.clone()
    };
    let last = last.text_alone(lang);
    let mut count = msg::new_rows(rows.len(), first.date(), last);
    let moved = rows.iter().filter(|row| row.size().is_some());
    if let Some(furthest) = moved.max_by_key(|row| row.size()) {
        count = msg::largest_change(count, furthest.text(lang));
    }

    count.get(lang)
}

/// One line for the rows of an import, and details: of what somebody may have typed into a table each row, of other files
/// those that move unusually far.
fn lines_of_import(import: &ImportedRows, mut rows: Vec<ImportedRow>, lang: Lang) -> Vec<Line> {
    if let [ImportedRow { key, row, .. }] = rows[..] {
        let mut line = [Line::of_indicator(key, row.kind(), row.text_alone(lang))];
        align(&mut line);
        return line.into();
    }

    let files = shorten(&import.files);
    let mut message = msg::rows_of_import(rows.len(), files);
    let moved = rows.iter().filter(|imported| imported.row.size().is_some());
    let furthest = moved.max_by_key(|imported| imported.row.size());
    if let Some(ImportedRow { key, row, .. }) = furthest {
        let change = row.change().unwrap_or_else(msg::nothing);
        message = msg::largest_of_import(message, key, change);
    }

    let headline = message.get(lang);
    let mut lines = vec![Line::new(Some(Kind::Added), headline)];
    rows.sort_by_key(|imported| Reverse(imported.weight));
    rows.retain(|imported| !import.by_machine || imported.weight > UNUSUAL);
    let mut details = Vec::new();
    for ImportedRow { key, row, .. } in rows.into_iter().take(MAX_DETAILS) {
        details.push(Line::detail_of(key, row.kind(), row.text_alone(lang)));
    }

    align(&mut details);
    lines.extend(details);
    lines
}

impl EmbargoDifference {
    /// A line for each row that was typed, then one for each import.
    fn lines_by_origin(&self, origins: &Origins, lang: Lang) -> Vec<Line> {
        let mut imported: BTreeMap<usize, Vec<&EmbargoChange>> = BTreeMap::new();
        let mut texts = Vec::new();
        for change in &self.changes {
            match change.origin(origins) {
                Some(place) => imported.entry(place).or_default().push(change),
                None => texts.push(change.line.get(lang)),
            }
        }

        for (place, changes) in imported {
            let line = match (&changes[..], origins.import(place)) {
                ([change], _) => change.line.clone(),
                (_, Some(import)) => msg::rows_of_import(changes.len(), shorten(&import.files)),
                _ => continue,
            };
            texts.push(line.get(lang));
        }

        self.lines(texts, lang)
    }
}
