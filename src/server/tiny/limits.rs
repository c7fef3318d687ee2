//! How much of the server one client may hold, and for how long; which connections go when there are too many; and whether
//! a client goes beyond the limits, judged from two observations of its connection without touching it.

use super::*;

/// The limits, each an option of `serve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A request that is not complete after this long is given up; one that waits for the server, after the response timeout.
    pub request_timeout: Duration,
    /// A connection on which nothing is asked for this long is closed.
    pub idle_timeout: Duration,
    /// A client that takes less than [`STEP`] of a response within this long is disconnected.
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
            idle_timeout: Duration::from_secs(75),
            response_timeout: Duration::from_secs(30),
            header_limit: 32 * 1024,
            max_connections: 1024,
        }
    }
}

/// The order in which connections go when there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvictionClass {
    Idle,
    /// It was served just now, or it is so new that its request may be on the way.
    Recent,
    /// It waits for an answer, or is in the middle of asking.
    Asking,
}

/// How many of `open` connections go, `idle` of which are idle, where `missing` descriptors are wanted. Beyond the limit
/// idle connections go; beyond twice the limit, and for want of descriptors, any.
pub fn surplus(open: usize, idle: usize, max_connections: usize, missing: usize) -> usize {
    let beyond_once = open.saturating_sub(max_connections).max(missing);
    let beyond_twice = open.saturating_sub(2 * max_connections).max(missing);
    beyond_once.min(idle.max(beyond_twice))
}

/// How many of the connections with so many undelivered bytes go, those with most first.
pub fn heaviest(undelivered: &[u64]) -> usize {
    let mut total: u64 = undelivered.iter().sum();
    let mut count = 0;
    for bytes in undelivered {
        if total <= MAX_UNDELIVERED {
            break;
        }
        total -= bytes;
        count += 1;
    }

    count
}

/// The work of the workers on a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionStats {
    /// Requests that have come whole, and that nobody has begun to answer. More are counted than come where the library
    /// itself refuses one, and ends the connection.
    pub waiting: u32,
    /// Requests that tiny_http has delivered.
    pub requests: u64,
    /// Their bytes on the wire: exact except for unusual white space.
    pub parsed_bytes: u64,
    /// Bytes of all responses that were begun.
    pub response_bytes: u64,
    pub answering: bool,
    /// The latest response is packed while it is sent.
    pub packs: bool,
    /// The number of the snapshot from which a body is being written.
    pub snapshot: Option<u64>,
    /// The server has announced the end, and waits for the client alone. No further request is answered.
    pub closing: bool,
}

/// A connection as it was in the last sweep.
#[derive(Debug)]
pub struct LimitsCheck {
    /// The last request, or the last progress of a response.
    active: Instant,
    stats: ConnectionStats,
    traffic: Traffic,
    /// Since when bytes are there that belong to no delivered request.
    partial_since: Option<Instant>,
    /// Bytes that had come when the latest request was delivered.
    received_then: u64,
    /// Received but unattributed bytes (optional white space) at the last quiet moment.
    slack: u64,
    /// The bytes of responses that the client has to take next, and since when.
    unacked_since: Option<(u64, Instant)>,
}

