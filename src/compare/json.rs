//! A difference for a machine: everything, in the names of schema 1.0 where it has one.

use super::*;

#[derive(Serialize)]
struct DifferenceView<'a> {
    old: &'a str,
    new: &'a str,
    equal: bool,
    dataset: &'a [FieldChange],
    indicators: Vec<IndicatorView<'a>>,
    bodies: &'a [String],
    unexplained: &'a [String],
    embargo: Vec<RowView<'a>>,
    tables: &'a [String],
}

#[derive(Serialize)]
struct IndicatorView<'a> {
    key: &'a str,
    change: &'static str,
    fields: &'a [FieldChange],
    observations: Vec<RowView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    revisions: Vec<RowView<'a>>,
}

/// Key and instants are given for rows under embargo.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RowView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    date: Option<String>,
    change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<CellsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<CellsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_not_before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_before: Option<String>,
}

/// Values are texts: a program that compares them loses no digit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CellsView {
    value: String,
    unit: String,
    period_type: &'static str,
    measure: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_change_pct: Option<String>,
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
}

impl Difference {
    /// The whole difference, for JSON.
    pub fn view(&self) -> impl Serialize {
        let instant = |instant| self.offset.timestamp(instant);
        let embargo = self.embargo.changes.iter().map(|row| RowView {
            key: Some(row.key.as_str()),
            old_not_before: row.before.as_ref().map(|before| instant(before.until)),
            not_before: row.after.as_ref().map(|after| instant(after.until)),
            ..view(
                row.before.as_ref().map(|side| &side.observation),
                row.after.as_ref().map(|side| &side.observation),
            )
        });
        DifferenceView {
            old: &self.old_version,
            new: &self.new_version,
            equal: self.is_empty(),
            dataset: &self.fields,
            indicators: self.indicators.iter().map(indicator).collect(),
            bodies: &self.bodies,
            unexplained: &self.unexplained,
            embargo: embargo.collect(),
            tables: &self.tables,
        }
    }
}

fn indicator(change: &IndicatorChange) -> IndicatorView<'_> {
    IndicatorView {
        key: change.key.as_str(),
        change: match change.kind {
            Kind::Added => "added",
            Kind::Removed => "removed",
            Kind::Changed => "changed",
        },
        fields: &change.fields,
        observations: rows(&change.rows),
        revisions: rows(&change.revisions),
    }
}

fn rows(changes: &[RowChange]) -> Vec<RowView<'static>> {
    changes.iter().map(|row| view(row.before.as_ref(), row.after.as_ref())).collect()
}

fn view(before: Option<&Observation>, after: Option<&Observation>) -> RowView<'static> {
    RowView {
        key: None,
        date: after.or(before).and_then(|row| row.date).map(|date| date.to_string()),
        change: match (before, after) {
            (None, _) => "added",
            (_, None) => "vanished",
            _ => "revised",
        },
        old: before.map(cells),
        new: after.map(cells),
        old_not_before: None,
        not_before: None,
    }
}

fn cells(observation: &Observation) -> CellsView {
    CellsView {
        value: observation.value.to_string(),
        unit: observation.series_key.unit.id.clone(),
        period_type: observation.series_key.period_type.name(),
        measure: observation.series_key.measure.name(),
        published: observation.published.map(|date| date.to_string()),
        reported_change_pct: observation.reported_change().map(|change| change.to_string()),
        reference: observation.reference.as_ref().map(|reference| reference.as_str().to_owned()),
        flags: observation.flags.iter().map(|flag| flag.name()).collect(),
    }
}
