//! The property that an incremental build must have: whatever is edited, the result is that of a fresh one.

use super::*;

use super::build::{FormerPages, HashedPages};
use crate::dataset::{self, DataFile, Diagnostics};

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The declared status, the name and the observations of an indicator: month and value.
type Drafted = (&'static str, String, Vec<(usize, String)>);

/// A dataset as somebody edits it.
#[derive(Clone)]
struct RandomDataset {
    version: usize,
    day: usize,
    name: usize,
    checked: usize,
    category: String,
    unit: String,
    indicators: BTreeMap<usize, Drafted>,
}

impl RandomDataset {
    fn new(random: &mut Random, size: usize) -> Self {
        let mut edited = RandomDataset {
            version: 1,
            day: 1,
            name: 1,
            checked: 20,
            category: "Money".to_owned(),
            unit: "manat".to_owned(),
            indicators: BTreeMap::new(),
        };

        (0..size).for_each(|number| edited.add(number, random));
        edited
    }

    fn add(&mut self, number: usize, random: &mut Random) {
        let rows =
            (1..=1 + random.below(30)).map(|month| (month, format!("{}.5", random.below(1000))));
        self.indicators
            .insert(number, ("verified", format!("I{number}"), rows.collect()));
    }

    fn edit(&mut self, random: &mut Random) {
        self.version += 1;
        let numbers: Vec<usize> = self.indicators.keys().copied().collect();
        let number = numbers[random.below(numbers.len())];
        let free = random.below(400);
        let kind = random.below(10);
        if kind == 0 && !self.indicators.contains_key(&free) {
            return self.add(free, random);
        }

        if kind == 1 && numbers.len() > 1 {
            self.indicators.remove(&number);
            return;
        }

        let Some((status, name, rows)) = self.indicators.get_mut(&number) else {
            return;
        };

        match kind {
            2 => *status = ["verified", "stale", "seed", "unknown"][random.below(4)],
            3 => {
                self.name += 1;
                *name = format!("R{number} {}", self.name);
            }
            4 => self.day = 1 + random.below(28),
            5 => self.checked = 1 + random.below(20),
            6 => self.category = format!("Money (ru) {}", random.below(3)),
            7 => self.unit = format!("manat (ru) {}", random.below(3)),
            8 => {
                let row = random.below(rows.len());
                rows[row].1 = format!("-{}", random.below(9));
            }
            _ => rows.push((rows.len() + 1, "7.25".to_owned())),
        }
    }

    fn dataset(&self, at: Timestamp) -> Arc<Dataset> {
        let file = |path: &str, text: String| DataFile {
            path: path.to_owned(),
            bytes: text.into_bytes(),
        };
        let (even, odd): (Vec<usize>, Vec<usize>) =
            self.indicators.keys().partition(|number| *number % 2 == 0);
        let keys = |numbers: &[usize]| {
            numbers
                .iter()
                .map(|number| format!("\"i{number}\""))
                .collect::<Vec<_>>()
                .join(",")
        };
        let category = |id: &str, name: &str, keys: String| {
            format!(r#"{{"id":"{id}","name":{{"ru":"{name}","en":"{id}"}},"indicators":[{keys}]}}"#)
        };
        let categories = [
            category("even", &self.category, keys(&even)),
            category("empty", "Empty (ru)", String::new()),
            category("odd", "Other (ru)", keys(&odd)),
        ];
        let definitions = format!(
            r#"{{"format":1,"version":"v{}","asOf":"2026-11-{:02}T09:00:00+04:00","sourceStatus":"verified",
                "utcOffset":"+04:00","sdmx":{{"agency":"TEST","dataflow":"MACRO","refArea":"AZ"}},"units":{{"u":{{"ru":"{}","en":"manat"}}}},
                "sources":{{"s":{{"name":{{"ru":"Bank (ru)","en":"Bank"}},"staleAfterHours":48}}}},"categories":[{}]}}"#,
            self.version,
            self.day,
            self.unit,
            categories.join(",")
        );

        let checks = format!(
            "source,checked_at,error\ns,2026-11-{:02}T08:00:00+04:00,\n",
            self.checked
        );
        let mut files = vec![
            file("checks.csv", checks),
            file("dataset.json", definitions),
        ];
        for (number, (status, name, rows)) in &self.indicators {
            let period = if number % 3 == 0 {
                "effective_from"
            } else {
                "month_end"
            };

            let definition = format!(
                r#"{{"name":{{"ru":"{name}","en":"I{number}"}},"unit":"u","periodType":"{period}",
                    "measure":"amount","source":"s","sourceStatus":"{status}"}}"#
            );
            let date = |month: usize| {
                let (year, month) = (2020 + (month - 1) / 12, (month - 1) % 12 + 1);
                format!(
                    "{year}-{month:02}{}",
                    if number % 3 == 0 { "-01" } else { "" }
                )
            };
            let rows: Vec<String> = rows
                .iter()
                .map(|(month, value)| format!("{},{value}\n", date(*month)))
                .collect();
            files.push(file(
                &format!("indicators/i{number}.csv"),
                format!("date,value\n{}", rows.concat()),
            ));
            files.push(file(&format!("indicators/i{number}.json"), definition));
        }

        files.sort_by(|a, b| a.path.cmp(&b.path));
        let checked = dataset::check(&files, at, Diagnostics::default(), None);
        let full = checked.unwrap_or_else(|problems| {
            let text = problems.text(Lang::En);
            panic!(
                "{:?}",
                text.lines()
                    .filter(|line| !line.contains("warning:"))
                    .collect::<Vec<_>>()
            )
        });

        full.public_at(at)
    }
}

