//! Properties that hold between several resources.

mod incremental;
mod members;
mod tables_read_back;
mod vintages_by_hand;
mod zeros;

use super::*;
