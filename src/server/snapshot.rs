//! The snapshot that is served: put in place whole, and taken by each request for as long as that lasts.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::model::Lang;
use crate::server::counters::Counts;
use crate::server::http::date;
use crate::site::{ApiError, Body, Page, Site, Variant};

/// Computes a page anew for every request, from the server's counts.
pub type Live = Arc<dyn Fn(&Counts) -> Page + Send + Sync>;

/// Everything that the server can be asked for.
pub struct Snapshot {
    /// The pages of one dataset at one instant.
    pub site: Arc<Site>,
    /// Pages that change apart from it, asked for with every request, by path.
    pub live: Vec<(String, Live)>,
    /// The instant at which something of it is known to change: no cache may show it for longer.
    pub next_change: Option<SystemTime>,
}

/// A snapshot, and since when each of its bodies is served.
pub struct Served {
    snapshot: Snapshot,
    modified: ModificationTimes,
}

impl Served {
    /// A snapshot as it is served from `now` on. Bytes that `former` served at the same place keep their instant. Looks
    /// at every body: not for whoever is not to wait.
    pub fn new(snapshot: Snapshot, former: Option<&Served>, now: SystemTime) -> Self {
        let modified = ModificationTimes::new(&snapshot, former, date::seconds(now));
        Served { snapshot, modified }
    }

    /// The page at a path, without its query.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.snapshot.site.page(path)
    }

    /// The path of the page that answers a decoded path and the parameters of its query.
    ///
    /// # Errors
    /// The page that says why there is none.
    pub fn locate<'a>(
        &'a self,
        path: &'a str,
        parameters: &[(Cow<'_, str>, Cow<'_, str>)],
    ) -> Result<Cow<'a, str>, &'a Page> {
        self.snapshot.site.locate(path, parameters)
    }

    /// What computes the page at a path.
    pub fn live(&self, path: &str) -> Option<&Live> {
        self.snapshot.live.iter().find(|(at, _)| at == path).map(|(_, live)| live)
    }

    /// The page that says why a request is refused.
    pub fn refusal(&self, refusal: ApiError, lang: Lang) -> &Page {
        self.snapshot.site.refusal(refusal, lang)
    }

    /// `Snapshot-Id` (decisions, 8.2).
    pub fn snapshot_id(&self) -> &str {
        self.snapshot.site.snapshot()
    }

    /// The instant at which something of it is known to change.
    pub fn next_change(&self) -> Option<SystemTime> {
        self.snapshot.next_change
    }

    /// Seconds since 1970 at which the body with this tag last changed on this server (decisions, section 7).
    pub fn modified(&self, tag: &str) -> u64 {
        self.modified.of(tag)
    }
}

/// Since when each body is served, in seconds since 1970. Most are of one instant: only the others are written down.
#[derive(Default)]
struct ModificationTimes {
    most: u64,
    others: HashMap<u64, u64>,
}

impl ModificationTimes {
    fn new(snapshot: &Snapshot, former: Option<&Served>, now: u64) -> Self {
        let Some(former) = former else { return ModificationTimes { most: now, others: HashMap::new() } };
        let all = instants(snapshot, former, now);
        let of_former = all.iter().filter(|(_, since)| *since == former.modified.most).count();
        let most = if of_former * 2 >= all.len() { former.modified.most } else { now };
        ModificationTimes { most, others: all.into_iter().filter(|(_, since)| *since != most).collect() }
    }

    fn of(&self, tag: &str) -> u64 {
        self.others.get(&short(tag)).copied().unwrap_or(self.most)
    }
}

