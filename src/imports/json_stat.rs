//! JSON-stat 2.0, and the older form in which the dataset has a name.

use super::*;

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
    std::str::from_utf8(bytes)
        .ok()
        .and_then(read_text)
        .ok_or_else(msg::json_stat_unread)
}

fn read_text(text: &str) -> Option<Vec<CodedRow>> {
    let whole: Object<'_> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    if whole.contains_key("dimension") {
        return rows(&whole);
    }
    let mut datasets = whole.into_values().filter_map(|value| rows(&parse(value)?));
    datasets.next().filter(|_| datasets.next().is_none())
}

fn rows(dataset: &Object<'_>) -> Option<Vec<CodedRow>> {
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
    let codes = ids
        .iter()
        .map(|id| codes(&member(&dimensions, id)?))
        .collect::<Option<Vec<_>>>()?;
    if !codes.iter().map(Vec::len).eq(sizes.iter().copied()) {
        return None;
    }
    let status = statuses(dataset.get("status").copied());
    let row = |(number, value): (usize, &RawValue)| {
        let mut key = Vec::new();
        // The last dimension changes with each value.
        let mut rest = number;
        for (id, codes) in ids.iter().zip(&codes).rev() {
            key.push((
                id.clone(),
                codes.get(rest.checked_rem(codes.len())?)?.clone(),
            ));
            rest /= codes.len();
        }
        key.reverse();
        let (_, period) = key.remove(time);
        let place = key
            .iter()
            .map(|(_, code)| code.as_str())
            .collect::<Vec<_>>()
            .join(".");
        (rest == 0).then(|| CodedRow {
            dimensions: Arc::new(key),
            place: format!("{place} {period}"),
            period,
            value: match value.get() {
                "null" => String::new(),
                text => text.trim_matches('"').to_owned(),
            },
            status: status(number),
            ..CodedRow::default()
        })
    };
    values(dataset.get("value")?, &sizes)?
        .into_iter()
        .map(row)
        .collect()
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
