//! The inputs of the pages of an indicator and of a category, taken from the dataset and the statuses: such a page sees nothing
//! else.

use super::*;

/// The most others of its category that the page of an indicator names.
const MAX_NEIGHBOURS: usize = 24;

/// Everything that the page of an indicator depends on, except the language.
#[derive(Clone, Hash)]
pub struct PageInputs<'a> {
    pub service: Service<'a>,
    pub category: CategoryName<'a>,
    pub indicator: &'a Indicator,
    pub effective: &'a EffectiveStatus,
    /// Drawn in the same chart.
    pub companions: Vec<Member<'a>>,
    /// The others of its category, those nearest to it where they are many.
    pub neighbours: Vec<Neighbour<'a>>,
    /// The day of the clock for which the page is written, or an earlier one on which the page is the same.
    pub as_of: NaiveDate,
    pub offset: Offset,
}

/// The key of an indicator and its name beside others.
type Neighbour<'a> = (&'a Key, &'a Localized<String>);

impl<'a> PageInputs<'a> {
    /// The inputs of all indicators, in the order of the collection.
    pub fn all(dataset: &'a Dataset, summary: &'a Summary, options: &'a SiteOptions) -> Vec<Self> {
        let service = Service::new(dataset, options);
        let notices = options.notices.as_ref();
        let mut by_key = HashMap::new();
        for (_, member) in summary.members(dataset) {
            by_key.insert(&member.indicator.key, member);
        }

        let categories = dataset.categories.iter();
        let places = categories.flat_map(|category| 0..category.indicators.len());
        let mut pages = Vec::new();
        for ((category, member), place) in summary.members(dataset).zip(places) {
            let indicator = member.indicator;
            let companions = indicator.chart_with.iter();
            let companions: Vec<Member<'a>> = companions
                .filter_map(|key| by_key.get(key).copied())
                .collect();
            pages.push(PageInputs {
                service: Service {
                    notice: notices.map(|notices| notices.of_indicator(&indicator.key)),
                    ..service
                },
                category: CategoryName::new(category),
                indicator,
                effective: member.effective,
                neighbours: neighbours(&category.indicators, place),
                as_of: first_same_day(indicator, &companions, summary.today()),
                companions,
                offset: dataset.offset,
            });
        }

        pages
    }

    pub fn member(&self) -> Member<'a> {
        Member {
            indicator: self.indicator,
            effective: self.effective,
        }
    }
}

/// Everything that the page of a category depends on, except the language.
#[derive(Hash)]
pub struct CategoryInputs<'a> {
    pub category: CategoryName<'a>,
    pub members: Vec<Member<'a>>,
    pub previous: Option<CategoryName<'a>>,
    pub next: Option<CategoryName<'a>>,
    /// The day that ages are counted to and charts reach to: the latest to which a page of its indicators counts.
    pub as_of: NaiveDate,
    pub feed: FeedInputs<'a>,
}

impl<'a> CategoryInputs<'a> {
    /// The inputs of each category. `pages` are those of all indicators, in order.
    pub fn all(
        dataset: &'a Dataset,
        pages: &[PageInputs<'a>],
        options: &'a SiteOptions,
    ) -> Vec<Self> {
        let mut pages = pages;
        let mut previous = None;
        let mut categories = dataset.categories.iter().peekable();
        let mut all = Vec::new();
        while let Some(category) = categories.next() {
            let (inside, others) = pages.split_at(category.indicators.len());
            let days = inside.iter().map(|input| input.as_of);
            all.push(CategoryInputs {
                category: CategoryName::new(category),
                members: inside.iter().map(PageInputs::member).collect(),
                previous,
                next: categories.peek().map(|next| CategoryName::new(next)),
                as_of: days.max().unwrap_or_default(),
                feed: FeedInputs::new(dataset, options, Some(category)),
            });
            previous = Some(CategoryName::new(category));
            pages = others;
        }

        all
    }
}

/// The indicators around a place.
fn neighbours(indicators: &[Indicator], place: usize) -> Vec<Neighbour<'_>> {
    let last_start = indicators.len().saturating_sub(MAX_NEIGHBOURS + 1);
    let start = place.saturating_sub(MAX_NEIGHBOURS / 2).min(last_start);
    let end = indicators.len().min(start + MAX_NEIGHBOURS + 1);
    let mut others = Vec::new();
    for other in (start..end).filter(|other| *other != place) {
        let indicator = &indicators[other];
        others.push((&indicator.key, indicator.name_among_others()));
    }

