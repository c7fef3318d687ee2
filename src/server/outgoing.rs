//! The body of a response, and how it is sent: stored bytes as they are, written bodies row by row.

use super::*;

use std::io::{BufWriter, Write};

use crate::site::{Measured, Packing, Window, release_surplus};

/// Written bodies that are packed at a time, each with a compressor of its own.
const MOST_COMPRESSORS: usize = 64;
/// The least bytes in a chunk; the last one may have fewer.
const CHUNK: usize = 16 * 1024;

/// The compressors that bodies are packed with on the way. Clones share them.
#[derive(Clone, Default)]
pub struct Compressors(Arc<AtomicUsize>);

/// The right to pack one body.
pub struct Compressor(Compressors);

impl Compressors {
    /// `None` where as many are at work as there may be.
    pub fn take(&self) -> Option<Compressor> {
        let taken = self.0.fetch_update(Relaxed, Relaxed, one_more);
        taken.ok().map(|_| Compressor(self.clone()))
    }
}

/// Refuses without counting, so that those who are refused keep nobody else out.
fn one_more(at_work: usize) -> Option<usize> {
    (at_work < MOST_COMPRESSORS).then_some(at_work + 1)
}

impl Drop for Compressor {
    fn drop(&mut self) {
        let Compressor(Compressors(at_work)) = self;
        // The last of many leaves no memory behind.
        if at_work.fetch_sub(1, Relaxed) == 1 && release_surplus() {
            give_back_memory();
        }
    }
}

/// The body that is sent, stored or written on the way.
#[derive(Clone)]
pub enum Content {
    Stored(Body),
    Written(Written),
}

impl Content {
    /// The hash and the length of the text; a body that is written is run for them once.
    pub fn measure(&self) -> io::Result<Measured> {
        match self {
            Content::Stored(body) => Ok(Measured {
                hash: body.hash(),
                len: body.len(),
            }),
            Content::Written(written) => written.measure(),
        }
    }
}

/// A body with the form in which it is sent.
pub struct Outgoing {
    pub content: Content,
    /// The length of all of it, as far as that is known; a body that is packed on the way counts with its text.
    pub whole_len: usize,
    /// The bytes of it that are sent.
    pub range: Option<Range<usize>>,
    /// True if a text is packed.
    pub is_gzip: bool,
    /// Nobody knows how many bytes it has.
    pub is_chunked: bool,
    /// Given back when the body is sent.
    pub _compressor: Option<Compressor>,
    /// The number of the snapshot that a written body holds until its last byte is sent.
    pub snapshot: Option<u64>,
}

impl Outgoing {
    /// A text, whole.
    pub fn stored(body: Body) -> Self {
        Outgoing::encoded(body, false)
    }

    /// A text, packed if that is preferred and stored.
    pub fn encoded(body: Body, prefers_gzip: bool) -> Self {
        let gzip_len = body.gzip().filter(|_| prefers_gzip).map(<[u8]>::len);
        Outgoing {
            whole_len: gzip_len.unwrap_or(body.len()),
            is_gzip: gzip_len.is_some(),
            content: Content::Stored(body),
            range: None,
            is_chunked: false,
            _compressor: None,
            snapshot: None,
        }
    }

    /// How many bytes are sent, as far as that is known.
    pub fn len(&self) -> usize {
        self.range.as_ref().map_or(self.whole_len, Range::len)
    }

    /// Writes all of it. After an error the connection has to end: the client cannot know otherwise that bytes are missing.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_chunked {
            return self.encode(out);
        }

        let mut chunks = BufWriter::with_capacity(CHUNK, Chunks(&mut *out));
        self.encode(&mut chunks)?;
        chunks.flush()?;
        drop(chunks);
        out.write_all(b"0\r\n\r\n")
    }

    fn encode(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.content, &self.range) {
            (Content::Stored(body), _) if self.is_gzip => {
                out.write_all(body.gzip().unwrap_or_default())
            }
            (Content::Stored(body), None) => body.write_to(out),
            (Content::Stored(body), Some(range)) => body.write_range(range, out),
            (Content::Written(written), Some(range)) => {
                written.write_to(&mut Window::new(range, out))
            }
            (Content::Written(written), None) if self.is_gzip => {
                let mut packed = Packing::new(out)?;
                written.write_to(&mut packed)?;
                packed.finish()
            }
            (Content::Written(written), None) => written.write_to(out),
        }
    }
}

/// The chunked transfer coding (RFC 9112, 7.1): what is written at once is a chunk.
struct Chunks<'a>(&'a mut dyn Write);

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A chunk of no bytes is the last one.
        if !bytes.is_empty() {
            write!(self.0, "{:x}\r\n", bytes.len())?;
            self.0.write_all(bytes)?;
            self.0.write_all(b"\r\n")?;
        }

        Ok(bytes.len())
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
        let mut chunks = BufWriter::with_capacity(CHUNK, Chunks(&mut sent));
        text.chunks(7)
            .for_each(|part| chunks.write_all(part).unwrap());
        drop(chunks);
        sent.extend(b"0\r\n\r\n");
        let (mut rest, mut read) = (&*sent, Vec::new());
        loop {
            let end = rest.iter().position(|byte| *byte == b'\r').unwrap();
            let len =
                usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
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
