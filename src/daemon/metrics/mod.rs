//! `/metrics`: the Prometheus text, computed for every request from what the daemon and the server know. A file for
//! each topic.

mod dataset;
mod exposition;
mod http;
mod process;
mod service;
mod sources;

use std::sync::Arc;
use std::time::Duration;

use super::built::Release;
use super::monitor::Monitor;
use crate::model::Timestamp;
use crate::server::Counts;
use crate::site::{Caching, Page, Site, Variant};
use exposition::Text;
use sources::SourceChecks;

/// What is measured, apart from the server's counts.
pub struct Metrics {
    site: Arc<Site>,
    release: Arc<Release>,
    monitor: Arc<Monitor>,
    /// How long the pages took to compute.
    took: Duration,
    sources: Vec<SourceChecks>,
}

impl Metrics {
    /// The metrics of a snapshot.
    pub fn new(site: &Arc<Site>, release: &Arc<Release>, monitor: &Arc<Monitor>, took: Duration) -> Self {
        let sources = sources::checks(&release.dataset);
        Metrics { site: site.clone(), release: release.clone(), monitor: monitor.clone(), took, sources }
    }

    /// The page at `now`.
    pub fn page(&self, counts: &Counts, now: Timestamp) -> Page {
        let mut text = Text::default();
        dataset::write(&mut text, self);
        service::write(&mut text, self);
        sources::write(&mut text, &self.sources, now);
        http::write(&mut text, counts);
        process::write(&mut text, self.monitor.started);
        let text = Variant::plain(text.into_bytes());
        Page { caching: Caching::NoStore, ..Page::new("text/plain; version=0.0.4", text) }
    }
}
