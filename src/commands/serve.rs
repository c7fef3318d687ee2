//! `indicatord serve`: the log, then the daemon.

use super::*;

use ::log::LevelFilter;

use crate::cli::values::{connections, header_limit, log_level};
use crate::daemon::{Origin, Settings};
use crate::server::limit_arenas;

/// This machine only.
const LISTEN: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 8080);

/// Serve a dataset over HTTP.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "serve", help_triggers("-h", "--help"))]
#[argh(
    note = "Reads and checks the dataset, builds every page, and writes `listening on http://ADDRESS:PORT` to \
            standard error once it accepts requests. If the dataset has errors, it reports them all and exits."
)]
#[argh(
    note = "SIGHUP reloads the dataset: a valid one replaces the present one at once, an invalid one is reported and \
            changes nothing. SIGTERM and SIGINT complete the requests in progress and stop the server."
)]
pub struct Serve {
    /// the dataset directory; if neither a directory nor a store is given or configured, the built-in dataset with
    /// status seed is served
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store whose live release is served; by default INDICATORD_STORE, else the directory INDICATORD_DATASET is
    /// served
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the address to listen on: numeric, IPv6 in brackets; port 0 takes a free port; by default INDICATORD_LISTEN, else
    /// 127.0.0.1:8080; may be repeated
    #[argh(option, arg_name = "address", from_str_fn(address))]
    listen: Vec<SocketAddr>,

    /// the address at which alone /metrics and /status.json are answered; by default INDICATORD_MONITORING, else they
    /// are answered with everything else
    #[argh(option, arg_name = "address", from_str_fn(address))]
    monitoring: Option<SocketAddr>,

    /// the control socket on which reload and publish ask the server to reload; by default INDICATORD_CONTROL, else
    /// none
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,

    /// the public address of the service, https://HOST; makes links in feeds and page headers absolute; by default
    /// INDICATORD_URL
    #[argh(option, arg_name = "url", from_str_fn(public_url))]
    public_url: Option<PublicUrl>,

    /// leave the optional script out of the pages; every page works without it
    #[argh(switch)]
    no_script: bool,

    /// the time to receive a complete request, in seconds; by default 10
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    request_timeout: Option<Duration>,

    /// the time after which an idle connection is closed, in seconds; by default 60
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    idle_timeout: Option<Duration>,

    /// the time for a client to receive a response, in seconds; by default 30
    #[argh(option, arg_name = "seconds", from_str_fn(seconds))]
    response_timeout: Option<Duration>,

    /// the limit for request headers in bytes, at least 1024; by default 32768
    #[argh(option, arg_name = "bytes", from_str_fn(header_limit))]
    header_limit: Option<usize>,

    /// the number of connections above which the longest idle ones are closed; by default 1024
    #[argh(option, arg_name = "number", from_str_fn(connections))]
    max_connections: Option<usize>,

    /// what to log: off, error, warn, info or debug; by default info
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
            is_export: false,
        },
        listen: Addresses {
            public: [command.listen, configuration.listen.clone(), vec![LISTEN.into()]]
                .into_iter()
                .find(|addresses| !addresses.is_empty())
                .unwrap_or_default(),
            monitoring: command.monitoring.or(configuration.monitoring),
        },
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
