//! The body of a response, and how it is sent: stored bytes as they are, written bodies row by row.

use super::*;

use std::io::Write;

use crate::site::{Packing, Window, release_surplus};

/// Written bodies that are packed at a time, each with a compressor of its own.
const MOST_COMPRESSORS: usize = 64;
/// Bytes in a chunk.
const CHUNK: usize = 16 * 1024;

static COMPRESSORS: AtomicUsize = AtomicUsize::new(0);

/// The right to pack one body.
#[derive(Debug)]
pub struct Compressor(());

impl Compressor {
    /// `None` where as many are at work as there may be.
    pub fn take() -> Option<Self> {
        let more = |count| (count < MOST_COMPRESSORS).then_some(count + 1);
        COMPRESSORS.fetch_update(Relaxed, Relaxed, more).ok().map(|_| Compressor(()))
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        // The last of many leaves no memory behind.
        if COMPRESSORS.fetch_sub(1, Relaxed) == 1 && release_surplus() {
            give_back_memory();
        }
    }
}

#[derive(Debug)]
pub enum Outgoing {
    /// A text, or some bytes of it.
    Stored(Body, Option<Range<usize>>),
    /// The gzip encoding of a text.
    StoredGzip(Body),
    Written(Passing),
}

/// A written body on its way.
#[derive(Debug)]
pub struct Passing {
    pub written: Written,
    /// The length of its text, or of its archive where that is known.
    pub len: usize,
    pub range: Option<Range<usize>>,
    /// Whether a text is packed.
    pub is_gzip: bool,
    /// Nobody knows how many bytes it has.
    pub is_chunked: bool,
    /// Given back when the body is sent.
    pub _compressor: Option<Compressor>,
    /// The number of the snapshot that it is written from.
    pub snapshot: u64,
}

impl Outgoing {
    /// How many bytes there are, as far as that is known; a body that is packed on the way counts with its text.
    pub fn len(&self) -> usize {
        match self {
            Outgoing::Stored(body, range) => range.as_ref().map_or(body.len(), Range::len),
            Outgoing::StoredGzip(body) => body.gzip().map_or(0, <[u8]>::len),
            Outgoing::Written(passing) => passing.range.as_ref().map_or(passing.len, Range::len),
        }
    }

    /// The length that the head names; `None` where nobody knows it before the body is sent.
    pub fn content_length(&self) -> Option<usize> {
        match self {
            Outgoing::Written(passing) if passing.is_chunked => None,
            _ => Some(self.len()),
        }
    }

    pub fn is_gzip(&self) -> bool {
        match self {
            Outgoing::Stored(..) => false,
            Outgoing::StoredGzip(_) => true,
            Outgoing::Written(passing) => passing.is_gzip,
        }
    }

    /// The snapshot that is held until the last byte is sent.
    pub fn snapshot(&self) -> Option<u64> {
        match self {
            Outgoing::Written(passing) => Some(passing.snapshot),
            _ => None,
        }
    }

    /// Writes all of it. After an error the connection has to end: the client cannot know otherwise that bytes are missing.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Outgoing::Stored(body, None) => body.write_to(out),
            Outgoing::Stored(body, Some(range)) => body.write_range(range, out),
            Outgoing::StoredGzip(body) => out.write_all(body.gzip().unwrap_or_default()),
            Outgoing::Written(passing) if passing.is_chunked => {
                let mut chunks = Chunks { out, chunk: Vec::with_capacity(CHUNK) };
                passing.encode(&mut chunks)?;
                chunks.finish()
            }
            Outgoing::Written(passing) => passing.encode(out),
        }
    }
}

impl Passing {
    fn encode(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(range) = &self.range {
            return self.written.write_to(&mut Window::new(range, out));
        }
        if !self.is_gzip {
            return self.written.write_to(out);
        }
        let mut packed = Packing::new(out)?;
        self.written.write_to(&mut packed)?;
        packed.finish()
    }
}

/// The chunked transfer coding (RFC 9112, 7.1).
struct Chunks<'a> {
    out: &'a mut dyn Write,
    chunk: Vec<u8>,
}

impl Chunks<'_> {
    fn send(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        write!(self.out, "{:x}\r\n", self.chunk.len())?;
        self.out.write_all(&self.chunk)?;
        self.out.write_all(b"\r\n")?;
        self.chunk.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.send()?;
        self.out.write_all(b"0\r\n\r\n")
    }
}

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..fits]);
        if self.chunk.len() == CHUNK {
            self.send()?;
        }
        Ok(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_hold_what_was_written() {
        let text: Vec<u8> = (0..40_000_u32).map(|number| (number % 251) as u8).collect();
        let mut sent = Vec::new();
        let mut chunks = Chunks { out: &mut sent, chunk: Vec::with_capacity(CHUNK) };
        text.chunks(7).for_each(|part| chunks.write_all(part).unwrap());
        chunks.finish().unwrap();
        let (mut rest, mut read) = (&*sent, Vec::new());
        loop {
            let end = rest.iter().position(|byte| *byte == b'\r').unwrap();
            let len = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
            read.extend_from_slice(&rest[end + 2..][..len]);
            assert_eq!(rest[end + 2 + len..][..2], *b"\r\n");
            rest = &rest[end + 4 + len..];
            if len == 0 {
                break;
            }
        }
        assert!(rest.is_empty() && read == text);
    }
}
