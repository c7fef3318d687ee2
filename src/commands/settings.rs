//! `indicatord settings`: the rules of a store are shown, or changed with a line in the journal.

use super::*;

use crate::dataset::user;

/// The settings that a store has.
const NAMES: [&str; 5] = ["keep", "approval", "signed", "readers", "site"];

/// Show or change the rules of a store.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "settings", help_triggers("-h", "--help"))]
pub struct Settings {
    /// keep=N releases, approval=1 or 2 people, signed=true for signed bundles only, readers=GROUP of the service,
    /// site=NAME; without a value, the default
    #[argh(positional, arg_name = "setting=value")]
    changes: Vec<String>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,
}

impl Settings {
    pub fn run(self) -> Result {
        let root = configuration::store(self.store)?;
        let changes = parse_changes(&self.changes)?;
        if changes.is_empty() {
            let state = StoreState::open(&root)?;
            state.require_store()?;
            return show_settings(&state);
        }

        let now = instant_or_now(None);
        let mut store = lock_store(&root, IfMissing::Refuse, now)?;
        let state = store.state();
        let before = state.settings()?;
        let after = state.change_settings(&changes)?;
        if after.settings == before {
            console::println(msg::settings_as_before());
            return Ok(());
        }

        let owner = state.owner()?;
        if is_looser(&before, &after.settings) && !user::is_self(owner) {
            return Err(msg::settings_need_owner(user::for_sudo(owner)).into());
        }

        let at = match state.journal().entries().last() {
            Some(entry) => entry.signature.at.beside(now),
            None => OffsetTimestamp::utc(now),
        };
        let entry = Entry {
            signature: Signature::now(at),
            event: Event::Settings { changed: changes },
        };
        store.change_settings(&after.bytes, entry)?;
        console::eprint_lines(&store.take_events());
        show_settings(store.state())
    }
}

fn parse_changes(words: &[String]) -> Result<BTreeMap<String, String>, Message> {
    let mut changes = BTreeMap::new();
    for word in words {
        let Some((name, value)) = word.split_once('=') else {
            return Err(msg::setting_without_value(word, NAMES.join(", ")));
        };

        if !NAMES.contains(&name) {
            return Err(msg::unknown_setting(name, NAMES.join(", ")));
        }

        if changes.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(msg::argument_twice(name));
        }
    }

    Ok(changes)
}

/// Returns true if fewer people or signatures are needed afterwards, or other people read what is not public.
fn is_looser(before: &store::Settings, after: &store::Settings) -> bool {
    let one_is_enough = before.two_people && !after.two_people;
    let needs_no_signature = before.signed && !after.signed;
    one_is_enough || needs_no_signature || before.readers != after.readers
}

/// Prints the settings as they are given.
fn show_settings(state: &StoreState) -> Result {
    let settings = state.settings()?;
    let readers = settings.readers.map(|gid| user::group_name(gid.as_raw()));
    let people = 1 + u8::from(settings.two_people);
    let values = [
        settings.keep.to_string(),
        people.to_string(),
        settings.signed.to_string(),
        readers.unwrap_or_default(),
        settings.site.unwrap_or_default(),
    ];
    for (name, value) in NAMES.iter().zip(values) {
        console::show(|| format!("{name}={value}\n"));
    }

    Ok(())
}
