//! `serve`, and the commands that a service manager or a container runs beside it: `reload` and `probe`.

use super::*;

use ::log::LevelFilter;
use rustix::process::{Pid, Signal, kill_process};

use crate::cli::values::{connections, header_limit, log_level, probe};
use crate::daemon::{self, Origin, Settings};
use crate::server::control::{Fault, RELOAD_TIMEOUT};
use crate::server::{self, Notifier, ProbeTarget, limit_arenas};
use crate::site::begins_like_ours;

/// This machine only.
const LISTEN: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 8080);

/// Serve a dataset over HTTP.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "serve", help_triggers("-h", "--help"))]
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
    #[argh(
        option,
        default = "Limits::default().request_timeout",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    request_timeout: Duration,

    /// the time after which an idle connection is closed, in seconds; by default 75
    #[argh(
        option,
        default = "Limits::default().idle_timeout",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    idle_timeout: Duration,

    /// the time for a client to take the next 16 KiB of a response, in seconds; by default 30
    #[argh(
        option,
        default = "Limits::default().response_timeout",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    response_timeout: Duration,

    /// the limit for request headers in bytes, at least 1024; by default 32768
    #[argh(
        option,
        default = "Limits::default().header_limit",
        arg_name = "bytes",
        from_str_fn(header_limit)
    )]
    header_limit: usize,

    /// the number of connections above which the longest idle ones are closed; by default 1024
    #[argh(
        option,
        default = "Limits::default().max_connections",
        arg_name = "number",
        from_str_fn(connections)
    )]
    max_connections: usize,

    /// what to log: off, error, warn, info or debug; by default info
    #[argh(
        option,
        default = "LevelFilter::Info",
        arg_name = "level",
        from_str_fn(log_level)
    )]
    log_level: LevelFilter,
}

impl Serve {
    pub fn run(self) -> Result {
        // The log starts a thread, and the limit is for threads that start after it.
        limit_arenas();
        console::log::start(self.log_level).map_err(msg::cannot_start_thread)?;
        let configuration = configuration::get();
        let public_url = public_url_or_configured(self.public_url)?;
        let mut listen = self.listen;
        if listen.is_empty() {
            listen.clone_from(&configuration.listen);
        }

        if listen.is_empty() {
            listen.push(LISTEN.into());
        }

        daemon::run(Settings {
            origin: origin(self.dataset, self.store)?,
            options: SiteOptions {
                public_url,
                without_script: self.no_script,
                is_export: false,
                notices: None,
            },
            listen: Addresses {
                public: listen,
                monitoring: self.monitoring.or(configuration.monitoring),
            },
            control: configuration::control_if_named(self.control),
            limits: Limits {
                request_timeout: self.request_timeout,
                idle_timeout: self.idle_timeout,
                response_timeout: self.response_timeout,
                header_limit: self.header_limit,
                max_connections: self.max_connections,
            },
            lang: console::lang(),
        })?;

        Ok(())
    }
}

/// The public address of the service, by default that of the configuration.
///
/// # Errors
/// Its path could not be told from one of the service itself.
pub fn public_url_or_configured(given: Option<PublicUrl>) -> Result<Option<PublicUrl>, Message> {
    let url = given.or_else(|| configuration::get().url.clone());
    if let Some(url) = &url
        && begins_like_ours(url.path())
    {
        return Err(msg::public_url_begins_like_ours(url));
    }

    Ok(url)
}

/// The origin that was named, or else the configured one: the store where both are.
fn origin(dataset: Option<PathBuf>, store: Option<PathBuf>) -> Result<Origin> {
    if dataset.is_some() && store.is_some() {
        return Err(msg::dataset_or_store().into());
    }

    if dataset.is_none()
        && let Ok(store) = configuration::store(store)
    {
        return Ok(Origin::Store(store));
    }

    // A dataset is named, or no store is named or configured.
    Ok(Origin::Dataset(source_or_embedded(dataset)))
}

/// Check the data and ask the server to reload them, as `systemctl reload` does.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "reload", help_triggers("-h", "--help"))]
pub struct Reload {
    /// the dataset directory of the server; by default as for serve
    #[argh(option, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store of the server; by default as for serve
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// the control socket of the server; by default INDICATORD_CONTROL, else /run/indicatord/control
    #[argh(option, arg_name = "path")]
    control: Option<PathBuf>,
}

impl Reload {
    /// A bad dataset is reported here, where it makes the reload fail, and the server never hears of it. Only the server
    /// can say whether a good one is served: a store does not show whether something was served from it before. The server
    /// tells the service manager first, and then the client, so that `systemctl reload` returns when it is so.
    pub fn run(self) -> Result {
        let origin = origin(self.dataset, self.store)?;
        let warnings = daemon::check(&origin, instant_or_now(None))?;
        console::eprint_lines(&warnings);
        let path = configuration::control(self.control);
        let outcome = match control::ask(&path, Question::Reload, RELOAD_TIMEOUT) {
            Ok(answer) => answer.outcome,
            Err(NoAnswer::NobodyListens) => {
                return Err(match main_process() {
                    Some(process) => signal_reload(process),
                    None => msg::no_main_process(path.display()).into(),
                });
            }
            Err(error) => return Err(error.message(&path).into()),
        };

        let Outcome::Refused { version, fault, .. } = &outcome else {
            return Ok(());
        };

        let mut sentences = vec![msg::reload_refused(version)];
        sentences.extend(outcome.reasons(console::lang()).iter().map(msg::verbatim));
        Err(match fault {
            Fault::Unread => CommandError::CouldNotRun(sentences),
            Fault::Content => CommandError::BadContent(sentences),
        })
    }
}

/// Signals a server that takes no requests: it reloads, and does not report the result. The reload is announced first, so
/// that the service manager waits for it.
fn signal_reload(server: Pid) -> CommandError {
    Notifier::from_environment().reloading();
    match kill_process(server, Signal::HUP) {
        Ok(()) => msg::reload_result_unknown().into(),
        Err(error) => msg::cannot_signal(error).into(),
    }
}

fn main_process() -> Option<Pid> {
    let number = std::env::var("MAINPID").ok()?.parse().ok();
    // 1 and below would be somebody else, or everybody.
    number.filter(|&number| number > 1).and_then(Pid::from_raw)
}

/// Ask a server for a page, as a health check: exit with 0 if the answer is 200.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "probe", help_triggers("-h", "--help"))]
pub struct Probe {
    /// the URL to request
    #[argh(positional, from_str_fn(probe))]
    url: ProbeTarget,

    /// the time to wait for the complete answer, in seconds; by default 5
    #[argh(
        option,
        default = "Duration::from_secs(5)",
        arg_name = "seconds",
        from_str_fn(seconds)
    )]
    timeout: Duration,
}

impl Probe {
    pub fn run(self) -> Result {
        match server::get(&self.url, self.timeout) {
            Ok(200) => Ok(()),
            Ok(status) => Err(msg::answers_with(&self.url, status).into()),
            Err(error) => Err(msg::does_not_answer(&self.url, msg::reason(&error)).into()),
        }
    }
}
