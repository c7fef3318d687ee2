//! Bodies that a request announces: taken out of the request, and dropped without harm.
//!
//! tiny_http drops the body with the request, before the answer can be written, and does two things then that a
//! client can turn against us. It waits for the missing bytes; so the body is taken out first, and the answer need not
//! wait for it. And it allocates a buffer for the missing bytes: `Content-Length: 1000000000000000`, sixty bytes on
//! the wire, would end the process with "memory allocation failed". No call of the library avoids
//! that, so we overwrite the reader's remaining-length field with 0.
#![expect(
    unsafe_code,
    reason = "the library has no other way to answer before a body has come, and outlive it"
)]

use super::*;

use std::io::{Read, Write};

/// Up to this length the library may allocate its buffer. The allocator keeps longer ones for the next, which it then
/// clears, an arena for each. A greater length cannot be mistaken for the number of a descriptor, which
/// the reader holds, too.
const MAX_EAGER_ALLOC: usize = 1 << 20;

/// A body that has not been read. While it is held, tiny_http reads nothing further from the connection.
pub struct AnnouncedBody {
    reader: Option<Box<dyn Read + Send>>,
    announced: usize,
}

/// Returns true if the client sends its body once it is told to.
pub fn is_held_back(request: &Request) -> bool {
    let headers = request.headers();
    headers.iter().any(|header| header.field.equiv("Expect"))
}

/// Takes the body out. `None` when that is not possible. A client that waits for `100 Continue` is told to go on.
pub fn take(request: &mut Request) -> Option<AnnouncedBody> {
    // Then the reader is that of the whole connection: it has no length in it, waits for nothing and allocates nothing.
    let announced = if is_upgrade(request) {
        0
    } else {
        request.body_length().unwrap_or(0)
    };

    let field: &mut dyn Read = request.as_reader();
    // `Request::as_reader` lends its field, a `Box<dyn Read + Send>`, as a `dyn Read`.
    if size_of_val(field) != size_of::<Box<dyn Read + Send>>() {
        return None;
    }

    let field = std::ptr::from_mut(field).cast::<Box<dyn Read + Send>>();
    // SAFETY: the size says that this is the field, which stays borrowed to the end of this function.
    let reader = std::mem::replace(unsafe { &mut *field }, Box::new(io::empty()));
    Some(AnnouncedBody {
        reader: Some(reader),
        announced,
    })
}

/// The body of the request is the rest of its connection, whatever length it announces.
pub fn is_upgrade(request: &Request) -> bool {
    let mut headers = request.headers().iter();
    match headers.find(|header| header.field.equiv("Connection")) {
        Some(first) => {
            let value = first.value.as_str().to_ascii_lowercase();
            value.contains("upgrade")
        }
        None => false,
    }
}

/// Turns a request into the writer of its connection, whatever it announces. `None` where it could not be dropped without
/// harm, and was forgotten.
pub fn into_writer(mut request: Request) -> Option<Box<dyn Write + Send>> {
    let length = request.body_length().unwrap_or(0);
    if length > MAX_EAGER_ALLOC && take(&mut request).is_none() {
        std::mem::forget(request);
        return None;
    }

    Some(request.into_writer())
}

impl Drop for AnnouncedBody {
    fn drop(&mut self) {
        let Some(mut reader) = self.reader.take() else {
            return;
        };

        if self.announced > MAX_EAGER_ALLOC && !zero_remaining(&mut *reader, self.announced) {
            // A thread and two descriptors are lost, and the process lives.
            std::mem::forget(reader);
        }
    }
}

/// Sets the announced length to 0, wherever in the reader it is. False where it cannot be told from other words.
fn zero_remaining(reader: &mut (dyn Read + Send), announced: usize) -> bool {
    let words = size_of_val(reader) / size_of::<usize>();
    let first = std::ptr::from_mut(reader).cast::<usize>();
    if !first.is_aligned() {
        return false;
    }

    // SAFETY: inside the object; volatile, because some of its words may be padding.
    let holds = |word: usize| unsafe { first.add(word).read_volatile() } == announced;
    let mut matches = (0..words).filter(|word| holds(*word));
    // A length so great is no other length in there; it may equal an address only by a guess of the client.
    let (Some(word), None) = (matches.next(), matches.next()) else {
        return false;
    };

    // SAFETY: the word holds the announced length, an integer, and "nothing is missing" is a state of the reader.
    unsafe { first.add(word).write_volatile(0) };
    true
}
