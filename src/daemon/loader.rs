//! Reads, checks and builds a release, on a thread of its own.

use super::*;

use log::{debug, error, info, warn};

use super::origin::{LoadedDataset, Standing};

pub struct Loader {
    pub origin: Origin,
    pub options: SiteOptions,
    pub monitor: Arc<Monitor>,
    pub lang: Lang,
}

impl Loader {
    /// Loads the release, and its next state too where that is due within twice the time that the load takes.
    pub fn load(&self, job: &LoadJob<BuiltRelease>) -> Result<Loaded<BuiltRelease>, LoadError> {
        let since = Stopwatch::now();
        let (release, previous) = match &job.from {
            LoadFrom::Start => (Arc::new(self.start(job)?), None),
            LoadFrom::Serving(serving) => (Arc::new(self.reload(job, serving)?), Some(&**serving)),
            LoadFrom::Read(built) => (Arc::clone(&built.release), Some(&**built)),
        };
        let present = BuiltRelease::new(release, job.moment, previous, &self.monitor)?;
        let twice = TimeDelta::from_std(since.elapsed() * 2).unwrap_or(TimeDelta::MAX);
        let now = clock();
        let end = present.span().until().filter(|end| *end - now <= twice);
        let next = end.and_then(|end| {
            let end = end.max(now);
            let moment = Moment { statuses: end, rows: end.max(job.moment.rows) };
            let release = Arc::clone(&present.release);
            let next =
                BuiltRelease::new(release, moment, Some(&present), &self.monitor).map_err(LoadError::from);
            // The builder will try again.
            next.inspect_err(|error| debug!("the next state: {}", error.headline(self.lang))).ok()
        });
        Ok(Loaded { present, next })
    }

    pub fn build(&self, job: &BuildJob<BuiltRelease>) -> Result<Arc<BuiltRelease>, LoadError> {
        Ok(BuiltRelease::new(
            Arc::clone(&job.serving.release),
            job.moment,
            Some(&job.serving),
            &self.monitor,
        )?)
    }

    fn reload(&self, job: &LoadJob<BuiltRelease>, serving: &BuiltRelease) -> Result<Release, LoadError> {
        let choice = self.origin.choice()?;
        if let ReleaseSource::NothingPublished(store) = &choice {
            if !matches!(serving.release.standing, Standing::NothingPublished) {
                return Err(LoadError::unread(msg::nothing_in_service_any_more(store.display())));
            }
        }
        let mut release = self.release(&choice, job)?;
        // Equal series lie in memory once.
        release.full.share(&serving.release.full);
        Ok(release)
    }

    /// The current release, or one before it where that cannot be served [D16].
    fn start(&self, job: &LoadJob<BuiltRelease>) -> Result<Release, LoadError> {
        let choice = self.origin.choice();
        let loaded = choice.as_ref().map_err(Clone::clone);
        let mut error = match loaded.and_then(|choice| self.release(choice, job)) {
            Ok(release) => return Ok(release),
            Err(error) => error,
        };
        let mut tried: Vec<ReleaseSource> = choice.into_iter().collect();
        for choice in self.origin.fallbacks() {
            if tried.contains(&choice) {
                continue;
            }
            match self.release(&choice, job) {
                Ok(release) => return Ok(self.fallback(release, &error)),
                Err(next) => error = error.and(next),
            }
            tried.push(choice);
        }
        Err(error)
    }

    fn release(&self, choice: &ReleaseSource, job: &LoadJob<BuiltRelease>) -> Result<Release, LoadError> {
        let at = job.moment.statuses;
        // A dataset that would not fit ends a reload, which leaves the former release; at a start there is nothing to lose.
        let judge = |files: &[DataFile]| match (memory::why_too_large(files), &job.from) {
            (Some(lack), LoadFrom::Serving(_)) => Err(LoadError::unread(lack)),
            (lack, _) => Ok(lack),
        };
        let LoadedDataset { full, doubts } = choice.load(at, &judge)?;
        let mut warnings = doubts;
        let standing = match choice {
            ReleaseSource::NothingPublished(_) => {
                warnings.push(msg::built_in_served());
                Standing::NothingPublished
            }
            ReleaseSource::Dataset(_) | ReleaseSource::Release { .. } => Standing::InService,
        };
        warnings.iter().for_each(|warning| warn!("{}", warning.get(self.lang)));
        let page: Vec<String> = warnings.iter().map(|warning| warning.get(Lang::En)).collect();
        Ok(Release {
            load: job.id,
            full,
            options: self.options.clone(),
            subject: self.origin.subject(),
            origin: choice.origin(),
            standing,
            warning: (!page.is_empty()).then(|| page.join("; ")),
            loaded_at: at,
        })
    }

    /// Marks a release as a substitute, and logs that.
    fn fallback(&self, release: Release, error: &LoadError) -> Release {
        let version = release.full.version();
        let lang = self.lang;
        error!("start: {}", msg::live_not_served(error.headline(lang)).get(lang));
        error.sentences(lang).iter().for_each(|sentence| info!("start: {sentence}"));
        error!("start: {}", msg::previous_served(version).get(lang));
        let warning = msg::previous_served_because(error.headline(Lang::En), version).get(Lang::En);
        Release { standing: Standing::Fallback, ..release.with_warning(warning) }
    }
}
