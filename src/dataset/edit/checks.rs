//! The check of a source, written into `checks.csv`.

use super::Workspace;
use crate::dataset::Location;
use crate::dataset::checks_file::{CHECKS, COLUMNS};
use crate::dataset::sheet::Sheet;
use crate::model::{Offset, Timestamp};

/// Writes how the last check of a source ended, at an instant or with an error, which leaves the last successful one as it
/// was.
///
/// Returns the instant of the last successful check as it was written before. `None` where the file had no row of the source,
/// where none of its checks had succeeded, and where the file is no table, which is left as it is.
pub fn write_check(
    workspace: &mut Workspace,
    source: &str,
    outcome: Result<Timestamp, &str>,
    offset: Offset,
) -> Option<String> {
    if workspace.file(CHECKS).is_none() {
        let header = COLUMNS.known.join(",") + "\n";
        workspace.put(CHECKS, header.into_bytes());
    }

    // A file that is no table is reported by the check.
    let mut sheet = workspace.file(CHECKS).and_then(Sheet::parse)?;
    let row = (0..sheet.len()).find(|row| sheet.cell(*row, "source") == source);
    let last_success = row.map_or("", |row| sheet.cell(row, "checked_at"));
    let last_success = last_success.to_owned();
    let (checked_at, error) = match outcome {
        Ok(at) => (offset.timestamp(at), ""),
        Err(error) => (last_success.clone(), error),
    };

    let cells = [
        ("source", source),
        ("checked_at", checked_at.as_str()),
        ("error", error),
    ];
    match row {
        Some(row) => sheet.overwrite(row, &cells),
        None => sheet.insert(sheet.len(), None, &cells, Location::file(CHECKS)),
    }

    let (bytes, _) = sheet.render();
    workspace.put(CHECKS, bytes);
    Some(last_success).filter(|instant| !instant.is_empty())
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
        let header = "source,checked_at,error";
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
