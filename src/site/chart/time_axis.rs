//! The axis of time: where a day stands, where years and months begin, and which of them are named. A period's name
//! stands in its middle and its turns have ticks, so that what stands at the end of a period is not read as the next one
//! [D24.1].

use super::*;

use std::iter;

/// An axis of fewer days is marked by days, and by months.
const MAX_DAYS_BY_DAY: i64 = 70;
const MAX_DAYS_BY_MONTH: i64 = 800;
/// Of more turns than this only those of named years have ticks.
const MAX_TURNS: u32 = 40;
/// The part of the width that is its edge.
const EDGE: i64 = 50;
/// The fewest days of a year that is named.
const MOST_OF_A_YEAR: i64 = 200;
/// The fewest days of a month that is named.
const HALF_A_MONTH: i64 = 14;

/// The steps by which days, months and years are named.
const DAY_STEPS: [u32; 7] = [1, 2, 5, 7, 10, 14, 28];
const MONTH_STEPS: [u32; 6] = [1, 2, 3, 4, 6, 12];
const YEAR_STEPS: [u32; 12] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

pub struct Label {
    /// The number of its day, month or year.
    number: u32,
    /// Parts of the width of the field.
    pub x: i64,
    pub text: Localized<String>,
    /// True if narrow pages have no room for it.
    pub is_wide_only: bool,
}

#[derive(Default)]
pub struct Marks {
    pub labels: Vec<Label>,
    /// The years below months or days.
    pub years: Vec<Label>,
    /// The turns of months, and of years.
    pub ticks: Vec<i64>,
    pub turns: Vec<i64>,
}

/// The time of a chart, from its first to its last day.
#[derive(Clone, Copy)]
pub struct Axis {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub width: i64,
    /// True if all days are ends of months.
    pub has_month_ends: bool,
}

/// A month, with its number in the year from 0, or a year.
#[derive(Clone, Copy)]
struct Period {
    number: u32,
    first: NaiveDate,
    last: NaiveDate,
}

impl Axis {
    /// Parts from the left: the middle where there is only one day.
    pub fn x(&self, day: NaiveDate) -> i64 {
        let range = self.days();
        if range == 0 {
            return self.width / 2;
        }

        // A rate that was in force before is drawn from the beginning on.
        let from = (day - self.first).num_days().max(0);
        (from * self.width * 2 + range) / (range * 2)
    }

    /// Returns true if a line that ends on this day reaches the edge of the field.
    pub fn ends_near(&self, day: NaiveDate) -> bool {
        ((self.last - day).num_days() + 1) * EDGE <= self.days()
    }

    fn days(&self) -> i64 {
        (self.last - self.first).num_days()
    }

    pub fn marks(&self, room: Room) -> Marks {
        match self.days() {
            0..MAX_DAYS_BY_DAY if !self.has_month_ends => self.mark_days(room),
            0..MAX_DAYS_BY_MONTH => self.mark_months(room),
            _ => self.mark_years(room),
        }
    }

    fn mark_days(&self, room: Room) -> Marks {
        let mut labels = Vec::new();
        let days = self.first.iter_days().take_while(|day| *day <= self.last);
        for (number, day) in (0..).zip(days) {
            let text = Localized::build(|lang| text::short_day(day, lang));
            labels.push(Label {
                number,
                x: self.x(day),
                text,
                is_wide_only: false,
            });
        }

        let labels = choose_labels(&DAY_STEPS, labels, room, self.width);
        Marks {
            ticks: labels.iter().map(|label| label.x).collect(),
            labels,
            years: self.years_below(room),
            turns: self.x_of_turns(self.years()),
        }
    }

    fn mark_months(&self, room: Room) -> Marks {
        let mut labels = Vec::new();
        for month in self.months() {
            if self.visible_days(month) >= HALF_A_MONTH {
                let text = Localized::build(|lang| lang.month(month.number).short.to_owned());
                labels.push(self.label(month, text));
            }
        }

        Marks {
            labels: choose_labels(&MONTH_STEPS, labels, room, self.width),
            years: self.years_below(room),
            ticks: self.x_of_turns(self.months()),
            turns: self.x_of_turns(self.years()),
        }
    }

