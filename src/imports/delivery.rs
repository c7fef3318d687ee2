//! Reads a file of a source by the definitions of a dataset: those that fit, the figures of their series, and the new rows
//! among them.

use super::*;

use chrono::Months;

use super::outcome::Delivered;
use super::series::SheetSeries;
use crate::dataset::TableDefinition;
use crate::model::Reference;

/// The content of a file of a source.
pub enum Content {
    /// The sheets of a workbook.
    Sheets(Vec<Grid>),
    /// The observations of a message.
    Rows(Vec<CodedRow>),
}

impl Content {
    /// Reads a file; nothing where it is damaged, or of another format.
    pub fn read(file: &DataFile, report: &Report) -> Option<Self> {
        let before = report.errors();
        let location = Location::file(file.path.as_str());
        match Content::parse(file, &location, report) {
            Ok(content) => (report.errors() == before).then_some(content),
            Err(message) => report.refuse(location, message),
        }
    }

    fn parse(file: &DataFile, location: &Location, report: &Report) -> Result<Self, Message> {
        let bytes = &file.bytes;
        let sheets = match Format::detect(bytes) {
            Format::SdmxXml => return sdmx::read_xml(bytes).map(Content::Rows),
            Format::SdmxCsv => return sdmx::read_csv(file, location, report).map(Content::Rows),
            Format::JsonStat => return json_stat::read(bytes).map(Content::Rows),
            Format::Workbook => workbook::read(bytes)?,
            Format::Table | Format::ExcelRu => vec![text_sheet::read(file, location, report)?],
            Format::Html => return Err(msg::import_is_html()),
            Format::Archive => return Err(msg::workbook_in_archive()),
            Format::Foreign(name) => return Err(msg::workbook_of_another_kind(name)),
            Format::OldSdmx => return Err(msg::message_of_old_sdmx()),
            Format::Bulletin => return Err(msg::import_without_list()),
        };

        let grids = sheets.into_iter().map(Grid::new);
        Ok(Content::Sheets(grids.collect()))
    }
}

/// A file, the definitions to read it by, and the dataset that it is compared with.
pub struct Delivery<'a> {
    /// Its name without folders.
    pub name: &'a str,
    location: Location,
    pub content: Content,
    definitions: Vec<&'a TableDefinition>,
    pub request: Request<'a>,
    report: &'a Report,
}

/// A definition, and the reading of each of its series.
pub struct Reading<'a> {
    pub definition: &'a TableDefinition,
    pub series: Vec<(&'a TableSeries, SeriesReading)>,
}

impl Reading<'_> {
    /// Returns true if a series has a place in the file.
    pub fn is_located(&self) -> bool {
        self.series.iter().any(|(_, reading)| reading.is_located)
    }
}

impl<'a> Delivery<'a> {
    /// Reads the content of a file, and chooses the definitions that the request names, or all; nothing where one of them is
    /// not there.
    pub fn open(file: &'a DataFile, request: Request<'a>, report: &'a Report) -> Option<Self> {
        let content = Content::read(file, report)?;
        let location = Location::file(file.path.as_str());
        let all = &request.definitions.definitions;
        let ids: Vec<&str> = all.iter().map(|table| table.id.as_str()).collect();
        let mut definitions: Vec<&TableDefinition> = all.iter().collect();
        if !request.tables.is_empty() {
            definitions.retain(|definition| request.tables.contains(&definition.id));
        }

        let before = report.errors();
        for id in request.tables {
            if !ids.contains(&id.as_str()) {
                let message = msg::unknown_table(id, ids.join(", "));
                report.error(location.clone(), message);
            }
        }

        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        (report.errors() == before).then_some(Delivery {
            name,
            location,
            content,
            definitions,
            request,
            report,
        })
    }

    fn read_series(&self, series: &TableSeries) -> SeriesReading {
        let Some(indicator) = self.request.dataset.indicator(&series.key) else {
            return SeriesReading::default();
        };

        let mut reading = match (&series.at, &self.content) {
            (Where::Sheet(place), Content::Sheets(sheets)) => {
                let wanted = SheetSeries {
                    file_name: self.name,
                    series,
                    place,
                    indicator,
                };
                wanted.read(sheets)
            }
            (Where::Codes(codes), Content::Rows(rows)) => {
                codes::read(rows, series, codes, indicator, self.request)
            }
            (Where::Sheet(_), Content::Rows(_)) => {
                SeriesReading::fault(msg::table_is_of_workbooks())
            }
            (Where::Codes(_), Content::Sheets(_)) => {
                SeriesReading::fault(msg::table_is_of_messages())
            }
        };

        add_gaps(indicator, &mut reading);
        reading
    }

