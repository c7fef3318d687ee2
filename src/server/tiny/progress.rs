//! The place of the latest bytes of a connection among its requests: which versions the library must not read, and how many
//! requests have come whole.

use super::facts::BUFFERED;

/// The text before a version in a request line.
const MARK: &[u8] = b" HTTP/";
/// Lines of a head, at most, with the request line and without the empty one.
const MAX_LINES: u16 = 101;
/// Bytes of a line that are kept: a field that announces a body is shorter.
const LINE_START: usize = 128;

#[derive(Default)]
pub struct Progress {
    /// So many bytes of [`MARK`].
    matched: usize,
    /// A line that has not ended, up to [`LINE_START`] bytes.
    line: Vec<u8>,
    is_after_cr: bool,
    /// Lines of a head that has not ended.
    lines: u16,
    /// The length of the body that this head announces.
    announced: Option<usize>,
    /// Bytes of a body that are still to come.
    body: usize,
    /// The request is delivered when they have come.
    is_awaited: bool,
}

impl Progress {
    /// Follows bytes that have come, which may end anywhere, and rewrites versions in them. Returns how many requests are
    /// whole with them; `None` if a head has too many lines.
    pub fn follow(&mut self, bytes: &mut [u8]) -> Option<u32> {
        self.rewrite_versions(bytes);
        self.count_requests(bytes)
    }

    fn rewrite_versions(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            let expected = MARK.get(self.matched);
            if expected == Some(&*byte) {
                self.matched += 1;
                continue;
            }

            if expected.is_none() && matches!(byte, b'2' | b'3') {
                *byte = b'9';
            }
            self.matched = usize::from(*byte == MARK[0]);
        }
    }

    /// Lines and bodies end where the library ends them.
    fn count_requests(&mut self, bytes: &[u8]) -> Option<u32> {
        let mut requests = 0;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (body, after) = rest.split_at(self.body.min(rest.len()));
            self.body -= body.len();
            if self.body == 0 && std::mem::take(&mut self.is_awaited) {
                requests += 1;
            }

            let next = after.iter().position(|byte| *byte == b'\n');
            let (piece, after) = after.split_at(next.map_or(after.len(), |at| at + 1));
            rest = after;
            if !self.ends_line(piece) {
                continue;
            }

            if self.line == b"\r\n" {
                self.end_head();
                requests += u32::from(!self.is_awaited);
            } else {
                self.note_line();
            }

            self.line.clear();
            if self.lines > MAX_LINES {
                return None;
            }
        }

        Some(requests)
    }

    /// Begins the body that the head has announced. Of one that is not awaited the library reads no more than this before
    /// the request is dropped, and its answer the last one.
    fn end_head(&mut self) {
        let announced = self.announced.take().unwrap_or(0);
        self.lines = 0;
        self.body = announced.min(BUFFERED);
        self.is_awaited = announced > 0 && announced <= BUFFERED;
    }

    /// Adds bytes to the line; true if it ends with them.
    fn ends_line(&mut self, piece: &[u8]) -> bool {
        let room = LINE_START - self.line.len();
        self.line.extend(piece.iter().take(room));
        let Some((last, before)) = piece.split_last() else {
            return false;
        };

        let is_after_cr = match before.last() {
            Some(byte) => *byte == b'\r',
            None => self.is_after_cr,
        };
        self.is_after_cr = *last == b'\r';
        is_after_cr && *last == b'\n'
    }

    /// Notes a line of a head: the request line, or a field, which may announce a body.
    fn note_line(&mut self) {
        self.lines += 1;
        let is_whole_field = self.lines > 1 && self.line.len() < LINE_START;
        let text = str::from_utf8(&self.line).unwrap_or_default();
        let Some((name, value)) = text.trim().split_once(':') else {
            return;
        };

        // As the library takes them: the first length, unless there is an encoding.
        if is_whole_field && name.eq_ignore_ascii_case("Transfer-Encoding") {
            self.announced = Some(usize::MAX);
        } else if is_whole_field && name.eq_ignore_ascii_case("Content-Length") {
            let length = value.trim().parse().unwrap_or(0);
            self.announced.get_or_insert(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_rewritten_wherever_a_read_ends() {
        for (sent, read) in [
            ("GET / HTTP/2.0\r\n\r\n", "GET / HTTP/9.0\r\n\r\n"),
            (
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "PRI * HTTP/9.0\r\n\r\nSM\r\n\r\n",
            ),
            ("a HTTP/3.0 HTTP/2.0", "a HTTP/9.0 HTTP/9.0"),
            (
                "  HTTP/2 HTTHTTP/2 HTTP HTTP/3",
                "  HTTP/9 HTTHTTP/2 HTTP HTTP/9",
            ),
            (
                "GET / HTTP/1.1\r\nX: HTTP/1.2 /2\r\n\r\n",
                "GET / HTTP/1.1\r\nX: HTTP/1.2 /2\r\n\r\n",
            ),
            (
                "GET /HTTP/2.0 http/2.0\tHTTP/2.0",
                "GET /HTTP/2.0 http/2.0\tHTTP/2.0",
            ),
        ] {
            for first in 0..=sent.len() {
                for second in first..=sent.len() {
                    let mut bytes = sent.as_bytes().to_vec();
                    let (head, rest) = bytes.split_at_mut(second);
                    let (before, between) = head.split_at_mut(first);
                    let mut progress = Progress::default();
                    for part in [before, between, rest] {
                        progress.rewrite_versions(part);
                    }

                    assert_eq!(
                        String::from_utf8(bytes).unwrap(),
                        read,
                        "cut at {first} and {second}"
                    );
                }
            }
        }
    }

    #[test]
    fn requests_are_counted_wherever_a_read_ends() {
        for (sent, requests, lines) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1, 0),
            ("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nGET", 2, 0),
            ("GET / HTTP/1.1\r\na:b\r\na:b\r\n\r", 0, 3),
            ("a\r\r\n\r\n\n", 1, 0),
            // No line ends with LF alone.
            ("GET / HTTP/1.1\n\nHost: a\n\n\r\n", 0, 1),
            // The blank lines of a body end no head.
            (
                "POST / HTTP/1.1\r\ncontent-length: 6\r\n\r\n\r\n\r\na\nGET",
                1,
                0,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                2,
                0,
            ),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
                1,
                0,
            ),
            // One that is short is awaited, and no other.
            ("POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nhell", 0, 0),
            ("POST / HTTP/1.1\r\nContent-Length: 1025\r\n\r\nhell", 1, 0),
            // The first length counts; one that is none, and a request line, announce nothing.
            (
                "POST / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\n\r\n",
                2,
                0,
            ),
            ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n\r\n", 2, 0),
            ("Content-Length:2 / HTTP/1.1\r\n\r\n\r\n", 2, 0),
        ] {
            for first in 0..=sent.len() {
                for second in first..=sent.len() {
                    let mut progress = Progress::default();
                    let pieces = [&sent[..first], &sent[first..second], &sent[second..]];
                    let counted =
                        pieces.map(|piece| progress.count_requests(piece.as_bytes()).unwrap());
                    assert_eq!(
                        (counted.iter().sum::<u32>(), progress.lines),
                        (requests, lines),
                        "{sent:?} cut at {first} and {second}"
                    );
                }
            }
        }
    }
}
