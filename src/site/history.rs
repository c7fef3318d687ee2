//! `/data/{key}/history.json` and `.csv`: all observations of an indicator, oldest first (decisions, section 8).

use serde::Serialize;

use super::SiteError;
use super::flat::text_cell;
use super::json::Decimal;
use super::page::Page;
use super::table::{self, Cell};
use super::view::SCHEMA_VERSION;
use crate::model::{Indicator, Lang, Observation};

/// Only ever appended to.
const COLUMNS: [&str; 9] =
    ["date", "value", "published", "unit", "period_type", "unit_code", "measure", "ref", "flag"];

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
    shown: &'a [Observation],
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
    /// Where it is not the series'.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
    /// Where the figure was taken.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
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
            measure: (of.basis.measure != indicator.measure).then(|| of.basis.measure.name()),
            reference: of.reference.as_ref().map(|reference| reference.as_str()),
            flags: of.flags.iter().map(|flag| flag.name()).collect(),
        };
        HistoryView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            observations: observations.iter().map(observation).collect(),
            shown: observations,
            lang,
        }
    }

    /// The same as a table, in which every row says its own unit, period type and measure.
    ///
    /// # Errors
    /// As [`table::page`].
    pub fn csv(&self) -> Result<Page, SiteError> {
        let flags = self.flags();
        table::page(COLUMNS, &self.rows(&flags), self.lang)
    }

    /// The text of that table.
    ///
    /// # Errors
    /// As [`table::page`].
    pub fn csv_text(&self) -> Result<String, SiteError> {
        let flags = self.flags();
        table::text(COLUMNS, &self.rows(&flags))
    }

    fn flags(&self) -> Vec<String> {
        self.observations.iter().map(|observation| observation.flags.join(" ")).collect()
    }

    fn rows<'b>(&'b self, flags: &'b [String]) -> Vec<[Option<Cell<'b>>; COLUMNS.len()]> {
        let row = |((observation, flags), of): ((&'b ObservationView<'_>, &'b String), &'b Observation)| {
            [
                observation.date.as_deref().map(Cell::Plain),
                Some(Cell::Number(observation.value_raw.as_str())),
                observation.published.as_deref().map(Cell::Plain),
                Some(Cell::Text(of.basis.unit.text.get(self.lang))),
                Some(Cell::Plain(of.basis.period_type.name())),
                Some(Cell::Text(&of.basis.unit.id)),
                Some(Cell::Plain(of.basis.measure.name())),
                text_cell(observation.reference),
                text_cell(Some(flags)),
            ]
        };
        self.observations.iter().zip(flags).zip(self.shown).map(row).collect()
    }
}
