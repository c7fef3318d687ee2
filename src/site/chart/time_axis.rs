//! The axis of time: where a day stands, where years and months begin, and which of them are named. A period's name
//! stands in its middle and its turns have ticks, so that what stands at the end of a period is not read as the next one
//! [D24.1].

use super::*;

/// An axis of fewer days is marked by days, and by months.
const DAYS: i64 = 70;
const MONTHS: i64 = 800;
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

#[derive(Clone)]
pub struct Label {
    /// Parts of the width of the field.
    pub x: i64,
    pub text: Localized<String>,
    /// True if narrow pages have no room for it.
    pub is_wide: bool,
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

/// The first and the last day of a month or a year.
type Period = (NaiveDate, NaiveDate);

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
        let (mut names, mut ticks) = (Vec::new(), Vec::new());
        let labels = match self.days() {
            0..DAYS if !self.has_month_ends => {
                let days = self.first.iter_days().take_while(|day| *day <= self.last);
                for (number, day) in (0..).zip(days) {
                    let text = Localized::build(|lang| text::short_day(day, lang));
                    names.push((number, label(self.x(day), text)));
                }

                let labels = choose_labels(&DAY_STEPS, &names, room, self.width);
                ticks.extend(labels.iter().map(|label| label.x));
                labels
            }
            0..MONTHS => {
                for month in self.months() {
                    let month0 = month.0.month0();
                    if self.visible_days(month) >= HALF_A_MONTH {
                        let text = Localized::build(|lang| lang.month(month0).short.to_owned());
                        names.push((month0, label(self.middle(month), text)));
                    }

                    let tick = self.x(month.1);
                    if self.holds(tick) {
                        ticks.push(tick);
                    }
                }

                choose_labels(&MONTH_STEPS, &names, room, self.width)
            }
            days => return self.marks_of_years(days, room),
        };

        Marks {
            labels,
            years: self.years_below(room),
            ticks,
            turns: self.turns(1),
        }
    }

    fn marks_of_years(&self, days: i64, room: Room) -> Marks {
        let least = if days < 3 * MOST_OF_A_YEAR {
            0
        } else {
            MOST_OF_A_YEAR
        };

        let mut names = Vec::new();
        for year in self.years() {
            if self.visible_days(year) >= least {
                names.push((year.1.year().unsigned_abs(), self.year_label(year)));
            }
        }

        let count = self.last.year().abs_diff(self.first.year());
        let step = YEAR_STEPS
            .into_iter()
            .find(|step| count / step <= MAX_TURNS)
            .unwrap_or(5000);
        let labels = choose_labels(&YEAR_STEPS, &names, room, self.width);
        Marks {
            labels,
            ticks: self.turns(step),
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
            let is_wide = !is_largest && seen * room.narrow < needed;
            if is_largest || seen * room.wide >= needed {
                labels.push(Label {
                    is_wide,
                    ..self.year_label(year)
                });
            }
        }

        labels
    }

    fn year_label(&self, year: Period) -> Label {
        let text = Localized::build(|_| year.1.year().to_string());
        label(self.middle(year), text)
    }

    fn months(&self) -> Vec<Period> {
        let mut months = Vec::new();
        let mut next = self.first.with_day(1);
        while let Some(first) = next.filter(|first| *first <= self.last) {
            months.push((first, last_day_of_month(first)));
            next = first.checked_add_months(Months::new(1));
        }

        months
    }

    fn years(&self) -> impl Iterator<Item = Period> {
        (self.first.year()..=self.last.year()).filter_map(year_of)
    }

    /// The turns of every `step` years, each at the last day of the year before.
    fn turns(&self, step: u32) -> Vec<i64> {
        let mut turns = Vec::new();
        for (_, last) in self.years() {
            let x = self.x(last);
            if (last.year() + 1).unsigned_abs().is_multiple_of(step) && self.holds(x) {
                turns.push(x);
            }
        }

        turns
    }

    fn holds(&self, x: i64) -> bool {
        (0..=self.width).contains(&x)
    }

    /// The last day before a period, or before the axis. A day reaches from the one before it to itself.
    fn day_before(&self, (first, _): Period) -> NaiveDate {
        first.pred_opt().unwrap_or(first).max(self.first)
    }

    /// The number of days of a period that are on the axis.
    fn visible_days(&self, period: Period) -> i64 {
        (period.1.min(self.last) - self.day_before(period))
            .num_days()
            .max(0)
    }

    /// The middle of what is to be seen of a period.
    fn middle(&self, period: Period) -> i64 {
        (self.x(self.day_before(period)) + self.x(period.1.min(self.last))) / 2
    }
}

fn label(x: i64, text: Localized<String>) -> Label {
    Label {
        x,
        text,
        is_wide: false,
    }
}

fn year_of(year: i32) -> Option<Period> {
    let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
    Some((first, NaiveDate::from_ymd_opt(year, 12, 31)?))
}

/// The labels of the smallest step that has room on a wide page, and of these the ones that a narrow page has room for as
/// well: those of a greater step, else every second, third and so on. A step names the periods whose numbers it divides.
fn choose_labels(steps: &[u32], numbered: &[(u32, Label)], room: Room, width: i64) -> Vec<Label> {
    let mut by_step = Vec::new();
    for step in steps {
        let mut labels = Vec::new();
        for (number, label) in numbered {
            if number.is_multiple_of(*step) {
                labels.push(label);
            }
        }

        by_step.push((*step, labels));
    }

    let roomiest = by_step
        .iter()
        .find(|(_, labels)| are_apart(labels, room.wide, width));
    let Some((step, shown)) = roomiest.or(by_step.last()) else {
        return Vec::new();
    };

    let mut narrow = thin_out(shown, room.narrow, width);
    for (greater, labels) in &by_step {
        let is_round = greater.is_multiple_of(*step) && labels.len() > 2;
        if is_round && are_apart(labels, room.narrow, width) {
            narrow = labels.clone();
            break;
        }
    }

    let mut chosen = Vec::new();
    for label in shown {
        chosen.push(Label {
            is_wide: narrow.iter().all(|other| other.x != label.x),
            ..Label::clone(label)
        });
    }

    chosen
}

/// The most of these labels that have room, evenly apart.
fn thin_out<'a>(labels: &[&'a Label], pixels: i64, width: i64) -> Vec<&'a Label> {
    for step in 1..=labels.len() {
        let some: Vec<&Label> = labels.iter().step_by(step).copied().collect();
        if are_apart(&some, pixels, width) {
            return some;
        }
    }

    Vec::new()
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
            let narrow = marks.labels.iter().filter(|label| !label.is_wide);
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
