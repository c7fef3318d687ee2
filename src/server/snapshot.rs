//! The pages that are served, and since when each body is: replaced whole, and held by each request until it is answered.

use super::*;

use std::sync::Weak;

use crate::site::{Site, SiteError};

/// Computes a page anew for every request, from the server's counts.
pub type Live = Box<dyn Fn(&Counts) -> Result<Page, SiteError> + Send + Sync>;

/// A snapshot, and since when each of its bodies is served at its path. By path and not by bytes: equal bytes at two paths
/// may change at one of them. All instants are in seconds since 1970.
pub struct Served {
    pub site: Arc<Site>,
    /// False before a first release: everything but the live pages is refused.
    pub is_published: bool,
    /// Pages that change apart from it, by path.
    pub live: Vec<(&'static str, Live)>,
    /// The instant of the next known change: no cache may show it for longer.
    pub next_change: Option<SystemTime>,
    /// The snapshot with which its bodies were compared.
    follows: Weak<Served>,
    /// Since when it is served itself.
    since: u64,
    /// Since when the bodies of most pages are served.
    default: u64,
    /// Pages with other instants.
    exceptions: HashMap<Arc<str>, Instants>,
    /// Since when the data of each indicator are as they are, in the order of the collection.
    indicators: Vec<u64>,
    /// Since when there are these indicators in this order.
    listed: u64,
}

/// Since when the stored forms of a page are served.
type Instants = [u64; 2];

impl Served {
    /// A snapshot as it is served from `now` on; a body that `former` served at the same place keeps its age, and one that
    /// a page has not got is as old as the page before. O(bodies): not for the main loop.
    pub fn new(
        site: Arc<Site>,
        live: Vec<(&'static str, Live)>,
        next_change: Option<SystemTime>,
        former: Option<&Arc<Served>>,
        now: SystemTime,
    ) -> Self {
        // Later than any instant before, also where the clock was set back: a date names one state.
        let least = former.map_or(0, |former| former.since + 1);
        let since = unix_seconds(now).max(least);
        let mut served = Served {
            site,
            is_published: true,
            live,
            next_change,
            follows: Weak::new(),
            since,
            default: since,
            exceptions: HashMap::new(),
            indicators: Vec::new(),
            listed: since,
        };

        match former {
            Some(former) => served.keep_ages(former),
            None => served.indicators = vec![since; served.site.indicators().count()],
        }

        served
    }

    /// Has everything that is as in `former` keep its age.
    fn keep_ages(&mut self, former: &Arc<Served>) {
        let site = Arc::clone(&self.site);
        let mut pages = Vec::new();
        let mut kept = 0;
        for (path, page) in site.pages() {
            let instants = self.instants_after(former, path, page);
            kept += usize::from(instants == [former.default; 2]);
            pages.push((path, page, instants));
        }

        if kept * 2 >= pages.len() {
            self.default = former.default;
        }

        for (path, page, instants) in pages {
            if instants != [self.default; 2] {
                // A page that knows its path shares it with the snapshot.
                let path = page.path.clone().unwrap_or_else(|| path.into());
                self.exceptions.insert(path, instants);
            }
        }

        let former_indicators = former.site.indicators().zip(&former.indicators);
        let known: HashMap<_, _> = former_indicators.collect();
        for indicator in site.indicators() {
            let since = known.get(&indicator).copied();
            self.indicators.push(*since.unwrap_or(&self.since));
        }

        let former_keys = former.site.indicators().map(|(key, _)| key);
        if former_keys.eq(site.indicators().map(|(key, _)| key)) {
            self.listed = former.listed;
        }

        self.follows = Arc::downgrade(former);
    }

    /// Since when the forms of a page are as they are, if they were compared with those of `former`.
    fn instants_after(&self, former: &Served, path: &str, page: &Page) -> Instants {
        let Some(before) = former.site.page(path) else {
            return [self.since; 2];
        };

        Form::ALL.map(|form| {
            let hash = page.body(form).map(Body::hash);
            if hash == before.body(form).map(Body::hash) {
                former.modified(path, form)
            } else {
                self.since
            }
        })
    }

    /// When the stored body of a form last changed at `path` [D7.etag].
    fn modified(&self, path: &str, form: Form) -> u64 {
        let instants = self.exceptions.get(path);
        instants.map_or(self.default, |instants| instants[form as usize])
    }

    /// When a written body last changed: it may have been earlier, and never later.
    fn written_modified(&self, written: &Written) -> u64 {
        if written.is_of_release {
            return self.since;
        }

        let mut latest = match written.places.len() {
            1 => 0,
            _ => self.listed,
        };
        for place in written.places.iter() {
            latest = latest.max(self.indicators[*place]);
        }

        latest
    }
}

/// The snapshot that is served now, after others.
#[derive(Clone)]
pub struct Current {
    pub served: Arc<Served>,
    /// How many were served before.
    pub number: u64,
    /// No body has an earlier date.
    least_modified: u64,
}

impl Current {
    /// The first snapshot.
    pub fn new(served: Arc<Served>) -> Self {
        Current {
            served,
            number: 0,
            least_modified: 0,
        }
    }

