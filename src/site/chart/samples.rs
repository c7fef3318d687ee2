//! Observations, series and charts for tests.

use super::*;

use std::sync::LazyLock;

/// The observations of rows of `date [value [unit [measure]]]`.
pub fn observations(period_type: PeriodType, rows: &[&str]) -> Vec<Observation> {
    let observation = |row: &&str| {
        let cells: Vec<&str> = row.split(' ').collect();
        let unit = cells.get(2).copied().unwrap_or("azn");
        let measure = Measure::ALL
            .into_iter()
            .find(|measure| cells.get(3) == Some(&measure.name()));
        Observation {
            series_key: SeriesKey::sample(unit, period_type, measure.unwrap_or_default()),
            ..Observation::sample(period_type, cells[0], cells.get(1).unwrap_or(&"1"))
        }
    };

    rows.iter().map(observation).collect()
}

/// The series of rows of `date [value [unit [measure]]]`.
pub fn series(period_type: PeriodType, rows: &[&str]) -> Series {
    Series::new(observations(period_type, rows)).unwrap()
}

static NAME: LazyLock<Localized<String>> = LazyLock::new(|| Localized::build(|_| "own".to_owned()));

/// A verified series with others beside it.
pub fn view<'a>(main: &'a Series, companions: &[&'a Series], as_of: &str) -> ChartView<'a> {
    let subject = |(place, series)| Subject {
        key: "own",
        name: &NAME,
        series,
        is_verified: true,
        place,
    };
    ChartView {
        main: subject((0, main)),
        current: main.current(),
        companions: (1..).zip(companions.iter().copied()).map(subject).collect(),
        as_of: as_of.parse().unwrap(),
        decimals: 2,
        since: None,
        quantity: Quantity::Value,
        column: "value",
    }
}

/// Its chart.
pub fn chart(main: &Series, companions: &[&Series], as_of: &str, width: i64) -> Chart {
    let canvas = Canvas {
        parts: Parts::PerField(width),
        ..PAGE
    };
    Chart::new(&view(main, companions, as_of), canvas)
        .ok()
        .unwrap()
}
