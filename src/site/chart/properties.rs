//! Properties of drawings over random series of every period type, at the widths that pages and pictures have.

use chrono::{Days, NaiveDate};
use proptest::prelude::*;

use super::drawing::Drawing;
use super::inner_labels::{InnerLabel, Shown};
use super::room::{self, Room};
use super::{Canvas, Chart, ChartView, PAGE, Panel, Parts, Subject};
use crate::model::{Localized, Observation, PeriodType, Series, last_day_of_month};

/// The width inside the margins of a picture of its own.
const PICTURE: Canvas =
    Canvas { room: Room { narrow: 752, wide: 752 }, parts: Parts::PerPixel(10), column: 20 };

/// Steps between observations in days, and values in hundredths.
fn rows() -> impl Strategy<Value = Vec<(u64, i64)>> {
    let steps = prop_oneof![Just(1u64), Just(31), Just(92), 1u64..400];
    let values = prop_oneof![-900i64..900, 100_000i64..100_900, 0i64..9_000_000];
    (steps, values).prop_flat_map(|(step, value)| {
        let row = (step..=step + step / 9, value - value.abs() / 9..=value + value.abs() / 9 + 40);
        prop::collection::vec(row, 3..70)
    })
}

fn series(period_type: PeriodType, rows: &[(u64, i64)]) -> Series {
    let mut day = NaiveDate::from_ymd_opt(2001, 1, 3).unwrap();
    let mut all: Vec<Observation> = Vec::new();
    for (step, value) in rows {
        day = day + Days::new(*step);
        let date = if period_type.is_month_dated() { last_day_of_month(day) } else { day };
        if all.last().is_none_or(|last| last.date < Some(date)) {
            let value = format!(
                "{}{}.{:02}",
                if *value < 0 { "-" } else { "" },
                value.abs() / 100,
                value.abs() % 100
            );
            all.push(Observation::sample(period_type, &date.to_string(), &value));
        }
    }
    Series::new(all).unwrap()
}

/// The chart of a series, and of one of the same unit beside it, compiled some days after its end.
fn chart(own: &Series, other: Option<&Series>, days: u64, canvas: Canvas) -> Option<Chart> {
    let name = Localized::build(|_| "Нижняя граница".to_owned());
    let subject = |series| Subject { name: &name, series, is_verified: days % 2 == 0 };
    let with = other.into_iter().map(|other| (subject(other), 1)).collect();
    let as_of = own.current().date? + Days::new(days) - Days::new(20);
    Chart::new(
        &ChartView {
            own: subject(own),
            own_place: 0,
            with,
            as_of,
            decimals: 2,
            since: None,
            is_of_changes: false,
        },
        canvas,
    )
}

/// Left, right, top and bottom of a label in a field of so many pixels, in tenths of them.
fn label_box(label: &InnerLabel, width: i64, pixels: i64) -> [i64; 4] {
    let text = room::text_width(room::longest(&label.text)) * 10;
    let (across, down) = label.place.offset();
    let x = label.x * pixels * 10 / width + across * 10;
    let (left, right) = if label.place.is_left() { (x - text, x) } else { (x, x + text) };
    let baseline = label.y + down * 10;
    [left, right, baseline - 100, baseline + 30]
}

fn meet(one: &[i64; 4], other: &[i64; 4]) -> bool {
    one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
}

fn check_labels(drawing: &Drawing, width: i64, pixels: i64, not: Shown) -> Result<(), TestCaseError> {
    let shown = drawing.inner.labels.iter().filter(|label| label.shown != not);
    let boxes: Vec<[i64; 4]> = shown.map(|label| label_box(label, width, pixels)).collect();
    for (i, one) in boxes.iter().enumerate() {
        prop_assert!(one[0] >= -10 && one[1] <= pixels * 10 + 10, "{:?} in {}", one, pixels);
        prop_assert!(!boxes[i + 1..].iter().any(|other| meet(one, other)), "{:?}", boxes);
    }
    for end in &drawing.ends {
        let own = (end.y - end.line).abs();
        prop_assert!(drawing.ends.iter().all(|other| (end.y - other.line).abs() >= own));
        let is_apart = |other: &&super::end_labels::EndLabel| (other.y - end.y).abs() < 150;
        prop_assert_eq!(drawing.ends.iter().filter(is_apart).count(), 1);
    }
    Ok(())
}

fn check_marks(panel: &Panel, width: i64, pixels: i64, is_narrow: bool) -> Result<(), TestCaseError> {
    for row in [&panel.labels, &panel.years] {
        let shown: Vec<_> = row.iter().filter(|label| !is_narrow || !label.is_wide).collect();
        for pair in shown.windows(2) {
            let texts = [pair[0], pair[1]].map(|label| room::text_width(room::longest(&label.text)));
            let distance = (pair[1].x - pair[0].x) * pixels / width;
            prop_assert!(distance * 2 >= texts[0] + texts[1], "{} of {:?}", distance, texts);
        }
    }
    prop_assert!(panel.labels.iter().any(|label| !label.is_wide));
    Ok(())
}

/// All points of a path that begins its parts with `M`.
fn points(path: &str) -> Vec<(i64, i64)> {
    let (mut found, mut at) = (Vec::new(), (0, 0));
    let starts: Vec<usize> = path.match_indices(|c: char| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(path.len());
        let numbers: Vec<i64> =
            path[start + 1..end].split(' ').map(|number| number.parse().unwrap()).collect();
        at = match (&path[*start..=*start], &numbers[..]) {
            ("M", [x, y]) => (*x, *y),
            ("l", [x, y]) => (at.0 + x, at.1 + y),
            ("h", [x]) => (at.0 + x, at.1),
            ("v", [y]) => (at.0, at.1 + y),
            other => panic!("{other:?}"),
        };
        found.push(at);
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn labels_never_meet_and_nothing_leaves_its_field(
        kind in prop::sample::select(PeriodType::ALL.to_vec()),
        own in rows(),
        other in prop::option::of(rows()),
        days in 0u64..900,
    ) {
        let own = series(kind, &own);
        let other = other.map(|other| series(kind, &other));
        for canvas in [PAGE, PICTURE] {
            let chart = chart(&own, other.as_ref(), days, canvas).unwrap();
            let room = chart.margins.inside(canvas);
            let width = match canvas.parts {
                Parts::PerField(parts) => parts,
                Parts::PerPixel(parts) => room.wide * parts,
            };
            for panel in chart.panels() {
                check_labels(&panel.drawing, width, room.narrow, Shown::Wide)?;
                check_labels(&panel.drawing, width, room.wide, Shown::Narrow)?;
                check_labels(&panel.drawing, width, room.wide * 2, Shown::Narrow)?;
                check_marks(panel, width, room.narrow, true)?;
                check_marks(panel, width, room.wide, false)?;
                for stroke in &panel.drawing.strokes {
                    for (x, y) in points(&stroke.path) {
                        prop_assert!((0..=width).contains(&x) && (0..=panel.height * 10).contains(&y), "{:?}", stroke);
                    }
                }
            }
        }
    }
}
