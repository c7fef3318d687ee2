//! The daily bulletin of the Central Bank of Azerbaijan: official rates of currencies and bank metals on one day.

use super::*;

use super::outcome::Lacking;
use super::xml::XmlError;

/// The first day of the present manat: a manat of older bulletins was worth 5,000 times less.
const FIRST: NaiveDate = match NaiveDate::from_ymd_opt(2006, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// The indicators that are named of those that a bulletin lacks.
const MAX_NAMED: usize = 50;

struct Entry {
    code: String,
    /// The number of units, or ounces, that the value is given for.
    nominal: u32,
    value: Number,
    location: Location,
}

/// The observations of a bulletin, the codes that no indicator has, and what it lacks.
pub fn read(file: &DataFile, request: Request<'_>, report: &Report) -> Import {
    let whole = Location::file(file.path.as_str());
    let before = report.errors();
    let bulletin = bulletin(file, &whole, report);
    let Some((date, entries)) = bulletin.filter(|_| report.errors() == before) else {
        return Import::default();
    };
    let by_code = by_code(request.dataset, request.source);
    let (mut rows, mut unknown) = (Vec::new(), BTreeSet::new());
    let (mut sources, mut present) = (BTreeSet::new(), HashSet::new());
    for entry in entries {
        let Some(indicators) = by_code.get(entry.code.as_str()) else {
            unknown.insert(entry.code);
            continue;
        };
        for indicator in indicators {
            sources.extend(indicator.source.as_ref().map(|source| source.id.as_str()));
            present.insert(&indicator.key);
            match entry.value.scaled(indicator.nominal.get(), entry.nominal) {
                Some(value) => {
                    let row = NewRow {
                        key: indicator.key.to_string(),
                        date: date.to_string(),
                        value: value.to_string(),
                        published: request.published.map_or_else(|| date.to_string(), str::to_owned),
                        ..NewRow::default()
                    };
                    rows.push((entry.location.clone(), row));
                }
                None => report.error(
                    entry.location.clone(),
                    msg::cbar_no_decimal(entry.value, entry.nominal, indicator.nominal),
                ),
            }
        }
    }
    let lacking = lacking(request.dataset, &sources, &present, date).filter(|_| !rows.is_empty());
    let lacking = lacking.map(|(former, keys)| {
        let more = if keys.len() > MAX_NAMED { ", …" } else { "" };
        Lacking { keys: keys.iter().take(MAX_NAMED).copied().collect::<Vec<_>>().join(", ") + more, former }
    });
    if sources.len() > 1 {
        let sources = sources.into_iter().collect::<Vec<_>>().join(", ");
        report.error(whole, msg::cbar_sources_differ(sources));
    } else if rows.is_empty() && report.errors() == before {
        report.error(whole, msg::cbar_no_indicator());
    }
    Import { rows, unknown, lacking, ..Import::default() }
}

/// The indicators of these sources that the bulletin before the one of `date` had, as the dataset knows it, and that are
/// not among `present`; with the day of that bulletin.
fn lacking<'a>(
    dataset: &'a Dataset,
    sources: &BTreeSet<&str>,
    present: &HashSet<&Key>,
    date: NaiveDate,
) -> Option<(NaiveDate, Vec<&'a str>)> {
    let is_of_source = |indicator: &&Indicator| {
        let id = indicator.source.as_ref().map(|source| source.id.as_str());
        indicator.source_code.is_some() && id.map_or(sources.is_empty(), |id| sources.contains(id))
    };
    let former = |indicator: &Indicator| {
        let dates = indicator.series.observations().iter().filter_map(|row| row.date);
        dates.rev().find(|day| *day < date)
    };
    let indicators: Vec<_> = dataset.indicators().filter(is_of_source).map(|i| (&i.key, former(i))).collect();
    let last = indicators.iter().filter_map(|(_, day)| *day).max()?;
    let had = indicators.iter().filter(|(_, day)| *day == Some(last)).map(|(key, _)| *key);
    let lacking: Vec<&str> = had.filter(|key| !present.contains(key)).map(Key::as_str).collect();
    (!lacking.is_empty()).then_some((last, lacking))
}