    /// Reads by the definitions of which a series has a place in the file; by all of them where they are named, or where none
    /// has.
    pub fn readings(&self) -> Vec<Reading<'a>> {
        let mut readings = Vec::new();
        for definition in &self.definitions {
            let series = definition.series.iter();
            let series = series.map(|series| (series, self.read_series(series)));
            readings.push(Reading {
                definition,
                series: series.collect(),
            });
        }

        if self.request.tables.is_empty() && readings.iter().any(Reading::is_located) {
            readings.retain(Reading::is_located);
        }

        readings
    }

    /// Reads the tables of this program in a workbook; of any other file the new rows by the definitions, and nothing where a
    /// figure is in doubt.
    pub fn read(&self) -> Option<Import> {
        let before = self.report.errors();
        if let Some(rows) = self.read_own_tables() {
            return Some(Import {
                rows,
                ..Import::default()
            });
        }

        if self.definitions.is_empty() {
            let message = msg::import_without_table("tables/");
            return self.report.refuse(self.location.clone(), message);
        }

        let mut delivered = Delivered {
            is_older: true,
            ..Delivered::default()
        };
        // Several definitions may read one series.
        let mut by_key: BTreeMap<&Key, SeriesReading> = BTreeMap::new();
        for reading in self.readings() {
            self.report(&reading);
            delivered.tables.push(reading.definition.path());
            delivered.sources.insert(reading.definition.source.clone());
            for (series, reading) in reading.series {
                delivered.has_passed |= reading.has_passed;
                let all = by_key.entry(&series.key).or_default();
                for (date, figure) in reading.figures {
                    all.add(date, figure);
                }

                for fault in all.faults.drain(..) {
                    self.error(&series.key, fault);
                }
            }
        }

        if self.report.errors() > before {
            return None;
        }

        let mut rows = Vec::new();
        for (key, SeriesReading { figures, .. }) in by_key {
            if let Some(indicator) = self.request.dataset.indicator(key) {
                rows.extend(self.compare(indicator, figures, &mut delivered));
            }
        }

        Some(Import {
            rows,
            delivered: Some(delivered),
            ..Import::default()
        })
    }

    /// The rows of tables of this program, unless a definition is named.
    fn read_own_tables(&self) -> Option<Vec<(Location, NewRow)>> {
        let Content::Sheets(sheets) = &self.content else {
            return None;
        };

        if !self.request.tables.is_empty() {
            return None;
        }

        table::read_sheets(&self.location.file, sheets, self.request, self.report)
    }

    fn error(&self, key: &Key, message: Message) {
        let message = msg::table_series(key.as_str(), message);
        self.report.error(self.location.clone(), message);
    }

    fn warning(&self, key: &Key, message: Message) {
        let message = msg::table_series(key.as_str(), message);
        self.report.warning(self.location.clone(), message);
    }

    /// Reports the faults of the series, alike ones once with the keys of all that have them, and the warnings.
    pub fn report(&self, Reading { definition, series }: &Reading<'_>) {
        let mut faulty_count = 0;
        let mut faults: Vec<(Message, Vec<&str>)> = Vec::new();
        for (TableSeries { key, .. }, reading) in series {
            faulty_count += usize::from(!reading.faults.is_empty());
            for fault in alike_once(&reading.faults) {
                match faults.iter_mut().find(|(message, _)| *message == fault) {
                    Some((_, keys)) => keys.push(key.as_str()),
                    None => faults.push((fault, vec![key.as_str()])),
                }
            }
        }

        if faulty_count > 0 {
            let message = msg::table_refused(definition.path(), faulty_count, series.len());
            self.report.error(self.location.clone(), message);
        }

        for (fault, keys) in faults {
            let message = msg::table_series(keys.join(", "), fault);
            self.report.error(self.location.clone(), message);
        }

        for (series, reading) in series {
            for warning in alike_once(&reading.warnings) {
                self.warning(&series.key, warning);
            }
        }
    }

    /// Compares the figures of a series with what is recorded, and returns what is new.
    fn compare(
        &self,
        indicator: &Indicator,
        figures: BTreeMap<NaiveDate, Figure>,
        delivered: &mut Delivered,
    ) -> Vec<(Location, NewRow)> {
        let public = self.request.public.indicator(&indicator.key);
        let official = indicator
            .series
            .observations()
            .iter()
            .filter(|row| !row.flags.contains(Flag::Unofficial));
        let newest_official = official.map(|row| row.date).max().flatten();
        let newest = figures.keys().next_back().copied();
        delivered.is_older &= newest < newest_official;
        delivered.newest = delivered.newest.max(newest);

        let is_dated = self.request.published.is_some() || self.request.not_before.is_some();
        let mut rows = Vec::new();
        let mut revisions = Vec::new();
        let mut compared = 0;
        for (date, figure) in figures {
            let former = value_on(indicator, date);
            let shown = public.and_then(|public| value_on(public, date));
            let is_public = shown == Some(figure.value);
            compared += usize::from(former.is_some());
            if is_public || former == Some(figure.value) {
                delivered.skipped += 1;
                delivered.has_waiting |= !is_public;
                continue;
            }

            if let Some(former) = former {
                let Figure { value, place, .. } = &figure;
                revisions.push(msg::table_recorded(date, former, place, *value));
            }

            // A revision without a day is refused below, once.
            if is_dated || former.is_none() {
                let row = self.row(indicator, date, &figure);
                rows.push((self.location.clone(), row));
            }
        }

        let count = revisions.len();
        if count * 2 > compared {
            self.warning(&indicator.key, msg::table_half_differs(count, compared));
        }

        delivered.revised += count;
        if !is_dated {
            for revision in alike_once(&revisions) {
                self.error(&indicator.key, revision);
            }
        }

        rows
    }

    fn row(&self, indicator: &Indicator, date: NaiveDate, figure: &Figure) -> NewRow {
        let mut reference = self.name.to_owned();
        if let Some((sheet, _)) = figure.place.rsplit_once('!') {
            reference = format!("{reference}, {sheet}");
        }

        reference.retain(|c| !msg::is_invisible(c));
        NewRow {
            key: indicator.key.to_string(),
            date: date.to_string(),
            value: figure.value.to_string(),
            published: self.request.published.unwrap_or_default().to_owned(),
            not_before: self.request.not_before.unwrap_or_default().to_owned(),
            reference: reference.chars().take(Reference::MAX_LENGTH).collect(),
            flag: figure.flags.to_string(),
            ..NewRow::default()
        }
    }
}

