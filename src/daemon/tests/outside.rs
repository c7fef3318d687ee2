//! Everything outside of the loop, which says at once where the loop brings about a wrong effect; with releases and their
//! states as the model has them: rows with embargoes and checks, and nothing else.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::daemon::event_loop::{BuildJob, Effects, LoadFrom, LoadJob, Time};
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

/// What readers see: of each row nothing, or its status.
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
                    second(draw(40)) + TimeDelta::milliseconds(draw(3).into()) - TimeDelta::hours(1),
                ),
                error: (draw(3) > 0).then(String::new),
            },
        };
        Arc::new(Files { rows: (0..4).map(row).collect() })
    }

    fn effective(&self, moment: Moment) -> impl Iterator<Item = Option<EffectiveStatus>> {
        self.rows.iter().map(move |row| {
            let is_public = row.not_before.is_none_or(|end| end <= moment.rows);
            let inputs =
                StatusInputs { check: Some(&row.check), stale_after_hours: Some(1), next_publication: None };
            let verified = DeclaredStatus::As(Status::Verified);
            is_public
                .then(|| EffectiveStatus::at(moment.statuses, verified, &inputs, "+04:00".parse().unwrap()))
        })
    }

    pub fn page(&self, moment: Moment) -> Page {
        self.effective(moment).map(|effective| effective.map(|effective| effective.status)).collect()
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
        let turns = self.files.effective(self.moment).flatten().filter_map(|effective| effective.stale_at);
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
    /// What it has read, and at which step.
    pub read: Option<(Option<Arc<Files>>, usize)>,
}

/// What came of a load, and at which step it had read.
#[derive(Clone, Debug)]
pub struct Answer {
    pub read: usize,
    pub served: Option<LoadId>,
}

/// Everything outside of the loop.
pub struct Outside {
    pub clock: Timestamp,
    pub step: usize,
    /// What the operator has made public; `None` where it is bad or cannot be read.
    pub files: Option<Arc<Files>>,
    pub loading: Option<Loading>,
    pub building: Option<BuildJob<Fake>>,
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
        Moment { statuses: self.clock, rows: self.clock.max(self.reached) }
    }

    /// Whether a state could be served without being early and without withdrawing a row.
    pub fn is_servable(&self, state: &Fake) -> bool {
        let (own, now) = (state.moment, self.moment());
        own.statuses <= now.statuses
            && own.rows <= now.rows
            && state.files.embargoes(own.rows, self.reached) == 0
    }

    pub fn serve(&mut self, state: &Arc<Fake>) {
        let (own, now) = (state.moment, self.moment());
        self.expect(own.statuses <= now.statuses && own.rows <= now.rows, "served before its instant");
        self.expect(state.files.embargoes(own.rows, self.reached) == 0, "a row was withdrawn");
        self.reached = self.reached.max(own.rows);
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

    fn build(&mut self, job: BuildJob<Fake>) {
        self.expect(self.building.is_none(), "two builds at once");
        self.building = Some(job);
    }

    fn loaded(&mut self, serving: &Arc<Fake>, _: Time, _: Duration) -> Answer {
        self.expect(serving.load > self.serving.load, "a previous release took the place of a later one");
        self.serve(serving);
        self.resting = None;
        Answer { read: self.read, served: Some(serving.load) }
    }

    fn refused(&mut self, (): &(), serving: &Fake, _: Time, _: Duration) -> Answer {
        self.expect(serving.load == self.serving.load, "another release is said to be served");
        Answer { read: self.read, served: None }
    }

    fn turned(&mut self, serving: &Arc<Fake>, former: &Fake) {
        self.expect(former.load == self.serving.load, "another release is said to have been served");
        self.expect(serving.load == self.serving.load, "the clock brought another release");
        let was_right = self.is_right();
        self.serve(serving);
        let is_right = self.is_right();
        self.expect(is_right || !was_right, "what was right was replaced by what is not");
    }

    fn build_failed(&mut self, (): &()) {
        self.resting = Some(self.uptime + Duration::from_secs(10));
    }

    fn give_back(&mut self, state: Arc<Fake>) {
        self.expect(!Arc::ptr_eq(&state, &self.serving), "what is served was given back");
    }

    fn reloading(&mut self) {
        self.is_reloading = true;
    }

    fn ready(&mut self, _: &Fake) {
        self.expect(self.loading.is_none(), "ready while a load is under way");
        self.is_reloading = false;
    }

    fn answer(&mut self, request: usize, answer: Answer) {
        self.answers.push((request, answer));
    }

    fn answer_status(&mut self, _: usize, serving: &Fake) {
        self.expect(serving.load == self.serving.load, "a client is told of a release that is not served");
    }
}
