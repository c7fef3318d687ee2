//! JSON-stat 2.0, and the older form in which the dataset has a name.

use super::*;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Names of the dimension of time where none has its role.
const TIMES: [&str; 2] = ["time", "TIME_PERIOD"];

#[derive(Deserialize)]
struct Dataset<'a> {
    id: Option<Vec<String>>,
    size: Option<Vec<usize>>,
    role: Option<Role>,
    #[serde(borrow)]
    dimension: HashMap<String, &'a RawValue>,
    /// Values in the order of their places, or those that there are, by the numbers of their places.
    #[serde(borrow)]
    value: &'a RawValue,
    /// The same of statuses, or one of all values.
    #[serde(borrow)]
    status: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Role {
    #[serde(default)]
    time: Vec<String>,
}

#[derive(Deserialize)]
struct Dimension {
    category: Category,
}

#[derive(Deserialize)]
struct Category {
    index: Option<Index>,
    /// The only category of a dimension.
    label: Option<HashMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Index {
    List(Vec<String>),
    Places(HashMap<String, usize>),
}

impl Dimension {
    /// The codes in the order of their places; `None` where a place has none or two.
    fn codes(self) -> Option<Vec<String>> {
        match (self.category.index, self.category.label) {
            (Some(Index::List(codes)), _) => Some(codes),
            (Some(Index::Places(places)), _) => {
                let mut codes: Vec<(usize, String)> =
                    places.into_iter().map(|(code, place)| (place, code)).collect();
                codes.sort();
                let is_whole = codes.iter().map(|(place, _)| *place).eq(0..codes.len());
                is_whole.then(|| codes.into_iter().map(|(_, code)| code).collect())
            }
            (None, label) => Some(label.filter(|label| label.len() == 1)?.into_keys().collect()),
        }
    }
}

pub fn read(bytes: &[u8]) -> Result<Vec<CodedRow>, Message> {
    std::str::from_utf8(bytes).ok().and_then(rows).ok_or_else(msg::json_stat_unread)
}

fn rows(text: &str) -> Option<Vec<CodedRow>> {
    let text = text.trim_start_matches('\u{feff}');
    let whole: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    match whole.contains_key("dimension") {
        true => dataset_rows(text),
        false => {
            let mut datasets = whole.into_values().filter_map(|value| dataset_rows(value.get()));
            datasets.next().filter(|_| datasets.next().is_none())
        }
    }
}

fn dataset_rows(text: &str) -> Option<Vec<CodedRow>> {
    let mut dataset: Dataset<'_> = serde_json::from_str(text).ok()?;
    fn take_member<T: serde::de::DeserializeOwned>(
        inner: &mut HashMap<String, &RawValue>,
        name: &str,
    ) -> Option<T> {
        serde_json::from_str(inner.remove(name)?.get()).ok()
    }
    let ids = dataset.id.take().or_else(|| take_member(&mut dataset.dimension, "id"))?;
    let sizes = dataset.size.take().or_else(|| take_member(&mut dataset.dimension, "size"))?;
    let role = dataset.role.take().or_else(|| take_member(&mut dataset.dimension, "role"));
    let time = role.and_then(|role| role.time.into_iter().next());
    let is_time = |id: &String| match &time {
        Some(time) => id == time,
        None => TIMES.iter().any(|time| id.eq_ignore_ascii_case(time)),
    };
    let time = ids.iter().position(is_time)?;
    let dimension = |id: &String| -> Option<Vec<String>> {
        let dimension: Dimension = serde_json::from_str(dataset.dimension.get(id)?.get()).ok()?;
        dimension.codes()
    };
    let codes: Vec<Vec<String>> = ids.iter().map(dimension).collect::<Option<_>>()?;
    let is_whole =
        codes.len() == sizes.len() && codes.iter().zip(&sizes).all(|(codes, size)| codes.len() == *size);
    let statuses = statuses(dataset.status);
    let entries = entries(dataset.value, &sizes)?;
    let row = |(number, value): (usize, &RawValue)| {
        let places = places(number, &sizes)?;
        let code =
            |(at, place): (usize, &usize)| Some((ids.get(at)?.clone(), codes.get(at)?.get(*place)?.clone()));
        let mut all: Vec<(String, String)> = places.iter().enumerate().map(code).collect::<Option<_>>()?;
        let (_, period) = all.remove(time);
        let place = all.iter().map(|(_, code)| code.as_str()).collect::<Vec<_>>().join(".");
        let value = match value.get() {
            "null" => "",
            text => text.trim_matches('"'),
        };
        Some(CodedRow {
            dimensions: all.len(),
            codes: Arc::new(all),
            place: format!("{place} {period}"),
            period,
            value: value.to_owned(),
            status: statuses(number),
        })
    };
    if !is_whole {
        return None;
    }
    entries.into_iter().map(row).collect()
}

/// The values by the numbers of their places. A list that does not fill all places has lost one, and is refused.
fn entries<'a>(values: &'a RawValue, sizes: &[usize]) -> Option<Vec<(usize, &'a RawValue)>> {
    if let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(values.get()) {
        let count = sizes.iter().try_fold(1, |count: usize, size| count.checked_mul(*size));
        return (count == Some(list.len())).then(|| list.into_iter().enumerate().collect());
    }
    let sparse: BTreeMap<String, &RawValue> = serde_json::from_str(values.get()).ok()?;
    sparse.into_iter().map(|(place, value)| Some((place.parse().ok()?, value))).collect()
}

/// The places in each dimension of a value by its number; `None` beyond the last.
fn places(number: usize, sizes: &[usize]) -> Option<Vec<usize>> {
    let mut rest = number;
    let mut places: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|size| {
            let place = rest.checked_rem(*size)?;
            rest /= size;
            Some(place)
        })
        .collect::<Option<_>>()?;
    places.reverse();
    (rest == 0).then_some(places)
}

/// The status of a value by its number.
fn statuses(status: Option<&RawValue>) -> impl Fn(usize) -> String {
    let text = status.map_or("null", RawValue::get);
    let alike: Option<String> = serde_json::from_str(text).unwrap_or_default();
    let list: Vec<Option<String>> = serde_json::from_str(text).unwrap_or_default();
    let sparse: HashMap<String, Option<String>> = serde_json::from_str(text).unwrap_or_default();
    move |number| {
        let listed = || list.get(number).cloned().flatten();
        let placed = || sparse.get(&number.to_string()).cloned().flatten();
        alike.clone().or_else(listed).or_else(placed).unwrap_or_default()
    }
}
