//! Every word that readers of the service meet, and how they write dates and numbers.

mod changes;
mod charts;
mod currencies;
mod dates;
mod feeds;
mod flags;
mod method;
mod numbers;
mod observations;
mod overview;
mod pages;
mod periods;
#[cfg(test)]
mod properties;
mod quarters;
mod sdmx;
mod sentences;
mod statuses;
mod usage;
mod workbooks;

use super::*;

use super::ApiError;
use dates::{in_sentence, period_date};

pub use changes::{change, measure, no_base, series_key};
pub use charts::*;
pub use currencies::currency;
pub use dates::{age, broken_before_year, day, is_old, long_ago, moment, nbsp, period_label, short_day};
pub use feeds::{feed_summary, feed_title};
pub use flags::{flag, flag_word, flag_words, with_flags};
pub use method::{MethodSection, arithmetic_only, example, method};
pub use numbers::*;
pub use observations::*;
pub use overview::*;
pub use pages::*;
pub use periods::*;
pub use quarters::{dated_of, short_quarter};
pub use sdmx::{
    SdmxError, SdmxTerm, power_of_ten, sdmx_code, sdmx_error, sdmx_frequency, sdmx_left_out, sdmx_term,
};
pub use sentences::*;
pub use statuses::{all_are, effective, explained, some_are, status_word};
pub use usage::{UsageWords, recipe, usage, usage_rules};
pub use workbooks::{present_columns, sheet_columns, sheets};
