//! What compares datasets and puts them in service.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, releases};
use crate::model::Timestamp;

/// Compare two datasets as readers will see them.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "diff",
    help_triggers("-h", "--help"),
    note = "OLD and NEW are dataset directories, stores (what is in service there), releases of a store (STORE@VERSION), or\nthe word embedded. Exit code 0: every response will be the same, byte for byte; 3: readers will notice.",
    example = "What has been edited since the last release\n$ {command_name} /var/lib/indicatord /srv/indicators"
)]
pub struct Diff {
    /// what readers see now
    #[argh(positional)]
    pub old: String,

    /// what they would see
    #[argh(positional)]
    pub new: String,

    /// compare as of this instant (RFC 3339); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// everything, as JSON
    #[argh(switch)]
    pub json: bool,
}

/// Put a dataset in service as a release of a store.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "publish",
    help_triggers("-h", "--help"),
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, puts it in service in one step, and has the server on this machine take it. At a terminal it\nasks first: what was shown is what is published, or nothing is. A version that was used before gets the next number\nof the day (2026-11-21.2), in the release alone; where only version and asOf would differ, nothing is done.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord"
)]
pub struct Publish {
    /// the dataset directory, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// all checks, the comparison and the exit code, and nothing is written
    #[argh(switch)]
    pub dry_run: bool,

    /// do not ask
    #[argh(switch)]
    pub yes: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    pub message: Option<String>,

    /// the directory of the public keys that a bundle may be signed with
    #[argh(option, arg_name = "dir")]
    pub trusted_keys: Option<PathBuf>,

    /// how many releases to keep, by default 20
    #[argh(option, default = "20", arg_name = "number", from_str_fn(releases))]
    pub keep: usize,

    /// a case that is meant: loss, jump, revision, definition, future, as-of, unread, early or withdrawn, for all
    /// indicators or as KIND=KEY for one; may be repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the same as --allow loss
    #[argh(switch)]
    pub allow_loss: bool,

    /// the same as --allow jump
    #[argh(switch)]
    pub allow_jump: bool,

    /// also the warnings that the release in service has
    #[argh(switch)]
    pub all: bool,

    /// the control socket of the server that is asked to take it; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    pub control: Option<PathBuf>,

    /// ask no server to take it
    #[argh(switch)]
    pub no_reload: bool,
}

/// Store a dataset for somebody else to approve.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "stage",
    help_triggers("-h", "--help"),
    note = "Checks, compares, numbers and stores as publish does, and puts nothing in service: approve VERSION does, and in a\nstore that asks for two people (settings.json) another user has to. withdraw VERSION takes it back.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord"
)]
pub struct Stage {
    /// the dataset directory, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// all checks, the comparison and the exit code, and nothing is written
    #[argh(switch)]
    pub dry_run: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    pub message: Option<String>,

    /// the directory of the public keys that a bundle may be signed with
    #[argh(option, arg_name = "dir")]
    pub trusted_keys: Option<PathBuf>,

    /// a case that is meant, as publish has it; may be repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// also the warnings that the release in service has
    #[argh(switch)]
    pub all: bool,
}

/// Put in service what somebody has staged.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "approve",
    help_triggers("-h", "--help"),
    note = "Judges the release anew, beside the one in service now, and says what will change for readers. At a terminal it\nasks first; the question names the hash of the content, which `stage` and `releases` have named before.",
    example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord"
)]
pub struct Approve {
    /// the version that is staged
    #[argh(positional)]
    pub version: String,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// do not ask
    #[argh(switch)]
    pub yes: bool,

    /// what the journal is to say about it, one line
    #[argh(option, arg_name = "text")]
    pub message: Option<String>,

    /// how many releases to keep, by default 20
    #[argh(option, default = "20", arg_name = "number", from_str_fn(releases))]
    pub keep: usize,

    /// a case that is meant, as publish has it; may be repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the control socket of the server that is asked to take it; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    pub control: Option<PathBuf>,

    /// ask no server to take it
    #[argh(switch)]
    pub no_reload: bool,
}

/// Take back what was staged, and remove its files.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "withdraw",
    help_triggers("-h", "--help"),
    note = "Its number is not used again.",
    example = "$ {command_name} 2026-11-21.1 --store /var/lib/indicatord"
)]
pub struct Withdraw {
    /// the version that is staged
    #[argh(positional)]
    pub version: String,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,
}

/// Put an earlier release of a store back in service.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "rollback",
    help_triggers("-h", "--help"),
    note = "Without --to: the release that was in service before the present one was published. One that the journal does not\nknow, or that was altered since its publication, is refused. Says what will change for readers, and which rows of the\ndirectory it has withdrawn: those come back by a publication with --allow withdrawn only. At a terminal it asks first.",
    example = "$ {command_name} --store /var/lib/indicatord"
)]
pub struct Rollback {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// the release to put in service
    #[argh(option, arg_name = "version")]
    pub to: Option<String>,

    /// do not ask
    #[argh(switch)]
    pub yes: bool,

    /// a case that is meant: early, for all indicators or as early=KEY for one; may be repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the dataset directory in which withdrawn rows are looked for; by default INDICATORD_DATASET
    #[argh(option, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// the control socket of the server that is asked to take it; by default INDICATORD_CONTROL, else
    /// /run/indicatord/control
    #[argh(option, arg_name = "path")]
    pub control: Option<PathBuf>,

    /// ask no server to take it
    #[argh(switch)]
    pub no_reload: bool,
}

/// List what was done in a store, by whom and when, and what waits.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "releases",
    help_triggers("-h", "--help"),
    note = "One line for whatever was done, the newest last: version, instant, what it was, by whom, how many indicators. An\nasterisk marks what is in service, a dash what is no longer kept. Below: what is staged, the rows under embargo, and\nwhere link, directories and journal do not say the same.",
    example = "$ {command_name} --store /var/lib/indicatord -v"
)]
pub struct Releases {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// below each release what it changed, and how it came into service
    #[argh(switch, short = 'v')]
    pub verbose: bool,
}
