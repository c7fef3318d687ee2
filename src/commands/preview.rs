//! `indicatord preview`: a dataset as readers would see it, on this machine only. Changed files are taken by themselves;
//! a dataset with errors shows them over the last good state.

use super::*;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use askama::Template;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::dataset::Listing;
use crate::server::{Gate, Heartbeat, Served, Server};
use crate::site::{Body, Caching, Subject};

const POLL: Duration = Duration::from_millis(200);
const GRACE: Duration = Duration::from_secs(1);

/// A dataset that is previewed, and the states of it that were read.
struct PreviewState {
    dataset: PathBuf,
    store: Option<PathBuf>,
    console: Console,
    /// The last state without errors.
    good: Option<FullDataset>,
    /// The problems of the present state.
    problems: Option<Arc<Diagnostics>>,
}

/// Show a dataset as readers would see it, on this machine only.
#[derive(argh::FromArgs, argh::ArgsInfo)]
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
    pub fn run(self, console: Console) -> Result<(), CommandError> {
        let listen = self.listen.unwrap_or((Ipv4Addr::LOCALHOST, 8081).into());
        if !listen.ip().is_loopback() {
            return Err(msg::preview_on_this_machine_only().into());
        }
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&stop))
                .map_err(msg::cannot_receive_signals)?;
        }
        let configuration = configuration::get();
        let (dataset, store) = (
            configuration.dataset(self.dataset)?,
            configuration.store(self.store).ok(),
        );
        let mut state = PreviewState {
            dataset,
            store,
            console,
            good: None,
            problems: None,
        };
        let mut seen = state.fingerprint();
        let now = at(self.at);
        state.read(now);
        let (mut site, mut served) = state.served(None, now)?;
        let heartbeat = Heartbeat::default();
        let gate = Gate::new(msg::preview_closed().get(console.lang))
            .map_err(|error| msg::cannot_read_file("/dev/urandom", msg::reason(&error)))?;
        let query = gate.query();
        let (addresses, pages) = (
            Addresses {
                public: vec![listen],
                monitoring: None,
            },
            Arc::clone(&served),
        );
        let server = Server::start(
            &addresses,
            Limits::default(),
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
            let (now, fingerprint) = (at(self.at), state.fingerprint());
            if fingerprint != seen {
                seen = fingerprint;
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
}

impl PreviewState {
    /// The instant after which the pages are others by the clock alone.
    fn until(&self, site: &Site) -> Option<Timestamp> {
        let embargo = self
            .good
            .as_ref()
            .and_then(|good| good.next_embargo_end(site.summary().built_at));
        site.expires().into_iter().chain(embargo).min()
    }

    /// Differs once the dataset or the current release has changed; no file is read for it.
    fn fingerprint(&self) -> (Option<Listing>, Option<String>) {
        let current = self
            .store
            .as_deref()
            .and_then(|store| store::current_version(store).ok()?);
        (Listing::now(&self.dataset), current)
    }

    /// Reads the dataset: a good one is shown from now on, a bad one is reported. Says what is wrong with the store that it
    /// is compared with.
    fn read(&mut self, now: Timestamp) {
        match self.store.as_deref().map(StoreState::open_if_there) {
            Some(Ok(Some(state))) => shared::warn_of_journal(&state, self.console),
            Some(Err(error)) => self.console.eprintln(&error.sentence()),
            Some(Ok(None)) | None => {}
        }
        match dataset::load(&Source::Directory(self.dataset.clone()), now) {
            Ok(dataset) => {
                announce(&format!(
                    "{}\n",
                    msg::preview_taken(dataset.version()).get(self.console.lang)
                ));
                (self.good, self.problems) = (Some(dataset), None);
            }
            Err(problems) => {
                self.console.report(&problems);
                self.problems = Some(Arc::new(problems));
            }
        }
    }

    fn served(
        &self,
        former: Option<&Served>,
        now: Timestamp,
    ) -> Result<(Arc<Site>, Arc<Served>), CommandError> {
        let public = self
            .store
            .as_deref()
            .and_then(|store| current_release(store, now));
        let difference = match (&public, &self.good) {
            (Some(public), Some(good)) => Some(Difference::between(public, good, now)?),
            _ => None,
        };
        let shown = Shown {
            problems: self.problems.clone(),
            difference,
            has_pages: self.good.is_some(),
            lang: self.console.lang,
        };
        let dataset = match &self.good {
            Some(good) => good.public_at(now),
            // It says how errors look, and none of its figures is shown.
            None => dataset::load(&Source::Embedded, now)?.public_at(now),
        };
        let site = Site::build(&dataset, &SiteOptions::default(), now, None)?;
        let site = Arc::new(site.rewritten(move |path, page| shown.page(path, page)));
        let served = Served::new(Arc::clone(&site), Vec::new(), None, former, at(None).into());
        Ok((site, Arc::new(served)))
    }
}

/// The current release of a store; where that cannot be read, nothing is compared.
fn current_release(store: &Path, now: Timestamp) -> Option<FullDataset> {
    let state = StoreState::open(store).ok()?;
    let release = state.read(&state.current().ok()??);
    let is_comparable = matches!(release.integrity, Integrity::Intact | Integrity::Unknown);
    release.check(now).ok().filter(|_| is_comparable)
}

/// Where the pages for people begin to be about something.
const CONTENT: &str = "<main id=\"content\">";

const STYLE: &str =
    "\n.preview { border: 2px solid #b3541e; padding: .5rem 1rem; margin-block: 1rem; overflow-x: auto }
.preview pre { white-space: pre-wrap; font-size: .85rem }
";

/// The notices of a preview.
struct Shown {
    problems: Option<Arc<Diagnostics>>,
    difference: Option<Difference>,
    /// Whether there is a good state, above whose pages the notices stand.
    has_pages: bool,
    lang: Lang,
}

impl Shown {
    /// A page that nobody is to keep: that of the last good state with notices at its top, or the problems alone at the two
    /// addresses of the overview where there was no good state yet. The stylesheet has that of notices as well.
    fn page(&self, path: &str, page: Page) -> Option<Page> {
        let page = Page {
            caching: Caching::NoStore,
            ..page
        };
        let is_home = || Lang::ALL.into_iter().any(|lang| lang.home() == path);
        if path == urls::STYLE {
            return Some(with_text(page, |text| text + STYLE));
        }
        if !self.has_pages {
            return is_home().then(|| with_text(page, |_| self.notice(None)));
        }
        if !page.facts.is_document() {
            return Some(page);
        }
        let subject = page.subject.clone();
        Some(with_text(page, |text| {
            text.replacen(
                CONTENT,
                &format!("{CONTENT}\n{}", self.notice(Some(&subject))),
                1,
            )
        }))
    }

    /// The top of a page about a subject, or a page of its own where there is no good state.
    fn notice(&self, subject: Option<&Subject>) -> String {
        let problems = self.problems.as_ref().map(|problems| {
            let head = if subject.is_some() {
                msg::preview_problems()
            } else {
                msg::preview_only_problems()
            };
            (head.get(self.lang), problems.text(self.lang))
        });
        let differences = self
            .difference
            .as_ref()
            .filter(|difference| !difference.is_empty())
            .map(|difference| {
                // The page of an indicator says its own differences alone.
                let text = match subject.and_then(Subject::key) {
                    Some(key) => {
                        let change = difference
                            .indicators
                            .iter()
                            .find(|change| change.key == *key);
                        change
                            .map(|change| difference.text_of(change, self.lang))
                            .unwrap_or_default()
                    }
                    None => difference.text(self.lang),
                };
                (
                    msg::preview_differs(&difference.old_version).get(self.lang),
                    text,
                )
            });
        let notice = Notice {
            lang: self.lang,
            title: msg::preview_title().get(self.lang),
            problems,
            differences: differences.filter(|(_, text)| !text.is_empty()),
            is_alone: subject.is_none(),
        };
        // Writing to memory does not fail.
        notice.render().unwrap_or_default()
    }
}

/// The notices at the top of a page, as the template writes them.
#[derive(Template)]
#[template(path = "preview.html", config = "src/site/templates/askama.toml")]
struct Notice {
    lang: Lang,
    title: String,
    /// Headings and texts.
    problems: Option<(String, String)>,
    differences: Option<(String, String)>,
    is_alone: bool,
}

/// The page with another text.
fn with_text(page: Page, change: impl FnOnce(String) -> String) -> Page {
    let mut bytes = Vec::new();
    if let Some(body) = page.body(Form::Default) {
        // Writing to memory does not fail.
        let _ = body.write_to(&mut bytes);
    }
    let text = change(String::from_utf8_lossy(&bytes).into_owned());
    Page {
        stored: [Some(Body::plain(text)), None],
        ..page
    }
}
