//! What looks at a dataset.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, public_url, subject};
use crate::model::{PublicUrl, Timestamp};

/// Check a dataset and report everything that is wrong with it.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "check",
    help_triggers("-h", "--help"),
    note = "One line a problem, `path:line: what is wrong: what would be right`, sorted, and the count. Warnings are\nmarked and do not keep a dataset from being served. One without problems gets one line: its version, how\nmany indicators and observations it has, and their statuses."
)]
pub struct Check {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// check as if it were this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// the report as JSON, for editors and scripts
    #[argh(switch)]
    pub json: bool,
}

/// Write what would be served to files shaped like the URLs.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "export",
    help_triggers("-h", "--help"),
    note = "The bytes are those that `serve` sends: OUT/data.json, OUT/en/data/usd.json and so on. An OUT that exists\nand is not empty is refused."
)]
pub struct Export {
    /// the directory to write to
    #[argh(positional, arg_name = "out")]
    pub out: PathBuf,

    /// the dataset directory; without it the dataset inside the program
    #[argh(option, arg_name = "dir")]
    pub dataset: Option<PathBuf>,

    /// show the statuses of this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// the address under which readers reach the service, https://HOST: with it, addresses in pages and feeds are
    /// absolute where the web needs them
    #[argh(option, arg_name = "url", from_str_fn(public_url))]
    pub public_url: Option<PublicUrl>,
}

/// Print the JSON Schema of a file that people edit, for editors.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "schema",
    help_triggers("-h", "--help"),
    example = "$ {command_name} indicator > indicator.schema.json"
)]
pub struct Schema {
    /// dataset, for dataset.json, or indicator, for indicators/KEY.json
    #[argh(positional, from_str_fn(subject))]
    pub subject: Subject,
}

/// What there is a schema of.
pub enum Subject {
    /// `dataset.json`.
    Dataset,
    /// `indicators/KEY.json`.
    Indicator,
}
