//! The threads beside the loop, and the queue in which they report to it: signals, clients, and workers that load and build.

use super::*;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::{io, thread};

use log::debug;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::service::BuilderJob;
use crate::server::control::Question;

pub type Event = event_loop::Event<BuiltRelease, LoadError, Request>;

pub enum Incoming {
    Event(Event),
    Stop,
}

pub fn forward_signals(inbox: Sender<Incoming>) -> io::Result<JoinHandle<()>> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let forward = move || {
        for signal in signals.forever() {
            let message =
                if signal == SIGHUP { Incoming::Event(Event::Reload(None)) } else { Incoming::Stop };
            if inbox.send(message).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(forward)
}

pub fn forward_requests(control: &ControlSocket, inbox: Sender<Incoming>) -> io::Result<()> {
    control.receive(move |request| {
        let event = match request.question {
            Question::Reload => Event::Reload(Some(request)),
            Question::Status => Event::Status(request),
        };
        // An error only where the program is ending; the client then learns that there is no answer.
        let _ = inbox.send(Incoming::Event(event));
    })
}

/// Starts the threads that load and build.
pub fn workers(
    loader: &Arc<Loader>,
    inbox: &Sender<Incoming>,
) -> io::Result<(Sender<LoadJob<BuiltRelease>>, Sender<BuilderJob>)> {
    // An error only where the program is ending.
    let report = |inbox: &Sender<Incoming>, event| drop(inbox.send(Incoming::Event(event)));
    let (reader, done) = (Arc::clone(loader), inbox.clone());
    let load = move |job| report(&done, Event::Loaded(catch_panic(|| reader.load(&job))));
    let (loader, done) = (Arc::clone(loader), inbox.clone());
    let build = move |job| match job {
        BuilderJob::Build(job) => {
            report(&done, Event::Built(job.serving.span().load, catch_panic(|| loader.build(&job))))
        }
        BuilderJob::GiveBack(former) => debug!("no longer needed: {}", former.version()),
    };
    Ok((worker("loader", load)?, worker("builder", build)?))
}

/// Starts a thread that does one job after the other, once: no reload fails for want of a thread.
fn worker<J: Send + 'static>(name: &str, work: impl Fn(J) + Send + 'static) -> io::Result<Sender<J>> {
    let (sender, jobs) = channel();
    thread::Builder::new().name(name.to_owned()).spawn(move || jobs.into_iter().for_each(work))?;
    Ok(sender)
}

/// Turns a panic of a job into an error, so that its thread survives it.
fn catch_panic<T>(job: impl FnOnce() -> Result<T, LoadError>) -> Result<T, LoadError> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panicked| {
        let text = panicked.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or("panic");
        Err(LoadError::unread(msg::loading_failed_inside(text.replace('\n', " "))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;

    #[test]
    fn a_job_that_panics_takes_nothing_from_the_next() {
        let (reports, inbox) = channel();
        let work = move |job: u32| {
            let outcome = catch_panic(|| if job == 1 { panic!("job {job}") } else { Ok(job) });
            reports.send(outcome.map_err(|error| error.headline(Lang::En))).unwrap();
        };
        let worker = worker("test", work).unwrap();
        (0..3).for_each(|job| worker.send(job).unwrap());
        let reported: Vec<_> = inbox.iter().take(3).collect();
        assert!(reported[0] == Ok(0) && reported[2] == Ok(2));
        assert!(reported[1].as_ref().is_err_and(|error| error.contains("job 1")));
    }
}
