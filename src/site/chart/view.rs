//! Everything that a chart depends on.

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
    /// Digits behind the point of values that stand in the chart.
    pub decimals: u8,
}
