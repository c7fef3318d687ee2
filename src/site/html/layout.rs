//! The frame of every page: title, description, links to its other forms, the way to the other language. And the page of
//! an address where there is nothing, which is the frame alone.

use super::*;

use std::sync::LazyLock;

pub const CSS: &str = include_str!("style.css");
/// The script of the pages, which none needs [D24.10]: without comments, indentation, and the ends of lines and spaces beside
/// signs, which no text in it has.
pub static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let files = concat!(
        include_str!("page.js"),
        include_str!("chart.js"),
        include_str!("search.js")
    );

    let mut script = String::new();
    for line in files.lines().map(str::trim_start) {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }

        for (place, word) in line.split(' ').enumerate() {
            let is_joined = script.ends_with(is_sign) || word.starts_with(is_sign);
            if place > 0 && !is_joined {
                script.push(' ');
            }
            script += word;
        }

        if !script.ends_with([';', '{', ',', '(', '[', '}']) {
            script.push('\n');
        }
    }

    script
});

fn is_sign(c: char) -> bool {
    "=<>+-*/?,;{&|".contains(c)
}

pub const ICON: &str = include_str!("favicon.svg");

static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| tagged_address(urls::STYLE, CSS));
static SCRIPT_ADDRESS: LazyLock<String> = LazyLock::new(|| tagged_address(urls::SCRIPT, &SCRIPT));

/// An address with a part of the tag of what is there: browsers that have kept an earlier one ask again.
fn tagged_address(path: &str, text: &str) -> String {
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
    pub publisher: Option<&'a NamedLink>,
    pub public_url: Option<&'a PublicUrl>,
    /// The path of the public address, before which no path of ours stands: empty, or beginning with a slash.
    pub root: &'a str,
    pub has_script: bool,
    /// True if the release calendar has a date.
    pub has_calendar: bool,
    pub is_export: bool,
    /// The version of the release and the day of its data, on pages that are rendered for each.
    pub release: Option<(&'a str, NaiveDate)>,
    pub notice: Option<Notice<'a>>,
}

impl<'a> Service<'a> {
    pub fn new(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        Service {
            title: dataset.title.as_ref(),
            description: dataset.description.as_ref(),
            license: dataset.license.as_ref(),
            contact: dataset.contact.as_ref(),
            publisher: dataset.publisher.as_ref(),
            public_url: options.public_url.as_ref(),
            root: options.root(),
            has_script: !options.without_script,
            is_export: options.is_export,
            has_calendar: dataset.indicators().any(Indicator::has_dates),
            release: None,
            notice: options.notices.as_ref().map(Notices::general),
        }
    }

    /// The service with its release, for pages that are rendered for each.
    pub fn released(dataset: &'a Dataset, options: &'a SiteOptions) -> Self {
        let release = (&*dataset.version, dataset.offset.day(dataset.as_of));
        Service {
            release: Some(release),
            ..Self::new(dataset, options)
        }
    }

    pub fn title(&self, lang: Lang) -> String {
        text::nbsp(text::service(self.title, lang))
    }

    pub fn description(&self, lang: Lang) -> String {
        text::nbsp(match self.description {
            Some(text) => text.get(lang),
            None => text::page(lang).description,
        })
    }

    /// The address of a path in a language for use elsewhere: absolute where that is known.
    pub fn address(&self, lang: Lang, path: &str) -> String {
        let path = urls::localized(lang, path);
        match self.public_url {
            Some(url) => url.join(&path),
            None => self.root.to_owned() + &path,
        }
    }
}

pub struct Link {
    pub label: String,
    /// An address of the web, or a path of ours without the root, which the template puts before it.
    pub href: String,
}

impl Link {
    pub fn new(label: &str, href: String) -> Self {
        Link {
            label: label.to_owned(),
            href,
        }
    }

    /// Links to the resource at a path that has this key or identifier.
    pub fn to_resource(label: &str, path: &str, id: &str, lang: Lang) -> Self {
        Link::new(label, urls::localized(lang, &urls::of(path, id)))
    }

    pub fn to_category(category: CategoryName, lang: Lang) -> Self {
        let name = text::nbsp(category.name.get(lang));
        Link::to_resource(&name, urls::CATEGORY, category.id, lang)
    }

    /// To the page of an indicator.
    pub fn to(key: &Key, name: &Localized<String>, lang: Lang) -> Self {
        Link::to_resource(&text::nbsp(name.get(lang)), urls::VIEW, key.as_str(), lang)
    }
}

/// The frame of a page. All paths are without a language.
pub struct Layout<'a> {
    pub t: PageWords,
    pub lang: Lang,
    pub service: Service<'a>,
    pub title: String,
    pub description: String,
    pub path: String,
    /// The path of the feed of what the page is about.
    pub feed: String,
    /// The paths of the content for programs: JSON and CSV.
    pub forms: Option<[String; 2]>,
    /// The query, on the page of its results.
    pub query: Option<String>,
}

impl<'a> Layout<'a> {
    /// The frame of a page of the service.
    pub fn new(
        service: Service<'a>,
        path: &str,
        title: &str,
        description: &str,
        lang: Lang,
    ) -> Self {
        Layout {
            t: text::page(lang),
            lang,
            service,
            title: format!("{title} — {}", service.title(lang)),
            description: description.to_owned(),
            path: path.to_owned(),
            feed: urls::FEED.to_owned(),
            forms: None,
            query: None,
        }
    }

    /// The name that heads each page: that of the publisher, else that of the service.
    pub fn house(&self) -> String {
        match self.service.publisher {
            Some(publisher) => text::nbsp(publisher.name.get(self.lang)),
            None => self.service.title(self.lang),
        }
    }

    pub fn style(&self) -> String {
        self.href(&*STYLE_ADDRESS)
    }

    pub fn script(&self) -> String {
        self.href(&*SCRIPT_ADDRESS)
    }

    /// A link to an address of the web, or to a path of ours.
    pub fn href(&self, address: impl AsRef<str>) -> String {
        let address = address.as_ref();
        if address.starts_with('/') {
            format!("{}{address}", self.service.root)
        } else {
            address.to_owned()
        }
    }

    /// A link to a path in the language of the page.
    pub fn local(&self, path: &str) -> String {
        self.href(urls::localized(self.lang, path))
    }

    /// A link to the overview.
    pub fn home(&self) -> String {
        self.href(self.lang.home())
    }

    /// The address of the page in a language, as far as it is known.
    pub fn address(&self, lang: Lang) -> String {
        self.service.address(lang, &self.path)
    }

    /// The version of the release, and the day of its data.
    pub fn release(&self) -> Option<(&'a str, String)> {
        let (version, day) = self.service.release?;
        let day = text::full_day(day, self.lang);
        Some((version, text::nbsp(&text::cited_as_of(day, self.lang))))
    }
}

/// The page of an unknown address. It repeats nothing of the request.
#[derive(Template)]
#[template(path = "missing.html", config = "src/site/templates/askama.toml")]
pub struct MissingPage<'a> {
    layout: Layout<'a>,
}

impl<'a> MissingPage<'a> {
    pub fn new(data: &'a SiteData, lang: Lang) -> Self {
        let t = text::page(lang);
        // It has no address of its own that could be canonical.
        let service = Service {
            public_url: None,
            ..Service::released(&data.dataset, &data.options)
        };
        let (title, meaning) = (t.not_found, t.not_found_meaning);
        MissingPage {
            layout: Layout::new(service, urls::OVERVIEW, title, meaning, lang),
        }
    }
}
