//! What compares datasets and puts them in service.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, lang};
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

/// Put a dataset in service as a release of a store.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "publish",
    help_triggers("-h", "--help"),
    note = "Checks the dataset, verifies its SHA256SUMS if it has them, says what will change for readers, copies it to\nSTORE/releases/VERSION, and puts it in service in one step. A server that runs with --store takes it at SIGHUP.\nWhatever happens meanwhile, one complete release is in service.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord"
)]
pub struct Publish {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// how many releases to keep, by default 20
    #[argh(option, default = "20", arg_name = "number")]
    pub keep: usize,

    /// a case that is meant: loss, jump, revision, definition, future, as-of or unread, for all indicators or as
    /// KIND=KEY for one; may be repeated
    #[argh(option, arg_name = "kind")]
    pub allow: Vec<String>,

    /// the same as --allow loss
    #[argh(switch)]
    pub allow_loss: bool,

    /// the same as --allow jump
    #[argh(switch)]
    pub allow_jump: bool,

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
    note = "Without --to: the release that was in service before the present one was published. One that was altered since\nits publication is refused.",
    example = "$ {command_name} --store /var/lib/indicatord"
)]
pub struct Rollback {
    /// the store
    #[argh(option, arg_name = "dir")]
    pub store: PathBuf,

    /// the release to put in service
    #[argh(option, arg_name = "version")]
    pub to: Option<String>,

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

/// Verify that the releases of a store are what they were when they were published.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "verify",
    help_triggers("-h", "--help"),
    note = "One line a release. Files that were altered, removed or added after its publication are named, with what\ncheck finds in them; the exit code is 2 then.",
    example = "$ {command_name} /var/lib/indicatord"
)]
pub struct Verify {
    /// the store
    #[argh(positional, arg_name = "store")]
    pub path: PathBuf,

    /// the language of the report, ru or en; by default as LANG says
    #[argh(option, from_str_fn(lang))]
    pub lang: Option<Lang>,
}
