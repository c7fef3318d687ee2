//! Checks the National Summary Data Page against the indicators that are on it.

use super::*;

use super::indicator_file::PartialIndicator;
use super::nsdp::NsdpDefinition;

/// Reports series of categories that there are not, two that are one, and, where the series of all indicators are known,
/// categories without any.
pub fn check_series(
    page: &NsdpDefinition,
    definitions: &[(&Key, &PartialIndicator)],
    are_all: bool,
    report: &Report,
) {
    let mut used = BTreeSet::new();
    let mut lines = BTreeMap::new();
    for (key, PartialIndicator { defaults, nsdp, .. }) in definitions {
        // An annual and a monthly series may have the same codes.
        let frequency = defaults.frequency.flatten();
        let is_monthly = defaults.period_type.is_some_and(PeriodType::is_month_dated);
        for (series, location) in nsdp {
            used.insert(series.category.as_str());
            if page.is_complete && !page.places.contains_key(&series.category) {
                let categories = page.places.keys().map(String::as_str);
                let nearest = report.nearest(&series.category, categories);
                let unknown = msg::unknown_data_category(&series.category, nearest);
                report.error(location.clone(), unknown);
            }

            let codes = (&series.category, &series.indicator, &series.counterpart);
            let first = lines.insert((codes, frequency, is_monthly), (key, location));
            if let Some((first_key, first)) = first {
                let repeated = msg::repeated_nsdp_series(first_key, first);
                report.error(location.clone(), repeated);
            }
        }
    }

    for (id, location) in &page.places {
        if are_all && !used.contains(id.as_str()) {
            report.error(location.clone(), msg::data_category_without_indicator(id));
        }
    }
}

/// Reports the first unit in which a series of the page has rows and which has no code in SDMX: its file would name no
/// multiplier.
pub fn check_units(definition: &PartialIndicator, observed: Option<&FileRows>, report: &Report) {
    let Some((_, location)) = definition.nsdp.first() else {
        return;
    };

    let rows = observed.map_or(&[][..], |observed| observed.series.observations());
    let unit = definition.defaults.unit.iter();
    let mut units = unit.chain(rows.iter().map(|row| &row.series_key.unit));
    if let Some(unit) = units.find(|unit| unit.sdmx.is_none()) {
        let mark = report.diagnostics().mark();
        report.error(location.clone(), msg::unit_without_sdmx(&unit.id));
        if observed.is_some_and(|observed| observed.embargoed.is_some()) {
            report.diagnostics().embargo_since(mark);
        }
    }
}
