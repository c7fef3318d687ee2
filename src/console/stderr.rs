//! The standard error of a service: lines wait in a bounded queue for the one thread that writes them. A reader that has
//! stopped holds up that thread alone.

use super::*;

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The bytes that may wait to be read. A text that is longer waits alone.
const LIMIT: usize = 1 << 20;
/// The bytes that are written at once: what a pipe takes whole.
const CHUNK: usize = 4096;
/// How long a reader may take for a chunk when the program ends.
const LAST_CHUNK: Duration = Duration::from_secs(1);
/// How long to wait where somebody has made the standard error non-blocking, and it takes nothing.
const RETRY: Duration = Duration::from_millis(50);

/// How often the end of the program looks whether everything is written.
const POLL: Duration = Duration::from_millis(2);

static QUEUE: OnceLock<Arc<Queue>> = OnceLock::new();

/// Starts the thread that writes; until then, and in commands, every text is written at once. `report` says how many
/// texts were dropped.
pub fn start(report: fn(u64)) -> io::Result<()> {
    let (queue, texts) = Queue::new();
    let queue = Arc::new(queue);
    let writer = Arc::clone(&queue);
    thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || writer.run(&texts, &mut io::stderr(), report))?;
    QUEUE.get_or_init(|| queue);
    Ok(())
}

/// Writes a text, or leaves it to the thread.
pub fn write(text: String) {
    match QUEUE.get() {
        Some(queue) => queue.push(text),
        None => drop(io::stderr().lock().write_all(text.as_bytes())),
    }
}

/// Waits until everything is written, or for as long as the reader takes any of it.
pub fn finish() {
    if let Some(queue) = QUEUE.get() {
        queue.drain();
    }
}

/// How many texts were dropped because nobody read those before.
pub fn dropped() -> u64 {
    QUEUE.get().map_or(0, |queue| queue.dropped.load(Relaxed))
}

/// Texts on their way to the thread that writes.
struct Queue {
    texts: Sender<String>,
    /// The bytes of texts that are not written yet.
    waiting: AtomicUsize,
    dropped: AtomicU64,
    /// How many texts were dropped since that was last said.
    unsaid: AtomicU64,
    chunks: AtomicU64,
}

impl Queue {
    fn new() -> (Self, Receiver<String>) {
        let (texts, receiver) = channel();
        let queue = Queue {
            texts,
            waiting: AtomicUsize::new(0),
            dropped: AtomicU64::new(0),
            unsaid: AtomicU64::new(0),
            chunks: AtomicU64::new(0),
        };
        (queue, receiver)
    }

    /// Adds a text, or counts it where too much waits already. Never waits for the reader.
    fn push(&self, text: String) {
        let length = text.len();
        let is_taken = self
            .waiting
            .fetch_update(SeqCst, SeqCst, |waiting| add_to_waiting(waiting, length));
        if is_taken.is_ok() {
            let _ = self.texts.send(text);
        } else {
            self.unsaid.fetch_add(1, SeqCst);
            self.dropped.fetch_add(1, Relaxed);
        }
    }

    fn run(&self, texts: &Receiver<String>, out: &mut dyn Write, report: impl Fn(u64)) {
        loop {
            let unsaid = self.unsaid.load(SeqCst);
            let text = match texts.try_recv() {
                Err(TryRecvError::Empty) if unsaid > 0 => {
                    report(unsaid);
                    self.unsaid.fetch_sub(unsaid, SeqCst);
                    continue;
                }
                Ok(text) => text,
                Err(_) => match texts.recv() {
                    Ok(text) => text,
                    Err(_) => return,
                },
            };

            for chunk in text.as_bytes().chunks(CHUNK) {
                write_chunk(out, chunk);
                self.chunks.fetch_add(1, SeqCst);
            }

            self.waiting.fetch_sub(text.len(), SeqCst);
        }
    }

