//! The service as it is now: put in place whole, and taken by each request for as long as that lasts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::model::{Lang, Localized};
use crate::server::counters::Counts;
use crate::server::date;
use crate::server::prepared::{self, Heading, Prepared, Representation, Response};
use crate::site::{ApiError, Page, Site};

/// Computes a page anew for every request, from the server's counts.
pub type Live = Arc<dyn Fn(&Counts) -> Page + Send + Sync>;

/// Everything that the server can be asked for.
pub struct Service {
    /// The pages of one snapshot.
    pub site: Arc<Site>,
    /// Pages that change apart from it, asked for with every request, by path.
    pub live: Vec<(String, Live)>,
}

/// A service with every response written.
pub struct InService {
    pub pages: HashMap<String, Prepared>,
    pub live: HashMap<String, Live>,
    /// Finds the page of a request that does not name one by its path.
    pub site: Arc<Site>,
    pub options: Response,
    refusals: Localized<Vec<Prepared>>,
    snapshot: String,
}

impl InService {
    /// Writes the responses; takes its time, apart from whoever is not to wait. Bytes that `previous` served at the same place keep the instant since when.
    pub fn new(service: Service, previous: Option<&InService>, now: SystemTime) -> Self {
        let now = date::seconds(now);
        let snapshot = service.site.snapshot();
        let prepare = |path: &str, page: &Page| {
            let before = previous.and_then(|previous| previous.pages.get(path));
            let modified = |tag: &str| before.and_then(|page| page.modified(tag)).unwrap_or(now);
            Heading { page, snapshot, modified: &modified }.prepare()
        };
        let pages = service.site.pages();
        InService {
            pages: pages.map(|(path, page)| (path.to_owned(), prepare(path, page))).collect(),
            live: service.live.iter().cloned().collect(),
            options: prepared::options(snapshot),
            refusals: Localized::build(|lang| {
                ApiError::ALL.map(|refusal| prepare("", service.site.refusal(refusal, lang))).into()
            }),
            snapshot: snapshot.to_owned(),
            site: Arc::clone(&service.site),
        }
    }

    /// The page that says why a request is refused.
    pub fn refusal(&self, refusal: ApiError, lang: Lang) -> &Prepared {
        &self.refusals.get(lang)[refusal as usize]
    }

    /// A page that was computed just now.
    pub fn fresh(&self, page: &Page, now: u64) -> Prepared {
        Heading { page, snapshot: &self.snapshot, modified: &|_| now }.prepare()
    }
}

impl Prepared {
    /// Since when these bytes are served, if they are.
    fn modified(&self, tag: &str) -> Option<u64> {
        let forms = [Some(&self.usual), self.other.as_ref().map(|(_, form)| form)];
        let all = forms.into_iter().flatten().flat_map(|form| [Some(&form.identity), form.gzip.as_ref()]);
        all.flatten()
            .find(|representation: &&Representation| *representation.tag == *tag)
            .map(|it| it.modified)
    }
}

/// Where the service in place is found. Locked only to copy or replace one pointer.
pub struct Current(Mutex<Arc<InService>>);

impl Current {
    pub fn new(service: Arc<InService>) -> Self {
        Current(Mutex::new(service))
    }

    pub fn get(&self) -> Arc<InService> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another service in place; requests under way keep theirs.
    pub fn set(&self, next: Arc<InService>) {
        let previous = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), next);
        drop(previous);
    }
}
