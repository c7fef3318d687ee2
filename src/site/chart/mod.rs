//! The history of an indicator as a picture that does not mislead [D15.1 to D15.8]: all places, in parts of a
//! field. A page and a picture of its own write it down, each in its way.

mod axes;
mod drawing;
mod groups;
mod panel;
mod parts;
mod path;
#[cfg(test)]
pub mod samples;
mod sparkline;
mod years;

#[cfg(test)]
pub use drawing::palette;
pub use drawing::{EndLabel, Stroke, StrokeKind};
pub use panel::Panel;
pub use parts::{Chart, Part};
pub use sparkline::{Sparkline, Window};

use chrono::NaiveDate;

use crate::model::{Localized, Series};

/// One of the series in a chart.
#[derive(Clone, PartialEq, Hash)]
pub struct Subject<'a> {
    /// Its name beside the others.
    pub name: &'a Localized<String>,
    pub series: &'a Series,
    /// Whether it is known that nothing has changed since its last observation.
    pub is_verified: bool,
}

#[derive(Clone, PartialEq, Hash)]
pub struct ChartView<'a> {
    pub own: Subject<'a>,
    /// Series of the same unit and period type beside it.
    pub with: Vec<Subject<'a>>,
    /// The day up to which a rate in force is drawn.
    pub as_of: NaiveDate,
    /// Digits behind the point of values in the chart.
    pub decimals: u8,
}
