//! A model of the loop: random sequences of events, any of them between any two others, against what readers and clients
//! may see.
//!
//! States are light: rows with embargoes and checks, judged by the rules of statuses. After each step the model says which
//! release is served, which rows and statuses, and until when: nothing early, nothing withdrawn, nothing stale for which no
//! build in flight is an excuse, every request answered by a load that has read after it. 10,000 sequences are run by
//! default; `INDICATORD_MODEL=1000000 cargo test --release daemon::tests` runs as many as are named.

use super::*;

use std::collections::VecDeque;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::event_loop::Event;
use outside::{Fake, Files, Loading, Outside, end, second};

/// The loop and what surrounds it.
struct Model {
    event_loop: EventLoop<Outside>,
    inbox: VecDeque<Event<Fake, (), usize>>,
    /// Every request, by the step at which it was made.
    asked: Vec<usize>,
    /// The files that were made public before.
    former: Vec<Arc<Files>>,
    /// The end of the state that was served after the latest turn, where the next one must be ready for it.
    prepared: Option<Timestamp>,
}

impl Model {
    fn new() -> Self {
        let (files, now) = (
            Files::some(0),
            Moment {
                statuses: second(0),
                rows: second(0),
            },
        );
        let serving = Arc::new(Fake {
            load: LoadId(0),
            files: Arc::clone(&files),
            moment: now,
        });
        let outside = Outside {
            clock: second(0),
            step: 0,
            files: Some(Arc::clone(&files)),
            loading: None,
            building: None,
            resting: None,
            serving: Arc::clone(&serving),
            reached: second(0),
            read: 0,
            is_reloading: false,
            answers: Vec::new(),
            uptime: Duration::ZERO,
            fault: None,
        };

        let event_loop = EventLoop::new(
            outside,
            Timeline::new(Loaded {
                present: serving,
                next: None,
            }),
        );
        Model {
            event_loop,
            inbox: VecDeque::new(),
            asked: Vec::new(),
            former: vec![files],
            prepared: None,
        }
    }

    fn outside(&mut self) -> &mut Outside {
        &mut self.event_loop.effects
    }

    fn time(&self) -> Time {
        let outside = &self.event_loop.effects;
        Time {
            clock: outside.clock,
            uptime: outside.uptime,
        }
    }

    /// Takes the step that a number stands for.
    fn step(&mut self, word: u32) {
        self.outside().step += 1;
        let (kind, with) = (word % 16, word / 16);
        match kind {
            0 => {
                let files = Files::some(with);
                self.former.push(Arc::clone(&files));
                self.outside().files = Some(files);
            }
            1 => {
                // A rollback, or nothing that could be served.
                let at = usize::try_from(with).unwrap() % (self.former.len() + 1);
                self.outside().files = self.former.get(at).cloned();
            }
            2 => self.request(),
            3 => self.inbox.push_back(Event::Reload(None)),
            4 => self.read(),
            5 | 6 => self.end_load(with % 8 != 0, with % 3 != 0),
            7 | 8 => self.end_build(with % 8 != 0),
            9..=11 => self.set_clock(with),
            12 => {
                let step = self.outside().step;
                self.inbox.push_back(Event::Status(step));
            }
            _ => self.turn(),
        }
    }

    fn request(&mut self) {
        let step = self.outside().step;
        self.asked.push(step);
        self.inbox.push_back(Event::Reload(Some(step)));
    }

    /// Lets the loader read the present files.
    fn read(&mut self) {
        let outside = self.outside();
        let (files, step) = (outside.files.clone(), outside.step);
        if let Some(loading) = outside
            .loading
            .as_mut()
            .filter(|loading| loading.read.is_none())
        {
            loading.read = Some((files, step));
        }
    }

