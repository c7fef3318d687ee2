//! `indicatord preview`: a dataset as readers would see it, for whoever edits it, on this machine only. Changed files
//! are taken by themselves; a dataset with errors shows them over the last good state.

mod marks;
mod pages;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::at;
use crate::cli::Preview;
use crate::compare::Difference;
use crate::console::{CommandError, announce, complain};
use crate::dataset::{self, Diagnostics, FullDataset, Source};
use crate::messages;
use crate::model::{Lang, Timestamp};
use crate::server::{Limits, ListenAddress, Served, Server, Snapshot};
use crate::site::{Site, SiteOptions};
use crate::store::{Integrity, View};
use pages::Shown;
use watch::Fingerprint;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(200);
/// How long requests under way may take when the program ends.
const GRACE: Duration = Duration::from_secs(1);

/// What is shown, and from what it was made.
struct PreviewState {
    dataset: PathBuf,
    store: Option<PathBuf>,
    lang: Lang,
    /// The last state without errors.
    good: Option<FullDataset>,
    /// What is wrong with the present one.
    problems: Option<Diagnostics>,
}

/// Runs the command until the program is asked to end.
pub fn run(command: Preview, lang: Lang) -> Result<ExitCode, CommandError> {
    let listen = command.listen.unwrap_or_else(|| ListenAddress::Tcp(([127, 0, 0, 1], 8081).into()));
    if matches!(&listen, ListenAddress::Tcp(address) if !address.ip().is_loopback()) {
        return Err(messages::preview_on_this_machine_only().into());
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(messages::cannot_receive_signals)?;
    }
    let mut state =
        PreviewState { dataset: command.dataset, store: command.store, lang, good: None, problems: None };
    let mut seen = state.fingerprint();
    let now = at(command.at);
    state.read(now);
    let (mut site, mut served) = state.served(None, now)?;
    let server = Server::start(&[listen], Limits::default(), Arc::clone(&served))?;
    for address in server.addresses() {
        announce(&format!("listening on {address}\n"));
    }
    while !stop.load(Ordering::Relaxed) {
        server.heartbeat().beat();
        thread::sleep(LOOK);
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
    server.stop(GRACE);
    Ok(ExitCode::SUCCESS)
}

impl PreviewState {
    /// The instant after which the pages are others by the clock alone.
    fn until(&self, site: &Site) -> Option<Timestamp> {
        let embargo = self.good.as_ref().and_then(|good| good.next_embargo_end(site.summary().built_at));
        site.expires().into_iter().chain(embargo).min()
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.dataset, self.store.as_deref())
    }

    /// Reads the dataset: a good one is shown from now on, of a bad one the report.
    fn read(&mut self, now: Timestamp) {
        match dataset::load(&Source::Directory(self.dataset.clone()), now) {
            Ok(dataset) => {
                announce(&format!("{}\n", messages::preview_taken(dataset.version()).get(self.lang)));
                (self.good, self.problems) = (Some(dataset), None);
            }
            Err(problems) => {
                complain(&problems.text(self.lang));
                self.problems = Some(problems);
            }
        }
    }

    /// Every page as it is shown.
    fn served(
        &self,
        former: Option<&Served>,
        now: Timestamp,
    ) -> Result<(Arc<Site>, Arc<Served>), CommandError> {
        let public = self.store.as_deref().and_then(|store| in_service(store, now));
        let difference = match (&public, &self.good) {
            (Some(public), Some(good)) => Some(Difference::between(public, good, now)?),
            _ => None,
        };
        let shown =
            Shown { problems: self.problems.as_ref(), difference: difference.as_ref(), lang: self.lang };
        let options = SiteOptions::default();
        let site = match &self.good {
            Some(good) => shown.over(Site::build(&good.public_at(now), &options, now, None)?),
            // What is inside the program says how errors look, and none of its figures is shown.
            None => shown.alone(Site::build(
                &dataset::load(&Source::Embedded, now)?.public_at(now),
                &options,
                now,
                None,
            )?),
        };
        let site = Arc::new(site);
        let snapshot = Snapshot { site: Arc::clone(&site), live: Vec::new(), next_change: None };
        Ok((site, Arc::new(Served::new(snapshot, former, at(None).into()))))
    }
}

/// What is in service in a store; where that cannot be read, nothing is compared.
fn in_service(store: &Path, now: Timestamp) -> Option<FullDataset> {
    let view = View::open(store).ok()?;
    let version = view.current().ok()??;
    let release = view.read(&version);
    let known = matches!(release.integrity, Integrity::Intact | Integrity::Unknown);
    dataset::check(&release.files, now, release.found).ok().filter(|_| known)
}
