//! The meaning of the words of the interface: numbers, periods, changes, statuses. No file, no socket, no clock.

/// An enum with `ALL` its values, in this order, and the `name` of each in datasets and responses.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident { $($(#[$of:meta])* $value:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$of])* $value,)+ }

        impl $type {
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$value),+];

            pub fn name(self) -> &'static str {
                match self { $($type::$value => $name,)+ }
            }
        }
    };
}

mod address;
mod arithmetic;
mod change;
mod exact;
mod indicator;
mod lang;
mod number;
mod observation;
mod period;
mod plausible;
#[cfg(test)]
pub mod properties;
mod publications;
#[cfg(test)]
mod samples;
mod series;
mod shown;
mod slips;
mod status;
mod steps;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use period::{month_end_before, year_and_month};

pub use crate::hash::Fingerprint;
pub use address::{
    MAIL, PublicUrl, has_only, is_contact_address, is_security_address, is_web_address,
};
pub use change::{Comparand, Comparison, Derivation, DerivedFigure, Difference, Outcome};
pub use exact::{Exact, RoundedToHundredths};
pub use indicator::{
    CalendarRelease, Category, Indicator, Key, Limits, NamedLink, Nsdp, NsdpCategory, NsdpSeries,
    Sdmx, Sector, SeriesByKey, Side, Source,
};
pub use lang::{Lang, Localized};
pub(crate) use lang::{text, texts};
pub(crate) use named;
pub use number::{Number, ParseNumberError, has_digits_alone};
pub use observation::{Flag, Flags, Observation, Reference, SeriesKey, Unit, UnitSdmx};
pub use period::{
    Frequency, Measure, Offset, PeriodType, Timestamp, frequency_code, last_day_of_month,
    months_between, quarter,
};
pub use plausible::{Change, Implausible, Plausible};
pub use publications::{Publications, PublishedFigure, ValueDigest};
pub use series::{InForce, NotASeries, Series};
pub use shown::Shown;
pub use status::{Check, DeclaredStatus, EffectiveStatus, Reason, Status, StatusInputs};
pub use steps::{Movement, StepLimit, Steps, a_year_before, usual_days, widening};
