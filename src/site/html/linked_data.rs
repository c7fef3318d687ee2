//! An indicator as a `Dataset` of schema.org, as search engines for data read it: a block of data, which no browser runs.

use super::*;

use serde_json::{Map, Value, json};

use crate::site::text;

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The object, in which nothing ends the element that it stands in.
pub fn linked_data(input: &IndicatorInput<'_>, description: &str, lang: Lang) -> String {
    let (service, indicator) = (&input.service, input.indicator);
    let key = indicator.key.as_str();
    let name = indicator.name.get(lang);
    let address = |path: &str| service.address(&urls::localized(lang, path));
    let download = |form: &str, path| json!({ "@type": "DataDownload", "encodingFormat": form, "contentUrl": address(&urls::of(path, key)) });
    let published = indicator.series.current().published;
    let is_unofficial = indicator.series.in_force(input.as_of).current.flags.contains(Flag::Unofficial);
    // Somebody else relayed the figure [D24.4].
    let creator = indicator.source.as_deref().filter(|_| !is_unofficial);
    let members = [
        ("@context", Some("https://schema.org".into())),
        ("@type", Some("Dataset".into())),
        ("name", Some(name.as_str().into())),
        ("description", Some(description.into())),
        ("identifier", Some(key.into())),
        ("inLanguage", Some(lang.tag().into())),
        ("url", Some(address(&urls::of(urls::VIEW, key)).into())),
        ("variableMeasured", Some(variable(indicator, lang))),
        ("temporalCoverage", coverage(input).map(Value::from)),
        ("dateModified", published.map(|day| day.to_string().into())),
        ("license", service.license.map(|license| license.url.as_str().into())),
        ("creator", creator.map(|source| organization(source, lang))),
        (
            "includedInDataCatalog",
            Some(json!({
                "@type": "DataCatalog", "name": text::service(service.title, lang), "url": address("/")
            })),
        ),
        (
            "distribution",
            Some(json!([
                download("text/csv", urls::HISTORY_TABLE),
                download("application/json", urls::HISTORY),
                download(WORKBOOK, urls::HISTORY_WORKBOOK),
            ])),
        ),
    ];
    let stated = members.into_iter().filter_map(|(member, value)| Some((member.to_owned(), value?)));
    let data: Map<String, Value> = stated.collect();
    Value::Object(data).to_string().replace('<', "\\u003c")
}

fn variable(indicator: &Indicator, lang: Lang) -> Value {
    let (name, unit) = (indicator.name.get(lang), indicator.unit.text.get(lang));
    json!({ "@type": "PropertyValue", "name": name, "unitText": unit })
}

/// The days of the first and of the last observation, as ISO 8601 has an interval.
fn coverage(input: &IndicatorInput<'_>) -> Option<String> {
    let series = &input.indicator.series;
    Some(format!("{}/{}", series.observations().first()?.date?, series.current().date?))
}

fn organization(source: &Source, lang: Lang) -> Value {
    let mut organization = json!({ "@type": "Organization", "name": source.name.get(lang) });
    if let (Some(url), Some(members)) = (&source.url, organization.as_object_mut()) {
        members.insert("url".to_owned(), url.as_str().into());
    }
    organization
}