fn value_on(indicator: &Indicator, date: NaiveDate) -> Option<Number> {
    Some(indicator.series.on(date)?.value)
}

/// The first message of each kind, with the number of those like it.
fn alike_once(messages: &[Message]) -> Vec<Message> {
    let mut kinds: Vec<(&Message, usize)> = Vec::new();
    for message in messages {
        match kinds
            .iter_mut()
            .find(|(first, _)| first.kind() == message.kind())
        {
            Some((_, more)) => *more += 1,
            None => kinds.push((message, 0)),
        }
    }

    let counted = kinds.into_iter().map(|(message, more)| match more {
        0 => message.clone(),
        more => msg::table_alike(message.clone(), more),
    });
    counted.collect()
}

/// Warns of the periods that are missing between others.
fn add_gaps(indicator: &Indicator, reading: &mut SeriesReading) {
    let Some(months) = series::months(indicator) else {
        return;
    };

    let mut expected = None;
    for date in &reading.dates {
        if let Some(missing) = expected.filter(|expected| expected < date) {
            reading.warnings.push(msg::table_gap(missing));
        }

        let month = date.with_day(1).unwrap_or(*date);
        let next = month.checked_add_months(Months::new(months));
        expected = next.map(last_day_of_month);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: &str =
        "FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS\nM,2026-01,1.5,A\nM,2026-02,\"1.6\",P\n";
    const XML: &str = r#"<m:GenericData xmlns:m="m"><m:DataSet><Series><SeriesKey><Value id="FREQ" value="M"/></SeriesKey>
        <Obs><ObsDimension value="2026-01"/><ObsValue value="1.5"/></Obs><Obs><ObsDimension value="2026-02"/></Obs></Series></m:DataSet></m:GenericData>"#;
    const STAT: &str = r#"{"id":["FREQ","time"],"size":[1,2],"dimension":{"FREQ":{"category":{"label":{"M":""}}},
        "time":{"category":{"index":{"2026-01":0,"2026-02":1}}}},"value":[1.5,1.6],"status":{"1":"p"}}"#;

    /// How many observations a message has, if it can be read.
    fn count(bytes: Vec<u8>) -> Option<usize> {
        let file = DataFile {
            path: "a".into(),
            bytes,
        };
        match Content::read(&file, &Report::default())? {
            Content::Rows(rows) => Some(rows.len()),
            Content::Sheets(_) => None,
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

            assert!(
                (bytes.len()..bytes.len() * 7).contains(&refused),
                "{refused}: {text}"
            );
        }
    }
}
