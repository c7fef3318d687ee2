//! Properties of drawings over random series of every period type, at the widths that pages and pictures have.

use super::*;

use proptest::prelude::*;

use super::samples::view;

/// The width inside the margins of a picture of its own.
const PICTURE: Canvas = Canvas {
    room: Room {
        narrow: 752,
        wide: 752,
    },
    parts: Parts::PerPixel(10),
};

/// Steps between observations in days, and values in hundredths.
fn rows() -> impl Strategy<Value = Vec<(u64, i64)>> {
    let steps = prop_oneof![Just(1u64), Just(31), Just(92), 1u64..400];
    let values = prop_oneof![-900i64..900, 100_000i64..100_900, 0i64..9_000_000];
    (steps, values).prop_flat_map(|(step, value)| {
        let row = (
            step..=step + step / 9,
            value - value.abs() / 9..=value + value.abs() / 9 + 40,
        );
        prop::collection::vec(row, 3..70)
    })
}

fn series(period_type: PeriodType, rows: &[(u64, i64)]) -> Series {
    let mut day = NaiveDate::from_ymd_opt(2001, 1, 3).unwrap();
    let mut all: Vec<Observation> = Vec::new();
    for (step, value) in rows {
        day = day + Days::new(*step);
        let date = if period_type.is_month_dated() {
            last_day_of_month(day)
        } else {
            day
        };

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
fn chart(main: &Series, companion: Option<&Series>, days: u64, canvas: Canvas) -> Option<Chart> {
    let as_of = main.current().date? + Days::new(days) - Days::new(20);
    let companions: Vec<&Series> = companion.into_iter().collect();
    let mut view = view(main, &companions, &as_of.to_string());
    view.main.is_verified = days.is_multiple_of(2);
    Chart::new(&view, canvas).ok()
}

fn check_ends(chart: &Chart) -> Result<(), TestCaseError> {
    let ends = &chart.ends;
    prop_assert!(
        ends.first().is_some_and(|end| end.ink.starts_with("own ")),
        "the present value has a label"
    );
    for end in ends {
        let distance = (end.y - end.line).abs();
        prop_assert!(
            ends.iter()
                .all(|label| (end.y - label.line).abs() >= distance)
        );
        prop_assert_eq!(
            ends.iter()
                .filter(|label| (label.y - end.y).abs() < 150)
                .count(),
            1
        );
    }

    Ok(())
}

fn check_marks(chart: &Chart, is_wide: bool, pixels: i64) -> Result<(), TestCaseError> {
    for row in [&chart.labels, &chart.years] {
        let shown: Vec<_> = row
            .iter()
            .filter(|label| is_wide || !label.is_wide_only)
            .collect();
        for pair in shown.windows(2) {
            let texts = [pair[0], pair[1]].map(|label| room::widest(&label.text));
            let distance = (pair[1].x - pair[0].x) * pixels / chart.width;
            prop_assert!(
                distance * 2 >= texts[0] + texts[1],
                "{} of {:?}",
                distance,
                texts
            );
        }
    }

    prop_assert!(chart.labels.iter().any(|label| !label.is_wide_only));
    Ok(())
}

/// All points of a path that begins its parts with `M`.
fn points(path: &str) -> Vec<(i64, i64)> {
    let (mut all, mut at) = (Vec::new(), (0, 0));
    let starts: Vec<usize> = path
        .match_indices(|c: char| c.is_ascii_alphabetic())
        .map(|(i, _)| i)
        .collect();
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(path.len());
        let numbers: Vec<i64> = path[start + 1..end]
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        at = match (&path[*start..=*start], &numbers[..]) {
            ("M", [x, y]) => (*x, *y),
            ("l", [x, y]) => (at.0 + x, at.1 + y),
            ("h", [x]) => (at.0 + x, at.1),
            ("v", [y]) => (at.0, at.1 + y),
            command => panic!("{command:?}"),
        };

        all.push(at);
    }

    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn labels_never_meet_and_nothing_leaves_its_field(
        kind in prop::sample::select(PeriodType::ALL.to_vec()),
        main in rows(),
        companion in prop::option::of(rows()),
        days in 0u64..900,
    ) {
        let main = series(kind, &main);
        let companion = companion.map(|companion| series(kind, &companion));
        for canvas in [PAGE, PICTURE] {
            let Some(chart) = chart(&main, companion.as_ref(), days, canvas) else {
                prop_assert!(main.observations().len() < 3);
                continue;
            };
            let room = chart.margins.inside(canvas);
            check_ends(&chart)?;
            check_marks(&chart, false, room.narrow)?;
            check_marks(&chart, true, room.wide)?;
            for stroke in chart.strokes.iter().filter(|stroke| stroke.kind != StrokeKind::Tick) {
                for (x, y) in points(&stroke.path) {
                    prop_assert!((0..=chart.width).contains(&x) && (0..=chart.height * 10).contains(&y), "{:?}", stroke);
                }
            }
        }
    }
}
