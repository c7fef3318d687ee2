//! Reads a file of a source by the definitions of a dataset: those that fit, the figures of their series, and the new rows
//! among them.

use super::*;

use chrono::Months;

use super::outcome::Delivered;
use super::workbook::Sheet;
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
        let rows = match Format::detect(bytes) {
            Format::SdmxXml => sdmx::read_xml(bytes)?,
            Format::SdmxCsv => sdmx::read_csv(file, location, report)?,
            Format::JsonStat => json_stat::read(bytes)?,
            Format::Workbook => return Ok(Content::from_sheets(workbook::read(bytes)?)),
            Format::Table | Format::ExcelRu => {
                let sheet = text_sheet::read(file, location, report)?;
                return Ok(Content::from_sheets(vec![sheet]));
            }
            Format::Html => return Err(msg::import_is_html()),
            Format::Archive => return Err(msg::workbook_in_archive()),
            Format::Foreign(name) => return Err(msg::workbook_of_another_kind(name)),
            Format::OldSdmx => return Err(msg::message_of_old_sdmx()),
            Format::Bulletin => return Err(msg::import_without_list()),
        };

        Ok(Content::Rows(rows))
    }

    fn from_sheets(sheets: Vec<Sheet>) -> Self {
        let grids = sheets.into_iter().map(Grid::new);
        Content::Sheets(grids.collect())
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
pub type Reading<'a> = (&'a TableDefinition, Vec<(&'a TableSeries, SeriesReading)>);

/// Returns true if a series of a definition has a place in the file.
pub fn is_located((_, series): &Reading<'_>) -> bool {
    series.iter().any(|(_, reading)| reading.is_located)
}

impl<'a> Delivery<'a> {
    /// Reads the content of a file, and chooses the definitions that the request names, or all; nothing where one of them is
    /// not there.
    pub fn open(file: &'a DataFile, request: Request<'a>, report: &'a Report) -> Option<Self> {
        let content = Content::read(file, report)?;
        let location = Location::file(file.path.as_str());
        let mut definitions = Vec::new();
        let mut ids = Vec::new();
        for definition in &request.definitions.definitions {
            definitions.push(definition);
            ids.push(definition.id.as_str());
        }

        let mut is_complete = true;
        for id in request.tables {
            if !ids.contains(&id.as_str()) {
                let message = msg::unknown_table(id, ids.join(", "));
                report.error(location.clone(), message);
                is_complete = false;
            }
        }

        if !request.tables.is_empty() {
            definitions.retain(|definition| request.tables.contains(&definition.id));
        }

        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        is_complete.then_some(Delivery {
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
                sheet::read(sheets, self.name, series, place, indicator)
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
        let mut readings: Vec<Reading<'_>> = Vec::new();
        for definition in &self.definitions {
            let mut series = Vec::new();
            for entry in &definition.series {
                series.push((entry, self.read_series(entry)));
            }

            readings.push((*definition, series));
        }

        if self.request.tables.is_empty() && readings.iter().any(is_located) {
            readings.retain(is_located);
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
        for (definition, readings) in self.readings() {
            delivered.tables.push(definition.path());
            delivered.sources.insert(definition.source.clone());
            self.report(definition, &readings);
            for (series, reading) in readings {
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

        let mut import = Import::default();
        for (key, SeriesReading { figures, .. }) in by_key {
            if let Some(indicator) = self.request.dataset.indicator(key) {
                self.compare(indicator, figures, &mut delivered, &mut import);
            }
        }

        import.delivered = Some(delivered);
        Some(import)
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
    pub fn report(&self, definition: &TableDefinition, readings: &[(&TableSeries, SeriesReading)]) {
        let mut faulty_count = 0;
        let mut faults: Vec<(Message, Vec<&str>)> = Vec::new();
        for (series, reading) in readings {
            let key = series.key.as_str();
            faulty_count += usize::from(!reading.faults.is_empty());
            for fault in alike_once(&reading.faults) {
                match faults.iter_mut().find(|(message, _)| *message == fault) {
                    Some((_, keys)) => keys.push(key),
                    None => faults.push((fault, vec![key])),
                }
            }
        }

        if faulty_count > 0 {
            let message = msg::table_refused(definition.path(), faulty_count, readings.len());
            self.report.error(self.location.clone(), message);
        }

        for (fault, keys) in faults {
            let message = msg::table_series(keys.join(", "), fault);
            self.report.error(self.location.clone(), message);
        }

        for (series, reading) in readings {
            for warning in alike_once(&reading.warnings) {
                self.warning(&series.key, warning);
            }
        }
    }

    /// Compares the figures of a series with what is recorded, and takes what is new.
    fn compare(
        &self,
        indicator: &Indicator,
        figures: BTreeMap<NaiveDate, Figure>,
        delivered: &mut Delivered,
        import: &mut Import,
    ) {
        let recorded = by_date(Some(indicator));
        let public = by_date(self.request.public.indicator(&indicator.key));
        let mut newest_official = None;
        for row in indicator.series.observations() {
            if !row.flags.contains(Flag::Unofficial) {
                newest_official = newest_official.max(row.date);
            }
        }

        let newest = figures.keys().next_back().copied();
        delivered.is_older &= newest < newest_official;
        delivered.newest = delivered.newest.max(newest);
        let is_dated = self.request.published.is_some() || self.request.not_before.is_some();
        let (mut revisions, mut compared) = (Vec::new(), 0);
        for (date, figure) in figures {
            let former = recorded.get(&date);
            let is_public = public.get(&date) == Some(&figure.value);
            compared += usize::from(former.is_some());
            if is_public || former == Some(&figure.value) {
                delivered.skipped += 1;
                delivered.has_waiting |= !is_public;
                continue;
            }

            if let Some(former) = former {
                let place = &figure.place;
                revisions.push(msg::table_recorded(date, *former, place, figure.value));
                // Without a day it is refused below, once.
                if !is_dated {
                    continue;
                }
            }

            let row = self.row(indicator, date, &figure);
            import.rows.push((self.location.clone(), row));
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
    }

    fn row(&self, indicator: &Indicator, date: NaiveDate, figure: &Figure) -> NewRow {
        let mut reference = self.name.to_owned();
        if let Some((sheet, _)) = figure.place.rsplit_once('!')
            && !sheet.is_empty()
        {
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

/// The values of an indicator by their dates.
fn by_date(indicator: Option<&Indicator>) -> HashMap<NaiveDate, Number> {
    let mut values = HashMap::new();
    for row in indicator.iter().flat_map(|one| one.series.observations()) {
        if let Some(date) = row.date {
            values.insert(date, row.value);
        }
    }

    values
}

/// The first message of each kind, with the number of those like it.
fn alike_once(messages: &[Message]) -> Vec<Message> {
    let mut kinds: Vec<(&Message, usize)> = Vec::new();
    for message in messages {
        let mut known = kinds.iter_mut();
        match known.find(|(first, _)| first.kind() == message.kind()) {
            Some((_, more)) => *more += 1,
            None => kinds.push((message, 0)),
        }
    }

    let mut counted = Vec::new();
    for (message, more) in kinds {
        counted.push(match more {
            0 => message.clone(),
            more => msg::table_alike(message.clone(), more),
        });
    }

    counted
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
