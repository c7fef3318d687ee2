//! The release calendar [D8.calendar]: `/calendar.json`, and `/calendar.ics` for calendar programs (RFC 5545). Nothing
//! here depends on the clock.

use super::*;

use super::feed::NO_HOST;
use super::text;

/// A line of iCalendar has at most this many octets; what is longer is folded (RFC 5545, 3.1).
const MAX_LINE: usize = 75;

/// The indicators of each date and release, in the order of the collection.
pub type Releases<'a> = BTreeMap<(NaiveDate, &'a str), Vec<&'a Indicator>>;

pub fn releases(dataset: &Dataset) -> Releases<'_> {
    let mut dates = Releases::new();
    for indicator in dataset.indicators() {
        let Some(release) = &indicator.release else {
            continue;
        };

        for date in indicator.release_dates() {
            dates
                .entry((date, release.id.as_str()))
                .or_default()
                .push(indicator);
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
            if dates.last().is_none_or(|last| last.date != *date) {
                dates.push(DateView {
                    date: *date,
                    indicators: Vec::new(),
                });
            }

            let Some(last) = dates.last_mut() else {
                continue;
            };
            for indicator in indicators {
                last.indicators.push(EntryView {
                    key: indicator.key.as_str(),
                    name: indicator.name.get(lang),
                    release,
                });
            }
        }

        CalendarView {
            schema_version: SCHEMA_VERSION,
            dates,
        }
    }
}

/// The calendar with an event for each release.
pub fn events(
    dataset: &Dataset,
    public_url: Option<&PublicUrl>,
    releases: &Releases<'_>,
    lang: Lang,
) -> String {
    let mut lines = Lines::default();
    let product = format!("-//indicatord//indicatord//{}", lang.tag().to_uppercase());
    let name = one_line(&text::calendar_name(dataset.title.as_ref(), lang));
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", &product);
    lines.add("CALSCALE", "GREGORIAN");
    lines.add("NAME", &name);
    lines.add("X-WR-CALNAME", &name);
    lines.add("REFRESH-INTERVAL;VALUE=DURATION", "P1D");
    lines.add("X-PUBLISHED-TTL", "P1D");

    let mut places = HashMap::new();
    for (place, category) in dataset.categories.iter().enumerate() {
        for indicator in &category.indicators {
            places.insert(&indicator.key, place);
        }
    }

    for ((date, release), indicators) in releases {
        let places = indicators.iter().filter_map(|it| places.get(&it.key));
        let event = Event {
            date: *date,
            release,
            indicators,
            categories: places.copied().collect(),
        };
        event.add(&mut lines, dataset, public_url, lang);
    }

    if releases.is_empty() {
        time_zone(&mut lines, dataset.offset);
    }

    lines.add("END", "VCALENDAR");
    lines.0
}

/// The publication of a release on a day.
struct Event<'a> {
    date: NaiveDate,
    release: &'a str,
    indicators: &'a [&'a Indicator],
    /// The places of their categories in the dataset.
    categories: BTreeSet<usize>,
}

