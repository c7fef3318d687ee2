//! Every word that readers of the service meet, and how they write dates and numbers.

mod changes;
mod charts;
mod currencies;
mod dates;
mod files;
mod method;
mod numbers;
mod pages;
mod periods;
mod sentences;
mod statuses;

use super::*;

use crate::model::{text, texts};

pub use changes::{change, feed_summary, feed_title, measure, no_base, series_key};
pub use charts::*;
pub use currencies::currency;
pub use dates::{
    age, broken_before_year, day, full_day, is_old, long_ago, moment, nbsp, period_label, short_day,
};
pub use files::{
    SdmxError, SdmxTerm, power_of_ten, present_columns, sdmx_code, sdmx_error, sdmx_frequency, sdmx_left_out,
    sdmx_term, sheet_columns, sheets,
};
pub use method::{MethodSection, UsageWords, arithmetic_only, example, method, recipe, usage, usage_rules};
pub use numbers::*;
pub use pages::*;
pub use periods::*;
pub use sentences::*;
pub use statuses::{
    all_are, effective, explained, flag, flag_word, flag_words, some_are, status_word, with_flags,
};
