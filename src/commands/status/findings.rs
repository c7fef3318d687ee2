//! The faults that `status` finds, and the exit code that they come to.

use super::*;

/// Lines of a kind that are shown; the others are counted.
pub const MAX_SHOWN: usize = 20;

/// How much a finding counts, the heaviest last: certain faults outweigh those that may be none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It is said.
    Notice,
    /// Something could not be told: a later attempt may succeed.
    Unknown,
    /// Something is not as it was published, or not served.
    Wrong,
}

#[derive(Debug, Default)]
pub struct Findings(Vec<(Weight, Message)>);

impl Findings {
    pub fn add(&mut self, weight: Weight, message: Message) {
        self.0.push((weight, message));
    }

    /// The heaviest first.
    pub fn show(&mut self, console: Console) {
        self.0.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let shown = if console.is_json() { self.0.len() } else { MAX_SHOWN };
        for (weight, message) in self.0.iter().take(shown) {
            match weight {
                Weight::Notice => console.eprintln(message),
                Weight::Unknown | Weight::Wrong => console.error(message),
            }
        }
        if self.0.len() > shown {
            console.eprintln(&msg::more_findings(self.0.len() - shown));
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        match self.0.iter().map(|(weight, _)| *weight).max() {
            None | Some(Weight::Notice) => ExitCode::SUCCESS,
            Some(Weight::Unknown) => CommandError::CouldNotRun(Vec::new()).exit_code(),
            Some(Weight::Wrong) => CommandError::BadContent(Vec::new()).exit_code(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_finding_counts() {
        let code = |weights: &[Weight]| {
            let mut findings = Findings::default();
            weights.iter().for_each(|weight| findings.add(*weight, msg::nothing()));
            findings.exit_code()
        };
        assert_eq!(code(&[]), ExitCode::SUCCESS);
        assert_eq!(code(&[Weight::Notice]), ExitCode::SUCCESS);
        assert_eq!(code(&[Weight::Unknown, Weight::Notice]), ExitCode::from(1));
        assert_eq!(code(&[Weight::Notice, Weight::Wrong, Weight::Unknown]), ExitCode::from(2));
    }
}
