//! An indicator among others, as a row of the overview, a headline figure and a card of its category show it.

use super::*;

use super::facts::{beside, former, next_publication};
use super::inputs::drawn_to;
use crate::site::chart::{Sparkline, Window};
use crate::site::text;

/// Fewer observations are no drawing.
const LEAST_DRAWN: usize = 4;

/// What the rows of a table have in common.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The axis of time of the small charts.
    pub window: Window,
    pub as_of: NaiveDate,
    /// The day up to which they are drawn.
    drawn_to: NaiveDate,
    pub lang: Lang,
}

pub struct Row {
    pub link: Link,
    pub figure: Figure,
    /// The values before the figure and a year earlier, without their unit where it is that of the figure.
    pub previous: Option<String>,
    pub year_earlier: Option<String>,
    /// The change on a year earlier.
    pub change: Option<Change>,
    /// The day of the next publication.
    pub next: Option<String>,
    pub sparkline: Option<Sparkline>,
    pub status: StatusFigure,
}

impl Shared {
    pub fn new<'a>(members: impl Iterator<Item = Member<'a>> + Clone, as_of: NaiveDate, lang: Lang) -> Self {
        let drawn_to = drawn_to(members.clone().map(|member| member.indicator), as_of);
        let window = Window::new(members.flat_map(|member| member.indicator.series.observations()), drawn_to);
        Shared { window, as_of, drawn_to, lang }
    }

    /// The years of the axis of time.
    pub fn years(&self) -> String {
        text::years_between(self.window.years())
    }
}

impl Row {
    pub fn new(member: Member<'_>, name: &Localized<String>, shared: &Shared) -> Self {
        let (series, is_verified) = (&member.indicator.series, member.effective.status == Status::Verified);
        let subject = chart::Subject { key: member.indicator.key.as_str(), name, series, is_verified };
        let decimals = member.indicator.decimals_of(&series.current().series_key);
        let sparkline = Sparkline::new(&subject, decimals, shared.window, shared.drawn_to, shared.lang);
        let sparkline = sparkline.filter(|_| series.observations().len() >= LEAST_DRAWN);
        Row { sparkline, ..Self::without_chart(member, name, shared) }
    }

    pub fn without_chart(member: Member<'_>, name: &Localized<String>, shared: &Shared) -> Self {
        let (indicator, status) = (member.indicator, member.effective.status);
        let Shared { as_of, lang, .. } = *shared;
        let InForce { current, since, .. } = indicator.series.in_force(as_of);
        let comparison = Comparison::of(&indicator.series, current, status, Comparand::Year);
        let value = |row: &Observation| beside(indicator, row, current, lang);
        let (next, is_late) = next_publication(indicator, member.effective, as_of);
        Row {
            link: Link::to(indicator, name, lang),
            figure: Figure::in_table(indicator, as_of, lang),
            previous: former(indicator.series.observations(), since).map(value),
            year_earlier: comparison.base.map(value),
            change: Change::of(indicator, &comparison, lang),
            next: next.filter(|_| !is_late).map(|date| text::short_day(date, lang)),
            sparkline: None,
            status: StatusFigure::new(status, lang),
        }
    }

    /// What a headline figure has below it: of rates and growth the value before, else the change on a year earlier.
    pub fn below(&self, t: &PageWords) -> Option<(&'static str, &str, Option<&'static str>)> {
        match &self.change {
            Some(change) if self.figure.unit.is_some() => Some((t.year, &change.text, change.arrow)),
            // The value before a total is one of other months.
            _ if self.figure.full_year.is_some() => None,
            _ => self.previous.as_ref().map(|previous| (t.previous_value, previous.as_str(), None)),
        }
    }
}
