//! The fields of a dataset, a category or an indicator by which readers tell them apart, and those that only their editors
//! see: the name of each for programs and for people, the file that it is written in, and its text.

use super::*;

use crate::model::{
    Comparand, Comparison, Difference, Frequency, NamedLink, Nsdp, NsdpCategory, NsdpSeries,
    Plausible, Unit,
};

pub const STATUS: &str = "sourceStatus";

/// The files in which fields are written, with a star for the key of an indicator.
const DATASET: &str = "dataset.json";
const DEFINITION: &str = "indicators/*.json";
const CHECKS: &str = "checks.csv";
const CALENDAR: &str = "calendar.csv";
/// A field that follows from others.
const NO_FILE: &str = "";

/// A field of one dataset or indicator, with its text.
pub struct Field {
    /// The name in schema 1.0 where that has one.
    id: &'static str,
    file: &'static str,
    label: Label,
    /// One, or one in each language; `None` where it is left out.
    texts: Vec<(Option<Lang>, Option<String>)>,
}

/// The name of a field for people.
#[derive(Clone, Copy)]
enum Label {
    Single(fn() -> Message),
    ByLang(fn(&'static str) -> Message),
}

/// A field with one text.
fn single(
    id: &'static str,
    file: &'static str,
    label: fn() -> Message,
    text: Option<impl ToString>,
) -> Field {
    let text = text.map(|text| text.to_string());
    Field {
        id,
        file,
        label: Label::Single(label),
        texts: vec![(None, text)],
    }
}

/// A field with a text in each language.
fn by_lang<T: ToString>(
    id: &'static str,
    file: &'static str,
    label: fn(&'static str) -> Message,
    text: impl Fn(Lang) -> Option<T>,
) -> Field {
    let text = |lang| (Some(lang), text(lang).map(|text| text.to_string()));
    Field {
        id,
        file,
        label: Label::ByLang(label),
        texts: Lang::each(text).into(),
    }
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
    file: &'static str,
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
pub type ChangeKey<'a> = (
    usize,
    &'static str,
    Option<Lang>,
    &'a Option<String>,
    &'a Option<String>,
);

impl FieldChange {
    pub fn key(&self) -> ChangeKey<'_> {
        (self.order, self.id, self.lang, &self.before, &self.after)
    }

    /// The path of the file in which it is written; `key` is the indicator's, where it is one.
    pub fn path(&self, key: Option<&Key>) -> Option<String> {
        (self.file != NO_FILE).then(|| self.file.replace('*', key.map_or("*", Key::as_str)))
    }

    /// Whether it is the version or the as-of instant.
    pub fn is_dated(&self) -> bool {
        matches!(self.id, "version" | "asOf")
    }

    /// Whether it follows from the observations of its indicator.
    pub fn follows_from_rows(&self) -> bool {
        matches!(
            self.id,
            "valueRaw" | "period" | "mom" | "yoy" | "reportedChangePct" | "publicationDate"
        )
    }
}

/// The fields that differ between two lists that one function has made, in their order.
pub fn changes(before: Vec<Field>, after: Vec<Field>) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    for (order, (before, after)) in before.into_iter().zip(after).enumerate() {
        let Field {
            id, file, label, ..
        } = before;
        for ((lang, before), (_, after)) in before.texts.into_iter().zip(after.texts) {
            if before != after {
                let label = match label {
                    Label::Single(label) => label(),
                    Label::ByLang(label) => label(lang.map_or("", Lang::tag)),
                };

                changes.push(FieldChange {
                    id,
                    lang,
                    label,
                    file,
                    order,
                    before,
                    after,
                });
            }
        }
    }

    changes
}

/// The fields of a dataset as a whole; `order` is that of the indicators that both datasets have.
pub fn of_dataset(dataset: &Dataset, order: &str) -> Vec<Field> {
    let Dataset {
        version,
        featured,
        title,
        description,
        license,
        publisher,
        contact,
        security,
        offset,
        ..
    } = dataset;

    vec![
        single("version", DATASET, msg::field_version, Some(version)),
        single(
            "asOf",
            DATASET,
            msg::field_as_of,
            Some(offset.timestamp(dataset.as_of)),
        ),
        single(
            STATUS,
            DATASET,
            msg::field_status,
            Some(dataset.declared.status().name()),
        ),
        single(
            "featured",
            DATASET,
            msg::field_featured,
            Some(join(featured, " ")),
        ),
        by_lang("title", DATASET, msg::field_title, |lang| text(title, lang)),
        by_lang("description", DATASET, msg::field_description, |lang| {
            text(description, lang)
        }),
        by_lang("license", DATASET, msg::field_license, |lang| {
            link(license, lang)
        }),
        by_lang("publisher", DATASET, msg::field_publisher, |lang| {
            link(publisher, lang)
        }),
        by_lang("contact", DATASET, msg::field_contact, |lang| {
            link(contact, lang)
        }),
        single("security", DATASET, msg::field_security, security.as_ref()),
        single("utcOffset", DATASET, msg::field_offset, Some(offset)),
        single("sdmx", DATASET, msg::field_sdmx, sdmx(dataset)),
        by_lang("nsdp", DATASET, msg::field_nsdp, |lang| nsdp(dataset, lang)),
        single("order", DATASET, msg::field_order, Some(order)),
    ]
}

/// The place of an indicator.
pub fn of_category(category: &Category) -> [Field; 2] {
    [
        single("category", DATASET, msg::field_category, Some(&category.id)),
        by_lang("categoryName", DATASET, msg::field_category_name, |lang| {
            Some(category.name.get(lang))
        }),
    ]
}

/// The fields of an indicator as readers see it at an instant.
pub fn of_indicator(
    dataset: &Dataset,
    category: &Category,
    indicator: &Indicator,
    at: Timestamp,
) -> Vec<Field> {
    let Indicator {
        series,
        name,
        short_name,
        notes,
        ..
    } = indicator;
    let (current, source) = (series.current(), indicator.source.as_deref());
    let status = indicator.effective(at, dataset.offset).status;
    let change = |comparand| {
        let Difference { abs, pct } = Comparison::new(series, status, comparand).difference()?;
        let abs = abs.rounded();
        // A change of percentages is one in points.
        let pct = pct.filter(|_| !current.series_key.unit.is_percent());
        Some(pct.map_or_else(|| abs.to_string(), |pct| format!("{abs} ({pct} %)")))
    };
    let keywords =
        |lang| Some(indicator.keywords.get(lang).join(", ")).filter(|words| !words.is_empty());
    let stale_after = source.and_then(|source| source.stale_after_hours);
    let checked_at = indicator
        .checked_at()
        .map(|instant| dataset.offset.timestamp(instant));
    let calendar = indicator.release.as_ref().map(|release| {
        join(
            release
                .dates
                .iter()
                .map(|date| release.date_with_period(*date)),
            " ",
        )
    });

    let [category, category_name] = of_category(category);
    vec![
        single(STATUS, NO_FILE, msg::field_status, Some(status.name())),
        category,
        category_name,
        by_lang("name", DEFINITION, msg::field_name, |lang| {
            Some(name.get(lang))
        }),
        by_lang("shortName", DEFINITION, msg::field_short_name, |lang| {
            text(short_name, lang)
        }),
        by_lang("keywords", DEFINITION, msg::field_keywords, keywords),
        single(
            "decimals",
            DEFINITION,
            msg::field_decimals,
            indicator.decimals,
        ),
        single(
            "chartWith",
            DEFINITION,
            msg::field_chart_with,
            Some(join(&indicator.chart_with, " ")),
        ),
        single("valueRaw", NO_FILE, msg::field_value, Some(current.value)),
        by_lang("unit", DATASET, msg::field_unit, |lang| {
            Some(current.series_key.unit.text.get(lang))
        }),
        single("period", NO_FILE, msg::field_period, current.date),
        single(
            "frequency",
            DEFINITION,
            msg::field_frequency,
            indicator.frequency.map(Frequency::name),
        ),
        single("mom", NO_FILE, msg::field_mom, change(Comparand::Month)),
        single("yoy", NO_FILE, msg::field_yoy, change(Comparand::Year)),
        single(
            "reportedChangePct",
            NO_FILE,
            msg::field_reported,
            current.reported_change(),
        ),
        by_lang("source", DATASET, msg::field_source, |lang| {
            source.map(|s| s.name.get(lang))
        }),
        single(
            "sourceUrl",
            DATASET,
            msg::field_source_url,
            source.and_then(|s| s.url.as_ref()),
        ),
        single(
            "staleAfterHours",
            DATASET,
            msg::field_stale_after,
            stale_after,
        ),
        by_lang("notes", DEFINITION, msg::field_notes, |lang| {
            text(notes, lang)
        }),
        single("checkedAt", CHECKS, msg::field_checked_at, checked_at),
        single(
            "publicationDate",
            NO_FILE,
            msg::field_publication_date,
            current.published,
        ),
        single(
            "expectedNextPublication",
            NO_FILE,
            msg::field_next_publication,
            indicator.expected_next_publication(),
        ),
        single("calendar", CALENDAR, msg::field_calendar, calendar),
    ]
}

/// The fields of an indicator that editors see, and readers do not or in other words.
pub fn of_editors(indicator: &Indicator) -> Vec<Field> {
    let Indicator {
        unit,
        source,
        release,
        declared,
        ..
    } = indicator;
    let check_error = source
        .as_ref()
        .and_then(|source| source.check.as_ref()?.error.as_ref());
    vec![
        single("unitCode", DEFINITION, msg::field_unit_code, Some(&unit.id)),
        by_lang("unitForms", DATASET, msg::field_unit_forms, |lang| {
            unit_forms(unit, lang)
        }),
        single("unitSdmx", DATASET, msg::field_unit_sdmx, unit_sdmx(unit)),
        single(
            "sourceId",
            DEFINITION,
            msg::field_source_id,
            source.as_ref().map(|source| &source.id),
        ),
        single(
            "release",
            DEFINITION,
            msg::field_release,
            release.as_ref().map(|release| &release.id),
        ),
        single(
            "declaredStatus",
            DEFINITION,
            msg::field_declared_status,
            Some(declared.status().name()),
        ),
        single(
            "sourceCode",
            DEFINITION,
            msg::field_source_code,
            indicator.source_code.as_ref(),
        ),
        single(
            "nominal",
            DEFINITION,
            msg::field_nominal,
            Some(indicator.nominal),
        ),
        single(
            "plausible",
            DEFINITION,
            msg::field_plausible,
            plausible(indicator),
        ),
        single("limits", DEFINITION, msg::field_limits, limits(indicator)),
        single(
            "nsdp",
            DEFINITION,
            msg::field_nsdp_series,
            nsdp_series(indicator),
        ),
        single("checkError", CHECKS, msg::field_check_error, check_error),
    ]
}

/// The definition of figures.
pub fn of_series_key(key: &SeriesKey) -> Vec<Field> {
    vec![
        single(
            "unitCode",
            DEFINITION,
            msg::field_unit_code,
            Some(&key.unit.id),
        ),
        single(
            "periodType",
            DEFINITION,
            msg::field_period_type,
            Some(key.period_type.name()),
        ),
        single(
            "frequency",
            DEFINITION,
            msg::field_frequency,
            key.frequency.map(Frequency::name),
        ),
        single(
            "measure",
            DEFINITION,
            msg::field_measure,
            Some(key.measure.name()),
        ),
        by_lang("unit", DATASET, msg::field_unit, |lang| {
            Some(key.unit.text.get(lang))
        }),
    ]
}

/// The origin of figures, the names of their indicator for people and in the files of its source, and the trust in them.
pub fn of_identity(indicator: &Indicator) -> Vec<Field> {
    let Indicator {
        unit,
        name,
        short_name,
        declared,
        ..
    } = indicator;
    let source = indicator.source.as_deref();
    vec![
        single(
            "sourceId",
            DEFINITION,
            msg::field_source_id,
            source.map(|source| &source.id),
        ),
        by_lang("source", DATASET, msg::field_source, |lang| {
            source.map(|s| s.name.get(lang))
        }),
        single(
            "sourceUrl",
            DATASET,
            msg::field_source_url,
            source.and_then(|s| s.url.as_ref()),
        ),
        by_lang("name", DEFINITION, msg::field_name, |lang| {
            Some(name.get(lang))
        }),
        by_lang("shortName", DEFINITION, msg::field_short_name, |lang| {
            text(short_name, lang)
        }),
        single(
            "decimals",
            DEFINITION,
            msg::field_decimals,
            indicator.decimals,
        ),
        single("unitSdmx", DATASET, msg::field_unit_sdmx, unit_sdmx(unit)),
        single(
            "sourceCode",
            DEFINITION,
            msg::field_source_code,
            indicator.source_code.as_ref(),
        ),
        single(
            "nominal",
            DEFINITION,
            msg::field_nominal,
            Some(indicator.nominal),
        ),
        by_lang("unitForms", DATASET, msg::field_unit_forms, |lang| {
            unit_forms(unit, lang)
        }),
        single(
            STATUS,
            DEFINITION,
            msg::field_status,
            Some(declared.status().name()),
        ),
    ]
}

fn unit_forms(unit: &Unit, lang: Lang) -> Option<String> {
    unit.plural.as_ref().map(|forms| forms.get(lang).join(", "))
}

fn unit_sdmx(unit: &Unit) -> Option<String> {
    unit.sdmx
        .as_ref()
        .map(|sdmx| format!("{} {}", sdmx.measure, sdmx.multiplier))
}

fn sdmx(dataset: &Dataset) -> Option<String> {
    dataset.sdmx.as_ref().map(|sdmx| {
        let name = |lang| sdmx.area_name.as_ref().map(|name| name.get(lang).as_str());
        let codes = [&sdmx.agency[..], &sdmx.dataflow, &sdmx.ref_area];
        join(
            codes
                .into_iter()
                .chain(Lang::ALL.into_iter().filter_map(name)),
            " ",
        )
    })
}

fn nsdp(dataset: &Dataset, lang: Lang) -> Option<String> {
    let Nsdp {
        ref_area,
        dsbb,
        seasonal,
        categories,
    } = dataset.nsdp.as_ref()?;
    let category = |category: &NsdpCategory| {
        let NsdpCategory {
            id, name, sector, ..
        } = category;
        format!("{id} {} ({})", name.get(lang), sector.name())
    };
    let categories = join(categories.iter().map(category), ", ");
    Some(format!(
        "{ref_area}, {dsbb}, {}, {categories}",
        seasonal.get(lang)
    ))
}

fn nsdp_series(indicator: &Indicator) -> Option<String> {
    let codes = |series: &NsdpSeries| {
        let NsdpSeries {
            category,
            indicator,
            counterpart,
            base_period,
        } = series;
        join(
            [category, indicator, counterpart]
                .into_iter()
                .chain(base_period),
            " ",
        )
    };

    let series = join(indicator.nsdp.iter().map(codes), ", ");
    Some(series).filter(|series| !series.is_empty())
}

fn plausible(indicator: &Indicator) -> Option<String> {
    let Plausible {
        min,
        max,
        max_change_pct,
        max_change,
    } = indicator.plausible.clone()?;
    let bounds = [
        ("min", min),
        ("max", max),
        ("maxChangePct", max_change_pct),
        ("maxChange", max_change),
    ];
    let written = bounds
        .into_iter()
        .filter_map(|(name, bound)| Some(format!("{name} {}", bound?)));
    Some(join(written, ", "))
}

fn limits(indicator: &Indicator) -> Option<String> {
    let below = indicator
        .limits
        .below
        .as_ref()
        .map(|key| format!("below {key}"));
    let between = indicator
        .limits
        .between
        .as_ref()
        .map(|(lower, upper)| format!("between {lower} {upper}"));
    let written = join([below, between].into_iter().flatten(), ", ");
    Some(written).filter(|written| !written.is_empty())
}

fn text(text: &Option<Localized<String>>, lang: Lang) -> Option<&String> {
    text.as_ref().map(|text| text.get(lang))
}

fn link(link: &Option<NamedLink>, lang: Lang) -> Option<String> {
    link.as_ref().map(|link| link.text(lang))
}

pub fn join<T: ToString>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    values
        .into_iter()
        .map(|value| value.to_string())
        .collect::<Vec<_>>()
        .join(separator)
}

pub fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
