//! Publications: the days of the release calendar as tables, on `/calendar` and on the page of a category, and the days around
//! that of the dataset, on the overview.

use super::*;

/// The months of the past that tables show.
const PAST_MONTHS: u32 = 12;
/// The most indicators of a category that are named, and the most late ones.
const MAX_NAMED: usize = 6;
/// The days of the past, and of those to come, on the overview.
const PAST_DAYS: usize = 2;
const COMING_DAYS: usize = 5;
/// The most indicators of a line there that are named.
const MAX_NAMED_IN_LINE: usize = 3;

pub struct PublicationDates {
    /// The earliest first.
    pub to_come: Vec<Month>,
    /// The latest first.
    pub past: Vec<Month>,
}

pub struct Month {
    pub name: String,
    pub publications: Vec<Publication>,
}

/// A day of a release.
pub struct Publication {
    pub day: String,
    /// The indicators of each category, which is not named on its own page.
    pub groups: Vec<(Option<Link>, NamedIndicators)>,
    /// The sentence that it has not come.
    pub late: Option<String>,
}

/// Some indicators by their names, and how many more there are.
pub struct NamedIndicators {
    /// Each with what was published on the day, and the value before it in brackets.
    pub links: Vec<(Link, Option<String>)>,
    pub others: Option<String>,
}

impl NamedIndicators {
    /// Names the first `count` indicators, each with its figure, or says only how many there are.
    fn new<'a>(
        indicators: impl ExactSizeIterator<Item = &'a Indicator>,
        count: usize,
        figure: impl Fn(&Indicator) -> Option<String>,
        lang: Lang,
    ) -> Self {
        let others = match indicators.len().saturating_sub(count) {
            0 => None,
            more if count == 0 => Some(text::indicators(more, lang)),
            more => Some(text::and_more(more, lang)),
        };

        let mut links = Vec::new();
        for indicator in indicators.take(count) {
            let link = Link::to(&indicator.key, indicator.name_among_others(), lang);
            links.push((link, figure(indicator)));
        }

        NamedIndicators { links, others }
    }
}

/// A day of the calendar for an indicator.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Past,
    /// Expected before today, and the dataset has no figure as new.
    Late,
    ToCome,
}

/// An indicator that follows a release on a day.
struct Follower<'a> {
    category: Option<CategoryName<'a>>,
    indicator: &'a Indicator,
    state: State,
}

impl PublicationDates {
    /// The days of indicators, each with its category where that is named.
    pub fn new<'a>(
        members: impl Iterator<Item = (Option<CategoryName<'a>>, Member<'a>)>,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        let first = as_of.checked_sub_months(Months::new(PAST_MONTHS));
        let first = first.unwrap_or(as_of);
        let mut days: BTreeMap<(NaiveDate, &str), Vec<Follower>> = BTreeMap::new();
        for (category, member) in members {
            let indicator = member.indicator;
            let Some(release) = &indicator.release else {
                continue;
            };

            for date in indicator.release_dates().filter(|date| *date > first) {
                let follower = Follower {
                    category,
                    indicator,
                    state: state(member, date, as_of),
                };
                days.entry((date, &release.id)).or_default().push(follower);
            }
        }

        let days = days
            .into_iter()
            .map(|((date, _), followers)| (date, followers));
        let (to_come, mut past): (Vec<_>, Vec<_>) =
            days.partition(|(_, followers)| is_to_come(followers));
        // What has come before its day is not of the past.
        past.retain(|(date, followers)| *date <= as_of || has(followers, State::Late));
        past.reverse();
        PublicationDates {
            to_come: months(&to_come, lang),
            past: months(&past, lang),
        }
    }
}

fn state(member: Member, date: NaiveDate, as_of: NaiveDate) -> State {
    let current = member.indicator.series.current();
    let newest = current.published.or(current.date);
    let has_come = member.indicator.has_met(date);
    let is_overdue = member.effective.reason == Reason::ReleaseOverdue
        && member.indicator.expected_next_publication() == Some(date);
    match newest {
        Some(_) if !has_come && (date < as_of || is_overdue) => State::Late,
        _ if has_come || date < as_of => State::Past,
        _ => State::ToCome,
    }
}

