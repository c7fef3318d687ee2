//! An indicator in JSON: `/data/{key}.json` and `/data.json` in schema 1.0, with its names, order and omissions [S2.2,
//! D1]; `latest.json`, one small answer for bots [D10.latest]; `explain.json`, why the status and each change are what
//! they are [D8.1].

use super::*;

use crate::model::{Difference, Exact};
use crate::site::text;

/// One indicator: `/data/{key}.json`, and each element of `metrics`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IndicatorView<'a> {
    schema_version: &'static str,
    pub key: &'a str,
    pub value: Decimal,
    pub value_raw: Decimal,
    pub unit: &'a str,
    pub period: PeriodView,
    pub change: Both<DeltaView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported_change_pct: Option<Decimal>,
    source_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    publication_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_next_publication: Option<NaiveDate>,
}

#[derive(Serialize)]
pub struct PeriodView {
    pub label: String,
    #[serde(rename = "type")]
    pub period_type: &'static str,
    date: Option<NaiveDate>,
}

/// Something of the change on a month earlier and of that on a year earlier.
#[derive(Serialize)]
pub struct Both<T> {
    pub mom: T,
    pub yoy: T,
}

impl<T> Both<T> {
    fn new(change: impl Fn(Comparand) -> T) -> Self {
        Both {
            mom: change(Comparand::Month),
            yoy: change(Comparand::Year),
        }
    }
}

#[derive(Serialize)]
pub struct DeltaView {
    pub abs: Option<Decimal>,
    /// In percent, to two decimals.
    pub pct: Option<Decimal>,
}

impl<'a> IndicatorView<'a> {
    pub fn new(member: Member<'a>, offset: Offset, lang: Lang) -> Self {
        let Member {
            indicator,
            effective,
        } = member;
        let current = indicator.series.current();
        let period_type = current.series_key.period_type;
        let period_date = indicator.series.unchanged_since();
        let reported_change = current.reported_change();
        let checked_at = indicator.checked_at();
        IndicatorView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            value: Decimal::new(&current.value.rounded()),
            value_raw: Decimal::new(&current.value),
            unit: current.series_key.unit.text.get(lang),
            period: PeriodView {
                label: text::period_label(period_type, period_date, lang),
                period_type: period_type.name(),
                date: period_date,
            },
            change: Both::new(|comparand| {
                let comparison = Comparison::new(&indicator.series, effective.status, comparand);
                DeltaView::new(comparison.difference(), |abs| Decimal::new(&abs.rounded()))
            }),
            reported_change_pct: reported_change.map(|change| Decimal::new(&change)),
            source_status: effective.status.name(),
            source: source_name(indicator, lang),
            notes: optional(indicator.notes.as_ref(), lang),
            checked_at: checked_at.map(|instant| offset.timestamp(instant)),
            publication_date: current.published,
            expected_next_publication: indicator.expected_next_publication(),
        }
    }
}

impl DeltaView {
    /// A difference as `abs` writes it, and its percentage.
    fn new(difference: Option<Difference>, abs: impl Fn(Exact) -> Decimal) -> Self {
        let Some(difference) = difference else {
            return DeltaView {
                abs: None,
                pct: None,
            };
        };

        DeltaView {
            abs: Some(abs(difference.abs)),
            pct: difference.pct.map(|pct| Decimal::new(&pct)),
        }
    }
}

/// `/data.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionView<'a> {
    schema_version: &'static str,
    as_of: String,
    source_status: &'static str,
    metrics: Vec<IndicatorView<'a>>,
}

pub fn collection(inputs: &DatasetInputs, lang: Lang) -> Result<Texts, SiteError> {
    let offset = inputs.dataset.offset;
    content(&CollectionView {
        schema_version: SCHEMA_VERSION,
        as_of: offset.timestamp(inputs.dataset.as_of),
        source_status: inputs.summary.status.name(),
        metrics: inputs
            .members()
            .map(|member| IndicatorView::new(member, offset, lang))
            .collect(),
    })
}

/// The observations for a small chart.
const RECENT: usize = 12;

/// The current observation, the one before it, the exact difference, and the last few.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatestView<'a> {
    schema_version: &'static str,
    key: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_name: Option<&'a str>,
    unit: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency: Option<&'static str>,
    source_status: &'static str,
    current: ObservationView,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<InForceView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<ObservationView>,
    /// The exact difference, unrounded; in percent of the previous value.
    difference: DeltaView,
    recent: Vec<RecentView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObservationView {
    date: Option<NaiveDate>,
    label: String,
    value_raw: Decimal,
    /// The value as a page writes it, with its unit; that of a rate with the day from which it applies.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<&'static str>,
}

