//! An observation with everything that is known of it: a row of the long table and of workbooks (decisions-2,
//! section 10).

use chrono::NaiveDate;

use super::table::Cell;
use crate::model::{Indicator, Lang, Number, Observation};

/// The columns, the same in both languages.
pub const COLUMNS: [&str; 11] = [
    "key",
    "name",
    "date",
    "value",
    "unit",
    "unit_code",
    "measure",
    "period_type",
    "published",
    "ref",
    "flag",
];

/// A row in one language.
pub struct FlatRow<'a> {
    /// The indicator's key.
    pub key: &'a str,
    /// The indicator's name.
    pub name: &'a str,
    /// The observation's date, where it is known.
    pub date: Option<NaiveDate>,
    /// The value with all its digits.
    pub value: Number,
    /// The unit of this value.
    pub unit: &'a str,
    /// The unit's code in the dataset.
    pub unit_code: &'a str,
    /// What kind of quantity it is.
    pub measure: &'static str,
    /// What the date means.
    pub period_type: &'static str,
    /// When the source published it, where that is known.
    pub published: Option<NaiveDate>,
    /// Where the figure was taken.
    pub reference: Option<&'a str>,
    /// Its flags, separated by spaces.
    pub flags: String,
}

impl<'a> FlatRow<'a> {
    /// The rows of an indicator, oldest first, the latest revision of each date.
    pub fn all(indicator: &'a Indicator, lang: Lang) -> impl Iterator<Item = FlatRow<'a>> {
        indicator.series.observations().iter().map(move |of| FlatRow::new(indicator, of, lang))
    }

    fn new(indicator: &'a Indicator, of: &'a Observation, lang: Lang) -> Self {
        FlatRow {
            key: indicator.key.as_str(),
            name: indicator.name.get(lang),
            date: of.date,
            value: of.value,
            unit: of.basis.unit.text.get(lang),
            unit_code: &of.basis.unit.id,
            measure: of.basis.measure.name(),
            period_type: of.basis.period_type.name(),
            published: of.published,
            reference: of.reference.as_ref().map(|reference| reference.as_str()),
            flags: of.flags.iter().map(|flag| flag.name()).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A text that may be missing.
pub fn text_cell(text: Option<&str>) -> Option<Cell<'_>> {
    text.filter(|text| !text.is_empty()).map(Cell::Text)
}
