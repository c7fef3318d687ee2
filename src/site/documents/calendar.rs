//! The release calendar [D8.calendar]: `/calendar.json`, and `/calendar.ics` for calendar programs (RFC 5545). Nothing
//! here depends on the clock.

use super::*;

use std::fmt::Write;

use askama::filters::Escaper;

use super::feed::NO_HOST;
use super::text;

/// A line of iCalendar has at most this many octets; what is longer is folded (RFC 5545, 3.1).
const MAX_LINE: usize = 75;

/// The indicators of each date and release, in the order of the collection. No list is empty.
pub type Releases<'a> = BTreeMap<(NaiveDate, &'a str), Vec<&'a Indicator>>;

pub fn releases(dataset: &Dataset) -> Releases<'_> {
    let mut dates = Releases::new();
    for indicator in dataset.indicators() {
        let Some(release) = &indicator.release else {
            continue;
        };

        for date in indicator.release_dates() {
            let together: &mut Vec<_> = dates.entry((date, release.id.as_str())).or_default();
            together.push(indicator);
        }
    }

    dates
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CalendarView<'a> {
    schema_version: &'static str,
    dates: Vec<DateView<'a>>,
}

#[derive(Serialize)]
struct DateView<'a> {
    date: NaiveDate,
    indicators: Vec<EntryView<'a>>,
}

#[derive(Serialize)]
struct EntryView<'a> {
    key: &'a str,
    name: &'a str,
    release: &'a str,
}

impl<'a> CalendarView<'a> {
    pub fn new(releases: &Releases<'a>, lang: Lang) -> Self {
        let mut dates: Vec<DateView<'a>> = Vec::new();
        // They are in the order of their dates.
        for ((date, release), indicators) in releases {
            let entries = indicators.iter().map(|indicator| EntryView {
                key: indicator.key.as_str(),
                name: indicator.name.get(lang),
                release,
            });
            match dates.last_mut() {
                Some(last) if last.date == *date => last.indicators.extend(entries),
                _ => dates.push(DateView {
                    date: *date,
                    indicators: entries.collect(),
                }),
            }
        }

        CalendarView {
            schema_version: SCHEMA_VERSION,
            dates,
        }
    }
}

/// The calendar with an event for each release. An event is a whole day, and is shown as free time; without an end it
/// lasts that one day. It names a contact: an organizer would make it a meeting (RFC 5545, 3.8.4.3). A calendar must have a
/// component (3.6): where nothing is ever released, the dataset's time zone.
#[derive(Template)]
#[template(
    path = "calendar.ics",
    config = "src/site/templates/askama.toml",
    whitespace = "preserve"
)]
struct Events<'a> {
    dataset: &'a Dataset,
    public_url: Option<&'a PublicUrl>,
    releases: &'a Releases<'a>,
    /// The place of the category of each indicator.
    places: HashMap<&'a Key, usize>,
    lang: Lang,
}

pub fn events(
    dataset: &Dataset,
    public_url: Option<&PublicUrl>,
    releases: &Releases,
    lang: Lang,
) -> Result<String, SiteError> {
    let mut places = HashMap::new();
    for (place, category) in dataset.categories.iter().enumerate() {
        for indicator in &category.indicators {
            places.insert(&indicator.key, place);
        }
    }

    let events = Events {
        dataset,
        public_url,
        releases,
        places,
        lang,
    };

    Ok(fold_lines(&events.render()?))
}

