//! The fields of a dataset, a category or an indicator by which readers tell them apart, and those that only their editors
//! see: the name of each for programs and for people, the file that it is written in, and its text.

use super::*;

use crate::model::{
    Comparand, Comparison, Frequency, Limits, NamedLink, Nsdp, NsdpCategory, NsdpSeries, Source,
    Unit,
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
    /// The name, as in schema 1.0 if it has one there.
    id: &'static str,
    file: &'static str,
    /// Makes the name for people.
    label: fn() -> Message,
    /// One, or one in each language; `None` where it is left out.
    texts: Vec<(Option<Lang>, Option<String>)>,
}

/// A field with one text.
fn single(
    id: &'static str,
    file: &'static str,
    label: fn() -> Message,
    text: Option<impl ToString>,
) -> Field {
    Field {
        id,
        file,
        label,
        texts: vec![(None, to_text(text))],
    }
}

/// A field with a text in each language.
fn by_lang(
    id: &'static str,
    file: &'static str,
    label: fn() -> Message,
    texts: Option<&Localized<String>>,
) -> Field {
    let texts = Lang::each(|lang| (Some(lang), texts.map(|texts| texts.get(lang).clone())));
    Field {
        id,
        file,
        label,
        texts: texts.into(),
    }
}

/// A field before and after; `None` where it is left out. They are ordered as they are listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FieldChange {
    #[serde(skip)]
    order: usize,
    #[serde(rename = "field")]
    pub id: &'static str,
    #[serde(serialize_with = "tag", skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    #[serde(rename = "old")]
    pub before: Option<String>,
    #[serde(rename = "new")]
    pub after: Option<String>,
    #[serde(skip)]
    pub label: Message,
    #[serde(skip)]
    file: &'static str,
}

fn tag<S: Serializer>(lang: &Option<Lang>, serializer: S) -> Result<S::Ok, S::Error> {
    lang.map(Lang::tag).serialize(serializer)
}

impl FieldChange {
    /// The path of the file in which it is written; `key` is the indicator's, where it is one.
    pub fn path(&self, key: Option<&Key>) -> Option<String> {
        let key = key.map_or("*", Key::as_str);
        (self.file != NO_FILE).then(|| self.file.replace('*', key))
    }

    /// Returns true for the version and the as-of instant.
    pub fn is_dated(&self) -> bool {
        matches!(self.id, "version" | "asOf")
    }

    /// Returns true for a field that follows from the observations of its indicator.
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
                let label = match lang {
                    Some(lang) => msg::field_by_lang(label(), lang.tag()),
                    None => label(),
                };
                changes.push(FieldChange {
                    order,
                    id,
                    lang,
                    before,
                    after,
                    label,
                    file,
                });
            }
        }
    }

    changes
}

/// The fields that differ between two things, of which `list_fields` lists the fields.
pub fn changes_of<T>(list_fields: fn(&T) -> Vec<Field>, before: &T, after: &T) -> Vec<FieldChange> {
    changes(list_fields(before), list_fields(after))
}

/// The fields of a dataset as a whole; `order` is that of the indicators that both datasets have.
pub fn of_dataset(dataset: &Dataset, order: &str) -> Vec<Field> {
    let Dataset {
        version,
        featured,
        title,
        description,
        security,
        offset,
        ..
    } = dataset;
    let as_of = offset.timestamp(dataset.as_of);
    let status = dataset.declared.status().name();
    let featured = join(featured, " ");
    let license = link(&dataset.license);
    let publisher = link(&dataset.publisher);
    let contact = link(&dataset.contact);
    let nsdp = dataset.nsdp.as_ref().map(nsdp);

    vec![
        single("version", DATASET, msg::field_version, Some(version)),
        single("asOf", DATASET, msg::field_as_of, Some(as_of)),
        single(STATUS, DATASET, msg::field_status, Some(status)),
        single("featured", DATASET, msg::field_featured, Some(featured)),
        by_lang("title", DATASET, msg::field_title, title.as_ref()),
        by_lang(
            "description",
            DATASET,
            msg::field_description,
            description.as_ref(),
        ),
        by_lang("license", DATASET, msg::field_license, license.as_ref()),
        by_lang(
            "publisher",
            DATASET,
            msg::field_publisher,
            publisher.as_ref(),
        ),
        by_lang("contact", DATASET, msg::field_contact, contact.as_ref()),
        single("security", DATASET, msg::field_security, security.as_ref()),
        single("utcOffset", DATASET, msg::field_offset, Some(offset)),
        single("sdmx", DATASET, msg::field_sdmx, sdmx(dataset)),
        by_lang("nsdp", DATASET, msg::field_nsdp, nsdp.as_ref()),
        single("order", DATASET, msg::field_order, Some(order)),
    ]
}

/// The place of an indicator.
pub fn of_category(Category { id, name, .. }: &Category) -> Vec<Field> {
    vec![
        single("category", DATASET, msg::field_category, Some(id)),
        by_lang(
            "categoryName",
            DATASET,
            msg::field_category_name,
            Some(name),
        ),
    ]
}

