//! The history of an indicator as a picture that does not mislead [D15]: lines, dots, axes and labels, each at
//! its place. Pages and `chart.svg` write it down.

mod drawing;
mod figures;
mod group;
mod labels;
mod margins;
mod outline;
mod path;
mod plot;
#[cfg(test)]
mod properties;
mod room;
#[cfg(test)]
pub mod samples;
mod scale;
mod sparkline;
mod time_axis;
mod words;

pub use figures::{Figures, Quantity};
pub use group::MAX_DAYS;
pub use outline::Outline;
pub use path::Stroke;
pub use plot::Chart;
pub use room::{Canvas, PAGE, Parts, Room, largest};
pub use sparkline::{Sparkline, Window};
pub use words::latest_value;

use super::*;

use drawing::{DrawnSeries, Field, all_observations};
use group::{Group, Interruptions};
use labels::EndLabel;
use path::{Paths, StrokeKind};
use scale::Scale;
use time_axis::Axis;

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
    pub fn key(&self) -> &'a SeriesKey {
        &self.main.series.current().series_key
    }

    /// The days from the middle of a period to its date: of a year, and of a month or quarter that has a value of its own. What
    /// adds up several periods stands at their end.
    pub fn days_to_middle(&self) -> u64 {
        let key = self.key();
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
