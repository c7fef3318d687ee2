//! The fields by which readers tell datasets and indicators apart, and those that only their editors see.

use super::*;

use super::fields::{Field, Place, by_lang, changes, single};
use crate::model::{
    Comparand, Comparison, Delta, Frequency, NamedLink, Nsdp, NsdpCategory, NsdpSeries, Plausible, Unit,
};

/// The current value of an indicator, unrounded.
pub const VALUE: &str = "valueRaw";

/// A dataset as a whole, and the order of the indicators that both datasets have.
pub struct Whole<'a> {
    pub dataset: &'a Dataset,
    pub order: String,
}

pub fn dataset_changes(before: &Whole<'_>, after: &Whole<'_>) -> Vec<FieldChange> {
    let fields: [Field<Whole<'_>>; 13] = [
        single("version", Place::Dataset, msg::field_version, |whole| Some(whole.dataset.version.clone())),
        single("asOf", Place::Dataset, msg::field_as_of, |whole| {
            Some(whole.dataset.offset.timestamp(whole.dataset.as_of))
        }),
        single(STATUS, Place::Dataset, msg::field_status, |whole| {
            as_text(Some(whole.dataset.declared.status().name()))
        }),
        single("featured", Place::Dataset, msg::field_featured, |whole| {
            Some(join_with_spaces(&whole.dataset.featured))
        }),
        by_lang("title", Place::Dataset, msg::field_title, |whole, lang| text(&whole.dataset.title, lang)),
        by_lang("description", Place::Dataset, msg::field_description, |whole, lang| {
            text(&whole.dataset.description, lang)
        }),
        by_lang("license", Place::Dataset, msg::field_license, |whole, lang| {
            link(whole.dataset.license.as_ref(), lang)
        }),
        by_lang("contact", Place::Dataset, msg::field_contact, |whole, lang| {
            link(whole.dataset.contact.as_ref(), lang)
        }),
        single("security", Place::Dataset, msg::field_security, |whole| whole.dataset.security.clone()),
        single("utcOffset", Place::Dataset, msg::field_offset, |whole| {
            Some(whole.dataset.offset.to_string())
        }),
        single("sdmx", Place::Dataset, msg::field_sdmx, |whole| sdmx(whole.dataset)),
        by_lang("nsdp", Place::Dataset, msg::field_nsdp, |whole, lang| nsdp(whole.dataset, lang)),
        single("order", Place::Dataset, msg::field_order, |whole| Some(whole.order.clone())),
    ];
    let mut changes = changes(&fields, before, after);
    // Texts language by language, the order last.
    changes.sort_by_key(|change| (change.id == "order", change.lang));
    changes
}

/// An indicator as readers see it at an instant.
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
        match Comparison::new(&self.indicator.series, self.status, comparand).delta() {
            Delta::None => None,
            Delta::Abs(abs) => Some(abs.to_string()),
            Delta::Full { abs, pct } => Some(format!("{abs} ({pct} %)")),
        }
    }
}

const STATUS: &str = "sourceStatus";

pub fn indicator_fields<'a>() -> [Field<Seen<'a>>; 23] {
    [
        single(STATUS, Place::Nowhere, msg::field_status, |seen| as_text(Some(seen.status.name()))),
        single("category", Place::Dataset, msg::field_category, |seen| Some(seen.category.id.clone())),
        by_lang("categoryName", Place::Dataset, msg::field_category_name, |seen, lang| {
            Some(seen.category.name.get(lang).clone())
        }),
        by_lang("name", Place::Definition, msg::field_name, |seen, lang| {
            Some(seen.indicator.name.get(lang).clone())
        }),
        by_lang("shortName", Place::Definition, msg::field_short_name, |seen, lang| {
            text(&seen.indicator.short_name, lang)
        }),
        by_lang("keywords", Place::Definition, msg::field_keywords, |seen, lang| {
            Some(seen.indicator.keywords.get(lang).join(", ")).filter(|words| !words.is_empty())
        }),
        single("decimals", Place::Definition, msg::field_decimals, |seen| as_text(seen.indicator.decimals)),
        single("chartWith", Place::Definition, msg::field_chart_with, |seen| {
            Some(join_with_spaces(&seen.indicator.chart_with))
        }),
        single(VALUE, Place::Nowhere, msg::field_value, |seen| {
            as_text(Some(seen.indicator.series.current().value))
        }),
        by_lang("unit", Place::Dataset, msg::field_unit, |seen, lang| {
            unit_text(&seen.indicator.series.current().series_key, lang)
        }),
        single("period", Place::Nowhere, msg::field_period, |seen| {
            as_text(seen.indicator.series.current().date)
        }),
        single("frequency", Place::Definition, msg::field_frequency, |seen| {
            as_text(seen.indicator.frequency.map(Frequency::name))
        }),
        single("mom", Place::Nowhere, msg::field_mom, |seen| seen.change(Comparand::Month)),
        single("yoy", Place::Nowhere, msg::field_yoy, |seen| seen.change(Comparand::Year)),
        single("reportedChangePct", Place::Nowhere, msg::field_reported, |seen| {
            as_text(seen.indicator.series.current().reported_change())
        }),
        by_lang("source", Place::Dataset, msg::field_source, |seen, lang| source_name(seen.indicator, lang)),
        single("sourceUrl", Place::Dataset, msg::field_source_url, |seen| source_url(seen.indicator)),
        single("staleAfterHours", Place::Dataset, msg::field_stale_after, |seen| {
            as_text(seen.indicator.source.as_ref().and_then(|source| source.stale_after_hours))
        }),
        by_lang("notes", Place::Definition, msg::field_notes, |seen, lang| text(&seen.indicator.notes, lang)),
        single("checkedAt", Place::Checks, msg::field_checked_at, |seen| {
            seen.indicator.checked_at().map(|instant| seen.dataset.offset.timestamp(instant))
        }),
        single("publicationDate", Place::Nowhere, msg::field_publication_date, |seen| {
            as_text(seen.indicator.series.current().published)
        }),
        single("expectedNextPublication", Place::Nowhere, msg::field_next_publication, |seen| {
            as_text(seen.indicator.expected_next_publication())
        }),
        single("calendar", Place::Calendar, msg::field_calendar, |seen| {
            seen.indicator.release.as_ref().map(|release| join_with_spaces(&release.dates))
        }),
    ]
}