/// The rate in force, which `current` is not while a decision is still to take effect.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InForceView {
    /// The day from which it has not changed.
    date: NaiveDate,
    value_raw: Decimal,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RecentView<'a> {
    date: Option<NaiveDate>,
    value_raw: Decimal,
    /// The unit, period type and measure, where they are not those of the current observation.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'static str>,
}

impl<'a> LatestView<'a> {
    /// At the end of the day `as_of`.
    pub fn new(member: Member<'a>, as_of: NaiveDate, lang: Lang) -> Self {
        let Member {
            indicator,
            effective,
        } = member;
        let series = &indicator.series;
        let (observations, current) = (series.observations(), series.current());
        let recent = &observations[observations.len().saturating_sub(RECENT)..];
        let difference = Difference::of_last(series, effective.status);
        let previous = series.previous();
        LatestView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            short_name: optional(indicator.short_name.as_ref(), lang),
            unit: current.series_key.unit.text.get(lang),
            frequency: indicator.frequency_code(),
            source_status: effective.status.name(),
            current: ObservationView::new(indicator, current, lang),
            in_force: InForceView::new(indicator, as_of, lang),
            previous: previous.map(|row| ObservationView::new(indicator, row, lang)),
            difference: DeltaView::new(difference, |abs| Decimal::new(&abs)),
            recent: recent
                .iter()
                .map(|row| RecentView::new(row, &current.series_key, lang))
                .collect(),
        }
    }
}

impl ObservationView {
    fn new(indicator: &Indicator, row: &Observation, lang: Lang) -> Self {
        ObservationView {
            date: row.date,
            label: text::period_label(row.series_key.period_type, row.date, lang),
            value_raw: Decimal::new(&row.value),
            text: html::value_standing_alone(indicator, row, lang),
            published: row.published,
            flags: row.flags.iter().map(|flag| flag.name()).collect(),
        }
    }
}

impl<'a> RecentView<'a> {
    fn new(row: &'a Observation, current: &SeriesKey, lang: Lang) -> Self {
        let SeriesKey {
            unit,
            period_type,
            measure,
            ..
        } = &*row.series_key;
        RecentView {
            date: row.date,
            value_raw: Decimal::new(&row.value),
            unit: (unit.id != current.unit.id).then(|| unit.text.get(lang).as_str()),
            period_type: (*period_type != current.period_type).then(|| period_type.name()),
            measure: (*measure != current.measure).then(|| measure.name()),
        }
    }
}

