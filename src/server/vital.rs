//! Threads without which the server would be deaf or defenceless: their end is that of the process.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

/// Runs `work` in a thread of this name. Should it panic, the process ends with a message, so that whoever started it
/// starts it again: a server that goes on without its supervisor looks well and is not.
///
/// # Errors
/// No thread can be started.
pub fn spawn(name: &'static str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            log::error!("the {name} thread has ended, and the server cannot go on without it");
            log::logger().flush();
            std::process::exit(1);
        }
    })
}
