//! Rows of observations: how many there may be, and what they are observations of.

use super::*;
use crate::dataset::{DataFile, Report};

fn defaults() -> Defaults {
    Defaults {
        unit: Some(nameless_unit()),
        period_type: Some(PeriodType::Monthly),
        measure: Some(crate::model::Measure::default()),
    }
}

/// What is read, and how many problems are said.
fn observed(rows: &str, defaults: &Defaults, left: &mut RowBudget) -> (Option<Observed>, usize) {
    let bytes = format!("date,value,measure\n{rows}").into_bytes();
    let file = DataFile { path: "indicators/usd.csv".to_owned(), bytes };
    let report = Report::default();
    let text = Text::decode(&file, &report).unwrap();
    let at = "2026-11-20T09:00:00Z".parse().unwrap();
    let context = RowContext { units: &SharedUnits::default(), at, offset: "+04:00".parse().ok() };
    let read = read(&text, defaults, &context, left);
    (read.observed, report.errors())
}

#[test]
fn rows_are_read_as_long_as_any_are_left_and_that_they_are_not_is_said_once() {
    let mut left = RowBudget(Some(3));
    let rows = "2026-08,1,\n2026-09,2,\n";
    assert!(matches!(observed(rows, &defaults(), &mut left), (Some(_), 0)));
    assert!(matches!(observed(rows, &defaults(), &mut left), (None, 1)));
    assert!(matches!(observed(rows, &defaults(), &mut left), (None, 0)));
}

#[test]
fn what_a_definition_lacks_is_said_where_it_is_missing_and_its_rows_are_none() {
    let lacking = [
        Defaults { unit: None, ..defaults() },
        Defaults { period_type: None, ..defaults() },
        Defaults { measure: None, ..defaults() },
    ];
    for defaults in lacking {
        assert!(matches!(observed("2026-08,1,\n", &defaults, &mut RowBudget(Some(9))), (None, 0)));
    }
}

#[test]
fn neighbours_on_the_same_basis_share_it() {
    let rows = "2026-07,1,\n2026-08,2,\n2026-09,3,rate\n2026-10,4,rate\n";
    let (observed, errors) = observed(rows, &defaults(), &mut RowBudget(Some(9)));
    assert_eq!(errors, 0);
    let observations = observed.unwrap().series;
    let bases: Vec<&Arc<SeriesKey>> = observations.observations().iter().map(|of| &of.series_key).collect();
    assert!(Arc::ptr_eq(bases[0], bases[1]) && Arc::ptr_eq(bases[2], bases[3]));
    assert_ne!(bases[1].measure, bases[2].measure);
}
