//! A publication, stage by stage: submitted, checked, compared, approved, installed, each made of the one before. All of
//! them hold the bytes that were read first. `publish`, `stage`, `approve` and `rollback` go through it.

mod approved;
mod checked;
mod compared;
mod installed;
mod submitted;

use super::*;

use crate::dataset::DATASET_FILE;
use crate::store::{Content, FileSums, Settings, Store};
use approved::Approved;
use checked::Checked;
use installed::Installed;
use submitted::{Baseline, Provenance, Submitted, without_publications};

pub use checked::{count_embargoed, give_number};
pub use compared::Compared;
pub use installed::other_subject;
pub use submitted::{Extent, Purpose, Request, judge_sums, lock};

/// Takes what was asked for through all stages, and reports it. `None` where there was nothing to do or nothing was to be
/// written; the console has said so. A refusal leaves everything as it was.
pub fn run(request: &Request) -> Result<Option<Compared>, CommandError> {
    let state = submitted::read_store(request)?;
    let submitted = Submitted::new(request, state.as_ref())?;
    let baseline = Baseline::read(state.as_ref(), request.now)?;
    let Some(checked) = Checked::new(submitted, state.as_ref(), &baseline, request)? else {
        return Ok(None);
    };
    let approved = Approved::new(Compared::new(checked, state, baseline, request)?, request)?;
    if request.extent == Extent::DryRun {
        request.console.println(&msg::would_be_published(
            approved.0.checked.dataset.version(),
        ));
        return Ok(None);
    }
    let installed = Installed::new(approved, request)?;
    installed.report(request);
    Ok(Some(installed.compared))
}
