//! `publish`, `stage`, `approve` and `withdraw`: a dataset directory or a bundle becomes the current release, at once or
//! after somebody else's approval; what nobody is to use is taken back.

use super::*;

use crate::dataset::VersionState;

/// The members of its JSON object, which are null where there is nothing to say.
const MEMBERS: &[&str] = &[
    "version",
    "previous",
    "hash",
    "difference",
    "cases",
    "served",
    "removed",
];

/// Publish a dataset as the live release of a store.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "publish", help_triggers("-h", "--help"))]
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

    /// create the store that --store names, in an empty or missing directory
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

    /// allow a kind of case that needs confirmation: loss, jump, slip, revision, definition, future, history, order,
    /// date, status, as-of, unread, early or withdrawn; for all indicators, or for one as KIND=KEY; may be repeated
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

impl Publish {
    pub fn run(self) -> Result {
        console::begin_object(self.json, MEMBERS);
        let purpose = Purpose::Publish(configuration::dataset(self.dataset)?);
        let is_configured = self.store.is_none();
        let mut request = Request::new(purpose, self.store, &self.allow, self.message)?;
        request.trusted_keys = self.trusted_keys.or(request.trusted_keys);
        request.extent = Extent::new(self.dry_run, self.yes);
        request.if_missing = match (self.new_store, is_configured) {
            (true, _) => IfMissing::Create,
            (false, true) => IfMissing::CreateConfigured,
            (false, false) => IfMissing::Refuse,
        };

        request.readers = readers(self.readers, self.new_store)?;
        request.control = (!self.no_reload).then(|| configuration::control(self.control));
        publication::run(&request).map(drop)
    }
}

/// A group that is there, for a store that is made.
fn readers(name: Option<String>, new_store: bool) -> Result<Option<String>, Message> {
    match &name {
        Some(_) if !new_store => Err(msg::readers_without_new_store()),
        Some(name) if store::group(name).is_none() => Err(msg::no_such_group(name)),
        _ => Ok(name),
    }
}

/// Stage a release for somebody else to approve.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "stage", help_triggers("-h", "--help"))]
pub struct Stage {
    /// the dataset directory, or a signed bundle; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// check and compare only, and write nothing
    #[argh(switch)]
    dry_run: bool,

    /// a note for the journal, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// the directory of public keys that bundles may be signed with; by default INDICATORD_KEYS
    #[argh(option, arg_name = "dir")]
    trusted_keys: Option<PathBuf>,

    /// allow a kind of case that needs confirmation, as for publish; may be repeated
    #[argh(option, arg_name = "kind")]
    allow: Vec<String>,
}

impl Stage {
    /// Nothing becomes public, so neither the operator nor a server is asked.
    pub fn run(self) -> Result {
        let purpose = Purpose::Stage(configuration::dataset(self.dataset)?);
        let mut request = Request::new(purpose, self.store, &self.allow, self.message)?;
        request.trusted_keys = self.trusted_keys.or(request.trusted_keys);
        request.extent = Extent::new(self.dry_run, true);
        publication::run(&request).map(drop)
    }
}

/// Publish a staged release.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "approve", help_triggers("-h", "--help"))]
pub struct Approve {
    /// the staged release
    #[argh(positional)]
    version: String,

    /// the store; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// do not ask for confirmation
    #[argh(switch)]
    yes: bool,

    /// a note for the journal, one line
    #[argh(option, arg_name = "text")]
    message: Option<String>,

    /// allow a kind of case that needs confirmation, as for publish; may be repeated
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

impl Approve {
    pub fn run(self) -> Result {
        let purpose = Purpose::Approve(self.version);
        let mut request = Request::new(purpose, self.store, &self.allow, self.message)?;
        let is_dry = false;
        request.extent = Extent::new(is_dry, self.yes);
        request.control = (!self.no_reload).then(|| configuration::control(self.control));
        publication::run(&request).map(drop)
    }
}

/// Withdraw a staged release and remove its files, or a bundle that was not used.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "withdraw", help_triggers("-h", "--help"))]
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

impl Withdraw {
    pub fn run(self) -> Result {
        if self.bundle {
            return withdraw_bundle(self);
        }

        let now = instant_or_now(None);
        let version = self.version;
        let root = configuration::store(self.store)?;
        let mut store = lock_store(&root, IfMissing::Refuse, now)?;
        console::eprint_lines(&store.warnings);
        let Some(staged) = store.state().journal().staged_as(&version) else {
            return Err(msg::not_staged(&version).into());
        };

        let withdrawn = msg::withdrawn(&version);
        let entry = Entry {
            signature: Signature::now(staged.by.at.beside(now)),
            event: Event::Withdraw { version },
        };
        let mut troubles = store.withdraw(entry)?;
        console::println(withdrawn);
        troubles.extend(store.take_events());
        console::eprint_lines(&troubles);
        Ok(())
    }
}

/// Takes back a bundle that the notes of its directory have and the journal of the store has not.
fn withdraw_bundle(command: Withdraw) -> Result {
    let version = command.version;
    let editing = Editing::begin(command.dataset)?;
    match editing.workspace.notes().state_of(&version) {
        Some(VersionState::Bundled) => {}
        Some(VersionState::Withdrawn) => {
            console::println(msg::bundle_withdrawn_already(&version));
            return Ok(());
        }
        Some(VersionState::Published) | None => {
            let directory = editing.directory.display();
            return Err(msg::no_such_bundle(&version, directory).into());
        }
    }

    if let Ok(store) = configuration::store(command.store)
        && let Some(state) = StoreState::open_if_there(&store)?
        && state.journal().versions().any(|used| used == version)
    {
        return Err(msg::bundle_was_used(&version).into());
    }

    let at = editing.instant(editing.offset());
    editing.workspace.note_withdrawal(&version, &at)?;
    console::println(msg::bundle_withdrawn(&version));
    Ok(())
}
