//! How much of the server one client may hold, and for how long; whether a client goes beyond that, judged from two
//! observations of its connection without touching it; and which connections go when there are too many.

use std::time::{Duration, Instant};

use super::connection::ConnectionStats;
use super::eviction::EvictionClass;
use super::sockets::Traffic;
use crate::server::counters::Reason;

/// The limits, each an option of `serve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A request that is not complete after this long is given up.
    pub request_timeout: Duration,
    /// A connection on which nothing is asked for this long is closed.
    pub idle_timeout: Duration,
    /// A client that has not taken a response after this long is disconnected.
    pub response_timeout: Duration,
    /// A header section, request line included, has at most this many bytes.
    pub header_limit: usize,
    /// Beyond this many connections the longest idle ones are closed.
    pub max_connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(60),
            response_timeout: Duration::from_secs(30),
            header_limit: 32 * 1024,
            max_connections: 1024,
        }
    }
}

/// What the supervisor remembers of a connection from one sweep to the next.
#[derive(Debug)]
pub struct LimitsCheck {
    /// When it last asked for anything or took anything.
    active: Instant,
    stats: ConnectionStats,
    traffic: Traffic,
    /// Since when bytes are there that belong to no delivered request.
    partial_since: Option<Instant>,
    /// Bytes that had come when the latest request was delivered.
    received_then: u64,
    /// Received but unattributed bytes (optional white space) at the last quiet moment.
    slack: u64,
    /// Up to where the client has to take responses, and since when.
    unacked_since: Option<(u64, Instant)>,
}

/// How much more than a header section may arrive while the server waits for a client to close: the rest of the body
/// that it was told not to send.
const LINGERING: u64 = 1 << 20;
/// How many bytes of requests may wait inside tiny_http, which sets no bound itself: there they need some hundred times
/// as much memory.
const WAITING: u64 = 32 * 1024;
/// A client with no more than this in flight waits for its answers.
const IN_FLIGHT: u64 = 4 * 1024;
/// How long a client that has asked is taken to ask again; one that never did, a tenth of it.
const GRACE: Duration = Duration::from_secs(1);

impl LimitsCheck {
    pub fn new(now: Instant) -> Self {
        LimitsCheck {
            active: now,
            stats: ConnectionStats::default(),
            traffic: Traffic::default(),
            partial_since: None,
            received_then: 0,
            slack: 0,
            unacked_since: None,
        }
    }

    /// Takes note of what is seen now; says which limit is exceeded, if one is.
    ///
    /// `unread` is asked only when much has arrived: how much of it tiny_http has not taken in yet.
    pub fn check(
        &mut self,
        now: Instant,
        traffic: Traffic,
        stats: ConnectionStats,
        limits: &Limits,
        unread: impl FnOnce() -> u64,
    ) -> Option<Reason> {
        self.observe(now, traffic, stats);
        let waiting = traffic.received.saturating_sub(stats.parsed_bytes + self.slack);
        if !stats.answering && waiting <= IN_FLIGHT {
            self.slack = traffic.received.saturating_sub(stats.parsed_bytes);
        }
        let lasted = |since: Instant, limit: Duration| now.duration_since(since) >= limit;
        let since_request = traffic.received.saturating_sub(self.received_then);
        let limit = limits.header_limit as u64 + if stats.closing { LINGERING } else { 0 };
        let most = WAITING.max(limit);
        let unread = if since_request > limit || waiting > most { unread() } else { 0 };
        if since_request.saturating_sub(unread) > limit {
            Some(Reason::HeaderLimit)
        } else if waiting.saturating_sub(unread) > most && !stats.closing {
            Some(Reason::Pipeline)
        } else if self.unacked_since.is_some_and(|(_, since)| lasted(since, limits.response_timeout)) {
            Some(Reason::ResponseTimeout)
        } else if stats.answering {
            None
        } else if self.partial_since.is_some_and(|since| lasted(since, limits.request_timeout)) {
            Some(Reason::RequestTimeout)
        } else if self.partial_since.is_none() && lasted(self.active, limits.idle_timeout) {
            Some(Reason::Idle)
        } else {
            None
        }
    }

