//! The history of an indicator as a picture that does not mislead [D15.1 to D15.8]: all places, in parts of a
//! field. A page and a picture of its own write it down, each in its way.

mod changes;
mod drawing;
mod end_labels;
mod field;
mod groups;
mod inner_labels;
mod labels;
mod legend;
mod neighbours;
mod palette;
mod panel;
mod parts;
mod path;
mod pieces;
#[cfg(test)]
mod properties;
mod remarks;
mod room;
#[cfg(test)]
pub mod samples;
mod scale;
mod sparkline;
mod stroke;
mod time_axis;
mod years;

pub use changes::Changes;
pub use inner_labels::{InnerLabel, Shown};
pub use legend::{Mark, Named};
pub use palette::Palette;
pub use panel::Panel;
pub use parts::{Chart, Part};
pub use room::{Canvas, FURTHER, PAGE, Parts, Room};
pub use sparkline::{Sparkline, Window};
pub use stroke::{Stroke, StrokeKind};

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
    /// Its place among all that are drawn here, which decides on its colour.
    pub own_place: usize,
    /// Series of the same unit and period type beside it, each with its place; all have dates.
    pub with: Vec<(Subject<'a>, usize)>,
    /// The day up to which a rate in force is drawn, and after which everything is yet to come.
    pub as_of: NaiveDate,
    /// Digits behind the point of values in the chart.
    pub decimals: u8,
    /// The day from which on observations are drawn, where not all are.
    pub since: Option<NaiveDate>,
    /// Whether its values are changes on a year earlier.
    pub is_of_changes: bool,
}

impl<'a> ChartView<'a> {
    /// The same of the changes of its series, alone.
    pub fn of_changes<'b>(&'b self, changes: &'b Changes) -> ChartView<'b> {
        let own = Subject { series: &changes.series, name: &changes.name, ..self.own.clone() };
        let decimals = if changes.is_in_unit { self.decimals } else { changes.decimals };
        ChartView { own, with: Vec::new(), decimals, is_of_changes: true, ..self.clone() }
    }

    /// Whether its years lie above each other.
    pub fn has_years(&self) -> bool {
        groups::has_years(self.own.series.observations())
    }

    /// The groups of one of its series, with what is drawn of them.
    fn groups(&self, subject: &Subject<'a>) -> Vec<groups::Group<'a>> {
        let all = groups::groups(subject.series.observations(), self.is_of_changes).into_iter();
        all.filter_map(|group| group.since(self.since)).collect()
    }
}
