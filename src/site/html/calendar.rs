//! `/calendar`: the publications of the past twelve months and those to come.

use super::*;

use crate::site::text;

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
