//! `Link` headers: where the description of the service, the other language and other forms of a page are (RFC 8288).

use super::page::Page;
use super::urls;
use crate::model::Lang;

/// Where programs find out what is served.
pub const DESCRIPTION: &str = "</openapi.json>; rel=\"service-desc\"; type=\"application/json\"";

/// Adds to `page` the links of the path at which it is served in `lang`.
pub fn add(page: &mut Page, path: &str, lang: Lang) {
    // A document names its translations itself, by absolute addresses where those are known.
    let first = match page.is_document() {
        true => DESCRIPTION.to_owned(),
        false => translation(path, page.media_type, lang),
    };
    let mut links = vec![first];
    links.extend(forms(path).into_iter().map(|(path, media_type)| alternate(&path, media_type, lang)));
    if !page.links.is_empty() {
        page.links += ", ";
    }
    page.links += &links.join(", ");
}

/// Both languages' paths are the same but for the prefix.
fn translation(path: &str, media_type: &str, lang: Lang) -> String {
    let other = match lang {
        Lang::Ru => Lang::En,
        Lang::En => Lang::Ru,
    };
    let essence = media_type.split(';').next().unwrap_or_default();
    let (path, tag) = (urls::localized(other, path), other.tag());
    format!("<{path}>; rel=\"alternate\"; hreflang=\"{tag}\"; type=\"{essence}\"")
}

fn alternate(path: &str, media_type: &str, lang: Lang) -> String {
    format!("<{}>; rel=\"alternate\"; type=\"{media_type}\"", urls::localized(lang, path))
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
        let mut page = Page::new(media_type, Variant::plain(Vec::new()));
        add(&mut page, path, lang);
        page.links
    }

    #[test]
    fn a_page_names_its_other_language_and_forms() {
        assert_eq!(
            links("/data.json", "application/json", Lang::Ru),
            "</en/data.json>; rel=\"alternate\"; hreflang=\"en\"; type=\"application/json\", \
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
