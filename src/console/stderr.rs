//! The standard error of a service: lines wait in a bounded queue for the one thread that writes them, so that a
//! reader who has stopped reading holds up that thread and nothing else.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The bytes that may wait to be read. A text that is longer waits alone.
const LIMIT: usize = 1 << 20;
/// The bytes that are written at once: what a pipe takes whole.
const CHUNK: usize = 4096;
/// How long a reader may take for a chunk when the program ends.
const LAST_CHUNK: Duration = Duration::from_secs(1);
/// How long to wait where somebody has made the standard error non-blocking, and it takes nothing.
const RETRY: Duration = Duration::from_millis(50);

static QUEUE: Queue = Queue::new();
static STARTED: OnceLock<()> = OnceLock::new();

/// Starts the thread that writes; until then, and in commands, every text is written at once. `report` says how many
/// texts were dropped.
pub fn start(report: fn(u64)) -> io::Result<()> {
    let run = move || QUEUE.run(&mut io::stderr(), report);
    thread::Builder::new().name("log".to_owned()).spawn(run)?;
    let _ = STARTED.set(());
    Ok(())
}

/// Writes a text, or leaves it to the thread.
pub fn write(text: String) {
    if STARTED.get().is_some() {
        QUEUE.push(text);
    } else {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// Waits until everything is written, or for as long as the reader takes any of it.
pub fn finish() {
    if STARTED.get().is_some() {
        QUEUE.drain();
    }
}

/// How many texts were dropped because nobody read those before.
pub fn dropped() -> u64 {
    QUEUE.dropped.load(Relaxed)
}

/// Texts that wait to be written.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    dropped: AtomicU64,
}

struct State {
    waiting: VecDeque<String>,
    /// The bytes of what waits.
    bytes: usize,
    /// How many texts were dropped since that was last said.
    unsaid: u64,
    /// A text was taken out and is not written yet.
    writing: bool,
    /// Counts the chunks that were written.
    chunks: u64,
}

impl Queue {
    const fn new() -> Self {
        let waiting = VecDeque::new();
        let state = State { waiting, bytes: 0, unsaid: 0, writing: false, chunks: 0 };
        Queue { state: Mutex::new(state), changed: Condvar::new(), dropped: AtomicU64::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a text, or counts it where too much waits already. Never waits for the reader.
    fn push(&self, text: String) {
        let mut state = self.state();
        if !state.waiting.is_empty() && state.bytes + text.len() > LIMIT {
            state.unsaid += 1;
            self.dropped.fetch_add(1, Relaxed);
            return;
        }
        state.bytes += text.len();
        state.waiting.push_back(text);
        self.changed.notify_all();
    }

    /// Writes what comes, for ever.
    fn run(&self, out: &mut dyn Write, report: impl Fn(u64)) {
        loop {
            let text = self.next(&report);
            for chunk in text.as_bytes().chunks(CHUNK) {
                write_chunk(out, chunk);
                self.state().chunks += 1;
                self.changed.notify_all();
            }
        }
    }

    /// The next text, once there is one.
    fn next(&self, report: &impl Fn(u64)) -> String {
        let mut state = self.state();
        loop {
            state.writing = true;
            if let Some(text) = state.waiting.pop_front() {
                state.bytes -= text.len();
                return text;
            }
            let dropped = std::mem::take(&mut state.unsaid);
            if dropped > 0 {
                drop(state);
                report(dropped);
                state = self.state();
                continue;
            }
            state.writing = false;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until nothing is left, or a chunk takes too long.
    fn drain(&self) {
        let mut state = self.state();
        while state.writing || !state.waiting.is_empty() || state.unsaid > 0 {
            let chunks = state.chunks;
            let patience = self.changed.wait_timeout_while(state, LAST_CHUNK, |state| {
                state.chunks == chunks && (state.writing || !state.waiting.is_empty())
            });
            let (now, timeout) = patience.unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return;
            }
            state = now;
        }
    }
}

/// Writes a chunk; a reader that has gone away is no failure.
fn write_chunk(out: &mut dyn Write, mut chunk: &[u8]) {
    while !chunk.is_empty() {
        match out.write(chunk) {
            Ok(written) => chunk = chunk.get(written.max(1)..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(RETRY),
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// A reader that takes a chunk for each permission, and hands on what it has taken.
    struct Reader {
        permissions: Receiver<()>,
        taken: Sender<Vec<u8>>,
    }

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.permissions.recv();
            let _ = self.taken.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_reader_that_has_stopped() {
        let queue: &'static Queue = Box::leak(Box::new(Queue::new()));
        let ((permit, permissions), (taken, written)) = (channel(), channel());
        let mut reader = Reader { permissions, taken };
        let report = |dropped| queue.push(format!("log: {dropped} lines dropped"));
        thread::spawn(move || queue.run(&mut reader, report));
        let text = "x".repeat(LIMIT / 4);
        (0..12).for_each(|_| queue.push(text.clone()));
        let dropped = queue.dropped.load(Relaxed);
        // Four wait; the writer may have taken a fifth before.
        assert!((7..=8).contains(&dropped), "{dropped}");
        drop(permit);
        let mut all = Vec::new();
        while !String::from_utf8_lossy(&all).contains(&format!("log: {dropped} lines dropped")) {
            all.extend(written.recv().unwrap());
        }
        assert_eq!(all.iter().filter(|byte| **byte == b'x').count() / text.len(), 12 - dropped as usize);
        queue.drain();
        assert!(queue.state().waiting.is_empty());
    }

    #[test]
    fn the_end_does_not_wait_for_a_reader_that_has_stopped() {
        let queue: &'static Queue = Box::leak(Box::new(Queue::new()));
        let ((permit, permissions), (taken, _written)) = (channel::<()>(), channel());
        let mut reader = Reader { permissions, taken };
        thread::spawn(move || queue.run(&mut reader, |_| ()));
        queue.push("never read".to_owned());
        queue.drain();
        assert!(queue.state().writing || !queue.state().waiting.is_empty());
        drop(permit);
    }
}
