//! Every Russian and English word that readers of the service meet, and how they write dates and numbers.

mod breaks;
mod calendar;
mod changes;
mod dates;
mod missing;
mod numbers;
mod refusals;
mod standings;

pub use calendar::{calendar_name, release_names};
pub use changes::change;
pub use dates::period_label;
pub use refusals::refusal;
pub use standings::standing;
