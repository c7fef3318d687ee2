//! What every page has around its content: title, links to its other forms, the way to the other language.

use super::super::text::{self, PageWords};
use super::super::urls;
use super::STYLE_ADDRESS;
use crate::model::{Lang, PublicUrl};

/// The frame of a page.
pub struct Layout {
    pub t: &'static PageWords,
    pub lang: &'static str,
    pub title: String,
    pub style: &'static str,
    /// The overview.
    pub home: &'static str,
    pub other: Other,
    /// Absolute addresses, where the public one is known.
    pub addresses: Option<Addresses>,
    /// The same content for programs.
    pub json: String,
    pub csv: String,
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

impl Layout {
    /// Of a page at `path`, whose content programs find at `json` and `csv`, all three without the language.
    pub fn new(
        lang: Lang,
        title: String,
        path: &str,
        [json, csv]: [&str; 2],
        public_url: Option<&PublicUrl>,
    ) -> Self {
        let other = match lang {
            Lang::Ru => Lang::En,
            Lang::En => Lang::Ru,
        };
        let localised = |path: &str| urls::localized(lang, path);
        Layout {
            t: text::page(lang),
            lang: lang.tag(),
            title,
            style: &STYLE_ADDRESS,
            home: urls::home(lang),
            other: Other { lang: other.tag(), href: urls::localized(other, path) },
            addresses: public_url.map(|url| Addresses {
                canonical: url.join(&localised(path)),
                translations: Lang::ALL.map(|lang| (lang.tag(), url.join(&urls::localized(lang, path)))),
                default: url.join(&urls::localized(Lang::En, path)),
            }),
            json: localised(json),
            csv: localised(csv),
        }
    }
}
