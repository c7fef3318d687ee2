//! Every Russian and English word that readers of the service meet, and how they write dates and numbers.

mod api_errors;
mod breaks;
mod calendar;
mod changes;
mod charts;
mod dates;
mod feed;
mod missing;
mod numbers;
mod overall;
mod pages;
mod sdmx;
mod statuses;
mod workbooks;

pub use api_errors::refusal;
pub use breaks::basis;
pub use calendar::{calendar_name, release_names};
pub use changes::change;
pub use charts::{break_mark, described, short_day, short_month, shown_of, sketched, units_apart};
pub use dates::{dated, day, kind, moment, period_label};
pub use feed::{feed_title, service};
pub use numbers::{difference, is_percent, number, percent, quantity};
pub use overall::{overall, size, status_word};
pub use pages::{PageWords, page};
pub use sdmx::{SdmxRefusal, SdmxTerm, power_of_ten, sdmx_code, sdmx_left_out, sdmx_refusal, sdmx_term};
pub use statuses::effective;
pub use workbooks::sheets;
