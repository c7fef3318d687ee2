//! The fields by which readers tell datasets and indicators apart, as texts.

use crate::dataset::Dataset;
use crate::model::{Category, Comparand, Comparison, Delta, Indicator, Lang, Localized, Timestamp};

/// Something that readers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The dataset's version.
    Version,
    /// The dataset's as-of.
    AsOf,
    /// The status, of an indicator or of the snapshot as a whole.
    Status,
    /// The order of categories and indicators.
    Order,
    /// The name of the service in a language.
    Title(Lang),
    /// The sentence about it in a language.
    Description(Lang),
    /// The headline figures.
    Featured,
    /// The category that an indicator is in.
    Category,
    /// The name of that category in a language.
    CategoryName(Lang),
    /// The name in a language.
    Name(Lang),
    /// The name inside the category in a language.
    ShortName(Lang),
    /// The digits behind the point on pages.
    Decimals,
    /// The indicators drawn in the same chart.
    ChartWith,
    /// The current value, unrounded.
    Value,
    /// The unit's text in a language.
    Unit(Lang),
    /// Period type and date.
    Period,
    /// Month-on-month.
    Mom,
    /// Year-on-year.
    Yoy,
    /// The change that the source printed.
    ReportedChange,
    /// The source's name in a language.
    Source(Lang),
    /// The source's address.
    SourceUrl,
    /// After how many hours without a check its figures are stale.
    StaleAfter,
    /// The notes in a language.
    Notes(Lang),
    /// When the source was checked.
    CheckedAt,
    /// When the current observation was published.
    PublicationDate,
    /// When the next one is expected.
    NextPublication,
    /// All dates of the release calendar that the indicator follows.
    Calendar,
}

/// A field and its text; `None` where it is left out.
pub type Seen = (Field, Option<String>);

/// What differs of a dataset as a whole, the order of its indicators aside.
pub fn of_dataset(dataset: &Dataset) -> Vec<Seen> {
    let featured = dataset.featured.iter().map(|key| key.as_str()).collect::<Vec<_>>().join(" ");
    let text = |of: &Option<Localized<String>>, lang| of.as_ref().map(|text| text.get(lang).clone());
    let mut fields = vec![
        (Field::Version, Some(dataset.version.clone())),
        (Field::AsOf, Some(dataset.offset.timestamp(dataset.as_of))),
        (Field::Status, Some(dataset.declared.status().name().to_owned())),
        (Field::Featured, Some(featured)),
    ];
    for lang in Lang::ALL {
        fields.push((Field::Title(lang), text(&dataset.title, lang)));
        fields.push((Field::Description(lang), text(&dataset.description, lang)));
    }
    fields
}

/// What a reader sees of an indicator at `at`.
pub fn of_indicator(
    dataset: &Dataset,
    category: &Category,
    indicator: &Indicator,
    at: Timestamp,
) -> Vec<Seen> {
    let current = indicator.series.current();
    let effective = indicator.effective(at, dataset.offset);
    let date = current.date.map(|date| date.to_string());
    let change = |comparand| match Comparison::new(&indicator.series, effective.status, comparand).delta {
        Delta::None => None,
        Delta::Abs(abs) => Some(abs.to_string()),
        Delta::Full { abs, pct } => Some(format!("{abs} ({pct} %)")),
    };
    let source = indicator.source.as_deref();
    let charted = indicator.chart_with.iter().map(|key| key.as_str()).collect::<Vec<_>>().join(" ");
    let dates = indicator
        .release
        .as_ref()
        .map(|release| release.dates.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    let mut fields = vec![
        (Field::Category, Some(category.id.clone())),
        (Field::Decimals, indicator.decimals.map(|digits| digits.to_string())),
        (Field::ChartWith, Some(charted)),
        (Field::Value, Some(current.value.to_string())),
        (Field::Period, Some([current.basis.period_type.name(), date.as_deref().unwrap_or("?")].join(" "))),
        (Field::Mom, change(Comparand::Month)),
        (Field::Yoy, change(Comparand::Year)),
        (Field::ReportedChange, current.reported_change().map(|change| change.to_string())),
        (Field::Status, Some(effective.status.name().to_owned())),
        (Field::SourceUrl, source.and_then(|source| source.url.clone())),
        (
            Field::StaleAfter,
            source.and_then(|source| source.stale_after_hours).map(|hours| hours.to_string()),
        ),
        (Field::CheckedAt, indicator.checked_at().map(|instant| dataset.offset.timestamp(instant))),
        (Field::PublicationDate, current.published.map(|date| date.to_string())),
        (Field::NextPublication, indicator.expected_next_publication().map(|date| date.to_string())),
        (Field::Calendar, dates),
    ];
    let text = |of: &Option<Localized<String>>, lang| of.as_ref().map(|text| text.get(lang).clone());
    for lang in Lang::ALL {
        fields.extend([
            (Field::CategoryName(lang), Some(category.name.get(lang).clone())),
            (Field::Name(lang), Some(indicator.name.get(lang).clone())),
            (Field::ShortName(lang), text(&indicator.short_name, lang)),
            (Field::Unit(lang), Some(current.basis.unit.text.get(lang).clone())),
            (Field::Source(lang), source.map(|source| source.name.get(lang).clone())),
            (Field::Notes(lang), text(&indicator.notes, lang)),
        ]);
    }
    fields.sort_by_key(|(field, _)| *field);
    fields
}
