//! The history of an indicator as a picture that does not mislead [D15.1 to D15.8]: lines, dots, axes and labels, each at
//! its place. Pages and `chart.svg` write it down.

mod drawing;
mod end_labels;
mod figures;
mod group;
mod legend;
mod path;
mod plot;
#[cfg(test)]
mod properties;
mod room;
#[cfg(test)]
pub mod samples;
mod scale;
mod sparkline;
mod stroke;
mod time_axis;

pub use figures::{Figures, Quantity};
pub use group::MAX_DAYS;
pub use plot::Chart;
pub use room::{Canvas, FURTHER, PAGE, Parts, Room};
pub use sparkline::{Sparkline, Window};
pub use stroke::Stroke;

use super::*;

use drawing::Drawn;
use end_labels::EndLabel;
use group::Group;
use path::{Point, Steps};
use scale::Scale;
use stroke::{StrokeKind, main_ink};
use time_axis::Axis;

/// One of the series in a chart.
#[derive(Clone, PartialEq, Hash)]
pub struct Subject<'a> {
    pub key: &'a str,
    /// Its name beside the others.
    pub name: &'a Localized<String>,
    pub series: &'a Series,
    /// Whether it is known that nothing has changed since its last observation.
    pub is_verified: bool,
}

#[derive(Clone, PartialEq, Hash)]
pub struct ChartView<'a> {
    pub main: Subject<'a>,
    /// Its latest observation, whatever is drawn.
    pub current: &'a Observation,
    /// Its place among all that are drawn here, which decides on its colour.
    pub main_place: usize,
    /// Series of the same unit and period type beside it, each with its place; all have dates.
    pub companions: Vec<(Subject<'a>, usize)>,
    /// The day up to which a rate in force is drawn, and after which everything is yet to come.
    pub as_of: NaiveDate,
    /// Digits behind the point of values in the chart.
    pub decimals: u8,
    /// The day from which on observations are drawn, where not all are.
    pub since: Option<NaiveDate>,
    pub quantity: Quantity,
}

impl<'a> ChartView<'a> {
    /// The same of figures that are computed from its series, alone.
    pub fn with_figures<'b>(&'b self, figures: &'b Figures) -> ChartView<'b> {
        let main = Subject { series: &figures.series, ..self.main.clone() };
        let decimals = figures.decimals.unwrap_or(self.decimals);
        ChartView { main, companions: Vec::new(), decimals, quantity: figures.quantity, ..self.clone() }
    }
}
