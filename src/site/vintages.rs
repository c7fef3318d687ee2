//! `/data/{key}/vintages.json` and `.csv`: every value ever published for every date, with the interval in which it
//! counted (decisions-2, section 10).

use serde::Serialize;

use super::SiteError;
use super::json::Decimal;
use super::page::Page;
use super::table::{self, Cell};
use super::view::SCHEMA_VERSION;
use crate::model::{Indicator, Lang, Observation};

const COLUMNS: [&str; 5] = ["date", "value", "realtime_start", "realtime_end", "status"];

/// The vintages of an indicator.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VintagesView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    unit: &'a str,
    period_type: &'static str,
    vintages: Vec<VintageView>,
    #[serde(skip)]
    lang: Lang,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VintageView {
    date: Option<String>,
    value_raw: Decimal,
    /// When it was published; left out where that is not known: before all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    realtime_start: Option<String>,
    /// When the next value for the same date was published: from that day on this one no longer counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    realtime_end: Option<String>,
    status: &'static str,
}

impl<'a> VintagesView<'a> {
    /// All of them, by date, then by publication.
    pub fn new(indicator: &'a Indicator, lang: Lang) -> Self {
        let revisions: Vec<&Observation> = indicator.series.revisions().collect();
        Self::of(indicator, &revisions, lang)
    }

    /// Those of the first date, to show what they look like: of one that was revised, where there is any.
    pub fn sample(indicator: &'a Indicator, lang: Lang) -> Self {
        let revisions: Vec<&Observation> = indicator.series.revisions().collect();
        let of_a_date = || revisions.chunk_by(|a, b| a.date == b.date);
        let shown = of_a_date().find(|one| one.len() > 1).or_else(|| of_a_date().next());
        Self::of(indicator, shown.unwrap_or_default(), lang)
    }

    fn of(indicator: &'a Indicator, revisions: &[&Observation], lang: Lang) -> Self {
        let next = revisions.iter().skip(1).map(Some).chain([None]);
        let vintage = |(own, next): (&&Observation, Option<&&Observation>)| {
            let next = next.filter(|next| next.date == own.date);
            VintageView {
                date: own.date.map(|date| date.to_string()),
                value_raw: Decimal::new(&own.value),
                realtime_start: own.published.map(|date| date.to_string()),
                realtime_end: next.and_then(|next| next.published).map(|date| date.to_string()),
                status: if next.is_some() { "revised" } else { "current" },
            }
        };
        VintagesView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            unit: indicator.unit.text.get(lang),
            period_type: indicator.period_type.name(),
            vintages: revisions.iter().zip(next).map(vintage).collect(),
            lang,
        }
    }

    /// The same as a table.
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
        let row = |vintage| {
            let vintage: &VintageView = vintage;
            [
                vintage.date.as_deref().map(Cell::Plain),
                Some(Cell::Number(vintage.value_raw.as_str())),
                vintage.realtime_start.as_deref().map(Cell::Plain),
                vintage.realtime_end.as_deref().map(Cell::Plain),
                Some(Cell::Plain(vintage.status)),
            ]
        };
        self.vintages.iter().map(row).collect()
    }
}
