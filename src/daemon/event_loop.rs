//! The loop without time, threads and sockets: its decisions on each event, and once all events that had come are taken.
//!
//! Time is a parameter, events are handed in, and all effects go through [`Effects`], so that a test places any event
//! between any two others (`tests`). The next job of the builder follows from the timeline alone, whenever it is free: no
//! request can be lost because something else is being built.

use super::*;

use super::timeline::{Install, Tick};

/// The two clocks of the loop.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Data are judged by it; it may be set.
    pub clock: Timestamp,
    /// Since the start of the program.
    pub uptime: Duration,
}

/// An event that signals, clients and workers report to the loop.
pub enum Event<S, E, R> {
    /// The data are to be read again, for a signal or for a client that waits for the result.
    Reload(Option<R>),
    /// A client asks for the release that is served.
    Status(R),
    Loaded(Result<Loaded<S>, E>),
    /// The builder has ended a job for the release of this load.
    Built(LoadId, Result<Arc<S>, E>),
}

/// A load that is to be done by the loader.
pub struct LoadJob<S> {
    pub id: LoadId,
    pub moment: Moment,
    pub from: LoadFrom<S>,
}

/// Where a load begins.
pub enum LoadFrom<S> {
    /// Nothing is served yet.
    Start,
    /// The data are read; equal pages are taken over from those that are served.
    Serving(Arc<S>),
    /// The data were read, and are to be built for another moment.
    Read(Arc<S>),
}

/// Everything that the loop does to the world.
pub trait Effects {
    type State: State;
    type Error;
    /// A client that waits for a load.
    type Request;
    type Answer: Clone;

    /// Begins a load; one at a time.
    fn load(&mut self, job: LoadJob<Self::State>);
    /// Begins to build another state of the release that is served; one at a time.
    fn build(&mut self, serving: Arc<Self::State>, moment: Moment);
    fn serve_loaded(
        &mut self,
        serving: &Arc<Self::State>,
        time: Time,
        took: Duration,
    ) -> Self::Answer;
    fn report_refusal(
        &mut self,
        error: &Self::Error,
        serving: &Self::State,
        time: Time,
        took: Duration,
    ) -> Self::Answer;
    /// Serves the state that the clock has brought.
    fn serve_turned(&mut self, serving: &Arc<Self::State>, former: &Self::State);
    fn report_failed_build(&mut self, error: &Self::Error);
    /// Gives back the memory of a state, on another thread.
    fn give_back(&mut self, state: Arc<Self::State>);
    fn announce_reload(&mut self);
    /// Tells the service manager that no reload is under way.
    fn announce_ready(&mut self, serving: &Self::State);
    fn answer(&mut self, request: Self::Request, answer: Self::Answer);
    fn answer_status(&mut self, request: Self::Request, serving: &Self::State);
}

/// The pause after a failed build.
const RETRY: Duration = Duration::from_secs(10);

/// The load that is under way, if one is.
enum Load<R> {
    /// None is under way, and the service manager knows it.
    Idle,
    /// None is under way; the service manager is to be told.
    Ended,
    Running {
        since: Duration,
        /// Clients that are answered by it.
        requests: Vec<R>,
        /// Clients that have asked since it began, which may be after it has read: they are answered by the next load.
        queued: Option<Vec<R>>,
    },
}

/// The thread that builds the next state.
enum Builder {
    Idle,
    Building,
    /// After a failure, until this uptime.
    Resting(Duration),
}

/// The loop, with the states that are served and the work that is under way.
pub struct EventLoop<E: Effects> {
    pub effects: E,
    pub timeline: Timeline<E::State>,
    load: Load<E::Request>,
    builder: Builder,
    latest: LoadId,
    /// To be sent once all events that had come are taken.
    answers: Vec<(E::Request, E::Answer)>,
}

impl<E: Effects> EventLoop<E> {
    /// Begins with the states of the first load, served already.
    pub fn new(effects: E, timeline: Timeline<E::State>) -> Self {
        let latest = timeline.present().span().load;
        EventLoop {
            effects,
            timeline,
            load: Load::Idle,
            builder: Builder::Idle,
            latest,
            answers: Vec::new(),
        }
    }

