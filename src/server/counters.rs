//! Counts of the server's work so far, for `/metrics`. Knows no names of metrics.

use super::*;

use crate::model::named;

named! {
    /// Why the server itself ended a connection; limits are named as their options are.
    pub enum Reason {
        /// A request was not complete in time.
        RequestTimeout = "request_timeout",
        /// Nothing was asked for too long.
        Idle = "idle_timeout",
        /// A response was not taken in time.
        ResponseTimeout = "response_timeout",
        /// A header section was too long.
        HeaderLimit = "header_limit",
        /// There were too many connections, and this one had been idle for longest.
        MaxConnections = "max_connections",
        /// Too many requests were sent without their answers being read.
        Pipeline = "pipeline",
    }
}

pub type Counters = Mutex<Counts>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers by the first digit of their status: 2, 3, 4 or 5.
    pub responses: BTreeMap<u16, u64>,
    /// Bytes of all answers, heads included.
    pub bytes: u64,
    pub connections: u64,
    /// Connections that have ended and are still open long after.
    pub stuck: u64,
    pub workers: u64,
    /// Requests that were answered 400 because HTTP forbids them.
    pub malformed: u64,
    /// How often accepting had to be started again.
    pub listeners_replaced: u64,
    /// Connections that the server ended.
    pub disconnected: BTreeMap<Reason, u64>,
}

impl Counts {
    pub fn count_answer(&mut self, status: u16, bytes: usize) {
        *self.responses.entry(status / 100).or_default() += 1;
        self.bytes += bytes as u64;
    }

    /// Corrects the length of an answer that nobody knew before it was sent.
    pub fn correct_length(&mut self, expected: usize, sent: usize) {
        self.bytes = (self.bytes + sent as u64).saturating_sub(expected as u64);
    }

    pub fn count_disconnection(&mut self, reason: Reason) {
        *self.disconnected.entry(reason).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_class_with_their_bytes() {
        let mut counts = Counts::default();
        [200, 204, 304, 404, 414, 505].into_iter().for_each(|status| counts.count_answer(status, 10));
        assert_eq!((counts.responses, counts.bytes), ([(2, 2), (3, 1), (4, 2), (5, 1)].into(), 60));
    }
}