    /// The loader is done, well or not, with its next state where that is due or without.
    fn end_load(&mut self, is_well: bool, has_next: bool) {
        self.read();
        let outside = self.outside();
        let Some(Loading {
            job,
            read: Some((files, read)),
        }) = outside.loading.take()
        else {
            return;
        };

        outside.read = read;
        let Some(files) = files.filter(|_| is_well) else {
            return self.inbox.push_back(Event::Loaded(Err(())));
        };

        let fake = |moment| {
            Arc::new(Fake {
                load: job.id,
                files: Arc::clone(&files),
                moment,
            })
        };
        let present = fake(job.moment);
        let due =
            end(&present).filter(|end| has_next && *end - outside.clock < TimeDelta::seconds(2));
        let due = due.map(|end| end.max(outside.clock));
        let next = due.map(|at| {
            fake(Moment {
                statuses: at,
                rows: at.max(job.moment.rows),
            })
        });
        self.inbox
            .push_back(Event::Loaded(Ok(Loaded { present, next })));
    }

    fn end_build(&mut self, is_well: bool) {
        let Some((serving, moment)) = self.outside().building.take() else {
            return;
        };

        let built = Arc::new(Fake {
            load: serving.load,
            files: Arc::clone(&serving.files),
            moment,
        });
        self.inbox.push_back(Event::Built(
            serving.load,
            if is_well { Ok(built) } else { Err(()) },
        ));
    }

    /// Moves the clock on, lets it jump, sets it back, or brings it to the end of the state that is served.
    fn set_clock(&mut self, with: u32) {
        let outside = self.outside();
        let next = end(&outside.serving).filter(|end| *end > outside.clock);
        let step = match with % 12 {
            0 => 1,
            1 => 50,
            2 => 900,
            3 => 2_000,
            4 => 9_000,
            5 => 25_000,
            6 => -1,
            7 => -1_500,
            8 => -20_000,
            9 => next.map_or(10, |end| (end - outside.clock).num_milliseconds() - 1),
            _ => next.map_or(10, |end| (end - outside.clock).num_milliseconds()),
        };

        outside.clock += TimeDelta::milliseconds(step);
        outside.uptime += Duration::from_millis(step.unsigned_abs());
    }

    /// Lets the loop take all events that have come, and checks its effects.
    fn turn(&mut self) {
        let time = self.time();
        let is_quiet = self.inbox.is_empty();
        let mut next = None;
        for event in std::mem::take(&mut self.inbox) {
            let handed: Vec<Arc<Fake>> = match &event {
                Event::Loaded(Ok(loaded)) => [&loaded.present]
                    .into_iter()
                    .chain(&loaded.next)
                    .cloned()
                    .collect(),
                _ => Vec::new(),
            };

            next = handed.last().map(|state| state.moment.statuses).or(next);
            let outside = self.outside();
            let is_servable = handed.iter().any(|state| outside.is_servable(state));
            self.event_loop.handle(event, time);
            if let Some(state) = handed.first() {
                let outside = self.outside();
                let is_served = outside.serving.load == state.load;
                outside.expect(
                    is_served == is_servable,
                    "a load that could be served was not",
                );
                let is_built_again = outside
                    .loading
                    .as_ref()
                    .is_some_and(|loading| loading.job.id == state.load);
                outside.expect(is_served || is_built_again, "a load was lost");
            }
        }

        self.event_loop.turn(time);
        self.look(is_quiet, next);
    }

    /// Checks the state after a turn, in which a load may have brought a state for this instant.
    fn look(&mut self, is_quiet: bool, loaded: Option<Timestamp>) {
        let prepared = self.prepared.take().filter(|_| is_quiet);
        let ends = self.event_loop.timeline.ends(self.time().clock);
        let outside = self.outside();
        let is_resting = outside.resting.is_some_and(|until| outside.uptime < until);
        let (is_right, is_idle) = (
            outside.is_right(),
            outside.building.is_none() && !is_resting,
        );
        outside.expect(is_right || !is_idle, "stale, and nothing is done about it");
        if let Some(end) = prepared {
            // The next state was ready: it is there at its instant, though no longer where its own end has come too.
            let next = Moment {
                statuses: end,
                rows: end.max(outside.reached),
            };
            let next = Fake {
                load: LoadId(0),
                files: Arc::clone(&outside.serving.files),
                moment: next,
            };
            let is_time =
                outside.clock >= end && self::end(&next).is_none_or(|end| outside.clock < end);
            outside.expect(
                !is_time || is_right,
                "the next state was not there at its instant",
            );
        }

        let is_told = outside.is_reloading == outside.loading.is_some();
        outside.expect(is_told, "the service manager was told otherwise of a load");
        let (clock, held) = (outside.clock, outside.held());
        if is_right && held.is_none() {
            let end_of_state = end(&outside.serving).filter(|end| *end > clock);
            outside.expect(
                end_of_state == ends,
                "the loop waits for another instant than the one at which this ends",
            );
            let is_near = |end: Timestamp| is_idle && end - clock < TimeDelta::seconds(10);
            self.prepared = end_of_state.filter(|end| is_near(*end) || loaded == Some(*end));
        }
    }

