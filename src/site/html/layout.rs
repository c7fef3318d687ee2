//! The frame of every page: title, description, links to its other forms, the way to the other language. And the page of
//! an address where there is nothing, which is the frame alone.

use super::*;

use std::sync::LazyLock;

pub const CSS: &str = include_str!("style.css");
/// The script of the pages, which none needs [D24.10]: without comments, indentation, and the spaces around signs that no text
/// in it has between spaces.
pub static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let files = concat!(include_str!("page.js"), include_str!("chart.js"), include_str!("search.js"));
    let lines = files.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    let script: String = lines.flat_map(|line| [line, "\n"]).collect();
    let signs = ["=>", "===", "=", "&&", "||", "??", "?", ":", "+", "-", "*", "/", "<", ">"];
    let script = signs.iter().fold(script, |script, sign| script.replace(&format!(" {sign} "), sign));
    script.replace("{ ", "{").replace(" }", "}")
});
pub const ICON: &str = include_str!("favicon.svg");

static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| tagged(urls::STYLE, CSS));
static SCRIPT_ADDRESS: LazyLock<String> = LazyLock::new(|| tagged(urls::SCRIPT, &SCRIPT));

/// An address with a part of the tag of what is there: browsers that have kept an earlier one ask again.
fn tagged(path: &str, text: &str) -> String {
    format!("{path}?v={}", &TextHash::of(text.as_bytes()).hex()[..12])
}

pub fn content(template: &impl Template) -> Result<Texts, SiteError> {
    Ok(Texts::of(template.render()?))
}

/// The service as pages show it.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Service<'a> {
    pub title: Option<&'a Localized<String>>,
    pub description: Option<&'a Localized<String>>,
    pub license: Option<&'a NamedLink>,
    pub contact: Option<&'a NamedLink>,
    pub public_url: Option<&'a PublicUrl>,
    pub has_script: bool,
    /// True if the release calendar has a date.
    pub has_calendar: bool,
    pub is_export: bool,
    /// The release, on pages that are rendered for each.
    pub release: Option<Release<'a>>,
}

impl<'a> Service<'a> {
    pub fn new(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        Service {
            title: dataset.title.as_ref(),
            description: dataset.description.as_ref(),
            license: dataset.license.as_ref(),
            contact: dataset.contact.as_ref(),
            public_url: options.public_url.as_ref(),
            has_script: !options.without_script,
            is_export: options.is_export,
            has_calendar: dataset.indicators().any(Indicator::has_dates),
            release: None,
        }
    }

    /// The service with its release, for pages that are rendered for each.
    pub fn released(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        Service { release: Some(Release::of(dataset)), ..Self::new(dataset, options) }
    }

    pub fn title(&self, lang: Lang) -> String {
        text::nbsp(text::service(self.title, lang))
    }

    pub fn description(&self, lang: Lang) -> String {
        text::nbsp(self.description.map_or(text::page(lang).description, |text| text.get(lang)))
    }

    /// The address of a path for use elsewhere: absolute where that is known.
    pub fn address(&self, path: &str) -> String {
        self.public_url.map_or_else(|| path.to_owned(), |url| url.join(path))
    }
}

/// The release as a page names it.
#[derive(Clone, Copy, PartialEq, Hash)]
pub struct Release<'a> {
    version: &'a str,
    day: NaiveDate,
}

impl<'a> Release<'a> {
    pub fn of(dataset: &'a Dataset) -> Self {
        Release { version: &dataset.version, day: dataset.offset.day(dataset.as_of) }
    }

    /// The version, and the day of its data.
    pub fn text(&self, lang: Lang) -> (String, String) {
        (self.version.to_owned(), text::nbsp(&text::cited_as_of(text::full_day(self.day, lang), lang)))
    }
}

/// A page as search engines show it.
pub struct PageMeta {
    pub title: String,
    pub description: String,
    /// Names by which it may be looked for, in all languages.
    pub keywords: Vec<String>,
}

impl PageMeta {
    /// A page of the service that nobody looks for by other names.
    pub fn new(title: &str, description: &str, service: &Service<'_>, lang: Lang) -> Self {
        PageMeta {
            title: format!("{title} — {}", service.title(lang)),
            description: description.to_owned(),
            keywords: Vec::new(),
        }
    }
}

pub struct Link {
    pub label: String,
    pub href: String,
}

impl Link {
    pub fn new(label: &str, href: String) -> Self {
        Link { label: label.to_owned(), href }
    }

    fn named(link: &NamedLink, lang: Lang) -> Self {
        Link::new(&text::nbsp(link.name.get(lang)), link.url.clone())
    }

    /// To a resource of an indicator, by its path.
    pub fn to_resource(label: &str, path: &str, key: &str, lang: Lang) -> Self {
        Link::new(label, urls::localized(lang, &urls::of(path, key)))
    }

