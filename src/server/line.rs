//! One answer at a time: what a connection has asked for waits in its own line until its turn comes.
//!
//! Without it a client that asks often and never reads would hold a worker for every question.

use std::collections::VecDeque;

/// The line of one connection, with what its members cost in memory.
#[derive(Debug)]
pub struct Line<T> {
    answering: bool,
    waiting: VecDeque<(usize, T)>,
    cost: usize,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Line { answering: false, waiting: VecDeque::new(), cost: 0 }
    }
}

impl<T> Line<T> {
    /// Gives the question back when it is its turn at once; otherwise it waits.
    pub fn enter(&mut self, question: T, cost: usize) -> Option<T> {
        if !self.answering {
            self.answering = true;
            return Some(question);
        }
        self.cost += cost;
        self.waiting.push_back((cost, question));
        None
    }

    /// An answer is done. True when somebody waits, who is then to be taken with [`Line::next`]; otherwise the
    /// line is open again.
    pub fn go_on(&mut self) -> bool {
        self.answering = !self.waiting.is_empty();
        self.answering
    }

    /// The next in line.
    pub fn next(&mut self) -> Option<T> {
        let next = self.waiting.pop_front();
        self.answering = next.is_some();
        next.map(|(cost, question)| {
            self.cost -= cost;
            question
        })
    }

    /// Whether a question is being answered.
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
    fn questions_are_answered_one_by_one_and_in_order() {
        let mut line = Line::default();
        assert_eq!(line.enter(1, 10), Some(1));
        assert_eq!((line.enter(2, 10), line.enter(3, 5)), (None, None));
        assert_eq!((line.cost(), line.go_on()), (15, true));
        assert_eq!((line.next(), line.cost()), (Some(2), 5));
        assert_eq!((line.go_on(), line.next(), line.go_on()), (true, Some(3), false));
        assert!(!line.is_answering());
        assert_eq!(line.enter(4, 1), Some(4));
    }
}
