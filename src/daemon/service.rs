//! The real effects of the loop: on the server, the threads that load and build, the service manager, the log.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant as Stopwatch};

use log::{debug, error, info};

use super::built::BuiltRelease;
use super::event_loop::{BuildJob, Effects, LoadJob, Time};
use super::load_error::LoadError;
use super::monitor::Monitor;
use crate::model::{Lang, Timestamp};
use crate::server::control::{Answer, Outcome, Request};
use crate::server::{Notifier, Server};
use crate::site::status::Reload;

/// Sentences of a report in the log, at most.
const MAX_LOGGED: usize = 200;

pub enum BuilderJob {
    Build(BuildJob<BuiltRelease>),
    /// Give back the memory of a state, which may take longer than the loop has.
    GiveBack(Arc<BuiltRelease>),
}

pub struct Service {
    pub server: Server,
    pub manager: Notifier,
    pub monitor: Arc<Monitor>,
    pub loader: Sender<LoadJob<BuiltRelease>>,
    pub builder: Sender<BuilderJob>,
    pub lang: Lang,
}

impl Effects for Service {
    type State = BuiltRelease;
    type Error = LoadError;
    type Request = Request;
    type Answer = Answer;

    fn load(&mut self, job: LoadJob<BuiltRelease>) {
        let _ = self.loader.send(job);
    }

    fn build(&mut self, job: BuildJob<BuiltRelease>) {
        let _ = self.builder.send(BuilderJob::Build(job));
    }

    fn loaded(&mut self, serving: &Arc<BuiltRelease>, time: Time, took: Duration) -> Answer {
        self.monitor.reloaded(time.clock, 0);
        self.server.publish(serving.served.clone());
        // Logged once it is so.
        info!("reload: {serving}; {} ms", took.as_millis());
        served(serving, time.clock)
    }

    fn refused(&mut self, error: &LoadError, serving: &BuiltRelease, time: Time, took: Duration) -> Answer {
        self.monitor.reloaded(time.clock, error.errors().max(1));
        let (version, took) = (serving.version(), took.as_millis());
        error!("reload: refused, still serving {version}: {}; {took} ms", error.headline(self.lang));
        let sentences = error.sentences(self.lang);
        sentences.iter().take(MAX_LOGGED).for_each(|sentence| info!("reload: {sentence}"));
        if let Some(more) = sentences.len().checked_sub(MAX_LOGGED + 1) {
            info!("reload: and {} more, `indicatord check` lists them all", more + 1);
        }
        Answer { subject: serving.release.subject.clone(), outcome: error.outcome(version) }
    }

    fn turned(&mut self, serving: &Arc<BuiltRelease>, former: &BuiltRelease) {
        let since = Stopwatch::now();
        self.server.publish(serving.served.clone());
        self.manager.status(&self.status(serving));
        let came = serving.embargo_ended.filter(|end| former.embargo_ended != Some(*end));
        if let Some(end) = came {
            let end = serving.dataset.offset.timestamp(end);
            info!("in service: {serving}; rows embargoed until {end} are public");
        } else if serving.site.snapshot() != former.site.snapshot() {
            info!("statuses turned: {serving}; {} ms", since.elapsed().as_millis());
        }
    }

    fn build_failed(&mut self, error: &LoadError) {
        // The reason may tell of an embargoed row.
        error!("the next state of what is served cannot be built; another attempt is made");
        debug!("why it cannot be built: {}", error.headline(self.lang));
    }

    fn give_back(&mut self, state: Arc<BuiltRelease>) {
        let _ = self.builder.send(BuilderJob::GiveBack(state));
    }

    fn reloading(&mut self) {
        self.manager.reloading();
    }

    fn ready(&mut self, serving: &BuiltRelease) {
        self.manager.ready(&self.status(serving));
    }

    fn answer(&mut self, request: Request, answer: Answer) {
        debug!("a client is told what came of its reload");
        request.answer(answer);
    }

    fn answer_status(&mut self, request: Request, serving: &BuiltRelease) {
        request.answer(served(serving, serving.release.loaded_at));
    }
}

fn served(serving: &BuiltRelease, since: Timestamp) -> Answer {
    let (version, snapshot) = (serving.version().to_owned(), serving.site.snapshot().to_owned());
    Answer { subject: serving.release.subject.clone(), outcome: Outcome::Served { version, snapshot, since } }
}

impl Service {
    /// For `systemctl status`.
    pub fn status(&self, serving: &BuiltRelease) -> String {
        let summary = serving.site.summary();
        let served = match serving.release.is_fallback() {
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
