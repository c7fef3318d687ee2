//! What the words of the specification mean: numbers, periods, changes, statuses. No file, no socket, no clock.

mod change;
mod indicator;
mod lang;
mod number;
mod period;
mod series;
mod status;
mod time;

pub use change::{Comparison, Delta, Outcome, Span};
pub use indicator::{Category, Indicator, Key, Release, Source, Unit};
pub use lang::{ByLang, Lang};
pub use number::{Hundredths, NotANumber, Number};
pub use period::{Measure, PeriodType, last_day_of_month};
pub use series::{Basis, NotASeries, Observation, Series};
pub use status::{Check, Declared, Freshness, Reason, Standing, Status};
pub use time::{Instant, Offset};