impl InForceView {
    fn new(indicator: &Indicator, as_of: NaiveDate, lang: Lang) -> Option<Self> {
        let in_force = indicator.series.in_force(as_of);
        let (current, since) = (in_force.current, in_force.since?);
        let is_in_force = current.series_key.period_type == PeriodType::EffectiveFrom
            && !current.is_to_come(as_of);
        is_in_force.then(|| InForceView {
            date: since,
            value_raw: Decimal::new(&current.value),
            text: html::rate_with_its_day(indicator, current, since, lang),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationView<'a> {
    schema_version: &'static str,
    key: &'a str,
    status: StatusView,
    change: Both<ReasonView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusView {
    source_status: &'static str,
    reason: Reason,
    #[serde(skip_serializing_if = "Option::is_none")]
    stale_at: Option<String>,
    sentence: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReasonView {
    result: Outcome,
    rule: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_date: Option<NaiveDate>,
    current_value_raw: Decimal,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_value_raw: Option<Decimal>,
    sentence: String,
}

impl<'a> ExplanationView<'a> {
    pub fn new(member: Member<'a>, offset: Offset, lang: Lang) -> Self {
        let Member {
            indicator,
            effective,
        } = member;
        ExplanationView {
            schema_version: SCHEMA_VERSION,
            key: indicator.key.as_str(),
            status: StatusView {
                source_status: effective.status.name(),
                reason: effective.reason,
                stale_at: effective.stale_at.map(|instant| offset.timestamp(instant)),
                sentence: text::explained(indicator, effective, offset, lang),
            },
            change: Both::new(|comparand| {
                ReasonView::new(indicator, effective.status, comparand, lang)
            }),
        }
    }
}

impl ReasonView {
    fn new(indicator: &Indicator, status: Status, comparand: Comparand, lang: Lang) -> Self {
        let current = indicator.series.current();
        let comparison = Comparison::new(&indicator.series, status, comparand);
        let decimals = indicator.decimals_of(&current.series_key);
        ReasonView {
            result: comparison.outcome,
            rule: comparison.rule,
            current_date: current.date,
            current_value_raw: Decimal::new(&current.value),
            base_date: comparison.base_date,
            base_value_raw: comparison.base.map(|base| Decimal::new(&base.value)),
            sentence: text::change(&comparison, decimals, status, comparand, lang),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::site::chart::samples::series;

    fn latest_at(indicator: &Indicator, day: &str) -> Value {
        let effective = EffectiveStatus {
            status: Status::Verified,
            reason: Reason::Checked,
            stale_at: None,
        };
        let member = Member {
            indicator,
            effective: &effective,
        };
        let view = LatestView::new(member, day.parse().unwrap(), Lang::En);
        serde_json::to_value(view).unwrap()
    }

    fn latest(indicator: &Indicator) -> Value {
        latest_at(indicator, "2026-11-20")
    }

    #[test]
    fn the_rate_in_force_stands_beside_one_to_come() {
        let rows = [
            "2026-01-01 8",
            "2026-06-11 7.5",
            "2026-10-29 7.5",
            "2026-12-15 7",
        ];
        let indicator = Indicator::of_series(series(PeriodType::EffectiveFrom, &rows));
        let latest = latest_at(&indicator, "2026-11-20");
        assert_eq!(latest["current"]["date"], "2026-12-15");
        assert_eq!(
            [&latest["inForce"]["date"], &latest["inForce"]["valueRaw"]],
            [&json!("2026-06-11"), &json!(7.5)]
        );
        let text = latest["inForce"]["text"]
            .as_str()
            .unwrap()
            .replace('\u{a0}', " ");
        assert_eq!(text, "7.5 azn from 11 June 2026");
        assert_eq!(
            latest_at(&indicator, "2026-12-15")["inForce"]["date"],
            "2026-12-15"
        );
        assert_eq!(
            latest_at(&indicator, "2025-12-31").get("inForce"),
            None,
            "none is in force yet"
        );
        let monthly = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        assert_eq!(latest_at(&monthly, "2026-11-20").get("inForce"), None);
    }

    #[test]
    fn whole_years_are_compared_and_parts_of_years_are_not() {
        let rows = ["2024-12-31 100", "2025-12-31 110"];
        let series = series(PeriodType::YearToDate, &rows);
        let total = Indicator::of_series(series.clone());
        let latest_view = latest(&total);
        assert_eq!(
            [&latest_view["frequency"], &latest_view["difference"]["abs"]],
            [&json!("M"), &json!(null)]
        );
        let years = series
            .observations()
            .iter()
            .cloned()
            .map(|row| row.with_frequency(Frequency::Annual));
        let annual = Indicator::of_series(Series::new(years.collect()).unwrap());
        let latest_view = latest(&annual);
        assert_eq!(
            [&latest_view["frequency"], &latest_view["difference"]["pct"]],
            [&json!("A"), &json!(10)]
        );
    }

    #[test]
    fn the_unit_is_that_of_the_current_observation() {
        let series = series(
            PeriodType::Monthly,
            &["2026-01-31 1 azn", "2026-02-28 2 usd"],
        );
        let unit = Arc::new(Unit::new(
            "azn".to_owned(),
            Localized::build(|_| "azn".to_owned()),
        ));
        let latest = latest(&Indicator {
            unit,
            ..Indicator::of_series(series)
        });
        assert_eq!(latest["unit"], "usd");
        let text = |member: &str| {
            latest[member]["text"]
                .as_str()
                .unwrap()
                .replace('\u{a0}', " ")
        };
        assert_eq!([text("previous"), text("current")], ["1 azn", "2 usd"]);
    }

    #[test]
    fn a_short_name_stands_beside_the_name() {
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        assert_eq!(latest(&indicator).get("shortName"), None);
        let short = Indicator {
            short_name: Some(Localized::build(|_| "s".to_owned())),
            ..indicator
        };
        let latest = latest(&short);
        assert_eq!(
            [&latest["name"], &latest["shortName"]],
            [&json!("x"), &json!("s")]
        );
    }
}
