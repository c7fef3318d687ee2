//! Figures that are computed from a series as a series of their own, which is drawn like any other: changes on a year
//! earlier [D24.6], and what totals since January imply of months and of whole years.

use super::*;

use crate::site::text;

/// Digits behind the point of a percentage.
const DIGITS: u8 = 2;

/// What is drawn of a series.
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

/// In what changes are drawn: one chart has one unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Percent,
    /// In the unit of the series, or in points of percentages.
    Difference,
}

impl Figures {
    /// `None` where the status allows no changes or no observation has one.
    pub fn changes(series: &Series, status: Status) -> Option<Self> {
        let (series, form) = changes(series, status)?;
        let (decimals, column) = match form {
            Form::Percent => (Some(DIGITS), "yoy_pct"),
            Form::Difference => (None, "yoy_abs"),
        };
        Some(Figures { series, quantity: Quantity::Change, decimals, column })
    }

    /// Of the observations of the present kind.
    pub fn derived(series: &Series, derivation: Derivation) -> Option<Self> {
        let current = &series.current().series_key;
        let series_key =
            Arc::new(SeriesKey { period_type: PeriodType::Monthly, ..SeriesKey::clone(current) });
        let figure = |row: &Observation| {
            let figure = series.derived(row, derivation).filter(|_| row.series_key == *current)?;
            let value = figure.value.number()?;
            let (flags, series_key) = (figure.flags, series_key.clone());
            Some((
                (),
                Observation {
                    value,
                    flags,
                    series_key,
                    reported_change: None,
                    reference: None,
                    ..row.clone()
                },
            ))
        };
        let rows: Vec<_> = series.observations().iter().filter_map(figure).collect();
        let series = Series::from_rows(rows).ok()?;
        Some(Figures {
            series,
            quantity: Quantity::Derived(derivation),
            decimals: None,
            column: derivation.name(),
        })
    }
}

/// Of the observations of the present kind: in percent; in points, where they are percentages; in their own unit, where
/// they are a balance, which may be negative, or where none has changed by a percentage that could be written. `None`
/// where the status allows none or no observation has one. A change from zero has no percentage and no point.
fn changes(series: &Series, status: Status) -> Option<(Series, Form)> {
    let current = &series.current().series_key;
    let is_of_one_kind = |compared: &Comparison<'_>| {
        matches!(compared.outcome, Outcome::Calculated | Outcome::BaseZero)
            && compared.current.series_key == *current
            && compared.base.is_some_and(|base| base.series_key == *current)
    };
    let compared: Vec<Comparison<'_>> =
        Comparison::of_each(series, status, Comparand::Year).filter(is_of_one_kind).collect();
    let form = form(&compared);
    let unit = match form {
        Form::Percent => Unit::new("percent".to_owned(), Localized::build(|_| "%".to_owned())),
        Form::Difference if current.unit.is_percent() => {
            Unit::new("points".to_owned(), Localized::build(|lang| text::points(lang).to_owned()))
        }
        Form::Difference => Unit::clone(&current.unit),
    };
    let series_key =
        Arc::new(SeriesKey { unit: Arc::new(unit), measure: Measure::Growth, ..SeriesKey::clone(current) });
    let change = |compared: &Comparison<'_>| {
        let (row, base) = (compared.current, compared.base?);
        Some((
            (),
            Observation {
                value: value(row, base, form)?,
                reported_change: None,
                reference: None,
                series_key: series_key.clone(),
                // What is compared with a doubtful figure is as doubtful.
                flags: row.flags.with(base.flags.doubtful()),
                ..row.clone()
            },
        ))
    };
    let series = Series::from_rows(compared.iter().filter_map(change).collect()).ok()?;
    Some((series, form))
}

