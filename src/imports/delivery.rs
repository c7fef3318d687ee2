//! Reads a file of a source by the definitions of a dataset: those that fit, the figures of their series, and the new rows
//! among them.

use super::*;

use chrono::Months;

use super::outcome::Delivered;
use super::series::{Figure, SheetReader, nearest};
use crate::dataset::{TableYear, Where, nearest_name};
use crate::model::{Observation, Reference};

/// The content of a file of a source.
pub enum Content {
    Workbook(Workbook),
    Rows(Vec<CodedRow>),
}

impl Content {
    /// Reads a file; nothing where it is damaged, or of another format.
    pub fn read(file: &DataFile, report: &Report) -> Option<Self> {
        let before = report.errors();
        let content = match Format::detect(&file.bytes) {
            Format::Workbook => workbook::read(&file.bytes).map(Content::Workbook),
            Format::SdmxXml => sdmx::read_xml(&file.bytes).map(Content::Rows),
            Format::SdmxCsv => Ok(Content::Rows(sdmx::read_csv(file, report))),
            Format::JsonStat => json_stat::read(&file.bytes).map(Content::Rows),
            Format::Html => Err(msg::import_is_html()),
            Format::Table | Format::ExcelRu | Format::Bulletin => Err(msg::import_without_list()),
        };
        let refuse = |message| report.refuse(Location::file(file.path.as_str()), message);
        content.map_or_else(refuse, |content| (report.errors() == before).then_some(content))
    }
}

/// A file, the definitions to read it by, and the dataset that it is compared with.
pub struct Delivery<'a> {
    /// Its name without folders.
    pub name: &'a str,
    location: Location,
    pub content: &'a Content,
    /// The sheets of a workbook.
    pub grids: Vec<Grid<'a>>,
    definitions: Vec<&'a TableDefinition>,
    pub options: Options<'a>,
    pub basis: Basis<'a>,
}

/// The series of a definition, with the reading of each.
pub type Readings<'t> = Vec<(&'t TableSeries, SeriesReading)>;

/// Whether a series of a definition has a place in the file.
pub fn is_located(readings: &Readings<'_>) -> bool {
    readings.iter().any(|(_, reading)| reading.is_located)
}

impl<'a> Delivery<'a> {
    /// Chooses the definitions that the options name, or all; nothing where one of them is not there.
    pub fn new(
        file: &'a DataFile,
        content: &'a Content,
        options: Options<'a>,
        basis: Basis<'a>,
        report: &Report,
    ) -> Option<Self> {
        let location = Location::file(file.path.as_str());
        let all = &basis.tables.definitions;
        let ids = || all.iter().map(|definition| definition.id.as_str()).collect::<Vec<_>>().join(", ");
        let find = |id: &String| {
            let definition = all.iter().find(|definition| definition.id == *id);
            definition.or_else(|| report.refuse(location.clone(), msg::unknown_table(id, ids())))
        };
        let definitions = match options.tables {
            [] => all.iter().collect(),
            // Every one that is not there is named.
            ids => ids.iter().map(find).collect::<Vec<_>>().into_iter().collect::<Option<_>>()?,
        };
        let grids = match content {
            Content::Workbook(workbook) => workbook.sheets.iter().map(Grid::new).collect(),
            Content::Rows(_) => Vec::new(),
        };
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        Some(Delivery { name, location, content, grids, definitions, options, basis })
    }

    fn series(&self, series: &TableSeries) -> SeriesReading {
        let Some(indicator) = self.basis.dataset.indicator(&series.key) else {
            return SeriesReading::default();
        };
        match (&series.at, self.content) {
            (Where::Sheet(place), Content::Workbook(_)) => self.in_sheets(series, place, indicator),
            (Where::Codes(codes), Content::Rows(rows)) => codes::read(rows, series, codes, indicator),
            (Where::Sheet(_), _) => SeriesReading::fault(msg::table_is_of_workbooks()),
            (Where::Codes(_), _) => SeriesReading::fault(msg::table_is_of_messages()),
        }
    }

