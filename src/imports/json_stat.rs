//! JSON-stat 2.0, and the older form in which the dataset has a name.

use super::*;

use super::codes::{Names, PERIOD, STATUSES, VALUE, WrittenCodes};

use serde::Deserialize;
use serde_json::value::RawValue;

/// Names of the dimension of time where none has its role.
const TIMES: [&str; 2] = ["time", PERIOD];
/// Members that only SDMX-JSON has.
const DATA_SETS: &str = "\"dataSets\"";
const STRUCTURES: [&str; 2] = ["\"structure\"", "\"structures\""];

/// The members of an object, numbers as they are written.
type Object<'a> = HashMap<String, &'a RawValue>;

/// A dataset, whose values are numbered with the last dimension changing first.
struct Cube<'a> {
    ids: Vec<String>,
    /// The place of the dimension of time.
    time: usize,
    /// The codes of each dimension.
    codes: Vec<Vec<String>>,
    values: BTreeMap<usize, &'a RawValue>,
    statuses: Statuses,
}

/// The status of all values, or those of single ones; some write `null` where there is none.
#[derive(Deserialize)]
#[serde(untagged)]
enum Statuses {
    Common(Option<String>),
    List(Vec<Option<String>>),
    Single(HashMap<String, Option<String>>),
}

impl Statuses {
    fn of_value(&self, number: usize) -> &str {
        let status = match self {
            Statuses::Common(status) => Some(status),
            Statuses::List(statuses) => statuses.get(number),
            Statuses::Single(statuses) => statuses.get(&number.to_string()),
        };
        status.and_then(Option::as_deref).unwrap_or_default()
    }
}

pub fn read(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if text.contains(DATA_SETS) && STRUCTURES.iter().any(|name| text.contains(name)) {
        return Err(msg::message_of_sdmx_json());
    }

    let cube = parse_text(text).ok_or_else(msg::json_stat_unread)?;
    let mut names = Names::default();
    let mut rows = Vec::new();
    for (number, value) in &cube.values {
        let mut key = cube.key(*number);
        let (_, period) = key.remove(cube.time);
        let status = cube.statuses.of_value(*number);
        let value = match value.get() {
            "null" => "",
            text => text.trim_matches('"'),
        };

        let components = [(PERIOD, period), (VALUE, value), (STATUSES[0], status)];
        rows.push(names.row(key, Vec::new(), &components)?);
    }

    Ok(rows)
}

impl Cube<'_> {
    /// The dimensions, each with the code that a value has.
    fn key(&self, number: usize) -> WrittenCodes<'_> {
        let mut key = Vec::new();
        let mut rest = number;
        for (id, codes) in self.ids.iter().zip(&self.codes).rev() {
            let code = &codes[rest % codes.len()];
            key.push((id.as_str(), code.as_str()));
            rest /= codes.len();
        }

        key.reverse();
        key
    }
}

fn parse<'a, T: Deserialize<'a>>(value: &'a RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

fn member<'a, T: Deserialize<'a>>(object: &Object<'a>, name: &str) -> Option<T> {
    parse(object.get(name)?)
}

/// The first of these members of a name.
fn first_member<'a, T: Deserialize<'a>>(objects: [&Object<'a>; 2], name: &str) -> Option<T> {
    objects.into_iter().find_map(|object| member(object, name))
}

/// The only dataset of a text; `None` where that is not as the standard has it.
fn parse_text(text: &str) -> Option<Cube<'_>> {
    let whole: Object<'_> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    if whole.contains_key("dimension") {
        return parse_cube(&whole);
    }

    let mut cubes = Vec::new();
    for value in whole.into_values() {
        if let Some(dataset) = parse(value) {
            cubes.extend(parse_cube(&dataset));
        }
    }

    let cube = cubes.pop();
    cube.filter(|_| cubes.is_empty())
}

fn parse_cube<'a>(dataset: &Object<'a>) -> Option<Cube<'a>> {
    let dimensions: Object<'_> = member(dataset, "dimension")?;
    // The older form has these beside the dimensions.
    let places = [dataset, &dimensions];
    let ids: Vec<String> = first_member(places, "id")?;
    let sizes: Vec<usize> = first_member(places, "size")?;
    let roles: Object<'_> = first_member(places, "role").unwrap_or_default();
    let times: Vec<String> = member(&roles, "time").unwrap_or_default();

    if sizes.len() != ids.len() {
        return None;
    }

    let mut codes = Vec::new();
    let mut count: usize = 1;
    for (at, id) in ids.iter().enumerate() {
        let dimension = parse_codes(&member(&dimensions, id)?)?;
        let is_repeated = ids[..at].contains(id);
        if is_repeated || dimension.len() != sizes[at] {
            return None;
        }

        count = count.checked_mul(dimension.len())?;
        codes.push(dimension);
    }

    let time = find_time(&ids, times.first(), &codes)?;
    let values = parse_values(dataset.get("value")?, count)?;
    if values.keys().any(|number| *number >= count) {
        return None;
    }

    let statuses = match dataset.get("status") {
        Some(status) => parse(status)?,
        None => Statuses::Common(None),
    };

    Some(Cube {
        ids,
        time,
        codes,
        values,
        statuses,
    })
}

/// The place of the dimension of time: the one with this role, one that is named so, or the only one whose codes are
/// periods.
fn find_time(ids: &[String], role: Option<&String>, codes: &[Vec<String>]) -> Option<usize> {
    for (at, id) in ids.iter().enumerate() {
        let is_time = match role {
            Some(role) => id == role,
            None => TIMES.iter().any(|time| id.eq_ignore_ascii_case(time)),
        };
        if is_time {
            return Some(at);
        }
    }

    let mut found = None;
    for (at, codes) in codes.iter().enumerate() {
        if codes.iter().all(|code| is_period(code)) && found.replace(at).is_some() {
            return None;
        }
    }

    found
}

fn is_period(code: &str) -> bool {
    Label::parse(code, codes::CONTEXT).is_some()
}

/// The codes of a dimension in the order of their places; `None` where a place has none or two.
fn parse_codes(dimension: &Object<'_>) -> Option<Vec<String>> {
    let category: Object<'_> = member(dimension, "category")?;
    let Some(index) = category.get("index") else {
        // A dimension of one category needs no index.
        let labels: HashMap<String, String> = member(&category, "label")?;
        return (labels.len() == 1).then(|| labels.into_keys().collect());
    };

    if let Some(list) = parse(index) {
        return Some(list);
    }

    let places: HashMap<String, usize> = parse(index)?;
    let mut codes = vec![None; places.len()];
    for (code, place) in places {
        *codes.get_mut(place)? = Some(code);
    }

    codes.into_iter().collect()
}

/// The values by the numbers of their places. A list that does not fill all places has lost one, and is refused.
fn parse_values(values: &RawValue, count: usize) -> Option<BTreeMap<usize, &RawValue>> {
    match parse::<Vec<&RawValue>>(values) {
        Some(list) if list.len() == count => Some(list.into_iter().enumerate().collect()),
        Some(_) => None,
        None => parse(values),
    }
}
