//! A checked dataset: everything that its files say, rows under embargo included, and what readers see at an instant.
//!
//! A row under embargo is taken out before anything is computed [D19a.1]: what is served until its instant is what the
//! files would give without it, and without what nothing else uses.

use super::*;

use crate::model::Publications;

/// A dataset as its files have it, checked.
#[derive(Clone, Debug)]
pub struct FullDataset {
    /// With every row. Where rows have embargoes, its warnings are those that depend on no row of their files, nor on
    /// the as-of instant.
    all: Arc<Dataset>,
    /// With the indicators whose first observations are still to come, where there are any; `all` is without them.
    unfilled: Option<Arc<Dataset>>,
    /// The indicators of which a row has, or had, an embargo.
    embargoed: BTreeMap<Key, EmbargoedSeries>,
    places: Places,
    /// Definitions of files of sources, which are for those who edit alone.
    tables: Arc<Tables>,
    checked_at: Timestamp,
}

/// The places in `dataset.json` to which warnings point.
#[derive(Clone, Debug)]
pub struct Places {
    pub as_of: Location,
    /// By their ids.
    pub data_categories: BTreeMap<String, Location>,
}

#[derive(Clone, Copy, Debug)]
pub struct EmbargoedRow<'a> {
    /// The indicator, with every row of its series.
    pub indicator: &'a Indicator,
    pub coming: Coming<'a>,
}

impl FullDataset {
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Assembles a dataset. The `warnings` of `all` leave out the files of `embargoed`.
    pub(super) fn new(
        mut all: Dataset,
        unfilled: &BTreeSet<Key>,
        embargoed: BTreeMap<Key, EmbargoedSeries>,
        places: Places,
        tables: Arc<Tables>,
        checked_at: Timestamp,
    ) -> Self {
        let with_unfilled = (!unfilled.is_empty()).then(|| Arc::new(all.clone()));
        all.hide(unfilled);
        let full = FullDataset {
            all: Arc::new(all),
            unfilled: with_unfilled,
            embargoed,
            places,
            tables,
            checked_at,
        };
        full.with_warnings()
    }

    /// Adds the warnings that are the same at every instant, where no row has an embargo.
    fn with_warnings(mut self) -> Self {
        if self.embargoed.is_empty() {
            let warnings = self.warnings_of(&self.all, self.checked_at);
            Arc::make_mut(&mut self.all).warnings = warnings;
        }

        self
    }

    pub fn version(&self) -> &str {
        &self.all.version
    }

    pub fn offset(&self) -> Offset {
        self.all.offset
    }

    pub fn as_of(&self) -> Timestamp {
        self.all.as_of
    }

    /// With every row, as if none were under embargo. For editors, and for the names of indicators.
    pub fn with_all_rows(&self) -> &Dataset {
        &self.all
    }

    /// Returns true if the row of this date still has the value that was written.
    pub fn has_row(&self, row: &RecordedRow) -> bool {
        let key = row.key.parse().ok();
        let Some(indicator) = key.and_then(|key| self.all.indicator(&key)) else {
            return false;
        };

        let observation = indicator.series.on(row.date.parse().ok());
        observation.is_some_and(|observation| Ok(observation.value) == row.value.parse())
    }

    /// As [`FullDataset::with_all_rows`], with the indicators that an edit is to fill.
    pub fn with_unfilled(&self) -> &Dataset {
        self.unfilled.as_ref().unwrap_or(&self.all)
    }

    /// The dataset itself.
    ///
    /// # Errors
    /// An indicator has no observations yet, which readers cannot be shown.
    pub fn filled(self) -> Result<Self, Diagnostics> {
        let Some(with_unfilled) = &self.unfilled else {
            return Ok(self);
        };

        let mut problems = Diagnostics::default();
        for indicator in with_unfilled.indicators() {
            if indicator.series.observations().is_empty() {
                problems.unfilled(Severity::Error, &indicator.key);
            }
        }

        Err(problems.sorted())
    }