    fn mark_years(&self, room: Room) -> Marks {
        let is_short = self.days() < 3 * MOST_OF_A_YEAR;
        let mut labels = Vec::new();
        for year in self.years() {
            if is_short || self.visible_days(year) >= MOST_OF_A_YEAR {
                labels.push(self.year_label(year));
            }
        }

        let count = self.last.year().abs_diff(self.first.year());
        let mut steps = YEAR_STEPS.into_iter();
        let step = steps.find(|step| count / step <= MAX_TURNS).unwrap_or(5000);
        let before = self
            .years()
            .filter(|year| (year.number + 1).is_multiple_of(step));
        Marks {
            labels: choose_labels(&YEAR_STEPS, labels, room, self.width),
            ticks: self.x_of_turns(before),
            ..Marks::default()
        }
    }

    /// The years below months or days, as far as there is room.
    fn years_below(&self, room: Room) -> Vec<Label> {
        let needed = self.days().max(1) * (room::text_width(4) + room::APART);
        let largest = self.years().map(|year| self.visible_days(year)).max();
        let mut labels = Vec::new();
        for year in self.years() {
            let seen = self.visible_days(year);
            // An axis always says its year.
            let is_largest = Some(seen) == largest;
            if is_largest || seen * room.wide >= needed {
                let mut label = self.year_label(year);
                label.is_wide_only = !is_largest && seen * room.narrow < needed;
                labels.push(label);
            }
        }

        labels
    }

    fn label(&self, period: Period, text: Localized<String>) -> Label {
        Label {
            number: period.number,
            x: self.middle(period),
            text,
            is_wide_only: false,
        }
    }

    fn year_label(&self, year: Period) -> Label {
        self.label(year, Localized::build(|_| year.number.to_string()))
    }

    fn months(&self) -> impl Iterator<Item = Period> {
        let month = Months::new(1);
        let days = iter::successors(self.first.with_day(1), move |first| {
            first.checked_add_months(month)
        });
        let days = days.take_while(|first| *first <= self.last);
        days.map(|first| Period {
            number: first.month0(),
            first,
            last: last_day_of_month(first),
        })
    }

    fn years(&self) -> impl Iterator<Item = Period> {
        (self.first.year()..=self.last.year()).filter_map(|year| {
            Some(Period {
                number: year.unsigned_abs(),
                first: NaiveDate::from_ymd_opt(year, 1, 1)?,
                last: NaiveDate::from_ymd_opt(year, 12, 31)?,
            })
        })
    }

    /// The x of each turn at the end of a period that is on the axis.
    fn x_of_turns(&self, periods: impl Iterator<Item = Period>) -> Vec<i64> {
        let turns = periods.map(|period| self.x(period.last));
        turns.filter(|x| (0..=self.width).contains(x)).collect()
    }

    /// The last day before a period, or before the axis. A day reaches from the one before it to itself.
    fn day_before(&self, period: Period) -> NaiveDate {
        let day = period.first.pred_opt();
        day.unwrap_or(period.first).max(self.first)
    }

    /// The number of days of a period that are on the axis.
    fn visible_days(&self, period: Period) -> i64 {
        let days = period.last.min(self.last) - self.day_before(period);
        days.num_days().max(0)
    }

    /// The middle of what is to be seen of a period.
    fn middle(&self, period: Period) -> i64 {
        (self.x(self.day_before(period)) + self.x(period.last.min(self.last))) / 2
    }
}

/// The labels of the smallest step that has room on a wide page; those that a narrow page has no room for are marked. A step
/// names the periods whose numbers it divides.
fn choose_labels(steps: &[u32], mut labels: Vec<Label>, room: Room, width: i64) -> Vec<Label> {
    let mut step = 1;
    for next in steps {
        step = *next;
        if are_apart(&labels_of_step(&labels, step), room.wide, width) {
            break;
        }
    }

    labels.retain(|label| label.number.is_multiple_of(step));

    let greater = steps.iter().filter(|greater| greater.is_multiple_of(step));
    let narrow = find_narrow_labels(&labels, greater, room.narrow, width);
    let narrow: Vec<i64> = narrow.iter().map(|label| label.x).collect();
    for label in &mut labels {
        label.is_wide_only = !narrow.contains(&label.x);
    }

    labels
}

/// The labels that a narrow page has room for: those of the first step that fits and leaves more than two, else every second,
/// third and so on.
fn find_narrow_labels<'l>(
    labels: &'l [Label],
    steps: impl Iterator<Item = &'l u32>,
    pixels: i64,
    width: i64,
) -> Vec<&'l Label> {
    for step in steps {
        let chosen = labels_of_step(labels, *step);
        if chosen.len() > 2 && are_apart(&chosen, pixels, width) {
            return chosen;
        }
    }

    for every in 1..=labels.len() {
        let chosen: Vec<&Label> = labels.iter().step_by(every).collect();
        if are_apart(&chosen, pixels, width) {
            return chosen;
        }
    }

    Vec::new()
}