/// The fields of an indicator as readers see it at an instant.
pub fn of_indicator(
    dataset: &Dataset,
    category: &Category,
    indicator: &Indicator,
    at: Timestamp,
) -> Vec<Field> {
    let current = indicator.series.current();
    let status = indicator.effective(at, dataset.offset).status;
    let monthly = change(indicator, status, Comparand::Month);
    let yearly = change(indicator, status, Comparand::Year);
    let chart_with = join(&indicator.chart_with, " ");
    let source = indicator.source.as_deref();
    let stale_after = source.and_then(|source| source.stale_after_hours);
    let checked_at = indicator.checked_at();
    let checked_at = checked_at.map(|instant| dataset.offset.timestamp(instant));
    let next = indicator.expected_next_publication();
    let calendar = indicator.release.as_ref().map(|release| {
        let dates = release.dates.iter();
        join(dates.map(|date| release.date_with_period(*date)), " ")
    });

    let mut fields = vec![single(
        STATUS,
        NO_FILE,
        msg::field_status,
        Some(status.name()),
    )];
    fields.extend(of_category(category));
    fields.extend([
        name(indicator),
        short_name(indicator),
        keywords(indicator),
        decimals(indicator),
        single(
            "chartWith",
            DEFINITION,
            msg::field_chart_with,
            Some(chart_with),
        ),
        single("valueRaw", NO_FILE, msg::field_value, Some(current.value)),
        unit_text(&current.series_key.unit),
        single("period", NO_FILE, msg::field_period, current.date),
        frequency(indicator.frequency),
        single("mom", NO_FILE, msg::field_mom, monthly),
        single("yoy", NO_FILE, msg::field_yoy, yearly),
        single(
            "reportedChangePct",
            NO_FILE,
            msg::field_reported,
            current.reported_change(),
        ),
        source_name(source),
        source_url(source),
        single(
            "staleAfterHours",
            DATASET,
            msg::field_stale_after,
            stale_after,
        ),
        by_lang(
            "notes",
            DEFINITION,
            msg::field_notes,
            indicator.notes.as_ref(),
        ),
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
            next,
        ),
        single("calendar", CALENDAR, msg::field_calendar, calendar),
    ]);
    fields
}

