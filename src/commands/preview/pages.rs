//! What a preview writes on the pages: the problems, and what differs from the current release, at the top.

use super::marks::{Marks, escaped};
use crate::compare::{Difference, IndicatorChange};
use crate::dataset::Diagnostics;
use crate::messages as msg;
use crate::model::Lang;
use crate::site::{Caching, Content, Page, Site, urls};

/// Where the pages for people begin to be about something.
const CONTENT: &str = "<main id=\"content\">";

const STYLE: &str =
    "\n.preview { border: 2px solid #b3541e; padding: .5rem 1rem; margin-block: 1rem; overflow-x: auto }
.preview pre { white-space: pre-wrap; font-size: .85rem }
";

/// What is to be seen beside the dataset.
pub struct Shown<'a> {
    /// What is wrong with the files as they are.
    pub problems: Option<&'a Diagnostics>,
    /// What differs from the current release.
    pub difference: Option<&'a Difference>,
    /// The language of the operator.
    pub lang: Lang,
}

impl Shown<'_> {
    /// The pages of the last good state with what is to be seen at the top, none of them to be kept.
    pub fn over(&self, site: Site) -> Site {
        let marks = self.difference.map(Marks::of).unwrap_or_default();
        site.rewritten(|path, page| {
            let page = Page { caching: Caching::NoStore, ..page };
            if path == urls::STYLE {
                return Some(with_text(page, |text| text + STYLE));
            }
            if !page.facts.is_document() {
                return Some(page);
            }
            Some(with_text(page, |text| {
                let text = marks.on(path, text);
                text.replacen(CONTENT, &format!("{CONTENT}\n{}", self.notice(path)), 1)
            }))
        })
    }

    /// The problems alone, where there was no good state yet: two pages, one for each language.
    pub fn alone(&self, site: Site) -> Site {
        site.rewritten(|path, page| {
            let page = Page { caching: Caching::NoStore, ..page };
            if path == urls::STYLE {
                return Some(with_text(page, |text| text + STYLE));
            }
            let home = Lang::ALL.into_iter().any(|lang| urls::home(lang) == path);
            home.then(|| with_text(page, |_| self.document()))
        })
    }

    fn document(&self) -> String {
        let (lang, title) = (self.lang.tag(), msg::preview_title().get(self.lang));
        format!(
            "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n{CONTENT}\n{}</main>\n</body>\n</html>\n",
            urls::STYLE,
            self.notice("")
        )
    }

    /// What stands at the top of a page; of none where there is no good state.
    fn notice(&self, path: &str) -> String {
        let mut parts = vec![format!("<p><strong>{}</strong></p>", msg::preview_title().get(self.lang))];
        if let Some(problems) = self.problems {
            let head = if path.is_empty() { msg::preview_only_problems() } else { msg::preview_problems() };
            let head = head.get(self.lang);
            parts.push(format!("<p>{head}</p>\n<pre>{}</pre>", escaped(&problems.text(self.lang))));
        }
        if let Some(difference) = self.difference.filter(|difference| !difference.is_empty()) {
            let text = match key_of(path).map(|key| change_of(difference, key)) {
                Some(Some(change)) => difference.text_of(change, self.lang),
                Some(None) => String::new(),
                None => difference.text(self.lang),
            };
            if !text.is_empty() {
                let head = msg::preview_differs(&difference.old_version).get(self.lang);
                let text = escaped(&text);
                parts.push(format!("<details open><summary>{head}</summary>\n<pre>{text}</pre></details>"));
            }
        }
        format!("<aside class=\"preview\" role=\"status\">\n{}\n</aside>\n", parts.join("\n"))
    }
}

/// The indicator whose page for people is at a path.
fn key_of(path: &str) -> Option<&str> {
    urls::viewed(urls::unlocalized(path))
}

fn change_of<'a>(difference: &'a Difference, key: &str) -> Option<&'a IndicatorChange> {
    difference.indicators.iter().find(|change| change.key.as_str() == key)
}

/// The page with another text.
fn with_text(page: Page, change: impl FnOnce(String) -> String) -> Page {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = page.content.default.identity.write_to(&mut bytes);
    let text = change(String::from_utf8_lossy(&bytes).into_owned());
    Page { content: Content::of(text), ..page }
}
