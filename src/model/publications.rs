//! The list of publications that a release carries: which figures it and the releases before it made public, changed or
//! took back, and when.

use super::*;

use std::cmp::Reverse;

use crate::hash::Hash;

/// A list has at most this many rows: five times what a feed shows, so that a feed stays full where figures are corrected.
const MAX_ROWS: usize = 500;

/// A figure at the instant at which it became public, or was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PublishedFigure {
    pub key: Key,
    /// The date of its observation.
    pub date: Option<NaiveDate>,
    /// `None` if it was taken back.
    pub value: Option<ValueDigest>,
    /// The release that did so.
    pub version: Arc<str>,
    pub at: Timestamp,
}

/// The first digits of the SHA-256 of a value. It tells two values apart and shows neither.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueDigest(Box<str>);

impl ValueDigest {
    /// Returns the same digest for `6.5` and `6.50`.
    pub fn of(value: &Number) -> Self {
        // A number is displayed without zeros at its end, however it was written.
        ValueDigest(value.with_digits(|digits| Hash::of(digits.as_bytes()).short().into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ValueDigest {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_digest = text.len() == Hash::SHORT && text.bytes().all(|b| b.is_ascii_hexdigit());
        is_digest.then(|| ValueDigest(text.into())).ok_or(())
    }
}

/// A list of publications, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Publications(Vec<PublishedFigure>);

impl Publications {
    /// Sorts figures, each once, and keeps the newest; of one instant those of the latest dates.
    pub fn new(mut figures: Vec<PublishedFigure>) -> Self {
        figures.sort_by(|a, b| a.order().cmp(&b.order()));
        figures.dedup();
        figures.truncate(MAX_ROWS);
        Publications(figures)
    }

    pub fn figures(&self) -> &[PublishedFigure] {
        &self.0
    }

    pub fn retain(&mut self, is_wanted: impl Fn(&PublishedFigure) -> bool) {
        self.0.retain(is_wanted);
    }
}

impl PublishedFigure {
    pub fn is_of_same_date(&self, other: &PublishedFigure) -> bool {
        self.key == other.key && self.date == other.date
    }

    fn order(&self) -> impl Ord + use<'_> {
        let newest_first = (Reverse(self.at), Reverse(self.date));
        let value = self.value.as_ref().map(ValueDigest::as_str);
        (newest_first, &self.key, &self.version, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(value: &str) -> ValueDigest {
        ValueDigest::of(&value.parse().unwrap())
    }

    #[test]
    fn a_digest_is_that_of_the_value_however_it_is_written() {
        for (one, another) in [("6.5", "6.50"), ("7", "7.0"), ("-1.25", "-1.2500")] {
            assert_eq!(digest(one), digest(another), "{one}");
        }

        for (one, another) in [("70", "7"), ("6.5", "-6.5"), ("0.1", "0.01")] {
            assert_ne!(digest(one), digest(another), "{one}");
        }

        let read: ValueDigest = digest("6.5").as_str().parse().unwrap();
        assert_eq!(read, digest("6.5"));
        for bad in ["", "6.5", "xyzxyzxyzxyz", "0123456789abcdef"] {
            assert!(bad.parse::<ValueDigest>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_newest_rows_stay() {
        let figure = |number: i64| PublishedFigure {
            key: "m2".parse().unwrap(),
            date: None,
            value: Some(digest("1")),
            version: "1".into(),
            at: Timestamp::from_timestamp(number, 0).unwrap(),
        };
        let mut figures: Vec<PublishedFigure> = (0..600).map(figure).collect();
        figures.push(figure(599));

        let list = Publications::new(figures);

        assert_eq!(list.figures().len(), MAX_ROWS);
        assert_eq!(list.figures()[..2], [figure(599), figure(598)]);
    }
}
