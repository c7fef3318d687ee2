//! The difference between the current observation and the one before it [D10.latest].

use super::*;

/// The difference between the last two observations, whatever their distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the indicator's unit, unrounded.
    pub abs: ExactDifference,
    /// In percent of the previous value; `None` where that is zero.
    pub pct: Option<RoundedToHundredths>,
}

impl Difference {
    /// `None` where there is no previous observation, the status or another unit, period type or measure forbids it, or
    /// the period type does: a cumulative total grows within its year by what was added, and an average by what it averages.
    pub fn of_last(series: &Series, status: Status) -> Option<Difference> {
        Self::between(series.previous()?, series.current(), status)
    }

    /// The same of two observations of a series, of which one follows the other.
    pub fn between(previous: &Observation, current: &Observation, status: Status) -> Option<Difference> {
        let is_compared = match current.series_key.period_type {
            PeriodType::MonthEnd
            | PeriodType::Monthly
            | PeriodType::Daily
            | PeriodType::PointInTime
            | PeriodType::EffectiveFrom => true,
            // Whole years are compared like any other period.
            PeriodType::YearToDate | PeriodType::YearToDateAverage => {
                current.series_key.frequency == Some(Frequency::Annual)
            }
            PeriodType::Unknown => false,
        };
        let is_comparable = is_compared && current.series_key == previous.series_key;
        (is_comparable && status.allows_changes()).then(|| Difference::new(previous, current))
    }

    /// That of two observations that may be compared.
    pub fn new(base: &Observation, current: &Observation) -> Self {
        let abs = current.value.exactly_minus(base.value);
        Difference { abs, pct: current.value.percent_from(base.value) }
    }
}

impl Observation {
    /// The change from `base` in percent, where that tells a reader no more and no less than there is [D24.2]: no
    /// percentage of percentages or of a balance, none against a negative base or one of the other sign, and none that
    /// would be written as zero though something has changed.
    pub fn percentage_from(&self, base: &Observation) -> Option<RoundedToHundredths> {
        let of_one_sign = base.value.sign().is_gt() && self.value.sign().is_ge();
        let pct = self.value.percent_from(base.value).filter(|_| of_one_sign)?;
        let vanishes = pct.sign().is_eq() && self.value != base.value;
        let SeriesKey { unit, measure, .. } = &*self.series_key;
        (!vanishes && !unit.is_percent() && *measure != Measure::Balance).then_some(pct)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(rows: &[&str], period_type: PeriodType, status: Status) -> (String, String) {
        let difference = Difference::of_last(&Series::sample(period_type, rows), status);
        let pct = difference.as_ref().and_then(|difference| difference.pct.as_ref().map(ToString::to_string));
        (difference.map(|difference| difference.abs.to_string()).unwrap_or_default(), pct.unwrap_or_default())
    }

    #[test]
    fn the_difference_is_exact_and_the_percentage_rounded() {
        for (previous, current, abs, pct) in [
            ("1.7", "1.7001", "0.0001", "0.01"),
            ("0.1", "0.3", "0.2", "200"),
            (
                "0.0000000000000000000000000001",
                "9999999999999999999999999999",
                "9999999999999999999999999998.9999999999999999999999999999",
                "9999999999999999999999999998999999999999999999999999999900",
            ),
            ("-10", "-5", "5", "-50"),
            ("0", "5", "5", ""),
            ("5", "5.0", "0", "0"),
        ] {
            let rows = [format!("2026-09-04 {previous}"), format!("2026-11-13 {current}")];
            let written = difference(&[&rows[0], &rows[1]], PeriodType::Daily, Status::Verified);
            assert_eq!(written, (abs.to_owned(), pct.to_owned()), "{current} − {previous}");
        }
    }

    #[test]
    fn what_is_not_comparable_has_no_difference() {
        let pair = ["2026-06-30 1", "2026-07-31 2"];
        let none = (String::new(), String::new());
        for period_type in [PeriodType::YearToDate, PeriodType::YearToDateAverage, PeriodType::Unknown] {
            assert_eq!(difference(&pair, period_type, Status::Verified), none);
        }
        for status in [Status::Seed, Status::Unknown] {
            assert_eq!(difference(&pair, PeriodType::Monthly, status), none);
        }
        let other_unit = ["2026-06-30 1", "2026-07-31 2 usd"];
        assert_eq!(difference(&other_unit, PeriodType::Monthly, Status::Verified), none);
        assert_eq!(difference(&pair, PeriodType::EffectiveFrom, Status::Stale).0, "1");
        assert_eq!(difference(&pair[..1], PeriodType::Monthly, Status::Verified), none);
    }

    #[test]
    fn a_percentage_is_for_readers_only_where_it_does_not_mislead() {
        let percentage = |base: &str, current: &str, unit: &str| {
            let rows = [format!("2026-06-30 {base} {unit}"), format!("2026-07-31 {current} {unit}")];
            let series = Series::sample(PeriodType::Monthly, &[&rows[0], &rows[1]]);
            let pct = series.current().percentage_from(series.previous()?);
            pct.map(|pct| pct.to_string())
        };
        assert_eq!(percentage("0.0387", "0.0351", "azn").as_deref(), Some("-9.3"));
        assert_eq!(percentage("5", "5.0", "azn").as_deref(), Some("0"));
        assert_eq!(percentage("5", "0", "azn").as_deref(), Some("-100"));
        assert_eq!(percentage("5", "6", "azn monthly balance"), None);
        for (base, current, unit) in [
            ("62.6", "-76.1", "azn"),
            ("-10", "-5", "azn"),
            ("-10", "5", "azn"),
            ("0", "5", "azn"),
            ("5", "6", "%"),
            ("1000000", "1000001", "azn"),
        ] {
            assert_eq!(percentage(base, current, unit), None, "{base}, {current}");
        }
    }
}
