//! The fields by which readers tell datasets and indicators apart, and those that only their editors see.

use super::fields::{Field, FieldChange, Place, by_lang, changes, one};
use crate::dataset::Dataset;
use crate::messages as msg;
use crate::model::{
    Category, Comparand, Comparison, Delta, Frequency, Indicator, Lang, Localized, NamedLink, Nsdp,
    NsdpCategory, NsdpSeries, Plausible, SeriesKey, Status, Timestamp, Unit,
};

/// The current value of an indicator, unrounded.
pub const VALUE: &str = "valueRaw";

/// A dataset as a whole, and the order of the indicators that both datasets have.
pub struct Whole<'a> {
    pub dataset: &'a Dataset,
    pub order: String,
}

pub fn of_datasets(before: &Whole<'_>, after: &Whole<'_>) -> Vec<FieldChange> {
    let fields: [Field<Whole<'_>>; 13] = [
        one("version", Place::Dataset, msg::field_version, |of| Some(of.dataset.version.clone())),
        one("asOf", Place::Dataset, msg::field_as_of, |of| {
            Some(of.dataset.offset.timestamp(of.dataset.as_of))
        }),
        one(STATUS, Place::Dataset, msg::field_status, |of| {
            written(Some(of.dataset.declared.status().name()))
        }),
        one("featured", Place::Dataset, msg::field_featured, |of| Some(spaced(&of.dataset.featured))),
        by_lang("title", Place::Dataset, msg::field_title, |of, lang| text(&of.dataset.title, lang)),
        by_lang("description", Place::Dataset, msg::field_description, |of, lang| {
            text(&of.dataset.description, lang)
        }),
        by_lang("license", Place::Dataset, msg::field_license, |of, lang| {
            link(of.dataset.license.as_ref(), lang)
        }),
        by_lang("contact", Place::Dataset, msg::field_contact, |of, lang| {
            link(of.dataset.contact.as_ref(), lang)
        }),
        one("security", Place::Dataset, msg::field_security, |of| of.dataset.security.clone()),
        one("utcOffset", Place::Dataset, msg::field_offset, |of| Some(of.dataset.offset.to_string())),
        one("sdmx", Place::Dataset, msg::field_sdmx, |of| sdmx(of.dataset)),
        by_lang("nsdp", Place::Dataset, msg::field_nsdp, |of, lang| nsdp(of.dataset, lang)),
        one("order", Place::Dataset, msg::field_order, |of| Some(of.order.clone())),
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
        match Comparison::new(&self.indicator.series, self.status, comparand).delta() {
            Delta::None => None,
            Delta::Abs(abs) => Some(abs.to_string()),
            Delta::Full { abs, pct } => Some(format!("{abs} ({pct} %)")),
        }
    }
}

const STATUS: &str = "sourceStatus";