    pub fn to_category(id: &str, name: &Localized<String>, lang: Lang) -> Self {
        let href = urls::localized(lang, &urls::of_category(urls::CATEGORY, id));
        Link::new(&text::nbsp(name.get(lang)), href)
    }

    pub fn to(indicator: &Indicator, name: &Localized<String>, lang: Lang) -> Self {
        Link::to_key(&indicator.key, name, lang)
    }

    pub fn to_key(key: &Key, name: &Localized<String>, lang: Lang) -> Self {
        Link::to_resource(&text::nbsp(name.get(lang)), urls::VIEW, key.as_str(), lang)
    }
}

pub struct Layout {
    pub t: PageWords,
    pub facts: text::FactWords,
    pub lang: &'static str,
    pub locale: &'static str,
    pub service: String,
    /// Its release, where it is known: the version, and the day of its data.
    pub release: Option<(String, String)>,
    pub meta: PageMeta,
    /// The path of the page, and its address as far as that is known.
    pub path: String,
    pub address: String,
    pub style: &'static str,
    /// The address of the script, and what it says.
    pub script: Option<(&'static str, text::ScriptWords)>,
    pub home: &'static str,
    /// The path of the release calendar, if it has a date.
    pub calendar: Option<String>,
    pub method: String,
    pub usage: String,
    pub usage_title: &'static str,
    /// The path to which the form leads without the script. An export has none.
    pub search: Option<String>,
    pub index: String,
    /// The query, on the page of its results.
    pub query: Option<String>,
    /// The feed of what the page is about.
    pub feed: String,
    /// The page in each other language: the language's own name, its tag and the address.
    pub others: Vec<(&'static str, Link)>,
    /// Absolute addresses, where the public one is known.
    pub addresses: Option<Addresses>,
    /// The content for programs: JSON and CSV.
    pub forms: Option<[String; 2]>,
    /// The terms of the data.
    pub license: Option<Link>,
    /// Whom to tell of an error.
    pub contact: Option<Link>,
}

pub struct Addresses {
    pub canonical: String,
    /// The address in each language, by its tag.
    pub translations: Vec<Link>,
    /// For readers of any other language.
    pub default: String,
}

impl Layout {
    /// The frame of the page at `path`, whose content programs find at `forms`: JSON and CSV. All paths are without a language.
    pub fn new(
        service: &Service<'_>,
        meta: PageMeta,
        path: &str,
        forms: Option<[&str; 2]>,
        lang: Lang,
    ) -> Self {
        let local = |path: &str| urls::localized(lang, path);
        let translation = |lang: Lang| Link::new(lang.tag(), urls::localized(lang, path));
        let absolute = |url: &PublicUrl, lang| url.join(&translation(lang).href);
        Layout {
            t: text::page(lang),
            facts: text::facts_on_series(lang),
            lang: lang.tag(),
            locale: lang.rules().locale,
            service: service.title(lang),
            release: service.release.map(|release| release.text(lang)),
            meta,
            path: local(path),
            address: service.address(&local(path)),
            style: &STYLE_ADDRESS,
            script: service.has_script.then(|| (SCRIPT_ADDRESS.as_str(), text::script(lang))),
            home: lang.home(),
            calendar: service.has_calendar.then(|| local(urls::CALENDAR)),
            method: local(urls::METHOD),
            usage: local(urls::USE),
            usage_title: text::usage(lang).title,
            search: (!service.is_export).then(|| local(urls::SEARCH)),
            index: local(urls::SEARCH_INDEX),
            query: None,
            feed: local(urls::FEED),
            others: lang.others().map(|lang| (lang.rules().own_name, translation(lang))).collect(),
            addresses: service.public_url.map(|url| Addresses {
                canonical: absolute(url, lang),
                translations: Lang::ALL
                    .map(|lang| Link { href: absolute(url, lang), ..translation(lang) })
                    .into(),
                default: absolute(url, Lang::FALLBACK),
            }),
            forms: forms.map(|forms| forms.map(local)),
            license: service.license.map(|link| Link::named(link, lang)),
            contact: service.contact.map(|link| Link::named(link, lang)),
        }
    }
}

/// The page of an unknown address. It repeats nothing of the request.
#[derive(Template)]
#[template(path = "missing.html", config = "src/site/templates/askama.toml")]
pub struct MissingPage {
    layout: Layout,
}

impl MissingPage {
    pub fn new(service: Service<'_>, lang: Lang) -> Self {
        let t = text::page(lang);
        let meta = PageMeta::new(t.not_found, t.not_found_meaning, &service, lang);
        // It has no address of its own that could be canonical.
        let service = Service { public_url: None, ..service };
        MissingPage { layout: Layout::new(&service, meta, "/", None, lang) }
    }
}
