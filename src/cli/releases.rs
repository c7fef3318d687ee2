//! What compares datasets and puts them in service.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, lang, releases};
use crate::model::{Lang, Timestamp};

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

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Put a dataset in service as a release of a store, now or at an instant.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "publish",
    help_triggers("-h", "--help"),
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, and puts it in service in one step. A server that runs with --store takes it at SIGHUP.\nWhatever happens meanwhile, one complete release is in service. At a terminal it asks first.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord --bump"
)]
pub struct Publish {
    /// the dataset directory, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// publish what somebody else has staged, instead of a directory
    #[argh(option, arg_name = "version")]
    pub staged: Option<String>,

    /// let it become public at this instant (RFC 3339) and not before
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// set version (2026-11-21.1, the next number of the day) and asOf in dataset.json
    #[argh(switch)]
    pub bump: bool,

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

    /// a case that is meant: loss, jump, revision, definition, future, as-of, unread or early, for all indicators or as
    /// KIND=KEY for one; may be repeated
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

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Store a dataset for somebody else to publish.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "stage",
    help_triggers("-h", "--help"),
    note = "Checks, compares and stores as publish does, and puts nothing in service: publish --staged VERSION does, and in a\nstore that asks for two people (settings.json) another user has to.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord --bump"
)]
pub struct Stage {
    /// the dataset directory, or a signed bundle
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// set version (2026-11-21.1, the next number of the day) and asOf in dataset.json
    #[argh(switch)]
    pub bump: bool,

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

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// Put an earlier release of a store back in service.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "rollback",
    help_triggers("-h", "--help"),
    note = "Without --to: the release that was in service before the present one was published. One that was altered since\nits publication is refused. With --armed or --staged nothing in service changes.",
    example = "$ {command_name} --store /var/lib/indicatord"
)]
pub struct Rollback {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// the release to put in service
    #[argh(option, arg_name = "version")]
    pub to: Option<String>,

    /// disarm the release that waits for its instant, and remove its files
    #[argh(switch)]
    pub armed: bool,

    /// take back a release that was staged, and remove its files
    #[argh(option, arg_name = "version")]
    pub staged: Option<String>,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}

/// List what was put in service in a store, by whom and when.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "releases",
    help_triggers("-h", "--help"),
    note = "One line a change, the newest last: version, instant, what was done, by whom, how many indicators. An asterisk\nmarks what is in service, a dash what is no longer kept. Below: what is armed or staged.",
    example = "$ {command_name} --store /var/lib/indicatord -v"
)]
pub struct Releases {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// below each release what it changed, and how it came into service
    #[argh(switch, short = 'v')]
    pub verbose: bool,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}
