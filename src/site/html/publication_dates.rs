//! The days of the release calendar as tables have them: which publications are to come, which days are past, and what was
//! expected on those and is not there.

use super::*;

use crate::site::text;

/// As many months of the past are shown.
const PAST_MONTHS: u32 = 12;
/// As many indicators are named of a category, or as many late ones.
const MAX_NAMED: usize = 6;

/// The id and the name of a category.
pub type CategoryName<'a> = (&'a str, &'a Localized<String>);

pub struct PublicationDates {
    /// From the first on.
    pub to_come: Vec<Month>,
    /// From the last on.
    pub past: Vec<Month>,
}

pub struct Month {
    pub name: String,
    pub publications: Vec<Publication>,
}

/// A day of a release.
pub struct Publication {
    pub day: String,
    pub groups: Vec<Group>,
    /// That it has not come.
    pub late: Option<String>,
}

/// The indicators of a category that follow a release.
pub struct Group {
    /// Left out on the page of the category.
    pub category: Option<Link>,
    /// Each with what was published on the day, and the value before it in brackets.
    pub links: Vec<(Link, Option<String>)>,
    /// How many more there are.
    pub others: Option<String>,
}

/// What an indicator says of a day of its calendar.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Past,
    /// Expected before the day of the dataset, and nothing so new is in it.
    Late,
    ToCome,
}

/// An indicator that follows a release on a day.
struct Follower<'a> {
    category: CategoryName<'a>,
    indicator: &'a Indicator,
    state: State,
}

impl PublicationDates {
    /// Of the indicators of one category, or of several with their categories named.
    pub fn new<'a>(
        members: impl Iterator<Item = (CategoryName<'a>, Member<'a>)>,
        has_categories: bool,
        as_of: NaiveDate,
        lang: Lang,
    ) -> Self {
        let first = as_of.checked_sub_months(Months::new(PAST_MONTHS)).unwrap_or(as_of);
        let mut days: BTreeMap<(NaiveDate, &str), Vec<Follower<'_>>> = BTreeMap::new();
        for (category, member) in members {
            let indicator = member.indicator;
            let Some(release) = &indicator.release else { continue };
            for date in release.dates.iter().filter(|date| **date > first) {
                let follower = Follower { category, indicator, state: state(member, *date, as_of) };
                days.entry((*date, &release.id)).or_default().push(follower);
            }
        }
        let days = days.into_iter().map(|((date, _), followers)| (date, followers));
        let (to_come, mut past): (Vec<_>, Vec<_>) = days.partition(|(_, followers)| is_to_come(followers));
        past.reverse();
        let publication = |(date, followers): &(NaiveDate, Vec<Follower<'_>>)| {
            publication(*date, followers, has_categories, lang)
        };
        let months = |days: Vec<(NaiveDate, Vec<Follower<'_>>)>| {
            let month = |day: NaiveDate| text::month_heading(day, lang);
            let chunks = days.chunk_by(|(a, _), (b, _)| month(*a) == month(*b));
            chunks
                .map(|days| Month {
                    name: month(days[0].0),
                    publications: days.iter().map(publication).collect(),
                })
                .collect()
        };
        PublicationDates { to_come: months(to_come), past: months(past) }
    }
}

fn state(member: Member<'_>, date: NaiveDate, as_of: NaiveDate) -> State {
    let current = member.indicator.series.current();
    let newest = current.published.or(current.date);
    let has_come = newest.is_some_and(|newest| newest >= date);
    let is_overdue = || {
        member.effective.reason == Reason::ReleaseOverdue
            && member.indicator.expected_next_publication() == Some(date)
    };
    match newest {
        Some(_) if !has_come && (date < as_of || is_overdue()) => State::Late,
        _ if has_come || date < as_of => State::Past,
        _ => State::ToCome,
    }
}

