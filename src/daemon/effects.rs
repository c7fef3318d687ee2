//! What goes into the loop, and all that it brings about: events and time on one side, effects on the other.

use std::sync::Arc;
use std::time::Duration;

use super::timeline::{LoadId, Loaded, Moment, State};
use crate::model::Timestamp;

/// The present, by both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The clock by which data are judged; it may be set.
    pub clock: Timestamp,
    /// Since the start of the program; it only goes on.
    pub uptime: Duration,
}

/// Something that the loop reacts to.
pub enum Event<S, E, R> {
    /// The data are to be read again: by a signal, or by a client that waits to be told what comes of it.
    Reload(Option<R>),
    /// A load has ended.
    Loaded(Result<Loaded<S>, E>),
    /// The builder has ended a job for the release of this load.
    Built(LoadId, Result<Arc<S>, E>),
}

/// A load that is asked for.
pub struct LoadJob<S> {
    /// Its number.
    pub id: LoadId,
    /// The moment for which it is built.
    pub moment: Moment,
    /// What it begins with.
    pub from: LoadFrom<S>,
}

/// What a load begins with.
pub enum LoadFrom<S> {
    /// The first one: nothing is served yet.
    Start,
    /// The data are read; what is as in the pages that are served is taken over from there.
    Serving(Arc<S>),
    /// The data were read, and are to be built for another moment.
    Read(Arc<S>),
}

/// A state that is to be built of what is served.
pub struct BuildJob<S> {
    /// What is served.
    pub serving: Arc<S>,
    /// The moment.
    pub moment: Moment,
}

/// All that the loop brings about.
pub trait Effects {
    /// The pages of a release at a moment.
    type State: State;
    /// Why a load or a build has failed.
    type Error;
    /// A client that waits for a load.
    type Request;
    /// What it is told.
    type Answer: Clone;

    /// Begins a load; one at a time.
    fn load(&mut self, job: LoadJob<Self::State>);
    /// Begins to build a state; one at a time.
    fn build(&mut self, job: BuildJob<Self::State>);
    /// Serves what a load has brought.
    fn loaded(&mut self, serving: &Arc<Self::State>, time: Time, took: Duration) -> Self::Answer;
    /// Says why a load was refused.
    fn refused(
        &mut self,
        error: &Self::Error,
        serving: &Self::State,
        time: Time,
        took: Duration,
    ) -> Self::Answer;
    /// Serves what the clock has brought.
    fn turned(&mut self, serving: &Arc<Self::State>, former: &Self::State);
    /// Says why a state of what is served could not be built.
    fn build_failed(&mut self, error: &Self::Error);
    /// Gives back the memory of a state, elsewhere.
    fn give_back(&mut self, state: Arc<Self::State>);
    /// Tells the service manager that a reload begins.
    fn reloading(&mut self);
    /// Tells the service manager that no reload is under way.
    fn ready(&mut self, serving: &Self::State);
    /// Tells a client what came of its load.
    fn answer(&mut self, request: Self::Request, answer: Self::Answer);
}
