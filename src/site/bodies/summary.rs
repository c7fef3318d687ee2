//! The inputs that every page has: the operator's choices, and a snapshot in numbers with each status at its instant.

use super::*;

/// The operator's choices about the pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SiteOptions {
    /// With it, addresses are absolute where the web needs them.
    pub public_url: Option<PublicUrl>,
    /// Pages do without the script.
    pub without_script: bool,
    /// Pages become files, of which nobody can ask anything.
    pub is_export: bool,
    /// A dataset is previewed.
    pub notices: Option<Notices>,
}

impl SiteOptions {
    /// The path before every path of ours: empty, or beginning with a slash.
    pub fn root(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::path)
    }
}

/// A snapshot in numbers: versions, counts, and every status at its instant.
pub struct Summary {
    pub version: String,
    pub as_of: Timestamp,
    pub offset: Offset,
    /// The instant that is shown.
    pub built_at: Timestamp,
    pub observations: usize,
    pub warnings: usize,
    pub status: Status,
    /// The status of each indicator, in the order of the collection.
    pub statuses: Vec<(Key, EffectiveStatus)>,
    /// The instant at which the next rate comes into force.
    pub coming: Option<Timestamp>,
}

impl Summary {
    pub fn new(dataset: &Dataset, now: Timestamp) -> Self {
        // The least trustworthy of all, the dataset's own included [D4.root].
        let mut status = dataset.declared.status();
        let mut statuses = Vec::new();
        for indicator in dataset.indicators() {
            let effective = indicator.effective(now, dataset.offset);
            status = status.max(effective.status);
            statuses.push((indicator.key.clone(), effective));
        }

        Summary {
            version: dataset.version.clone(),
            as_of: dataset.as_of,
            offset: dataset.offset,
            built_at: now,
            observations: dataset.observations(),
            warnings: dataset.warnings.warnings(),
            status,
            statuses,
            coming: first_to_come(dataset, dataset.offset.day(now)),
        }
    }

    /// The indicators of its dataset, with their categories, in the order of the collection.
    pub fn members<'a>(
        &'a self,
        dataset: &'a Dataset,
    ) -> impl Iterator<Item = (&'a Category, Member<'a>)> {
        let all = dataset.categories.iter().flat_map(Category::members);
        let with_statuses = all.zip(&self.statuses);
        with_statuses.map(|((category, indicator), (_, effective))| {
            let member = Member {
                indicator,
                effective,
            };
            (category, member)
        })
    }

    pub fn count(&self, status: Status) -> usize {
        self.statuses
            .iter()
            .filter(|(_, effective)| effective.status == status)
            .count()
    }

    /// The day that is shown: with it change which rate is in force, how old a figure is, and what is to come.
    pub fn today(&self) -> NaiveDate {
        self.offset.day(self.built_at)
    }

    /// The instant at which the first status turns or the next rate comes into force: figures are kept no longer.
    pub fn next_change(&self) -> Option<Timestamp> {
        let turns = self
            .statuses
            .iter()
            .filter_map(|(_, effective)| effective.stale_at);
        turns.chain(self.coming).min()
    }

    /// The instant at which pages are to be built again: at the next change, or at midnight, when ages are a day older.
    pub fn expires(&self) -> Option<Timestamp> {
        let midnight = self.offset.end_of(self.today());
        self.next_change().into_iter().chain(midnight).min()
    }
}

/// Returns the instant at which the first rate that is announced on this day comes into force.
fn first_to_come(dataset: &Dataset, today: NaiveDate) -> Option<Timestamp> {
    let mut days = Vec::new();

    for indicator in dataset.indicators() {
        let coming = indicator.series.in_force(today).coming;
        days.extend(coming.first().and_then(|observation| observation.date));
    }

    dataset.offset.start_of(days.into_iter().min()?)
}

/// An indicator with its status at the instant of the snapshot.
#[derive(Clone, Copy, Hash)]
pub struct Member<'a> {
    pub indicator: &'a Indicator,
    pub effective: &'a EffectiveStatus,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary() -> Summary {
        let entry = |key: &str, status, stale_at: Option<&str>| {
            let stale_at = stale_at.map(|at| at.parse().unwrap());
            (
                key.parse().unwrap(),
                EffectiveStatus {
                    status,
                    reason: Reason::Checked,
                    stale_at,
                },
            )
        };

        Summary {
            version: "2026-11-20.1".to_owned(),
            as_of: "2026-11-20T05:00:00Z".parse().unwrap(),
            offset: "+04:00".parse().unwrap(),
            built_at: "2026-11-20T06:00:00Z".parse().unwrap(),
            observations: 691,
            warnings: 0,
            status: Status::Seed,
            statuses: vec![
                entry("a", Status::Verified, Some("2026-12-02T00:00:00Z")),
                entry("b", Status::Seed, None),
                entry("c", Status::Verified, Some("2026-12-01T00:00:00Z")),
            ],
            coming: None,
        }
    }

    #[test]
    fn it_changes_when_the_first_status_turns_or_a_rate_comes_into_force() {
        let turns = "2026-12-01T00:00:00Z".parse().ok();
        let comes = "2026-11-25T20:00:00Z".parse().ok();
        let with_rate = Summary {
            coming: comes,
            ..summary()
        };

        assert_eq!(summary().next_change(), turns);
        assert_eq!(with_rate.next_change(), comes);
    }

    #[test]
    fn it_is_built_again_at_midnight_or_before() {
        let built_at = "2026-11-30T21:00:00Z".parse().unwrap();
        let later = Summary {
            built_at,
            ..summary()
        };

        assert_eq!(summary().expires(), "2026-11-20T20:00:00Z".parse().ok());
        assert_eq!(later.expires(), "2026-12-01T00:00:00Z".parse().ok());
    }

    #[test]
    fn every_status_is_counted() {
        let summary = summary();
        let counts = Status::ALL.map(|status| summary.count(status));
        assert_eq!(counts, [2, 0, 1, 0]);
    }
}
