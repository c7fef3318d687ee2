//! What is served, and what comes next and when: one value, which a load replaces as a whole and the clock advances.
//!
//! Statuses follow the clock, also where it is set back. Rows do not: an instant that they have reached stays reached for
//! as long as the server runs, so that no row that was public is withdrawn by a clock [D19a.3]. A status that turns and
//! an embargo that ends are both the end of the present state, and are prepared and served alike.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::model::Timestamp;

/// How long before its instant the next state is built, however quickly that goes.
const AHEAD: Duration = Duration::from_secs(10);

/// The number of a load, counted from the start of the server: which release a state is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoadId(pub u64);

/// The instants by which pages are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Statuses are judged by this one, the clock's.
    pub statuses: Timestamp,
    /// Embargoed rows are judged by this one: the clock's, or a later one that was reached before.
    pub rows: Timestamp,
}

/// A release at a moment, as far as the timeline looks at it.
pub trait State {
    /// The load that has read the release.
    fn load(&self) -> LoadId;
    /// The moment for which it is built.
    fn moment(&self) -> Moment;
    /// The first instant at which a status has turned.
    fn statuses_until(&self) -> Option<Timestamp>;
    /// The first instant at which another row is public.
    fn rows_until(&self) -> Option<Timestamp>;
    /// How long it took to build.
    fn took(&self) -> Duration;
}

/// The instant at which a state ends, whatever ends it.
pub fn until(state: &impl State) -> Option<Timestamp> {
    state.statuses_until().into_iter().chain(state.rows_until()).min()
}

/// What a load hands over.
#[derive(Debug)]
pub struct Loaded<S> {
    /// The release at the moment of the load.
    pub present: Arc<S>,
    /// Its next state, where that was due soon.
    pub next: Option<Arc<S>>,
}

/// What becomes of a load.
pub enum Install<S> {
    /// It has taken the place of what was served; what is no longer needed.
    Done(Vec<Arc<S>>),
    /// It would withdraw a row, or be served before its instant: it is to be built for this moment first.
    CatchUp(Loaded<S>, Moment),
}

/// A release in service and in time.
pub struct Timeline<S> {
    present: Arc<S>,
    next: Option<Arc<S>>,
    /// The latest instant of rows in what was ever served.
    reached: Timestamp,
    /// Rows are not judged by a later instant than this while a load is built for it: what takes the place of this
    /// timeline would otherwise be behind it again.
    held: Option<Timestamp>,
}

impl<S: State> Timeline<S> {
    /// Begins with a first load.
    pub fn new(loaded: Loaded<S>) -> Self {
        let Loaded { present, next } = loaded;
        let reached = present.moment().rows;
        Timeline { present, next, reached, held: None }
    }

    /// What is served.
    pub fn present(&self) -> &Arc<S> {
        &self.present
    }

    /// The moment for which a load is built when the clock shows this.
    pub fn moment(&self, clock: Timestamp) -> Moment {
        Moment { statuses: clock, rows: clock.max(self.reached) }
    }

    /// The moment by which what is served is judged.
    fn own_moment(&self, clock: Timestamp) -> Moment {
        let Moment { statuses, rows } = self.moment(clock);
        Moment { statuses, rows: self.held.map_or(rows, |held| rows.min(held)) }
    }

    /// Whether a state may be served: not before its instants, and without withdrawing a row.
    fn admits(&self, state: &S, moment: Moment) -> bool {
        is_timely(state, moment) && state.rows_until().is_none_or(|end| end > self.reached)
    }

    /// Puts what was loaded in the place of everything, where it can be served. Where it cannot, rows are held at the
    /// moment for which it is to be built, until another load is installed or they are released.
    pub fn install(&mut self, loaded: Loaded<S>, clock: Timestamp) -> Install<S> {
        let moment = self.moment(clock);
        let is_admitted = |state: &mut Arc<S>| self.admits(state, moment);
        let Loaded { mut present, mut next } = loaded;
        let mut former = Vec::new();
        if let Some(next) = next.take_if(is_admitted) {
            former.push(std::mem::replace(&mut present, next));
        } else if !is_admitted(&mut present) {
            self.held = Some(moment.rows);
            return Install::CatchUp(Loaded { present, next }, moment);
        }
        self.reached = self.reached.max(present.moment().rows);
        former.extend(std::mem::replace(&mut self.next, next));
        former.push(std::mem::replace(&mut self.present, present));
        self.held = None;
        Install::Done(former)
    }

    /// Lets rows follow the clock again.
    pub fn release_rows(&mut self) {
        self.held = None;
    }

    /// Takes a state that was built, for its instant; returns one that is not needed, such as one of a release that is
    /// no longer served.
    pub fn offer(&mut self, built: Arc<S>) -> Option<Arc<S>> {
        if built.load() == self.present.load() { self.next.replace(built) } else { Some(built) }
    }

    /// Puts the next state in the place of the present one where its instant has come; returns what is no longer
    /// needed.
    pub fn tick(&mut self, clock: Timestamp) -> Tick<S> {
        let moment = self.own_moment(clock);
        let Some(next) = self.next.take_if(|next| is_timely(&**next, moment)) else { return Tick::Nothing };
        let is_later = next.moment().statuses >= self.present.moment().statuses;
        if !self.admits(&next, moment) || (is_timely(&*self.present, moment) && !is_later) {
            return Tick::Unused(next);
        }
        self.reached = self.reached.max(next.moment().rows);
        Tick::Turned { former: std::mem::replace(&mut self.present, next) }
    }

    /// The moment for which a state is to be built now: for the present one where what is served is wrong, ahead where
    /// its end is near.
    pub fn wants(&self, clock: Timestamp) -> Option<Moment> {
        let moment = self.own_moment(clock);
        if !is_right(&*self.present, moment) {
            return Some(moment);
        }
        let end = self.ends(clock)?;
        // Where building takes long, it begins early.
        let lead = TimeDelta::from_std(AHEAD.max(self.present.took() * 4)).unwrap_or(TimeDelta::MAX);
        let is_built = self.next.as_ref().is_some_and(|next| next.moment().statuses == end);
        (!is_built && end - clock < lead).then(|| self.own_moment(end))
    }

    /// The instant at which the clock ends the present state.
    pub fn ends(&self, clock: Timestamp) -> Option<Timestamp> {
        let rows = self.present.rows_until().filter(|_| self.held.is_none());
        let ends = self.present.statuses_until().into_iter().chain(rows);
        ends.filter(|end| *end > clock).min()
    }
}

/// What the clock has brought.
pub enum Tick<S> {
    /// The present state stays.
    Nothing,
    /// A state that was built is not needed.
    Unused(Arc<S>),
    /// The next state is served, and this one no longer.
    Turned {
        /// What was served.
        former: Arc<S>,
    },
}

/// Whether a state is not served before its instants.
fn is_timely(state: &impl State, moment: Moment) -> bool {
    let own = state.moment();
    own.statuses <= moment.statuses && own.rows <= moment.rows
}

/// Whether a state says what is so at a moment.
fn is_right(state: &impl State, moment: Moment) -> bool {
    is_timely(state, moment)
        && state.statuses_until().is_none_or(|end| moment.statuses < end)
        && state.rows_until().is_none_or(|end| moment.rows < end)
}
