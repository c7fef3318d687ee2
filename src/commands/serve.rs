//! `indicatord serve`: the log, then the daemon.

use std::path::PathBuf;
use std::time::Duration;

use log::LevelFilter;

use crate::cli::configuration;
use crate::cli::values::{connections, header_limit, listen, log_level, public_url, seconds};
use crate::console::{self, CommandError, Console};
use crate::daemon::{self, Origin, Settings};
use crate::dataset::Source;
use crate::messages as msg;
use crate::model::PublicUrl;
use crate::server::{Limits, ListenAddress, limit_arenas};
use crate::site::SiteOptions;

/// Serve a dataset over HTTP.
#[derive(argh::FromArgs)]
#[argh(subcommand, name = "serve", help_triggers("-h", "--help"))]
#[argh(
    note = "Reads the dataset, checks it, computes every page, and writes `listening on http://ADDRESS:PORT` to the\nstandard error once requests are accepted. A dataset with an error ends the program with the whole report."
)]
#[argh(
    note = "Signals:\n  SIGHUP           read the dataset again: a good one replaces the old one at once, a bad one is\n                   reported and changes nothing\n  SIGTERM, SIGINT  answer the requests under way, then end"
)]
pub struct Serve {
    /// the dataset directory; without one and without a store, configured ones included, the dataset inside the program,
    /// whose status is seed
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// a store of releases, see publish: what is in service there is served; by default INDICATORD_STORE, else
    /// INDICATORD_DATASET is the dataset directory
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// where to listen, by default INDICATORD_LISTEN, else 127.0.0.1:8080; port 0 takes a free one; an IPv6 address stands in brackets, and
    /// unix:PATH is a socket for a proxy in front; may be repeated
    #[argh(option, arg_name = "address", from_str_fn(listen))]
    listen: Vec<ListenAddress>,

    /// a socket at which `reload` and publications ask for the data to be read again; by default
    /// INDICATORD_CONTROL, else none
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// the address under which readers reach the service, https://HOST: with it, addresses in pages and feeds are
    /// absolute where the web needs them; by default INDICATORD_URL
    #[argh(option, arg_name = "url", from_str_fn(public_url))]
    public_url: Option<PublicUrl>,

    /// pages for people without the script that reads out charts, finds indicators and copies; no page needs it
    #[argh(switch)]
    no_script: bool,

    /// seconds after which a request that is not complete is given up, by default 10
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    request_timeout: Option<Duration>,

    /// seconds after which a connection that asks for nothing is closed, by default 60
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    idle_timeout: Option<Duration>,

    /// seconds in which a client has to take a response, by default 30
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    response_timeout: Option<Duration>,

    /// bytes that a header section may have, at least 1024, by default 32768
    #[argh(option, arg_name = "bytes", from_str_fn(header_limit))]
    header_limit: Option<usize>,

    /// connections beyond which the longest idle ones are closed, by default 1024
    #[argh(option, arg_name = "number", from_str_fn(connections))]
    max_connections: Option<usize>,

    /// what to log: off, error, warn, info (the default), debug
    #[argh(option, default = "LevelFilter::Info", arg_name = "level", from_str_fn(log_level))]
    log_level: LevelFilter,
}

pub fn run(command: Serve, console: Console) -> Result<(), CommandError> {
    limit_arenas();
    let limits = Limits::default();
    let configuration = configuration::get();
    console::log::start(command.log_level).map_err(msg::cannot_start_thread)?;
    daemon::run(Settings {
        origin: origin(command.dataset, command.store)?,
        options: SiteOptions {
            public_url: command.public_url.or_else(|| configuration.url.clone()),
            without_script: command.no_script,
        },
        listen: [command.listen, configuration.listen.clone(), vec![ListenAddress::default()]]
            .into_iter()
            .find(|addresses| !addresses.is_empty())
            .unwrap_or_default(),
        control: configuration.control_if_named(command.control),
        limits: Limits {
            request_timeout: command.request_timeout.unwrap_or(limits.request_timeout),
            idle_timeout: command.idle_timeout.unwrap_or(limits.idle_timeout),
            response_timeout: command.response_timeout.unwrap_or(limits.response_timeout),
            header_limit: command.header_limit.unwrap_or(limits.header_limit),
            max_connections: command.max_connections.unwrap_or(limits.max_connections),
        },
        lang: console.lang,
    })?;
    Ok(())
}

/// The origin that was named, or else the configured one: the store where both are.
pub fn origin(dataset: Option<PathBuf>, store: Option<PathBuf>) -> Result<Origin, CommandError> {
    let configuration = configuration::get();
    let (dataset, store) = match (dataset, store) {
        (Some(_), Some(_)) => return Err(msg::dataset_or_store().into()),
        (Some(dataset), None) => (Some(dataset), None),
        (None, store) => (configuration.dataset_if_named(None), configuration.store_if_named(store)),
    };
    Ok(match (dataset, store) {
        (_, Some(store)) => Origin::Store(store),
        (dataset, None) => Origin::Dataset(dataset.map_or(Source::Embedded, Source::Directory)),
    })
}
