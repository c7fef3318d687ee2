//! JSON-stat 2.0, and the older form in which the dataset has a name.

use super::*;

use super::codes::Names;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Names of the dimension of time where none has its role.
const TIMES: [&str; 2] = ["time", "TIME_PERIOD"];
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

/// One status of all values, or those that values have.
#[derive(Default)]
struct Statuses {
    of_all: String,
    of_values: HashMap<usize, Option<String>>,
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
        names.count_row()?;
        let mut key = Vec::new();
        let mut rest = *number;
        for (id, codes) in cube.ids.iter().zip(&cube.codes).rev() {
            key.push((id.as_str(), codes[rest % codes.len()].as_str()));
            rest /= codes.len();
        }

        key.reverse();
        let (_, period) = key.remove(cube.time);
        let value = match value.get() {
            "null" => "",
            text => text.trim_matches('"'),
        };

        rows.push(CodedRow {
            dimensions: names.key(key)?,
            period: names.text(period)?,
            value: value.into(),
            status: names.text(cube.statuses.of(*number))?,
            ..CodedRow::default()
        });
    }

    Ok(rows)
}

fn parse<'a, T: Deserialize<'a>>(value: &'a RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

fn member<'a, T: Deserialize<'a>>(object: &Object<'a>, name: &str) -> Option<T> {
    parse(object.get(name)?)
}

/// The only dataset of a text; `None` where that is not as the standard has it.
fn parse_text(text: &str) -> Option<Cube<'_>> {
    let whole: Object<'_> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    if whole.contains_key("dimension") {
        return parse_cube(&whole);
    }

    let mut cubes = whole
        .into_values()
        .filter_map(|value| parse_cube(&parse(value)?));
    cubes.next().filter(|_| cubes.next().is_none())
}

fn parse_cube<'a>(dataset: &Object<'a>) -> Option<Cube<'a>> {
    let dimensions: Object<'_> = member(dataset, "dimension")?;
    // The older form has these beside the dimensions.
    let ids: Vec<String> = member(dataset, "id").or_else(|| member(&dimensions, "id"))?;
    let sizes: Vec<usize> = member(dataset, "size").or_else(|| member(&dimensions, "size"))?;
    let roles: Option<Object<'_>> = member(dataset, "role").or_else(|| member(&dimensions, "role"));
    let times: Option<Vec<String>> = roles.and_then(|roles| member(&roles, "time"));
    let named = ids
        .iter()
        .position(|id| match times.iter().flatten().next() {
            Some(time) => id == time,
            None => TIMES.iter().any(|time| id.eq_ignore_ascii_case(time)),
        });

    let mut codes = Vec::new();
    let mut count: usize = 1;
    for (at, id) in ids.iter().enumerate() {
        let of_dimension = parse_codes(&member(&dimensions, id)?)?;
        if ids[..at].contains(id) || sizes.get(at) != Some(&of_dimension.len()) {
            return None;
        }

        count = count.checked_mul(of_dimension.len())?;
        codes.push(of_dimension);
    }

    // Else the only dimension whose codes are periods.
    let mut of_periods =
        (0..codes.len()).filter(|at| codes[*at].iter().all(|code| is_period(code)));
    let only = of_periods.next().filter(|_| of_periods.next().is_none());
    let time = named.or(only)?;

    let values = parse_values(dataset.get("value")?, count)?;
    let is_whole = sizes.len() == ids.len() && values.keys().all(|number| *number < count);
    let statuses = dataset.get("status").map(|status| parse_statuses(status));
    is_whole.then(|| Cube {
        ids,
        time,
        codes,
        values,
        statuses: statuses.unwrap_or_default(),
    })
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

fn parse_statuses(status: &RawValue) -> Statuses {
    let list: Option<Vec<Option<String>>> = parse(status);
    let of_values = match list {
        Some(list) => list.into_iter().enumerate().collect(),
        None => parse(status).unwrap_or_default(),
    };

    Statuses {
        of_all: parse(status).unwrap_or_default(),
        of_values,
    }
}

impl Statuses {
    /// The status of a value by its number.
    fn of(&self, number: usize) -> &str {
        match self.of_values.get(&number) {
            Some(Some(status)) => status,
            _ => &self.of_all,
        }
    }
}
