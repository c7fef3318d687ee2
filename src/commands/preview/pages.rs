//! The pages of a preview: problems and differences from the current release at the top, marks at what differs.

use std::collections::HashMap;

use askama::Template;

use crate::compare::{self, Difference, IndicatorChange};
use crate::dataset::Diagnostics;
use crate::messages as msg;
use crate::model::Lang;
use crate::site::{Body, Caching, Form, Page, Site, urls};

/// Where the pages for people begin to be about something.
const CONTENT: &str = "<main id=\"content\">";

const STYLE: &str =
    "\n.preview { border: 2px solid #b3541e; padding: .5rem 1rem; margin-block: 1rem; overflow-x: auto }
.preview pre { white-space: pre-wrap; font-size: .85rem }
";

/// The notices of a preview.
pub struct Shown<'a> {
    pub problems: Option<&'a Diagnostics>,
    pub difference: Option<&'a Difference>,
    pub lang: Lang,
}

impl Shown<'_> {
    /// The pages of the last good state with notices at the top, none of them to be kept.
    pub fn over(&self, site: Site) -> Site {
        let marks = self.difference.map(Marks::of).unwrap_or_default();
        rewritten(site, |path, page| {
            if !page.facts.is_document() {
                return Some(page);
            }
            Some(with_text(page, |text| {
                let text = marks.on(path, text);
                text.replacen(CONTENT, &format!("{CONTENT}\n{}", self.notice(Some(path))), 1)
            }))
        })
    }

    /// The problems alone, where there was no good state yet: two pages, one for each language.
    pub fn alone(&self, site: Site) -> Site {
        rewritten(site, |path, page| {
            let home = Lang::ALL.into_iter().any(|lang| urls::home(lang) == path);
            home.then(|| with_text(page, |_| self.notice(None)))
        })
    }

    /// The top of the page at a path, or a page of its own where there is no good state.
    fn notice(&self, path: Option<&str>) -> String {
        let problems = self.problems.map(|problems| {
            let head = if path.is_some() { msg::preview_problems() } else { msg::preview_only_problems() };
            (head.get(self.lang), problems.text(self.lang))
        });
        let differences = self.difference.filter(|difference| !difference.is_empty()).map(|difference| {
            // The page of an indicator says its own differences alone.
            let text = match path.and_then(|path| urls::viewed(urls::unlocalized(path))) {
                Some(key) => {
                    let change = difference.indicators.iter().find(|change| change.key.as_str() == key);
                    change.map(|change| difference.text_of(change, self.lang)).unwrap_or_default()
                }
                None => difference.text(self.lang),
            };
            (msg::preview_differs(&difference.old_version).get(self.lang), text)
        });
        rendered(&Notice {
            lang: self.lang,
            title: msg::preview_title().get(self.lang),
            problems,
            differences: differences.filter(|(_, text)| !text.is_empty()),
            is_alone: path.is_none(),
        })
    }
}

#[derive(Template)]
#[template(path = "preview.html", config = "src/site/templates/askama.toml")]
struct Notice {
    lang: Lang,
    title: String,
    /// Headings and texts.
    problems: Option<(String, String)>,
    differences: Option<(String, String)>,
    is_alone: bool,
}

/// Writing to memory does not fail.
fn rendered(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}

/// Pages that nobody is to keep, each as `change` leaves it, and the stylesheet with that of notices.
fn rewritten(site: Site, change: impl Fn(&str, Page) -> Option<Page>) -> Site {
    site.rewritten(|path, page| {
        let page = Page { caching: Caching::NoStore, ..page };
        if path == urls::STYLE {
            return Some(with_text(page, |text| text + STYLE));
        }
        change(path, page)
    })
}

/// The page with another text.
fn with_text(page: Page, change: impl FnOnce(String) -> String) -> Page {
    let mut bytes = Vec::new();
    if let Some(body) = page.body(Form::Default) {
        // Writing to memory does not fail.
        let _ = body.write_to(&mut bytes);
    }
    let text = change(String::from_utf8_lossy(&bytes).into_owned());
    Page { stored: [Some(Body::plain(text)), None], ..page }
}

/// Before the address in a link.
const ADDRESS: &str = "href=\"";

/// Marks at every mention of an indicator that differs from the current release.
#[derive(Default)]
struct Marks {
    /// By the address of the indicator's page for people, in each language.
    by_address: HashMap<String, String>,
}

impl Marks {
    fn of(difference: &Difference) -> Self {
        let mark = |change: &IndicatorChange| {
            let mark = mark(change);
            Lang::ALL
                .map(|lang| (urls::localized(lang, &urls::of(urls::VIEW, change.key.as_str())), mark.clone()))
        };
        Marks { by_address: difference.indicators.iter().flat_map(mark).collect() }
    }

    /// The text of the page at `path` with a mark behind every link to an indicator that differs, and behind the
    /// headline of its own page. Links of the page's head and the switch of languages have none.
    fn on(&self, path: &str, text: String) -> String {
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

/// The mark of an indicator that differs, with its values before and now.
#[derive(Template)]
#[template(
    source = "<mark{% if let Some((before, now)) = values %} title=\"{{ before }} → {{ now }}\"{% endif %}>≠</mark> ",
    ext = "html"
)]
struct Mark {
    values: Option<(String, String)>,
}

fn mark(change: &IndicatorChange) -> String {
    let value = change.fields.iter().find(|field| field.id == compare::VALUE);
    let side = |side: &Option<String>| side.clone().unwrap_or_default();
    rendered(&Mark { values: value.map(|field| (side(&field.before), side(&field.after))) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dataset_says_is_no_markup() {
        let mark = Mark { values: Some(("<a b=\"c\">".to_owned(), "& d".to_owned())) };
        assert_eq!(rendered(&mark), "<mark title=\"&#60;a b=&#34;c&#34;&#62; → &#38; d\">≠</mark> ");
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
