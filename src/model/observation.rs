//! One observation: its date, its value, what the value is a value of, and where it was taken.

use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use super::{Flags, Measure, Number, PeriodType, Reference, Unit};

/// The days by which a daily observation may precede its day: a bulletin before a long weekend.
const DAILY_AHEAD: Days = Days::new(4);
/// The days by which a decision may be known before it takes effect.
const EFFECTIVE_AHEAD: Days = Days::new(92);

/// What an observation's number is a number of. Two observations are comparable where all three agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The unit, with its scale.
    pub unit: Arc<Unit>,
    /// What the date means.
    pub period_type: PeriodType,
    /// What kind of quantity it is.
    pub measure: Measure,
}

/// One observed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Observation date, end of the period, or effective date; nothing where it is unknown (specification, 2.3).
    pub date: Option<NaiveDate>,
    /// The value as published, in the unit of its basis.
    pub value: Number,
    /// When the source published it.
    pub published: Option<NaiveDate>,
    /// The change in percent that the source itself printed.
    pub reported_change: Option<Number>,
    /// Where this figure was taken.
    pub reference: Option<Reference>,
    /// What a reader must know of this figure.
    pub flags: Flags,
    /// What the value is a value of.
    pub basis: Basis,
}

impl Observation {
    /// Whether the next value is more than ten times this one, or less than a tenth of it: a point may have slipped.
    ///
    /// Growth rates pass through zero and move by any factor. A cumulative total begins anew each January: it counts
    /// only where what it comes to a month has moved as far. What is not comparable does not jump.
    pub fn jumps_to(&self, next: &Observation) -> bool {
        let (own_mean, next_mean) = self.monthly_means(next);
        self.basis == next.basis
            && self.basis.measure != Measure::Growth
            && tenfold(self.value, next.value)
            && tenfold(own_mean, next_mean)
    }

    /// Whether the next value differs by more than `percent` of this one, totals compared by what they come to a
    /// month. What is not comparable does not move.
    pub(super) fn moves_by_more_than(&self, percent: Number, next: &Observation) -> bool {
        let (own_mean, next_mean) = self.monthly_means(next);
        self.basis == next.basis && own_mean.moves_by_more_than(percent, next_mean)
    }

    /// The latest date that it may have without lying in the future: a daily rate is published up to 4 days ahead, a
    /// decision up to 92 days before it takes effect (decisions, section 18).
    pub fn latest_date(&self, today: NaiveDate) -> NaiveDate {
        let ahead = match self.basis.period_type {
            PeriodType::Daily => DAILY_AHEAD,
            PeriodType::EffectiveFrom => EFFECTIVE_AHEAD,
            _ => return today,
        };
        today.checked_add_days(ahead).unwrap_or(today)
    }

    /// The latest day on which it may have been published. A daily figure that is given ahead may bear its own day.
    pub fn latest_published(&self, today: NaiveDate) -> NaiveDate {
        match self.basis.period_type {
            PeriodType::Daily => self.date.map_or(today, |date| date.min(self.latest_date(today)).max(today)),
            _ => today,
        }
    }

    /// When it was published, as far as a snapshot must not be older than that: what was given ahead of its day, as a
    /// daily figure may be, does not count.
    pub fn published_until(&self, today: NaiveDate) -> Option<NaiveDate> {
        self.published.filter(|day| *day <= today || *day > self.latest_published(today))
    }

    /// The two values of cumulative totals in the proportion of what they come to a month; other values, and those
    /// that are too long for that, as they are.
    fn monthly_means(&self, next: &Observation) -> (Number, Number) {
        let cumulative = self.basis.period_type == PeriodType::YearToDate;
        let months = |of: &Observation| of.date.filter(|_| cumulative).map(|date| date.month());
        let means = months(self).zip(months(next)).and_then(|(own, others)| {
            // a / m against b / n is a × n against b × m.
            self.value.times(others).zip(next.value.times(own))
        });
        means.unwrap_or((self.value, next.value))
    }
}

/// Either way.
fn tenfold(one: Number, other: Number) -> bool {
    one.exceeds_tenfold(other) || other.exceeds_tenfold(one)
}
