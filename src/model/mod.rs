//! What the words of the interface mean: numbers, periods, changes, statuses. No file, no socket, no clock.

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

mod change;
#[cfg(test)]
mod changes_by_rule;
mod derived;
mod difference;
mod frequency;
mod in_force;
mod indicator;
mod lang;
mod marks;
mod missing_periods;
mod nsdp;
mod number;
mod observation;
mod period;
mod plausible;
#[cfg(test)]
pub mod properties;
mod public_url;
mod series;
mod status;
mod steps;
mod time;
mod unit;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};

use period::month_end_before;

pub use crate::hash::Fingerprint;
pub use change::{Comparand, Comparison, Delta, Outcome};
pub use derived::Derivation;
pub use difference::Difference;
pub use frequency::{Frequency, frequency_code, quarter};
pub use in_force::InForce;
pub use indicator::{Category, Indicator, Key, Limits, NamedLink, Release, Side, Source};
pub use lang::{Lang, Localized};
pub(crate) use lang::{text, texts};
pub use marks::{Flag, Flags, MAIL, Reference, is_contact_address, is_security_address, is_web_address};
pub(crate) use named;
pub use nsdp::{Nsdp, NsdpCategory, NsdpSeries, Sector};
pub use number::{ExactDifference, Number, ParseNumberError, RoundedToHundredths, Shown};
pub use observation::{Observation, SeriesKey};
pub use period::{Measure, PeriodType, last_day_of_month, months_between};
pub use plausible::{Before, Change, Implausible, Plausible};
pub use public_url::PublicUrl;
pub use series::{NotASeries, Series};
pub use status::{Check, DeclaredStatus, EffectiveStatus, Reason, Status, StatusInputs};
pub use steps::{Movement, StepLimit, Steps, a_year_before, usual_days, widening};
pub use time::{Offset, Timestamp};
pub use unit::{Sdmx, Unit, UnitSdmx};
