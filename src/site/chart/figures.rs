//! Figures that are computed from a series as a series of their own, which is drawn like any other: changes on a year
//! earlier [D24.6], and what totals since January imply of months and of whole years.

use super::*;

/// Digits behind the point of a percentage.
const DIGITS: u8 = 2;

/// The quantity of a series that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    Value,
    /// Changes on a year earlier.
    Change,
    Derived(Derivation),
}

impl Quantity {
    /// As a caption says it of the unit.
    pub fn words(self, lang: Lang) -> Option<&'static str> {
        match self {
            Quantity::Value => None,
            Quantity::Change => Some(text::change_on_a_year(lang)),
            Quantity::Derived(derivation) => Some(text::derivation(derivation, lang)),
        }
    }
}

pub struct Figures {
    pub series: Series,
    pub quantity: Quantity,
    /// Digits behind the point, where they are others than those of the values.
    pub decimals: Option<u8>,
    /// The column of `changes.csv` that has them.
    pub column: &'static str,
}

impl Figures {
    /// Changes of the observations of the present kind: in percent; in points, where they are percentages; in their own unit,
    /// where percentages would mislead. `None` where the status allows none or no observation has one. A change from zero has
    /// no percentage and no point.
    pub fn changes(series: &Series, status: Status) -> Option<Self> {
        let current = &series.current().series_key;
        let mut pairs = Vec::new();
        for comparison in Comparison::of_each(series, status, Comparand::Year) {
            if let Outcome::Calculated | Outcome::BaseZero = comparison.outcome
                && let Some(base) = comparison.base
                && base.series_key == *current
                && comparison.current.series_key == *current
            {
                pairs.push([base, comparison.current]);
            }
        }

        let is_in_percent = !current.unit.is_percent() && !misleads_in_percent(&pairs);
        let unit = match is_in_percent {
            true => Unit::new("percent".to_owned(), Localized::build(|_| "%".to_owned())),
            false if current.unit.is_percent() => {
                Unit::new("points".to_owned(), text::in_each_language(text::points))
            }
            false => Unit::clone(&current.unit),
        };
        let key = Arc::new(SeriesKey {
            unit: Arc::new(unit),
            measure: Measure::Growth,
            ..SeriesKey::clone(current)
        });

        let mut rows = Vec::new();
        for [base, row] in pairs {
            let change = match is_in_percent {
                true => row.value.percent_for_readers(base.value),
                false => row.value.exactly_minus(base.value).number(),
            };
            if let Some(change) = change {
                // A comparison with a doubtful figure is as doubtful.
                let flags = row.flags.with(base.flags.doubtful());
                rows.push(((), computed(row, change, flags, &key)));
            }
        }

        Some(Figures {
            series: Series::from_rows(rows).ok()?,
            quantity: Quantity::Change,
            decimals: is_in_percent.then_some(DIGITS),
            column: if is_in_percent { "yoy_pct" } else { "yoy_abs" },
        })
    }

    /// The figures that observations of the present kind imply of months or of whole years.
    pub fn derived(series: &Series, derivation: Derivation) -> Option<Self> {
        let current = &series.current().series_key;
        let key = Arc::new(SeriesKey {
            period_type: PeriodType::Monthly,
            ..SeriesKey::clone(current)
        });

        let mut rows = Vec::new();
        for row in series.observations() {
            if row.series_key == *current
                && let Some(figure) = series.derived(row, derivation)
                && let Some(value) = figure.value.number()
            {
                rows.push(((), computed(row, value, figure.flags, &key)));
            }
        }

        Some(Figures {
            series: Series::from_rows(rows).ok()?,
            quantity: Quantity::Derived(derivation),
            decimals: None,
            column: derivation.name(),
        })
    }
}

/// A figure that is computed from an observation.
fn computed(row: &Observation, value: Number, flags: Flags, key: &Arc<SeriesKey>) -> Observation {
    Observation {
        value,
        flags,
        series_key: Arc::clone(key),
        reported_change: None,
        reference: None,
        ..row.clone()
    }
}

