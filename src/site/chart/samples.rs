//! Observations, series and charts for tests.

use std::sync::Arc;

use super::{Chart, ChartView, Panel, Part, Subject};
use crate::model::{Flags, Localized, Measure, Observation, PeriodType, Series, SeriesKey, Unit};

/// Of rows of `date [value [unit [measure]]]`.
pub fn observations(period_type: PeriodType, rows: &[&str]) -> Vec<Observation> {
    let observation = |row: &&str| {
        let cells: Vec<&str> = row.split(' ').collect();
        let unit = cells.get(2).copied().unwrap_or("azn");
        let measure = Measure::ALL.into_iter().find(|measure| cells.get(3) == Some(&measure.name()));
        let unit = Unit::new(unit.to_owned(), Localized::build(|_| unit.to_owned()));
        Observation {
            date: cells[0].parse().ok(),
            value: cells.get(1).unwrap_or(&"1").parse().unwrap(),
            published: None,
            reported_change: None,
            reference: None,
            flags: Flags::default(),
            series_key: SeriesKey { unit: Arc::new(unit), period_type, measure: measure.unwrap_or_default() }
                .into(),
        }
    };
    rows.iter().map(observation).collect()
}

/// The same as a series.
pub fn series(period_type: PeriodType, rows: &[&str]) -> Series {
    Series::new(observations(period_type, rows)).unwrap()
}

/// The chart of a verified series with others beside it.
pub fn chart(own: &Series, with: &[&Series], as_of: &str, width: i64) -> Chart {
    let name = Localized::build(|_| "own".to_owned());
    let subject = |series| Subject { name: &name, series, is_verified: true };
    let with = with.iter().map(|series| subject(series)).collect();
    let view = ChartView { own: subject(own), with, as_of: as_of.parse().unwrap(), decimals: 0 };
    Chart::new(&view, width).unwrap()
}

/// The first axes of a chart.
pub fn panel(chart: &Chart) -> &Panel {
    match &chart.parts[0] {
        Part::Drawn(panel) => panel,
        Part::Sentence(text) => panic!("{text:?}"),
    }
}