/// Bytes beyond a header section that may arrive while the server waits for a client to close: the rest of a refused body.
const LINGER_ALLOWANCE: u64 = 1 << 20;
/// Bytes of requests that may wait inside tiny_http.
const MAX_WAITING: u64 = 32 * 1024;
/// Bytes of requests of all connections that have come and were not delivered, at most: tiny_http needs up to three times as
/// much memory. Beyond it those go that have most.
const MAX_UNDELIVERED: u64 = 4 << 20;
/// Bytes that a client takes within the response timeout, at least.
const STEP: u64 = 16 * 1024;
/// The same of a body that is packed on the way: compressors are few.
const PACKED_STEP: u64 = 256 * 1024;
/// A client with no more than this in flight waits for its answers.
const IN_FLIGHT: u64 = 4 * 1024;
/// How long a client that has asked is expected to ask again; one that never did, a tenth of it.
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

    /// Notes the state of a connection in a sweep; returns the limit that is exceeded, if one is.
    pub fn check(
        &mut self,
        now: Instant,
        traffic: Traffic,
        stats: ConnectionStats,
        limits: &Limits,
    ) -> Option<Reason> {
        self.observe(now, traffic, stats);
        let waiting = self.undelivered();
        if !stats.answering && waiting <= IN_FLIGHT {
            self.slack = traffic.received.saturating_sub(stats.parsed_bytes);
        }

        let allowance = if stats.closing { LINGER_ALLOWANCE } else { 0 };
        let limit = limits.header_limit as u64 + allowance;
        let since_request = traffic.received.saturating_sub(self.received_then);
        if since_request.saturating_sub(traffic.unread) > limit {
            return Some(Reason::HeaderLimit);
        }

        let taken = waiting.saturating_sub(traffic.unread);
        if taken > MAX_WAITING.max(limit) && !stats.closing {
            return Some(Reason::Pipeline);
        }

        self.find_exceeded_time(now, limits)
    }

    /// The limit of time that is exceeded, if one is.
    fn find_exceeded_time(&self, now: Instant, limits: &Limits) -> Option<Reason> {
        if let Some((_, since)) = self.unacked_since
            && now.duration_since(since) >= limits.response_timeout
        {
            return Some(Reason::ResponseTimeout);
        }

        if self.stats.answering {
            return None;
        }

        let Some(since) = self.partial_since else {
            let is_idle = now.duration_since(self.active) >= limits.idle_timeout;
            return is_idle.then_some(Reason::Idle);
        };

        let waited = now.duration_since(since);
        if waited < limits.request_timeout {
            return None;
        }

        let is_given_up = waited >= limits.response_timeout || !self.waits_for_server();
        is_given_up.then_some(Reason::RequestTimeout)
    }

    /// Notes the present state of a connection.
    pub fn observe(&mut self, now: Instant, traffic: Traffic, stats: ConnectionStats) {
        if stats.requests != self.stats.requests || traffic.acked != self.traffic.acked {
            self.active = now;
        }

        if stats.requests != self.stats.requests {
            (self.partial_since, self.received_then) = (None, traffic.received);
        }

        let target = self.unacked_since.map_or(0, |(target, _)| target);
        // A client that has taken all that was sent waits for the server, which may be busy.
        if traffic.acked >= target.min(stats.response_bytes) || !traffic.is_under_way {
            let step = if stats.packs { PACKED_STEP } else { STEP };
            let target = stats.response_bytes.min(traffic.acked + step);
            self.unacked_since = (traffic.acked < target).then_some((target, now));
        }

        if traffic.received <= stats.parsed_bytes {
            self.partial_since = None;
        } else if self.partial_since.is_none() {
            self.partial_since = Some(now);
        }

        (self.stats, self.traffic) = (stats, traffic);
    }

    /// It is the server that is late: a request has come that nobody has begun to answer.
    fn waits_for_server(&self) -> bool {
        self.stats.waiting > 0 || self.traffic.unread > 0
    }

    /// Bytes that have come and belong to no delivered request, as of the last check.
    pub fn undelivered(&self) -> u64 {
        let known = self.stats.parsed_bytes + self.slack;
        self.traffic.received.saturating_sub(known)
    }

    /// Returns true if the client has not taken everything that was sent.
    pub fn is_behind(&self) -> bool {
        self.unacked_since.is_some()
    }

    /// The order in which connections go when there are too many: by class, then the longest idle first, with some grace
    /// for having asked at all.
    pub fn rank(&self, now: Instant) -> (EvictionClass, Instant) {
        let asking = self
            .partial_since
            .is_some_and(|since| now.duration_since(since) < GRACE);
        let grace = if self.stats.requests > 0 {
            GRACE
        } else {
            GRACE / 10
        };

        let class = if asking || self.stats.answering || self.waits_for_server() {
            EvictionClass::Asking
        } else if now.duration_since(self.active) < grace {
            EvictionClass::Recent
        } else {
            EvictionClass::Idle
        };

        (class, self.active + grace)
    }

    /// Bytes had time to become a request, and none was delivered, nor anything read.
    pub fn is_unserved(&self, traffic: Traffic, stats: ConnectionStats) -> bool {
        let anything = traffic.received > 0 || traffic.closed_by_client;
        let is_unread = traffic.unread >= traffic.received;
        stats.requests == 0 && anything && is_unread && self.traffic == traffic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_limit_idle_ones_go_and_beyond_twice_the_limit_any() {
        for (open, missing, idle, leaving) in [
            (10, 0, 10, 0),
            (11, 0, 11, 1),
            (11, 0, 0, 0),
            (15, 0, 3, 3),
            (20, 0, 0, 0),
            (21, 0, 0, 1),
            (21, 0, 5, 5),
            (21, 0, 21, 11),
            (5, 2, 0, 2),
            (5, 2, 5, 2),
        ] {
            assert_eq!(
                surplus(open, idle, 10, missing),
                leaving,
                "{open} open, {missing} missing, {idle} idle"
            );
        }
    }

    /// A connection as it is seen so many seconds after its begin: bytes received and acknowledged, and the workers'
    /// counts.
    type Look = (u64, u64, u64, ConnectionStats);

    /// A connection after these looks, by the default limits: only the last one ends with this verdict; and when
    /// it began.
    fn watched(
        looks: impl IntoIterator<Item = Look>,
        verdict: Option<Reason>,
    ) -> (LimitsCheck, Instant) {
        let start = Instant::now();
        let mut check = LimitsCheck::new(start);
        let mut looks = looks.into_iter().peekable();
        while let Some(look) = looks.next() {
            let (second, received, acked, stats) = look;
            let traffic = Traffic {
                received,
                acked,
                is_under_way: true,
                ..Traffic::default()
            };
            let now = start + Duration::from_secs(second);
            let reason = check.check(now, traffic, stats, &Limits::default());
            assert_eq!(
                reason,
                verdict.filter(|_| looks.peek().is_none()),
                "{look:?}"
            );
        }

        (check, start)
    }

    fn stats(requests: u64, parsed_bytes: u64, response_bytes: u64) -> ConnectionStats {
        ConnectionStats {
            requests,
            parsed_bytes,
            response_bytes,
            ..ConnectionStats::default()
        }
    }

    fn answering(requests: u64, parsed_bytes: u64, response_bytes: u64) -> ConnectionStats {
        ConnectionStats {
            answering: true,
            ..stats(requests, parsed_bytes, response_bytes)
        }
    }

    #[test]
    fn nothing_ever_sent_is_idle() {
        watched(
            [74, 75].map(|second| (second, 0, 0, stats(0, 0, 0))),
            Some(Reason::Idle),
        );
    }

    #[test]
    fn a_byte_now_and_then_keeps_no_request_alive() {
        watched(
            (1..12).map(|second| (second, second, 0, stats(0, 0, 0))),
            Some(Reason::RequestTimeout),
        );
    }

    #[test]
    fn a_request_begun_after_a_long_silence_has_its_full_time() {
        let looks = [(1, 40), (50, 41), (59, 42), (60, 43)];
        let looks = looks.map(|(second, received)| (second, received, 100, stats(1, 40, 100)));
        watched(looks, Some(Reason::RequestTimeout));
    }

    #[test]
    fn a_client_that_asks_is_not_idle_whatever_its_white_space() {
        watched(
            (1..10).map(|n| (n * 9, n * 42, n * 100, stats(n, n * 40, n * 100))),
            None,
        );
    }

    #[test]
    fn a_response_must_be_taken_whole_in_time() {
        let looks = (1..32).map(|second| (second, 40, second * 100, answering(1, 40, 60_000)));
        watched(looks, Some(Reason::ResponseTimeout));
    }

    #[test]
    fn a_response_goes_on_while_it_makes_progress() {
        let packing = ConnectionStats {
            packs: true,
            ..answering(1, 40, 9_000_000)
        };
        for (stats, per_second, verdict) in [
            (answering(1, 40, 9_000_000), 600, None),
            (
                answering(1, 40, 9_000_000),
                500,
                Some(Reason::ResponseTimeout),
            ),
            (packing, 40_000, None),
            (packing, 9_000, None),
            (packing, 8_000, Some(Reason::ResponseTimeout)),
            // The rest may be less than a step.
            (answering(1, 40, 300), 11, None),
        ] {
            let end = if verdict.is_some() { 31 } else { 220 };
            let look = |second| (second, 40, (second - 1) * per_second, stats);
            watched((1..=end).map(look), verdict);
        }
    }

    #[test]
    fn a_client_that_has_taken_all_that_was_sent_waits_for_the_server() {
        let start = Instant::now();
        let mut check = LimitsCheck::new(start);
        for (second, acked, is_under_way, verdict) in [
            (0, 300, true, None),
            (29, 300, false, None),
            (58, 300, false, None),
            (59, 400, true, None),
            (87, 500, true, None),
            (88, 500, true, Some(Reason::ResponseTimeout)),
        ] {
            let traffic = Traffic {
                received: 40,
                acked,
                is_under_way,
                ..Traffic::default()
            };
            let now = start + Duration::from_secs(second);
            let stats = answering(1, 40, 9_000_000);
            let reason = check.check(now, traffic, stats, &Limits::default());
            assert_eq!(reason, verdict, "{second} s");
        }
    }

    #[test]
    fn a_request_for_which_the_server_is_late_is_waited_for_like_a_response() {
        for (second, unread, waiting, verdict) in [
            (9, 0, 0, None),
            (10, 0, 0, Some(Reason::RequestTimeout)),
            (10, 40, 0, None),
            (10, 0, 1, None),
            (29, 40, 0, None),
            (29, 0, 1, None),
            (30, 40, 1, Some(Reason::RequestTimeout)),
        ] {
            let start = Instant::now();
            let mut check = LimitsCheck::new(start);
            let traffic = Traffic {
                received: 40,
                unread,
                ..Traffic::default()
            };
            let stats = ConnectionStats {
                waiting,
                ..ConnectionStats::default()
            };
            let limits = Limits::default();
            assert_eq!(check.check(start, traffic, stats, &limits), None);

            let now = start + Duration::from_secs(second);
            let reason = check.check(now, traffic, stats, &limits);
            assert_eq!(reason, verdict, "{second} s {unread} {waiting}");
        }
    }

    #[test]
    fn the_heaviest_go_until_the_rest_is_little_enough() {
        assert_eq!(heaviest(&[MAX_UNDELIVERED]), 0);
        assert_eq!(heaviest(&[MAX_UNDELIVERED, 1]), 1);
        assert_eq!(heaviest(&[32 * 1024; 2000]), 2000 - 128);
    }

    #[test]
    fn each_response_has_its_own_time() {
        watched(
            (1..10).map(|n| {
                (
                    n * 20,
                    n * 40,
                    (n - 1) * 60_000,
                    answering(n, n * 40, n * 60_000),
                )
            }),
            None,
        );
    }

    #[test]
    fn a_header_section_is_bounded_counted_from_the_latest_request() {
        let looks = [(1, 40_000), (2, 72_000), (3, 73_000)];
        let looks =
            looks.map(|(second, received)| (second, received, 100, stats(400, 40_000, 100)));
        watched(looks, Some(Reason::HeaderLimit));
    }

    #[test]
    fn a_header_section_may_be_as_long_as_its_limit() {
        let limit = Limits::default().header_limit as u64;
        for (length, reason) in [(limit, None), (limit + 1, Some(Reason::HeaderLimit))] {
            watched([(1, length, 0, stats(0, 0, 0))], reason);
            let after = stats(1, 500, 100);
            watched(
                [(1, 500, 100, after), (2, 500 + length, 100, after)],
                reason,
            );
            // Once the end was announced, the rest of a body may come as well.
            let closing = ConnectionStats {
                closing: true,
                ..after
            };
            watched(
                [
                    (1, 500, 100, closing),
                    (2, 500 + LINGER_ALLOWANCE + length, 100, closing),
                ],
                reason,
            );
        }
    }

    #[test]
    fn what_tiny_http_has_not_read_yet_is_no_header_section() {
        let mut check = LimitsCheck::new(Instant::now());
        let stats = ConnectionStats::default();
        let mut traffic = Traffic {
            received: 100_000,
            unread: 99_000,
            ..Traffic::default()
        };
        let exceeded = check.check(check.active, traffic, stats, &Limits::default());
        assert_eq!(exceeded, None);
        traffic.unread = 1_000;
        let exceeded = check.check(check.active, traffic, stats, &Limits::default());
        assert_eq!(exceeded, Some(Reason::HeaderLimit));
    }

    #[test]
    fn requests_that_wait_inside_the_library_are_bounded() {
        let second = |number, received, stats| (number, received, 100, stats);
        let first = second(1, 40, stats(1, 40, 100));
        let looks = [
            second(2, 30_000, answering(10, 400, 100)),
            second(3, 60_000, answering(20, 800, 100)),
        ];
        watched([first, looks[0], looks[1]], Some(Reason::Pipeline));
    }

    #[test]
    fn what_is_white_around_headers_does_not_wait() {
        let look = |second: u64| {
            let (wire, received) = (second * 40, second * 140);
            let waiting = (second, received + 100, 100, answering(second, wire, 100));
            [(second, received, 100, stats(second, wire, 100)), waiting]
        };
        watched((1..2000).flat_map(look), None);
    }

    #[test]
    fn who_asks_stays_longer_than_who_does_not() {
        let silent = watched([(1, 0, 0, stats(0, 0, 0))], None);
        let asking = watched([(1, 40, 100, stats(1, 40, 100))], None);
        let slow = watched([(1, 5, 0, stats(0, 0, 0))], None);
        type Watched = (LimitsCheck, Instant);
        let rank = |(check, start): &Watched, after| {
            let (class, since) = check.rank(*start + Duration::from_millis(after));
            (class, since.duration_since(*start))
        };
        assert!(rank(&silent, 1500) < rank(&asking, 1500));
        assert!(
            rank(&asking, 1500) < rank(&slow, 1500),
            "its request is on the way"
        );
        assert!(rank(&slow, 2500) < rank(&asking, 2500), "but not for ever");
        for (watched, after, class) in [
            (&silent, 99, EvictionClass::Recent),
            (&silent, 100, EvictionClass::Idle),
            (&asking, 1999, EvictionClass::Recent),
            (&asking, 2000, EvictionClass::Idle),
            (&slow, 1999, EvictionClass::Asking),
            (&slow, 2000, EvictionClass::Idle),
        ] {
            assert_eq!(rank(watched, after).0, class, "{after}");
        }

        let (mut waiting, start) = watched([(1, 0, 0, stats(0, 0, 0))], None);
        waiting.stats.waiting = 1;
        let late = start + Duration::from_secs(9);
        assert_eq!(waiting.rank(late).0, EvictionClass::Asking);
    }

    #[test]
    fn a_connection_without_a_thread_is_noticed_at_the_second_look() {
        let mut check = LimitsCheck::new(Instant::now());
        let traffic = Traffic {
            received: 40,
            unread: 40,
            ..Traffic::default()
        };
        let none = ConnectionStats::default();
        assert!(!check.is_unserved(traffic, none));
        check.check(check.active, traffic, none, &Limits::default());
        assert!(check.is_unserved(traffic, none));
        assert!(!check.is_unserved(traffic, stats(1, 40, 0)));
        let read = Traffic {
            unread: 39,
            ..traffic
        };
        check.check(check.active, read, none, &Limits::default());
        assert!(!check.is_unserved(read, none), "a thread has begun to read");
    }
}