    /// Waits until nothing is left, or a chunk takes too long.
    fn drain(&self) {
        let (mut chunks, mut since) = (self.chunks.load(SeqCst), Instant::now());
        while self.waiting.load(SeqCst) > 0 || self.unsaid.load(SeqCst) > 0 {
            thread::sleep(POLL);
            let written = self.chunks.load(SeqCst);
            if written != chunks {
                (chunks, since) = (written, Instant::now());
            } else if since.elapsed() > LAST_CHUNK {
                return;
            }
        }
    }
}

/// The bytes that wait with another text; `None` where there is no room for it.
fn add_to_waiting(waiting: usize, length: usize) -> Option<usize> {
    (waiting == 0 || waiting + length <= LIMIT).then_some(waiting + length)
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

    /// A queue whose thread writes to the reader.
    fn queue(mut reader: Reader) -> &'static Queue {
        let (queue, texts) = Queue::new();
        let queue: &'static Queue = Box::leak(Box::new(queue));
        let report = |dropped| queue.push(format!("log: {dropped} lines dropped"));
        thread::spawn(move || queue.run(&texts, &mut reader, report));
        queue
    }

    #[test]
    fn nobody_waits_for_a_reader_that_has_stopped() {
        let ((permit, permissions), (taken, written)) = (channel(), channel());
        let queue = queue(Reader { permissions, taken });
        let text = "x".repeat(LIMIT / 4);
        (0..12).for_each(|_| queue.push(text.clone()));
        let dropped = queue.dropped.load(Relaxed);
        // Four wait, of which the writer may have begun one.
        assert_eq!(dropped, 8);
        drop(permit);
        let mut all = Vec::new();
        while !String::from_utf8_lossy(&all).contains(&format!("log: {dropped} lines dropped")) {
            all.extend(written.recv().unwrap());
        }

        assert_eq!(
            all.iter().filter(|byte| **byte == b'x').count() / text.len(),
            12 - dropped as usize
        );
        queue.drain();
        assert_eq!(queue.waiting.load(SeqCst), 0);
    }

    #[test]
    fn a_text_is_written_whole_by_whatever_takes_parts_of_it() {
        /// Takes a byte at a time, after an interruption and a moment of taking nothing; or is gone.
        struct Slow(Vec<u8>, Vec<io::ErrorKind>);

        impl Write for Slow {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if let Some(error) = self.1.pop() {
                    return Err(error.into());
                }
                self.0.push(bytes[0]);
                Ok(1)
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        use io::ErrorKind::{BrokenPipe, Interrupted, WouldBlock};
        for (errors, written) in [
            (vec![WouldBlock, Interrupted], "text"),
            (vec![BrokenPipe], ""),
        ] {
            let mut out = Slow(Vec::new(), errors);
            write_chunk(&mut out, b"text");
            assert_eq!(String::from_utf8(out.0).unwrap(), written);
        }
    }

    #[test]
    fn the_end_waits_as_long_as_anything_is_taken() {
        let ((permit, permissions), (taken, written)) = (channel(), channel());
        let queue = queue(Reader { permissions, taken });
        queue.push("x".repeat(3 * CHUNK));
        thread::spawn(move || {
            for _ in 0..3 {
                thread::sleep(LAST_CHUNK * 3 / 5);
                permit.send(()).unwrap();
            }
        });
        queue.drain();
        assert_eq!(queue.waiting.load(SeqCst), 0);
        assert_eq!(
            written.try_iter().map(|chunk| chunk.len()).sum::<usize>(),
            3 * CHUNK
        );
    }

    #[test]
    fn the_end_does_not_wait_for_a_reader_that_has_stopped() {
        let ((permit, permissions), (taken, _written)) = (channel(), channel());
        let queue = queue(Reader { permissions, taken });
        queue.push("never read".to_owned());
        queue.drain();
        assert_eq!(queue.waiting.load(SeqCst), "never read".len());
        drop(permit);
    }
}