    /// Puts another snapshot in place of this one. Where it was compared with another one than this, since the clock has
    /// turned this one while that was loaded, every body gets a date that was never given before.
    pub fn replace(&mut self, served: Arc<Served>) -> Arc<Served> {
        let latest = self.served.since.max(self.least_modified);
        let follows_this = std::ptr::eq(served.follows.as_ptr(), Arc::as_ptr(&self.served));
        if !follows_this || served.since <= latest {
            self.least_modified = latest + 1;
        }

        self.number += 1;
        std::mem::replace(&mut self.served, served)
    }

    /// When the stored body of a form last changed at `path` on this server [D7.etag].
    pub fn modified(&self, path: &str, form: Form) -> u64 {
        self.served.modified(path, form).max(self.least_modified)
    }

    /// When a written body last changed: it may have been earlier, and never later.
    pub fn written_modified(&self, written: &Written) -> u64 {
        self.served
            .written_modified(written)
            .max(self.least_modified)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::dataset::{Source, load};
    use crate::site::SiteOptions;

    /// A service of these pages, each with a text in its default and one in its alternate form.
    fn served(
        pages: &[(&'static str, [&'static str; 2])],
        former: Option<&Arc<Served>>,
        second: u64,
    ) -> Arc<Served> {
        let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let source = Source::Directory("tests/fixtures/clean".into());
        let dataset = load(&source, instant).unwrap().public_at(instant);
        let site = Site::build(&dataset, &SiteOptions::default(), instant, None).unwrap();
        Arc::new(Served::new(
            Arc::new(site.with_texts(pages)),
            Vec::new(),
            None,
            former,
            UNIX_EPOCH + Duration::from_secs(second),
        ))
    }

    /// Since when both forms of a page are served.
    fn since(served: &Served, path: &str) -> [u64; 2] {
        Form::ALL.map(|form| served.modified(path, form))
    }

    #[test]
    fn a_body_is_as_old_as_its_bytes_at_its_place() {
        let (data, catalog, calendar) = ("/data.json", "/catalog.json", "/calendar.json");
        let first = served(
            &[
                (data, ["a", "b"]),
                (catalog, ["c", "d"]),
                (calendar, ["e", "f"]),
            ],
            None,
            1000,
        );

        assert_eq!(
            [data, catalog, calendar].map(|path| since(&first, path)),
            [[1000; 2]; 3]
        );
        // One form of one page changes.
        let pages = [
            (data, ["A", "b"]),
            (catalog, ["c", "d"]),
            (calendar, ["e", "f"]),
        ];
        let second = served(&pages, Some(&first), 2000);
        assert_eq!(
            [data, catalog, calendar].map(|path| since(&second, path)),
            [[2000, 1000], [1000; 2], [1000; 2]]
        );
        // Most of them change; a body from another path is new here.
        let pages = [
            (data, ["A", "B"]),
            (catalog, ["C", "d"]),
            (calendar, ["b", "F"]),
        ];
        let third = served(&pages, Some(&second), 3000);
        assert_eq!(
            [data, catalog, calendar].map(|path| since(&third, path)),
            [[2000, 3000], [3000, 1000], [3000; 2]]
        );
    }

