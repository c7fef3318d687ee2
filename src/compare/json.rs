//! A difference for a machine: everything, in the names of schema 1.0 where it has one.

use super::*;

use serde_json::{Map, Value, json};

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
        let mut view = Map::new();
        view.insert("date".to_owned(), json!(self.date_text()));
        view.insert("change".to_owned(), change.into());
        for (side, row) in [("old", &self.before), ("new", &self.after)] {
            if let Some(row) = row {
                view.insert(side.to_owned(), row_view(row));
            }
        }

        view.serialize(serializer)
    }
}

/// The cells of a row. Values are texts: a program that compares them loses no digit.
fn row_view(row: &Observation) -> Value {
    let mut view = Map::new();
    view.insert("value".to_owned(), row.value.to_string().into());
    for (name, text) in cells(row) {
        let Some(text) = text else { continue };
        let cell = match name {
            FLAGS => text.split(' ').collect(),
            _ => text.into(),
        };
        view.insert(name.to_owned(), cell);
    }

    view.into()
}
