//! The daily bulletin of the Central Bank of Azerbaijan: official rates of currencies and bank metals on one day.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use roxmltree::{Document, Node};

use super::Import;
use crate::dataset::edit::NewRow;
use crate::dataset::{DataFile, Dataset, Diagnostics, Location};
use crate::messages::{self as say, Message};
use crate::model::{Indicator, Number};

/// The first day of the present manat: what stands in older bulletins was worth 5,000 times less.
const FIRST: NaiveDate = match NaiveDate::from_ymd_opt(2006, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// One entry.
struct Entry {
    code: String,
    /// The number of units, or ounces, that the value is given for.
    nominal: u32,
    value: Number,
    location: Location,
}

pub fn read(
    file: &DataFile,
    dataset: &Dataset,
    (source, published): (Option<&str>, Option<&str>),
    diagnostics: &mut Diagnostics,
) -> Import {
    let whole = Location::file(file.path.as_str());
    let before = diagnostics.errors();
    let bulletin = bulletin(file, &whole, diagnostics);
    let Some((date, entries)) = bulletin.filter(|_| diagnostics.errors() == before) else {
        return Import::default();
    };
    let mut import = Import::default();
    let (mut unknown, mut sources) = (Vec::new(), BTreeSet::new());
    for entry in entries {
        let named = |of: &&Indicator| {
            let id = of.source.as_ref().map(|source| source.id.as_str());
            of.source_code.as_deref() == Some(&entry.code) && (source.is_none() || id == source)
        };
        let indicators: Vec<&Indicator> = dataset.indicators().filter(named).collect();
        if indicators.is_empty() {
            unknown.push(entry.code.clone());
        }
        for indicator in indicators {
            sources.extend(indicator.source.as_ref().map(|source| source.id.as_str()));
            match entry.value.scaled(indicator.nominal.get(), entry.nominal) {
                Some(value) => {
                    let row = NewRow {
                        key: indicator.key.to_string(),
                        date: date.to_string(),
                        value: value.to_string(),
                        published: published.map_or_else(|| date.to_string(), str::to_owned),
                        ..NewRow::default()
                    };
                    import.rows.push((entry.location.clone(), row));
                }
                None => diagnostics.error(
                    entry.location.clone(),
                    say::cbar_no_decimal(entry.value, entry.nominal, indicator.nominal),
                ),
            }
        }
    }
    if sources.len() > 1 {
        let sources = sources.into_iter().collect::<Vec<_>>().join(", ");
        diagnostics.error(whole, say::cbar_sources_differ(sources));
    } else if import.rows.is_empty() && diagnostics.errors() == before {
        diagnostics.error(whole, say::cbar_no_indicator());
    }
    if !unknown.is_empty() {
        import.notes.push(say::cbar_unknown_codes(
            &file.path,
            unknown.len(),
            say::verbatim(unknown.join(", ")),
        ));
    }
    import
}

/// The day of a bulletin and its entries; what is wrong with it is reported.
fn bulletin(
    file: &DataFile,
    whole: &Location,
    diagnostics: &mut Diagnostics,
) -> Option<(NaiveDate, Vec<Entry>)> {
    let refuse = |message: Message, diagnostics: &mut Diagnostics| {
        diagnostics.error(whole.clone(), message);
        None
    };
    let Ok(text) = std::str::from_utf8(&file.bytes) else { return refuse(say::cbar_not_utf8(), diagnostics) };
    // A document type could define entities, and is refused by the reader.
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(roxmltree::Error::DtdDetected) => return refuse(say::cbar_doctype(), diagnostics),
        Err(error) => return refuse(say::cbar_not_xml(error), diagnostics),
    };
    let root = document.root_element();
    if root.tag_name().name() != "ValCurs" {
        return refuse(say::cbar_other_root(root.tag_name().name()), diagnostics);
    }
    let written = root.attribute("Date").unwrap_or_default();
    let date = NaiveDate::parse_from_str(written, "%d.%m.%Y").ok().filter(|_| written.len() == 10);
    let Some(date) = date else { return refuse(say::cbar_bad_date(written), diagnostics) };
    if date < FIRST {
        return refuse(say::cbar_old_manat(date), diagnostics);
    }
    let is = |node: &Node<'_, '_>, name: &str| node.has_tag_name(name);
    let types = root.children().filter(|node| is(node, "ValType"));
    let mut entries: Vec<Entry> = Vec::new();
    let mut any = false;
    for node in types.flat_map(|node| node.children()).filter(|node| is(node, "Valute")) {
        any = true;
        let line = document.text_pos_at(node.range().start).row;
        match entry(node, whole.line(line)) {
            Ok(entry) if entries.iter().any(|other| other.code == entry.code) => {
                diagnostics.error(entry.location, say::cbar_repeated(entry.code));
            }
            Ok(entry) => entries.push(entry),
            Err(problem) => diagnostics.error(whole.line(line), problem),
        }
    }
    if !any {
        return refuse(say::cbar_no_entries(), diagnostics);
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
        return Err(say::cbar_no_code());
    }
    // Metals are priced for a troy ounce, which the bank writes as `t.u.`.
    let written = text("Nominal");
    let bare = written.strip_suffix("t.u.").map_or(written.as_str(), str::trim_end);
    let nominal = bare.parse::<u32>().ok().filter(|nominal| *nominal > 0);
    let Some(nominal) = nominal else { return Err(say::cbar_bad_nominal(code, &written)) };
    let written = text("Value");
    let value = written.parse::<Number>().ok().filter(|value| value.sign() == std::cmp::Ordering::Greater);
    let Some(value) = value else { return Err(say::cbar_bad_value(code, &written)) };
    Ok(Entry { code, nominal, value, location })
}
