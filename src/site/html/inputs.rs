//! What each indicator's page depends on, taken from the dataset and the statuses: a page sees nothing else.

use std::collections::HashMap;

use super::super::Summary;
use super::indicator::IndicatorInput;
use super::layout::Service;
use crate::dataset::Dataset;
use crate::model::{EffectiveStatus, Indicator, Key, PublicUrl};

/// The inputs of all pages, in the order of the collection.
pub fn of<'a>(
    dataset: &'a Dataset,
    summary: &'a Summary,
    public_url: Option<&'a PublicUrl>,
) -> Vec<IndicatorInput<'a>> {
    let service = Service::new(dataset, public_url);
    let as_of = dataset.offset.day(dataset.as_of);
    let statuses = summary.statuses.iter().map(|(_, effective)| effective);
    let by_key: HashMap<&Key, (&Indicator, &EffectiveStatus)> =
        dataset.indicators().zip(statuses).map(|(of, effective)| (&of.key, (of, effective))).collect();
    let mut inputs = Vec::with_capacity(by_key.len());
    for category in &dataset.categories {
        for (i, indicator) in category.indicators.iter().enumerate() {
            let Some((_, effective)) = by_key.get(&indicator.key) else { continue };
            inputs.push(IndicatorInput {
                service,
                category: &category.name,
                category_id: &category.id,
                indicator,
                effective,
                companions: indicator.chart_with.iter().filter_map(|key| by_key.get(key).copied()).collect(),
                previous: i.checked_sub(1).and_then(|before| category.indicators.get(before)),
                next: category.indicators.get(i + 1),
                as_of,
                offset: dataset.offset,
            });
        }
    }
    inputs
}