fn by_code<'a>(dataset: &'a Dataset, source: Option<&str>) -> HashMap<&'a str, Vec<&'a Indicator>> {
    let mut by_code: HashMap<&str, Vec<&Indicator>> = HashMap::new();
    for indicator in dataset.indicators() {
        let id = indicator.source.as_ref().map(|source| source.id.as_str());
        if let Some(code) = indicator.source_code.as_deref().filter(|_| source.is_none() || id == source) {
            by_code.entry(code).or_default().push(indicator);
        }
    }
    by_code
}

/// The day of a bulletin and its entries; what is wrong with it is reported.
fn bulletin(file: &DataFile, whole: &Location, report: &Report) -> Option<(NaiveDate, Vec<Entry>)> {
    let refuse = |message: Message| report.refuse(whole.clone(), message);
    let Ok(text) = std::str::from_utf8(&file.bytes) else { return refuse(msg::cbar_not_utf8()) };
    let document = match xml::parse(text) {
        Ok(document) => document,
        Err(XmlError::TooManyAttributes) => return refuse(msg::cbar_attributes(xml::MAX_ATTRIBUTES)),
        Err(XmlError::DocumentType) => return refuse(msg::cbar_doctype()),
        Err(XmlError::Malformed(error)) => return refuse(msg::cbar_not_xml(error)),
    };
    let root = document.root_element();
    if root.tag_name().name() != "ValCurs" {
        return refuse(msg::cbar_other_root(root.tag_name().name()));
    }
    let written = root.attribute("Date").unwrap_or_default();
    let date = NaiveDate::parse_from_str(written, "%d.%m.%Y").ok().filter(|_| written.len() == 10);
    let Some(date) = date else { return refuse(msg::cbar_bad_date(written)) };
    if date < FIRST {
        return refuse(msg::cbar_old_manat(date));
    }
    let is = |node: &Node<'_, '_>, name: &str| node.has_tag_name(name);
    let types = root.children().filter(|node| is(node, "ValType"));
    let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let (mut entries, mut codes) = (Vec::new(), HashSet::new());
    let mut any = false;
    for node in types.flat_map(|node| node.children()).filter(|node| is(node, "Valute")) {
        any = true;
        let line = 1 + starts.partition_point(|start| *start <= node.range().start);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        match entry(node, whole.line(line)) {
            Ok(entry) if codes.insert(entry.code.clone()) => entries.push(entry),
            Ok(entry) => report.error(entry.location, msg::cbar_repeated(entry.code)),
            Err(problem) => report.error(whole.line(line), problem),
        }
    }
    if !any {
        return refuse(msg::cbar_no_entries());
    }
    Some((date, entries))
}

fn entry(node: Node<'_, '_>, location: Location) -> Result<Entry, Message> {
    let text = |name: &str| {
        let child = node.children().find(|child| child.has_tag_name(name));
        child.and_then(|child| child.text()).map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    let code = node.attribute("Code").unwrap_or_default().to_owned();
    if code.is_empty() {
        return Err(msg::cbar_no_code());
    }
    // Metals are priced for a troy ounce, which the bank writes as `t.u.`.
    let written = text("Nominal");
    let bare = written.strip_suffix("t.u.").map_or(written.as_str(), str::trim_end);
    let nominal = bare.parse::<u32>().ok().filter(|nominal| *nominal > 0);
    let Some(nominal) = nominal else { return Err(msg::cbar_bad_nominal(code, &written)) };
    let written = text("Value");
    let value = written.parse::<Number>().ok().filter(|value| value.sign() == std::cmp::Ordering::Greater);
    let Some(value) = value else { return Err(msg::cbar_bad_value(code, &written)) };
    Ok(Entry { code, nominal, value, location })
}