pub fn of_indicator<'a>() -> [Field<Seen<'a>>; 22] {
    [
        one(STATUS, Place::Nowhere, msg::field_status, |of| written(Some(of.status.name()))),
        one("category", Place::Dataset, msg::field_category, |of| Some(of.category.id.clone())),
        by_lang("categoryName", Place::Dataset, msg::field_category_name, |of, lang| {
            Some(of.category.name.get(lang).clone())
        }),
        by_lang("name", Place::Definition, msg::field_name, |of, lang| {
            Some(of.indicator.name.get(lang).clone())
        }),
        by_lang("shortName", Place::Definition, msg::field_short_name, |of, lang| {
            text(&of.indicator.short_name, lang)
        }),
        one("decimals", Place::Definition, msg::field_decimals, |of| written(of.indicator.decimals)),
        one("chartWith", Place::Definition, msg::field_chart_with, |of| {
            Some(spaced(&of.indicator.chart_with))
        }),
        one(VALUE, Place::Nowhere, msg::field_value, |of| written(Some(of.indicator.series.current().value))),
        by_lang("unit", Place::Dataset, msg::field_unit, |of, lang| {
            unit_text(&of.indicator.series.current().series_key, lang)
        }),
        one("period", Place::Nowhere, msg::field_period, |of| written(of.indicator.series.current().date)),
        one("frequency", Place::Definition, msg::field_frequency, |of| {
            written(of.indicator.frequency.map(Frequency::name))
        }),
        one("mom", Place::Nowhere, msg::field_mom, |of| of.change(Comparand::Month)),
        one("yoy", Place::Nowhere, msg::field_yoy, |of| of.change(Comparand::Year)),
        one("reportedChangePct", Place::Nowhere, msg::field_reported, |of| {
            written(of.indicator.series.current().reported_change())
        }),
        by_lang("source", Place::Dataset, msg::field_source, |of, lang| source_name(of.indicator, lang)),
        one("sourceUrl", Place::Dataset, msg::field_source_url, |of| source_url(of.indicator)),
        one("staleAfterHours", Place::Dataset, msg::field_stale_after, |of| {
            written(of.indicator.source.as_ref().and_then(|source| source.stale_after_hours))
        }),
        by_lang("notes", Place::Definition, msg::field_notes, |of, lang| text(&of.indicator.notes, lang)),
        one("checkedAt", Place::Checks, msg::field_checked_at, |of| {
            of.indicator.checked_at().map(|instant| of.dataset.offset.timestamp(instant))
        }),
        one("publicationDate", Place::Nowhere, msg::field_publication_date, |of| {
            written(of.indicator.series.current().published)
        }),
        one("expectedNextPublication", Place::Nowhere, msg::field_next_publication, |of| {
            written(of.indicator.expected_next_publication())
        }),
        one("calendar", Place::Calendar, msg::field_calendar, |of| {
            of.indicator.release.as_ref().map(|release| spaced(&release.dates))
        }),
    ]
}

/// What editors see and readers do not, or in other words.
pub const OF_EDITORS: [Field<Indicator>; 12] = [
    one("unitCode", Place::Definition, msg::field_unit_code, |of| Some(of.unit.id.clone())),
    by_lang("unitForms", Place::Dataset, msg::field_unit_forms, |of, lang| unit_forms(&of.unit, lang)),
    one("unitSdmx", Place::Dataset, msg::field_unit_sdmx, |of| unit_sdmx(&of.unit)),
    one("sourceId", Place::Definition, msg::field_source_id, source_id),
    one("release", Place::Definition, msg::field_release, |of| {
        of.release.as_ref().map(|release| release.id.clone())
    }),
    one("declaredStatus", Place::Definition, msg::field_declared_status, |of| {
        written(Some(of.declared.status().name()))
    }),
    one("sourceCode", Place::Definition, msg::field_source_code, |of| of.source_code.clone()),
    one("nominal", Place::Definition, msg::field_nominal, |of| written(Some(of.nominal))),
    one("plausible", Place::Definition, msg::field_plausible, plausible),
    one("limits", Place::Definition, msg::field_limits, limits),
    one("nsdp", Place::Definition, msg::field_nsdp_series, nsdp_series),
    one("checkError", Place::Checks, msg::field_check_error, |of| {
        of.source.as_ref().and_then(|source| source.check.as_ref()?.error.clone())
    }),
];

/// What a dataset is called, by people and by programs, and on what terms it is given.
pub const OF_DATASET: [Field<Dataset>; 3] = [
    by_lang("title", Place::Dataset, msg::field_title, |of, lang| text(&of.title, lang)),
    by_lang("license", Place::Dataset, msg::field_license, |of, lang| link(of.license.as_ref(), lang)),
    one("sdmx", Place::Dataset, msg::field_sdmx, sdmx),
];

/// Where an indicator stands.
pub const OF_CATEGORY: [Field<Category>; 2] = [
    one("category", Place::Dataset, msg::field_category, |of| Some(of.id.clone())),
    by_lang("categoryName", Place::Dataset, msg::field_category_name, |of, lang| {
        Some(of.name.get(lang).clone())
    }),
];

/// What an indicator is called, by people and in the files of its source.
pub const OF_IDENTITY: [Field<Indicator>; 7] = [
    by_lang("name", Place::Definition, msg::field_name, |of, lang| Some(of.name.get(lang).clone())),
    by_lang("shortName", Place::Definition, msg::field_short_name, |of, lang| text(&of.short_name, lang)),
    one("decimals", Place::Definition, msg::field_decimals, |of| written(of.decimals)),
    one("unitSdmx", Place::Dataset, msg::field_unit_sdmx, |of| unit_sdmx(&of.unit)),
    one("sourceCode", Place::Definition, msg::field_source_code, |of| of.source_code.clone()),
    one("nominal", Place::Definition, msg::field_nominal, |of| written(Some(of.nominal))),
    by_lang("unitForms", Place::Dataset, msg::field_unit_forms, |of, lang| unit_forms(&of.unit, lang)),
];

