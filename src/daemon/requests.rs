//! Who waits to be told what came of a reload.
//!
//! Each is told of a load that began after they had asked: what was under way then may have read what was there before.

use crate::server::control::{ReloadOutcome, ReloadRequest};

/// Those who wait.
#[derive(Default)]
pub struct Requests {
    /// For the load that is under way.
    present: Vec<ReloadRequest>,
    /// For the one after it.
    next: Vec<ReloadRequest>,
    /// To be told this, once the service manager was.
    done: Vec<(ReloadRequest, ReloadOutcome)>,
}

impl Requests {
    /// Adds a request. One that comes while a load is under way waits for the load after it.
    pub fn add(&mut self, request: Option<ReloadRequest>, is_loading: bool) {
        if is_loading { self.next.extend(request) } else { self.present.extend(request) }
    }

    /// The load under way has ended like this.
    pub fn done(&mut self, outcome: ReloadOutcome) {
        let present = std::mem::take(&mut self.present);
        self.done.extend(present.into_iter().map(|request| (request, outcome.clone())));
    }

    /// The next load begins.
    pub fn go_on(&mut self) {
        self.present.append(&mut self.next);
    }

    /// Tells all whose load has ended.
    pub fn answer(&mut self) {
        self.done.drain(..).for_each(|(request, outcome)| request.answer(&outcome));
    }
}
