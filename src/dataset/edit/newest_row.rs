//! The newest row of a date, to be taken out of its file.

use chrono::NaiveDate;

use super::Workspace;
use crate::dataset::dates::{Dating, observation_date};
use crate::dataset::indicator_file::has_months;
use crate::dataset::new_row::RecordedRow;
use crate::dataset::observation_sheet::{ExistingRow, ObservationSheet};
use crate::dataset::{Diagnostics, Location, observations_path};
use crate::messages as msg;
use crate::model::{Offset, Timestamp};

/// The newest revision of a date, and the file that it stands in.
pub struct NewestRow {
    pub date: NaiveDate,
    pub row: ExistingRow,
    /// As the notes have it.
    pub recorded: RecordedRow,
    sheet: ObservationSheet,
}

impl NewestRow {
    /// Finds the row; what is wrong with indicator or date is reported. `offset` is the dataset's, and rows with an instant
    /// after `now` wait.
    pub fn find(
        workspace: &Workspace,
        key: &str,
        date: &str,
        (offset, now): (Offset, Timestamp),
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let path = observations_path(key);
        let location = Location::file(path.as_str());
        let Some(file) = workspace.file(&path) else {
            workspace.report_unknown(key, location, diagnostics);
            return None;
        };

        let date = match observation_date(date, Dating::Any) {
            Ok(date) => date?,
            Err(message) => {
                diagnostics.error(location, message);
                return None;
            }
        };

        let has_months = has_months(workspace.files(), key);
        let sheet = ObservationSheet::parse(file, has_months, Some(offset), now)?;
        let revisions = sheet.on(date);
        let newest = revisions.and_then(|revisions| revisions.rows.get(revisions.newest?));
        let Some(row) = newest.cloned() else {
            diagnostics.error(location, msg::no_row_to_undo(date));
            return None;
        };

        let recorded = RecordedRow {
            key: key.to_owned(),
            date: date.to_string(),
            published: row.published.clone(),
            value: row.value.clone(),
        };
        Some(NewestRow {
            date,
            row,
            recorded,
            sheet,
        })
    }

    pub fn remove(mut self, workspace: &mut Workspace) {
        self.sheet.remove_newest(self.date);
        let (bytes, _) = self.sheet.finish();
        workspace.put(&observations_path(&self.recorded.key), bytes);
    }
}
