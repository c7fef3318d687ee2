//! How to cite a figure: source, indicator and key, period, value, date of publication, and where it stands.

use super::super::text;
use super::figures::Figure;
use super::layout::Service;
use crate::model::{Indicator, Lang};

/// One paragraph to copy.
pub fn of(indicator: &Indicator, figure: &Figure, service: &Service<'_>, path: &str, lang: Lang) -> String {
    let source = indicator.source.as_ref().map(|source| format!("{}. ", source.name.get(lang)));
    let value = match &figure.unit {
        Some(unit) => format!("{}\u{a0}{unit}", figure.number),
        None => figure.number.clone(),
    };
    let published = indicator.series.current().published.map(|date| text::was_published(date, lang));
    text::set(&format!(
        "{}{} ({}). {}: {value}. {}{}, {}",
        source.unwrap_or_default(),
        indicator.name.get(lang),
        indicator.key,
        figure.period,
        published.unwrap_or_default(),
        service.title(lang),
        service.address(path),
    ))
}
