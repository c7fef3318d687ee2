//! A model of the loop: random sequences of events, any of them between any two others, against what readers and clients
//! may see.
//!
//! States are light: rows with embargoes and checks, judged by the rules of statuses. After each step the model says which
//! release is served, which rows and statuses, and until when: nothing early, nothing withdrawn, nothing stale for which no
//! build in flight is an excuse, every request answered by a load that has read after it. 10,000 sequences are run by
//! default; `INDICATORD_MODEL=1000000 cargo test --release daemon::tests` runs as many as are named.

mod outside;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::event_loop::EventLoop;
use super::event_loop::{BuildJob, Event, Time};
use super::timeline::{LoadId, Loaded, Moment, Timeline};
use crate::model::Timestamp;
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
        let (files, now) = (Files::some(0), Moment { statuses: second(0), rows: second(0) });
        let serving = Arc::new(Fake { load: LoadId(0), files: Arc::clone(&files), moment: now });
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
        let event_loop = EventLoop::new(outside, Timeline::new(Loaded { present: serving, next: None }));
        Model { event_loop, inbox: VecDeque::new(), asked: Vec::new(), former: vec![files], prepared: None }
    }

    fn outside(&mut self) -> &mut Outside {
        &mut self.event_loop.effects
    }

    fn time(&self) -> Time {
        let outside = &self.event_loop.effects;
        Time { clock: outside.clock, uptime: outside.uptime }
    }

    /// Does what a number says.
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

    /// The loader reads what is there now.
    fn read(&mut self) {
        let outside = self.outside();
        let (files, step) = (outside.files.clone(), outside.step);
        if let Some(loading) = outside.loading.as_mut().filter(|loading| loading.read.is_none()) {
            loading.read = Some((files, step));
        }
    }

    /// The loader is done, well or not, with its next state where that is due or without.
    fn end_load(&mut self, is_well: bool, has_next: bool) {
        self.read();
        let outside = self.outside();
        let Some(Loading { job, read: Some((files, read)) }) = outside.loading.take() else { return };
        outside.read = read;
        let Some(files) = files.filter(|_| is_well) else {
            return self.inbox.push_back(Event::Loaded(Err(())));
        };
        let fake = |moment| Arc::new(Fake { load: job.id, files: Arc::clone(&files), moment });
        let present = fake(job.moment);
        let due = end(&present).filter(|end| has_next && *end - outside.clock < TimeDelta::seconds(2));
        let due = due.map(|end| end.max(outside.clock));
        let next = due.map(|at| fake(Moment { statuses: at, rows: at.max(job.moment.rows) }));
        self.inbox.push_back(Event::Loaded(Ok(Loaded { present, next })));
    }

    fn end_build(&mut self, is_well: bool) {
        let Some(BuildJob { serving, moment }) = self.outside().building.take() else { return };
        let built = Arc::new(Fake { load: serving.load, files: Arc::clone(&serving.files), moment });
        self.inbox.push_back(Event::Built(serving.load, if is_well { Ok(built) } else { Err(()) }));
    }

    /// The clock goes on, jumps, is set back, or comes to an end of what is served.
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

    /// The loop takes all that has come, and what it shows is looked at.
    fn turn(&mut self) {
        let time = self.time();
        let is_quiet = self.inbox.is_empty();
        let mut next = None;
        for event in std::mem::take(&mut self.inbox) {
            let handed: Vec<Arc<Fake>> = match &event {
                Event::Loaded(Ok(loaded)) => {
                    [&loaded.present].into_iter().chain(&loaded.next).cloned().collect()
                }
                _ => Vec::new(),
            };
            next = handed.last().map(|state| state.moment.statuses).or(next);
            let outside = self.outside();
            let is_servable = handed.iter().any(|state| outside.is_servable(state));
            self.event_loop.handle(event, time);
            if let Some(state) = handed.first() {
                let outside = self.outside();
                let is_served = outside.serving.load == state.load;
                outside.expect(is_served == is_servable, "a load that could be served was not");
                let is_built_again =
                    outside.loading.as_ref().is_some_and(|loading| loading.job.id == state.load);
                outside.expect(is_served || is_built_again, "a load was lost");
            }
        }
        self.event_loop.turn(time);
        self.look(is_quiet, next);
    }

    /// What must be so after a turn, in which a load may have brought a state for this instant.
    fn look(&mut self, is_quiet: bool, loaded: Option<Timestamp>) {
        let prepared = self.prepared.take().filter(|_| is_quiet);
        let ends = self.event_loop.timeline.ends(self.time().clock);
        let outside = self.outside();
        let is_resting = outside.resting.is_some_and(|until| outside.uptime < until);
        let (is_right, is_idle) = (outside.is_right(), outside.building.is_none() && !is_resting);
        outside.expect(is_right || !is_idle, "stale, and nothing is done about it");
        if let Some(end) = prepared {
            // The next state was ready: it is there at its instant, though no longer where its own end has come too.
            let next = Moment { statuses: end, rows: end.max(outside.reached) };
            let next = Fake { load: LoadId(0), files: Arc::clone(&outside.serving.files), moment: next };
            let is_time = outside.clock >= end && self::end(&next).is_none_or(|end| outside.clock < end);
            outside.expect(!is_time || is_right, "the next state was not there at its instant");
        }
        let is_told = outside.is_reloading == outside.loading.is_some();
        outside.expect(is_told, "the service manager was told otherwise of a load");
        let (clock, held) = (outside.clock, outside.held());
        if is_right && held.is_none() {
            let own = end(&outside.serving).filter(|end| *end > clock);
            outside.expect(own == ends, "the loop waits for another instant than the one at which this ends");
            let is_near = |end: Timestamp| is_idle && end - clock < TimeDelta::seconds(10);
            self.prepared = own.filter(|end| is_near(*end) || loaded == Some(*end));
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
        let is_over = outside.loading.is_none() && outside.building.is_none() && !outside.is_reloading;
        outside.expect(is_over, "something never ends");
        let is_right = outside.is_right();
        outside.expect(is_right, "stale for ever");
        let is_latest = outside.files.as_ref().is_none_or(|files| Arc::ptr_eq(files, &outside.serving.files));
        outside.expect(is_latest, "the latest release is not served");
        let mut answers = std::mem::take(&mut outside.answers);
        answers.sort_by_key(|(request, _)| *request);
        let answered: Vec<usize> = answers.iter().map(|(request, _)| *request).collect();
        outside.expect(answered == asked, "a request has no answer, or two");
        for (request, answer) in answers {
            outside
                .expect(answer.read >= request, "a request was answered by a load that had read before it");
            let is_served = answer.served.is_none_or(|load| load <= outside.serving.load);
            outside.expect(is_served, "what is said to be served is not");
        }
    }
}

#[test]
fn what_is_served_is_what_the_model_says() {
    let cases = std::env::var("INDICATORD_MODEL").ok().and_then(|number| number.parse().ok());
    let config = Config { cases: cases.unwrap_or(10_000), failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&prop::collection::vec(any::<u32>(), 0..80), |words| {
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
