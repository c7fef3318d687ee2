//! Written bodies: functions over the rows of a snapshot, run once for the hash and the length of their text, and again into
//! the socket. Nothing of them is collected.

use super::*;

use std::io::Write;

use super::zip::Archive;

pub use super::zip::Parts;

/// Writes a body. It depends on nothing that can change, so it writes the same each time.
pub type WriteBody = dyn Fn(&mut dyn Parts) -> io::Result<()> + Send + Sync;

/// The hash and the length of a text. Those of an archive are of its parts' texts in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    pub hash: TextHash,
    pub len: usize,
}

/// What was measured of long bodies, for as long as a snapshot is served.
pub type MeasuredBodies = Arc<Mutex<HashMap<String, Measured>>>;

#[derive(Clone)]
pub struct Written {
    /// How many rows a run visits.
    pub rows: usize,
    /// A workbook: packed as it is, without encodings of its own.
    pub is_archive: bool,
    /// It names the release, and changes with it.
    pub is_of_release: bool,
    /// The places of the indicators that it is made of.
    pub places: Arc<[usize]>,
    pub write: Arc<WriteBody>,
    /// Where its measures stay, and under which name.
    pub kept: Option<(MeasuredBodies, String)>,
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a body of {} rows", self.rows)
    }
}

impl Written {
    /// What is known without a run.
    pub fn known(&self) -> Option<Measured> {
        let (bodies, name) = self.kept.as_ref()?;
        bodies.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied()
    }

    /// Runs once, unless that was done before.
    pub fn measure(&self) -> io::Result<Measured> {
        if let Some(measured) = self.known() {
            return Ok(measured);
        }
        let mut measure = Measure { hash: Sha256::new(), len: 0 };
        (self.write)(&mut measure)?;
        let measured = Measured { hash: measure.hash.into(), len: measure.len };
        if let Some((bodies, name)) = &self.kept {
            bodies.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), measured);
        }
        Ok(measured)
    }

    /// How many bytes [`Written::write_to`] writes.
    pub fn packed_len(&self) -> io::Result<usize> {
        let mut measure = Measure { hash: Sha256::new(), len: 0 };
        self.write_to(&mut measure)?;
        Ok(measure.len)
    }

    /// Writes the bytes of the body: its text, or the archive of its parts.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_archive {
            let mut archive = Archive::new(out);
            (self.write)(&mut archive)?;
            return archive.finish();
        }
        (self.write)(&mut Whole(out))
    }
}

struct Measure {
    hash: Sha256,
    len: usize,
}

impl Write for Measure {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hash.update(bytes);
        self.len += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Parts for Measure {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A text that is not in parts.
struct Whole<'a>(&'a mut dyn Write);

impl Write for Whole<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Parts for Whole<'_> {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_measured_as_it_is_written() {
        let write = |parts: &mut dyn Parts| (0..1000).try_for_each(|number| write!(parts, "{number},"));
        let kept = Some((MeasuredBodies::default(), "name".to_owned()));
        let body = Written {
            rows: 1000,
            is_archive: false,
            is_of_release: false,
            places: [].into(),
            write: Arc::new(write),
            kept,
        };
        assert!(body.known().is_none());
        let mut text = Vec::new();
        body.write_to(&mut text).unwrap();
        let measured = body.measure().unwrap();
        assert_eq!(measured, Measured { hash: TextHash::of(&text), len: text.len() });
        assert_eq!(body.known(), Some(measured));
    }
}
