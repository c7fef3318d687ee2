//! A thread that does one job after the other apart from the loop, and survives a job that panics.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// The way to such a thread. It is started once: a thread that cannot be had later takes no reload away.
pub struct Worker<J>(Sender<J>);

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. `work` does a job and may report to the loop; where it panics, `failed` does, from the job and
    /// what the panic said. The job is dropped in the thread, after the report.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        name: &str,
        work: impl Fn(&J) + Send + 'static,
        failed: impl Fn(&J, String) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, jobs) = channel::<J>();
        let run = move || {
            for job in jobs {
                if let Err(panicked) = catch_unwind(AssertUnwindSafe(|| work(&job))) {
                    failed(&job, said(&*panicked));
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
        let (reports, inbox) = channel();
        let failures = reports.clone();
        let work =
            move |job: &u32| if *job == 1 { panic!("job {job}") } else { reports.send(Ok(*job)).unwrap() };
        let failed = move |job: &u32, why: String| failures.send(Err((*job, why))).unwrap();
        let worker = Worker::start("test", work, failed).unwrap();
        (0..3).for_each(|job| worker.give(job));
        let reported: Vec<_> = inbox.iter().take(3).collect();
        assert_eq!(reported, [Ok(0), Err((1, "job 1".to_owned())), Ok(2)]);
    }
}