/// Of every body its tag, shortened, and since when it is served: since `now`, unless `former` had it at the same path.
fn instants(snapshot: &Snapshot, former: &Served, now: u64) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    let mut note = |page: &Page, before: Option<&Page>| {
        for body in bodies(page) {
            let tag = body.tag();
            let is_kept = before.is_some_and(|before| bodies(before).any(|other| other.tag() == tag));
            all.push((short(tag), if is_kept { former.modified.of(tag) } else { now }));
        }
    };
    // Both are in the order of their paths.
    let mut site = former.snapshot.site.pages().peekable();
    for (path, page) in snapshot.site.pages() {
        while site.next_if(|(before, _)| *before < path).is_some() {}
        note(page, site.next_if(|(before, _)| *before == path).map(|(_, before)| before));
    }
    all
}

fn bodies(page: &Page) -> impl Iterator<Item = &Body> {
    let variants = [Some(&page.default), page.alternate.as_ref().map(|(_, variant)| variant)];
    variants
        .into_iter()
        .flatten()
        .flat_map(|Variant { identity, gzip }| [Some(identity), gzip.as_ref()])
        .flatten()
}

/// 64 of the 128 bits of a tag, which stand in quotes.
fn short(tag: &str) -> u64 {
    tag.get(1..17).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default()
}

/// Where the snapshot in place is found. Locked only to copy or replace one pointer.
pub struct Current(Mutex<Arc<Served>>);

impl Current {
    /// Puts the first one in place.
    pub fn new(served: Arc<Served>) -> Self {
        Current(Mutex::new(served))
    }

    /// The one in place.
    pub fn get(&self) -> Arc<Served> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another one in place; requests under way keep theirs.
    pub fn set(&self, next: Arc<Served>) {
        let former = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), next);
        drop(former);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::dataset::{Source, load};
    use crate::site::SiteOptions;

    /// A service of these pages, each with a text in its default and one in its alternate form.
    fn served(pages: &[(&str, [&str; 2])], former: Option<&Served>, second: u64) -> Served {
        let instant = "2026-11-20T09:00:00+04:00".parse().unwrap();
        let dataset = load(&Source::Embedded, instant).unwrap().public_at(instant);
        let site = Site::build(&dataset, &SiteOptions::default(), instant, None).unwrap();
        let plain = |text: &str| Variant::plain(text.as_bytes().to_vec());
        let site = site.rewritten(|path, page| {
            let (_, [default, alternate]) = pages.iter().find(|(own, _)| *own == path)?;
            let alternate = page.alternate.map(|(selector, _)| (selector, plain(alternate)));
            Some(Page { default: plain(default), alternate, ..page })
        });
        let snapshot = Snapshot { site: Arc::new(site), live: Vec::new(), next_change: None };
        Served::new(snapshot, former, UNIX_EPOCH + Duration::from_secs(second))
    }

    /// Since when both forms of a page are served.
    fn since(served: &Served, path: &str) -> [u64; 2] {
        let page = served.page(path).unwrap();
        let alternate = &page.alternate.as_ref().unwrap().1;
        [&page.default, alternate].map(|form| served.modified(form.identity.tag()))
    }

    #[test]
    fn a_body_is_as_old_as_its_bytes_at_its_place() {
        let (data, catalog, calendar) = ("/data.json", "/catalog.json", "/calendar.json");
        let first = served(&[(data, ["a", "b"]), (catalog, ["c", "d"]), (calendar, ["e", "f"])], None, 1000);
        assert_eq!([data, catalog, calendar].map(|path| since(&first, path)), [[1000; 2]; 3]);
        // One form of one page changes.
        let pages = [(data, ["A", "b"]), (catalog, ["c", "d"]), (calendar, ["e", "f"])];
        let second = served(&pages, Some(&first), 2000);
        assert_eq!(
            [data, catalog, calendar].map(|path| since(&second, path)),
            [[2000, 1000], [1000; 2], [1000; 2]]
        );
        // Most of them change; what was at another place is new here.
        let pages = [(data, ["A", "B"]), (catalog, ["C", "d"]), (calendar, ["b", "F"])];
        let third = served(&pages, Some(&second), 3000);
        assert_eq!(
            [data, catalog, calendar].map(|path| since(&third, path)),
            [[2000, 3000], [3000, 1000], [3000; 2]]
        );
    }
}