    pub fn handle(&mut self, event: Event<E::State, E::Error, E::Request>, time: Time) {
        match event {
            Event::Reload(request) => self.reload(request, time),
            Event::Status(request) => self.effects.answer_status(request, self.timeline.present()),
            Event::Loaded(outcome) => self.load_ended(outcome, time),
            Event::Built(load, outcome) => self.build_ended(load, outcome, time),
        }
    }

    /// Follows the clock, and reports loads that have ended; to be called once all events that had come are taken.
    pub fn turn(&mut self, time: Time) {
        match self.timeline.tick(time.clock) {
            Tick::Nothing => {}
            Tick::Unused(state) => self.effects.give_back(state),
            Tick::Turned { former } => {
                self.effects.serve_turned(self.timeline.present(), &former);
                self.effects.give_back(former);
            }
        }

        if matches!(self.builder, Builder::Resting(until) if time.uptime >= until) {
            self.builder = Builder::Idle;
        }

        if let (Builder::Idle, Some(moment)) = (&self.builder, self.timeline.wants(time.clock)) {
            self.builder = Builder::Building;
            self.effects
                .build(Arc::clone(self.timeline.present()), moment);
        }

        if matches!(self.load, Load::Ended) {
            self.load = Load::Idle;
            self.effects.announce_ready(self.timeline.present());
        }

        // After the service manager, so that the result which it sees is there when the client ends.
        for (request, answer) in std::mem::take(&mut self.answers) {
            self.effects.answer(request, answer);
        }
    }

    /// A load begins after its request, so that it reads the files that the client means.
    fn reload(&mut self, request: Option<E::Request>, time: Time) {
        // Said for every request: one may have been announced after the end of the load before was.
        self.effects.announce_reload();
        match &mut self.load {
            Load::Running { queued, .. } => queued.get_or_insert_default().extend(request),
            Load::Idle | Load::Ended => self.begin(request.into_iter().collect(), time),
        }
    }

    fn begin(&mut self, requests: Vec<E::Request>, time: Time) {
        self.latest = LoadId(self.latest.0 + 1);
        self.load = Load::Running {
            since: time.uptime,
            requests,
            queued: None,
        };
        let moment = self.timeline.moment(time.clock);
        let from = LoadFrom::Serving(Arc::clone(self.timeline.present()));
        self.effects.load(LoadJob {
            id: self.latest,
            moment,
            from,
        });
    }

    fn load_ended(&mut self, outcome: Result<Loaded<E::State>, E::Error>, time: Time) {
        let Load::Running {
            since,
            requests,
            queued,
        } = std::mem::replace(&mut self.load, Load::Ended)
        else {
            return;
        };

        let took = time.uptime.saturating_sub(since);
        let answer = match outcome.map(|loaded| self.timeline.install(loaded, time.clock)) {
            Ok(Install::CatchUp(Loaded { present, next }, moment)) => {
                self.load = Load::Running {
                    since,
                    requests,
                    queued,
                };
                if let Some(next) = next {
                    self.effects.give_back(next);
                }

                let job = LoadJob {
                    id: present.span().load,
                    moment,
                    from: LoadFrom::Read(present),
                };
                return self.effects.load(job);
            }
            Ok(Install::Done(former)) => {
                // A release that is new here need not wait for the sake of the one before it.
                if let Builder::Resting(_) = self.builder {
                    self.builder = Builder::Idle;
                }

                let answer = self
                    .effects
                    .serve_loaded(self.timeline.present(), time, took);
                for state in former {
                    self.effects.give_back(state);
                }

                answer
            }
            Err(error) => {
                self.timeline.release_rows();
                self.effects
                    .report_refusal(&error, self.timeline.present(), time, took)
            }
        };

        for request in requests {
            self.answers.push((request, answer.clone()));
        }

        if let Some(requests) = queued {
            self.begin(requests, time);
        }
    }

    fn build_ended(&mut self, load: LoadId, outcome: Result<Arc<E::State>, E::Error>, time: Time) {
        self.builder = Builder::Idle;
        match outcome {
            Ok(state) => {
                if let Some(unused) = self.timeline.offer(state) {
                    self.effects.give_back(unused);
                }
            }
            // A release that is no longer served needs no further state.
            Err(error) if load == self.timeline.present().span().load => {
                self.builder = Builder::Resting(time.uptime + RETRY);
                self.effects.report_failed_build(&error);
            }
            Err(_) => {}
        }
    }
}
