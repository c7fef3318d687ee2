//! `indicatord preview`: a dataset as readers would see it, on this machine only. Changed files are taken by themselves;
//! a dataset with errors shows them over the last good state.

mod pages;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::named;
use crate::cli::configuration;
use crate::cli::values::{address, at, instant};
use crate::compare::Difference;
use crate::console::{CommandError, Console, announce};
use crate::dataset::{self, Diagnostics, FullDataset, Listing, Source};
use crate::messages as msg;
use crate::model::Timestamp;
use crate::server::{Addresses, Gate, Heartbeat, Limits, Served, Server, Snapshot};
use crate::site::{Site, SiteOptions};
use crate::store::{self, Integrity, StoreState};
use pages::Shown;

const POLL: Duration = Duration::from_millis(200);
const GRACE: Duration = Duration::from_secs(1);

struct PreviewState {
    dataset: PathBuf,
    store: Option<PathBuf>,
    console: Console,
    /// The last state without errors.
    good: Option<FullDataset>,
    /// Of the present state.
    problems: Option<Diagnostics>,
}

/// Show a dataset as readers would see it, on this machine only.
#[derive(argh::FromArgs, argh::ArgsInfo)]
#[argh(subcommand, name = "preview", help_triggers("-h", "--help"))]
#[argh(
    note = "Changed files are reloaded automatically. While the dataset has errors, the pages list them above its \
            last version without errors. With a store, differences from the live release are marked. Only somebody \
            with the printed address can read the pages. Press Ctrl+C to stop."
)]
#[argh(example = "$ {command_name} /srv/indicators --store /var/lib/indicatord")]
pub struct Preview {
    /// the dataset directory; by default INDICATORD_DATASET
    #[argh(positional, arg_name = "dir")]
    dataset: Option<PathBuf>,

    /// the store whose live release the dataset is compared with; by default INDICATORD_STORE
    #[argh(option, arg_name = "dir")]
    store: Option<PathBuf>,

    /// show the dataset as of this time (RFC 3339, for example 2026-11-20T09:00:00+04:00); by default now
    #[argh(option, arg_name = "timestamp", from_str_fn(instant))]
    at: Option<Timestamp>,

    /// the address to listen on; port 0 takes a free port; by default 127.0.0.1:8081
    #[argh(option, arg_name = "address", from_str_fn(address))]
    listen: Option<SocketAddr>,
}

pub fn run(command: Preview, console: Console) -> Result<(), CommandError> {
    let listen = command.listen.unwrap_or((Ipv4Addr::LOCALHOST, 8081).into());
    if !listen.ip().is_loopback() {
        return Err(msg::preview_on_this_machine_only().into());
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(msg::cannot_receive_signals)?;
    }
    let configuration = configuration::get();
    let (dataset, store) =
        (configuration.dataset(command.dataset)?, configuration.store_if_named(command.store));
    let mut state = PreviewState { dataset, store, console, good: None, problems: None };
    let mut seen = state.fingerprint();
    let now = at(command.at);
    state.read(now);
    let (mut site, mut served) = state.served(None, now)?;
    let heartbeat = Heartbeat::default();
    let gate = Gate::new(msg::preview_closed().get(console.lang))
        .map_err(|error| msg::cannot_read_file("/dev/urandom", msg::reason(&error)))?;
    let query = gate.query();
    let (limits, pages) = (Limits::default(), Arc::clone(&served));
    let server = Server::start(
        &Addresses { public: vec![listen], monitoring: None },
        limits,
        pages,
        heartbeat.clone(),
        Some(gate),
    )?;
    for address in &server.serving.addresses.public {
        announce(&format!("listening on http://{address}{query}\n"));
    }
    while !stop.load(Ordering::Relaxed) {
        heartbeat.beat();
        thread::sleep(POLL);
        let (now, found) = (at(command.at), state.fingerprint());
        if found != seen {
            seen = found;
            state.read(now);
        } else if state.until(&site).is_none_or(|until| now <= until) {
            continue;
        }
        (site, served) = state.served(Some(&served), now)?;
        server.publish(Arc::clone(&served));
    }
    server.serving.stop(GRACE);
    Ok(())
}

impl PreviewState {
    /// The instant after which the pages are others by the clock alone.
    fn until(&self, site: &Site) -> Option<Timestamp> {
        let embargo = self.good.as_ref().and_then(|good| good.next_embargo_end(site.summary().built_at));
        site.expires().into_iter().chain(embargo).min()
    }

    /// Differs once the dataset or the current release has changed; no file is read for it.
    fn fingerprint(&self) -> (Option<Listing>, Option<String>) {
        let current = self.store.as_deref().and_then(|store| store::current_version(store).ok()?);
        (Listing::now(&self.dataset), current)
    }

    /// Reads the dataset: a good one is shown from now on, of a bad one the report. Says what is wrong with the store, with
    /// which it is compared.
    fn read(&mut self, now: Timestamp) {
        match self.store.as_deref().map(StoreState::open_if_there) {
            Some(Ok(Some(state))) => named::warn(&state, self.console),
            Some(Err(error)) => self.console.eprintln(&error.sentence()),
            Some(Ok(None)) | None => {}
        }
        match dataset::load(&Source::Directory(self.dataset.clone()), now) {
            Ok(dataset) => {
                announce(&format!("{}\n", msg::preview_taken(dataset.version()).get(self.console.lang)));
                (self.good, self.problems) = (Some(dataset), None);
            }
            Err(problems) => {
                self.console.report(&problems);
                self.problems = Some(problems);
            }
        }
    }

    fn served(
        &self,
        former: Option<&Served>,
        now: Timestamp,
    ) -> Result<(Arc<Site>, Arc<Served>), CommandError> {
        let public = self.store.as_deref().and_then(|store| current_release(store, now));
        let difference = match (&public, &self.good) {
            (Some(public), Some(good)) => Some(Difference::between(public, good, now)?),
            _ => None,
        };
        let shown = Shown {
            problems: self.problems.as_ref(),
            difference: difference.as_ref(),
            lang: self.console.lang,
        };
        let dataset = match &self.good {
            Some(good) => good.public_at(now),
            // It says how errors look, and none of its figures is shown.
            None => dataset::load(&Source::Embedded, now)?.public_at(now),
        };
        let site = Site::build(&dataset, &SiteOptions::default(), now, None)?;
        let site = if self.good.is_some() { shown.over(site) } else { shown.alone(site) };
        let site = Arc::new(site);
        let snapshot = Snapshot { site: Arc::clone(&site), live: Vec::new(), next_change: None };
        Ok((site, Arc::new(Served::new(snapshot, former, at(None).into()))))
    }
}

/// The current release of a store; where that cannot be read, nothing is compared.
fn current_release(store: &Path, now: Timestamp) -> Option<FullDataset> {
    let state = StoreState::open(store).ok()?;
    let release = state.read(&state.current().ok()??);
    let known = matches!(release.integrity, Integrity::Intact | Integrity::Unknown);
    release.check(now).ok().filter(|_| known)
}
