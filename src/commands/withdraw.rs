//! `indicatord withdraw`: a staged release, or a bundle that nobody has used, is taken back.

use super::*;

/// Withdraw a staged release and remove its files, or a bundle that was not used.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "withdraw", help_triggers("-h", "--help"))]
#[argh(
    note = "Its version is not used again. What was only bundled is not public any more, so that undo and record \
              --replace take it back; whoever has the file can still publish it."
)]
#[argh(example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord")]
#[argh(
    example = "A bundle that did not leave\n$ {command_name} --bundle 2026-11-21.2 --dataset /srv/indicators"
)]
pub struct Withdraw {
    /// the staged release, or the version of the bundle
    #[argh(positional)]
    version: String,

    /// withdraw a bundle that was made from the dataset directory
    #[argh(switch)]
    bundle: bool,

    /// the dataset directory of the bundle; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,
}

pub fn run(command: Withdraw, console: Console) -> Result<(), CommandError> {
    if command.bundle {
        return withdraw_bundle(command, console);
    }
    let (now, version) = (at(None), command.version);
    let mut store =
        publication::lock(&configuration::get().store(command.store)?, IfMissing::Refuse, now, console)?;
    store.take_events().iter().for_each(|event| console.eprintln(&event.sentence()));
    let staged = store.state().journal().staged();
    let staged = staged.iter().find(|staged| staged.release.version == version);
    let signature = Signature::now(staged.ok_or_else(|| msg::not_staged(&version))?.by.at.beside(now));
    let event = Event::Withdraw { version: version.clone() };
    let mut troubles = store.withdraw(Entry { signature, event })?;
    console.println(&msg::withdrawn(&version));
    troubles.extend(store.take_events());
    troubles.iter().for_each(|trouble| console.eprintln(&trouble.sentence()));
    Ok(())
}

/// Takes back a bundle that the notes of its directory have and the journal of the store has not.
fn withdraw_bundle(command: Withdraw, console: Console) -> Result<(), CommandError> {
    let (configuration, version) = (configuration::get(), command.version);
    let directory = configuration.dataset(command.dataset)?;
    let editing = Editing::begin(&directory, console)?;
    match editing.workspace.notes().is_bundled(&version) {
        Some(true) => {}
        Some(false) => {
            console.println(&msg::bundle_withdrawn_already(&version));
            return Ok(());
        }
        None => return Err(msg::no_such_bundle(&version, directory.display()).into()),
    }
    let store = configuration.store_if_named(command.store);
    let state = store.map(|store| StoreState::open_if_there(&store)).transpose()?.flatten();
    if state.is_some_and(|state| state.journal().versions().any(|used| used == version)) {
        return Err(msg::bundle_was_used(&version).into());
    }
    let offset = editing.before.as_ref().map(|dataset| dataset.offset()).ok();
    let at = offset.map_or_else(|| editing.now.to_rfc3339(), |offset| offset.timestamp(editing.now));
    editing.workspace.note_withdrawal(&version, &at)?;
    console.println(&msg::bundle_withdrawn(&version));
    Ok(())
}
