//! A publication, stage by stage. `publish`, `stage`, `approve` and `rollback` go through it. It starts from a [`Request`],
//! and from the store and its current release, the [`Baseline`].
//!
//! 1. [`Submitted`]: the files are read once, from a directory, a bundle or the store. All later stages hold these bytes.
//! 2. [`Checked`]: they are a dataset without errors, which keeps the rules of the store, under the number that it will
//!    have.
//! 3. [`Compared`]: they are held against the live release: the difference for readers, and the cases that need a word.
//! 4. [`approve`]: the difference was shown, and confirmed where somebody is there to be asked.
//! 5. [`Installed`]: the store is locked, looked at once more, and changed; the directory gets a note, and the server is
//!    asked to reload.
//!
//! Nothing is written before the last stage, so a refusal and an interruption leave everything as it was. From the lock
//! on, what a killed program leaves is finished or taken back by the next command: see [`crate::store`]. The note in the
//! directory and the reload come after the release is live; where they fail, the release is live all the same.

mod approved;
mod baseline;
mod checked;
mod compared;
mod installed;
mod reported;
mod request;
mod submitted;
mod unchanged;

use super::*;

use crate::dataset::DATASET_FILE;
use crate::store::{FileSums, Settings};
use approved::approve;
use baseline::Baseline;
use checked::Checked;
use installed::Installed;
use submitted::{Provenance, Submitted, rolled_back_rows, written_by_people};
use unchanged::check_unchanged;

pub use checked::{count_embargoed, give_number};
pub use compared::Compared;
pub use reported::name_other_subject;
pub use request::{Extent, Purpose, Request};
pub use submitted::judge_sums;

/// Takes what was asked for through all stages, and reports it. `None` where there was nothing to do or nothing was to be
/// written; the console has said so. A refusal leaves everything as it was.
pub fn run(request: &Request) -> Result<Option<Compared>> {
    let baseline = Baseline::read(request)?;
    let submitted = Submitted::new(request, &baseline)?;
    let Some(checked) = Checked::new(submitted, &baseline, request)? else {
        return Ok(None);
    };

    let compared = Compared::new(checked, baseline, request)?;
    approve(&compared, request)?;
    if request.extent == Extent::DryRun {
        let version = compared.checked.dataset.version();
        console::println(msg::would_be_published(version));
        return Ok(None);
    }

    let installed = Installed::new(compared, request)?;
    installed.report(request);
    Ok(Some(installed.compared))
}
