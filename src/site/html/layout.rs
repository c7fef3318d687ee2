//! What every page has around its content: title, links to its other forms, the way to the other language.

use super::super::text::{self, PageWords};
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
        let localised = |path: &str| format!("{}{path}", lang.prefix());
        Layout {
            t: text::page(lang),
            lang: lang.tag(),
            title,
            style: &STYLE_ADDRESS,
            home: if lang == Lang::Ru { "/" } else { "/en/" },
            other: Other { lang: other.tag(), href: format!("{}{path}", other.prefix()) },
            addresses: public_url.map(|url| Addresses {
                canonical: url.join(&localised(path)),
                translations: Lang::ALL
                    .map(|lang| (lang.tag(), url.join(&format!("{}{path}", lang.prefix())))),
                default: url.join(&format!("{}{path}", Lang::En.prefix())),
            }),
            json: localised(json),
            csv: localised(csv),
        }
    }
}
