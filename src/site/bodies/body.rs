//! The bytes of pages. A stored [`Body`] is a text that is found by its hash: one that the snapshot before, another language or
//! another form has already is neither packed nor kept again. A [`Written`] body is a function over the rows of a snapshot. It
//! is run once for the hash and the length of its text, and again into the socket; nothing of it is collected.

use super::*;

use std::io::Write;
use std::sync::{MutexGuard, OnceLock};

use super::packing::{self, Archive, Parts};

/// 128 bits of the SHA-256 of a text, from which its entity tags are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash([u8; 16]);

impl TextHash {
    pub fn of(text: &[u8]) -> Self {
        Sha256::new_with_prefix(text).into()
    }

    /// The entity tag of the text, or of its gzip encoding, quotes included.
    pub fn tag(self, is_gzip: bool) -> String {
        let suffix = if is_gzip { "-gzip" } else { "" };
        ["\"", &self.hex(), suffix, "\""].concat()
    }

    pub fn hex(self) -> String {
        hex(&self.0)
    }
}

impl From<Sha256> for TextHash {
    fn from(hash: Sha256) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&hash.finalize()[..16]);
        TextHash(half)
    }
}

/// A text that is stored, in the encodings in which it is sent. A clone is the same bytes.
#[derive(Clone, Debug)]
pub struct Body(Arc<Stored>);

#[derive(Debug)]
struct Stored {
    len: usize,
    hash: TextHash,
    /// `None` where the packed text is enough.
    text: Option<Box<[u8]>>,
    /// `None` where nothing is gained.
    gzip: Option<Box<[u8]>>,
}

impl Body {
    /// A text that is too short, or sent too seldom, to be packed.
    pub fn plain(text: impl Into<Vec<u8>>) -> Self {
        let text = text.into();
        Body::new(TextHash::of(&text), text.len(), Some(text.into()), None)
    }

    fn new(hash: TextHash, len: usize, text: Option<Box<[u8]>>, gzip: Option<Box<[u8]>>) -> Self {
        Body(Arc::new(Stored {
            len,
            hash,
            text,
            gzip,
        }))
    }

    /// The length of the text.
    pub fn len(&self) -> usize {
        self.0.len
    }

    pub fn hash(&self) -> TextHash {
        self.0.hash
    }

    pub fn gzip(&self) -> Option<&[u8]> {
        self.0.gzip.as_deref()
    }

    /// Writes the text, which is inflated on the way where it is kept packed alone.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.0.text, &self.0.gzip) {
            (Some(text), _) => out.write_all(text),
            (None, Some(packed)) => packing::inflate(packed, out),
            (None, None) => Err(io::Error::other("a body that is only compared")),
        }
    }

    /// Writes some bytes of the text.
    pub fn write_range(&self, range: &Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        match &self.0.text {
            Some(text) => out.write_all(&text[range.clone()]),
            None => self.write_to(&mut Window::new(range, out)),
        }
    }
}

/// Lets through some bytes of all that are written.
pub struct Window<'a> {
    out: &'a mut dyn Write,
    skip: usize,
    left: usize,
}

impl<'a> Window<'a> {
    pub fn new(range: &Range<usize>, out: &'a mut dyn Write) -> Self {
        Window {
            out,
            skip: range.start,
            left: range.len(),
        }
    }
}

impl Write for Window<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let skipped = self.skip.min(bytes.len());
        self.skip -= skipped;
        let rest = &bytes[skipped..];
        let wanted = rest.len().min(self.left);
        self.out.write_all(&rest[..wanted])?;
        self.left -= wanted;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where stored bodies come from.
pub enum Bodies {
    /// To be served: those of the snapshot before, and those that this one has so far.
    Served(Mutex<HashMap<TextHash, Body>>),
    /// To be compared by their hashes: nothing is packed or kept.
    Compared,
}

impl Bodies {
    pub fn new() -> Self {
        Bodies::Served(Mutex::default())
    }

    pub fn after(former: impl Iterator<Item = Body>) -> Self {
        let bodies = former.map(|body| (body.hash(), body));
        Bodies::Served(Mutex::new(bodies.collect()))
    }

    /// The body of a text; with `is_kept` the text itself lies in memory, for what is asked for most.
    pub fn stored(&self, text: Vec<u8>, is_kept: bool) -> io::Result<Body> {
        let hash = TextHash::of(&text);
        let Bodies::Served(bodies) = self else {
            return Ok(Body::new(hash, text.len(), None, None));
        };

        let same = lock(bodies).get(&hash).cloned();
        if let Some(body) = same
            && (body.0.text.is_some() || !is_kept)
        {
            return Ok(body);
        }

        let len = text.len();
        let gzip = packing::pack(&text)?.map(Vec::into_boxed_slice);
        let text = (is_kept || gzip.is_none()).then(|| text.into_boxed_slice());
        let body = Body::new(hash, len, text, gzip);
        lock(bodies).insert(hash, body.clone());
        Ok(body)
    }
}

