//! Observations, series and charts for tests.

use super::{Canvas, Chart, ChartView, PAGE, Panel, Part, Parts, Subject};
use crate::model::{Localized, Measure, Observation, PeriodType, Series, SeriesKey};

/// Of rows of `date [value [unit [measure]]]`.
pub fn observations(period_type: PeriodType, rows: &[&str]) -> Vec<Observation> {
    let observation = |row: &&str| {
        let cells: Vec<&str> = row.split(' ').collect();
        let unit = cells.get(2).copied().unwrap_or("azn");
        let measure = Measure::ALL.into_iter().find(|measure| cells.get(3) == Some(&measure.name()));
        Observation {
            series_key: SeriesKey::sample(unit, period_type, measure.unwrap_or_default()),
            ..Observation::sample(period_type, cells[0], cells.get(1).unwrap_or(&"1"))
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
    let with = (1..).zip(with).map(|(place, series)| (subject(series), place)).collect();
    let view = ChartView {
        own: subject(own),
        own_place: 0,
        with,
        as_of: as_of.parse().unwrap(),
        decimals: 0,
        since: None,
        is_of_changes: false,
    };
    Chart::new(&view, Canvas { parts: Parts::PerField(width), ..PAGE }).unwrap()
}

pub fn panel(chart: &Chart) -> &Panel {
    match &chart.parts[0] {
        Part::Drawn(panel) => panel,
        Part::Sentence(text) => panic!("{text:?}"),
    }
}
