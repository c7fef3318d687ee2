//! What the words of the specification mean: numbers, periods, changes, statuses. No file, no socket, no clock.

mod change;
mod indicator;
mod lang;
mod number;
mod period;
mod public_url;
mod series;
mod status;
mod time;

pub use change::{Comparand, Comparison, Delta, Outcome};
pub use indicator::{Category, Indicator, Key, Release, Source, Unit};
pub use lang::{Lang, Localized};
pub use number::{Number, ParseNumberError, RoundedToHundredths};
pub use period::{Measure, PeriodType, last_day_of_month};
pub use public_url::PublicUrl;
pub use series::{Basis, NotASeries, Observation, Series};
pub use status::{Check, DeclaredStatus, EffectiveStatus, Reason, Status, StatusInputs};
pub use time::{Offset, Timestamp};
