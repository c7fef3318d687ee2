//! The fields by which readers tell datasets and indicators apart: what programs and people call each, and its text.

use serde::{Serialize, Serializer};

use crate::dataset::Dataset;
use crate::messages::{self as msg, Message};
use crate::model::{
    Category, Comparand, Comparison, Delta, Frequency, Indicator, Lang, Localized, NamedLink, SeriesKey,
    Status, Timestamp,
};

/// The current value of an indicator, unrounded.
pub const VALUE: &str = "valueRaw";

pub struct Field<T> {
    /// The name in schema 1.0 where that has one.
    id: &'static str,
    text: FieldText<T>,
}

/// The label of a field, and its text; `None` where that is left out.
enum FieldText<T> {
    One(fn() -> Message, fn(&T) -> Option<String>),
    ByLang(fn(&'static str) -> Message, fn(&T, Lang) -> Option<String>),
}

const fn one<T>(id: &'static str, label: fn() -> Message, get: fn(&T) -> Option<String>) -> Field<T> {
    Field { id, text: FieldText::One(label, get) }
}

const fn by_lang<T>(
    id: &'static str,
    label: fn(&'static str) -> Message,
    get: fn(&T, Lang) -> Option<String>,
) -> Field<T> {
    Field { id, text: FieldText::ByLang(label, get) }
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
pub type ChangeKey<'a> = (usize, Option<Lang>, &'a Option<String>, &'a Option<String>);

impl FieldChange {
    pub fn key(&self) -> ChangeKey<'_> {
        (self.order, self.lang, &self.before, &self.after)
    }

    /// Whether it is the version or the as-of instant.
    pub fn is_dated(&self) -> bool {
        matches!(self.id, "version" | "asOf")
    }
}

/// The fields that differ, in the order of the table.
pub fn changes<T>(fields: &[Field<T>], before: &T, after: &T) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    for (order, Field { id, text }) in fields.iter().enumerate() {
        let mut compare = |lang, label, before, after| {
            if before != after {
                changes.push(FieldChange { id, lang, label, order, before, after });
            }
        };
        match text {
            FieldText::One(label, get) => compare(None, label(), get(before), get(after)),
            FieldText::ByLang(label, get) => {
                for lang in Lang::ALL {
                    compare(Some(lang), label(lang.tag()), get(before, lang), get(after, lang));
                }
            }
        }
    }
    changes
}

/// A dataset as a whole, and the order of the indicators that both datasets have.
pub struct Whole<'a> {
    pub dataset: &'a Dataset,
    pub order: String,
}

pub fn of_datasets(before: &Whole<'_>, after: &Whole<'_>) -> Vec<FieldChange> {
    let fields: [Field<Whole<'_>>; 9] = [
        one("version", msg::field_version, |of| Some(of.dataset.version.clone())),
        one("asOf", msg::field_as_of, |of| Some(of.dataset.offset.timestamp(of.dataset.as_of))),
        one(STATUS, msg::field_status, |of| written(Some(of.dataset.declared.status().name()))),
        one("featured", msg::field_featured, |of| Some(spaced(&of.dataset.featured))),
        by_lang("title", msg::field_title, |of, lang| text(&of.dataset.title, lang)),
        by_lang("description", msg::field_description, |of, lang| text(&of.dataset.description, lang)),
        by_lang("license", msg::field_license, |of, lang| link(of.dataset.license.as_ref(), lang)),
        by_lang("contact", msg::field_contact, |of, lang| link(of.dataset.contact.as_ref(), lang)),
        one("order", msg::field_order, |of| Some(of.order.clone())),
    ];
    let mut changes = changes(&fields, before, after);
    // Texts language by language, the order last.
    changes.sort_by_key(|change| (change.id == "order", change.lang));
    changes
}

pub struct Seen<'a> {
    pub dataset: &'a Dataset,
    pub category: &'a Category,
    pub indicator: &'a Indicator,
    status: Status,
}

impl<'a> Seen<'a> {
    pub fn new(
        dataset: &'a Dataset,
        category: &'a Category,
        indicator: &'a Indicator,
        at: Timestamp,
    ) -> Self {
        Seen { dataset, category, indicator, status: indicator.effective(at, dataset.offset).status }
    }

    fn change(&self, comparand: Comparand) -> Option<String> {
        match Comparison::new(&self.indicator.series, self.status, comparand).delta {
            Delta::None => None,
            Delta::Abs(abs) => Some(abs.to_string()),
            Delta::Full { abs, pct } => Some(format!("{abs} ({pct} %)")),
        }
    }