/// The fields of an indicator that editors see, and readers do not or in other words.
pub const EDITOR_FIELDS: [Field<Indicator>; 12] = [
    single("unitCode", Place::Definition, msg::field_unit_code, |indicator| Some(indicator.unit.id.clone())),
    by_lang("unitForms", Place::Dataset, msg::field_unit_forms, |indicator, lang| {
        unit_forms(&indicator.unit, lang)
    }),
    single("unitSdmx", Place::Dataset, msg::field_unit_sdmx, |indicator| unit_sdmx(&indicator.unit)),
    single("sourceId", Place::Definition, msg::field_source_id, source_id),
    single("release", Place::Definition, msg::field_release, |indicator| {
        indicator.release.as_ref().map(|release| release.id.clone())
    }),
    single("declaredStatus", Place::Definition, msg::field_declared_status, |indicator| {
        as_text(Some(indicator.declared.status().name()))
    }),
    single("sourceCode", Place::Definition, msg::field_source_code, |indicator| {
        indicator.source_code.clone()
    }),
    single("nominal", Place::Definition, msg::field_nominal, |indicator| as_text(Some(indicator.nominal))),
    single("plausible", Place::Definition, msg::field_plausible, plausible),
    single("limits", Place::Definition, msg::field_limits, limits),
    single("nsdp", Place::Definition, msg::field_nsdp_series, nsdp_series),
    single("checkError", Place::Checks, msg::field_check_error, |indicator| {
        indicator.source.as_ref().and_then(|source| source.check.as_ref()?.error.clone())
    }),
];

/// The names of a dataset, for people and for programs, and its terms.
pub const DATASET_FIELDS: [Field<Dataset>; 3] = [
    by_lang("title", Place::Dataset, msg::field_title, |dataset, lang| text(&dataset.title, lang)),
    by_lang("license", Place::Dataset, msg::field_license, |dataset, lang| {
        link(dataset.license.as_ref(), lang)
    }),
    single("sdmx", Place::Dataset, msg::field_sdmx, sdmx),
];

/// The place of an indicator.
pub const CATEGORY_FIELDS: [Field<Category>; 2] = [
    single("category", Place::Dataset, msg::field_category, |category| Some(category.id.clone())),
    by_lang("categoryName", Place::Dataset, msg::field_category_name, |category, lang| {
        Some(category.name.get(lang).clone())
    }),
];

/// The names of an indicator, for people and in the files of its source.
pub const IDENTITY_FIELDS: [Field<Indicator>; 7] = [
    by_lang("name", Place::Definition, msg::field_name, |indicator, lang| {
        Some(indicator.name.get(lang).clone())
    }),
    by_lang("shortName", Place::Definition, msg::field_short_name, |indicator, lang| {
        text(&indicator.short_name, lang)
    }),
    single("decimals", Place::Definition, msg::field_decimals, |indicator| as_text(indicator.decimals)),
    single("unitSdmx", Place::Dataset, msg::field_unit_sdmx, |indicator| unit_sdmx(&indicator.unit)),
    single("sourceCode", Place::Definition, msg::field_source_code, |indicator| {
        indicator.source_code.clone()
    }),
    single("nominal", Place::Definition, msg::field_nominal, |indicator| as_text(Some(indicator.nominal))),
    by_lang("unitForms", Place::Dataset, msg::field_unit_forms, |indicator, lang| {
        unit_forms(&indicator.unit, lang)
    }),
];

