//! One series as a file has it: its figures by their dates, and the faults in them; and the date of the series that a period
//! of a source means.

use super::*;

use crate::dataset::Part;
use crate::model::{Frequency, PeriodType};

/// A value as the series has it, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub value: Number,
    pub flags: Flags,
    pub place: String,
}

/// The reading of a series.
#[derive(Default)]
pub struct SeriesReading {
    pub figures: BTreeMap<NaiveDate, Figure>,
    /// The dates for which the file has a place, also without a value.
    pub dates: BTreeSet<NaiveDate>,
    pub faults: Vec<Message>,
    pub warnings: Vec<Message>,
    /// Whether its place in the file was found.
    pub is_located: bool,
}

impl SeriesReading {
    pub fn fault(message: Message) -> Self {
        SeriesReading { faults: vec![message], ..SeriesReading::default() }
    }

    /// The reading, with its place in the file found.
    pub fn located(self) -> Self {
        SeriesReading { is_located: true, ..self }
    }

    /// Adds the figure of a date; another one that the file has for it already is a fault.
    pub fn add(&mut self, date: NaiveDate, figure: Figure) {
        let Figure { value, place, .. } = &figure;
        match self.figures.get(&date) {
            None => drop(self.figures.insert(date, figure)),
            Some(first) if first.value == *value => {}
            Some(first) => self.faults.push(msg::table_twice(date, first.value, &first.place, *value, place)),
        }
    }
}

/// A period with its year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Day(NaiveDate),
    Year(i32),
    PartOfYear(i32, Part),
}

impl Period {
    /// A label with the year that stands near it. `None` without a year, and for a split year and its quarters.
    pub fn new(label: Label, near: Option<Year>, year_start: Option<u32>) -> Option<Period> {
        let (year, part) = match label {
            Label::Day(day) => return Some(Period::Day(day)),
            Label::Period { year, part } => (year.or(near)?, part),
        };
        match (year, part) {
            (Year::Calendar(year), None) => Some(Period::Year(year)),
            (Year::Calendar(year), Some(part)) => Some(Period::PartOfYear(year, part)),
            (Year::Split(year), Some(Part::Months(first, last))) => {
                let start = year_start?;
                let year = if first >= start { year } else { year + 1 };
                let is_within = (first >= start) == (last >= start);
                is_within.then_some(Period::PartOfYear(year, Part::Months(first, last)))
            }
            (Year::Split(_), _) => None,
        }
    }

    /// The date in a series; `None` where the series has no such periods. With `is_month_before`, the first day of a month
    /// means the month before.
    pub fn date(self, indicator: &Indicator, is_month_before: bool) -> Option<NaiveDate> {
        let period_type = indicator.period_type;
        let is_stock = matches!(period_type, PeriodType::MonthEnd | PeriodType::PointInTime);
        let end = |year, month| NaiveDate::from_ymd_opt(year, month, 1).map(last_day_of_month);
        match (self, Unit::new(indicator)) {
            (Period::Day(day), Unit::Day) => Some(day),
            (Period::Day(day), _) if is_month_before && day.day() == 1 => {
                let before = day.pred_opt()?;
                let month = Part::Months(before.month(), before.month());
                Period::PartOfYear(before.year(), month).date(indicator, false)
            }
            (Period::Day(day), Unit::Month) => Some(last_day_of_month(day)),
            (Period::Day(day), Unit::Longer(frequency)) => {
                (is_stock && frequency.last_day(day) == day).then_some(day)
            }
            (Period::Year(year), Unit::Longer(Frequency::Annual)) => end(year, 12),
            (Period::PartOfYear(year, Part::Quarter(quarter)), Unit::Longer(Frequency::Quarterly))
                if is_stock =>
            {
                end(year, quarter * 3)
            }
            (Period::PartOfYear(year, Part::Months(first, last)), unit) => {
                let end = end(year, last)?;
                let is_single = first == last;
                let is_total = period_type.is_since_january() && first == 1;
                let counts = match unit {
                    Unit::Day => false,
                    Unit::Month => is_single || is_total,
                    Unit::Longer(frequency) => {
                        let is_whole = is_stock && last + 1 - first == frequency.months();
                        // Of a total since January, a month stands for all months until it.
                        let is_last_month = is_single && (is_stock || period_type.is_since_january());
                        frequency.last_day(end) == end && (is_whole || is_last_month || is_total)
                    }
                };
                counts.then_some(end)
            }
            _ => None,
        }
    }
}

/// Whether a label without a year would be a date of the series if its year were known.
pub fn counts_in_some_year(label: Label, indicator: &Indicator, is_month_before: bool) -> bool {
    let Label::Period { part, .. } = label else { return false };
    let period = Period::new(Label::Period { year: Some(Year::Calendar(2000)), part }, None, None);
    period.is_some_and(|period| period.date(indicator, is_month_before).is_some())
}

/// The length of the periods of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Day,
    Month,
    Longer(Frequency),
}

impl Unit {
    pub fn new(indicator: &Indicator) -> Unit {
        match (indicator.frequency, indicator.period_type) {
            (Some(frequency), _) => Unit::Longer(frequency),
            (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::EffectiveFrom) => Unit::Day,
            (None, _) => Unit::Month,
        }
    }

    /// How a person names the period that ends with a day.
    pub fn period(self, date: NaiveDate) -> String {
        match self {
            Unit::Day => date.to_string(),
            Unit::Month => date.format("%Y-%m").to_string(),
            Unit::Longer(frequency) => frequency.period(date),
        }
    }

    /// The months between two observations; `None` where that is not known.
    pub fn months(self) -> Option<u32> {
        match self {
            Unit::Day => None,
            Unit::Month => Some(1),
            Unit::Longer(frequency) => Some(frequency.months()),
        }
    }
}
