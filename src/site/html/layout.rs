//! What every page has around its content: title, description, links to its other forms, the way to the other language.

use super::super::text::{self, PageWords};
use super::super::urls;
use super::STYLE_ADDRESS;
use crate::dataset::Dataset;
use crate::model::{Lang, Localized, PublicUrl};

/// What a page says of the service as a whole.
#[derive(Clone, Copy, PartialEq)]
pub struct Service<'a> {
    pub title: Option<&'a Localized<String>>,
    pub description: Option<&'a Localized<String>>,
    pub public_url: Option<&'a PublicUrl>,
}

impl<'a> Service<'a> {
    /// As a dataset names it.
    pub fn new(dataset: &'a Dataset, public_url: Option<&'a PublicUrl>) -> Self {
        Service { title: dataset.title.as_ref(), description: dataset.description.as_ref(), public_url }
    }

    /// Its name.
    pub fn title(&self, lang: Lang) -> String {
        text::set(self.title.map_or(text::page(lang).service, |title| title.get(lang)))
    }

    /// A sentence about it.
    pub fn description(&self, lang: Lang) -> String {
        text::set(self.description.map_or(text::page(lang).description, |text| text.get(lang)))
    }

    /// The address of a path as a reader can use it elsewhere: absolute where that is known.
    pub fn address(&self, path: &str) -> String {
        self.public_url.map_or_else(|| path.to_owned(), |url| url.join(path))
    }
}

/// What a page is about, for those who have only heard of it.
pub struct Subject {
    /// Stands in the browser's title.
    pub title: String,
    /// One or two sentences, as search engines show them.
    pub description: String,
    /// Names by which it may be looked for, in both languages.
    pub keywords: Vec<String>,
}

/// The layout of a page.
pub struct Layout {
    pub t: &'static PageWords,
    pub lang: &'static str,
    pub locale: &'static str,
    pub service: String,
    pub subject: Subject,
    pub style: &'static str,
    /// The overview.
    pub home: &'static str,
    /// What statuses, changes, revisions and marks mean.
    pub method: String,
    /// Recipes for programs.
    pub usage: String,
    pub usage_title: &'static str,
    pub other: Other,
    /// Absolute addresses, where the public one is known.
    pub addresses: Option<Addresses>,
    /// The same content for programs.
    pub forms: Option<Forms>,
}

/// The absolute addresses of a page.
pub struct Addresses {
    pub canonical: String,
    /// In each language, by its tag.
    pub translations: [(&'static str, String); 2],
    /// For readers of any other language.
    pub default: String,
}

/// The same page in the other language.
pub struct Other {
    pub lang: &'static str,
    pub href: String,
}

/// Where programs find the content of a page.
pub struct Forms {
    pub json: String,
    pub csv: String,
}

impl Layout {
    /// Of a page at `path`, whose content programs find at `forms`: JSON and CSV, all without the language.
    pub fn new(
        service: &Service<'_>,
        subject: Subject,
        path: &str,
        forms: Option<[&str; 2]>,
        lang: Lang,
    ) -> Self {
        let other = lang.other();
        let localised = |path: &str| urls::localized(lang, path);
        Layout {
            t: text::page(lang),
            lang: lang.tag(),
            locale: lang.locale(),
            service: service.title(lang),
            subject,
            style: &STYLE_ADDRESS,
            home: urls::home(lang),
            method: localised(urls::METHOD),
            usage: localised(urls::USE),
            usage_title: text::usage(lang).title,
            other: Other { lang: other.tag(), href: urls::localized(other, path) },
            addresses: service.public_url.map(|url| Addresses {
                canonical: url.join(&localised(path)),
                translations: Lang::ALL.map(|lang| (lang.tag(), url.join(&urls::localized(lang, path)))),
                default: url.join(&urls::localized(Lang::En, path)),
            }),
            forms: forms.map(|[json, csv]| Forms { json: localised(json), csv: localised(csv) }),
        }
    }
}
