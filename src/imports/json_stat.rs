//! JSON-stat 2.0, and the older form in which the dataset has a name.

use super::*;

use super::codes::Names;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Names of the dimension of time where none has its role.
const TIMES: [&str; 2] = ["time", "TIME_PERIOD"];

/// The members of an object, numbers as they are written.
type Object<'a> = HashMap<String, &'a RawValue>;

fn parse<'a, T: Deserialize<'a>>(value: &'a RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

fn member<'a, T: Deserialize<'a>>(object: &Object<'a>, name: &str) -> Option<T> {
    parse(object.get(name)?)
}

pub fn read(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    // The members that only SDMX-JSON has.
    let is_sdmx = |name: &str| {
        bytes
            .windows(name.len())
            .any(|part| part == name.as_bytes())
    };
    if is_sdmx("\"dataSets\"") && (is_sdmx("\"structure\"") || is_sdmx("\"structures\"")) {
        return Err(msg::message_of_sdmx_json());
    }

    std::str::from_utf8(bytes)
        .ok()
        .and_then(read_text)
        .unwrap_or_else(|| Err(msg::json_stat_unread()))
}

/// The rows of a message, or the reason why they are too many; `None` where it is not as the standard has it.
type Read = Option<Result<Vec<CodedRow>, Message>>;

fn read_text(text: &str) -> Read {
    let whole: Object<'_> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    if whole.contains_key("dimension") {
        return rows(&whole);
    }

    let mut datasets = whole.into_values().filter_map(|value| rows(&parse(value)?));
    datasets.next().filter(|_| datasets.next().is_none())
}

fn rows(dataset: &Object<'_>) -> Read {
    let dimensions: Object<'_> = member(dataset, "dimension")?;
    // The older form has these beside the dimensions.
    let ids: Vec<String> = member(dataset, "id").or_else(|| member(&dimensions, "id"))?;
    let sizes: Vec<usize> = member(dataset, "size").or_else(|| member(&dimensions, "size"))?;
    let roles: Option<Object<'_>> = member(dataset, "role").or_else(|| member(&dimensions, "role"));
    let time = roles.and_then(|roles| member::<Vec<String>>(&roles, "time")?.into_iter().next());
    let time = ids.iter().position(|id| match &time {
        Some(time) => id == time,
        None => TIMES.iter().any(|time| id.eq_ignore_ascii_case(time)),
    })?;
    let distinct: HashSet<&String> = ids.iter().collect();
    if distinct.len() < ids.len() || ids.len() != sizes.len() {
        return None;
    }

    let codes = ids
        .iter()
        .map(|id| codes(&member(&dimensions, id)?))
        .collect::<Option<Vec<_>>>()?;
    if !codes.iter().map(Vec::len).eq(sizes.iter().copied()) {
        return None;
    }

    let status = statuses(dataset.get("status").copied());

    let mut names = Names::default();
    let mut rows = Vec::new();
    for (number, value) in values(dataset.get("value")?, &sizes)? {
        let mut key = Vec::new();
        // The last dimension changes with each value.
        let mut rest = number;
        for (id, codes) in ids.iter().zip(&codes).rev() {
            let code = codes.get(rest.checked_rem(codes.len())?)?;
            key.push((id.as_str(), code.as_str()));
            rest /= codes.len();
        }

        if rest > 0 {
            return None;
        }

        key.reverse();
        let (_, period) = key.remove(time);
        match row(&key, period, value.get(), &status(number), &mut names) {
            Ok(row) => rows.push(row),
            Err(message) => return Some(Err(message)),
        }
    }

    Some(Ok(rows))
}

fn row(
    key: &[(&str, &str)],
    period: &str,
    value: &str,
    status: &str,
    names: &mut Names,
) -> Result<CodedRow, Message> {
    names.count_row()?;
    let value = match value {
        "null" => "",
        text => text.trim_matches('"'),
    };

    Ok(CodedRow {
        dimensions: names.key(key.iter().copied())?,
        attributes: names.key([])?,
        period: names.text(period)?,
        value: value.into(),
        status: names.text(status)?,
        action: names.text("")?,
        line: None,
        element: names.text("")?,
    })
}

/// The codes of a dimension in the order of their places; `None` where a place has none or two.
fn codes(dimension: &Object<'_>) -> Option<Vec<String>> {
    let category: Object<'_> = member(dimension, "category")?;
    let Some(index) = category.get("index") else {
        // A dimension of one category needs no index.
        let labels: HashMap<String, String> = member(&category, "label")?;
        return (labels.len() == 1).then(|| labels.into_keys().collect());
    };

    parse(index).or_else(|| {
        let places: HashMap<String, usize> = parse(index)?;
        let mut codes = vec![None; places.len()];
        for (code, place) in places {
            *codes.get_mut(place)? = Some(code);
        }

        codes.into_iter().collect()
    })
}

/// The values by the numbers of their places. A list that does not fill all places has lost one, and is refused.
fn values<'a>(values: &'a RawValue, sizes: &[usize]) -> Option<BTreeMap<usize, &'a RawValue>> {
    let Some(list) = parse::<Vec<&RawValue>>(values) else {
        return parse(values);
    };

    let count = sizes
        .iter()
        .try_fold(1, |count: usize, size| count.checked_mul(*size));
    (count == Some(list.len())).then(|| list.into_iter().enumerate().collect())
}

/// The status of a value by its number: one of all values, a list, or those that there are.
fn statuses(status: Option<&RawValue>) -> impl Fn(usize) -> String {
    let alike: Option<String> = status.and_then(parse);
    let list: Vec<Option<String>> = status.and_then(parse).unwrap_or_default();
    let sparse: HashMap<usize, Option<String>> = status.and_then(parse).unwrap_or_default();
    move |number| {
        let status = alike
            .as_ref()
            .or_else(|| list.get(number).or(sparse.get(&number))?.as_ref());
        status.cloned().unwrap_or_default()
    }
}