/// Locks the bodies, also after a panic of another thread: they are never left half changed.
fn lock(bodies: &Mutex<HashMap<TextHash, Body>>) -> MutexGuard<'_, HashMap<TextHash, Body>> {
    bodies.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a body. It depends on nothing that can change, so it writes the same each time.
pub type WriteBody = dyn Fn(&mut dyn Parts) -> io::Result<()> + Send + Sync;

/// The hash and the length of a text. Those of an archive are of its parts' texts in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    pub hash: TextHash,
    pub len: usize,
}

/// The measure of a body, empty until it is run for it.
pub type SharedMeasure = Arc<OnceLock<Measured>>;

/// A body that is written for each request.
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
    /// Shared by all requests for a long body, for as long as its snapshot is served.
    pub measured: SharedMeasure,
}

impl Written {
    /// The measure, where a run took it before.
    pub fn known(&self) -> Option<Measured> {
        self.measured.get().copied()
    }

    /// Computed on the first call, and kept.
    pub fn measure(&self) -> io::Result<Measured> {
        if let Some(measured) = self.known() {
            return Ok(measured);
        }

        let mut measure = Measure::default();
        (self.write)(&mut measure)?;
        let measured = Measured {
            hash: measure.hash.into(),
            len: measure.len,
        };
        Ok(*self.measured.get_or_init(|| measured))
    }

    /// How many bytes [`Written::write_to`] writes.
    pub fn packed_len(&self) -> io::Result<usize> {
        let mut measure = Measure::default();
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

        (self.write)(&mut { out })
    }
}

/// Takes the hash and the length of what is written.
#[derive(Default)]
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

impl Parts for Measure {}

#[cfg(test)]
mod tests {
    use super::*;

    impl Body {
        /// Returns true if it lies in the same place in memory.
        pub fn is_same(&self, body: &Body) -> bool {
            Arc::ptr_eq(&self.0, &body.0)
        }
    }

    fn written(body: &Body) -> Vec<u8> {
        let mut text = Vec::new();
        body.write_to(&mut text).unwrap();
        text
    }

    #[test]
    fn a_text_is_stored_once() {
        let bodies = Bodies::after([].into_iter());
        let long = vec![b'a'; 100_000];
        let [first, second] = [(); 2].map(|()| bodies.stored(long.clone(), false).unwrap());
        assert!(Arc::ptr_eq(&first.0, &second.0) && first.0.text.is_none());
        assert!(written(&first) == long && first.gzip().unwrap().len() < 1000);
        let next = Bodies::after([first.clone()].into_iter());
        assert!(
            Arc::ptr_eq(&next.stored(long.clone(), false).unwrap().0, &first.0),
            "also from snapshot to snapshot"
        );
        let kept = next.stored(long.clone(), true).unwrap();
        assert!(kept.0.text.is_some() && kept.hash() == first.hash());
        assert!(
            next.stored(b"short".to_vec(), false)
                .unwrap()
                .0
                .text
                .is_some(),
            "nothing is gained by packing it"
        );
    }

    #[test]
    fn tags_follow_the_text_and_tell_encodings_apart() {
        let hash = TextHash::of(b"");
        assert_eq!(hash.tag(false), "\"e3b0c44298fc1c149afbf4c8996fb924\"");
        assert_eq!(hash.tag(true), "\"e3b0c44298fc1c149afbf4c8996fb924-gzip\"");
        assert_eq!(
            Bodies::Compared
                .stored(b"ok".to_vec(), false)
                .unwrap()
                .hash(),
            Body::plain("ok").hash()
        );
    }

    #[test]
    fn some_bytes_are_cut_from_a_text_that_is_kept_packed() {
        let text: Vec<u8> = (0..200_000_u32)
            .map(|number| (number % 251) as u8)
            .collect();
        let bodies = Bodies::after([].into_iter());
        for body in [
            bodies.stored(text.clone(), false).unwrap(),
            Body::plain(text.clone()),
        ] {
            for range in [
                0..1,
                0..200_000,
                199_999..200_000,
                70_000..70_001,
                32_767..98_305,
            ] {
                let mut part = Vec::new();
                body.write_range(&range, &mut part).unwrap();
                assert!(part == text[range.clone()], "{range:?}");
            }
        }
    }

    #[test]
    fn a_body_is_measured_as_it_is_written() {
        let write =
            |parts: &mut dyn Parts| (0..1000).try_for_each(|number| write!(parts, "{number},"));
        let body = Written {
            rows: 1000,
            is_archive: false,
            is_of_release: false,
            places: [].into(),
            write: Arc::new(write),
            measured: SharedMeasure::default(),
        };
        assert!(body.known().is_none());
        let mut text = Vec::new();
        body.write_to(&mut text).unwrap();
        let measured = body.measure().unwrap();
        assert_eq!(
            measured,
            Measured {
                hash: TextHash::of(&text),
                len: text.len()
            }
        );
        assert_eq!(body.known(), Some(measured));
    }
}
