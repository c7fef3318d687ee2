//! `indicatord status`: what is live, what is served, what waits, and whether all of it is as it should be [D26.5].

mod facts;
mod findings;
mod integrity;

use super::*;

use crate::store::Error;
use facts::Facts;
use findings::{Findings, Weight};

/// The members of its JSON object, which are null where the store cannot be read.
const MEMBERS: &[&str] =
    &["live", "served", "embargoed", "staged", "releases", "room", "clockSynchronised", "oldChecks"];

/// Show the state of a store: what is live, what is served, what is staged or embargoed, and what is wrong.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "status", help_triggers("-h", "--help"))]
#[argh(
    note = "Problems come first. Compares the live and the staged release with the journal, or every release with \
            --verify, and asks the server on this machine what it serves. Exit code 0: no problems; 1: something \
            could not be determined; 2: files were altered or are not in the journal, the journal is damaged, or a \
            release other than the live one is served. Overdue checks, a refused reload, an unsynchronised \
            clock and low disk space are reported but do not change the exit code."
)]
#[argh(example = "$ {command_name} --store /var/lib/indicatord --verify")]
pub struct Status {
    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the control socket of the server to ask; by default INDICATORD_CONTROL, else /run/indicatord/control, where a
    /// server need not be running
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// compare every kept release with the journal
    #[argh(switch)]
    verify: bool,

    /// print everything as one JSON object
    #[argh(switch)]
    json: bool,
}

pub fn run(command: Status, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, MEMBERS, |console| status(command, console))
}

fn status(command: Status, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let root = configuration.store(command.store)?;
    let (state, now) = (StoreState::open(&root)?, at(None));
    if !state.is_store() && state.holds_something()? {
        return Err(Error::NoStore(root).into());
    }
    let mut findings = Findings::default();
    let mut facts = Facts::find(&state, command.verify, now, &mut findings)?;
    let is_expected = configuration.control_if_named(command.control.clone()).is_some();
    let control = configuration.control(command.control);
    let served = facts::ask_server(&control, is_expected, &root, facts.offset, &mut findings);
    facts.compare(served, &mut findings);
    findings.show(console);
    console.members(&facts);
    facts.sentences(command.verify).iter().for_each(|line| console.println(line));
    Ok(findings.exit_code())
}
