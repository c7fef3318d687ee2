//! The history of an indicator as a picture that does not mislead [D15]: lines, dots, axes and labels, each at
//! its place. Pages and `chart.svg` write it down.

mod drawing;
mod figures;
mod group;
mod outline;
mod path;
mod plot;
#[cfg(test)]
mod properties;
mod room;
mod scale;
mod sparkline;
mod time_axis;

pub use figures::{Figures, Quantity};
pub use group::MAX_DAYS;
pub use outline::Outline;
pub use path::Stroke;
pub use plot::{Chart, latest_value};
pub use room::{Canvas, Margins, PAGE, Parts, Room, largest};
pub use sparkline::{Sparkline, Window};

use super::*;

use drawing::{DrawnSeries, EndLabel, Field, all_observations, draw};
use group::Group;
use outline::SeriesOutline;
use path::{Paths, Point, StrokeKind, main_ink};
use scale::Scale;
use time_axis::{Axis, Label, Marks};

/// One of the series in a chart.
#[derive(Clone)]
pub struct Subject<'a> {
    pub key: &'a str,
    /// Its name beside the others.
    pub name: &'a Localized<String>,
    pub series: &'a Series,
    /// True if it is known that nothing has changed since its last observation.
    pub is_verified: bool,
    /// Its place among all that are drawn with it, which decides on its colour.
    pub place: usize,
}

#[derive(Clone)]
pub struct ChartView<'a> {
    pub main: Subject<'a>,
    /// Its latest observation, whatever is drawn.
    pub current: &'a Observation,
    /// Series of the same unit and period type beside it; all have dates.
    pub companions: Vec<Subject<'a>>,
    /// The day up to which a rate in force is drawn, and after which everything is yet to come.
    pub as_of: NaiveDate,
    /// Digits behind the point of values in the chart.
    pub decimals: u8,
    /// The day from which on observations are drawn, where not all are.
    pub since: Option<NaiveDate>,
    pub quantity: Quantity,
    /// The column of `changes.csv` that has the values.
    pub column: &'static str,
}

impl<'a> ChartView<'a> {
    /// The days from the middle of a period to its date: of a year, and of a month or quarter that has a value of its own. What
    /// adds up several periods stands at their end.
    pub fn days_to_middle(&self) -> u64 {
        let key = &self.main.series.current().series_key;
        let is_sum = matches!(
            self.quantity,
            Quantity::Derived(Derivation::Last12 | Derivation::Last4)
        );
        match (key.frequency, key.period_type) {
            (Some(Frequency::Annual), _) => 183,
            (Some(Frequency::Quarterly), PeriodType::Monthly) if !is_sum => 46,
            (None, PeriodType::Monthly) if !is_sum => 15,
            _ => 0,
        }
    }

    /// A view of figures that are computed from the main series, without the companions.
    pub fn with_figures<'b>(&'b self, figures: &'b Figures) -> ChartView<'b> {
        let main = Subject {
            series: &figures.series,
            ..self.main.clone()
        };
        let Figures {
            quantity, column, ..
        } = *figures;
        let decimals = figures.decimals.unwrap_or(self.decimals);
        ChartView {
            main,
            companions: Vec::new(),
            decimals,
            quantity,
            column,
            ..*self
        }
    }
}

/// Observations, series and charts for tests.
#[cfg(test)]
pub mod samples {
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

    static NAME: LazyLock<Localized<String>> =
        LazyLock::new(|| Localized::build(|_| "own".to_owned()));

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
}
