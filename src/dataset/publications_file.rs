//! `publications.csv`, which `publish` and `approve` write into a release: the figures that it and the releases before it
//! made public, changed or took back. A directory that is edited needs none.

use super::*;

use super::listing::put_file;
use chrono::{SubsecRound, TimeDelta};

use crate::model::{Publications, PublishedFigure, ValueDigest};

pub const PUBLICATIONS: &str = "publications.csv";

const COLUMNS: Columns = Columns {
    known: &["key", "date", "value", "version", "at"],
    required: &["key", "date", "value", "version", "at"],
};

/// Reads the list, and reports rows that no release has.
pub fn read(text: &Text<'_>) -> Option<Publications> {
    let mut table = Table::open(Records::new(text), &COLUMNS)?;

    let mut figures = Vec::new();
    while let Some(row) = table.next_row() {
        match read_figure(&row) {
            Some(figure) => figures.push(figure),
            None => row.error(msg::no_row_of_a_release()),
        }
    }

    Some(Publications::new(figures))
}

fn read_figure(row: &TableRow<'_>) -> Option<PublishedFigure> {
    let date = match row.text("date") {
        "" => None,
        written => Some(calendar_date(written)?),
    };

    let value = match row.text("value") {
        "" => None,
        digits => Some(digits.parse().ok()?),
    };

    Some(PublishedFigure {
        key: row.text("key").parse().ok()?,
        date,
        value,
        version: row.text("version").into(),
        at: instant(row.text("at"))?,
    })
}

/// The text of the list, with instants as a dataset of this offset writes them.
fn render(publications: &Publications, offset: Offset) -> String {
    let mut text = COLUMNS.known.join(",") + "\n";
    for figure in publications.figures() {
        let date = figure.date.map(|date| date.to_string());
        let cells = [
            figure.key.as_str(),
            date.as_deref().unwrap_or_default(),
            figure.value.as_ref().map_or("", ValueDigest::as_str),
            &figure.version,
            &offset.timestamp(figure.at),
        ];
        text += &join_cells(cells.into_iter());
        text.push('\n');
    }

    text
}

/// Puts the list of a dataset among its files, in the place of one that is there; without a list, takes it away.
pub fn write_publications(files: &mut Vec<DataFile>, dataset: &FullDataset) {
    let publications = dataset.with_all_rows().publications.as_ref();
    let text = publications.map(|publications| render(publications, dataset.offset()));
    put_file(files, PUBLICATIONS, text.map(String::into_bytes));
}

impl FullDataset {
    /// The dataset as a release that takes the place of `former` at `now`, with the list of publications that it has then.
    /// `told` are the publications that readers were told of before.
    #[must_use]
    pub fn published_after(
        &self,
        former: Option<&FullDataset>,
        told: Vec<PublishedFigure>,
        now: Timestamp,
    ) -> Self {
        let told = Publications::new(told);
        let at = instant_of_publication(self.as_of().min(now), &told);
        let mut last_told = HashMap::new();
        for figure in told.figures() {
            let date = (&figure.key, figure.date);
            last_told.entry(date).or_insert(figure.value.as_ref());
        }

        let news = News {
            last_told,
            version: self.version().into(),
            at,
        };
        let before = former.map(|former| former.public_at(at));
        let figures = news.figures(self, before.as_deref());

        let carried_on = told.figures().iter().cloned();
        let publications = Publications::new(carried_on.chain(figures).collect());
        self.with_publications(Some(publications))
    }

    /// The dataset with a list of publications if `former` has one, so that the two can be compared: a directory gets
    /// the list that it would have as a release.
    #[must_use]
    pub fn noted_beside(&self, former: &FullDataset, now: Timestamp) -> Self {
        let own = &self.with_all_rows().publications;
        match &former.public_at(now).publications {
            None => self.with_publications(None),
            Some(_) if own.is_some() => self.clone(),
            Some(told) => self.published_after(Some(former), told.figures().to_vec(), now),
        }
    }
}

/// The as-of instant, but always later than what was told before: a client that remembers the newest instant it has seen
/// would miss everything else.
fn instant_of_publication(as_of: Timestamp, told: &Publications) -> Timestamp {
    let as_of = as_of.trunc_subsecs(0);
    match told.figures().first() {
        Some(newest) if newest.at >= as_of => newest.at + TimeDelta::seconds(1),
        _ => as_of,
    }
}

/// The figures that a release brings, beside those that readers were told before.
struct News<'a> {
    /// The value that readers were last told for each date; `None` where it was taken back.
    last_told: HashMap<(&'a Key, Option<NaiveDate>), Option<&'a ValueDigest>>,
    version: Arc<str>,
    at: Timestamp,
}

