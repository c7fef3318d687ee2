//! A thread that does one job after the other apart from the loop, and survives a job that panics.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::event::Event;

/// The way to such a thread. It is started once: a thread that cannot be had later takes no reload away.
pub struct Worker<J>(Sender<J>);

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. `work` turns a job into an event for the loop; where it panics, `failed` does, from the job
    /// and what the panic said.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        name: &str,
        events: Sender<Event>,
        work: impl Fn(&J) -> Event + Send + 'static,
        failed: impl Fn(&J, String) -> Event + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, jobs) = channel::<J>();
        let run = move || {
            for job in jobs {
                let outcome = catch_unwind(AssertUnwindSafe(|| work(&job)));
                let event = outcome.unwrap_or_else(|panicked| failed(&job, said(&*panicked)));
                // Nobody listens any more only where the program is ending.
                if events.send(event).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name(name.to_owned()).spawn(run)?;
        Ok(Worker(sender))
    }

    /// Hands a job over; it is begun when those before it are done.
    pub fn give(&self, job: J) {
        // The thread ends only after the loop has.
        let _ = self.0.send(job);
    }
}

/// What a panic said.
fn said(panicked: &(dyn Any + Send)) -> String {
    let text = panicked.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panicked.downcast_ref::<&str>().copied()).unwrap_or("panic").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_panics_takes_nothing_from_the_next() {
        let (events, inbox) = channel();
        let work = |job: &u32| if *job == 1 { panic!("job {job}") } else { Event::Reload(None) };
        let (failures, failed) = channel();
        let report = move |job: &u32, why: String| {
            failures.send((*job, why)).unwrap();
            Event::Stop
        };
        let worker = Worker::start("test", events, work, report).unwrap();
        (0..3).for_each(|job| worker.give(job));
        let events: Vec<bool> = (0..3).map(|_| matches!(inbox.recv().unwrap(), Event::Stop)).collect();
        assert_eq!(events, [false, true, false]);
        assert_eq!(failed.recv().unwrap(), (1, "job 1".to_owned()));
    }
}
