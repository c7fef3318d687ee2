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

/// A release at a moment.
pub trait State {
    fn span(&self) -> Span;
}

/// From when until when a state may be served, and of which release it is.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub load: LoadId,
    /// The moment for which it is built.
    pub moment: Moment,
    /// The first instant at which a status has turned.
    pub statuses_until: Option<Timestamp>,
    /// The first instant at which another row is public.
    pub rows_until: Option<Timestamp>,
    /// How long it took to build.
    pub took: Duration,
}

impl Span {
    pub fn until(&self) -> Option<Timestamp> {
        self.statuses_until.into_iter().chain(self.rows_until).min()
    }

    /// Whether the state is not served before its instants.
    fn is_timely(&self, moment: Moment) -> bool {
        self.moment.statuses <= moment.statuses && self.moment.rows <= moment.rows
    }

    /// Whether the state says what is so at a moment.
    fn is_right(&self, moment: Moment) -> bool {
        self.is_timely(moment)
            && self.statuses_until.is_none_or(|end| moment.statuses < end)
            && self.rows_until.is_none_or(|end| moment.rows < end)
    }
}

#[derive(Debug)]
pub struct Loaded<S> {
    /// At the moment of the load.
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

/// The release in service, in time.
pub struct Timeline<S> {
    present: Arc<S>,
    next: Option<Arc<S>>,
    /// The latest instant of rows in what was ever served.
    reached: Timestamp,
    /// While a load is built for this instant, rows are not judged by a later one: the load would be behind again.
    held: Option<Timestamp>,
}

impl<S: State> Timeline<S> {
    pub fn new(loaded: Loaded<S>) -> Self {
        let Loaded { present, next } = loaded;
        let reached = present.span().moment.rows;
        Timeline { present, next, reached, held: None }
    }

    pub fn present(&self) -> &Arc<S> {
        &self.present
    }

    /// The moment for which a load is built when the clock shows this.
    pub fn moment(&self, clock: Timestamp) -> Moment {
        Moment { statuses: clock, rows: clock.max(self.reached) }
    }

    /// The moment by which the present state is judged.
    fn own_moment(&self, clock: Timestamp) -> Moment {
        let Moment { statuses, rows } = self.moment(clock);
        Moment { statuses, rows: self.held.map_or(rows, |held| rows.min(held)) }
    }

    /// Whether a state may be served: not before its instants, and without withdrawing a row.
    fn admits(&self, state: &S, moment: Moment) -> bool {
        let span = state.span();
        span.is_timely(moment) && span.rows_until.is_none_or(|end| end > self.reached)
    }

    /// Replaces everything by a load, if it can be served. If not, rows are held at the moment for which it is to be built,
    /// until another load is installed or they are released.
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
        self.reached = self.reached.max(present.span().moment.rows);
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
        if built.span().load == self.present.span().load { self.next.replace(built) } else { Some(built) }
    }

    /// Puts the next state in the place of the present one where its instant has come; returns what is no longer
    /// needed.
    pub fn tick(&mut self, clock: Timestamp) -> Tick<S> {
        let moment = self.own_moment(clock);
        let Some(next) = self.next.take_if(|next| next.span().is_timely(moment)) else {
            return Tick::Nothing;
        };
        let present = self.present.span();
        let is_later = next.span().moment.statuses >= present.moment.statuses;
        if !self.admits(&next, moment) || (present.is_timely(moment) && !is_later) {
            return Tick::Unused(next);
        }
        self.reached = self.reached.max(next.span().moment.rows);
        Tick::Turned { former: std::mem::replace(&mut self.present, next) }
    }

    /// The moment for which a state is to be built now: for the present one where what is served is wrong, ahead where
    /// its end is near.
    pub fn wants(&self, clock: Timestamp) -> Option<Moment> {
        let moment = self.own_moment(clock);
        let present = self.present.span();
        if !present.is_right(moment) {
            return Some(moment);
        }
        let end = self.ends(clock)?;
        // Where building takes long, it begins early.
        let lead = TimeDelta::from_std(AHEAD.max(present.took * 4)).unwrap_or(TimeDelta::MAX);
        let is_built = self.next.as_ref().is_some_and(|next| next.span().moment.statuses == end);
        (!is_built && end - clock < lead).then(|| self.own_moment(end))
    }

    /// The instant at which the clock ends the present state.
    pub fn ends(&self, clock: Timestamp) -> Option<Timestamp> {
        let present = self.present.span();
        let rows = present.rows_until.filter(|_| self.held.is_none());
        let ends = present.statuses_until.into_iter().chain(rows);
        ends.filter(|end| *end > clock).min()
    }
}

/// What the clock has brought.
pub enum Tick<S> {
    Nothing,
    /// This state, which was built, is not needed.
    Unused(Arc<S>),
    /// The next state is served, and this one no longer.
    Turned {
        former: Arc<S>,
    },
}