    others
}

/// The first day on which the bodies of an indicator are the same as on the day `as_of`: written as of that day, they need not
/// be rendered again for every day.
fn first_same_day(indicator: &Indicator, companions: &[Member], as_of: NaiveDate) -> NaiveDate {
    let current = indicator.series.current();
    let Some(date) = current.date else {
        return as_of;
    };

    // While a rate is to come, its chart has a line at the day.
    let mut drawn = indicators_in_chart(indicator, companions);
    if has_coming(drawn.clone(), as_of) {
        return as_of;
    }

    let key = &current.series_key;
    let mut day = date;

    // Charts of rates and of old figures end with the month of the day.
    if drawn.any(has_rates) || text::is_old(key, date, last_day_of_month(as_of)) {
        day = day.max(as_of.with_day(1).unwrap_or(as_of));
    }

    // An old figure has its age beside it.
    if text::is_old(key, date, as_of) {
        day = day.max(first_of_age(key, date, as_of));
    }

    // A publication that has not come is overdue from the day after its date.
    if let Some(expected) = indicator.expected_next_publication()
        && expected < as_of
    {
        day = day.max(expected.succ_opt().unwrap_or(expected));
    }

    day.min(as_of)
}

fn has_rates(indicator: &Indicator) -> bool {
    let mut rows = indicator.series.revisions();
    rows.any(|row| row.series_key.period_type == PeriodType::EffectiveFrom)
}

/// The indicators in the chart of one.
pub fn indicators_in_chart<'a>(
    indicator: &'a Indicator,
    companions: &[Member<'a>],
) -> impl Iterator<Item = &'a Indicator> + Clone {
    let companions = companions.iter().map(|companion| companion.indicator);
    [indicator].into_iter().chain(companions)
}

/// Returns true if the latest figure of one of these lies after a day.
pub fn has_coming<'a>(mut indicators: impl Iterator<Item = &'a Indicator>, day: NaiveDate) -> bool {
    indicators.any(|indicator| indicator.series.current().date > Some(day))
}

/// The first day on which a figure is as old as it is on the day `as_of`.
fn first_of_age(key: &SeriesKey, date: NaiveDate, as_of: NaiveDate) -> NaiveDate {
    let age_now = ages(key, date, as_of);
    let days: Vec<NaiveDate> = date.iter_days().take_while(|day| *day < as_of).collect();
    let first = days.partition_point(|day| ages(key, date, *day) != age_now);
    days.get(first).copied().unwrap_or(as_of)
}

fn ages(key: &SeriesKey, date: NaiveDate, day: NaiveDate) -> impl PartialEq {
    Lang::each(|lang| text::age(key, date, day, lang))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Source, load};

    #[test]
    fn a_page_is_the_same_on_the_day_that_stands_for_another() {
        let now: Timestamp = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, now).unwrap().public_at(now);
        let (mut earlier, mut same) = (0, 0);
        for days in [0, 1, 2, 11, 25, 40, 90, 400] {
            let as_of = now + chrono::TimeDelta::days(days);
            let dataset = Arc::new(Dataset {
                as_of,
                ..Dataset::clone(&dataset)
            });
            let data = SiteData::new(
                &dataset,
                &SiteOptions::default(),
                Summary::new(&dataset, as_of),
            );
            let day = dataset.offset.day(as_of);
            for input in DatasetInputs::new(&data).pages {
                let is_earlier = input.as_of != day;
                let texts = |input: &PageInputs<'_>| {
                    let both = [
                        indicator_page(input).unwrap(),
                        chart_picture(input).unwrap(),
                    ];
                    both.map(|pages| Lang::each(|lang| pages.get(lang).0.clone()))
                };
                assert!(
                    texts(&input)
                        == texts(&PageInputs {
                            as_of: day,
                            ..input.clone()
                        }),
                    "{days} {}",
                    input.indicator.key
                );

                *(if is_earlier { &mut earlier } else { &mut same }) += 1;
            }
        }

        assert!(
            earlier > 0 && same > 0,
            "both kinds are looked at: {earlier}, {same}"
        );
    }
}
