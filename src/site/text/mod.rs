//! Every word that readers of the service meet, and how they write dates and numbers.

mod changes;
mod charts;
mod dates;
mod flags;
#[cfg(test)]
mod labels_by_table;
mod method;
mod numbers;
#[cfg(test)]
mod numbers_read_back;
mod pages;
mod periods;
mod sdmx;
mod sentences;
mod statuses;
mod typography;
mod usage;
mod workbooks;

pub use changes::{change, series_key};
pub use charts::*;
pub use dates::{dated, day, moment, period_label};
pub use flags::{flag, flag_letter};
pub use method::{MethodSection, arithmetic_only, example, method};
pub use numbers::*;
pub use pages::{PageWords, page, refusal};
pub use periods::{age, period, period_in_table};
pub use sdmx::{SdmxError, SdmxTerm, power_of_ten, sdmx_code, sdmx_error, sdmx_left_out, sdmx_term};
pub use sentences::*;
pub use statuses::{effective, overall, status_word};
pub use typography::set;
pub use usage::{UsageWords, recipe, usage, usage_rules};
pub use workbooks::{sheet_columns, sheets};
