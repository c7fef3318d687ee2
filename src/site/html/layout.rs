//! What every page has around its content: title, links to its other forms, the way to the other language.

use super::super::text::{self, PageWords};
use super::STYLE_ADDRESS;
use crate::model::Lang;

/// The frame of a page.
pub struct Layout {
    pub t: &'static PageWords,
    pub lang: &'static str,
    pub title: String,
    pub style: &'static str,
    /// The overview.
    pub home: &'static str,
    pub other: Other,
    /// The same content for programs.
    pub json: String,
    pub csv: String,
}

/// The same page in the other language.
pub struct Other {
    pub lang: &'static str,
    pub href: String,
}

impl Layout {
    /// Of a page at `path`, whose content programs find at `json` and `csv`, all three without the language.
    pub fn new(lang: Lang, title: String, path: &str, [json, csv]: [&str; 2]) -> Self {
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
            json: localised(json),
            csv: localised(csv),
        }
    }
}
