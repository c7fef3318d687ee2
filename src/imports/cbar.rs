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
    let Some((date, entries)) = read_bulletin(file, &whole, report) else {
        return import;
    };

    if report.errors() > before {
        return import;
    }

    let mut fitting: Vec<&Indicator> = request.dataset.indicators().collect();
    if request.source.is_some() {
        fitting.retain(|indicator| source_id(indicator) == request.source);
    }

    let day = date.to_string();
    let mut sources = BTreeSet::new();
    let mut present = HashSet::new();
    for entry in entries {
        let Entry { nominal, value, .. } = entry;
        let mut is_known = false;
        for indicator in &fitting {
            if indicator.source_code.as_ref() != Some(&entry.code) {
                continue;
            }

            is_known = true;
            sources.extend(source_id(indicator));
            present.insert(&indicator.key);
            let Some(value) = value.scaled(indicator.nominal.get(), nominal) else {
                let message = msg::cbar_no_decimal(value, nominal, indicator.nominal);
                report.error(entry.location.clone(), message);
                continue;
            };

            let row = NewRow {
                key: indicator.key.to_string(),
                date: day.clone(),
                value: value.to_string(),
                published: request.published.unwrap_or(&day).to_owned(),
                ..NewRow::default()
            };
            import.rows.push((entry.location.clone(), row));
        }

        if !is_known {
            import.unknown.insert(entry.code);
        }
    }

    if !import.rows.is_empty() {
        import.lacking = find_lacking(request.dataset, &sources, &present, date);
    }

    if sources.len() > 1 {
        let sources: Vec<&str> = sources.into_iter().collect();
        report.error(whole, msg::cbar_sources_differ(sources.join(", ")));
    } else if import.rows.is_empty() && report.errors() == before {
        report.error(whole, msg::cbar_no_indicator());
    }

    import
}

fn source_id(indicator: &Indicator) -> Option<&str> {
    indicator.source.as_ref().map(|source| source.id.as_str())
}

/// The indicators of these sources that are not among `present` although the dataset has them from the bulletin before the
/// one of `date`.
fn find_lacking(
    dataset: &Dataset,
    sources: &BTreeSet<&str>,
    present: &HashSet<&Key>,
    date: NaiveDate,
) -> Option<Lacking> {
    // The indicators by the last day before this one.
    let mut by_day: BTreeMap<NaiveDate, Vec<&Key>> = BTreeMap::new();
    for indicator in dataset.indicators() {
        let is_of_source = match source_id(indicator) {
            Some(id) => sources.contains(id),
            None => sources.is_empty(),
        };
        if !is_of_source || indicator.source_code.is_none() {
            continue;
        }

        let rows = indicator.series.observations().iter().rev();
        let former = rows.map(|row| row.date).find(|day| *day < Some(date));
        if let Some(former) = former.flatten() {
            by_day.entry(former).or_default().push(&indicator.key);
        }
    }

    let (former, mut keys) = by_day.pop_last()?;
    keys.retain(|key| !present.contains(key));
    let named: Vec<&str> = keys
        .iter()
        .take(MAX_NAMED)
        .map(|key| key.as_str())
        .collect();
    let more = if keys.len() > MAX_NAMED { ", …" } else { "" };
    (!keys.is_empty()).then(|| Lacking {
        keys: named.join(", ") + more,
        former,
    })
}

/// The day of a bulletin and its entries; what is wrong with it is reported.
fn read_bulletin(
    file: &DataFile,
    whole: &Location,
    report: &Report,
) -> Option<(NaiveDate, Vec<Entry>)> {
    let Ok(content) = std::str::from_utf8(&file.bytes) else {
        return report.refuse(whole.clone(), msg::cbar_not_utf8());
    };

    let parsed = xml::parse(content);
    let read = parsed.as_ref().map_err(describe).and_then(read_head);
    let (date, nodes) = match read {
        Ok(head) => head,
        Err(message) => return report.refuse(whole.clone(), message),
    };

    let text = Text::new(whole, content, report);
    let (mut entries, mut codes) = (Vec::new(), HashSet::new());
    for node in nodes {
        let location = text.at(node.range().start);
        match read_entry(node, location.clone()) {
            Ok(entry) if codes.insert(entry.code.clone()) => entries.push(entry),
            Ok(entry) => report.error(location, msg::cbar_repeated(entry.code)),
            Err(problem) => report.error(location, problem),
        }
    }

    Some((date, entries))
}

fn describe(error: &XmlError) -> Message {
    match error {
        XmlError::TooManyAttributes => msg::cbar_attributes(xml::MAX_ATTRIBUTES),
        XmlError::DocumentType => msg::cbar_doctype(),
        XmlError::Malformed(error) => msg::cbar_not_xml(error),
    }
}

/// The day of a bulletin, and the nodes of its entries.
fn read_head<'d>(document: &'d Document<'_>) -> Result<(NaiveDate, Vec<Element<'d>>), Message> {
    let root = document.root_element();
    if root.tag_name().name() != "ValCurs" {
        return Err(msg::cbar_other_root(root.tag_name().name()));
    }

    let written = root.attribute("Date").unwrap_or_default();
    let date = match NaiveDate::parse_from_str(written, "%d.%m.%Y") {
        Ok(date) if written.len() == 10 => date,
        _ => return Err(msg::cbar_bad_date(written)),
    };

    if date.year() < FIRST_YEAR {
        return Err(msg::cbar_old_manat(date));
    }

    let nodes: Vec<_> = listed(root, "ValType", "Valute").collect();
    if nodes.is_empty() {
        Err(msg::cbar_no_entries())
    } else {
        Ok((date, nodes))
    }
}

fn read_entry(node: Element<'_>, location: Location) -> Result<Entry, Message> {
    let code = node.attribute("Code").unwrap_or_default().to_owned();
    if code.is_empty() {
        return Err(msg::cbar_no_code());
    }

    // Metals are priced for a troy ounce, which the bank writes as `t.u.`.
    let written = child_text(node, "Nominal").trim();
    let bare = written.strip_suffix("t.u.").map_or(written, str::trim_end);
    let nominal = match bare.parse() {
        Ok(nominal @ 1..) => nominal,
        _ => return Err(msg::cbar_bad_nominal(code, written)),
    };

    let written = child_text(node, "Value").trim();
    match written.parse::<Number>() {
        Ok(value) if value.sign().is_gt() => Ok(Entry {
            code,
            nominal,
            value,
            location,
        }),
        _ => Err(msg::cbar_bad_value(code, written)),
    }
}
