//! An observation as an operator gives it, cell by cell, and as an edit has recorded it.

use super::*;

use chrono::DateTime;

/// The cells of one observation; an empty cell is one that is not known.
#[derive(Clone, Debug, Default)]
pub struct NewRow {
    pub key: String,
    /// `YYYY-MM-DD`, or `YYYY-MM`, `YYYY-Qn`, `YYYY` where the definition allows it.
    pub date: String,
    pub value: String,
    pub published: String,
    /// The instant before which readers do not have it.
    pub not_before: String,
    pub reported_change: String,
    pub reference: String,
    pub flag: String,
}

impl NewRow {
    pub fn cells(&self) -> [(&'static str, &str); 7] {
        [
            ("date", &self.date),
            ("value", &self.value),
            ("published", &self.published),
            ("not_before", &self.not_before),
            ("reported_change_pct", &self.reported_change),
            ("ref", &self.reference),
            ("flag", &self.flag),
        ]
    }

    /// The cell of a column, `key` included.
    pub fn cell_mut(&mut self, column: &str) -> Option<&mut String> {
        Some(match column {
            "key" => &mut self.key,
            "date" => &mut self.date,
            "value" => &mut self.value,
            "published" => &mut self.published,
            "not_before" => &mut self.not_before,
            "reported_change_pct" => &mut self.reported_change,
            "ref" => &mut self.reference,
            "flag" => &mut self.flag,
            _ => return None,
        })
    }

    /// Writes its dates and numbers as the format has them, where there is only one way to read them: `27.11.2026`, `1,7`.
    #[must_use]
    pub fn in_plain_form(mut self) -> Self {
        for date in [&mut self.date, &mut self.published] {
            if let Some(plain) = suggest::date(date) {
                *date = plain;
            }
        }

        for number in [&mut self.value, &mut self.reported_change] {
            if let Some(plain) = suggest::number(number) {
                *number = plain;
            }
        }

        self
    }

    /// Its date. Mistakes in date or value are reported at `location`.
    pub fn date(&self, location: &Location, diagnostics: &mut Diagnostics) -> Option<NaiveDate> {
        Report::collect(diagnostics, |report| {
            let [date, value] =
                [("date", &self.date), ("value", &self.value)].map(|(name, text)| Cell {
                    text: text.into(),
                    name,
                    location: location.clone(),
                    report,
                });
            let date = calendar_date(&self.date).or_else(|| date.day());
            value.value().and(date)
        })
    }

    /// The day of publication that tells it apart from other revisions.
    pub fn publication(&self, offset: Option<Offset>) -> String {
        publication(&self.published, &self.not_before, offset)
    }
}

/// The day of publication that a row has: never before the day of the instant from which on it is public.
pub fn publication(published: &str, not_before: &str, offset: Option<Offset>) -> String {
    let Some((instant, offset)) = instant(not_before).zip(offset) else {
        return published.to_owned();
    };

    let day = offset.day(instant).to_string();
    day.max(published.to_owned())
}

/// The instant that a cell `not_before` names.
pub fn instant(not_before: &str) -> Option<Timestamp> {
    let instant = DateTime::parse_from_rfc3339(not_before).ok()?;
    Some(instant.to_utc())
}

/// An observation that an edit has written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRow {
    pub key: String,
    pub date: String,
    /// The day of publication; empty where that is not known.
    pub published: String,
    pub value: String,
}

/// The rows that one command has imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportedRows {
    /// The names of the files.
    pub files: String,
    /// True if a machine wrote them: no hand slipped there.
    pub by_machine: bool,
    pub rows: Vec<RecordedRow>,
}

/// Indicator, date and day of publication, which tell an observation from others, whatever its value.
pub type Vintage<'a> = (&'a str, &'a str, &'a str);

impl RecordedRow {
    /// A row as it was given, of this day, with this day of publication.
    pub fn new(row: &NewRow, date: NaiveDate, published: String) -> Self {
        RecordedRow {
            key: row.key.clone(),
            date: date.to_string(),
            published,
            value: row.value.clone(),
        }
    }

    /// Indicator, date and value.
    pub fn figure(&self) -> (&str, &str, &str) {
        (&self.key, &self.date, &self.value)
    }

    pub fn vintage(&self) -> Vintage<'_> {
        (&self.key, &self.date, &self.published)
    }
}
