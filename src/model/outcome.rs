//! How a comparison with a base ends, and the rule that decides [D8.1, S2.4].

use super::base_lookup::BaseLookup;
use super::{Observation, PeriodType, Status};

/// How a comparison ended [D8.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a change.
    Calculated,
    /// The base is zero: there is a difference only.
    BaseZero,
    /// The date looked for has no observation.
    NoBase,
    /// The date looked for does not exist in the calendar.
    NoSuchDay,
    /// Not defined for this period type.
    NotCalculated,
    /// The base is in another unit.
    UnitDiffers,
    /// The base is of another period type.
    TypeDiffers,
    /// The base is of another measure.
    MeasureDiffers,
    /// The status allows no changes.
    Status,
    /// The current observation has no date.
    NoDate,
}

impl Outcome {
    /// The first that applies, in the order of [D8.1].
    pub fn of(
        current: &Observation,
        base: Option<&Observation>,
        lookup: &BaseLookup,
        status: Status,
    ) -> Self {
        if !status.allows_changes() {
            return Outcome::Status;
        }
        match lookup {
            BaseLookup::NoDate => return Outcome::NoDate,
            BaseLookup::Undefined => return Outcome::NotCalculated,
            BaseLookup::NoSuchDay => return Outcome::NoSuchDay,
            BaseLookup::Month(_) | BaseLookup::Day(_) => {}
        }
        let Some(base) = base else { return Outcome::NoBase };
        if base.series_key.unit.id != current.series_key.unit.id {
            Outcome::UnitDiffers
        } else if base.series_key.period_type != current.series_key.period_type {
            Outcome::TypeDiffers
        } else if base.series_key.measure != current.series_key.measure {
            Outcome::MeasureDiffers
        } else if current.value.percent_from(base.value).is_none() {
            Outcome::BaseZero
        } else {
            Outcome::Calculated
        }
    }

    /// The number of the rule behind S2.4.
    pub fn rule(self, period_type: PeriodType) -> u8 {
        let of_type = match period_type {
            PeriodType::MonthEnd | PeriodType::Monthly => 1,
            PeriodType::YearToDate | PeriodType::YearToDateAverage => 2,
            PeriodType::Daily | PeriodType::PointInTime => 3,
            PeriodType::EffectiveFrom => 4,
            PeriodType::Unknown => 9,
        };
        match self {
            Outcome::Calculated | Outcome::NoBase | Outcome::NoSuchDay | Outcome::NotCalculated => of_type,
            Outcome::UnitDiffers | Outcome::TypeDiffers => 5,
            Outcome::BaseZero => 6,
            Outcome::MeasureDiffers => 8,
            Outcome::Status | Outcome::NoDate => 9,
        }
    }
}
