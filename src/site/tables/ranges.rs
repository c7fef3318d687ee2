//! Queries of histories: from which day, until which, how many observations, of which indicators, as known
//! on which day; and which observations that selects [D20].

use super::*;

use std::iter;

use crate::model::named;

named! {
    /// A parameter that selects observations.
    pub enum Parameter {
        From = "from",
        To = "to",
        Last = "last",
        Keys = "keys",
        Category = "category",
        AsOf = "asOf",
        Shape = "shape",
    }
}

/// The parameters of the histories of one indicator.
pub const OF_SERIES: &[Parameter] = &[
    Parameter::From,
    Parameter::To,
    Parameter::Last,
    Parameter::AsOf,
];
/// The parameters of the table of all indicators.
pub const OF_TABLE: &[Parameter] = &[
    Parameter::From,
    Parameter::To,
    Parameter::Last,
    Parameter::Keys,
    Parameter::Category,
    Parameter::Shape,
];
/// The parameters of changes and vintages, which go by the dates of the observations.
pub const OF_DATES: &[Parameter] = &[Parameter::From, Parameter::To, Parameter::Last];

named! {
    /// How a table of several indicators is laid out.
    #[derive(Default)]
    pub enum Shape {
        /// A row for each observation.
        #[default]
        Long = "long",
        /// A row for each date, a column for each indicator.
        Wide = "wide",
    }
}

/// Why a query is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadParameter {
    /// The parameter does not accept this value.
    Malformed(Parameter),
    /// The name is almost one of ours, or that of another service. Here it is this one.
    Misnamed(&'static str),
    /// This resource does not accept the parameter.
    NotHere(Parameter),
}

/// The most indicators that can be asked for at once.
const MAX_KEYS: usize = 100;
/// The most digits of `last`.
const MAX_DIGITS: usize = 9;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    /// How many of the newest observations between these days.
    last: Option<usize>,
    /// The day at whose end the observations were known as they are asked for.
    as_of: Option<NaiveDate>,
    /// In the order in which they were sent, each once.
    pub keys: Option<Vec<String>>,
    /// The indicators of this category, beside the keys.
    pub category: Option<String>,
    pub shape: Shape,
}

impl Query {
    /// Reads the parameters of a request at a resource that takes `taken`, and `selector` for its other form. Of several with
    /// one name the last counts. An empty one is refused [D30.9]: it is the variable of a script that was never set, which
    /// would be answered with everything.
    ///
    /// # Errors
    /// The first of the parameters, in the order of [`Parameter::ALL`], that cannot be answered; then the first that is
    /// almost one of them.
    pub fn read(
        parameters: &[(&str, &str)],
        taken: &[Parameter],
        selector: Option<&'static str>,
    ) -> Result<Self, BadParameter> {
        let mut query = Query::default();
        for parameter in Parameter::ALL {
            let mut sent = parameters.iter().rev();
            let Some((_, text)) = sent.find(|(name, _)| *name == parameter.name()) else {
                continue;
            };

            if !taken.contains(&parameter) {
                return Err(BadParameter::NotHere(parameter));
            }

            query
                .set(parameter, text)
                .ok_or(BadParameter::Malformed(parameter))?;
        }

        for (name, _) in parameters {
            if let Some(error) = find_misnamed(name, taken, selector) {
                return Err(error);
            }
        }

        Ok(query)
    }

    fn set(&mut self, parameter: Parameter, text: &str) -> Option<()> {
        match parameter {
            Parameter::From => self.from = Some(days(text)?.0),
            Parameter::To => self.to = Some(days(text)?.1),
            Parameter::Last => self.last = Some(count(text)?),
            Parameter::Keys => self.keys = Some(keys(text)?),
            Parameter::Category if text.is_empty() => return None,
            Parameter::Category => self.category = Some(text.to_owned()),
            Parameter::AsOf => self.as_of = Some(day(text)?),
            Parameter::Shape => {
                self.shape = Shape::ALL.into_iter().find(|shape| shape.name() == text)?
            }
        }

        Some(())
    }

