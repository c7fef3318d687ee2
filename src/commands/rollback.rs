//! `indicatord rollback`: a release that was in service before is put back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::publication::request::Request;
use super::publication::submitted::Submitted;
use super::publication::{self, Ending, Installed, tell};
use crate::cli::Rollback;
use crate::compare::guards;
use crate::console::CommandError;
use crate::dataset::{self, Source};
use crate::messages as msg;
use crate::model::Lang;
use crate::store::View;

/// The variable that names the directory of the editors.
const DATASET: &str = "INDICATORD_DATASET";
/// How many rows are named.
const NAMED: usize = 20;

/// Runs the command.
pub fn run(command: Rollback, lang: Lang) -> Result<ExitCode, CommandError> {
    let request = Request::of_rollback(&command, lang)?;
    let submit = |view: Option<&View>| {
        let view = view.ok_or_else(|| CommandError::from(msg::nothing_published()))?;
        match &command.to {
            Some(version) => Submitted::former(view, version, &request),
            None => Submitted::former(view, &former(view)?, &request),
        }
    };
    let Ending::Installed(installed) = publication::run(&request, submit)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let directory = command
        .dataset
        .or_else(|| std::env::var_os(DATASET).filter(|path| !path.is_empty()).map(PathBuf::from));
    if let Some(directory) = directory {
        tell_of_rows(&installed, &directory, &request);
    }
    Ok(publication::finish(&installed, &request))
}

/// The release that was in service before the present one was published.
fn former(view: &View) -> Result<String, CommandError> {
    let journal = view.journal();
    let former = match view.current().map_err(publication::refused)? {
        Some(current) => journal.before(&current).filter(|former| view.keeps(former)),
        // Where the link is gone, what it led to is what can be gone back to.
        None => Some(journal.last().ok_or_else(|| CommandError::from(msg::nothing_published()))?.version),
    };
    former.map(str::to_owned).ok_or_else(|| msg::nothing_to_roll_back_to().into())
}

/// Says which rows of the directory are those that the rollback has withdrawn: the next publication would bring them back.
fn tell_of_rows(installed: &Installed, directory: &Path, request: &Request) {
    let Some(former) = installed.compared.baseline.dataset() else { return };
    let Ok(edited) = dataset::load(&Source::Directory(directory.to_owned()), request.now) else { return };
    let public = installed.compared.checked.dataset.public_at(request.now);
    let rows = guards::withdrawn_rows(&former.public_at(request.now), &public);
    let still = guards::present(&rows, edited.with_all_rows());
    let shown = directory.display();
    for row in still.iter().take(NAMED) {
        let of = &row.observation;
        let date = of.date.map(|date| date.to_string()).unwrap_or_default();
        tell(&msg::still_in_directory(&shown, row.key.as_str(), date, of.value), request.lang);
    }
    if still.len() > NAMED {
        tell(&msg::more_in_directory(&shown, still.len() - NAMED), request.lang);
    }
}
