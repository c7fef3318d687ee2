//! The loop's half of a reload: asks the loader for it, takes what comes of it into service, or says why not.

use std::time::Instant as Stopwatch;

use log::{error, info};

use super::Daemon;
use super::clock::now;
use super::load_error::LoadError;
use super::loader::{LoadJob, Loaded};
use crate::server::control::{ReloadOutcome, ReloadRequest};
use crate::site::status::Reload;

/// The sentences of a report that the log repeats.
const REPEATED: usize = 200;

/// Whether another reload was asked for while one was under way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// It was not.
    No,
    /// It was.
    Yes,
}

impl Daemon {
    /// Somebody has asked for a reload: it begins after that, so that what comes of it is what they have asked for.
    pub(super) fn reload_asked(&mut self, request: Option<ReloadRequest>) {
        self.requests.add(request, self.loading.is_some());
        self.load();
    }

    /// Has what there is to be served read anew, once at a time.
    pub(super) fn load(&mut self) {
        // Said for every request: one may have been announced after the end of the one before was.
        self.manager.reloading();
        self.is_awaited = true;
        if self.loading.is_some() {
            self.loading = Some(Again::Yes);
            return;
        }
        self.loading = Some(Again::No);
        let serving = Some(self.serving.clone());
        let (since, reached, until) = (Stopwatch::now(), self.reached, self.until());
        self.loader.give(LoadJob { since, serving, reached, until });
    }

    /// Takes what has been read into service, or says why not.
    pub(super) fn loaded(&mut self, loaded: Loaded) {
        let again = self.loading.take() == Some(Again::Yes);
        let Loaded { job: LoadJob { since, serving, reached, .. }, outcome, waiting } = loaded;
        // It is served still: what no longer is, is not for the loop to take apart.
        drop(serving);
        // What had waited came into service after the store was looked at: what was found there then is no longer so.
        if reached != self.reached {
            self.requests.go_on();
            return self.load();
        }
        let until = self.until();
        if let Some(waiting) = waiting {
            self.waiting = waiting;
        }
        let at = now();
        match outcome {
            Ok(built) => {
                self.requests.done(ReloadOutcome::Served);
                self.monitor.reloaded(at, 0);
                self.publish(built);
                // Said when it is so: whoever reads the line and asks gets what it says.
                info!("reload: {}; {} ms", self.serving, since.elapsed().as_millis());
            }
            Err(error) => {
                self.requests.done(error.outcome(self.serving.version()));
                self.monitor.reloaded(at, error.errors().max(1));
                self.refused(&error, since);
                if self.until() != until {
                    self.refresh();
                }
            }
        }
        self.requests.go_on();
        if again {
            self.load();
        }
    }

    fn refused(&self, error: &LoadError, since: Stopwatch) {
        let (version, took, lang) = (self.serving.version(), since.elapsed().as_millis(), self.lang);
        error!("reload: refused, still serving {version}: {}; {took} ms", error.headline(lang));
        let sentences = error.sentences(lang);
        sentences.iter().take(REPEATED).for_each(|sentence| info!("reload: {sentence}"));
        if let Some(more) = sentences.len().checked_sub(REPEATED + 1) {
            info!("reload: and {} more, `indicatord check` lists them all", more + 1);
        }
    }

    /// What `systemctl status` shows: what is served, and how the last reload went.
    pub(super) fn status(&self) -> String {
        let summary = self.serving.site.summary();
        let served = match self.serving.release.is_fallback {
            true => format!("{summary}; in the place of what cannot be served, see the journal"),
            false => summary.to_string(),
        };
        match self.monitor.reloads().last {
            None => format!("{served}; not reloaded yet"),
            Some(Reload { at, errors: 0 }) => {
                format!("{served}; reloaded {}", summary.offset.timestamp(at))
            }
            Some(Reload { at, errors }) => {
                let at = summary.offset.timestamp(at);
                let s = if errors == 1 { "" } else { "s" };
                format!("{served}; reload refused {at}: {errors} error{s}, see the journal")
            }
        }
    }
}
