//! Every Russian and English word that readers of the service meet, and how they write dates and numbers.

mod ages;
mod api_errors;
mod breaks;
mod calendar;
mod changes;
mod charts;
mod dates;
mod feed;
mod flags;
#[cfg(test)]
mod labels_by_table;
mod method;
mod missing;
mod numbers;
#[cfg(test)]
mod numbers_read_back;
mod overall;
mod pages;
mod periods;
mod sdmx;
mod sentences;
mod statuses;
mod typography;
mod usage;
mod workbooks;

pub use ages::age;
pub use api_errors::refusal;
pub use breaks::basis;
pub use calendar::{calendar_name, release_names};
pub use changes::change;
pub use charts::{
    break_mark, described, month_short, not_from_zero, short_day, shown_of, sketched, tail_meaning, told,
    units_apart,
};
pub use dates::{dated, day, moment, period_label};
pub use feed::{feed_title, service};
pub use flags::{flag, flag_letter};
pub use method::{MethodSection, arithmetic_only, example, method};
pub use numbers::{
    difference, fixed, grouped, is_percent, measured, number, percent, quantity, signed_percent,
};
pub use overall::{overall, size, status_word};
pub use pages::{PageWords, page};
pub use periods::{period, period_in_table};
pub use sdmx::{SdmxError, SdmxTerm, power_of_ten, sdmx_code, sdmx_error, sdmx_left_out, sdmx_term};
pub use sentences::{
    as_of, command, counted_to, did_not_come, full_day, in_short, last_observation, no_changes, run_of_days,
    sort_key, source_of, status_of, was_published,
};
pub use statuses::effective;
pub use typography::set;
pub use usage::{UsageWords, recipe, usage};
pub use workbooks::sheets;
