//! An indicator among others, as a row of the overview, a headline figure and a card of its category show it.

use chrono::NaiveDate;

use super::change::Change;
use super::figures::{Figure, StatusFigure};
use super::inputs::{Member, drawn_to};
use super::layout::Link;
use crate::model::{Comparand, Comparison, Lang, Localized, Status};
use crate::site::chart::{self, Sparkline, Window};
use crate::site::text::PageWords;

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
    pub month: Option<Change>,
    pub year: Option<Change>,
    pub sparkline: Option<Sparkline>,
    pub status: StatusFigure,
}

impl Shared {
    pub fn new<'a>(members: impl Iterator<Item = Member<'a>> + Clone, as_of: NaiveDate, lang: Lang) -> Self {
        let drawn_to = drawn_to(members.clone().map(|of| of.indicator), as_of);
        let window = Window::new(members.flat_map(|of| of.indicator.series.observations()), drawn_to);
        Shared { window, as_of, drawn_to, lang }
    }

    /// The years of the axis of time.
    pub fn years(&self) -> String {
        let (first, last) = self.window.years();
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    }
}

impl Row {
    pub fn new(of: Member<'_>, name: &Localized<String>, shared: &Shared) -> Self {
        let (series, is_verified) = (&of.indicator.series, of.effective.status == Status::Verified);
        let subject = chart::Subject { name, series, is_verified };
        let decimals = of.indicator.decimals_of(&series.current().series_key);
        let sparkline = Sparkline::new(&subject, decimals, shared.window, shared.drawn_to, shared.lang);
        Row { sparkline, ..Self::without_chart(of, name, shared) }
    }

    pub fn without_chart(of: Member<'_>, name: &Localized<String>, shared: &Shared) -> Self {
        let (indicator, status) = (of.indicator, of.effective.status);
        let Shared { as_of, lang, .. } = *shared;
        let change =
            |comparand| Change::of(indicator, &Comparison::new(&indicator.series, status, comparand), lang);
        Row {
            link: Link::to(indicator, name, lang),
            figure: Figure::in_table(indicator, as_of, lang),
            month: change(Comparand::Month),
            year: change(Comparand::Year),
            sparkline: None,
            status: StatusFigure::new(status, lang),
        }
    }

    pub fn has_change(&self) -> bool {
        self.month.is_some() || self.year.is_some()
    }

    /// The first change that there is: a headline figure shows one.
    pub fn change(&self, t: &PageWords) -> Option<(&Change, &'static str)> {
        let month = self.month.as_ref().map(|change| (change, t.month));
        month.or_else(|| self.year.as_ref().map(|change| (change, t.year)))
    }
}