    /// Returns true if the observation at a place of a series was known on the day that is asked for.
    fn is_known(&self, series: &Series, place: usize) -> bool {
        self.as_of
            .is_none_or(|day| series.known_on(place, day).is_some())
    }
}

/// The refusal of a name that is almost one of ours, or that of another service; `None` for ours and for all others.
fn find_misnamed(
    sent: &str,
    taken: &[Parameter],
    selector: Option<&'static str>,
) -> Option<BadParameter> {
    let plain = plain_name(sent);
    if let Some(selector) = selector
        && plain == plain_name(selector)
    {
        return (sent != selector).then_some(BadParameter::Misnamed(selector));
    }

    let parameter = meant_parameter(&plain)?;
    let name = parameter.name();
    if sent == name {
        return None;
    }

    Some(if taken.contains(&parameter) {
        BadParameter::Misnamed(name)
    } else {
        BadParameter::NotHere(parameter)
    })
}

/// The parameter that a plain name means here or at other services. To ignore one would answer with everything where a part
/// was asked for, or with today's figure in place of a former one.
fn meant_parameter(plain: &str) -> Option<Parameter> {
    match plain {
        "start" | "startdate" | "since" | "observationstart" | "startperiod" | "offset" => {
            Some(Parameter::From)
        }
        "end" | "enddate" | "observationend" | "endperiod" => Some(Parameter::To),
        "limit" => Some(Parameter::Last),
        "realtimestart" | "realtimeend" | "vintagedate" | "vintagedates" => Some(Parameter::AsOf),
        _ => {
            let mut all = Parameter::ALL.into_iter();
            all.find(|parameter| plain_name(parameter.name()) == plain)
        }
    }
}

/// A name in small letters, without `_`, `-`, and the brackets in which forms send lists.
fn plain_name(name: &str) -> String {
    let name = name.strip_suffix("[]").unwrap_or(name);
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The first and the last day of a year, a quarter, a month or a day: `2025`, `2025-Q3`, `2025-09`, `2025-09-30`.
pub fn days(text: &str) -> Option<(NaiveDate, NaiveDate)> {
    let (year, rest) = text.split_at_checked(4)?;
    let (first, last) = match rest {
        "" => ("01", "12"),
        "-Q1" => ("01", "03"),
        "-Q2" => ("04", "06"),
        "-Q3" => ("07", "09"),
        "-Q4" => ("10", "12"),
        _ => match rest.strip_prefix('-') {
            Some(month) if month.len() == 2 => (month, month),
            _ => return day(text).map(|day| (day, day)),
        },
    };

    let [first, last] = [first, last].map(|month| day(&format!("{year}-{month}-01")));
    Some((first?, last_day_of_month(last?)))
}

/// A day that exists: `2025-09-30`.
fn day(text: &str) -> Option<NaiveDate> {
    let day: NaiveDate = text.parse().ok()?;
    // The library also takes signs, spaces and numbers without their zeros.
    (text.len() == 10 && day.to_string() == text).then_some(day)
}

/// 1 to 999999999.
pub fn count(text: &str) -> Option<usize> {
    let has_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !has_digits || text.len() > MAX_DIGITS {
        return None;
    }

    text.parse().ok().filter(|count| *count > 0)
}

fn keys(text: &str) -> Option<Vec<String>> {
    let mut keys: Vec<String> = Vec::new();
    for key in text.split(',').map(str::trim) {
        if !keys.iter().any(|earlier| earlier == key) {
            keys.push(key.to_owned());
        }

        if key.is_empty() || keys.len() > MAX_KEYS {
            return None;
        }
    }

    Some(keys)
}

/// Some observations of an indicator, one after the other, as they were known at the end of a day.
#[derive(Clone)]
pub struct Selected<'a> {
    pub indicator: &'a Indicator,
    /// The effective one of the indicator.
    pub status: Status,
    rows: Range<usize>,
    as_of: Option<NaiveDate>,
}