fn is_to_come(followers: &[Follower]) -> bool {
    has(followers, State::ToCome) && !has(followers, State::Late)
}

fn has(followers: &[Follower], state: State) -> bool {
    followers.iter().any(|follower| follower.state == state)
}

fn months(days: &[(NaiveDate, Vec<Follower>)], lang: Lang) -> Vec<Month> {
    let mut months: Vec<Month> = Vec::new();
    for (date, followers) in days {
        let publication = publication(*date, followers, lang);
        let name = text::month_heading(*date, lang);
        match months.last_mut() {
            Some(month) if month.name == name => month.publications.push(publication),
            _ => months.push(Month {
                name,
                publications: vec![publication],
            }),
        }
    }

    months
}

fn publication(date: NaiveDate, followers: &[Follower], lang: Lang) -> Publication {
    let mut late = Vec::new();
    for follower in followers {
        if follower.state == State::Late {
            late.push(follower.indicator.name.get(lang).as_str());
        }
    }

    let groups = followers.chunk_by(|a, b| a.category == b.category);
    let groups = groups.map(|followers| group(date, followers, lang));
    Publication {
        day: text::nbsp(&text::day(date, lang)),
        groups: groups.collect(),
        late: say_late(&late, followers.len(), lang),
    }
}

/// Names the late ones of so many, unless all are late.
fn say_late(late: &[&str], count: usize, lang: Lang) -> Option<String> {
    let named = match late.len() {
        0 => return None,
        all if all == count => &[],
        _ => late.get(..MAX_NAMED).unwrap_or(late),
    };

    let more = late.len().saturating_sub(MAX_NAMED);
    Some(text::late(named, more, lang))
}

/// The indicators of a category. Of many in one of several categories only their number is said.
fn group(date: NaiveDate, followers: &[Follower], lang: Lang) -> (Option<Link>, NamedIndicators) {
    let category = followers[0].category;
    let count = match category {
        Some(_) if followers.len() > MAX_NAMED => 0,
        _ => MAX_NAMED,
    };

    let indicators = followers.iter().map(|follower| follower.indicator);
    let named = NamedIndicators::new(
        indicators,
        count,
        |indicator| figure_of_day(indicator, date, lang),
        lang,
    );
    (
        category.map(|category| Link::to_category(category, lang)),
        named,
    )
}

/// The figure that was published on a day. A figure that was revised later is written as it was then.
fn figure_of_day(indicator: &Indicator, day: NaiveDate, lang: Lang) -> Option<String> {
    let rows = indicator.series.revisions();
    let published = rows.filter(|row| row.published == Some(day)).last()?;
    Some(value_with_previous(indicator, published, lang))
}

/// `/calendar`: the publications of the past twelve months and those to come.
#[derive(Template)]
#[template(path = "calendar.html", config = "src/site/templates/askama.toml")]
pub struct CalendarPage<'a> {
    layout: Layout<'a>,
    as_of: String,
    dates: PublicationDates,
}

impl<'a> CalendarPage<'a> {
    pub fn new(inputs: &DatasetInputs<'a>, lang: Lang) -> Self {
        let (t, service) = (text::page(lang), inputs.service());
        let (title, meaning) = (t.release_calendar, t.calendar_meaning);
        let as_of = inputs.summary.today();
        let pages = inputs.pages.iter();
        let members = pages.map(|page| (Some(page.category), page.member()));
        CalendarPage {
            layout: Layout::new(service, urls::CALENDAR, title, meaning, lang),
            as_of: text::full_day(as_of, lang),
            dates: PublicationDates::new(members, as_of, lang),
        }
    }
}

/// The publications of the last two days with publications, a line for all that a source published together, and the next
/// five days of the calendar. Daily series are left out.
pub struct Week {
    /// The newest first.
    pub published: Vec<Line>,
    pub coming: Vec<Line>,
}

pub struct Line {
    pub day: String,
    /// The age of a day long ago.
    pub age: Option<String>,
    pub named: NamedIndicators,
}

