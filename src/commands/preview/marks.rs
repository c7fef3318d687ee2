//! Marks on the pages of a preview: at every mention of an indicator that differs from the current release.

use std::collections::HashMap;

use crate::compare::{self, Difference, IndicatorChange};
use crate::model::Lang;
use crate::site::urls;

const ADDRESS: &str = "href=\"";

#[derive(Default)]
pub struct Marks {
    /// By the address of the indicator's page for people, in each language.
    by_address: HashMap<String, String>,
}

impl Marks {
    pub fn of(difference: &Difference) -> Self {
        let mark = |change: &IndicatorChange| {
            let mark = mark(change);
            Lang::ALL
                .map(|lang| (urls::localized(lang, &urls::of(urls::VIEW, change.key.as_str())), mark.clone()))
        };
        Marks { by_address: difference.indicators.iter().flat_map(mark).collect() }
    }

    /// The text of the page at `path` with a mark behind every link to an indicator that differs, and behind the
    /// headline of its own page. Links of the page's head and the switch of languages have none.
    pub fn on(&self, path: &str, text: String) -> String {
        if self.by_address.is_empty() {
            return text;
        }
        let own = self.by_address.get(path);
        let mut marked = String::with_capacity(text.len());
        for part in text.split_inclusive('>') {
            marked.push_str(part);
            let Some((_, tag)) = part.strip_suffix('>').and_then(|part| part.rsplit_once('<')) else {
                continue;
            };
            if tag.starts_with("link") || tag.contains("hreflang") {
                continue;
            }
            let address = tag.split_once(ADDRESS).and_then(|(_, rest)| rest.split_once('"'));
            let linked = address.and_then(|(address, _)| self.by_address.get(address));
            let headline = own.filter(|_| tag.starts_with("h1"));
            linked.into_iter().chain(headline).for_each(|mark| marked.push_str(mark));
        }
        marked
    }
}

fn mark(change: &IndicatorChange) -> String {
    let value = change.fields.iter().find(|field| field.id == compare::VALUE);
    let title = value.map(|field| {
        let side = |side: &Option<String>| side.clone().unwrap_or_default();
        format!(" title=\"{}\"", escaped(&format!("{} → {}", side(&field.before), side(&field.after))))
    });
    format!("<mark{}>≠</mark> ", title.unwrap_or_default())
}

/// A text in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dataset_says_is_no_markup() {
        assert_eq!(escaped("<a b=\"c\"> & d"), "&lt;a b=&quot;c&quot;&gt; &amp; d");
    }

    #[test]
    fn a_mark_stands_behind_links_that_people_follow_and_not_behind_the_switch_of_languages() {
        let of = |address: &str, mark: &str| (address.to_owned(), mark.to_owned());
        let marks = Marks {
            by_address: HashMap::from([of("/view/usd", "!"), of("/en/view/usd", "!"), of("/view/eur", "?")]),
        };
        for marked in [
            "<a href=\"/view/usd\">!USD</a>",
            "<a href=\"/en/view/usd\">!USD</a>",
            "<p>a<a class=\"x\" href=\"/view/usd\" id=\"y\">!b",
            "<link rel=\"canonical\" href=\"/view/usd\">",
            "<a hreflang=\"ru\" href=\"/view/usd\">ru</a>",
            "<a href=\"/view/usd2\">",
            "<a href=\"/view/usd\"",
            "<a href=\"/view/usd\">!1</a><a href=\"/view/eur\">?2</a><a href=\"/view/usd\">!3</a>",
            "<h1>USD</h1>",
        ] {
            assert_eq!(marks.on("/", marked.replace(['!', '?'], "")), marked);
        }
        assert_eq!(marks.on("/view/eur", "<h1 id=\"x\">EUR</h1>".to_owned()), "<h1 id=\"x\">?EUR</h1>");
    }
}