    fn period(&self) -> String {
        let current = self.indicator.series.current();
        let date = current.date.map_or_else(|| "?".to_owned(), |date| date.to_string());
        format!("{} {date}", current.series_key.period_type.name())
    }
}

const STATUS: &str = "sourceStatus";

pub fn of_indicator<'a>() -> [Field<Seen<'a>>; 22] {
    [
        one(STATUS, msg::field_status, |of| written(Some(of.status.name()))),
        one("category", msg::field_category, |of| Some(of.category.id.clone())),
        by_lang("categoryName", msg::field_category_name, |of, lang| {
            Some(of.category.name.get(lang).clone())
        }),
        by_lang("name", msg::field_name, |of, lang| Some(of.indicator.name.get(lang).clone())),
        by_lang("shortName", msg::field_short_name, |of, lang| text(&of.indicator.short_name, lang)),
        one("decimals", msg::field_decimals, |of| written(of.indicator.decimals)),
        one("chartWith", msg::field_chart_with, |of| Some(spaced(&of.indicator.chart_with))),
        one(VALUE, msg::field_value, |of| written(Some(of.indicator.series.current().value))),
        by_lang("unit", msg::field_unit, |of, lang| {
            unit_text(&of.indicator.series.current().series_key, lang)
        }),
        one("period", msg::field_period, |of| Some(of.period())),
        one("frequency", msg::field_frequency, |of| written(of.indicator.frequency.map(Frequency::name))),
        one("mom", msg::field_mom, |of| of.change(Comparand::Month)),
        one("yoy", msg::field_yoy, |of| of.change(Comparand::Year)),
        one("reportedChangePct", msg::field_reported, |of| {
            written(of.indicator.series.current().reported_change())
        }),
        by_lang("source", msg::field_source, |of, lang| source_name(of.indicator, lang)),
        one("sourceUrl", msg::field_source_url, |of| source_url(of.indicator)),
        one("staleAfterHours", msg::field_stale_after, |of| {
            written(of.indicator.source.as_ref().and_then(|source| source.stale_after_hours))
        }),
        by_lang("notes", msg::field_notes, |of, lang| text(&of.indicator.notes, lang)),
        one("checkedAt", msg::field_checked_at, |of| {
            of.indicator.checked_at().map(|instant| of.dataset.offset.timestamp(instant))
        }),
        one("publicationDate", msg::field_publication_date, |of| {
            written(of.indicator.series.current().published)
        }),
        one("expectedNextPublication", msg::field_next_publication, |of| {
            written(of.indicator.expected_next_publication())
        }),
        one("calendar", msg::field_calendar, |of| {
            of.indicator.release.as_ref().map(|release| spaced(&release.dates))
        }),
    ]
}

/// What figures are figures of.
pub const OF_SERIES_KEY: [Field<SeriesKey>; 5] = [
    one("unitCode", msg::field_unit_code, |of| Some(of.unit.id.clone())),
    one("periodType", msg::field_period_type, |of| written(Some(of.period_type.name()))),
    one("frequency", msg::field_frequency, |of| written(of.frequency.map(Frequency::name))),
    one("measure", msg::field_measure, |of| written(Some(of.measure.name()))),
    by_lang("unit", msg::field_unit, unit_text),
];

/// Where the figures of an indicator come from.
pub const OF_ORIGIN: [Field<Indicator>; 3] = [
    one("sourceId", msg::field_source_id, |of| of.source.as_ref().map(|source| source.id.clone())),
    by_lang("source", msg::field_source, source_name),
    one("sourceUrl", msg::field_source_url, source_url),
];

/// Whether they are to be trusted.
pub const OF_TRUST: [Field<Indicator>; 1] =
    [one(STATUS, msg::field_status, |of| written(Some(of.declared.status().name())))];

fn unit_text(of: &SeriesKey, lang: Lang) -> Option<String> {
    Some(of.unit.text.get(lang).clone())
}

fn source_name(of: &Indicator, lang: Lang) -> Option<String> {
    of.source.as_ref().map(|source| source.name.get(lang).clone())
}

fn source_url(of: &Indicator) -> Option<String> {
    of.source.as_ref().and_then(|source| source.url.clone())
}

fn text(of: &Option<Localized<String>>, lang: Lang) -> Option<String> {
    of.as_ref().map(|text| text.get(lang).clone())
}

fn link(of: Option<&NamedLink>, lang: Lang) -> Option<String> {
    of.map(|of| of.text(lang))
}

fn written(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

pub fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn spaced(of: &[impl ToString]) -> String {
    of.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