    pub fn public_at(&self, instant: Timestamp) -> Arc<Dataset> {
        if self.embargoed.is_empty() {
            return Arc::clone(&self.all);
        }

        let mut observed = BTreeMap::new();
        let mut hidden = BTreeSet::new();
        for (key, series) in &self.embargoed {
            match series.public_at(instant) {
                Some(public) => drop(observed.insert(key, public)),
                None => drop(hidden.insert(key.clone())),
            }
        }

        let mut public = Dataset::clone(&self.all);
        public.hide(&hidden);
        for indicator in public.indicators_mut() {
            if let Some(observed) = observed.get(&indicator.key) {
                indicator.series = Arc::new(observed.series.clone());
            }
        }

        if let Some(publications) = &mut public.publications {
            let mut waiting = BTreeSet::new();
            for EmbargoedRow { indicator, coming } in self.embargoed_at(instant) {
                let date = coming.row.observation.date;
                waiting.insert((&indicator.key, date, coming.not_before));
            }

            publications.retain(|figure| !waiting.contains(&(&figure.key, figure.date, figure.at)));
        }

        let newest = self.newest_instant(instant).unwrap_or(Timestamp::MIN_UTC);
        public.as_of = public.as_of.max(newest);
        // Dates in the future are judged at the instant of the check, as without embargoes, or at the newest instant at
        // which a row has come since.
        let judged = self.checked_at.max(newest);
        let problems = self.warnings_of(&public, judged);
        let mut problems = problems.without(|problem| is_about(problem, &hidden));
        for indicator in public.indicators() {
            if let Some(observed) = observed.get(&indicator.key) {
                warnings::check(observed, &self.context(indicator, judged), &mut problems);
            }
        }

        public.warnings = problems.sorted();
        Arc::new(public)
    }

    /// The first instant after `after` at which a row becomes public.
    pub fn next_embargo_end(&self, after: Timestamp) -> Option<Timestamp> {
        self.instants().filter(|instant| *instant > after).min()
    }

    /// The rows under embargo at `instant`, by indicator in the order of the collection, and in the order in which they come.
    pub fn embargoed_at(&self, instant: Timestamp) -> Vec<EmbargoedRow<'_>> {
        let mut embargoed = Vec::new();
        for indicator in self.all.indicators() {
            if let Some(series) = self.embargoed.get(&indicator.key) {
                for coming in series.coming_after(instant) {
                    embargoed.push(EmbargoedRow { indicator, coming });
                }
            }
        }

        embargoed
    }

    /// The warnings for the editors: those of what is public at the instant of the check, and those of each row under embargo
    /// as of the instant at which it comes.
    pub fn report(&self) -> Diagnostics {
        let public = self.public_at(self.checked_at);
        let mut report = public.warnings.clone();
        for (id, place) in &self.places.data_categories {
            if public.nsdp_series(id).next().is_none() {
                report.warning(place.clone(), msg::data_category_without_figure(id));
            }
        }

        let mark = report.mark();
        let mut first_lines = HashMap::new();
        for row in self.embargoed_at(self.checked_at) {
            let context = self.context(row.indicator, row.coming.not_before);
            warnings::check_coming(&row.coming, &context, &mut report);
            let FileRow { observation, place } = row.coming.row;
            let date = (&row.indicator.key, observation.date);
            let first = first_lines.entry(date).or_insert(place.line);
            if *first != place.line {
                let location = context.file.line(place.line);
                report.warning(location, msg::second_waiting_row(*first));
            }
        }

        report.embargo_since(mark);
        report.sorted()
    }

    /// The dataset under another version and as-of instant.
    #[must_use]
    pub fn with_stamp(&self, version: String, as_of: Timestamp) -> Self {
        let warnings = self.all.warnings.clone().without(|problem| {
            problem.location == self.places.as_of
                && matches!(problem.message.kind(), "future" | "as_of_behind")
        });
        let all = Dataset {
            version,
            as_of,
            warnings,
            ..Dataset::clone(&self.all)
        };
        let stamped = FullDataset {
            all: Arc::new(all),
            unfilled: None,
            ..self.clone()
        };
        stamped.with_warnings()
    }

    #[must_use]
    pub(super) fn with_publications(&self, publications: Option<Publications>) -> Self {
        let all = Dataset {
            publications,
            ..Dataset::clone(&self.all)
        };
        FullDataset {
            all: Arc::new(all),
            ..self.clone()
        }
    }

    /// Warnings of the files without embargoes, and of the as-of instant of what is public at `instant`.
    fn warnings_of(&self, public: &Dataset, instant: Timestamp) -> Diagnostics {
        let mut problems = self.all.warnings.clone();
        let today = public.offset.day(instant);
        let mut published = None;
        for (_, observation) in public.revisions() {
            published = published.max(observation.published_until(today));
        }

        let as_of = self.all.as_of;
        let offset = public.offset;
        for message in warnings::check_as_of(as_of, public.as_of, published, instant, offset) {
            problems.warning(self.places.as_of.clone(), message);
        }

        problems.sorted()
    }

    fn context<'a>(&self, indicator: &'a Indicator, instant: Timestamp) -> warnings::Context<'a> {
        warnings::Context::new(
            &indicator.key,
            self.all.offset.day(instant),
            indicator.plausible.as_ref(),
            indicator.series.observations(),
        )
    }

    fn instants(&self) -> impl Iterator<Item = Timestamp> {
        self.embargoed.values().flat_map(EmbargoedSeries::instants)
    }

    /// The last instant up to this one at which a row became public.
    pub fn newest_instant(&self, instant: Timestamp) -> Option<Timestamp> {
        let ended = self.instants().filter(|not_before| *not_before <= instant);
        ended.max()
    }
}

