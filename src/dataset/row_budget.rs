//! How many rows a dataset may have, all of its indicators together.

use super::*;

const MAX_ROWS: usize = 2_000_000;

/// The rows that a dataset may still have.
pub struct RowBudget(pub(super) Option<usize>);

impl RowBudget {
    pub fn new() -> Self {
        RowBudget(Some(MAX_ROWS))
    }

    /// Takes one. The first that is too many is reported; those after it are not read.
    pub fn take(&mut self, row: &Row<'_, '_>) -> bool {
        let left = self.0;
        self.0 = left.and_then(|left| left.checked_sub(1));
        if left == Some(0) {
            row.error(msg::too_many_rows(MAX_ROWS));
        }
        self.0.is_some()
    }
}
