//! One series as a file has it: its figures by their dates, and the faults in them; and the date of the series that a period
//! of a source means.

use super::*;

use crate::dataset::Part;
use crate::model::PeriodType;

/// A value as the series has it, and where it stands.
#[derive(Clone, PartialEq)]
pub struct Figure {
    pub value: Number,
    pub flags: Flags,
    pub place: String,
}

/// A series, and where its figures stand in a file.
#[derive(Clone, Copy)]
pub struct SheetSeries<'a> {
    pub file_name: &'a str,
    pub series: &'a TableSeries,
    pub place: &'a SheetPlace,
    pub indicator: &'a Indicator,
}

/// The reading of a series.
#[derive(Clone, Default)]
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

/// The whole of two parts of a period: a year and what is within it.
pub fn join_parts(down: Label, across: Label) -> Option<Label> {
    use Label::Period;
    match (down, across) {
        (Period { year, part: None }, Period { year: None, part })
        | (Period { year: None, part }, Period { year, part: None }) => Some(Period { year, part }),
        _ => None,
    }
}

/// The date in a series of a label [`with_year`]; `None` where the series has no such periods. With `is_month_before`, the
/// first day of a month means the month before.
pub fn date(mut label: Label, indicator: &Indicator, is_month_before: bool) -> Option<NaiveDate> {
    let months = months(indicator);
    let since_january = indicator.period_type.is_since_january();
    if let Label::Day(mut day) = label {
        if months.is_none() {
            return Some(day);
        }

        if is_month_before && day.day() == 1 {
            day = day.pred_opt()?;
        } else if months > Some(1) && (since_january || day != last_day_of_month(day)) {
            return None;
        }

        label = Label::Period {
            year: Some(Year::Calendar(day.year())),
            part: Some(Part::Months(day.month(), day.month())),
        };
    }

    let Label::Period {
        year: Some(Year::Calendar(year)),
        part,
    } = label
    else {
        return None;
    };

    let months = months?;
    let (first, last) = label.span()?;
    let counts = match part {
        None => months == 12,
        Some(Part::Quarter(_)) => months == 3 && !since_january,
        // In a total since January, a month stands for all months until it.
        Some(_) if first == last => true,
        Some(_) if since_january => first == 1,
        Some(_) => last + 1 - first == months,
    };

    let end = NaiveDate::from_ymd_opt(year, last, 1).map(last_day_of_month);
    end.filter(|_| counts && last % months == 0)
}

/// Returns true if a label would be a date of the series if its year were known.
pub fn counts_in_some_year(mut label: Label, indicator: &Indicator, is_month_before: bool) -> bool {
    if let Label::Period {
        year,
        part: Some(_),
    } = &mut label
    {
        *year = None;
    }

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