fn form(compared: &[Comparison<'_>]) -> Form {
    let pairs = || compared.iter().filter_map(|compared| Some((compared.current, compared.base?)));
    let is_negative = |row: &Observation| row.value.sign().is_lt();
    let is_percentage = pairs().any(|(current, _)| current.series_key.unit.is_percent());
    let is_balance = pairs().any(|(current, base)| is_negative(current) || is_negative(base));
    let mut changed = pairs().filter(|(current, base)| current.value != base.value).peekable();
    let is_too_small =
        changed.peek().is_some() && changed.all(|(current, base)| current.percentage_from(base).is_none());
    if is_percentage || is_balance || is_too_small { Form::Difference } else { Form::Percent }
}

fn value(current: &Observation, base: &Observation, form: Form) -> Option<Number> {
    match form {
        Form::Difference => current.value.exactly_minus(base.value).to_string().parse().ok(),
        Form::Percent => current.value.percent_for_readers(base.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Flag, Lang, PeriodType};

    fn values(rows: &[&str], status: Status) -> Option<(Vec<String>, String)> {
        let (computed, _) = changes(&Series::sample(PeriodType::Monthly, rows), status)?;
        let values = computed.observations().iter().map(|row| row.value.to_string()).collect();
        Some((values, computed.current().series_key.unit.text.get(Lang::Ru).clone()))
    }

    fn some(values: &[&str], unit: &str) -> Option<(Vec<String>, String)> {
        Some((values.iter().map(|value| (*value).to_owned()).collect(), unit.to_owned()))
    }

    #[test]
    fn amounts_change_by_percent_and_percentages_by_points() {
        let rows = ["2024-06-30 100", "2025-06-30 110", "2025-07-31 50", "2026-06-30 99"];
        assert_eq!(values(&rows, Status::Verified), some(&["10", "-10"], "%"));
        let rates = ["2024-06-30 0 %", "2025-06-30 5 %", "2026-06-30 7.5 %"];
        assert_eq!(values(&rates, Status::Verified), some(&["5", "2.5"], "п.\u{a0}п."));
        assert_eq!(values(&rows, Status::Seed), None);
    }

    #[test]
    fn a_balance_changes_by_its_unit() {
        let rows = ["2023-06-30 5", "2024-06-30 7", "2025-06-30 -3", "2026-06-30 -1.5"];
        assert_eq!(values(&rows, Status::Verified), some(&["2", "-10", "1.5"], "azn"));
        // A single zero is no balance: what follows it has no percentage.
        let zero = ["2023-06-30 5", "2024-06-30 0", "2025-06-30 4", "2026-06-30 5"];
        assert_eq!(values(&zero, Status::Verified), some(&["-100", "25"], "%"));
        let zeros = ["2024-06-30 0", "2025-06-30 0", "2026-06-30 4"];
        assert_eq!(values(&zeros, Status::Verified), some(&["0", "4"], "azn"));
    }

    #[test]
    fn a_change_is_not_zero_because_it_is_small() {
        let rows = ["2024-06-30 1000000", "2025-06-30 2000000", "2026-06-30 2000001"];
        assert_eq!(values(&rows, Status::Verified), some(&["100", "0.00005"], "%"));
        let all = ["2024-06-30 1000000", "2025-06-30 1000000.1", "2026-06-30 1000000.3"];
        assert_eq!(values(&all, Status::Verified), some(&["0.1", "0.2"], "azn"));
    }

    #[test]
    fn a_change_from_a_doubtful_figure_is_doubtful() {
        let mut all =
            Series::sample(PeriodType::Monthly, &["2025-06-30 4", "2026-06-30 5"]).observations().to_vec();
        all[0].flags.insert(Flag::Provisional);
        all[0].flags.insert(Flag::Gap);
        let (computed, _) = changes(&Series::new(all).unwrap(), Status::Verified).unwrap();
        assert_eq!(computed.current().flags.iter().collect::<Vec<_>>(), [Flag::Provisional]);
    }

    #[test]
    fn what_cannot_be_compared_has_no_point() {
        let rows = ["2024-06-30 100 usd", "2025-06-30 100 azn"];
        assert_eq!(values(&rows, Status::Verified), None);
    }

    #[test]
    fn totals_are_drawn_as_what_they_imply() {
        let rows = ["2024-12-31 120", "2025-01-31 9", "2025-02-28 19", "2025-12-31 130", "2026-01-31 12"];
        let series = Series::sample(PeriodType::YearToDate, &rows);
        let drawn = |derivation| {
            let rows = Figures::derived(&series, derivation).unwrap().series;
            rows.observations().iter().map(|row| row.value.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(drawn(Derivation::Month), ["9", "10", "12"]);
        assert_eq!(drawn(Derivation::Last12), ["120", "130", "133"]);
        assert!(Figures::derived(&series, Derivation::Quarter).is_none());
    }
}