impl Event<'_> {
    fn add(
        &self,
        lines: &mut Lines,
        dataset: &Dataset,
        public_url: Option<&PublicUrl>,
        lang: Lang,
    ) {
        let Some((shown, others)) = self.indicators.split_first() else {
            return;
        };

        let day = self.date.format("%Y%m%d").to_string();
        let host = public_url.and_then(PublicUrl::host_name).unwrap_or(NO_HOST);
        let stamp = dataset.as_of.format("%Y%m%dT%H%M%SZ").to_string();
        lines.add("BEGIN", "VEVENT");
        lines.add("UID", &event_id(&day, self.release, host, lang));
        lines.add("DTSTAMP", &stamp);
        // A whole day, which makes nobody busy. Without an end it lasts that one day.
        lines.add("DTSTART;VALUE=DATE", &day);

        let summary = text::release_names(shown.name.get(lang), others.len(), lang);
        lines.add("SUMMARY", &one_line(&summary));
        if let Some(publisher) = &dataset.publisher {
            // An organizer would make the event a meeting (RFC 5545, 3.8.4.3).
            let contact = format!("CONTACT;ALTREP=\"{}\"", publisher.url);
            lines.add(&contact, &one_line(publisher.name.get(lang)));
        }

        lines.add("DESCRIPTION", &self.description(lang));
        let mut categories = Vec::new();
        for place in &self.categories {
            categories.push(escaped(dataset.categories[*place].name.get(lang)));
        }

        if !categories.is_empty() {
            lines.add("CATEGORIES", &categories.join(","));
        }

        if let Some(url) = public_url {
            let view = urls::of(urls::VIEW, shown.key.as_str());
            lines.add("URL", &url.join(&urls::localized(lang, &view)));
        }

        lines.add("TRANSP", "TRANSPARENT");
        lines.add("END", "VEVENT");
    }

    /// The names of the indicators, a line each.
    fn description(&self, lang: Lang) -> String {
        let mut names = Vec::new();
        for indicator in self.indicators {
            names.push(indicator.name.get(lang).as_str());
        }
        escaped(&names.join("\n"))
    }
}

/// The identifier of an event, from the day and the release: a new version of the dataset does not change it. It ends in
/// the host and the language, so that two calendars in one program do not replace each other's events.
fn event_id(day: &str, release: &str, host: &str, lang: Lang) -> String {
    let id = Sha256::digest(format!("{day} {release}"));
    format!("{day}-{}@{host}/{}", hex(&id[..8]), lang.tag())
}

/// A calendar must have a component (RFC 5545, 3.6): where nothing is ever released, the dataset's time zone.
fn time_zone(lines: &mut Lines, offset: Offset) {
    let digits = offset.to_string().replace(':', "");
    lines.add("BEGIN", "VTIMEZONE");
    lines.add("TZID", &format!("UTC{digits}"));
    lines.add("BEGIN", "STANDARD");
    lines.add("DTSTART", "19700101T000000");
    lines.add("TZOFFSETFROM", &digits);
    lines.add("TZOFFSETTO", &digits);
    lines.add("END", "STANDARD");
    lines.add("END", "VTIMEZONE");
}

/// A text as a value of type TEXT (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(';', "\\;")
        .replace(',', "\\,")
        .replace('\n', "\\n")
}

/// A text as a value of one line.
fn one_line(text: &str) -> String {
    escaped(&text.replace('\n', " "))
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Adds a content line, folded where it is long, never inside a character.
    fn add(&mut self, name: &str, value: &str) {
        let mut length = 0;
        for character in name.chars().chain([':']).chain(value.chars()) {
            if length + character.len_utf8() > MAX_LINE {
                self.0 += "\r\n ";
                length = 1;
            }

            self.0.push(character);
            length += character.len_utf8();
        }

        self.0 += "\r\n";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Source, load};
    use crate::model::{Localized, PeriodType};
    use crate::site::chart::samples::series;

    #[test]
    fn long_lines_are_folded_between_characters() {
        let mut lines = Lines::default();
        let value = format!("a{}", "я🙂".repeat(100));
        lines.add("SUMMARY", &value);
        assert!(lines.0.split("\r\n").all(|line| line.len() <= MAX_LINE));
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{value}\r\n"));
        let mut lines = Lines::default();
        lines.add("X", &"a".repeat(73));
        assert_eq!(
            lines.0.matches("\r\n").count(),
            1,
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
        assert_eq!(escaped("a\\b; c, d:\ne"), "a\\\\b\\; c\\, d:\\ne");
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
        let text = events(&dataset, Some(&url), &releases, Lang::En);
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
            let text = events(&dataset("+04:00"), url.as_ref(), &releases, lang);
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
            let text = events(&dataset, None, &releases, Lang::En).replace("\r\n ", "");
            let line = format!("\r\nCONTACT;ALTREP=\"https://bank.example/a;b\":{written}\r\n");
            assert!(text.contains(&line), "{text}");
        }
    }

    #[test]
    fn an_empty_calendar_has_a_component() {
        let text = events(&dataset("-03:30"), None, &Releases::new(), Lang::En);
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
