//! A difference for a machine: everything, in the names of schema 1.0 where it has one.

use serde::Serialize;

use super::{Difference, Field, FieldChange, IndicatorChange, Kind, RowChange};
use crate::model::{Lang, Observation};

#[derive(Serialize)]
struct DifferenceView<'a> {
    old: &'a str,
    new: &'a str,
    equal: bool,
    dataset: Vec<FieldView<'a>>,
    indicators: Vec<IndicatorView<'a>>,
    /// The paths of the public bodies that differ.
    bodies: &'a [String],
    /// Those of them that nothing above explains.
    unexplained: &'a [String],
    /// What differs of the rows under embargo; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    embargo: Vec<EmbargoView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EmbargoView<'a> {
    key: &'a str,
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

#[derive(Serialize)]
struct IndicatorView<'a> {
    key: &'a str,
    change: &'static str,
    fields: Vec<FieldView<'a>>,
    observations: Vec<RowView>,
}

#[derive(Serialize)]
struct FieldView<'a> {
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'static str>,
    old: Option<&'a str>,
    new: Option<&'a str>,
}

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
    /// The whole difference as JSON.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no difference can be brought to.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let view = DifferenceView {
            old: &self.versions.0,
            new: &self.versions.1,
            equal: self.is_empty(),
            dataset: self.fields.iter().map(field).collect(),
            indicators: self.indicators.iter().map(indicator).collect(),
            bodies: &self.bodies,
            unexplained: &self.unexplained,
            embargo: self.embargo_views(),
        };
        Ok(serde_json::to_string_pretty(&view)? + "\n")
    }

    fn embargo_views(&self) -> Vec<EmbargoView<'_>> {
        let written = |instant| self.offset.timestamp(instant);
        let coming = self.embargo.coming.iter().map(|row| EmbargoView {
            key: row.key.as_str(),
            date: row.after.date.map(|date| date.to_string()),
            change: if row.formerly.is_some() { "revised" } else { "added" },
            old: row.formerly.as_ref().map(|(before, _)| cells(before)),
            new: Some(cells(&row.after)),
            old_not_before: row.formerly.as_ref().map(|(_, until)| written(*until)),
            not_before: Some(written(row.until)),
        });
        let gone = self.embargo.gone.iter().map(|row| EmbargoView {
            key: row.key.as_str(),
            date: row.before.date.map(|date| date.to_string()),
            change: "vanished",
            old: Some(cells(&row.before)),
            new: None,
            old_not_before: Some(written(row.until)),
            not_before: None,
        });
        coming.chain(gone).collect()
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
        fields: change.fields.iter().map(field).collect(),
        observations: change.rows.iter().map(row).collect(),
    }
}

fn field(change: &FieldChange) -> FieldView<'_> {
    let (field, lang) = name(change.field);
    FieldView {
        field,
        lang: lang.map(Lang::tag),
        old: change.before.as_deref(),
        new: change.after.as_deref(),
    }
}

fn row(row: &RowChange) -> RowView {
    let change = match (&row.before, &row.after) {
        (None, _) => "added",
        (_, None) => "vanished",
        _ => "revised",
    };
    RowView {
        date: row.date.map(|date| date.to_string()),
        change,
        old: row.before.as_ref().map(cells),
        new: row.after.as_ref().map(cells),
    }
}

fn cells(observation: &Observation) -> CellsView {
    CellsView {
        value: observation.value.to_string(),
        unit: observation.basis.unit.id.clone(),
        period_type: observation.basis.period_type.name(),
        measure: observation.basis.measure.name(),
        published: observation.published.map(|date| date.to_string()),
        reported_change_pct: observation.reported_change().map(|change| change.to_string()),
        reference: observation.reference.as_ref().map(|reference| reference.as_str().to_owned()),
        flags: observation.flags.iter().map(|flag| flag.name()).collect(),
    }
}

fn name(field: Field) -> (&'static str, Option<Lang>) {
    match field {
        Field::Version => ("version", None),
        Field::AsOf => ("asOf", None),
        Field::Status => ("sourceStatus", None),
        Field::Order => ("order", None),
        Field::Title(lang) => ("title", Some(lang)),
        Field::Description(lang) => ("description", Some(lang)),
        Field::Featured => ("featured", None),
        Field::Category => ("category", None),
        Field::CategoryName(lang) => ("categoryName", Some(lang)),
        Field::ShortName(lang) => ("shortName", Some(lang)),
        Field::Decimals => ("decimals", None),
        Field::ChartWith => ("chartWith", None),
        Field::SourceUrl => ("sourceUrl", None),
        Field::StaleAfter => ("staleAfterHours", None),
        Field::Calendar => ("calendar", None),
        Field::Name(lang) => ("name", Some(lang)),
        Field::Value => ("valueRaw", None),
        Field::Unit(lang) => ("unit", Some(lang)),
        Field::Period => ("period", None),
        Field::Mom => ("mom", None),
        Field::Yoy => ("yoy", None),
        Field::ReportedChange => ("reportedChangePct", None),
        Field::Source(lang) => ("source", Some(lang)),
        Field::Notes(lang) => ("notes", Some(lang)),
        Field::CheckedAt => ("checkedAt", None),
        Field::PublicationDate => ("publicationDate", None),
        Field::NextPublication => ("expectedNextPublication", None),
    }
}
