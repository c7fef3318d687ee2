//! `Link` headers: where the description of the service, the other language and other forms of a page are (RFC 8288).

use super::page::Page;
use super::urls;
use crate::model::Lang;

/// Where programs find out what is served.
pub const DESCRIPTION: &str = "</openapi.json>; rel=\"service-desc\"; type=\"application/json\"";

/// The links of a page, as their header has them.
pub fn of(page: &Page) -> String {
    let mut links = String::with_capacity(256);
    if page.is_json() || (page.is_document() && page.path.is_some()) {
        links += DESCRIPTION;
    }
    let Some((path, lang)) = page.path.as_deref().zip(page.lang) else { return links };
    let path = urls::unlocalized(path);
    // A document names its translations itself, by absolute addresses where those are known.
    if !page.is_document() {
        let essence = page.media_type.split(';').next().unwrap_or_default();
        add(&mut links, lang.other(), path, &[("hreflang", lang.other().tag()), ("type", essence)]);
    }
    for (path, media_type) in forms(path) {
        add(&mut links, lang, &path, &[("type", media_type)]);
    }
    links
}

fn add(links: &mut String, lang: Lang, path: &str, parameters: &[(&str, &str)]) {
    if !links.is_empty() {
        *links += ", ";
    }
    links.extend(["<", lang.prefix(), path, ">; rel=\"alternate\""]);
    for (name, value) in parameters {
        links.extend(["; ", name, "=\"", value, "\""]);
    }
}

/// The same content in other forms.
fn forms(path: &str) -> Vec<(String, &'static str)> {
    const JSON: &str = "application/json";
    const CSV: &str = "text/csv";
    if path == urls::OVERVIEW {
        return vec![(urls::COLLECTION.to_owned(), JSON), (urls::TABLE.to_owned(), CSV)];
    }
    if let Some(key) = urls::viewed(path) {
        return vec![(urls::indicator(key), JSON), (urls::history_table(key), CSV)];
    }
    let has_table = path == urls::COLLECTION || path.ends_with("/history.json");
    match path.strip_suffix(".json").filter(|_| has_table) {
        Some(stem) => vec![(format!("{stem}.csv"), CSV)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::page::Variant;

    fn links(path: &str, media_type: &'static str, lang: Lang) -> String {
        let path = Some(urls::localized(lang, path).into());
        of(&Page { path, lang: Some(lang), ..Page::new(media_type, Variant::plain(Vec::new())) })
    }

    #[test]
    fn a_page_names_its_other_language_and_forms() {
        assert_eq!(
            links("/data.json", "application/json", Lang::Ru),
            "</openapi.json>; rel=\"service-desc\"; type=\"application/json\", \
             </en/data.json>; rel=\"alternate\"; hreflang=\"en\"; type=\"application/json\", \
             </data.csv>; rel=\"alternate\"; type=\"text/csv\""
        );
        assert!(!links("/data/m2.json", "application/json", Lang::Ru).contains("csv"));
    }

    #[test]
    fn a_document_names_its_description_and_forms() {
        assert_eq!(
            links("/view/m2", "text/html; charset=utf-8", Lang::En),
            "</openapi.json>; rel=\"service-desc\"; type=\"application/json\", \
             </en/data/m2.json>; rel=\"alternate\"; type=\"application/json\", \
             </en/data/m2/history.csv>; rel=\"alternate\"; type=\"text/csv\""
        );
        assert_eq!(links("/method", "text/html; charset=utf-8", Lang::En), DESCRIPTION);
    }
}
