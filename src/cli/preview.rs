//! `preview`: a dataset as readers would see it.

use std::path::PathBuf;

use argh::FromArgs;

use super::values::{instant, listen};
use crate::model::Timestamp;
use crate::server::ListenAddress;

/// Show a dataset as readers would see it, on this machine only.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "preview",
    help_triggers("-h", "--help"),
    note = "Changed files are taken by themselves. While the dataset has errors, the pages show them at the top, over the\nlast good state. With a store, what differs from the release in service is marked. Ends with Ctrl+C.",
    example = "$ {command_name} /srv/indicators --store /var/lib/indicatord"
)]
pub struct Preview {
    /// the dataset directory
    #[argh(positional, arg_name = "dir")]
    pub dataset: PathBuf,

    /// the store whose release in service the dataset is compared with
    #[argh(option, arg_name = "dir")]
    pub store: Option<PathBuf>,

    /// show the dataset as it is at this instant (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    pub at: Option<Timestamp>,

    /// where to listen, by default 127.0.0.1:8081; port 0 takes a free one
    #[argh(option, arg_name = "address", from_str_fn(listen))]
    pub listen: Option<ListenAddress>,
}