/// The places of the observations between two days.
fn places(
    observations: &[Observation],
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> Range<usize> {
    if from.is_none() && to.is_none() {
        return 0..observations.len();
    }

    // An observation without a date is before all others.
    let start = observations.partition_point(|o| o.date.is_none() || o.date < from);
    let end = observations.partition_point(|o| to.is_none_or(|to| o.date <= Some(to)));
    start..end.max(start)
}

impl<'a> Selected<'a> {
    pub fn new(indicator: &'a Indicator, status: Status, query: &Query) -> Self {
        let mut rows = places(indicator.series.observations(), query.from, query.to);
        if let Some(last) = query.last {
            let places = rows.clone().rev();
            let mut known = places.filter(|place| query.is_known(&indicator.series, *place));
            rows.start = known.nth(last - 1).unwrap_or(rows.start);
        }

        Selected {
            indicator,
            status,
            rows,
            as_of: query.as_of,
        }
    }

    /// Returns true if that is everything as it is now.
    pub fn is_whole(&self) -> bool {
        let observations = self.indicator.series.observations();
        if self.len() < observations.len() {
            return false;
        }

        let Some(day) = self.as_of else { return true };
        observations.iter().all(|row| row.published <= Some(day))
    }

    /// How many rows are visited at most.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn observations(&self) -> impl Iterator<Item = &'a Observation> + use<'a> {
        let (series, as_of) = (&self.indicator.series, self.as_of);
        let current = series.observations();
        self.rows.clone().filter_map(move |place| match as_of {
            None => current.get(place),
            Some(day) => series.known_on(place, day),
        })
    }

    /// Every value that was ever published for the selected dates, with the day from which another value counts instead. That
    /// day may be unknown; there is none if the value still counts.
    pub fn vintages(
        &self,
    ) -> impl Iterator<Item = (&'a Observation, Option<Option<NaiveDate>>)> + use<'a> {
        let series = &self.indicator.series;
        let dates = &series.observations()[self.rows.clone()];
        let ends = dates.first().zip(dates.last());
        let revisions = series.revisions().filter(move |row| {
            ends.is_some_and(|(first, last)| first.date <= row.date && row.date <= last.date)
        });
        let mut revisions = revisions.peekable();
        iter::from_fn(move || {
            let observation = revisions.next()?;
            let next = revisions.peek();
            let next = next.filter(|next| next.date == observation.date);
            Some((observation, next.map(|next| next.published)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_the_first_and_the_last_of_what_is_named() {
        for (text, expected) in [
            ("2025", Some(("2025-01-01", "2025-12-31"))),
            ("2025-Q1", Some(("2025-01-01", "2025-03-31"))),
            ("2025-Q4", Some(("2025-10-01", "2025-12-31"))),
            ("2024-02", Some(("2024-02-01", "2024-02-29"))),
            ("2025-02", Some(("2025-02-01", "2025-02-28"))),
            ("2025-09-30", Some(("2025-09-30", "2025-09-30"))),
            ("2025-09-31", None),
            ("2025-02-29", None),
            ("2025-Q0", None),
            ("2025-Q5", None),
            ("2025-q1", None),
            ("2025Q1", None),
            ("2025-13", None),
            ("2025-00", None),
            ("2025-1", None),
            ("2025-", None),
            ("25", None),
            ("+025", None),
            ("2025-+1", None),
            ("2025-09-30T00:00", None),
            ("2025-9-30", None),
            ("год", None),
            ("20ж", None),
            (" 2025", None),
            ("20250", None),
        ] {
            let read = days(text).map(|(first, last)| (first.to_string(), last.to_string()));
            let read = read
                .as_ref()
                .map(|(first, last)| (first.as_str(), last.as_str()));
            assert_eq!(read, expected, "{text}");
        }
    }

    const ALL: [Parameter; 7] = Parameter::ALL;

    fn read(parameters: &[(&str, &str)]) -> Result<Query, BadParameter> {
        Query::read(parameters, &ALL, Some("dialect"))
    }

    #[test]
    fn the_last_of_several_counts_and_other_names_do_not() {
        assert_eq!(read(&[]), Ok(Query::default()));
        let others = [("_", ""), ("dialect", ""), ("pretty", "0"), ("recent", "1")];
        assert_eq!(read(&others), Ok(Query::default()));

        let query = read(&[("last", "0"), ("last", "7"), ("keys", " b,a , b")]).unwrap();
        assert_eq!(query.last, Some(7));
        assert_eq!(query.keys.unwrap(), ["b", "a"]);
    }

    #[test]
    fn names_near_ours_are_refused_with_the_name_to_write() {
        for (sent, name) in [
            ("asof", "asOf"),
            ("as_of", "asOf"),
            ("AsOf", "asOf"),
            ("as-of", "asOf"),
            ("ASOF[]", "asOf"),
            ("realtime_start", "asOf"),
            ("realtime_end", "asOf"),
            ("vintage_date", "asOf"),
            ("vintage_dates", "asOf"),
            ("vintageDate", "asOf"),
            ("Last", "last"),
            ("keys[]", "keys"),
            ("From", "from"),
            ("TO", "to"),
            ("Shape", "shape"),
            ("_category", "category"),
            ("Dialect", "dialect"),
        ] {
            let expected = Err(BadParameter::Misnamed(name));
            assert_eq!(read(&[(sent, "1")]), expected, "{sent}");
        }

        let taken = Query::read(&[("asof", "2025-01-01")], OF_DATES, None);
        assert_eq!(taken, Err(BadParameter::NotHere(Parameter::AsOf)));
    }

    #[test]
    fn what_cannot_be_answered_is_named() {
        use BadParameter::{Malformed, Misnamed, NotHere};
        let keys: Vec<String> = (0..101).map(|number| number.to_string()).collect();
        let (many, most) = (keys.join(","), keys[1..].join(","));
        for (name, value, expected) in [
            ("from", "2025-02-30", Malformed(Parameter::From)),
            ("to", "yesterday", Malformed(Parameter::To)),
            ("last", "0", Malformed(Parameter::Last)),
            ("last", "-1", Malformed(Parameter::Last)),
            ("last", "1234567890", Malformed(Parameter::Last)),
            ("asOf", "2025", Malformed(Parameter::AsOf)),
            ("keys", &many, Malformed(Parameter::Keys)),
            ("from", "", Malformed(Parameter::From)),
            ("keys", "", Malformed(Parameter::Keys)),
            ("category", "", Malformed(Parameter::Category)),
            ("asOf", "", Malformed(Parameter::AsOf)),
            ("shape", "", Malformed(Parameter::Shape)),
            ("shape", "Wide", Malformed(Parameter::Shape)),
            ("limit", "", Misnamed("last")),
            ("start_date", "2025-01-01", Misnamed("from")),
            ("observation_end", "2025-01-01", Misnamed("to")),
            ("limit", "5", Misnamed("last")),
            // The variable of a script that was never set.
            ("from", "", Malformed(Parameter::From)),
            ("to", "", Malformed(Parameter::To)),
            ("last", "", Malformed(Parameter::Last)),
            ("keys", "", Malformed(Parameter::Keys)),
            ("keys", "a,", Malformed(Parameter::Keys)),
            ("asOf", "", Malformed(Parameter::AsOf)),
            ("limit", "", Misnamed("last")),
        ] {
            assert_eq!(read(&[(name, value)]), Err(expected), "{name}={value}");
        }

        assert!(read(&[("keys", &most)]).is_ok());
        assert_eq!(
            Query::read(&[("keys", "a")], &[Parameter::From], None),
            Err(NotHere(Parameter::Keys)),
            "also where it is well formed"
        );
    }
}