    /// All that was begun comes to an end, and another request is answered.
    fn settle(&mut self) {
        self.request();
        for _ in 0..12 {
            self.turn();
            let outside = self.outside();
            outside.step += 1;
            outside.uptime += Duration::from_secs(11);
            self.end_load(true, true);
            self.end_build(true);
        }

        self.turn();
        let asked = std::mem::take(&mut self.asked);
        let outside = self.outside();
        let is_over =
            outside.loading.is_none() && outside.building.is_none() && !outside.is_reloading;
        outside.expect(is_over, "something never ends");
        let is_right = outside.is_right();
        outside.expect(is_right, "stale for ever");
        let is_latest = outside
            .files
            .as_ref()
            .is_none_or(|files| Arc::ptr_eq(files, &outside.serving.files));
        outside.expect(is_latest, "the latest release is not served");
        let mut answers = std::mem::take(&mut outside.answers);
        answers.sort_by_key(|(request, _)| *request);
        let answered: Vec<usize> = answers.iter().map(|(request, _)| *request).collect();
        outside.expect(answered == asked, "a request has no answer, or two");
        for (request, answer) in answers {
            outside.expect(
                answer.read >= request,
                "a request was answered by a load that had read before it",
            );
            let is_served = answer
                .served
                .is_none_or(|load| load <= outside.serving.load);
            outside.expect(is_served, "what is said to be served is not");
        }
    }
}

