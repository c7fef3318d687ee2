//! The real effects of the loop: on the server, the threads that load and build, the service manager, the log.

use super::*;

use log::{debug, error, info};

use super::event_loop::Effects;
use crate::server::control::Answer;

/// Sentences of a report in the log, at most.
const MAX_LOGGED: usize = 200;

/// The server, the workers and the service manager, as the loop uses them.
pub struct Service {
    pub server: Server,
    pub manager: Notifier,
    pub monitor: Arc<Monitor>,
    pub loader: Sender<Job>,
    pub builder: Sender<BuilderJob>,
    pub lang: Lang,
}

impl Effects for Service {
    type State = BuiltRelease;
    type Error = LoadError;
    type Request = Request;
    type Answer = Answer;

    fn load(&mut self, job: Job) {
        let _ = self.loader.send(job);
    }

    fn build(&mut self, serving: Arc<BuiltRelease>, moment: Moment) {
        let job = BuilderJob::Build(serving, moment);
        let _ = self.builder.send(job);
    }

    fn serve_loaded(&mut self, serving: &Arc<BuiltRelease>, time: Time, took: Duration) -> Answer {
        self.monitor.note_reload(time.clock, 0);
        self.server.publish(serving.served.clone());
        // Logged once it is so.
        let summary = serving.summary_with_warnings().get(self.lang);
        info!("reload: {summary}; {} ms", took.as_millis());
        self.answer_of(serving, time.clock)
    }

    fn report_refusal(
        &mut self,
        error: &LoadError,
        serving: &BuiltRelease,
        time: Time,
        took: Duration,
    ) -> Answer {
        let lang = self.lang;
        self.monitor.note_reload(time.clock, error.errors().max(1));
        let version = serving.version();
        let refused = msg::still_serving(version, error.headline(lang)).get(lang);
        error!("reload: {refused}; {} ms", took.as_millis());

        let sentences = error.sentences(lang);
        for sentence in sentences.iter().take(MAX_LOGGED) {
            info!("reload: {sentence}");
        }

        let more = sentences.len().saturating_sub(MAX_LOGGED);
        if more > 0 {
            info!("reload: {}", msg::more_in_check(more).get(lang));
        }

        self.answer_with(serving, error.outcome(version))
    }

    fn serve_turned(&mut self, serving: &Arc<BuiltRelease>, former: &BuiltRelease) {
        let since = Stopwatch::now();
        self.server.publish(serving.served.clone());
        self.manager.status(&self.status(serving));

        let summary = serving.summary_with_warnings();
        let is_other_snapshot = serving.snapshot() != former.snapshot();
        if let Some(end) = serving.embargo_ended
            && former.embargo_ended != Some(end)
        {
            let end = serving.dataset.offset.timestamp(end);
            let ended = msg::embargo_ended(summary, end).get(self.lang);
            info!("{ended}");
        } else if is_other_snapshot {
            let changed = msg::statuses_changed(summary).get(self.lang);
            info!("{changed}; {} ms", since.elapsed().as_millis());
        }
    }

    fn report_failed_build(&mut self, error: &LoadError) {
        // The reason may tell of an embargoed row.
        error!("{}", msg::next_state_failed().get(self.lang));
        debug!("why it cannot be built: {}", error.headline(self.lang));
    }

    fn give_back(&mut self, state: Arc<BuiltRelease>) {
        let _ = self.builder.send(BuilderJob::GiveBack(state));
    }

    fn announce_reload(&mut self) {
        self.manager.reloading();
    }

    fn announce_ready(&mut self, serving: &BuiltRelease) {
        self.manager.ready(&self.status(serving));
    }

    fn answer(&mut self, request: Request, answer: Answer) {
        debug!("a client is told what came of its reload");
        request.answer(answer);
    }

    fn answer_status(&mut self, request: Request, serving: &BuiltRelease) {
        request.answer(self.answer_of(serving, serving.release.loaded_at));
    }
}

impl Service {
    fn answer_of(&self, serving: &BuiltRelease, since: Timestamp) -> Answer {
        let last = self.monitor.reloads().last;
        let outcome = Outcome::Served {
            version: serving.version().to_owned(),
            snapshot: serving.snapshot().to_owned(),
            since,
            is_refused: last.is_some_and(|last| last.errors > 0),
            is_published: serving.release.is_published(),
        };
        self.answer_with(serving, outcome)
    }

    fn answer_with(&self, serving: &BuiltRelease, outcome: Outcome) -> Answer {
        Answer {
            subject: serving.release.subject.clone(),
            outcome,
            address: self.server.serving.addresses.public.first().copied(),
        }
    }

    /// Tells the service manager that requests are answered, and from now on that the loop goes on.
    pub fn announce_start(&self, serving: &BuiltRelease) {
        self.manager.ready(&self.status(serving));
        let public = &self.server.serving.addresses.public;
        self.manager.watch(public, self.monitor.heartbeat.clone());
    }

    /// For `systemctl status`.
    fn status(&self, serving: &BuiltRelease) -> String {
        let offset = serving.served.site.summary().offset;
        let served = match serving.release.is_fallback {
            true => msg::in_place_of_live(serving.summary()),
            false => serving.summary(),
        };

        let Some(Reload { at, errors }) = self.monitor.reloads().last else {
            return msg::not_reloaded_yet(served).get(self.lang);
        };

        let at = offset.timestamp(at);
        let status = match errors {
            0 => msg::reloaded_at(served, at),
            _ => msg::reload_refused_at(served, at, errors),
        };
        status.get(self.lang)
    }
}