impl Week {
    pub fn new(inputs: &[PageInputs], as_of: NaiveDate, lang: Lang) -> Self {
        let mut published: BTreeMap<_, Vec<&Indicator>> = BTreeMap::new();
        let mut coming: BTreeMap<NaiveDate, Vec<&Indicator>> = BTreeMap::new();
        let indicators = inputs.iter().map(|input| input.indicator);
        // Each day has its figures of these: they would hide everything else.
        for indicator in indicators.filter(|indicator| !indicator.is_daily()) {
            let current = indicator.series.current();
            if let Some(day) = current.published.filter(|day| *day <= as_of) {
                let together = (Reverse(day), joint_release(indicator));
                published.entry(together).or_default().push(indicator);
            }

            for day in indicator.release_dates() {
                if day >= as_of && !indicator.has_met(day) {
                    coming.entry(day).or_default().push(indicator);
                }
            }
        }

        let mut days: Vec<NaiveDate> = published.keys().map(|(Reverse(day), _)| *day).collect();
        days.dedup();
        days.truncate(PAST_DAYS);
        let mut week = Week {
            published: Vec::new(),
            coming: Vec::new(),
        };
        for ((Reverse(day), _), all) in &published {
            if days.contains(day) {
                week.published.push(line(*day, all, Some(as_of), lang));
            }
        }

        for (day, all) in coming.iter().take(COMING_DAYS) {
            week.coming.push(line(*day, all, None, lang));
        }

        week
    }
}

/// Names what is published together: the indicators of a line of the release calendar, then those of a source. One without
/// either stands for itself.
type JointRelease<'a> = (u8, &'a str);

fn joint_release(indicator: &Indicator) -> JointRelease<'_> {
    match (&indicator.release, &indicator.source) {
        (Some(release), _) => (0, &release.id),
        (None, Some(source)) => (1, &source.id),
        (None, None) => (2, indicator.key.as_str()),
    }
}