    /// The sheet is the one that is named so; if none is, the one with such a title in which the labels head figures.
    fn in_sheets(&self, series: &TableSeries, place: &SheetPlace, indicator: &Indicator) -> SeriesReading {
        let grids = &self.grids;
        let mut sheets: Vec<&Grid<'_>> = grids.iter().filter(|grid| place.sheet.matches(grid.name)).collect();
        if sheets.is_empty() {
            sheets = grids.iter().filter(|grid| grid.places(&place.sheet).next().is_some()).collect();
        }
        let read = |grid: &&Grid<'_>| match self.year(place, grid) {
            Ok(year) => SheetReader { series, place, indicator, year }.read(grid),
            Err(fault) => SeriesReading::fault(fault),
        };
        let mut readings: Vec<SeriesReading> = sheets.iter().map(read).collect();
        let located = readings.iter().filter(|reading| reading.is_located).count();
        if located > 1 {
            let names = sheets.iter().map(|grid| grid.name).collect::<Vec<_>>().join(", ");
            let mut reading = SeriesReading::located();
            reading.faults.push(msg::table_sheets(place.sheet.written(), names));
            return reading;
        }
        let at = readings.iter().position(|reading| reading.is_located).unwrap_or(0);
        if at < readings.len() {
            return readings.swap_remove(at);
        }
        let names = grids.iter().map(|grid| grid.name);
        let near = nearest_name(place.sheet.written(), names.clone()).map_or_else(
            || msg::verbatim(names.take(msg::MAX_CODES).collect::<Vec<_>>().join(", ")),
            msg::verbatim,
        );
        SeriesReading::fault(msg::table_no_sheet(place.sheet.written(), near))
    }

    fn year(&self, place: &SheetPlace, grid: &Grid<'_>) -> Result<Option<Year>, Message> {
        let (text, said) = match &place.year {
            None => return Ok(None),
            Some(TableYear::File) => {
                let stem = self.name.rsplit_once('.').map_or(self.name, |(stem, _)| stem);
                (stem.to_owned(), msg::table_year_of_file(self.name))
            }
            Some(TableYear::Cell(pattern)) => {
                let mut cells = grid.places(pattern);
                let cell = cells.next().filter(|_| cells.next().is_none());
                let Some((row, column)) = cell else {
                    return Err(msg::table_year_of_cells(
                        pattern.written(),
                        grid.name,
                        nearest(grid, pattern),
                    ));
                };
                let value = grid.view(false).at(row, column).map(ToString::to_string).unwrap_or_default();
                let said = msg::table_year_of_cell(grid.view(false).address(row, column), &value);
                (value, said)
            }
        };
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
        let mut years = numbers.filter_map(|part| part.parse().ok()).filter(|year| YEARS.contains(year));
        match (years.next(), years.next()) {
            (Some(year), None) => Ok(Some(Year::Calendar(year))),
            _ => Err(said),
        }
    }

    /// The definitions of which a series has a place in the file, with what each reads; all of them where they are named, or
    /// where none has.
    pub fn fitting(&self) -> Vec<(&'a TableDefinition, Readings<'a>)> {
        let readings = |definition: &&'a TableDefinition| -> (&'a TableDefinition, Readings<'a>) {
            (*definition, definition.series.iter().map(|series| (series, self.series(series))).collect())
        };
        let mut read: Vec<_> = self.definitions.iter().map(readings).collect();
        if self.options.tables.is_empty() && read.iter().any(|(_, readings)| is_located(readings)) {
            read.retain(|(_, readings)| is_located(readings));
        }
        read
    }

    /// Reads the file by the definitions that fit; nothing where a figure is in doubt.
    pub fn read(&self, report: &Report) -> Option<Import> {
        let before = report.errors();
        if self.definitions.is_empty() {
            return report.refuse(self.location.clone(), msg::import_without_table("tables/"));
        }
        let mut delivered = Delivered { is_older: true, ..Delivered::default() };
        let mut figures: BTreeMap<&Key, BTreeMap<NaiveDate, Figure>> = BTreeMap::new();
        for (definition, readings) in self.fitting() {
            delivered.tables.push(definition.path());
            delivered.sources.insert(definition.source.clone());
            self.report(definition, &readings, report);
            for (series, reading) in readings {
                let all = figures.entry(&series.key).or_default();
                for (date, figure) in reading.figures {
                    if let Some(first) = all.get(&date).filter(|first| first.value != figure.value) {
                        let message =
                            msg::table_twice(date, first.value, &first.place, figure.value, &figure.place);
                        report.error(self.location.clone(), msg::table_series(series.key.as_str(), message));
                    }
                    all.entry(date).or_insert(figure);
                }
            }
        }
        if report.errors() > before {
            return None;
        }
        let mut import = Import::default();
        for (key, figures) in figures {
            if let Some(indicator) = self.basis.dataset.indicator(key) {
                self.take(indicator, figures, &mut delivered, &mut import, report);
            }
        }
        import.delivered = Some(delivered);
        Some(import)
    }

    /// Reports the faults of each series, alike ones once, and its warnings.
    pub fn report(&self, definition: &TableDefinition, readings: &Readings<'_>, report: &Report) {
        let faulty = readings.iter().filter(|(_, reading)| !reading.faults.is_empty()).count();
        if faulty > 0 {
            let message = msg::table_refused(definition.path(), faulty, readings.len());
            report.error(self.location.clone(), message);
        }
        for (series, reading) in readings {
            let said = |message: Message| msg::table_series(series.key.as_str(), message);
            for message in alike_once(&reading.faults) {
                report.error(self.location.clone(), said(message));
            }
            let indicator = self.basis.dataset.indicator(&series.key);
            let gaps = indicator.map(|indicator| gaps(indicator, &reading.dates)).unwrap_or_default();
            for message in alike_once(&[reading.warnings.clone(), gaps].concat()) {
                report.warning(self.location.clone(), said(message));
            }
        }
    }

    /// Takes what is new of a series.
    fn take(
        &self,
        indicator: &Indicator,
        figures: BTreeMap<NaiveDate, Figure>,
        delivered: &mut Delivered,
        import: &mut Import,
        report: &Report,
    ) {
        let recorded = by_date(indicator.series.observations());
        let public = self.basis.public.indicator(&indicator.key);
        let public = public.map(|indicator| by_date(indicator.series.observations())).unwrap_or_default();
        let is_official = |row: &&Observation| !row.flags.contains(Flag::Unofficial);
        let newest_official =
            indicator.series.observations().iter().filter(is_official).filter_map(|row| row.date).max();
        let newest = figures.keys().next_back().copied();
        delivered.is_older &= newest < newest_official;
        delivered.newest = delivered.newest.max(newest);
        let newest_recorded = recorded.keys().max().copied();
        let is_dated = self.options.published.is_some() || self.options.not_before.is_some();
        let (mut revisions, mut compared) = (Vec::new(), 0);
        for (date, figure) in figures {
            let has_figure = |rows: &HashMap<NaiveDate, Number>| rows.get(&date) == Some(&figure.value);
            compared += usize::from(recorded.contains_key(&date));
            if has_figure(&public) || has_figure(&recorded) {
                delivered.skipped += 1;
                delivered.has_waiting |= !has_figure(&public);
                continue;
            }
            if let Some(value) = recorded.get(&date) {
                revisions.push(msg::table_recorded(date, *value, &figure.place, figure.value));
                // Without a day it is refused below, once.
                if !is_dated {
                    continue;
                }
            }
            let is_newest = Some(date) == newest && newest_recorded.is_none_or(|recorded| date > recorded);
            let row = self.row(indicator, date, &figure, is_newest, &mut import.notes);
            import.rows.push((self.location.clone(), row));
        }
        let said = |message| msg::table_series(indicator.key.as_str(), message);
        if revisions.len() * 2 > compared {
            let message = msg::table_half_differs(revisions.len(), compared);
            report.warning(self.location.clone(), said(message));
        }
        delivered.revised += revisions.len();
        if !is_dated {
            for message in alike_once(&revisions) {
                report.error(self.location.clone(), said(message));
            }
        }
    }

    fn row(
        &self,
        indicator: &Indicator,
        date: NaiveDate,
        figure: &Figure,
        is_newest: bool,
        notes: &mut Vec<Message>,
    ) -> NewRow {
        let published = match self.options.published {
            None if is_newest && self.options.not_before.is_none() => {
                let end = date;
                let announced = indicator.release.iter().flat_map(|release| &release.dates);
                let announced = announced.filter(|day| **day >= end && **day <= self.options.today).max();
                let day = announced.copied().unwrap_or(self.options.today);
                notes.push(msg::table_published(indicator.key.as_str(), date, day));
                day.to_string()
            }
            published => published.unwrap_or_default().to_owned(),
        };
        let sheet = figure.place.rsplit_once('!').map(|(sheet, _)| sheet);
        let reference = [Some(self.name), sheet].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let reference = reference.chars().filter(|c| !c.is_control()).take(Reference::MAX_LENGTH);
        NewRow {
            key: indicator.key.to_string(),
            date: date.to_string(),
            value: figure.value.to_string(),
            published,
            not_before: self.options.not_before.unwrap_or_default().to_owned(),
            reference: reference.collect(),
            flag: figure.flags.to_string(),
            ..NewRow::default()
        }
    }
}