/// Returns true if a problem is of a file of one of these indicators.
fn is_about(problem: &Diagnostic, keys: &BTreeSet<Key>) -> bool {
    let file = &*problem.location.file;
    keys.iter()
        .any(|key| file == definition_path(key) || file == observations_path(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The instant of the check.
    const NOW: &str = "2026-11-20T09:00:00Z";
    /// The instant of the embargo.
    const THEN: &str = "2026-12-12T05:00:00Z";

    fn instant(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// A dataset of these indicators: key, category, unit, further members of the definition, rows.
    fn files(
        as_of: &str,
        indicators: &[(&str, &str, &str, &str, &str)],
        featured: &str,
    ) -> Vec<DataFile> {
        let file = |path: String, text: String| DataFile {
            path,
            bytes: text.into_bytes(),
        };
        let mut categories: Vec<&str> = indicators
            .iter()
            .map(|(_, category, ..)| *category)
            .collect();
        categories.dedup();
        let category = |id: &&str| {
            let keys = indicators.iter().filter(|(_, category, ..)| category == id);
            let keys: Vec<String> = keys.map(|(key, ..)| format!("\"{key}\"")).collect();
            format!(
                r#"{{"id":"{id}","name":{{"ru":"{id}","en":"{id}"}},"indicators":[{}]}}"#,
                keys.join(",")
            )
        };
        let categories: Vec<String> = categories.iter().map(category).collect();
        let mut files = vec![file(
            "dataset.json".to_owned(),
            format!(
                r#"{{"format":1,"version":"1","asOf":"{as_of}","utcOffset":"+04:00","sourceStatus":"verified","featured":[{featured}],
            "units":{{"u":{{"ru":"u","en":"u"}},"v":{{"ru":"v","en":"v"}}}},"sources":{{}},"categories":[{}]}}"#,
                categories.join(",")
            ),
        )];
        for (key, _, unit, more, rows) in indicators {
            let definition = format!(
                "{{\"name\":{{\"ru\":\"{key}\",\"en\":\"{key}\"}},\"unit\":\"{unit}\",\"periodType\":\"daily\"{more}}}"
            );
            files.push(file(format!("indicators/{key}.json"), definition));
            files.push(file(format!("indicators/{key}.csv"), (*rows).to_owned()));
        }

        files
    }

    fn checked(files: &[DataFile]) -> FullDataset {
        check(files, instant(NOW), Diagnostics::default(), None)
            .unwrap_or_else(|problems| panic!("{}", problems.text(Lang::En)))
    }

    /// The view of readers, in a form that can be compared.
    fn seen(full: &FullDataset, at: &str) -> (Vec<Category>, Vec<Key>, Timestamp, String) {
        let public = full.public_at(instant(at));
        (
            public.categories.clone(),
            public.featured.clone(),
            public.as_of,
            public.warnings.text(Lang::En),
        )
    }

    #[test]
    fn until_its_instant_a_row_is_not_there_and_nothing_that_only_it_uses() {
        let rows =
            "date,value,published,not_before\n2026-11-18,1,2026-11-18,\n2026-11-19,2,2026-11-19,\n";
        let with = format!("{rows}2026-11-20,900,,{THEN}\n2026-11-19,3,,{THEN}\n");
        let hidden = format!("date,value,not_before\n2026-11-20,5,{THEN}\n");
        let shown = "date,value\n2026-11-18,1\n";
        let embargoed = checked(&files(
            "2026-11-20T08:00:00Z",
            &[
                ("a", "one", "u", ",\"chartWith\":[\"h\",\"b\"]", &with),
                ("b", "one", "u", "", shown),
                ("h", "two", "u", ",\"sourceStatus\":\"nonsense\"", &hidden),
            ],
            "\"h\",\"b\"",
        ));

        let plain = checked(&files(
            "2026-11-20T08:00:00Z",
            &[
                ("a", "one", "u", ",\"chartWith\":[\"b\"]", rows),
                ("b", "one", "u", "", shown),
            ],
            "\"b\"",
        ));
        for at in [NOW, "2026-12-12T04:59:59Z"] {
            assert_eq!(seen(&embargoed, at), seen(&plain, at), "{at}");
        }

        let then = embargoed.public_at(instant(THEN));
        assert_eq!(
            then.as_of,
            instant(THEN),
            "what has come is what the dataset is as of"
        );
        let keys: Vec<&str> = then
            .indicators()
            .map(|indicator| indicator.key.as_str())
            .collect();
        assert_eq!((keys, then.featured.len()), (vec!["a", "b", "h"], 2));
        let first = then.indicators().next().unwrap();
        let values: Vec<String> = first
            .series
            .observations()
            .iter()
            .map(|row| row.value.to_string())
            .collect();
        assert_eq!(values, ["1", "3", "900"], "the revision counts as well");
        let days: Vec<_> = then
            .indicators()
            .map(|indicator| indicator.series.current().published)
            .collect();
        assert_eq!(
            days[0],
            "2026-12-12".parse().ok(),
            "published on the day of the instant"
        );
        assert_eq!(
            embargoed.next_embargo_end(instant(NOW)),
            Some(instant(THEN))
        );
        assert_eq!(embargoed.next_embargo_end(instant(THEN)), None);
    }

    #[test]
    fn a_warning_of_a_row_under_embargo_is_for_the_editors_alone() {
        let rows = format!(
            "date,value,not_before\n2026-11-19,2,\n2026-11-20,21,{THEN}\n2026-12-30,22,{THEN}\n2026-12-01,20,{THEN}\n"
        );
        let full = checked(&files(
            "2026-11-20T08:00:00Z",
            &[("a", "one", "u", "", &rows)],
            "",
        ));
        assert_eq!(full.public_at(instant(NOW)).warnings.warnings(), 0);
        let report = full.report();
        let said: Vec<String> = report
            .problems()
            .iter()
            .map(|problem| problem.sentence(Lang::En))
            .collect();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(
            said[0].starts_with("indicators/a.csv:3: warning: 21 after 2: "),
            "{said:?}"
        );
        assert!(
            said[1].starts_with("indicators/a.csv:4: warning: date `2026-12-30` is in the future"),
            "{said:?}"
        );
        assert_eq!(report.without_embargoed().warnings(), 0);
    }

    #[test]
    fn an_error_in_a_row_under_embargo_is_public_by_its_place_alone() {
        let sentences = |rows: &str| {
            let files = files("2026-11-20T08:00:00Z", &[("a", "one", "w", "", rows)], "");
            let problems = check(&files, instant(NOW), Diagnostics::default(), None).unwrap_err();
            let public = problems.clone().without_embargoed();
            assert_eq!(problems.errors(), public.errors());
            public
                .problems()
                .iter()
                .map(|problem| problem.sentence(Lang::En))
                .collect::<Vec<_>>()
        };

        let hidden_line = |line: u32| {
            format!(
                "indicators/a.csv:{line}: an error in an embargoed row: `indicatord check` shows it"
            )
        };
        let said = sentences(&format!(
            "date,value,not_before\n2026-11-19,x,\n2026-11-20,y,{THEN}\n2026-11-21,z,soon\n2026-11-22,4;5\n"
        ));
        assert_eq!(
            said[0],
            "indicators/a.csv:2: value `x` is not a number: write digits with a decimal point, without spaces or an exponent"
        );
        assert_eq!(
            &said[1..5],
            [
                hidden_line(3),
                hidden_line(4),
                hidden_line(4),
                hidden_line(5)
            ]
        );

        assert!(
            said[5].starts_with("indicators/a.json:1: unknown unit `w`"),
            "{said:?}"
        );
        let hidden = sentences(&format!("date,value,not_before\n2026-11-20,1,{THEN}\n"));
        assert!(
            !hidden[0].contains("unit"),
            "its definition is under embargo as well: {hidden:?}"
        );
    }

    #[test]
    fn what_comes_is_seen_among_what_will_be_there_then() {
        let later = "2026-12-13T05:00:00Z";
        let rows = format!(
            "date,value,published,not_before\n2026-11-18,1,2026-11-18,\n2026-11-20,4,,{later}\n2026-11-19,2,,{THEN}\n2026-11-18,1.5,,{THEN}\n2026-11-20,3,,{THEN}\n"
        );
        let full = checked(&files(
            "2026-11-20T08:00:00Z",
            &[("a", "one", "u", "", &rows)],
            "",
        ));
        let value = |row: Option<&crate::model::Observation>| {
            row.map(|row| row.value.to_string()).unwrap_or_default()
        };
        let rows = full.embargoed_at(instant(NOW));
        let cells = |EmbargoedRow { coming, .. }: &EmbargoedRow<'_>| {
            [
                Some(&coming.row.observation),
                coming.replaces,
                coming.previous,
                coming.next,
            ]
            .map(value)
        };

        let seen: Vec<[String; 4]> = rows.iter().map(cells).collect();
        let expected = [
            ["1.5", "1", "", "2"],
            ["2", "", "1.5", "3"],
            ["3", "", "2", ""],
            ["4", "3", "2", ""],
        ]
        .map(|row| row.map(str::to_owned));
        assert_eq!(seen, expected);
        assert!(rows.iter().all(|row| row.coming.counts));
        assert_eq!(full.embargoed_at(instant(THEN)).len(), 1);
    }

    #[test]
    fn a_stamped_dataset_is_the_same_under_another_version() {
        let rows = format!(
            "date,value,published,not_before\n2026-11-18,1,2026-11-19,\n2026-11-19,2,,{THEN}\n"
        );
        for rows in [
            rows.as_str(),
            "date,value,published\n2026-11-18,1,2026-11-19\n",
        ] {
            let old = checked(&files(
                "2026-11-01T08:00:00Z",
                &[("a", "one", "u", "", rows)],
                "",
            ));
            assert_eq!(
                old.public_at(instant(NOW)).warnings.warnings(),
                1,
                "the as-of instant is behind"
            );
            let mut tables = Tables::default();
            tables.add("tables/cpi.json", b"{}", None);
            let old = FullDataset {
                tables: tables.into(),
                ..old
            };
            let stamped = old.with_stamp("2".to_owned(), instant(NOW));
            assert_eq!(old.tables().changed(stamped.tables()), [""; 0]);
            let public = stamped.public_at(instant(NOW));
            assert_eq!(
                (
                    public.version.as_str(),
                    public.as_of,
                    public.warnings.warnings()
                ),
                ("2", instant(NOW), 0)
            );
            assert_eq!(public.categories, old.public_at(instant(NOW)).categories);
        }
    }

    #[test]
    fn equal_series_of_two_releases_lie_in_memory_once() {
        let files = crate::dataset::read(
            &crate::dataset::Source::Embedded,
            &mut Diagnostics::default(),
        );
        let checked = |previous| {
            crate::dataset::check_to_serve(&files, instant(NOW), Diagnostics::default(), previous)
                .unwrap()
        };
        let previous = checked(None);
        let next = checked(Some(&previous));
        let pairs = next
            .with_all_rows()
            .indicators()
            .zip(previous.with_all_rows().indicators());
        assert!(
            pairs
                .into_iter()
                .all(|(a, b)| Arc::ptr_eq(&a.series, &b.series))
        );
    }
}