    fn observe(&mut self, now: Instant, traffic: Traffic, stats: ConnectionStats) {
        if stats.requests != self.stats.requests || traffic.acked != self.traffic.acked {
            self.active = now;
        }
        if stats.requests != self.stats.requests {
            (self.partial_since, self.received_then) = (None, traffic.received);
        }
        if self.unacked_since.is_none_or(|(target, _)| traffic.acked >= target) {
            self.unacked_since =
                (traffic.acked < stats.response_bytes).then_some((stats.response_bytes, now));
        }
        if traffic.received <= stats.parsed_bytes {
            self.partial_since = None;
        } else if self.partial_since.is_none() {
            self.partial_since = Some(now);
        }
        (self.stats, self.traffic) = (stats, traffic);
    }

    /// The order in which connections go when there are too many: by class, then by how long they have been idle, with
    /// some grace for having asked at all.
    pub fn rank(&self, now: Instant, has_unread: impl FnOnce() -> bool) -> (EvictionClass, Instant) {
        let asking = self.partial_since.is_some_and(|since| now.duration_since(since) < GRACE);
        let grace = if self.stats.requests > 0 { GRACE } else { GRACE / 10 };
        let class = if asking || self.stats.answering || has_unread() {
            EvictionClass::Asking
        } else if now.duration_since(self.active) < grace {
            EvictionClass::Recent
        } else {
            EvictionClass::Idle
        };
        (class, self.active + grace)
    }