fn by_date(observations: &[Observation]) -> HashMap<NaiveDate, Number> {
    observations.iter().filter_map(|row| Some((row.date?, row.value))).collect()
}

/// The first message of each kind, with the number of those like it.
fn alike_once(messages: &[Message]) -> Vec<Message> {
    let mut kinds: Vec<(&Message, usize)> = Vec::new();
    for message in messages {
        match kinds.iter_mut().find(|(first, _)| first.kind() == message.kind()) {
            Some((_, count)) => *count += 1,
            None => kinds.push((message, 0)),
        }
    }
    let said = |(message, more): (&Message, usize)| match more {
        0 => message.clone(),
        more => msg::table_alike(message.clone(), more),
    };
    kinds.into_iter().map(said).collect()
}

/// The periods that are missing between others of a file.
fn gaps(indicator: &Indicator, dates: &BTreeSet<NaiveDate>) -> Vec<Message> {
    let Some(months) = Unit::new(indicator).months() else { return Vec::new() };
    let missing = |(before, next): (&NaiveDate, &NaiveDate)| {
        let expected = before.with_day(1)?.checked_add_months(Months::new(months)).map(last_day_of_month)?;
        (expected < *next).then(|| msg::table_gap(expected))
    };
    dates.iter().zip(dates.iter().skip(1)).filter_map(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: &str = "FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS\nM,2026-01,1.5,A\nM,2026-02,\"1.6\",P\n";
    const XML: &str = r#"<m:GenericData xmlns:m="m"><m:DataSet><Series><SeriesKey><Value id="FREQ" value="M"/></SeriesKey>
        <Obs><ObsDimension value="2026-01"/><ObsValue value="1.5"/></Obs><Obs><ObsDimension value="2026-02"/></Obs></Series></m:DataSet></m:GenericData>"#;
    const STAT: &str = r#"{"id":["FREQ","time"],"size":[1,2],"dimension":{"FREQ":{"category":{"label":{"M":""}}},
        "time":{"category":{"index":{"2026-01":0,"2026-02":1}}}},"value":[1.5,1.6],"status":{"1":"p"}}"#;

    /// How many observations a message has, if it can be read.
    fn count(bytes: Vec<u8>) -> Option<usize> {
        let file = DataFile { path: "a".into(), bytes };
        match Content::read(&file, &Report::default())? {
            Content::Rows(rows) => Some(rows.len()),
            Content::Workbook(_) => None,
        }
    }

    #[test]
    fn damaged_messages_are_read_or_refused() {
        for text in [CSV, XML, STAT] {
            let bytes = text.as_bytes();
            assert_eq!(count(bytes.to_vec()), Some(2), "{text}");
            let mut refused = 0;
            for at in 0..bytes.len() {
                refused += usize::from(count(bytes[..at].to_vec()) != Some(2));
                for byte in [0, 0xff, b'"', b'<', b',', b'9'] {
                    let mut damaged = bytes.to_vec();
                    damaged[at] = byte;
                    refused += usize::from(count(damaged) != Some(2));
                }
            }
            assert!((bytes.len()..bytes.len() * 7).contains(&refused), "{refused}: {text}");
        }
    }
}