/// What figures are figures of.
pub const OF_SERIES_KEY: [Field<SeriesKey>; 5] = [
    one("unitCode", Place::Definition, msg::field_unit_code, |of| Some(of.unit.id.clone())),
    one("periodType", Place::Definition, msg::field_period_type, |of| written(Some(of.period_type.name()))),
    one("frequency", Place::Definition, msg::field_frequency, |of| {
        written(of.frequency.map(Frequency::name))
    }),
    one("measure", Place::Definition, msg::field_measure, |of| written(Some(of.measure.name()))),
    by_lang("unit", Place::Dataset, msg::field_unit, unit_text),
];

/// Where the figures of an indicator come from.
pub const OF_ORIGIN: [Field<Indicator>; 3] = [
    one("sourceId", Place::Definition, msg::field_source_id, source_id),
    by_lang("source", Place::Dataset, msg::field_source, source_name),
    one("sourceUrl", Place::Dataset, msg::field_source_url, source_url),
];

/// Whether they are to be trusted.
pub const OF_TRUST: [Field<Indicator>; 1] =
    [one(STATUS, Place::Definition, msg::field_status, |of| written(Some(of.declared.status().name())))];

fn unit_text(of: &SeriesKey, lang: Lang) -> Option<String> {
    Some(of.unit.text.get(lang).clone())
}

fn unit_forms(of: &Unit, lang: Lang) -> Option<String> {
    of.plural.as_ref().map(|forms| forms.get(lang).join(", "))
}

fn unit_sdmx(of: &Unit) -> Option<String> {
    of.sdmx.as_ref().map(|sdmx| format!("{} {}", sdmx.measure, sdmx.multiplier))
}

fn sdmx(of: &Dataset) -> Option<String> {
    of.sdmx.as_ref().map(|sdmx| {
        let name = |lang| sdmx.area_name.as_ref().map(|name| name.get(lang).as_str());
        let names = Lang::ALL.into_iter().filter_map(name);
        let codes = [&sdmx.agency[..], &sdmx.dataflow, &sdmx.ref_area];
        codes.into_iter().chain(names).collect::<Vec<_>>().join(" ")
    })
}

fn nsdp(of: &Dataset, lang: Lang) -> Option<String> {
    let Nsdp { ref_area, dsbb, seasonal, categories } = of.nsdp.as_ref()?;
    let category = |of: &NsdpCategory| format!("{} {} ({})", of.id, of.name.get(lang), of.sector.name());
    let categories: Vec<String> = categories.iter().map(category).collect();
    Some(format!("{ref_area}, {dsbb}, {}, {}", seasonal.get(lang), categories.join(", ")))
}

fn nsdp_series(of: &Indicator) -> Option<String> {
    let series = of.nsdp.iter().map(|series| {
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

fn plausible(of: &Indicator) -> Option<String> {
    let Plausible { min, max, max_change_pct, max_change } = of.plausible.clone()?;
    let bounds = [("min", min), ("max", max), ("maxChangePct", max_change_pct), ("maxChange", max_change)];
    let written = bounds.into_iter().filter_map(|(name, bound)| Some(format!("{name} {}", bound?)));
    Some(written.collect::<Vec<_>>().join(", "))
}

fn limits(of: &Indicator) -> Option<String> {
    let below = of.limits.below.as_ref().map(|key| format!("below {key}"));
    let between = of.limits.between.as_ref().map(|(lower, upper)| format!("between {lower} {upper}"));
    let written: Vec<String> = [below, between].into_iter().flatten().collect();
    (!written.is_empty()).then(|| written.join(", "))
}

fn source_id(of: &Indicator) -> Option<String> {
    of.source.as_ref().map(|source| source.id.clone())
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

fn spaced(of: &[impl ToString]) -> String {
    of.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
