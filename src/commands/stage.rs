//! `indicatord stage`: a dataset is stored and compared, and waits for somebody else's word.

use std::process::ExitCode;

use super::publish::{lay_in, note, read, rehearse, show};
use super::publishing::plan::{Change, Plan};
use super::publishing::request::Request;
use super::publishing::{self, report};
use crate::cli::Stage;
use crate::console::CommandError;
use crate::messages as say;
use crate::store::Audience;

/// Runs the command.
pub fn run(command: Stage) -> Result<ExitCode, CommandError> {
    let request = Request::of_stage(command)?;
    if request.dry_run {
        return rehearse(&request);
    }
    let mut store = publishing::take(request.store()?, request.now, request.lang)?;
    let mut candidate = read(&request, Some(store.view()))?;
    let plan = Plan::new(&request, &mut candidate, Some(store.view()), |change| show(change, &request))?;
    let Change { mut entry, is_known, as_of, .. } = match plan {
        Plan::Nothing(said) => {
            report(&said, request.lang);
            return Ok(ExitCode::SUCCESS);
        }
        Plan::Change(change) => *change,
    };
    lay_in(&request, &mut store, &candidate, (&mut entry, is_known), Audience::Group)?;
    let version = entry.version.clone();
    if let Err(error) = store.stage(entry) {
        store.discard(&version);
        return Err(publishing::failed(&store, error));
    }
    if request.bump {
        report(&say::bump_written(&version, as_of), request.lang);
    }
    note(&request, &candidate, &version);
    report(&say::staged(&version, request.store()?.display()), request.lang);
    Ok(ExitCode::SUCCESS)
}