/// Everything that a page says, with all of its bytes.
fn described(site: &Site, page: &Page) -> (String, Vec<Vec<u8>>) {
    let body = |form| {
        let mut bytes = Vec::new();
        if let Some(body) = page.body(form) {
            body.write_to(&mut bytes).unwrap();
            assert_eq!(bytes.len(), body.len());
            bytes.extend(body.gzip().unwrap_or_default());
            bytes.extend(body.hash().tag(false).bytes());
        } else if let Some(written) = site.written(page, &Query::default(), form).unwrap() {
            written.write_to(&mut bytes).unwrap();
            bytes.extend(written.measure().unwrap().hash.tag(false).bytes());
        }

        bytes
    };

    let Page {
        status,
        facts,
        lang,
        path,
        ..
    } = page;
    (
        format!("{status} {facts:?} {lang:?} {path:?}"),
        Form::ALL.map(body).into(),
    )
}

pub fn assert_same(incremental: &Site, fresh: &Site) {
    let paths = |site: &Site| {
        site.pages()
            .map(|(path, _)| path.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(paths(incremental), paths(fresh));
    for ((path, page), (_, expected)) in incremental.pages().zip(fresh.pages()) {
        assert!(
            described(incremental, page) == described(fresh, expected),
            "{path}"
        );
    }

    assert_eq!(incremental.snapshot(), fresh.snapshot());
}

/// How many indicators and categories of one snapshot have the same pages, in the same place in memory, in another one.
fn shared(site: &Site, another: &Site) -> usize {
    let another: FormerPages = another.built.hashed.iter().cloned().collect();
    let is_same =
        |(hash, pages): &&HashedPages| another.get(hash).is_some_and(|p| Arc::ptr_eq(p, pages));
    site.built.hashed.iter().filter(is_same).count()
}

fn instant(hours: usize) -> Timestamp {
    let start: Timestamp = "2026-11-21T00:00:00Z".parse().unwrap();
    start + chrono::TimeDelta::hours(hours as i64)
}

#[test]
fn an_incremental_build_is_a_fresh_one() {
    for (size, steps) in [(5, 12), (140, 3)] {
        let (mut random, options) = (Random(size as u64), SiteOptions::default());
        let mut edited = RandomDataset::new(&mut random, size);
        let mut last = edited.dataset(instant(0));
        let mut site = Site::build(&last, &options, instant(0), None).unwrap();
        for _ in 0..steps {
            let now = instant(random.below(40));
            let dataset = if random.below(3) == 0 {
                Arc::clone(&last)
            } else {
                edited.edit(&mut random);
                edited.dataset(now)
            };

            let incremental = Site::build(&dataset, &options, now, Some(&site)).unwrap();
            assert_same(
                &incremental,
                &Site::build(&dataset, &options, now, None).unwrap(),
            );
            (site, last) = (incremental, dataset);
        }
    }
}

#[test]
fn what_is_not_edited_is_taken_over() {
    let (mut random, options) = (Random(7), SiteOptions::default());
    let mut edited = RandomDataset::new(&mut random, 150);
    let site = Site::build(&edited.dataset(instant(0)), &options, instant(0), None).unwrap();
    // A row of one indicator with the version and the as-of of a new publication.
    edited.version += 1;
    edited.day += 1;
    edited
        .indicators
        .get_mut(&1)
        .unwrap()
        .2
        .push((40, "1".to_owned()));
    let dataset = edited.dataset(instant(0));
    let next = Site::build(&dataset, &options, instant(0), Some(&site)).unwrap();
    let hashes: HashSet<_> = site.indicators().collect();
    assert_eq!(
        next.indicators()
            .filter(|indicator| hashes.contains(indicator))
            .count(),
        149
    );
    assert!(shared(&next, &site) >= 149);
    // Every status turns, and no history is packed again.
    let stale = Site::build(&dataset, &options, instant(400), Some(&next)).unwrap();
    let histories = |site: &Site| {
        let pages = site.pages().filter(|(path, _)| path.contains("/history."));
        pages
            .filter_map(|(_, page)| page.body(Form::Default).cloned())
            .collect::<Vec<_>>()
    };
    let pairs = histories(&stale).into_iter().zip(histories(&next));
    assert!(pairs.into_iter().all(|(new, old)| new.is_same(&old)));
    assert_ne!(stale.snapshot(), next.snapshot());
}

/// The public pages of which two sites have other bodies, or only one has them: each body of both is looked at.
fn differing_by_hand(old: &Site, new: &Site) -> Vec<String> {
    let public = |site: &Site| -> BTreeMap<String, Vec<Vec<u8>>> {
        let pages = site
            .pages()
            .filter(|(_, page)| page.caching == Caching::Public);
        pages
            .map(|(path, page)| (path.to_owned(), described(site, page).1))
            .collect()
    };
    let (before, after) = (public(old), public(new));
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    paths
        .into_iter()
        .filter(|path| before.get(*path) != after.get(*path))
        .cloned()
        .collect()
}

#[test]
fn a_comparison_finds_the_bodies_in_which_whole_sites_differ() {
    for (size, steps, edits) in [(5, 12, 3), (140, 2, 6)] {
        let (mut random, options) = (Random(size as u64 + 1), SiteOptions::default());
        let mut edited = RandomDataset::new(&mut random, size);
        for _ in 0..steps {
            let now = instant(random.below(400));
            let old = edited.dataset(now);
            let (version, day) = (edited.version, edited.day);
            for _ in 0..random.below(edits) {
                edited.edit(&mut random);
            }

            // Under the same version, or also as of the same day, other bodies are left to be equal.
            if random.below(2) == 0 {
                edited.version = version;
            }

            if random.below(2) == 0 {
                edited.day = day;
            }

            let new = edited.dataset(now);
            let [before, after] =
                [&old, &new].map(|dataset| Site::build(dataset, &options, now, None).unwrap());
            let differing = differing_bodies(&old, &new, now).unwrap();
            let mut differing: Vec<String> = differing.into_iter().map(|body| body.path).collect();
            differing.retain(|path| !path.starts_with("/sdmx/data/"));
            assert_eq!(differing, differing_by_hand(&before, &after));
        }
    }
}
