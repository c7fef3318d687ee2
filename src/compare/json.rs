//! A difference for a machine: everything, in the names of schema 1.0 where it has one.

use super::*;

use serde_json::{Value, json};

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
        let change = match self.kind() {
            Kind::Added => "added",
            Kind::Removed => "vanished",
            Kind::Changed => "revised",
        };
        let mut view = json!({ "date": self.date_text(), "change": change });
        for (side, row) in [("old", &self.before), ("new", &self.after)] {
            if let Some(row) = row {
                view[side] = row_view(row);
            }
        }

        view.serialize(serializer)
    }
}

/// The cells of a row. Values are texts: a program that compares them loses no digit.
fn row_view(row: &Observation) -> Value {
    let mut view = json!({ "value": row.value.to_string() });
    for (name, text) in cells(row) {
        let Some(text) = text else { continue };
        view[name] = match name {
            FLAGS => text.split(' ').collect(),
            _ => text.into(),
        };
    }

    view
}
