//! The commands, a file each: its arguments beside what it does.

mod bundle;
mod check;
mod diff;
mod editing;
mod export;
mod import;
mod init;
mod live;
mod log;
mod preview;
mod publication;
mod publicity;
mod publish;
mod record;
mod rollback;
mod serve;
mod settings;
mod status;
mod stores;
mod undo;
mod warnings;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Termination};
use std::sync::Arc;
use std::time::Duration;

use argh::{ArgsInfo, FromArgs};
use chrono::NaiveDate;
use serde::Serialize;

use crate::cli::configuration;
use crate::cli::values::{address, instant, instant_or_now, public_url, seconds};
use crate::compare::guards::{self, Allowed, GuardKind, Violation};
use crate::compare::{Difference, Origins};
use crate::console::{self, CommandError, Result, announce, at_terminal};
use crate::dataset::edit;
use crate::dataset::merge::{Merge, Rule};
use crate::dataset::{
    self, DataFile, Diagnostics, FullDataset, Location, NewRow, RowChoice, SUMS_FILE, Source,
    Withdrawal, Workspace, observations_path,
};
use crate::messages::{self as msg, Message};
use crate::model::{Indicator, Lang, Observation, Offset, PublicUrl, Timestamp};
use crate::server::control::{self, NoAnswer, Outcome, Question};
use crate::server::{Addresses, Limits};
use crate::site::{Site, SiteOptions};
use crate::store::{
    self, Entry, Event, IfMissing, Integrity, OffsetTimestamp, Record, Release, Signature,
    StoreState,
};
use editing::Editing;
use live::{LiveRelease, load_dataset, refuse_dataset, source_or_embedded};
use publication::{Extent, Purpose, Request};
use stores::{NamedDataset, lock_store, open_store};
use warnings::{NewWarnings, errors_first, has_old_check};

/// Publishes macroeconomic and financial indicators as JSON, CSV, Excel, SDMX and web pages, in Russian and English.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    help_triggers("-h", "--help"),
    error_code(0, "success"),
    error_code(
        1,
        "the command failed or was refused: a file cannot be read or written, an address is in use, the arguments are wrong, confirmation is missing"
    ),
    error_code(2, "the content is wrong: every problem has been reported"),
    error_code(3, "diff only: readers will notice differences")
)]
pub struct Arguments {
    /// print the version and exit
    #[argh(switch)]
    version: bool,

    #[argh(subcommand)]
    command: Option<Command>,
}

impl Arguments {
    pub fn run(self) -> Result<ExitCode> {
        if self.version {
            console::print(&format!(
                "{} {}\n",
                env!("CARGO_PKG_NAME"),
                env!("CARGO_PKG_VERSION")
            ));
            return Ok(ExitCode::SUCCESS);
        }

        self.command.ok_or_else(msg::no_command)?.run()
    }
}

/// The commands in the order of `--help`, each by its module and its arguments.
macro_rules! commands {
    ($($module:ident::$name:ident,)*) => {
        #[derive(FromArgs, ArgsInfo)]
        #[argh(subcommand)]
        enum Command {
            $($name($module::$name),)*
        }

        impl Command {
            fn run(self) -> Result<ExitCode> {
                match self {
                    $(Command::$name(command) => command.run().map(Termination::report),)*
                }
            }
        }
    };
}

commands! {
    serve::Serve,
    init::Init,
    check::Check,
    preview::Preview,
    export::Export,
    record::Record,
    record::Checked,
    import::Import,
    undo::Undo,
    bundle::Bundle,
    diff::Diff,
    publish::Publish,
    publish::Stage,
    publish::Approve,
    publish::Withdraw,
    rollback::Rollback,
    settings::Settings,
    status::Status,
    log::Log,
    serve::Reload,
    serve::Probe,
}