impl News<'_> {
    fn figures(&self, release: &FullDataset, before: Option<&Dataset>) -> Vec<PublishedFigure> {
        let public = release.public_at(self.at);
        let mut figures = self.brought(&public, before);
        figures.extend(self.coming(release));
        if let Some(before) = before {
            figures.extend(self.taken_back(release, before));
        }

        figures
    }

    /// The figures that count from the publication on, and before it did not count or had another value.
    fn brought(&self, public: &Dataset, before: Option<&Dataset>) -> Vec<PublishedFigure> {
        let former_series = before.map(Dataset::series_by_key).unwrap_or_default();
        let mut figures = Vec::new();
        for indicator in noted_indicators(public) {
            let former = former_series.get(&indicator.key);
            for observation in indicator.series.observations() {
                let before = former.and_then(|series| series.on(observation.date));
                let stayed = before.is_some_and(|before| before.value == observation.value);
                let told = self.last_told.get(&(&indicator.key, observation.date));
                let digest = ValueDigest::of(&observation.value);
                if !stayed || told.is_some_and(|told| *told != Some(&digest)) {
                    figures.push(self.figure(&indicator.key, observation, self.at));
                }
            }
        }

        figures
    }

    /// The figures under embargo, each at its own instant.
    fn coming(&self, release: &FullDataset) -> Vec<PublishedFigure> {
        let mut figures = Vec::new();
        for row in release.embargoed_at(self.at) {
            let EmbargoedRow { indicator, coming } = row;
            let observation = &coming.row.observation;
            let replaced = coming.replaces.map(|former| former.value);
            if coming.counts && !indicator.is_daily() && replaced != Some(observation.value) {
                figures.push(self.figure(&indicator.key, observation, coming.not_before));
            }
        }

        figures
    }

    /// The figures that have no value any more, even after the last embargo.
    fn taken_back(&self, release: &FullDataset, before: &Dataset) -> Vec<PublishedFigure> {
        let series_after = release.with_all_rows().series_by_key();
        let mut figures = Vec::new();
        for indicator in noted_indicators(before) {
            let after = series_after.get(&indicator.key);
            for observation in indicator.series.observations() {
                let is_there = after.is_some_and(|series| series.on(observation.date).is_some());
                let told = self.last_told.get(&(&indicator.key, observation.date));
                if !is_there && told != Some(&None) {
                    figures.push(PublishedFigure {
                        value: None,
                        ..self.figure(&indicator.key, observation, self.at)
                    });
                }
            }
        }

        figures
    }

    fn figure(&self, key: &Key, observation: &Observation, at: Timestamp) -> PublishedFigure {
        PublishedFigure {
            key: key.clone(),
            date: observation.date,
            value: Some(ValueDigest::of(&observation.value)),
            version: Arc::clone(&self.version),
            at,
        }
    }
}

fn noted_indicators(dataset: &Dataset) -> impl Iterator<Item = &Indicator> {
    let indicators = dataset.indicators();
    indicators.filter(|indicator| !indicator.is_daily())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded(at: &str) -> FullDataset {
        load(&Source::Embedded, at.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_first_release_notes_everything_and_one_after_a_release_without_a_list_what_is_new() {
        let at = "2026-11-28T09:00:00Z";
        let now = at.parse().unwrap();
        let dataset = embedded(at);

        let first = dataset.published_after(None, Vec::new(), now);
        let publications = first.with_all_rows().publications.clone().unwrap();
        let daily = |figure: &PublishedFigure| {
            let indicator = first.with_all_rows().indicator(&figure.key);
            indicator.is_none_or(Indicator::is_daily)
        };
        assert!(publications.figures().len() > 100);
        assert!(!publications.figures().iter().any(daily));

        let later = dataset.published_after(Some(&dataset), Vec::new(), now);
        assert_eq!(
            later.with_all_rows().publications,
            Some(Publications::default())
        );
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let at = "2026-11-28T09:00:00Z";
        let dataset = embedded(at).published_after(None, Vec::new(), at.parse().unwrap());
        let mut files = embedded_files();
        write_publications(&mut files, &dataset);
        assert!(files.is_sorted_by_key(|file| file.path.clone()));

        let read = check(&files, at.parse().unwrap(), Diagnostics::default(), None).unwrap();

        assert_eq!(
            read.with_all_rows().publications,
            dataset.with_all_rows().publications
        );
        write_publications(&mut files, &embedded(at));
        assert!(!files.iter().any(|file| file.path == PUBLICATIONS));
    }

    fn embedded_files() -> Vec<DataFile> {
        super::super::read(&Source::Embedded, &mut Diagnostics::default())
    }
}
