//! `/data/{key}/history.json` and `.csv`: all observations of an indicator, oldest first (decisions, section 8).

use serde::Serialize;

use super::SiteError;
use super::json::Decimal;
use super::page::Page;
use super::table::{self, Cell};
use super::view::SCHEMA_VERSION;
use crate::model::{Indicator, Lang, Observation};

const COLUMNS: [&str; 5] = ["date", "value", "published", "unit", "period_type"];

/// The observations of an indicator in one language, the latest revision of each.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    period_type: &'static str,
    observations: Vec<ObservationView<'a>>,
    #[serde(skip)]
    lang: Lang,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObservationView<'a> {
    date: Option<String>,
    value_raw: Decimal,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    /// Where it is not the series'.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    /// Where it is not the series'.
    #[serde(skip_serializing_if = "Option::is_none")]
    period_type: Option<&'static str>,
}

impl<'a> HistoryView<'a> {
    /// All of them.
    pub fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        Self::of(indicator, indicator.series.observations(), lang)
    }

    /// The latest few, to show what a history looks like.
    pub fn sample(indicator: &'a Indicator, lang: Lang) -> Self {
        let observations = indicator.series.observations();
        Self::of(indicator, &observations[observations.len().saturating_sub(2)..], lang)
    }

    fn of(indicator: &'a Indicator, observations: &'a [Observation], lang: Lang) -> Self {
        let observation = |of: &'a Observation| ObservationView {
            date: of.date.map(|date| date.to_string()),
            value_raw: Decimal::new(&of.value),
            published: of.published.map(|date| date.to_string()),
            unit: (of.basis.unit.id != indicator.unit.id).then(|| of.basis.unit.text.get(lang).as_str()),
            period_type: (of.basis.period_type != indicator.period_type).then(|| of.basis.period_type.name()),
        };
        HistoryView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            observations: observations.iter().map(observation).collect(),
            lang,
        }
    }

    /// The same as a table, in which every row says its own unit and period type.
    ///
    /// # Errors
    /// As [`table::page`].
    pub fn csv(&self) -> Result<Page, SiteError> {
        table::page(COLUMNS, &self.rows(), self.lang)
    }

    /// The text of that table.
    ///
    /// # Errors
    /// As [`table::page`].
    pub fn csv_text(&self) -> Result<String, SiteError> {
        table::text(COLUMNS, &self.rows())
    }

    fn rows(&self) -> Vec<[Option<Cell<'_>>; COLUMNS.len()]> {
        let row = |observation| {
            let observation: &ObservationView<'_> = observation;
            [
                observation.date.as_deref().map(Cell::Plain),
                Some(Cell::Number(observation.value_raw.as_str())),
                observation.published.as_deref().map(Cell::Plain),
                Some(Cell::Text(observation.unit.unwrap_or(self.unit))),
                Some(Cell::Plain(observation.period_type.unwrap_or(self.period_type))),
            ]
        };
        self.observations.iter().map(row).collect()
    }
}
