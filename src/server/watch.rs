//! When a client has had its share: judged from two observations of its connection, without touching it. Pure.

use std::time::{Duration, Instant};

use crate::server::bounds::Bounds;
use crate::server::connection::Told;
use crate::server::counters::Reason;
use crate::server::system::sockets::Traffic;

/// What the guard remembers of a connection from one sweep to the next.
#[derive(Debug)]
pub struct Watch {
    /// Since when it has neither asked for anything nor taken anything.
    active: Instant,
    told: Told,
    traffic: Traffic,
    /// Since when bytes are there that belong to no delivered request.
    unfinished: Option<Instant>,
    /// Bytes that had come when the latest request was delivered.
    received_then: u64,
    /// Up to where the client had to take responses, and since when.
    behind: Option<(u64, Instant)>,
}

/// How much more than a header section may arrive while the server waits for a client to leave: the rest of the
/// body that it was told not to send.
const FAREWELL: u64 = 1 << 20;

/// How long a client that has asked is taken to ask again; one that never did, a tenth of it.
const CREDIT: Duration = Duration::from_secs(1);

/// Why a connection should rather be spared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// It is idle.
    None,
    /// It was served just now, or it is so new that its request may be on the way.
    Recent,
    /// It waits for an answer, or is in the middle of asking.
    Asking,
}

impl Watch {
    pub fn new(now: Instant) -> Self {
        Watch {
            active: now,
            told: Told::default(),
            traffic: Traffic::default(),
            unfinished: None,
            received_then: 0,
            behind: None,
        }
    }

    /// Takes note of what is seen now; says which bound is exceeded, if one is.
    ///
    /// `unread` is asked only when much has arrived: how much of it tiny_http has not taken in yet.
    pub fn judge(
        &mut self,
        now: Instant,
        traffic: Traffic,
        told: Told,
        bounds: &Bounds,
        unread: impl FnOnce() -> u64,
    ) -> Option<Reason> {
        if told.delivered != self.told.delivered || traffic.acked != self.traffic.acked {
            self.active = now;
        }
        if told.delivered != self.told.delivered {
            (self.unfinished, self.received_then) = (None, traffic.received);
        }
        if self.behind.is_none_or(|(target, _)| traffic.acked >= target) {
            self.behind = (traffic.acked < told.planned).then_some((told.planned, now));
        }
        if traffic.received <= told.wire {
            self.unfinished = None;
        } else if self.unfinished.is_none() {
            self.unfinished = Some(now);
        }
        (self.told, self.traffic) = (told, traffic);

        let lasted = |since: Instant, bound: Duration| now.duration_since(since) >= bound;
        let since_request = traffic.received.saturating_sub(self.received_then);
        let limit = bounds.header_limit as u64 + if told.leaving { FAREWELL } else { 0 };
        if since_request > limit && since_request.saturating_sub(unread()) > limit {
            Some(Reason::HeaderLimit)
        } else if self.behind.is_some_and(|(_, since)| lasted(since, bounds.response_timeout)) {
            Some(Reason::ResponseTimeout)
        } else if told.answering {
            None
        } else if self.unfinished.is_some_and(|since| lasted(since, bounds.request_timeout)) {
            Some(Reason::RequestTimeout)
        } else if self.unfinished.is_none() && lasted(self.active, bounds.idle_timeout) {
            Some(Reason::Idle)
        } else {
            None
        }
    }

    /// The same for a Unix socket, of which only this is known: how much the other side has not taken yet.
    pub fn judge_untaken(&mut self, now: Instant, untaken: u64, bounds: &Bounds) -> Option<Reason> {
        if untaken == 0 || self.behind.is_none_or(|(before, _)| before != untaken) {
            self.behind = (untaken > 0).then_some((untaken, now));
        }
        let stands =
            self.behind.is_some_and(|(_, since)| now.duration_since(since) >= bounds.response_timeout);
        stands.then_some(Reason::ResponseTimeout)
    }

    /// Who has to go first when there are too many: the least. Within a claim it counts how long they have been idle,
    /// with some credit for having asked at all.
    pub fn rank(&self, now: Instant, unread: impl FnOnce() -> bool) -> (Claim, Instant) {
        let asking = self.unfinished.is_some_and(|since| now.duration_since(since) < CREDIT);
        let credit = if self.told.delivered > 0 { CREDIT } else { CREDIT / 10 };
        let claim = if asking || self.told.answering || unread() {
            Claim::Asking
        } else if now.duration_since(self.active) < credit {
            Claim::Recent
        } else {
            Claim::None
        };
        (claim, self.active + credit)
    }

