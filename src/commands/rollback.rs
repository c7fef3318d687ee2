//! `indicatord rollback`: a release that was live before becomes live again.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::named;
use super::publication::request::{Extent, Purpose, Request};
use super::publication::{self, Installed, Submitted};
use crate::cli::configuration;
use crate::compare::guards::{self, Allowed};
use crate::console::{CommandError, Console};
use crate::dataset::{self, Source};
use crate::messages as msg;
use crate::store::StoreState;

/// Withdrawn rows that are named; more are counted.
const MAX_NAMED: usize = 20;

/// Make an earlier release of a store live again.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "rollback", help_triggers("-h", "--help"))]
#[argh(
    note = "Without --to, restores the release that was live before the present one was published. A release that is \
            not in the journal or was altered since its publication is refused. Shows what will change for readers \
            and which rows of the dataset directory are withdrawn: they become public again only with publish --allow \
            withdrawn. At a terminal it asks for confirmation first."
)]
#[argh(example = "$ {command_name} --store /var/lib/indicatord")]
pub struct Rollback {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the release to make live
    #[argh(option, arg_name = "version")]
    to: Option<String>,

    /// do not ask for confirmation
    #[argh(switch)]
    yes: bool,

    /// allow early: rows published before the end of their embargo, for all indicators or for one as early=KEY; may be
    /// repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the dataset directory to search for withdrawn rows; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the control socket of the server that is asked to reload; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// do not ask the server to reload
    #[argh(switch)]
    no_reload: bool,
}

pub fn run(command: Rollback, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let request = Request {
        store: Some(configuration.store(command.store)?),
        allowed: Allowed::parse(&command.allow)?,
        extent: if command.yes { Extent::Go } else { Extent::Ask },
        control: (!command.no_reload).then(|| configuration.control(command.control)),
        ..Request::new(Purpose::Rollback, console)
    };
    let installed = publication::run(&request, |state| {
        let state = state.ok_or_else(msg::nothing_published)?;
        match &command.to {
            Some(version) => Submitted::former(state, version, &request),
            None => Submitted::former(state, &former(state)?, &request),
        }
    })?;
    let Some(installed) = installed else { return Ok(ExitCode::SUCCESS) };
    if let Some(directory) = configuration.dataset_if_named(command.dataset) {
        name_withdrawn_rows(&installed, &directory, &request);
    }
    publication::finish(&installed, &request);
    Ok(ExitCode::SUCCESS)
}

/// The release before the current one; where the link is gone, the one that it led to.
fn former(state: &StoreState) -> Result<String, CommandError> {
    let (journal, current) = (state.journal(), state.current()?);
    let former = match &current {
        Some(current) => journal.previous_of(current).ok_or_else(msg::nothing_to_roll_back_to)?,
        None => match journal.last() {
            Some(last) => last.version,
            None => return Err(named::nothing_live(state)?.into()),
        },
    };
    if state.keeps(former) {
        return Ok(former.to_owned());
    }
    let others = named::restorable(state, current.as_deref());
    Err(match (&others[..], &current) {
        ([], Some(_)) => msg::nothing_to_roll_back_to().into(),
        ([], None) => msg::last_is_gone(former).into(),
        (others, _) => msg::previous_is_gone(former, others.join(", ")).into(),
    })
}

/// Names the rows of the directory that the rollback has withdrawn: the next publication would bring them back.
fn name_withdrawn_rows(installed: &Installed, directory: &Path, request: &Request) {
    let Some(former) = installed.compared.baseline.dataset() else { return };
    let Ok(edited) = dataset::load(&Source::Directory(directory.to_owned()), request.now) else { return };
    let public = installed.compared.checked.dataset.public_at(request.now);
    let rows = guards::withdrawn_rows(&former.public_at(request.now), &public);
    let still = guards::present(&rows, edited.with_all_rows());
    let shown = directory.display();
    for row in still.iter().take(MAX_NAMED) {
        let of = &row.observation;
        let date = of.date.map(|date| date.to_string()).unwrap_or_default();
        request.console.eprintln(&msg::still_in_directory(&shown, row.key.as_str(), date, of.value));
    }
    if still.len() > MAX_NAMED {
        request.console.eprintln(&msg::more_in_directory(&shown, still.len() - MAX_NAMED));
    }
}
