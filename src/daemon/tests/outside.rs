//! Everything outside of the loop, which says at once where the loop brings about what may not be.

use std::sync::Arc;
use std::time::Duration;

use super::fake::{Fake, Files};
use crate::daemon::event_loop::{BuildJob, Effects, LoadFrom, LoadJob, Time};
use crate::daemon::timeline::{LoadId, Moment};
use crate::model::Timestamp;

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
        self.expect(serving.load > self.serving.load, "a former release took the place of a later one");
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
}
