//! A difference for a machine: everything, in the names of schema 1.0 where it has one.

use super::*;

use serde_json::{Value, json};

/// A row before and after.
#[derive(Serialize)]
struct RowView {
    date: Option<String>,
    change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<CellsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<CellsView>,
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
    pub fn view(&self) -> Value {
        json!({
            "old": self.old_version,
            "new": self.new_version,
            "equal": self.is_empty(),
            "dataset": self.fields,
            "indicators": self.indicators,
            "bodies": self.bodies,
            "unexplained": self.unexplained,
            "embargo": self.embargo.changes,
            "tables": self.tables,
        })
    }
}

impl Serialize for RowChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowChange { before, after, .. } = self;
        let row = RowView {
            date: self
                .newest()
                .and_then(|row| row.date)
                .map(|date| date.to_string()),
            change: match self.kind() {
                Kind::Added => "added",
                Kind::Removed => "vanished",
                Kind::Changed => "revised",
            },
            old: before.as_ref().map(cells),
            new: after.as_ref().map(cells),
        };

        row.serialize(serializer)
    }
}

fn cells(observation: &Observation) -> CellsView {
    CellsView {
        value: observation.value.to_string(),
        unit: observation.series_key.unit.id.clone(),
        period_type: observation.series_key.period_type.name(),
        measure: observation.series_key.measure.name(),
        published: observation.published.map(|date| date.to_string()),
        reported_change_pct: observation
            .reported_change()
            .map(|change| change.to_string()),
        reference: observation
            .reference
            .as_ref()
            .map(|reference| reference.as_str().to_owned()),
        flags: observation.flags.iter().map(|flag| flag.name()).collect(),
    }
}
