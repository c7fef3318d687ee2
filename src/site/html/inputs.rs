//! The inputs of each indicator's page, taken from the dataset and the statuses: a page sees nothing else.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::layout::Service;
use crate::dataset::Dataset;
use crate::model::{EffectiveStatus, Indicator, Key, Localized, Observation, Offset, PeriodType, Status};
use crate::site::chart::{ChartView, Subject};
use crate::site::options::SiteOptions;
use crate::site::summary::Summary;
use crate::site::text;

/// Everything that the page of an indicator depends on, but for the language.
#[derive(Clone, PartialEq, Hash)]
pub struct IndicatorInput<'a> {
    pub service: Service<'a>,
    pub category: &'a Localized<String>,
    /// The identifier of the category, which is its place on the overview.
    pub category_id: &'a str,
    pub indicator: &'a Indicator,
    pub effective: &'a EffectiveStatus,
    /// Drawn in the same chart.
    pub companions: Vec<(&'a Indicator, &'a EffectiveStatus)>,
    pub previous: Option<&'a Indicator>,
    pub next: Option<&'a Indicator>,
    /// The day that ages are counted to, and rates are drawn up to: that of the dataset, or an earlier one on which the page
    /// is the same.
    pub as_of: NaiveDate,
    pub offset: Offset,
}

/// An indicator on a page that is of several.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Member<'a> {
    pub indicator: &'a Indicator,
    pub effective: &'a EffectiveStatus,
}

impl<'a> IndicatorInput<'a> {
    pub fn member(&self) -> Member<'a> {
        Member { indicator: self.indicator, effective: self.effective }
    }
}

impl Member<'_> {
    /// Its name beside the others of its category.
    pub fn short_name(&self) -> &Localized<String> {
        self.indicator.short_name.as_ref().unwrap_or(&self.indicator.name)
    }
}

pub fn of<'a>(
    dataset: &'a Dataset,
    summary: &'a Summary,
    options: &'a SiteOptions,
) -> Vec<IndicatorInput<'a>> {
    let service = Service::new(dataset, options);
    let as_of = dataset.offset.day(dataset.as_of);
    let statuses = summary.statuses.iter().map(|(_, effective)| effective);
    let by_key: HashMap<&Key, (&Indicator, &EffectiveStatus)> =
        dataset.indicators().zip(statuses).map(|(of, effective)| (&of.key, (of, effective))).collect();
    let mut inputs = Vec::with_capacity(by_key.len());
    for category in &dataset.categories {
        for (i, indicator) in category.indicators.iter().enumerate() {
            let Some((_, effective)) = by_key.get(&indicator.key) else { continue };
            let companions: Vec<_> =
                indicator.chart_with.iter().filter_map(|key| by_key.get(key).copied()).collect();
            inputs.push(IndicatorInput {
                service,
                category: &category.name,
                category_id: &category.id,
                indicator,
                effective,
                previous: i.checked_sub(1).and_then(|before| category.indicators.get(before)),
                next: category.indicators.get(i + 1),
                as_of: counted_to(indicator, &companions, as_of),
                companions,
                offset: dataset.offset,
            });
        }
    }
    inputs
}

/// The day to which the page of an indicator tells time: `as_of`, or a day before it on which the page is the same, so
/// that it need not be written anew for every day. The day is seen where it is drawn or decides on the words, as of rates
/// that are in force, where a figure is old, and where a publication has not come.
fn counted_to(
    indicator: &Indicator,
    companions: &[(&Indicator, &EffectiveStatus)],
    as_of: NaiveDate,
) -> NaiveDate {
    let current = indicator.series.current();
    let Some(date) = current.date.filter(|date| *date < as_of) else { return as_of };
    let mut drawn = [indicator].into_iter().chain(companions.iter().map(|(companion, _)| *companion));
    let is_in_force = |of: &Observation| of.series_key.period_type == PeriodType::EffectiveFrom;
    let is_seen = text::is_old(&current.series_key, date, as_of)
        || indicator.expected_next_publication().is_some_and(|expected| expected < as_of)
        || drawn.any(|indicator| {
            indicator.series.current().date > Some(as_of) || indicator.series.revisions().any(is_in_force)
        });
    if is_seen { as_of } else { date }
}

pub fn chart_view<'a>(input: &IndicatorInput<'a>) -> ChartView<'a> {
    fn subject<'a>(of: &'a Indicator, effective: &EffectiveStatus) -> Subject<'a> {
        let name = of.short_name.as_ref().unwrap_or(&of.name);
        Subject { name, series: &of.series, is_verified: effective.status == Status::Verified }
    }
    let companions: Vec<_> =
        input.companions.iter().filter(|(of, _)| of.series.current().date.is_some()).collect();
    // The order of the keys gives an indicator one colour on the pages of all that are drawn together.
    let own_key = &input.indicator.key;
    let place = |key: &Key| {
        let group = companions.iter().map(|(of, _)| &of.key).chain([own_key]);
        group.filter(|other| *other < key).count()
    };
    ChartView {
        own: subject(input.indicator, input.effective),
        own_place: place(own_key),
        with: companions.iter().map(|(of, effective)| (subject(of, effective), place(&of.key))).collect(),
        as_of: input.as_of,
        since: None,
        is_of_changes: false,
        decimals: input.indicator.decimals_of(&input.indicator.series.current().series_key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Source, load};
    use crate::model::{Lang, Timestamp};
    use crate::site::html::{PictureInput, Release, WrittenRelease, chart_picture, indicator_page};

    #[test]
    fn a_page_is_the_same_on_the_day_that_stands_for_another() {
        let now: Timestamp = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, now).unwrap().public_at(now);
        let release = Release::of(&dataset);
        let release = Localized::build(|lang| WrittenRelease::new(&release, lang).unwrap());
        let (options, mut earlier, mut same) = (SiteOptions::default(), 0, 0);
        for days in [0, 1, 2, 25, 40, 90, 400] {
            let as_of = now + chrono::TimeDelta::days(days);
            let dataset = Dataset { as_of, ..Dataset::clone(&dataset) };
            let summary = Summary::new(&dataset, as_of);
            let day = dataset.offset.day(as_of);
            for input in of(&dataset, &summary, &options) {
                let is_earlier = input.as_of != day;
                let tags = |input: &IndicatorInput<'_>| {
                    let page = indicator_page(input).unwrap();
                    let page = Localized::build(|lang| page.get(lang).released(release.get(lang)));
                    let both = [page, chart_picture(&PictureInput::of(input)).unwrap()];
                    both.map(|pages| Lang::ALL.map(|lang| pages.get(lang).default.identity.tag().to_owned()))
                };
                assert_eq!(tags(&input), tags(&IndicatorInput { as_of: day, ..input.clone() }), "{days}");
                *(if is_earlier { &mut earlier } else { &mut same }) += 1;
            }
        }
        assert!(earlier > 0 && same > 0, "both kinds are looked at: {earlier}, {same}");
    }
}
