//! The pipelined requests of one connection: one is answered at a time, the others wait in order.
//!
//! Without it a client that asks often and never reads would hold a worker for every request.

use std::collections::VecDeque;

/// The queue of one connection, with what its members cost in memory.
#[derive(Debug)]
pub struct RequestQueue<T> {
    answering: bool,
    waiting: VecDeque<(usize, T)>,
    cost: usize,
}

impl<T> Default for RequestQueue<T> {
    fn default() -> Self {
        RequestQueue { answering: false, waiting: VecDeque::new(), cost: 0 }
    }
}

impl<T> RequestQueue<T> {
    /// Gives the request back when it is its turn at once; otherwise it waits.
    pub fn enter(&mut self, request: T, cost: usize) -> Option<T> {
        if !self.answering {
            self.answering = true;
            return Some(request);
        }
        self.cost += cost;
        self.waiting.push_back((cost, request));
        None
    }

    /// An answer is done. True when somebody waits, who is then to be taken with [`RequestQueue::next`]; otherwise the
    /// queue is open again.
    pub fn go_on(&mut self) -> bool {
        self.answering = !self.waiting.is_empty();
        self.answering
    }

    /// The next request.
    pub fn next(&mut self) -> Option<T> {
        let next = self.waiting.pop_front();
        self.answering = next.is_some();
        next.map(|(cost, request)| {
            self.cost -= cost;
            request
        })
    }

    /// Whether a request is being answered.
    pub fn is_answering(&self) -> bool {
        self.answering
    }

    /// The memory that all who wait need.
    pub fn cost(&self) -> usize {
        self.cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_one_by_one_and_in_order() {
        let mut queue = RequestQueue::default();
        assert_eq!(queue.enter(1, 10), Some(1));
        assert_eq!((queue.enter(2, 10), queue.enter(3, 5)), (None, None));
        assert_eq!((queue.cost(), queue.go_on()), (15, true));
        assert_eq!((queue.next(), queue.cost()), (Some(2), 5));
        assert_eq!((queue.go_on(), queue.next(), queue.go_on()), (true, Some(3), false));
        assert!(!queue.is_answering());
        assert_eq!(queue.enter(4, 1), Some(4));
    }
}