#[test]
fn what_is_served_is_what_the_model_says() {
    let cases = std::env::var("INDICATORD_MODEL")
        .ok()
        .and_then(|number| number.parse().ok());
    let config = Config {
        cases: cases.unwrap_or(10_000),
        failure_persistence: None,
        ..Config::default()
    };
    let outcome =
        TestRunner::new(config).run(&prop::collection::vec(any::<u32>(), 0..80), |words| {
            let mut model = Model::new();
            words.into_iter().for_each(|word| model.step(word));
            model.settle();
            let fault = model.outside().fault.take();
            fault.map_or(Ok(()), |fault| Err(TestCaseError::fail(fault)))
        });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Everything outside of the loop, which says at once where the loop brings about a wrong effect; with releases and their
/// states as the model has them: rows with embargoes and checks, and nothing else.
mod outside {
    use std::sync::Arc;
    use std::time::Duration;

    use chrono::TimeDelta;

    use crate::daemon::event_loop::{Effects, LoadFrom, LoadJob, Time};
    use crate::daemon::timeline::{LoadId, Moment, Span, State};
    use crate::model::{Check, DeclaredStatus, EffectiveStatus, Status, StatusInputs, Timestamp};

    /// A row: from when it is public, and the check that its status rests on.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Row {
        not_before: Option<Timestamp>,
        check: Check,
    }

    /// The files at one time.
    #[derive(Debug, PartialEq)]
    pub struct Files {
        pub rows: Vec<Row>,
    }

    /// A page as readers see it: for each row nothing, or its status.
    pub type Page = Vec<Option<Status>>;

    impl Files {
        /// Some files, by a number.
        pub fn some(mut seed: u32) -> Arc<Files> {
            let mut draw = |below: u32| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) % below
            };
            let row = |_| Row {
                not_before: (draw(3) > 0).then(|| second(draw(40))),
                check: Check {
                    // An hour later it is overdue.
                    checked_at: Some(
                        second(draw(40)) + TimeDelta::milliseconds(draw(3).into())
                            - TimeDelta::hours(1),
                    ),
                    error: (draw(3) > 0).then(String::new),
                },
            };

            Arc::new(Files {
                rows: (0..4).map(row).collect(),
            })
        }

        fn effective(&self, moment: Moment) -> impl Iterator<Item = Option<EffectiveStatus>> {
            self.rows.iter().map(move |row| {
                let is_public = row.not_before.is_none_or(|end| end <= moment.rows);
                let inputs = StatusInputs {
                    check: Some(&row.check),
                    stale_after_hours: Some(1),
                    next_publication: None,
                };
                let verified = DeclaredStatus::As(Status::Verified);
                is_public.then(|| {
                    EffectiveStatus::at(
                        moment.statuses,
                        verified,
                        &inputs,
                        "+04:00".parse().unwrap(),
                    )
                })
            })
        }

        pub fn page(&self, moment: Moment) -> Page {
            self.effective(moment)
                .map(|effective| effective.map(|effective| effective.status))
                .collect()
        }

        /// The ends of embargoes in `(after, until]`.
        pub fn embargoes(&self, after: Timestamp, until: Timestamp) -> usize {
            let ends = self.rows.iter().filter_map(|row| row.not_before);
            ends.filter(|end| *end > after && *end <= until).count()
        }
    }

    /// This second of the model's minute.
    pub fn second(number: u32) -> Timestamp {
        let start: Timestamp = "2026-11-20T05:00:00Z".parse().unwrap();
        start + TimeDelta::seconds(number.into())
    }

    /// Files at a moment.
    #[derive(Debug)]
    pub struct Fake {
        pub load: LoadId,
        pub files: Arc<Files>,
        pub moment: Moment,
    }

    impl State for Fake {
        fn span(&self) -> Span {
            let turns = self
                .files
                .effective(self.moment)
                .flatten()
                .filter_map(|effective| effective.stale_at);
            let ends = self.files.rows.iter().filter_map(|row| row.not_before);
            Span {
                load: self.load,
                moment: self.moment,
                statuses_until: turns.min().map(|end| end + TimeDelta::milliseconds(1)),
                rows_until: ends.filter(|end| *end > self.moment.rows).min(),
                took: Duration::from_secs(1),
            }
        }
    }

    pub fn end(state: &Fake) -> Option<Timestamp> {
        state.span().until()
    }

    /// A load under way.
    pub struct Loading {
        pub job: LoadJob<Fake>,
        /// The files that it has read, and at which step.
        pub read: Option<(Option<Arc<Files>>, usize)>,
    }

    /// The outcome of a load, and the step at which it had read.
    #[derive(Clone, Debug)]
    pub struct Answer {
        pub read: usize,
        pub served: Option<LoadId>,
    }

    /// Everything outside of the loop.
    pub struct Outside {
        pub clock: Timestamp,
        pub step: usize,
        /// The files that the operator has made public; `None` where they are bad or cannot be read.
        pub files: Option<Arc<Files>>,
        pub loading: Option<Loading>,
        pub building: Option<(Arc<Fake>, Moment)>,
        /// A build of what is served has failed: until then none is expected.
        pub resting: Option<Duration>,
        pub serving: Arc<Fake>,
        pub reached: Timestamp,
        /// When the load that has just ended had read.
        pub read: usize,
        pub is_reloading: bool,
        pub answers: Vec<(usize, Answer)>,
        pub uptime: Duration,
        pub fault: Option<String>,
    }

    impl Outside {
        pub fn expect(&mut self, is_so: bool, what: &str) {
            if !is_so && self.fault.is_none() {
                self.fault = Some(format!("step {}: {what}", self.step));
            }
        }

        /// The moment by which the present is judged.
        pub fn moment(&self) -> Moment {
            Moment {
                statuses: self.clock,
                rows: self.clock.max(self.reached),
            }
        }

        /// Returns true if a state could be served without being early and without withdrawing a row.
        pub fn is_servable(&self, state: &Fake) -> bool {
            let (built_for, now) = (state.moment, self.moment());
            built_for.statuses <= now.statuses
                && built_for.rows <= now.rows
                && state.files.embargoes(built_for.rows, self.reached) == 0
        }

        pub fn serve(&mut self, state: &Arc<Fake>) {
            let (built_for, now) = (state.moment, self.moment());
            self.expect(
                built_for.statuses <= now.statuses && built_for.rows <= now.rows,
                "served before its instant",
            );
            self.expect(
                state.files.embargoes(built_for.rows, self.reached) == 0,
                "a row was withdrawn",
            );
            self.reached = self.reached.max(built_for.rows);
            self.serving = Arc::clone(state);
        }

        /// Rows are held while a load is built for another moment.
        pub fn held(&self) -> Option<Timestamp> {
            let job = &self.loading.as_ref()?.job;
            matches!(job.from, LoadFrom::Read(_)).then_some(job.moment.rows)
        }

        pub fn is_right(&self) -> bool {
            let Moment { statuses, rows } = self.moment();
            let rows = self.held().map_or(rows, |held| held.min(rows));
            self.serving.moment.statuses <= statuses
                && self.serving.files.page(self.serving.moment)
                    == self.serving.files.page(Moment { statuses, rows })
        }
    }

    impl Effects for Outside {
        type State = Fake;
        type Error = ();
        type Request = usize;
        type Answer = Answer;

        fn load(&mut self, job: LoadJob<Fake>) {
            self.expect(self.loading.is_none(), "two loads at once");
            let read = match &job.from {
                LoadFrom::Read(state) => Some((Some(Arc::clone(&state.files)), self.read)),
                LoadFrom::Start | LoadFrom::Serving(_) => None,
            };

            self.loading = Some(Loading { job, read });
        }

        fn build(&mut self, serving: Arc<Fake>, moment: Moment) {
            self.expect(self.building.is_none(), "two builds at once");
            self.building = Some((serving, moment));
        }

        fn serve_loaded(&mut self, serving: &Arc<Fake>, _: Time, _: Duration) -> Answer {
            self.expect(
                serving.load > self.serving.load,
                "a previous release took the place of a later one",
            );
            self.serve(serving);
            self.resting = None;
            Answer {
                read: self.read,
                served: Some(serving.load),
            }
        }

        fn report_refusal(&mut self, (): &(), serving: &Fake, _: Time, _: Duration) -> Answer {
            self.expect(
                serving.load == self.serving.load,
                "another release is said to be served",
            );
            Answer {
                read: self.read,
                served: None,
            }
        }

        fn serve_turned(&mut self, serving: &Arc<Fake>, former: &Fake) {
            self.expect(
                former.load == self.serving.load,
                "another release is said to have been served",
            );
            self.expect(
                serving.load == self.serving.load,
                "the clock brought another release",
            );
            let was_right = self.is_right();
            self.serve(serving);
            let is_right = self.is_right();
            self.expect(
                is_right || !was_right,
                "what was right was replaced by what is not",
            );
        }

        fn report_failed_build(&mut self, (): &()) {
            self.resting = Some(self.uptime + Duration::from_secs(10));
        }

        fn give_back(&mut self, state: Arc<Fake>) {
            self.expect(
                !Arc::ptr_eq(&state, &self.serving),
                "what is served was given back",
            );
        }

        fn announce_reload(&mut self) {
            self.is_reloading = true;
        }

        fn announce_ready(&mut self, _: &Fake) {
            self.expect(self.loading.is_none(), "ready while a load is under way");
            self.is_reloading = false;
        }

        fn answer(&mut self, request: usize, answer: Answer) {
            self.answers.push((request, answer));
        }

        fn answer_status(&mut self, _: usize, serving: &Fake) {
            self.expect(
                serving.load == self.serving.load,
                "a client is told of a release that is not served",
            );
        }
    }
}