    #[test]
    fn what_has_changed_is_later_than_before_also_where_the_clock_was_set_back() {
        let (data, catalog) = ("/data.json", "/catalog.json");
        let first = served(&[(data, ["a", "x"]), (catalog, ["b", "x"])], None, 5000);
        let second = served(
            &[(data, ["A", "x"]), (catalog, ["b", "x"])],
            Some(&first),
            1000,
        );
        assert_eq!(since(&second, data), [5001, 5000]);
        // Within one second, and away in between.
        let third = served(&[(catalog, ["b", "x"])], Some(&second), 1000);
        let fourth = served(
            &[(data, ["a", "x"]), (catalog, ["B", "x"])],
            Some(&third),
            1000,
        );
        assert!(since(&fourth, data)[0] > 5001);
        assert_eq!(since(&fourth, catalog), [5003, 5000]);
    }

    #[test]
    fn equal_bytes_at_two_paths_have_an_age_each() {
        let (data, catalog) = ("/data.json", "/catalog.json");
        let first = served(&[(data, ["a", "x"]), (catalog, ["b", "x"])], None, 1000);
        // One page gets the bytes that the other one has had for long.
        let second = served(
            &[(data, ["b", "x"]), (catalog, ["b", "x"])],
            Some(&first),
            2000,
        );
        assert_eq!(
            [data, catalog].map(|path| since(&second, path)),
            [[2000, 1000], [1000; 2]]
        );
        // And back: a body that was served before is not as old as it was then.
        let third = served(
            &[(data, ["a", "x"]), (catalog, ["b", "x"])],
            Some(&second),
            3000,
        );
        assert_eq!(
            [data, catalog].map(|path| since(&third, path)),
            [[3000, 1000], [1000; 2]]
        );
        let fourth = served(
            &[(data, ["a", "x"]), (catalog, ["a", "x"])],
            Some(&third),
            4000,
        );
        assert_eq!(
            [data, catalog].map(|path| since(&fourth, path)),
            [[3000, 1000], [4000, 1000]]
        );
    }

    /// A load takes its time: the clock may bring another state meanwhile, or the load is built anew before it is served.
    #[test]
    fn a_snapshot_that_was_compared_with_another_one_has_dates_of_its_own() {
        let data = "/data.json";
        let pages = |text| [(data, [text, "x"])];
        for (turned_at, loaded_at) in [(2000, 2000), (2000, 1999), (2000, 2001), (9000, 1001)] {
            let first = served(&pages("a"), None, 1000);
            let turned = served(&pages("b"), Some(&first), turned_at);
            for text in ["a", "b", "c"] {
                let loaded = served(&pages(text), Some(&first), loaded_at);
                let built_anew = served(&pages(text), Some(&loaded), loaded_at);
                for next in [loaded, built_anew] {
                    let mut current = Current::new(Arc::clone(&first));
                    current.replace(Arc::clone(&turned));
                    assert_eq!(current.modified(data, Form::Default), turned_at);

                    current.replace(Arc::clone(&next));
                    let then = current.modified(data, Form::Default);
                    assert!(then > turned_at, "{text} {turned_at} {loaded_at}");

                    // The next one goes on from there.
                    current.replace(served(&pages(text), Some(&next), loaded_at));
                    assert!(current.modified(data, Form::Default) >= then);
                    let number = current.number;
                    assert_eq!(number, 3);
                }
            }
        }
    }

    #[test]
    fn snapshots_that_follow_each_other_keep_their_dates() {
        let data = "/data.json";
        let first = served(&[(data, ["a", "x"])], None, 1000);
        let second = served(&[(data, ["b", "x"])], Some(&first), 2000);
        let third = served(&[(data, ["b", "x"])], Some(&second), 3000);
        let mut current = Current::new(first);
        let mut dates = vec![current.modified(data, Form::Default)];
        for next in [second, third] {
            current.replace(next);
            dates.push(current.modified(data, Form::Default));
        }

        assert_eq!(dates, [1000, 2000, 2000]);
    }

    #[test]
    fn a_page_that_was_away_is_new() {
        let pages = [("/data.json", ["a", "x"]), ("/catalog.json", ["b", "x"])];
        let first = served(&pages, None, 1000);
        let second = served(&pages[..1], Some(&first), 2000);
        let third = served(&pages, Some(&second), 3000);
        assert_eq!(
            ["/data.json", "/catalog.json"].map(|path| since(&third, path)),
            [[1000; 2], [3000; 2]]
        );
    }
}
