//! One series as a file has it: its figures by their dates, and the faults in them; and the date of the series that a period
//! of a source means.

use super::*;

use crate::dataset::Part;
use crate::model::PeriodType;

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
    /// True if a figure was passed over that neither the program nor the definition names.
    pub has_passed: bool,
    /// True if its place in the file was found.
    pub is_located: bool,
}

impl SeriesReading {
    pub fn fault(message: Message) -> Self {
        SeriesReading {
            faults: vec![message],
            ..SeriesReading::default()
        }
    }

    /// The reading, with its place in the file found.
    pub fn located(self) -> Self {
        SeriesReading {
            is_located: true,
            ..self
        }
    }

    /// Adds the figure of a date; another one that the file has for it already is a fault.
    pub fn add(&mut self, date: NaiveDate, figure: Figure) {
        let Figure { value, place, .. } = &figure;
        match self.figures.get(&date) {
            None => drop(self.figures.insert(date, figure)),
            Some(first) if first.value == *value => {}
            Some(first) => self.faults.push(msg::table_twice(
                date,
                first.value,
                &first.place,
                *value,
                place,
            )),
        }
    }
}

/// A label with the year that stands near it where it has none, and with the calendar year that a split year means for its
/// months. `None` without a year, and for a split year alone and its quarters.
pub fn with_year(label: Label, near: Option<Year>, year_start: Option<u32>) -> Option<Label> {
    let Label::Period { year, part } = label else {
        return Some(label);
    };

    let year = match (year.or(near)?, part) {
        (Year::Calendar(year) | Year::TwoDigits(year), _) => year,
        (Year::Split(year), Some(Part::Months(first, last))) => {
            let start = year_start?;
            let is_second = first < start;
            (is_second == (last < start)).then_some(year + i32::from(is_second))?
        }
        (Year::Split(year), Some(Part::Day(month, _))) => year + i32::from(month < year_start?),
        (Year::Split(_), _) => return None,
    };

    if let Some(Part::Day(month, day)) = part {
        return NaiveDate::from_ymd_opt(year, month, day).map(Label::Day);
    }

    Some(Label::Period {
        year: Some(Year::Calendar(year)),
        part,
    })
}

/// The date in a series of a label [`with_year`]; `None` where the series has no such periods. With `is_month_before`, the
/// first day of a month means the month before.
pub fn date(label: Label, indicator: &Indicator, is_month_before: bool) -> Option<NaiveDate> {
    let months = months(indicator);
    let since_january = indicator.period_type.is_since_january();
    let is_stock = matches!(
        indicator.period_type,
        PeriodType::MonthEnd | PeriodType::PointInTime
    );
    let (year, part) = match label {
        Label::Day(day) if is_month_before && day.day() == 1 && months.is_some() => {
            let before = day.pred_opt()?;
            (
                before.year(),
                Some(Part::Months(before.month(), before.month())),
            )
        }
        Label::Day(day) => {
            let end = last_day_of_month(day);
            return match months {
                None => Some(day),
                Some(1) => Some(end),
                Some(months) => {
                    let ends_period = is_stock && day.month() % months == 0 && day == end;
                    ends_period.then_some(day)
                }
            };
        }
        Label::Period {
            year: Some(Year::Calendar(year)),
            part,
        } => (year, part),
        Label::Period { .. } => return None,
    };

    let months = months?;
    let (last, counts) = match part {
        None => (12, months == 12),
        Some(Part::Day(..)) => return None,
        Some(Part::Quarter(quarter)) => (quarter * 3, months == 3 && is_stock),
        Some(Part::Months(first, last)) => {
            let is_total = since_january && first == 1;
            let is_whole = is_stock && last + 1 - first == months;
            // In a total since January, a month stands for all months until it.
            let is_last_month = first == last && (months == 1 || is_stock || since_january);
            (
                last,
                last % months == 0 && (is_whole || is_last_month || is_total),
            )
        }
    };

    NaiveDate::from_ymd_opt(year, last, 1)
        .filter(|_| counts)
        .map(last_day_of_month)
}

/// Returns true if a label without a year would be a date of the series if its year were known.
pub fn counts_in_some_year(label: Label, indicator: &Indicator, is_month_before: bool) -> bool {
    let Label::Period {
        part: part @ Some(_),
        ..
    } = label
    else {
        return false;
    };

    let label = Label::Period { year: None, part };
    let label = with_year(label, Some(Year::Calendar(2000)), None);
    label.is_some_and(|label| date(label, indicator, is_month_before).is_some())
}

/// The months from one observation of a series to the next; `None` where days are observed.
pub fn months(indicator: &Indicator) -> Option<u32> {
    match (indicator.frequency, indicator.period_type) {
        (Some(frequency), _) => Some(frequency.months()),
        (None, PeriodType::Daily | PeriodType::PointInTime | PeriodType::EffectiveFrom) => None,
        (None, _) => Some(1),
    }
}