impl Events<'_> {
    fn name(&self) -> String {
        let name = text::calendar_name(self.dataset.title.as_ref(), self.lang);
        in_one_line(&name)
    }

    /// The identifier of an event, from the day and the release: a new version of the dataset does not change it. It ends in
    /// the host and the language, so that two calendars in one program do not replace each other's events.
    fn id(&self, day: &str, release: &str) -> String {
        let host = self.public_url.and_then(PublicUrl::host_name);
        let host = host.unwrap_or(NO_HOST);
        let id = Sha256::digest(format!("{day} {release}"));
        format!("{day}-{}@{host}/{}", hex(&id[..8]), self.lang.tag())
    }

    fn summary(&self, indicators: &[&Indicator]) -> String {
        let name = indicators[0].name.get(self.lang);
        let others = indicators.len() - 1;
        let summary = text::release_names(name, others, self.lang);
        in_one_line(&summary)
    }

    /// The names of the categories of indicators, in the order of the dataset.
    fn categories(&self, indicators: &[&Indicator]) -> Vec<&str> {
        let places: BTreeSet<&usize> = indicators
            .iter()
            .filter_map(|one| self.places.get(&one.key))
            .collect();
        let mut names = Vec::new();
        for place in places {
            let category = &self.dataset.categories[*place];
            names.push(category.name.get(self.lang).as_str());
        }

        names
    }
}

/// Escapes a text as a value of type TEXT (RFC 5545, 3.3.11), in templates.
#[derive(Clone, Copy)]
struct TextValue;

impl Escaper for TextValue {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '\n' => out.write_str("\\n")?,
                '\\' | ';' | ',' => write!(out, "\\{character}")?,
                _ => out.write_char(character)?,
            }
        }

        Ok(())
    }
}

