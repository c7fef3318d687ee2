//! `indicatord preview`: a dataset as readers would see it, on this machine only. Changed files are taken by themselves;
//! a dataset with errors shows them over the last good state.

use super::*;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::dataset::{Dataset, Listing};
use crate::server::{Gate, Heartbeat, Served, Server};
use crate::site::{Notices, Section};

const POLL: Duration = Duration::from_millis(200);
const GRACE: Duration = Duration::from_secs(1);

/// A dataset that is previewed, and the states of it that were read.
struct PreviewState {
    dataset: PathBuf,
    store: Option<PathBuf>,
    /// The last state without errors.
    good: Option<FullDataset>,
    /// The problems of the present state.
    problems: Option<Diagnostics>,
}

/// Show a dataset as readers would see it, on this machine only.
#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand, name = "preview", help_triggers("-h", "--help"))]
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

impl Preview {
    pub fn run(self) -> Result {
        let listen = self.listen.unwrap_or((Ipv4Addr::LOCALHOST, 8081).into());
        if !listen.ip().is_loopback() {
            return Err(msg::preview_on_this_machine_only().into());
        }

        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&stop))
                .map_err(msg::cannot_receive_signals)?;
        }

        let now = instant_or_now(self.at);
        let mut state = PreviewState {
            dataset: configuration::dataset(self.dataset)?,
            store: configuration::store(self.store).ok(),
            good: None,
            problems: None,
        };
        let mut seen = state.fingerprint();
        state.read(now);
        let mut served = state.served(None, now)?;

        let heartbeat = Heartbeat::default();
        let gate = Gate::new(msg::preview_closed().get(console::lang()))
            .map_err(|error| msg::cannot_read_file("/dev/urandom", msg::reason(&error)))?;
        let query = gate.query();
        let addresses = Addresses {
            public: vec![listen],
            monitoring: None,
        };

        let server = Server::start(
            &addresses,
            Limits::default(),
            Arc::clone(&served),
            heartbeat.clone(),
            Some(gate),
        )?;
        for address in &server.serving.addresses.public {
            announce(&format!("listening on http://{address}{query}\n"));
        }

        while !stop.load(Ordering::Relaxed) {
            heartbeat.beat();
            thread::sleep(POLL);
            let now = instant_or_now(self.at);
            let fingerprint = state.fingerprint();
            if fingerprint != seen {
                seen = fingerprint;
                state.read(now);
            } else if !state.has_ended(&served.site, now) {
                continue;
            }

            served = state.served(Some(&served), now)?;
            server.publish(Arc::clone(&served));
        }

        server.serving.stop(GRACE);
        Ok(())
    }
}

impl PreviewState {
    /// Returns true if the pages are others by now, by the clock alone.
    fn has_ended(&self, site: &Site, now: Timestamp) -> bool {
        let built_at = site.summary().built_at;
        let good = self.good.as_ref();
        let embargo = good.and_then(|good| good.next_embargo_end(built_at));
        let mut ends = site.expires().into_iter().chain(embargo);
        ends.any(|end| end < now)
    }

    /// Differs once the dataset or the current release has changed; no file is read for it.
    fn fingerprint(&self) -> (Option<Listing>, Option<String>) {
        let store = self.store.as_deref();
        let current = store.and_then(|store| store::current_version(store).ok()?);
        (Listing::now(&self.dataset), current)
    }

    /// Reads the dataset: a good one is shown from now on, a bad one is reported. Says what is wrong with the store that it
    /// is compared with.
    fn read(&mut self, now: Timestamp) {
        match self.store.as_deref().map(StoreState::open_if_there) {
            Some(Ok(Some(state))) => console::eprint_lines(&state.warnings()),
            Some(Err(error)) => console::eprintln(error.sentence()),
            Some(Ok(None)) | None => {}
        }

        match dataset::load(&Source::Directory(self.dataset.clone()), now) {
            Ok(dataset) => {
                let taken = msg::preview_taken(dataset.version()).get(console::lang());
                announce(&format!("{taken}\n"));
                self.good = Some(dataset);
                self.problems = None;
            }
            Err(problems) => {
                console::eprint_report(&problems);
                self.problems = Some(problems);
            }
        }
    }

    fn served(&self, former: Option<&Arc<Served>>, now: Timestamp) -> Result<Arc<Served>> {
        let dataset = match &self.good {
            Some(good) => good.public_at(now),
            None => Arc::new(load_without_content(now)?),
        };

        let options = SiteOptions {
            notices: Some(self.notices(now)?),
            ..SiteOptions::default()
        };

        let before = former.map(|served| &*served.site);
        let site = Arc::new(Site::build(&dataset, &options, now, before)?);
        let served = Served::new(site, Vec::new(), None, former, instant_or_now(None).into());
        Ok(Arc::new(served))
    }

    /// The notices at this instant: the problems of the files, and what differs from the live release.
    fn notices(&self, now: Timestamp) -> Result<Notices> {
        let lang = console::lang();
        let mut notices = Notices {
            title: msg::preview_title().get(lang),
            problems: None,
            differences: None,
            differences_by_key: BTreeMap::new(),
        };

        if let Some(problems) = &self.problems {
            let heading = match self.good {
                Some(_) => msg::preview_problems(),
                None => msg::preview_only_problems(),
            };
            notices.problems = Some(Section {
                heading: heading.get(lang),
                text: problems.text(lang),
            });
        }

        let store = self.store.as_deref();
        let public = store.and_then(|store| current_release(store, now));
        let (Some(public), Some(good)) = (&public, &self.good) else {
            return Ok(notices);
        };

        let difference = Difference::between(public, good, now)?;
        if difference.is_empty() {
            return Ok(notices);
        }

        let heading = msg::preview_differs(&difference.old_version).get(lang);
        for change in &difference.indicators {
            let section = Section {
                heading: heading.clone(),
                text: difference.text_of(change, lang),
            };
            let key = change.key.clone();
            notices.differences_by_key.insert(key, section);
        }

        notices.differences = Some(Section {
            heading,
            text: difference.text(lang),
        });
        Ok(notices)
    }
}

/// Loads a dataset that has nothing to show, for pages that carry the notices alone.
fn load_without_content(now: Timestamp) -> Result<Dataset> {
    let embedded = dataset::load(&Source::Embedded, now)?.public_at(now);
    Ok(Dataset {
        version: String::new(),
        title: None,
        description: None,
        license: None,
        publisher: None,
        contact: None,
        security: None,
        featured: Vec::new(),
        sdmx: None,
        nsdp: None,
        categories: Vec::new(),
        publications: None,
        warnings: Diagnostics::default(),
        ..*embedded
    })
}

/// The current release of a store; where that cannot be read, nothing is compared.
fn current_release(store: &Path, now: Timestamp) -> Option<FullDataset> {
    let (release, dataset) = live::read_live(store, now)?;
    let is_comparable = matches!(release.integrity, Integrity::Intact | Integrity::Unknown);
    is_comparable.then_some(dataset)
}
