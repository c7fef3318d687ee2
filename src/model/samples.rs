//! Observations, series and indicators for tests, with nothing but what a test says of them.

use super::*;

use std::num::NonZeroU32;

impl Series {
    /// One of rows whose places do not matter.
    pub fn new(observations: Vec<Observation>) -> Result<Self, Vec<NotASeries<()>>> {
        Series::from_rows(
            observations
                .into_iter()
                .map(|observation| ((), observation))
                .collect(),
        )
    }

    /// Rows of `date value`, optionally followed by a unit, a period type's name and a measure's name.
    pub fn sample(period_type: PeriodType, rows: &[&str]) -> Self {
        let observations = rows.iter().map(|row| {
            let cells: Vec<&str> = row.split(' ').collect();
            let cell = |i: usize| cells.get(i).copied();
            let named_type = PeriodType::ALL
                .into_iter()
                .find(|t| cell(3) == Some(t.name()));
            let measure = Measure::ALL
                .into_iter()
                .find(|m| cell(4) == Some(m.name()))
                .unwrap_or_default();
            let own_type = named_type.unwrap_or(period_type);
            Observation {
                series_key: SeriesKey::sample(cell(2).unwrap_or("azn"), own_type, measure),
                ..Observation::sample(own_type, cells[0], cells[1])
            }
        });

        Series::new(observations.collect()).unwrap()
    }
}

impl SeriesKey {
    /// With a unit of this code, which is its text too.
    pub fn sample(unit: &str, period_type: PeriodType, measure: Measure) -> Arc<Self> {
        let unit = Unit::new(unit.to_owned(), Localized::build(|_| unit.to_owned()));
        SeriesKey {
            unit: unit.into(),
            period_type,
            frequency: None,
            measure,
        }
        .into()
    }
}

impl Observation {
    /// An amount without further properties. Any text that is not a date stands for an unknown date.
    pub fn sample(period_type: PeriodType, date: &str, value: &str) -> Self {
        Observation {
            date: date.parse().ok(),
            value: value.parse().unwrap(),
            published: None,
            reported_change: None,
            reference: None,
            flags: Flags::default(),
            series_key: SeriesKey::sample("azn", period_type, Measure::Amount),
        }
    }

    pub fn with_frequency(mut self, frequency: Frequency) -> Self {
        Arc::make_mut(&mut self.series_key).frequency = Some(frequency);
        self
    }
}

impl Indicator {
    /// An indicator with a series and without other properties, for tests.
    pub fn of_series(series: Series) -> Self {
        let SeriesKey {
            unit,
            period_type,
            frequency,
            measure,
        } = &*series.current().series_key;
        Indicator {
            key: "x".parse().unwrap(),
            name: Localized::build(|_| "x".to_owned()),
            short_name: None,
            unit: unit.clone(),
            period_type: *period_type,
            frequency: *frequency,
            measure: *measure,
            source: None,
            release: None,
            declared: DeclaredStatus::As(Status::Verified),
            notes: None,
            keywords: Localized::default(),
            decimals: None,
            chart_with: Vec::new(),
            source_code: None,
            nominal: NonZeroU32::MIN,
            plausible: None,
            limits: Limits::default(),
            nsdp: Vec::new(),
            series: Arc::new(series),
        }
    }
}
