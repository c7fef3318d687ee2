//! The dates and values of a series as texts, written once for all resources that list them.

use std::fmt::Write;

use chrono::{Datelike, NaiveDate};

use crate::model::{Indicator, Observation, Reference};

/// Everything that was ever published of a series, with its dates and values as texts.
pub struct SeriesTexts<'a> {
    /// Date, value and day of publication of one row after the other.
    text: String,
    rows: Vec<RowBounds<'a>>,
}

struct RowBounds<'a> {
    observation: &'a Observation,
    is_superseded: bool,
    start: usize,
    date: usize,
    value: usize,
    end: usize,
}

#[derive(Clone, Copy)]
pub struct SeriesRow<'a> {
    pub observation: &'a Observation,
    /// Its date, empty if it has none.
    pub date: &'a str,
    /// Its value with all digits.
    pub value: &'a str,
    /// The day of its publication, empty if it is not known.
    pub published: &'a str,
    /// The day from which another value counts, empty if that day is not known; `None` if this one still counts.
    pub superseded: Option<&'a str>,
}

impl<'a> SeriesRow<'a> {
    /// The origin of the value, empty if it is not known.
    pub fn reference(&self) -> &'a str {
        self.observation.reference.as_ref().map_or("", Reference::as_str)
    }
}

impl<'a> SeriesTexts<'a> {
    /// All revisions of an indicator's series, by date, then by publication.
    pub fn new(indicator: &'a Indicator) -> Self {
        Self::of(indicator.series.revisions())
    }

    /// These revisions, in the order of [`SeriesTexts::new`].
    pub fn of(revisions: impl Iterator<Item = &'a Observation>) -> Self {
        let mut texts =
            SeriesTexts { text: String::new(), rows: Vec::with_capacity(revisions.size_hint().0) };
        for observation in revisions {
            if let Some(before) = texts.rows.last_mut() {
                before.is_superseded = before.observation.date == observation.date;
            }
            let start = texts.text.len();
            let date = texts.add_date(observation.date);
            observation.value.with_digits(|digits| texts.text.push_str(digits));
            let value = texts.text.len();
            let end = texts.add_date(observation.published);
            texts.rows.push(RowBounds { observation, is_superseded: false, start, date, value, end });
        }
        texts
    }

    fn add_date(&mut self, date: Option<NaiveDate>) -> usize {
        match date.map(|date| (date, date.year())) {
            // The library's own way takes ten times as long, and there are as many dates as rows.
            Some((date, year @ 0..=9999)) => {
                let mut text = *b"0000-00-00";
                let parts = [(0..4, year.unsigned_abs()), (5..7, date.month()), (8..10, date.day())];
                for (places, mut rest) in parts {
                    for place in text.get_mut(places).into_iter().flatten().rev() {
                        *place = b"0123456789"[(rest % 10) as usize];
                        rest /= 10;
                    }
                }
                self.text.push_str(std::str::from_utf8(&text).unwrap_or_default());
            }
            Some((date, _)) => drop(write!(self.text, "{date}")),
            None => {}
        }
        self.text.len()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Every value ever published for every date.
    pub fn revisions(&self) -> impl Iterator<Item = SeriesRow<'_>> {
        self.rows.iter().enumerate().map(|(number, place)| SeriesRow {
            observation: place.observation,
            date: self.text(place.start, place.date),
            value: self.text(place.date, place.value),
            published: self.text(place.value, place.end),
            superseded: self
                .rows
                .get(number + 1)
                .filter(|_| place.is_superseded)
                .map(|next| self.text(next.value, next.end)),
        })
    }

    /// The values that count, one for each date.
    pub fn observations(&self) -> impl Iterator<Item = SeriesRow<'_>> {
        self.revisions().filter(|row| row.superseded.is_none())
    }

    fn text(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or_default()
    }
}

/// Keeps the result for a key while the key stays the same: from row to row little but date and value changes.
pub struct LastValue<K, V>(Option<(K, V)>);

impl<K: PartialEq, V> LastValue<K, V> {
    pub fn new() -> Self {
        LastValue(None)
    }

    pub fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let kept = self.0.take().filter(|(known, _)| *known == key).unwrap_or_else(|| (key, make()));
        &self.0.insert(kept).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_library_writes_them() {
        for date in ["0000-01-01", "0999-12-31", "2024-02-29", "9999-10-09", "+12026-11-20", "-0001-01-01"] {
            let day: NaiveDate = date.parse().unwrap();
            let mut texts = SeriesTexts { text: "x".to_owned(), rows: Vec::new() };
            assert_eq!((texts.add_date(Some(day)), texts.text), (date.len() + 1, format!("x{day}")));
        }
    }
}