fn is_to_come(followers: &[Follower<'_>]) -> bool {
    let is = |state| followers.iter().any(|follower| follower.state == state);
    is(State::ToCome) && !is(State::Late)
}

fn publication(date: NaiveDate, followers: &[Follower<'_>], has_categories: bool, lang: Lang) -> Publication {
    let late = followers.iter().filter(|follower| follower.state == State::Late);
    let late: Vec<&str> = late.map(|follower| follower.indicator.name.get(lang).as_str()).collect();
    let groups = followers.chunk_by(|a, b| a.category == b.category);
    Publication {
        day: text::nbsp(&text::day(date, lang)),
        groups: groups.map(|followers| group(date, followers, has_categories, lang)).collect(),
        late: (!late.is_empty()).then(|| {
            let are_all = late.len() == followers.len();
            let named = if are_all { &[] } else { late.get(..MAX_NAMED).unwrap_or(&late) };
            text::late(named, late.len().saturating_sub(MAX_NAMED), lang)
        }),
    }
}

/// Of many in one of several categories only their number is said.
fn group(date: NaiveDate, followers: &[Follower<'_>], has_categories: bool, lang: Lang) -> Group {
    let all = followers.len();
    let named = if all > MAX_NAMED && has_categories { 0 } else { all.min(MAX_NAMED) };
    let link = |Follower { indicator, .. }: &Follower<'_>| {
        // What was revised later is written as it was published then.
        let published = indicator.series.revisions().filter(|row| row.published == Some(date)).last();
        let figure = published.map(|row| with_previous(indicator, row, lang));
        (Link::to(indicator, indicator.name_among_others(), lang), figure)
    };
    let others = match named {
        0 => text::indicators(all, lang),
        _ => text::and_more(all - named, lang),
    };
    let (id, name) = followers[0].category;
    Group {
        category: has_categories.then(|| Link::to_category(id, name, lang)),
        links: followers.iter().take(named).map(link).collect(),
        others: (named < all).then_some(others),
    }
}

/// `/calendar`: the publications of the past twelve months and those to come.
#[derive(Template)]
#[template(path = "calendar.html", config = "src/site/templates/askama.toml")]
pub struct CalendarPage {
    layout: Layout,
    words: OverviewWords,
    as_of: String,
    dates: PublicationDates,
    events: String,
    list: String,
}

impl CalendarPage {
    pub fn new(inputs: &[IndicatorInput<'_>], service: Service<'_>, as_of: NaiveDate, lang: Lang) -> Self {
        let words = text::overview(lang);
        let subject = Subject::general(words.calendar, words.calendar_meaning, &service, lang);
        let members = inputs.iter().map(|input| ((input.category_id, input.category), input.member()));
        CalendarPage {
            layout: Layout::new(&service, subject, urls::CALENDAR, None, lang),
            as_of: text::nbsp(&text::calendar_as_of(text::full_day(as_of, lang), lang)),
            dates: PublicationDates::new(members, true, as_of, lang),
            events: urls::localized(lang, urls::EVENTS),
            list: urls::localized(lang, urls::DATES),
            words,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{EffectiveStatus, Indicator, Observation, PeriodType, Release, Series, Status};
    use crate::site::chart::samples::series;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn indicator(key: &str, dates: &[&str], published: &str) -> Indicator {
        let release = Release { id: "r".into(), dates: dates.iter().map(|date| day(date)).collect() };
        Indicator {
            key: key.parse().unwrap(),
            name: Localized::build(|_| key.to_uppercase()),
            release: Some(Arc::new(release)),
            ..Indicator::of_series(series(PeriodType::Daily, &[&format!("{published} 1")]))
        }
    }

    /// The English tables: a line a day, with a minus where it is past.
    fn lines(indicators: &[Indicator], reason: Reason, as_of: &str) -> Vec<String> {
        let effective = EffectiveStatus { status: Status::Verified, reason, stale_at: None };
        let name = Localized::build(|_| "Prices".to_owned());
        let members = indicators
            .iter()
            .map(|indicator| (("prices", &name), Member { indicator, effective: &effective }));
        let dates = PublicationDates::new(members, true, day(as_of), Lang::En);
        let line = |sign: &str, publication: &Publication| {
            let group = &publication.groups[0];
            let names: Vec<&str> = group.links.iter().map(|(link, _)| link.label.as_str()).collect();
            let all = group.others.clone().unwrap_or_else(|| names.join(" "));
            let late = publication.late.as_ref().map(|late| format!(": {late}")).unwrap_or_default();
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
        let dates = ["2025-01-10", "2026-09-10", "2026-10-10", "2026-11-20", "2026-12-10"];
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
        let both = [indicator("a", &dates[4..], "2026-12-09"), indicator("b", &dates[4..], "2026-12-10")];
        assert_eq!(
            lines(&both, Reason::ReleaseOverdue, "2026-11-20"),
            [format!("-10 December 2026 A B: {late}: A")],
            "the status knows better"
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
        let effective = EffectiveStatus { status: Status::Verified, reason: Reason::Checked, stale_at: None };
        let name = Localized::build(|_| "Prices".to_owned());
        let members = [(("prices", &name), Member { indicator: &revised, effective: &effective })];
        let dates = PublicationDates::new(members.into_iter(), true, day("2026-11-20"), Lang::En);
        let figures = dates.past.iter().flat_map(|month| &month.publications);
        let figures: Vec<_> = figures.map(|day| day.groups[0].links[0].1.clone().unwrap()).collect();
        assert_eq!(figures, ["7 (5)", "6 (5)"]);
    }

    #[test]
    fn many_indicators_are_counted() {
        let many: Vec<Indicator> =
            (0..7).map(|n| indicator(&format!("i{n}"), &["2026-12-10"], "2026-11-10")).collect();
        assert_eq!(lines(&many, Reason::Checked, "2026-11-20"), ["+10 December 2026 7 indicators"]);
        assert_eq!(lines(&many[1..], Reason::Checked, "2026-11-20"), ["+10 December 2026 I1 I2 I3 I4 I5 I6"]);
    }
}
