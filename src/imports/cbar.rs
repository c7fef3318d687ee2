//! The daily bulletin of the Central Bank of Azerbaijan: official rates of currencies and bank metals on one day.

use super::*;

use super::outcome::Lacking;
use super::xml::XmlError;

/// The first year of the present manat: a manat of older bulletins was worth 5,000 times less.
const FIRST_YEAR: i32 = 2006;

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
    let mut import = Import::default();
    let whole = Location::file(file.path.as_str());
    let before = report.errors();
    let bulletin = bulletin(file, &whole, report);
    let Some((date, entries)) = bulletin.filter(|_| report.errors() == before) else {
        return import;
    };

    let mut by_code: HashMap<&str, Vec<&Indicator>> = HashMap::new();
    for indicator in request.dataset.indicators() {
        if let Some(code) = &indicator.source_code
            && (request.source.is_none() || source_id(indicator) == request.source)
        {
            by_code.entry(code).or_default().push(indicator);
        }
    }

    let (mut sources, mut present) = (BTreeSet::new(), HashSet::new());
    for Entry {
        code,
        nominal,
        value,
        location,
    } in entries
    {
        let Some(indicators) = by_code.get(code.as_str()) else {
            import.unknown.insert(code);
            continue;
        };

        for indicator in indicators {
            sources.extend(source_id(indicator));
            present.insert(&indicator.key);
            let Some(value) = value.scaled(indicator.nominal.get(), nominal) else {
                let message = msg::cbar_no_decimal(value, nominal, indicator.nominal);
                report.error(location.clone(), message);
                continue;
            };

            let row = NewRow {
                key: indicator.key.to_string(),
                date: date.to_string(),
                value: value.to_string(),
                published: request
                    .published
                    .map_or_else(|| date.to_string(), str::to_owned),
                ..NewRow::default()
            };

            import.rows.push((location.clone(), row));
        }
    }

    if !import.rows.is_empty() {
        import.lacking = lacking(request.dataset, &sources, &present, date);
    }

    if sources.len() > 1 {
        let sources = sources.into_iter().collect::<Vec<_>>().join(", ");
        report.error(whole, msg::cbar_sources_differ(sources));
    } else if import.rows.is_empty() && report.errors() == before {
        report.error(whole, msg::cbar_no_indicator());
    }

    import
}

fn source_id(indicator: &Indicator) -> Option<&str> {
    indicator.source.as_ref().map(|source| source.id.as_str())
}

/// The indicators of these sources that the bulletin before the one of `date` had, as the dataset knows it, and that are
/// not among `present`.
fn lacking(
    dataset: &Dataset,
    sources: &BTreeSet<&str>,
    present: &HashSet<&Key>,
    date: NaiveDate,
) -> Option<Lacking> {
    let is_of_source = |indicator: &&Indicator| {
        let id = source_id(indicator);
        indicator.source_code.is_some() && id.map_or(sources.is_empty(), |id| sources.contains(id))
    };
    let former = |indicator: &Indicator| {
        let dates = indicator
            .series
            .observations()
            .iter()
            .filter_map(|row| row.date);
        dates.rev().find(|day| *day < date)
    };
    let indicators: Vec<_> = dataset
        .indicators()
        .filter(is_of_source)
        .map(|i| (&i.key, former(i)))
        .collect();
    let last = indicators.iter().filter_map(|(_, day)| *day).max()?;
    let had = indicators
        .iter()
        .filter(|(_, day)| *day == Some(last))
        .map(|(key, _)| *key);
    let keys: Vec<&str> = had
        .filter(|key| !present.contains(key))
        .map(Key::as_str)
        .collect();
    let (named, others) = keys.split_at(keys.len().min(MAX_NAMED));
    let more = if others.is_empty() { "" } else { ", …" };
    (!keys.is_empty()).then(|| Lacking {
        keys: named.join(", ") + more,
        former: last,
    })
}

/// The day of a bulletin and its entries; what is wrong with it is reported.
fn bulletin(file: &DataFile, whole: &Location, report: &Report) -> Option<(NaiveDate, Vec<Entry>)> {
    let refuse = |message: Message| report.refuse(whole.clone(), message);
    let Ok(text) = std::str::from_utf8(&file.bytes) else {
        return refuse(msg::cbar_not_utf8());
    };

    let document = match xml::parse(text) {
        Ok(document) => document,
        Err(XmlError::TooManyAttributes) => {
            return refuse(msg::cbar_attributes(xml::MAX_ATTRIBUTES));
        }
        Err(XmlError::DocumentType) => return refuse(msg::cbar_doctype()),
        Err(XmlError::Malformed(error)) => return refuse(msg::cbar_not_xml(error)),
    };

    let root = document.root_element();
    if root.tag_name().name() != "ValCurs" {
        return refuse(msg::cbar_other_root(root.tag_name().name()));
    }

    let written = root.attribute("Date").unwrap_or_default();
    let date = NaiveDate::parse_from_str(written, "%d.%m.%Y")
        .ok()
        .filter(|_| written.len() == 10);
    let Some(date) = date else {
        return refuse(msg::cbar_bad_date(written));
    };

    if date.year() < FIRST_YEAR {
        return refuse(msg::cbar_old_manat(date));
    }

    let types = elements(root, "ValType");
    let nodes: Vec<Node<'_, '_>> = types.flat_map(|node| elements(node, "Valute")).collect();
    if nodes.is_empty() {
        return refuse(msg::cbar_no_entries());
    }

    let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let (mut entries, mut codes) = (Vec::new(), HashSet::new());
    for node in nodes {
        let line = 1 + starts.partition_point(|start| *start <= node.range().start);
        let location = whole.line(line.try_into().unwrap_or(u32::MAX));
        match entry(node, location.clone()) {
            Ok(entry) if codes.insert(entry.code.clone()) => entries.push(entry),
            Ok(entry) => report.error(location, msg::cbar_repeated(entry.code)),
            Err(problem) => report.error(location, problem),
        }
    }

    Some((date, entries))
}

fn entry(node: Node<'_, '_>, location: Location) -> Result<Entry, Message> {
    let text = |name| {
        elements(node, name)
            .next()
            .and_then(|child| child.text())
            .unwrap_or_default()
            .trim()
    };
    let code = node.attribute("Code").unwrap_or_default().to_owned();
    if code.is_empty() {
        return Err(msg::cbar_no_code());
    }

    // Metals are priced for a troy ounce, which the bank writes as `t.u.`.
    let written = text("Nominal");
    let bare = written.strip_suffix("t.u.").map_or(written, str::trim_end);
    let nominal = bare.parse::<u32>().ok().filter(|nominal| *nominal > 0);
    let Some(nominal) = nominal else {
        return Err(msg::cbar_bad_nominal(code, written));
    };

    let written = text("Value");
    let value = written
        .parse::<Number>()
        .ok()
        .filter(|value| value.sign().is_gt());
    let Some(value) = value else {
        return Err(msg::cbar_bad_value(code, written));
    };

    Ok(Entry {
        code,
        nominal,
        value,
        location,
    })
}