/// The fields of an indicator that editors see, and readers do not or in other words.
pub fn of_editors(indicator: &Indicator) -> Vec<Field> {
    let release = indicator.release.as_ref().map(|release| &release.id);
    let status = indicator.declared.status().name();
    let source = indicator.source.as_ref();
    let check_error = source.and_then(|source| source.check.as_ref()?.error.as_ref());
    vec![
        unit_code(&indicator.unit),
        unit_forms(indicator),
        unit_sdmx(indicator),
        source_id(indicator),
        single("release", DEFINITION, msg::field_release, release),
        single(
            "declaredStatus",
            DEFINITION,
            msg::field_declared_status,
            Some(status),
        ),
        source_code(indicator),
        nominal(indicator),
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
    let period_type = key.period_type.name();
    let measure = key.measure.name();
    vec![
        unit_code(&key.unit),
        single(
            "periodType",
            DEFINITION,
            msg::field_period_type,
            Some(period_type),
        ),
        frequency(key.frequency),
        single("measure", DEFINITION, msg::field_measure, Some(measure)),
        unit_text(&key.unit),
    ]
}

/// The origin of figures, the names of their indicator for people and in the files of its source, and the trust in them.
pub fn of_identity(indicator: &Indicator) -> Vec<Field> {
    let source = indicator.source.as_deref();
    let status = indicator.declared.status().name();
    vec![
        source_id(indicator),
        source_name(source),
        source_url(source),
        name(indicator),
        short_name(indicator),
        decimals(indicator),
        unit_sdmx(indicator),
        source_code(indicator),
        nominal(indicator),
        unit_forms(indicator),
        single(STATUS, DEFINITION, msg::field_status, Some(status)),
    ]
}

fn unit_code(unit: &Unit) -> Field {
    single("unitCode", DEFINITION, msg::field_unit_code, Some(&unit.id))
}

fn unit_text(unit: &Unit) -> Field {
    by_lang("unit", DATASET, msg::field_unit, Some(&unit.text))
}

fn unit_forms(indicator: &Indicator) -> Field {
    let forms = indicator.unit.plural.as_ref().map(join_each);
    by_lang("unitForms", DATASET, msg::field_unit_forms, forms.as_ref())
}

fn unit_sdmx(indicator: &Indicator) -> Field {
    let sdmx = indicator.unit.sdmx.as_ref();
    let text = sdmx.map(|sdmx| format!("{} {}", sdmx.measure, sdmx.multiplier));
    single("unitSdmx", DATASET, msg::field_unit_sdmx, text)
}

fn frequency(frequency: Option<Frequency>) -> Field {
    let name = frequency.map(Frequency::name);
    single("frequency", DEFINITION, msg::field_frequency, name)
}

fn source_id(indicator: &Indicator) -> Field {
    let id = indicator.source.as_ref().map(|source| &source.id);
    single("sourceId", DEFINITION, msg::field_source_id, id)
}

fn source_name(source: Option<&Source>) -> Field {
    let name = source.map(|source| &source.name);
    by_lang("source", DATASET, msg::field_source, name)
}

fn source_url(source: Option<&Source>) -> Field {
    let url = source.and_then(|source| source.url.as_ref());
    single("sourceUrl", DATASET, msg::field_source_url, url)
}

fn source_code(indicator: &Indicator) -> Field {
    let code = indicator.source_code.as_ref();
    single("sourceCode", DEFINITION, msg::field_source_code, code)
}

fn nominal(indicator: &Indicator) -> Field {
    let nominal = Some(indicator.nominal);
    single("nominal", DEFINITION, msg::field_nominal, nominal)
}

fn name(indicator: &Indicator) -> Field {
    by_lang("name", DEFINITION, msg::field_name, Some(&indicator.name))
}

fn short_name(indicator: &Indicator) -> Field {
    let name = indicator.short_name.as_ref();
    by_lang("shortName", DEFINITION, msg::field_short_name, name)
}

fn decimals(indicator: &Indicator) -> Field {
    let decimals = indicator.decimals;
    single("decimals", DEFINITION, msg::field_decimals, decimals)
}

/// A language without keywords has no text.
fn keywords(indicator: &Indicator) -> Field {
    let words = join_each(&indicator.keywords);
    let mut field = by_lang("keywords", DEFINITION, msg::field_keywords, Some(&words));
    for (_, text) in &mut field.texts {
        text.take_if(|text| text.is_empty());
    }

    field
}

/// The change of an indicator against a month or a year before.
fn change(indicator: &Indicator, status: Status, comparand: Comparand) -> Option<String> {
    let comparison = Comparison::new(&indicator.series, status, comparand);
    let difference = comparison.difference()?;
    let abs = difference.abs.rounded();
    let is_percent = indicator.series.current().series_key.unit.is_percent();
    Some(match difference.pct {
        Some(pct) if !is_percent => format!("{abs} ({pct} %)"),
        // A change of percentages is one in points.
        _ => abs.to_string(),
    })
}

fn sdmx(dataset: &Dataset) -> Option<String> {
    let sdmx = dataset.sdmx.as_ref()?;
    let mut words = vec![&sdmx.agency, &sdmx.dataflow, &sdmx.ref_area];
    if let Some(name) = &sdmx.area_name {
        words.extend(Lang::each(|lang| name.get(lang)));
    }

    Some(join(words, " "))
}

fn nsdp(nsdp: &Nsdp) -> Localized<String> {
    let Nsdp {
        ref_area,
        dsbb,
        seasonal,
        categories,
    } = nsdp;
    Localized::build(|lang| {
        let mut texts = Vec::new();
        for category in categories {
            let NsdpCategory {
                id, name, sector, ..
            } = category;
            texts.push(format!("{id} {} ({})", name.get(lang), sector.name()));
        }

        let seasonal = seasonal.get(lang);
        let categories = texts.join(", ");
        format!("{ref_area}, {dsbb}, {seasonal}, {categories}")
    })
}

fn nsdp_series(indicator: &Indicator) -> Option<String> {
    let mut texts = Vec::new();
    for series in &indicator.nsdp {
        let NsdpSeries {
            category,
            indicator,
            counterpart,
            base_period,
        } = series;
        let mut codes = vec![category, indicator, counterpart];
        codes.extend(base_period);
        texts.push(join(codes, " "));
    }

    join_some(&texts)
}

fn plausible(indicator: &Indicator) -> Option<String> {
    let bounds = indicator.plausible.as_ref()?.bounds();
    let mut texts = Vec::new();
    for (name, bound) in bounds {
        texts.extend(bound.map(|bound| format!("{name} {bound}")));
    }

    Some(texts.join(", "))
}

fn limits(indicator: &Indicator) -> Option<String> {
    let Limits { below, between } = &indicator.limits;
    let mut texts = Vec::new();
    if let Some(key) = below {
        texts.push(format!("below {key}"));
    }

    if let Some((lower, upper)) = between {
        texts.push(format!("between {lower} {upper}"));
    }

    join_some(&texts)
}

fn link(link: &Option<NamedLink>) -> Option<Localized<String>> {
    let link = link.as_ref()?;
    Some(Localized::build(|lang| link.text(lang)))
}

fn join_each(texts: &Localized<Vec<String>>) -> Localized<String> {
    Localized::build(|lang| texts.get(lang).join(", "))
}

/// The texts in one; `None` without any.
fn join_some(texts: &[String]) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join(", "))
}

pub fn join<T: ToString>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(separator)
}

pub fn to_text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

pub fn or_dash(value: Option<impl ToString>) -> String {
    to_text(value).unwrap_or_else(|| "-".to_owned())
}