/// The definition of figures.
pub const SERIES_KEY_FIELDS: [Field<SeriesKey>; 5] = [
    single("unitCode", Place::Definition, msg::field_unit_code, |key| Some(key.unit.id.clone())),
    single("periodType", Place::Definition, msg::field_period_type, |key| {
        as_text(Some(key.period_type.name()))
    }),
    single("frequency", Place::Definition, msg::field_frequency, |key| {
        as_text(key.frequency.map(Frequency::name))
    }),
    single("measure", Place::Definition, msg::field_measure, |key| as_text(Some(key.measure.name()))),
    by_lang("unit", Place::Dataset, msg::field_unit, unit_text),
];

/// The origin of figures.
pub const ORIGIN_FIELDS: [Field<Indicator>; 3] = [
    single("sourceId", Place::Definition, msg::field_source_id, source_id),
    by_lang("source", Place::Dataset, msg::field_source, source_name),
    single("sourceUrl", Place::Dataset, msg::field_source_url, source_url),
];

/// The trust in figures.
pub const TRUST_FIELDS: [Field<Indicator>; 1] =
    [single(STATUS, Place::Definition, msg::field_status, |indicator| {
        as_text(Some(indicator.declared.status().name()))
    })];

fn unit_text(key: &SeriesKey, lang: Lang) -> Option<String> {
    Some(key.unit.text.get(lang).clone())
}

fn unit_forms(unit: &Unit, lang: Lang) -> Option<String> {
    unit.plural.as_ref().map(|forms| forms.get(lang).join(", "))
}

fn unit_sdmx(unit: &Unit) -> Option<String> {
    unit.sdmx.as_ref().map(|sdmx| format!("{} {}", sdmx.measure, sdmx.multiplier))
}

fn sdmx(dataset: &Dataset) -> Option<String> {
    dataset.sdmx.as_ref().map(|sdmx| {
        let name = |lang| sdmx.area_name.as_ref().map(|name| name.get(lang).as_str());
        let names = Lang::ALL.into_iter().filter_map(name);
        let codes = [&sdmx.agency[..], &sdmx.dataflow, &sdmx.ref_area];
        codes.into_iter().chain(names).collect::<Vec<_>>().join(" ")
    })
}

fn nsdp(dataset: &Dataset, lang: Lang) -> Option<String> {
    let Nsdp { ref_area, dsbb, seasonal, categories } = dataset.nsdp.as_ref()?;
    let category = |category: &NsdpCategory| {
        let NsdpCategory { id, name, sector, .. } = category;
        format!("{id} {} ({})", name.get(lang), sector.name())
    };
    let categories: Vec<String> = categories.iter().map(category).collect();
    Some(format!("{ref_area}, {dsbb}, {}, {}", seasonal.get(lang), categories.join(", ")))
}

fn nsdp_series(indicator: &Indicator) -> Option<String> {
    let series = indicator.nsdp.iter().map(|series| {
        let NsdpSeries { category, indicator, counterpart, base_period } = series;
        [category, indicator, counterpart]
            .into_iter()
            .chain(base_period)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    });
    let series: Vec<String> = series.collect();
    (!series.is_empty()).then(|| series.join(", "))
}

fn plausible(indicator: &Indicator) -> Option<String> {
    let Plausible { min, max, max_change_pct, max_change } = indicator.plausible.clone()?;
    let bounds = [("min", min), ("max", max), ("maxChangePct", max_change_pct), ("maxChange", max_change)];
    let written = bounds.into_iter().filter_map(|(name, bound)| Some(format!("{name} {}", bound?)));
    Some(written.collect::<Vec<_>>().join(", "))
}

fn limits(indicator: &Indicator) -> Option<String> {
    let below = indicator.limits.below.as_ref().map(|key| format!("below {key}"));
    let between = indicator.limits.between.as_ref().map(|(lower, upper)| format!("between {lower} {upper}"));
    let written: Vec<String> = [below, between].into_iter().flatten().collect();
    (!written.is_empty()).then(|| written.join(", "))
}

fn source_id(indicator: &Indicator) -> Option<String> {
    indicator.source.as_ref().map(|source| source.id.clone())
}

fn source_name(indicator: &Indicator, lang: Lang) -> Option<String> {
    indicator.source.as_ref().map(|source| source.name.get(lang).clone())
}

fn source_url(indicator: &Indicator) -> Option<String> {
    indicator.source.as_ref().and_then(|source| source.url.clone())
}

fn text(text: &Option<Localized<String>>, lang: Lang) -> Option<String> {
    text.as_ref().map(|text| text.get(lang).clone())
}

fn link(link: Option<&NamedLink>, lang: Lang) -> Option<String> {
    link.map(|link| link.text(lang))
}

fn as_text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn join_with_spaces(values: &[impl ToString]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
