//! The fields of a dataset, a category or an indicator: the name of each for programs and for people, the file that it is
//! written in, and its text.

use super::*;

pub struct Field<T> {
    /// The name in schema 1.0 where that has one.
    id: &'static str,
    place: Place,
    text: FieldText<T>,
}

/// The file of a dataset in which a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In none: it follows from others.
    Nowhere,
    Dataset,
    Checks,
    Calendar,
    /// In the definition of the indicator.
    Definition,
}

impl Place {
    /// Its path; `key` is the indicator's, where it is one.
    pub fn path(self, key: Option<&Key>) -> Option<String> {
        match self {
            Place::Nowhere => None,
            Place::Dataset => Some("dataset.json".to_owned()),
            Place::Checks => Some("checks.csv".to_owned()),
            Place::Calendar => Some("calendar.csv".to_owned()),
            Place::Definition => Some(format!("indicators/{}.json", key.map_or("*", Key::as_str))),
        }
    }
}

/// The label of a field, and its text; `None` where that is left out.
enum FieldText<T> {
    Single(fn() -> Message, fn(&T) -> Option<String>),
    ByLang(fn(&'static str) -> Message, fn(&T, Lang) -> Option<String>),
}

/// A field with one text.
pub const fn single<T>(
    id: &'static str,
    place: Place,
    label: fn() -> Message,
    get: fn(&T) -> Option<String>,
) -> Field<T> {
    Field { id, place, text: FieldText::Single(label, get) }
}

/// A field with a text in each language.
pub const fn by_lang<T>(
    id: &'static str,
    place: Place,
    label: fn(&'static str) -> Message,
    get: fn(&T, Lang) -> Option<String>,
) -> Field<T> {
    Field { id, place, text: FieldText::ByLang(label, get) }
}

/// A field before and after; `None` where it is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldChange {
    #[serde(rename = "field")]
    pub id: &'static str,
    #[serde(serialize_with = "tag", skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    #[serde(skip)]
    pub label: Message,
    #[serde(skip)]
    pub place: Place,
    #[serde(skip)]
    order: usize,
    #[serde(rename = "old")]
    pub before: Option<String>,
    #[serde(rename = "new")]
    pub after: Option<String>,
}

fn tag<S: Serializer>(lang: &Option<Lang>, serializer: S) -> Result<S::Ok, S::Error> {
    lang.map(Lang::tag).serialize(serializer)
}

/// Changes with equal keys are the same; keys are in the order in which changes are listed.
pub type ChangeKey<'a> = (usize, &'static str, Option<Lang>, &'a Option<String>, &'a Option<String>);

impl FieldChange {
    pub fn key(&self) -> ChangeKey<'_> {
        (self.order, self.id, self.lang, &self.before, &self.after)
    }

    /// Whether it is the version or the as-of instant.
    pub fn is_dated(&self) -> bool {
        matches!(self.id, "version" | "asOf")
    }

    /// Whether it follows from the observations of its indicator.
    pub fn follows_from_rows(&self) -> bool {
        matches!(self.id, "valueRaw" | "period" | "mom" | "yoy" | "reportedChangePct" | "publicationDate")
    }
}

/// The fields that differ, in the order of the table.
pub fn changes<T>(fields: &[Field<T>], before: &T, after: &T) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    for (order, Field { id, place, text }) in fields.iter().enumerate() {
        let mut compare = |lang, label, before, after| {
            if before != after {
                changes.push(FieldChange { id, lang, label, place: *place, order, before, after });
            }
        };
        match text {
            FieldText::Single(label, get) => compare(None, label(), get(before), get(after)),
            FieldText::ByLang(label, get) => {
                for lang in Lang::ALL {
                    compare(Some(lang), label(lang.tag()), get(before, lang), get(after, lang));
                }
            }
        }
    }
    changes
}

pub fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