    /// Whether the client has sent something of which no request has come of, and had time to.
    pub fn is_unheard(&self, traffic: Traffic, told: Told) -> bool {
        let anything = traffic.received > 0 || traffic.closed_by_client;
        told.delivered == 0 && anything && self.traffic == traffic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection watched for some seconds, with the bounds as they are by default.
    struct Story(Watch, Instant);

    impl Story {
        fn begins() -> Self {
            let start = Instant::now();
            Story(Watch::new(start), start)
        }

        fn at(&mut self, seconds: u64, received: u64, acked: u64, told: Told) -> Option<Reason> {
            let traffic = Traffic { received, acked, closed_by_client: false };
            let now = self.1 + Duration::from_secs(seconds);
            self.0.judge(now, traffic, told, &Bounds::default(), || 0)
        }
    }

    fn told(delivered: u64, wire: u64, planned: u64) -> Told {
        Told { delivered, wire, planned, ..Told::default() }
    }

    #[test]
    fn nothing_ever_sent_is_idle() {
        let mut story = Story::begins();
        assert_eq!(story.at(59, 0, 0, told(0, 0, 0)), None);
        assert_eq!(story.at(60, 0, 0, told(0, 0, 0)), Some(Reason::Idle));
    }

    #[test]
    fn a_byte_now_and_then_keeps_no_request_alive() {
        let mut story = Story::begins();
        for second in 1..11 {
            assert_eq!(story.at(second, second, 0, told(0, 0, 0)), None);
        }
        assert_eq!(story.at(11, 11, 0, told(0, 0, 0)), Some(Reason::RequestTimeout));
    }

    #[test]
    fn a_request_begun_after_a_long_silence_has_its_full_time() {
        let mut story = Story::begins();
        assert_eq!(story.at(1, 40, 100, told(1, 40, 100)), None);
        assert_eq!(story.at(50, 41, 100, told(1, 40, 100)), None);
        assert_eq!(story.at(59, 42, 100, told(1, 40, 100)), None);
        assert_eq!(story.at(60, 43, 100, told(1, 40, 100)), Some(Reason::RequestTimeout));
    }

    #[test]
    fn a_client_that_asks_is_not_idle_whatever_its_white_space() {
        let mut story = Story::begins();
        for minute in 1..10 {
            assert_eq!(
                story.at(minute * 9, minute * 42, minute * 100, told(minute, minute * 40, minute * 100)),
                None
            );
        }
    }

    #[test]
    fn a_response_must_be_taken_whole_in_time() {
        let mut story = Story::begins();
        let writing = Told { answering: true, ..told(1, 40, 60_000) };
        for second in 1..31 {
            assert_eq!(story.at(second, 40, second * 100, writing), None);
        }
        assert_eq!(story.at(31, 40, 3_100, writing), Some(Reason::ResponseTimeout));
    }

    #[test]
    fn each_response_has_its_own_time() {
        let mut story = Story::begins();
        for turn in 1..10 {
            let writing = Told { answering: true, ..told(turn, turn * 40, turn * 60_000) };
            assert_eq!(story.at(turn * 20, turn * 40, (turn - 1) * 60_000, writing), None);
        }
    }

    #[test]
    fn a_header_section_is_bounded_counted_from_the_latest_request() {
        let mut story = Story::begins();
        assert_eq!(story.at(1, 40_000, 100, told(400, 40_000, 100)), None);
        assert_eq!(story.at(2, 72_000, 100, told(400, 40_000, 100)), None);
        assert_eq!(story.at(3, 73_000, 100, told(400, 40_000, 100)), Some(Reason::HeaderLimit));
    }

    #[test]
    fn what_tiny_http_has_not_read_yet_is_no_header_section() {
        let mut watch = Watch::new(Instant::now());
        let traffic = Traffic { received: 100_000, ..Traffic::default() };
        let verdict = watch.judge(watch.active, traffic, Told::default(), &Bounds::default(), || 99_000);
        assert_eq!(verdict, None);
    }

    #[test]
    fn who_asks_stays_longer_than_who_does_not() {
        let (mut silent, mut asking, mut slow) = (Story::begins(), Story::begins(), Story::begins());
        asking.at(1, 40, 100, told(1, 40, 100));
        slow.at(1, 5, 0, told(0, 0, 0));
        silent.at(1, 0, 0, told(0, 0, 0));
        let rank = |story: &Story, after| story.0.rank(story.1 + Duration::from_millis(after), || false);
        assert!(rank(&silent, 1500) < rank(&asking, 1500));
        assert!(rank(&asking, 1500) < rank(&slow, 1500), "its request is on the way");
        assert!(rank(&slow, 2500) < rank(&asking, 2500), "but not for ever");
        assert_eq!((rank(&silent, 50).0, rank(&silent, 150).0), (Claim::Recent, Claim::None));
        assert_eq!(silent.0.rank(silent.1, || true).0, Claim::Asking);
    }

    #[test]
    fn a_proxy_must_go_on_taking() {
        let bounds = Bounds::default();
        let mut watch = Watch::new(Instant::now());
        let (start, step) = (watch.active, Duration::from_secs(20));
        for (turn, untaken) in [(0, 5), (1, 4), (2, 0), (3, 4)] {
            assert_eq!(watch.judge_untaken(start + step * turn, untaken, &bounds), None);
        }
        assert_eq!(watch.judge_untaken(start + step * 5, 4, &bounds), Some(Reason::ResponseTimeout));
    }

    #[test]
    fn a_connection_without_a_thread_is_noticed_at_the_second_look() {
        let mut watch = Watch::new(Instant::now());
        let traffic = Traffic { received: 40, ..Traffic::default() };
        assert!(!watch.is_unheard(traffic, Told::default()));
        watch.judge(watch.active, traffic, Told::default(), &Bounds::default(), || 40);
        assert!(watch.is_unheard(traffic, Told::default()));
        assert!(!watch.is_unheard(traffic, told(1, 40, 0)));
    }
}