/// A text for a value of one line.
fn in_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Ends lines as RFC 5545 asks for it, and folds long ones, never inside a character.
fn fold_lines(text: &str) -> String {
    let mut folded = String::new();
    for line in text.lines() {
        let mut length = 0;
        for character in line.chars() {
            if length + character.len_utf8() > MAX_LINE {
                folded += "\r\n ";
                length = 1;
            }

            folded.push(character);
            length += character.len_utf8();
        }

        folded += "\r\n";
    }

    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Source, load};
    use crate::model::{Localized, PeriodType};
    use crate::site::chart::samples::series;

    #[test]
    fn long_lines_are_folded_between_characters() {
        let line = format!("SUMMARY:a{}", "я🙂".repeat(100));
        let folded = fold_lines(&format!("{line}\n"));
        assert!(folded.split("\r\n").all(|line| line.len() <= MAX_LINE));
        assert_eq!(folded.replace("\r\n ", ""), format!("{line}\r\n"));
        let longest = format!("X:{}", "a".repeat(73));
        assert_eq!(
            fold_lines(&longest),
            format!("{longest}\r\n"),
            "75 octets are not too long"
        );
    }

    fn dataset(offset: &str) -> Dataset {
        let instant = "2026-11-20T05:00:00Z".parse().unwrap();
        let embedded = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let (as_of, offset) = (instant, offset.parse().unwrap());
        Dataset {
            title: None,
            categories: Vec::new(),
            as_of,
            offset,
            ..Dataset::clone(&embedded)
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut escaped = String::new();
        TextValue
            .write_escaped_str(&mut escaped, "a\\b; c, d:\ne")
            .unwrap();
        assert_eq!(escaped, "a\\\\b\\; c\\, d:\\ne");
    }

    #[test]
    fn a_summary_is_one_line_and_a_description_has_every_name() {
        let named = |name: &str| Indicator {
            name: Localized::build(|_| name.to_owned()),
            ..Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]))
        };
        let [first, second] = [named("a\nb, c"), named("d")];
        let mut releases = Releases::new();
        releases.insert(("2026-12-01".parse().unwrap(), "r"), vec![&first]);
        releases.insert(("2026-12-02".parse().unwrap(), "r"), vec![&first, &second]);
        let title = Localized::build(|_| "Figures, in short".to_owned());
        let url = "https://stat.example".parse().unwrap();
        let categories = [("m", "Money; prices", &first), ("e", "Empty", &second)].map(
            |(id, name, indicator)| Category {
                id: id.to_owned(),
                name: Localized::build(|_| name.to_owned()),
                indicators: if id == "m" {
                    vec![Indicator::clone(indicator)]
                } else {
                    Vec::new()
                },
            },
        );

        let dataset = Dataset {
            title: Some(title),
            categories: categories.into(),
            ..dataset("+04:00")
        };
        let text = events(&dataset, Some(&url), &releases, Lang::En).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        let values = |name: &str| -> Vec<&str> {
            lines
                .iter()
                .filter_map(|line| line.strip_prefix(name))
                .collect()
        };
        assert!(
            values("SUMMARY:")
                .iter()
                .all(|summary| summary.starts_with("a b\\, c")),
            "{text}"
        );
        assert_eq!(values("DESCRIPTION:"), ["a\\nb\\, c", "a\\nb\\, c\\nd"]);
        assert_eq!(values("DTSTART;VALUE=DATE:"), ["20261201", "20261202"]);
        assert_eq!(values("DTSTAMP:"), ["20261120T050000Z"; 2]);
        assert_eq!(
            values("X-WR-CALNAME:"),
            ["Figures\\, in short: release calendar"]
        );
        assert_eq!(values("NAME:"), values("X-WR-CALNAME:"));
        assert_eq!(values("CATEGORIES:"), ["Money\\; prices"; 2]);
        assert_eq!(
            values("URL:"),
            [&*format!("https://stat.example/en/view/{}", first.key); 2]
        );
    }

    #[test]
    fn events_of_other_hosts_and_languages_have_other_identifiers() {
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        let mut releases = Releases::new();
        releases.insert(("2026-12-01".parse().unwrap(), "r"), vec![&indicator]);
        let identifier = |url: Option<&str>, lang| {
            let url = url.map(|url| url.parse().unwrap());
            let text = events(&dataset("+04:00"), url.as_ref(), &releases, lang).unwrap();
            let lines = text.replace("\r\n ", "");
            let uid = lines.lines().find_map(|line| line.strip_prefix("UID:"));
            uid.unwrap().to_owned()
        };
        for (url, lang, end) in [
            (None, Lang::Ru, "@indicatord.invalid/ru"),
            (None, Lang::En, "@indicatord.invalid/en"),
            (Some("https://stat.example"), Lang::Ru, "@stat.example/ru"),
            (
                Some("https://stat.example:8443/macro"),
                Lang::En,
                "@stat.example/en",
            ),
        ] {
            let id = identifier(url, lang);
            assert!(id.starts_with("20261201-") && id.ends_with(end), "{id}");
        }
    }

    #[test]
    fn an_event_names_the_publisher() {
        let indicator = Indicator::of_series(series(PeriodType::Monthly, &["2026-01-31 1"]));
        let mut releases = Releases::new();
        releases.insert(("2026-12-01".parse().unwrap(), "r"), vec![&indicator]);
        for (name, written) in [
            ("Central Bank", "Central Bank"),
            (
                "Bank, \"Central\"; of\nall",
                "Bank\\, \"Central\"\\; of all",
            ),
            ("Банк", "Банк"),
        ] {
            let publisher = NamedLink {
                name: Localized::build(|_| name.to_owned()),
                url: "https://bank.example/a;b".to_owned(),
            };
            let dataset = Dataset {
                publisher: Some(publisher),
                ..dataset("+04:00")
            };
            let text = events(&dataset, None, &releases, Lang::En).unwrap();
            let text = text.replace("\r\n ", "");
            let line = format!("\r\nCONTACT;ALTREP=\"https://bank.example/a;b\":{written}\r\n");
            assert!(text.contains(&line), "{text}");
        }
    }

    #[test]
    fn an_empty_calendar_has_a_component() {
        let text = events(&dataset("-03:30"), None, &Releases::new(), Lang::En).unwrap();
        assert!(
            text.contains("\r\nX-WR-CALNAME:Indicator release calendar\r\n"),
            "{text}"
        );
        assert!(
            text.contains("BEGIN:VTIMEZONE\r\nTZID:UTC-0330\r\n"),
            "{text}"
        );
    }
}
