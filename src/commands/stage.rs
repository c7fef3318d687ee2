//! `indicatord stage`: a dataset directory or a bundle is stored and compared, and waits for approval.

use super::*;

/// Stage a release for somebody else to approve.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "stage", help_triggers("-h", "--help"))]
#[argh(
    note = "Checks, compares, numbers and stores the release as publish does, but does not make it live: approve \
            VERSION does. In a store that requires two people (settings.json), another user has to approve. withdraw \
            VERSION takes the release back."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
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

/// Nothing becomes public, so neither the operator nor a server is asked.
pub fn run(command: Stage, console: Console) -> Result<ExitCode, CommandError> {
    let configuration = configuration::get();
    let dataset = configuration.dataset(command.dataset)?;
    let request = Request {
        store: Some(configuration.store(command.store)?),
        trusted_keys: command.trusted_keys.or_else(|| configuration.keys.clone()),
        allowed: Allowed::parse(&command.allow)?,
        extent: if command.dry_run { Extent::DryRun } else { Extent::Go },
        message: request::one_line(command.message)?,
        ..Request::new(Purpose::Stage, console)
    };
    publication::complete(&request, |_| Submitted::from_path(&dataset, &request))
}