    /// Whether the client has sent something that had time to become a request, and none has come.
    pub fn is_unserved(&self, traffic: Traffic, stats: ConnectionStats) -> bool {
        let anything = traffic.received > 0 || traffic.closed_by_client;
        stats.requests == 0 && anything && self.traffic == traffic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection watched for some seconds, with the limits as they are by default.
    struct Story(LimitsCheck, Instant);

    impl Story {
        fn begins() -> Self {
            let start = Instant::now();
            Story(LimitsCheck::new(start), start)
        }

        fn at(&mut self, seconds: u64, received: u64, acked: u64, stats: ConnectionStats) -> Option<Reason> {
            let traffic = Traffic { received, acked, ..Traffic::default() };
            let now = self.1 + Duration::from_secs(seconds);
            self.0.check(now, traffic, stats, &Limits::default(), || 0)
        }
    }

    fn stats(requests: u64, parsed_bytes: u64, response_bytes: u64) -> ConnectionStats {
        ConnectionStats { requests, parsed_bytes, response_bytes, ..ConnectionStats::default() }
    }

    #[test]
    fn nothing_ever_sent_is_idle() {
        let mut story = Story::begins();
        assert_eq!(story.at(59, 0, 0, stats(0, 0, 0)), None);
        assert_eq!(story.at(60, 0, 0, stats(0, 0, 0)), Some(Reason::Idle));
    }

    #[test]
    fn a_byte_now_and_then_keeps_no_request_alive() {
        let mut story = Story::begins();
        for second in 1..11 {
            assert_eq!(story.at(second, second, 0, stats(0, 0, 0)), None);
        }
        assert_eq!(story.at(11, 11, 0, stats(0, 0, 0)), Some(Reason::RequestTimeout));
    }

    #[test]
    fn a_request_begun_after_a_long_silence_has_its_full_time() {
        let mut story = Story::begins();
        assert_eq!(story.at(1, 40, 100, stats(1, 40, 100)), None);
        assert_eq!(story.at(50, 41, 100, stats(1, 40, 100)), None);
        assert_eq!(story.at(59, 42, 100, stats(1, 40, 100)), None);
        assert_eq!(story.at(60, 43, 100, stats(1, 40, 100)), Some(Reason::RequestTimeout));
    }

    #[test]
    fn a_client_that_asks_is_not_idle_whatever_its_white_space() {
        let mut story = Story::begins();
        for minute in 1..10 {
            assert_eq!(
                story.at(minute * 9, minute * 42, minute * 100, stats(minute, minute * 40, minute * 100)),
                None
            );
        }
    }

    #[test]
    fn a_response_must_be_taken_whole_in_time() {
        let mut story = Story::begins();
        let writing = ConnectionStats { answering: true, ..stats(1, 40, 60_000) };
        for second in 1..31 {
            assert_eq!(story.at(second, 40, second * 100, writing), None);
        }
        assert_eq!(story.at(31, 40, 3_100, writing), Some(Reason::ResponseTimeout));
    }

    #[test]
    fn each_response_has_its_own_time() {
        let mut story = Story::begins();
        for turn in 1..10 {
            let writing = ConnectionStats { answering: true, ..stats(turn, turn * 40, turn * 60_000) };
            assert_eq!(story.at(turn * 20, turn * 40, (turn - 1) * 60_000, writing), None);
        }
    }

    #[test]
    fn a_header_section_is_bounded_counted_from_the_latest_request() {
        let mut story = Story::begins();
        assert_eq!(story.at(1, 40_000, 100, stats(400, 40_000, 100)), None);
        assert_eq!(story.at(2, 72_000, 100, stats(400, 40_000, 100)), None);
        assert_eq!(story.at(3, 73_000, 100, stats(400, 40_000, 100)), Some(Reason::HeaderLimit));
    }

    #[test]
    fn a_header_section_may_be_as_long_as_its_limit() {
        let limit = Limits::default().header_limit as u64;
        for (length, reason) in [(limit, None), (limit + 1, Some(Reason::HeaderLimit))] {
            assert_eq!(Story::begins().at(1, length, 0, stats(0, 0, 0)), reason, "{length}");
            let mut story = Story::begins();
            assert_eq!(story.at(1, 500, 100, stats(1, 500, 100)), None);
            assert_eq!(
                story.at(2, 500 + length, 100, stats(1, 500, 100)),
                reason,
                "{length} after a request"
            );
        }
    }

    #[test]
    fn who_was_told_the_end_may_still_send_the_rest_of_a_body() {
        let most = Limits::default().header_limit as u64 + LINGERING;
        let closing = ConnectionStats { closing: true, ..stats(1, 500, 100) };
        for (length, reason) in [(most, None), (most + 1, Some(Reason::HeaderLimit))] {
            let mut story = Story::begins();
            assert_eq!(story.at(1, 500, 100, closing), None);
            assert_eq!(story.at(2, 500 + length, 100, closing), reason, "{length}");
        }
    }

    #[test]
    fn what_tiny_http_has_not_read_yet_is_no_header_section() {
        let mut check = LimitsCheck::new(Instant::now());
        let traffic = Traffic { received: 100_000, ..Traffic::default() };
        let exceeded =
            check.check(check.active, traffic, ConnectionStats::default(), &Limits::default(), || 99_000);
        assert_eq!(exceeded, None);
    }

    #[test]
    fn requests_that_wait_inside_the_library_are_bounded() {
        let mut story = Story::begins();
        let answering = |delivered, wire| ConnectionStats { answering: true, ..stats(delivered, wire, 100) };
        assert_eq!(story.at(1, 40, 100, stats(1, 40, 100)), None);
        assert_eq!(story.at(2, 30_000, 100, answering(10, 400)), None);
        assert_eq!(story.at(3, 60_000, 100, answering(20, 800)), Some(Reason::Pipeline));
    }

    #[test]
    fn what_is_white_around_headers_does_not_wait() {
        let mut story = Story::begins();
        for second in 1..2000 {
            let wire = second * 40;
            assert_eq!(story.at(second, second * 140, 100, stats(second, wire, 100)), None, "{second}");
            let answering = ConnectionStats { answering: true, ..stats(second, wire, 100) };
            assert_eq!(story.at(second, second * 140 + 100, 100, answering), None, "{second}");
        }
    }

    #[test]
    fn who_asks_stays_longer_than_who_does_not() {
        let (mut silent, mut asking, mut slow) = (Story::begins(), Story::begins(), Story::begins());
        asking.at(1, 40, 100, stats(1, 40, 100));
        slow.at(1, 5, 0, stats(0, 0, 0));
        silent.at(1, 0, 0, stats(0, 0, 0));
        let rank = |story: &Story, after| story.0.rank(story.1 + Duration::from_millis(after), || false);
        assert!(rank(&silent, 1500) < rank(&asking, 1500));
        assert!(rank(&asking, 1500) < rank(&slow, 1500), "its request is on the way");
        assert!(rank(&slow, 2500) < rank(&asking, 2500), "but not for ever");
        assert_eq!((rank(&silent, 50).0, rank(&silent, 150).0), (EvictionClass::Recent, EvictionClass::Idle));
        assert_eq!(silent.0.rank(silent.1, || true).0, EvictionClass::Asking);
    }

    #[test]
    fn a_connection_without_a_thread_is_noticed_at_the_second_look() {
        let mut check = LimitsCheck::new(Instant::now());
        let traffic = Traffic { received: 40, ..Traffic::default() };
        assert!(!check.is_unserved(traffic, ConnectionStats::default()));
        check.check(check.active, traffic, ConnectionStats::default(), &Limits::default(), || 40);
        assert!(check.is_unserved(traffic, ConnectionStats::default()));
        assert!(!check.is_unserved(traffic, stats(1, 40, 0)));
    }
}