/// The indicators of a day. With `as_of` the day is past, and has their figures and its age.
fn line(day: NaiveDate, all: &[&Indicator], as_of: Option<NaiveDate>, lang: Lang) -> Line {
    let named = NamedIndicators::new(
        all.iter().copied(),
        MAX_NAMED_IN_LINE,
        |indicator| as_of.map(|_| value_with_previous(indicator, indicator.series.current(), lang)),
        lang,
    );
    Line {
        day: text::nbsp(&text::day(day, lang)),
        age: as_of.and_then(|as_of| text::long_ago(day, as_of, lang)),
        named,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CalendarRelease;
    use crate::site::chart::samples::series;
    use std::sync::Arc;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn indicator(key: &str, dates: &[&str], published: &str) -> Indicator {
        let release = CalendarRelease {
            id: "r".into(),
            dates: dates.iter().map(|date| day(date)).collect(),
            ..CalendarRelease::default()
        };
        Indicator {
            key: key.parse().unwrap(),
            name: Localized::build(|_| key.to_uppercase()),
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::Daily, &[&format!("{published} 1")]))
        }
    }

    /// The English tables: a line a day, with a minus where it is past.
    fn lines(indicators: &[Indicator], reason: Reason, as_of: &str) -> Vec<String> {
        let effective = EffectiveStatus {
            status: Status::Verified,
            reason,
            stale_at: None,
        };
        let name = Localized::build(|_| "Prices".to_owned());
        let category = CategoryName {
            id: "prices",
            name: &name,
        };
        let member = |indicator| {
            (
                Some(category),
                Member {
                    indicator,
                    effective: &effective,
                },
            )
        };

        let members = indicators.iter().map(member);
        let dates = PublicationDates::new(members, day(as_of), Lang::En);
        let line = |sign: &str, publication: &Publication| {
            let (_, named) = &publication.groups[0];
            let names: Vec<&str> = named
                .links
                .iter()
                .map(|(link, _)| link.label.as_str())
                .collect();
            let all = named.others.clone().unwrap_or_else(|| names.join(" "));
            let late = publication
                .late
                .as_ref()
                .map(|late| format!(": {late}"))
                .unwrap_or_default();
            format!("{sign}{} {all}{late}", publication.day).replace('\u{a0}', " ")
        };

        let lines = |months: &[Month], sign: &str| -> Vec<String> {
            months
                .iter()
                .flat_map(|month| &month.publications)
                .map(|publication| line(sign, publication))
                .collect()
        };
        [lines(&dates.to_come, "+"), lines(&dates.past, "-")].concat()
    }

    #[test]
    fn a_day_is_past_late_or_to_come() {
        let dates = [
            "2025-01-10",
            "2026-09-10",
            "2026-10-10",
            "2026-11-20",
            "2026-12-10",
        ];
        let single = [indicator("a", &dates, "2026-09-10")];
        let late = "not in this dataset";
        assert_eq!(
            lines(&single, Reason::Checked, "2026-11-20"),
            [
                "+20 November 2026 A",
                "+10 December 2026 A",
                &*format!("-10 October 2026 A: {late}"),
                "-10 September 2026 A"
            ],
            "the day of the dataset is not over"
        );

        let both = [
            indicator("a", &dates[4..], "2026-12-09"),
            indicator("b", &dates[4..], "2026-12-10"),
        ];
        assert_eq!(
            lines(&both, Reason::ReleaseOverdue, "2026-11-20"),
            [format!("-10 December 2026 A B: {late}: A")],
            "the status knows better"
        );
    }

    #[test]
    fn a_day_to_come_is_not_past_where_its_figure_is_early() {
        let dates = ["2026-10-10", "2026-11-23", "2026-12-10"];
        let early = [indicator("a", &dates, "2026-11-23")];
        assert_eq!(
            lines(&early, Reason::Checked, "2026-11-20"),
            ["+10 December 2026 A", "-10 October 2026 A"]
        );
        assert_eq!(
            lines(&early, Reason::Checked, "2026-11-23")[1],
            "-23 November 2026 A",
            "on the day itself"
        );

        let both = [early[0].clone(), indicator("b", &dates, "2026-10-10")];
        assert_eq!(
            lines(&both, Reason::Checked, "2026-11-20")[0],
            "+23 November 2026 A B",
            "one of two has not come"
        );
    }

    #[test]
    fn a_past_day_has_the_figure_that_was_published_on_it() {
        let row = |value: &str, published: &str| Observation {
            published: published.parse().ok(),
            ..Observation::sample(PeriodType::Monthly, "2026-09-30", value)
        };
        let before = Observation::sample(PeriodType::Monthly, "2026-08-31", "5");
        let rows = vec![before, row("6", "2026-10-10"), row("7", "2026-11-10")];
        let revised = Indicator {
            series: Series::new(rows).unwrap().into(),
            ..indicator("a", &["2026-10-10", "2026-11-10"], "2026-10-10")
        };
        let effective = EffectiveStatus {
            status: Status::Verified,
            reason: Reason::Checked,
            stale_at: None,
        };
        let name = Localized::build(|_| "Prices".to_owned());
        let category = CategoryName {
            id: "prices",
            name: &name,
        };
        let members = [(
            Some(category),
            Member {
                indicator: &revised,
                effective: &effective,
            },
        )];
        let dates = PublicationDates::new(members.into_iter(), day("2026-11-20"), Lang::En);
        let figures = dates.past.iter().flat_map(|month| &month.publications);
        let figures: Vec<_> = figures
            .map(|day| day.groups[0].1.links[0].1.clone().unwrap())
            .collect();
        assert_eq!(figures, ["7 (5)", "6 (5)"]);
    }

    #[test]
    fn many_indicators_are_counted() {
        let many: Vec<Indicator> = (0..7)
            .map(|n| indicator(&format!("i{n}"), &["2026-12-10"], "2026-11-10"))
            .collect();
        assert_eq!(
            lines(&many, Reason::Checked, "2026-11-20"),
            ["+10 December 2026 7 indicators"]
        );
        assert_eq!(
            lines(&many[1..], Reason::Checked, "2026-11-20"),
            ["+10 December 2026 I1 I2 I3 I4 I5 I6"]
        );
    }
}