fn labels_of_step(labels: &[Label], step: u32) -> Vec<&Label> {
    let labels = labels.iter();
    labels
        .filter(|label| label.number.is_multiple_of(step))
        .collect()
}

/// Returns true if labels stand apart from each other, in order, in a field of this many pixels.
fn are_apart(labels: &[&Label], pixels: i64, width: i64) -> bool {
    for pair in labels.windows(2) {
        let needed = (room::widest(&pair[0].text) + room::widest(&pair[1].text)) / 2 + room::APART;
        if (pair[1].x - pair[0].x) * pixels < needed * width {
            return false;
        }
    }

    !labels.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(first: &str, last: &str, has_month_ends: bool, room: Room) -> Marks {
        let axis = Axis {
            first: first.parse().unwrap(),
            last: last.parse().unwrap(),
            width: 10_000,
            has_month_ends,
        };
        let marks = axis.marks(room);
        let all = marks.labels.iter().chain(&marks.years).map(|label| label.x);
        assert!(
            all.chain(marks.ticks.iter().copied())
                .all(|x| (0..=10_000).contains(&x))
        );
        marks
    }

    const EVERYWHERE: Room = Room {
        narrow: 500,
        wide: 500,
    };

    /// The labels, and the years below them.
    fn written(first: &str, last: &str, has_month_ends: bool) -> (Vec<String>, Vec<String>) {
        let marks = marks(first, last, has_month_ends, EVERYWHERE);
        let text = |label: &Label| label.text.get(Lang::En).replace('\u{a0}', " ");
        (
            marks.labels.iter().map(text).collect(),
            marks.years.iter().map(text).collect(),
        )
    }

    #[test]
    fn marks_are_round_and_an_axis_says_its_year() {
        let none: Vec<String> = Vec::new();
        let years = [
            "2008", "2010", "2012", "2014", "2016", "2018", "2020", "2022", "2024",
        ];
        assert_eq!(
            written("2008-05-31", "2026-01-31", true),
            (years.map(str::to_owned).to_vec(), none)
        );
        let (months, years) = written("2025-06-30", "2026-02-28", true);
        assert_eq!(
            months,
            ["July", "Aug", "Sept", "Oct", "Nov", "Dec", "Jan", "Feb"]
        );
        assert_eq!(years, ["2025", "2026"]);
        let (days, years) = written("2026-11-01", "2026-11-20", false);
        assert_eq!(days, ["1 Nov", "6 Nov", "11 Nov", "16 Nov"]);
        assert_eq!(years, ["2026"]);
        let (days, years) = written("2025-12-30", "2026-01-02", false);
        assert_eq!(days, ["30 Dec", "31 Dec", "1 Jan", "2 Jan"]);
        assert_eq!(years, ["2025", "2026"]);
        assert!(written("0001-01-01", "9999-12-31", false).0.len() < 16);
    }

    #[test]
    fn a_value_of_december_stands_at_the_end_of_its_year() {
        let axis = Axis {
            first: "2019-12-31".parse().unwrap(),
            last: "2026-12-31".parse().unwrap(),
            width: 10_000,
            has_month_ends: true,
        };
        let marks = axis.marks(EVERYWHERE);
        let of_2023 = marks
            .labels
            .iter()
            .find(|label| label.text.get(Lang::Ru) == "2023")
            .unwrap();
        let december = axis.x("2023-12-31".parse().unwrap());
        assert!(marks.ticks.contains(&december), "the turn of the year");
        assert_eq!(
            of_2023.x,
            (axis.x("2022-12-31".parse().unwrap()) + december) / 2
        );
    }

    #[test]
    fn narrower_pages_have_fewer_of_the_same_labels() {
        let shown = |marks: &Marks| {
            let narrow = marks.labels.iter().filter(|label| !label.is_wide_only);
            [marks.labels.len(), narrow.count()]
        };

        let months = marks(
            "2025-01-31",
            "2026-01-31",
            true,
            Room {
                narrow: 190,
                wide: 460,
            },
        );

        assert_eq!(shown(&months), [12, 4]);
        assert_eq!(
            months.ticks.len(),
            13,
            "at every turn of a month, and at both ends"
        );
        let all = ["2025", "2026"];
        assert!(
            months
                .years
                .iter()
                .zip(all)
                .all(|(label, year)| label.text.get(Lang::En) == year)
        );
        let years = marks(
            "2008-12-31",
            "2026-01-31",
            true,
            Room {
                narrow: 230,
                wide: 450,
            },
        );

        assert_eq!(shown(&years), [8, 4]);
    }
}