/// Returns true if changes must be differences: of balances, which may be negative, and where no value has changed by a
/// percentage that could be written.
fn misleads_in_percent(pairs: &[[&Observation; 2]]) -> bool {
    let mut rows = pairs.as_flattened().iter();
    if rows.any(|row| row.value.sign().is_lt()) {
        return true;
    }

    let changed = pairs.iter().filter(|[base, row]| row.value != base.value);
    let mut changed = changed.peekable();
    changed.peek().is_some() && changed.all(|[base, row]| row.percentage_from(base).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rows: &[&str], status: Status) -> Option<(Vec<String>, String)> {
        let changes = Figures::changes(&Series::sample(PeriodType::Monthly, rows), status)?.series;
        let values = changes
            .observations()
            .iter()
            .map(|row| row.value.to_string())
            .collect();
        Some((
            values,
            changes.current().series_key.unit.text.get(Lang::Ru).clone(),
        ))
    }

    fn some(values: &[&str], unit: &str) -> Option<(Vec<String>, String)> {
        Some((
            values.iter().map(|value| (*value).to_owned()).collect(),
            unit.to_owned(),
        ))
    }

    #[test]
    fn amounts_change_by_percent_and_percentages_by_points() {
        let rows = [
            "2024-06-30 100",
            "2025-06-30 110",
            "2025-07-31 50",
            "2026-06-30 99",
        ];
        assert_eq!(values(&rows, Status::Verified), some(&["10", "-10"], "%"));
        let rates = ["2024-06-30 0 %", "2025-06-30 5 %", "2026-06-30 7.5 %"];
        assert_eq!(
            values(&rates, Status::Verified),
            some(&["5", "2.5"], "п.\u{a0}п.")
        );
        assert_eq!(values(&rows, Status::Seed), None);
    }

    #[test]
    fn a_balance_changes_by_its_unit() {
        let rows = [
            "2023-06-30 5",
            "2024-06-30 7",
            "2025-06-30 -3",
            "2026-06-30 -1.5",
        ];
        assert_eq!(
            values(&rows, Status::Verified),
            some(&["2", "-10", "1.5"], "azn")
        );
        // A single zero is no balance: what follows it has no percentage.
        let zero = [
            "2023-06-30 5",
            "2024-06-30 0",
            "2025-06-30 4",
            "2026-06-30 5",
        ];
        assert_eq!(values(&zero, Status::Verified), some(&["-100", "25"], "%"));
        let zeros = ["2024-06-30 0", "2025-06-30 0", "2026-06-30 4"];
        assert_eq!(values(&zeros, Status::Verified), some(&["0", "4"], "azn"));
    }

    #[test]
    fn a_change_is_not_zero_because_it_is_small() {
        let rows = [
            "2024-06-30 1000000",
            "2025-06-30 2000000",
            "2026-06-30 2000001",
        ];
        assert_eq!(
            values(&rows, Status::Verified),
            some(&["100", "0.00005"], "%")
        );
        let all = [
            "2024-06-30 1000000",
            "2025-06-30 1000000.1",
            "2026-06-30 1000000.3",
        ];
        assert_eq!(values(&all, Status::Verified), some(&["0.1", "0.2"], "azn"));
    }

    #[test]
    fn a_change_from_a_doubtful_figure_is_doubtful() {
        let mut all = Series::sample(PeriodType::Monthly, &["2025-06-30 4", "2026-06-30 5"])
            .observations()
            .to_vec();
        all[0].flags.insert(Flag::Provisional);
        all[0].flags.insert(Flag::Gap);
        let changes = Figures::changes(&Series::new(all).unwrap(), Status::Verified)
            .unwrap()
            .series;
        assert_eq!(
            changes.current().flags.iter().collect::<Vec<_>>(),
            [Flag::Provisional]
        );
    }

    #[test]
    fn what_cannot_be_compared_has_no_point() {
        let rows = ["2024-06-30 100 usd", "2025-06-30 100 azn"];
        assert_eq!(values(&rows, Status::Verified), None);
    }

    #[test]
    fn totals_are_drawn_as_what_they_imply() {
        let rows = [
            "2024-12-31 120",
            "2025-01-31 9",
            "2025-02-28 19",
            "2025-12-31 130",
            "2026-01-31 12",
        ];
        let series = Series::sample(PeriodType::YearToDate, &rows);
        let drawn = |derivation| {
            let rows = Figures::derived(&series, derivation).unwrap().series;
            rows.observations()
                .iter()
                .map(|row| row.value.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(Derivation::Month), ["9", "10", "12"]);
        assert_eq!(drawn(Derivation::Last12), ["120", "130", "133"]);
        assert!(Figures::derived(&series, Derivation::Quarter).is_none());
    }
}
