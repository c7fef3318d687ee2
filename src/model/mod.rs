//! What the words of the interface mean: numbers, periods, changes, statuses. No file, no socket, no clock.

mod base_lookup;
mod change;
#[cfg(test)]
mod changes_by_rule;
mod difference;
mod fingerprint;
mod flags;
mod indicator;
mod lang;
mod number;
mod observation;
mod outcome;
mod period;
mod plausible;
#[cfg(test)]
pub mod properties;
mod public_url;
mod reference;
mod sdmx;
mod series;
mod status;
mod time;
mod unit;

pub use base_lookup::Comparand;
pub use change::{Comparison, Delta};
pub use difference::Difference;
pub use fingerprint::Fingerprint;
pub use flags::{Flag, Flags};
pub use indicator::{Category, Indicator, Key, Release, Source};
pub use lang::{Lang, Localized};
pub(crate) use lang::{counted, text, text_table, texts, word};
pub use number::{ExactDifference, Number, ParseNumberError, RoundedToHundredths};
pub use observation::{Observation, SeriesKey};
pub use outcome::Outcome;
pub use period::{Measure, PeriodType, last_day_of_month};
pub use plausible::{Implausible, Plausible};
pub use public_url::PublicUrl;
pub use reference::{Reference, is_web_address};
pub use sdmx::Sdmx;
pub use series::{NotASeries, Series};
pub use status::{Check, DeclaredStatus, EffectiveStatus, Reason, Status, StatusInputs};
pub use time::{Offset, Timestamp};
pub use unit::{Unit, UnitSdmx};
