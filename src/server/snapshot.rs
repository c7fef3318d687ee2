//! The pages that are served, and since when each body is: replaced whole, and held by each request until it is answered.

use super::*;

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
    /// How many snapshots were served before.
    pub number: u64,
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
        former: Option<&Served>,
        now: SystemTime,
    ) -> Self {
        // Later than any instant before, also where the clock was set back: a date names one state.
        let since = match former {
            Some(former) => unix_seconds(now).max(former.since + 1),
            None => unix_seconds(now),
        };

        let instants = |path: &str, page: &Page| {
            let Some((former, before)) =
                former.and_then(|former| Some((former, former.site.page(path)?)))
            else {
                return [since; 2];
            };

            let hash = |page: &Page, form| page.body(form).map(Body::hash);
            Form::ALL.map(|form| match hash(page, form) == hash(before, form) {
                true => former.modified(path, form),
                false => since,
            })
        };

        let all: Vec<_> = site
            .pages()
            .map(|(path, page)| (path, page, instants(path, page)))
            .collect();

        let is_default = |former: &&Served| {
            let kept = all
                .iter()
                .filter(|(_, _, instants)| *instants == [former.default; 2])
                .count();
            kept * 2 >= all.len()
        };
        let default = former
            .filter(is_default)
            .map_or(since, |former| former.default);

        let exceptions = all
            .into_iter()
            .filter(|(_, _, instants)| *instants != [default; 2]);
        // A page that knows its path shares it with the snapshot.
        let place = |path: &str, page: &Page| page.path.clone().unwrap_or_else(|| path.into());
        let exceptions = exceptions
            .map(|(path, page, instants)| (place(path, page), instants))
            .collect();

        let modified: HashMap<_, _> = former
            .iter()
            .flat_map(|former| former.site.indicators().zip(&former.indicators))
            .collect();
        let indicators = site
            .indicators()
            .map(|key| modified.get(&key).map_or(since, |modified| **modified))
            .collect();

        let has_same_keys = |former: &&Served| {
            former
                .site
                .indicators()
                .map(|(key, _)| key)
                .eq(site.indicators().map(|(key, _)| key))
        };
        let listed = former
            .filter(has_same_keys)
            .map_or(since, |former| former.listed);

        let number = former.map_or(0, |former| former.number + 1);
        Served {
            site,
            is_published: true,
            live,
            next_change,
            number,
            since,
            default,
            exceptions,
            indicators,
            listed,
        }
    }

    /// When the stored body of a form last changed at `path` on this server [D7.etag].
    pub fn modified(&self, path: &str, form: Form) -> u64 {
        self.exceptions
            .get(path)
            .map_or(self.default, |since| since[form as usize])
    }

    /// When a written body last changed: it may have been earlier, and never later.
    pub fn written_modified(&self, written: &Written) -> u64 {
        if written.is_of_release {
            return self.since;
        }

        let indicators = written.places.iter().map(|place| self.indicators[*place]);
        let listed = (written.places.len() != 1).then_some(self.listed);
        indicators.chain(listed).max().unwrap_or(self.since)
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
        former: Option<&Served>,
        second: u64,
    ) -> Served {
        let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let site = Site::build(&dataset, &SiteOptions::default(), instant, None).unwrap();
        Served::new(
            Arc::new(site.with_texts(pages)),
            Vec::new(),
            None,
            former,
            UNIX_EPOCH + Duration::from_secs(second),
        )
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
