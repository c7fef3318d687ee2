//! What a person at a terminal sees of work that takes longer than a second.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{Console, complain};
use crate::dataset;
use crate::messages as msg;

/// How long nothing is said.
const SILENCE: Duration = Duration::from_secs(1);
/// How often the line is written anew.
const PACE: Duration = Duration::from_millis(200);

/// Work under way; dropped, it is done, and its line is gone.
pub struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

impl Progress {
    /// Begins to count the files that are read from now on, where there is a terminal to say so.
    pub fn begin(console: Console) -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let (done, ended) = channel::<()>();
        let before = dataset::files_read();
        let watch = move || {
            let mut pause = SILENCE;
            let mut said = false;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let line = msg::files_read(dataset::files_read() - before);
                complain(&format!("\r{}", line.get(console.lang)));
                (pause, said) = (PACE, true);
            }
            if said {
                complain("\r\x1b[K");
            }
        };
        Progress(thread::Builder::new().spawn(watch).ok().map(|thread| (done, thread)))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            let _ = thread.join();
        }
    }
}
