//! A row that is taken out of its file, and a check of a source that is written into its table.

use super::*;

use crate::dataset::calendar_and_checks::CHECKS_HEADER;
use crate::dataset::dates::observation_date;
use crate::dataset::sheet::AddedRow;

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
            let unknown = unknown_indicator(workspace, key, diagnostics);
            diagnostics.error(location, unknown);
            return None;
        };

        let date = match observation_date(date, Dating::Any) {
            Ok(date) => date?,
            Err(message) => {
                diagnostics.error(location, message);
                return None;
            }
        };

        let sheet = ObservationSheet::parse(
            file,
            indicator_file::has_months(workspace.files(), key),
            Some(offset),
            now,
        )?;
        let newest = sheet
            .on(date)
            .and_then(|revisions| revisions.rows.get(revisions.newest?))
            .cloned();
        let Some(row) = newest else {
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
        workspace.put(
            &observations_path(&self.recorded.key),
            self.sheet.finish().0,
        );
    }
}

pub fn unknown_indicator(
    workspace: &Workspace,
    key: &str,
    diagnostics: &mut Diagnostics,
) -> Message {
    msg::unknown_indicator(key, diagnostics.nearest(key, workspace.keys()))
}

/// Writes how the last check of a source ended, at an instant or with an error, which leaves the last successful one as it
/// was. Returns the instant of the last successful one as it was written before.
pub fn write_check(
    workspace: &mut Workspace,
    source: &str,
    outcome: Result<Timestamp, &str>,
    offset: Offset,
) -> Option<String> {
    if workspace.file(CHECKS).is_none() {
        workspace.put(CHECKS, CHECKS_HEADER.as_bytes().to_vec());
    }

    // A file that is no table is reported by the check.
    let mut sheet = workspace.file(CHECKS).and_then(Sheet::parse)?;
    let row = (0..sheet.len()).find(|row| sheet.cell(*row, "source") == source);
    let before = row
        .map_or("", |row| sheet.cell(row, "checked_at"))
        .to_owned();
    let (checked_at, error) = match outcome {
        Ok(at) => (offset.timestamp(at), ""),
        Err(error) => (before.clone(), error),
    };

    let cells = [
        ("source", source),
        ("checked_at", checked_at.as_str()),
        ("error", error),
    ];
    let mut added = Vec::new();
    match row {
        Some(row) => sheet.overwrite(row, &cells),
        None => added.push(AddedRow {
            before: sheet.len(),
            cells: sheet.compose(Vec::new(), &cells),
            from: Location::file(CHECKS),
        }),
    }

    workspace.put(CHECKS, sheet.render(added).0);
    Some(before).filter(|before| !before.is_empty())
}

pub use crate::dataset::calendar_and_checks::CHECKS;

pub fn observations_path(key: impl fmt::Display) -> String {
    format!("indicators/{key}.csv")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::tests::with_usd;

    /// One observation that nobody has recorded by a command.
    const ROWS: &str = "2026-09-30,1,\n";

    fn text(workspace: &Workspace, path: &str) -> String {
        String::from_utf8(workspace.file(path).unwrap().bytes.clone()).unwrap()
    }

    #[test]
    fn a_check_that_failed_leaves_the_last_successful_one() {
        let (_scratch, mut workspace) = with_usd(ROWS);
        let offset = "+04:00".parse().unwrap();
        let at = "2026-11-20T05:00:00Z".parse().unwrap();
        let mut check = |source: &str, outcome: Result<Timestamp, &str>| {
            write_check(&mut workspace, source, outcome, offset);
            text(&workspace, CHECKS)
        };
        let header = CHECKS_HEADER.trim_end();
        let bank = "bank,2026-11-20T09:00:00+04:00,";
        assert_eq!(check("bank", Ok(at)), format!("{header}\n{bank}\n"));
        assert_eq!(
            check("bank", Err("no answer")),
            format!("{header}\n{bank}no answer\n")
        );
        assert_eq!(
            check("office", Err("late")),
            format!("{header}\n{bank}no answer\noffice,,late\n")
        );
    }
}
