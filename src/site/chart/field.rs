//! The field of a chart: where in it an observation lies.

use super::ChartView;
use super::path::{self, Point};
use super::room::Room;
use super::scale::Scale;
use super::time_axis::Axis;
use crate::model::{Localized, Observation};
use crate::site::text;

pub struct Field<'a> {
    pub view: &'a ChartView<'a>,
    pub scale: Scale,
    pub axis: Axis,
    /// Pixels of the field's width for which labels are placed.
    pub room: Room,
    /// Parts of the width that cannot be told apart.
    pub column: i64,
}

impl Field<'_> {
    pub fn point(&self, of: &Observation) -> Option<Point> {
        Some((self.axis.x(of.date?), self.scale.y(of.value)))
    }

    pub fn points(&self, run: &[Observation]) -> Vec<Point> {
        let points: Vec<Point> = run.iter().filter_map(|of| self.point(of)).collect();
        path::downsample(&points, self.column)
    }
}

/// A value as the end of a line shows it.
pub fn value(of: &Observation, view: &ChartView<'_>) -> Localized<String> {
    Localized::build(|lang| text::fixed(&of.value, view.decimals, lang))
}
