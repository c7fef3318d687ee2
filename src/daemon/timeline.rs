//! The state that is served and the next one: one value, which a load replaces as a whole and the clock advances.
//!
//! Statuses follow the clock, also where it is set back. Rows do not: an instant that they have reached stays reached for
//! as long as the server runs, so that no row that was public is withdrawn by a clock [D19a.3]. A status that turns and
//! an embargo that ends are both the end of the present state, and are prepared and served alike.

use super::*;

/// The next state is built so long before its instant, however quickly that goes.
const AHEAD: Duration = Duration::from_secs(10);

/// The number of a load, counted from the start of the server: identifies the release of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoadId(pub u64);

/// The instants by which pages are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// For statuses: the clock's.
    pub statuses: Timestamp,
    /// For embargoed rows: the clock's, or a later one that was reached before.
    pub rows: Timestamp,
}

/// A state as the timeline judges it.
pub trait State {
    fn span(&self) -> Span;
}

/// The time in which a state may be served.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub load: LoadId,
    /// The moment for which it is built.
    pub moment: Moment,
    /// The first instant at which a status has turned, or ages are a day older.
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

    /// Returns true if the instants of the state have come.
    fn is_timely(&self, moment: Moment) -> bool {
        self.moment.statuses <= moment.statuses && self.moment.rows <= moment.rows
    }

    /// Returns true if the state is neither early nor outdated at a moment.
    fn is_right(&self, moment: Moment) -> bool {
        self.is_timely(moment)
            && self.statuses_until.is_none_or(|end| moment.statuses < end)
            && self.rows_until.is_none_or(|end| moment.rows < end)
    }
}

/// The states that a load has built.
#[derive(Debug)]
pub struct Loaded<S> {
    pub present: Arc<S>,
    /// Its next state, where that was due soon.
    pub next: Option<Arc<S>>,
}

/// The outcome of installing a load.
pub enum Install<S> {
    /// It is served; these states are no longer needed.
    Done(Vec<Arc<S>>),
    /// It would withdraw a row or be served before its instant, and must be built for this moment first.
    CatchUp(Loaded<S>, Moment),
}

/// The state that is served, and the one that follows it.
pub struct Timeline<S> {
    present: Arc<S>,
    next: Option<Arc<S>>,
    /// The latest instant of rows in any state that was served.
    reached: Timestamp,
    /// While a load is built for this instant, rows are not judged by a later one: the load would be behind again.
    held: Option<Timestamp>,
}

impl<S: State> Timeline<S> {
    pub fn new(loaded: Loaded<S>) -> Self {
        let Loaded { present, next } = loaded;
        let reached = present.span().moment.rows;
        Timeline {
            present,
            next,
            reached,
            held: None,
        }
    }

    pub fn present(&self) -> &Arc<S> {
        &self.present
    }

    /// The moment of a load that begins now.
    pub fn moment(&self, clock: Timestamp) -> Moment {
        Moment {
            statuses: clock,
            rows: clock.max(self.reached),
        }
    }

    /// The moment by which the present state is judged.
    fn judging_moment(&self, clock: Timestamp) -> Moment {
        let Moment { statuses, rows } = self.moment(clock);
        Moment {
            statuses,
            rows: self.held.map_or(rows, |held| rows.min(held)),
        }
    }

    /// Returns true if a state may be served: its instants have come, and it withdraws no row.
    fn admits(&self, state: &S, moment: Moment) -> bool {
        let span = state.span();
        span.is_timely(moment) && span.rows_until.is_none_or(|end| end > self.reached)
    }

    /// Replaces everything by a load, if it can be served. If not, rows are held at the moment for which it is to be built,
    /// until another load is installed or they are released.
    pub fn install(&mut self, loaded: Loaded<S>, clock: Timestamp) -> Install<S> {
        let moment = self.moment(clock);
        let Loaded {
            mut present,
            mut next,
        } = loaded;
        let mut former = Vec::new();
        if let Some(next) = next.take_if(|next| self.admits(next, moment)) {
            former.push(std::mem::replace(&mut present, next));
        } else if !self.admits(&present, moment) {
            self.held = Some(moment.rows);
            return Install::CatchUp(Loaded { present, next }, moment);
        }

        self.reached = self.reached.max(present.span().moment.rows);
        former.extend(std::mem::replace(&mut self.next, next));
        former.push(std::mem::replace(&mut self.present, present));
        self.held = None;
        Install::Done(former)
    }

    pub fn release_rows(&mut self) {
        self.held = None;
    }

    /// Keeps a state that was built for its instant; returns one that is not needed.
    pub fn offer(&mut self, built: Arc<S>) -> Option<Arc<S>> {
        if built.span().load == self.present.span().load {
            self.next.replace(built)
        } else {
            Some(built)
        }
    }

    /// Puts the next state in the place of the present one once its instant has come.
    pub fn tick(&mut self, clock: Timestamp) -> Tick<S> {
        let moment = self.judging_moment(clock);
        let Some(next) = self.next.take_if(|next| next.span().is_timely(moment)) else {
            return Tick::Nothing;
        };

        let present = self.present.span();
        let is_later = next.span().moment.statuses >= present.moment.statuses;
        if !self.admits(&next, moment) || (present.is_timely(moment) && !is_later) {
            return Tick::Unused(next);
        }

        self.reached = self.reached.max(next.span().moment.rows);
        Tick::Turned {
            former: std::mem::replace(&mut self.present, next),
        }
    }

    /// The moment for which a state is to be built: now if the present state is outdated, its end if that is near.
    pub fn wants(&self, clock: Timestamp) -> Option<Moment> {
        let moment = self.judging_moment(clock);
        let present = self.present.span();
        if !present.is_right(moment) {
            return Some(moment);
        }

        let end = self.ends(clock)?;
        // Where building takes long, it begins early.
        let lead = TimeDelta::from_std(AHEAD.max(present.took * 4)).unwrap_or(TimeDelta::MAX);
        let next = self.next.as_ref();
        let is_built = next.is_some_and(|next| next.span().moment.statuses == end);
        if is_built || end - clock >= lead {
            return None;
        }

        Some(self.judging_moment(end))
    }

    /// The instant at which the clock ends the present state.
    pub fn ends(&self, clock: Timestamp) -> Option<Timestamp> {
        let present = self.present.span();
        let rows = present.rows_until.filter(|_| self.held.is_none());
        let ends = present.statuses_until.into_iter().chain(rows);
        ends.filter(|end| *end > clock).min()
    }
}

/// The outcome of a look at the clock.
pub enum Tick<S> {
    Nothing,
    /// This state, which was built, is not needed.
    Unused(Arc<S>),
    /// The next state is served, and this one no longer.
    Turned {
        former: Arc<S>,
    },
}
