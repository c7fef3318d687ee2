//! The changes of a series on a year earlier as a series of its own, which is drawn like any other [D24.6].

use std::sync::Arc;

use crate::model::{
    Comparand, Comparison, Delta, Localized, Measure, Number, Observation, Outcome, Series, SeriesKey,
    Status, Unit,
};
use crate::site::text;

/// Of the observations of the present kind, in percent; of percentages, in points. `None` where the status allows none
/// or no observation has one. A change without a percentage that tells the truth has no point.
pub fn changes(series: &Series, status: Status) -> Option<Series> {
    let current = &series.current().series_key;
    let unit = match current.unit.is_percent() {
        true => Unit::new("points".to_owned(), Localized::build(|lang| text::points(lang).to_owned())),
        false => Unit::new("percent".to_owned(), Localized::build(|_| "%".to_owned())),
    };
    let series_key =
        Arc::new(SeriesKey { unit: Arc::new(unit), measure: Measure::Growth, ..SeriesKey::clone(current) });
    let change = |of: Comparison<'_>| {
        let is_calculated = of.outcome == Outcome::Calculated && of.current.series_key == *current;
        let (base, value) = (of.base.filter(|_| is_calculated)?, of.current.percentage_from(of.base?));
        let abs = match &of.delta {
            Delta::Full { abs, .. } | Delta::Abs(abs) if base.series_key.unit.is_percent() => Some(abs),
            _ => None,
        };
        let value: Number = value.as_ref().or(abs)?.to_string().parse().ok()?;
        Some((
            (),
            Observation {
                value,
                reported_change: None,
                reference: None,
                series_key: series_key.clone(),
                ..of.current.clone()
            },
        ))
    };
    let all = Comparison::of_each(series, status, Comparand::Year).filter_map(change).collect();
    Series::of(all).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lang, PeriodType};

    fn values(rows: &[&str], status: Status) -> Option<(Vec<String>, String)> {
        let found = changes(&Series::sample(PeriodType::Monthly, rows), status)?;
        let values = found.observations().iter().map(|of| of.value.to_string()).collect();
        Some((values, found.current().series_key.unit.text.get(Lang::Ru).clone()))
    }

    #[test]
    fn amounts_change_by_percent_and_percentages_by_points() {
        let rows = ["2024-06-30 100", "2025-06-30 110", "2025-07-31 50", "2026-06-30 99"];
        let expected = (vec!["10".to_owned(), "-10".to_owned()], "%".to_owned());
        assert_eq!(values(&rows, Status::Verified), Some(expected));
        let rates = ["2025-06-30 5 %", "2026-06-30 7.5 %"];
        assert_eq!(values(&rates, Status::Verified).map(|found| found.0), Some(vec!["2.5".to_owned()]));
        assert_eq!(values(&rows, Status::Seed), None);
    }

    #[test]
    fn what_cannot_be_compared_has_no_point() {
        let rows = ["2024-06-30 100 usd", "2025-06-30 100 azn", "2026-06-30 -5 azn"];
        assert_eq!(values(&rows, Status::Verified), None);
    }
}
