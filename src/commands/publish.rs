//! `indicatord publish`: a dataset directory or a bundle becomes the current release.

use super::*;

/// The members of its JSON object, which are null where there is nothing to say.
const MEMBERS: &[&str] = &["version", "previous", "hash", "difference", "cases", "served", "removed"];

/// Publish a dataset as the live release of a store.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "publish", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks the dataset, verifies its SHA256SUMS if there are any, shows what will change for readers, copies \
            it to STORE/releases/VERSION, makes it live in one step, and asks the server on this machine to reload. \
            At a terminal it asks for confirmation first, and publishes exactly what it has shown; without a \
            terminal, --yes is needed. A version that was used before gets the next number of the day (2026-11-21.2), in the release only; if only version and asOf \
            would differ, nothing is done."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
pub struct Publish {
    /// the dataset directory, or a signed bundle; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// check and compare only, and write nothing
    #[argh(switch)]
    dry_run: bool,

    /// do not ask for confirmation
    #[argh(switch)]
    yes: bool,

    /// create the store, in an empty or missing directory
    #[argh(switch)]
    new_store: bool,

    /// with --new-store: the group that reads what is not public yet, that of the service
    #[argh(option, arg_name = "group")]
    readers: Option<String>,

    /// print the result as one JSON object, without asking for confirmation
    #[argh(switch)]
    json: bool,

    /// a note for the journal, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// the directory of public keys that bundles may be signed with; by default INDICATORD_KEYS
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// allow a kind of case that needs confirmation: loss, jump, revision, definition, future, history, order, date,
    /// status, as-of, unread, early or withdrawn; for all indicators, or for one as KIND=KEY; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,

    /// the control socket of the server that is asked to reload; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// do not ask the server to reload
    #[argh(switch)]
    no_reload: bool,
}

pub fn run(command: Publish, console: Console) -> Result<ExitCode, CommandError> {
    console.run(command.json, MEMBERS, |console| publish(command, console))
}

fn publish(command: Publish, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let dataset = configuration.dataset(command.dataset)?;
    let request = Request {
        store: Some(configuration.store(command.store)?),
        trusted_keys: command.trusted_keys.or_else(|| configuration.keys.clone()),
        allowed: Allowed::parse(&command.allow)?,
        extent: match (command.dry_run, command.yes) {
            (true, _) => Extent::DryRun,
            (false, true) => Extent::Go,
            (false, false) => Extent::Ask,
        },
        new_store: command.new_store,
        readers: readers(command.readers, command.new_store)?,
        message: request::one_line(command.message)?,
        control: (!command.no_reload).then(|| configuration.control(command.control)),
        ..Request::new(Purpose::Publish, console)
    };
    publication::complete(&request, |_| Submitted::from_path(&dataset, &request))
}

/// A group that is there, for a store that is made.
fn readers(name: Option<String>, new_store: bool) -> Result<Option<String>, CommandError> {
    match &name {
        Some(_) if !new_store => Err(msg::readers_without_new_store().into()),
        Some(name) if store::group(name).is_none() => Err(msg::no_such_group(name).into()),
        _ => Ok(name),
    }
}
