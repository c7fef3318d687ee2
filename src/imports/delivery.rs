//! Reads a file of a source by the definitions of a dataset: those that fit, the figures of their series, and the new rows
//! among them.

use super::*;

use chrono::Months;

use super::outcome::Delivered;
use crate::model::{Observation, Reference};

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
        let content = match Format::detect(&file.bytes) {
            Format::Workbook => workbook::read(&file.bytes)
                .map(|sheets| Content::Sheets(sheets.into_iter().map(Grid::new).collect())),
            Format::SdmxXml => sdmx::read_xml(&file.bytes).map(Content::Rows),
            Format::SdmxCsv => sdmx::read_csv(file, report).map(Content::Rows),
            Format::JsonStat => json_stat::read(&file.bytes).map(Content::Rows),
            Format::Html => Err(msg::import_is_html()),
            Format::Spreadsheet2003 => Err(msg::workbook_of_another_kind("XML Spreadsheet 2003")),
            Format::OldBiff => Err(msg::workbook_of_another_kind("Excel 95")),
            Format::OldSdmx => Err(msg::message_of_old_sdmx()),
            Format::Bulletin => Err(msg::import_without_list()),
            Format::Table | Format::ExcelRu => read_text(file, report),
        };

        let refuse = |message| report.refuse(Location::file(file.path.as_str()), message);
        content.map_or_else(refuse, |content| {
            (report.errors() == before).then_some(content)
        })
    }
}

/// Reads a text as a sheet.
fn read_text(file: &DataFile, report: &Report) -> Result<Content, Message> {
    let text = text_sheet::decode(&file.bytes)?;
    let location = Location::file(file.path.as_str());
    let sheet = text_sheet::read(&location, &text, report)?;
    Ok(Content::Sheets(vec![Grid::new(sheet)]))
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
        let all = &request.definitions.definitions;
        let ids = || {
            all.iter()
                .map(|definition| definition.id.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let find = |id: &String| {
            let definition = all.iter().find(|definition| definition.id == *id);
            definition.or_else(|| report.refuse(location.clone(), msg::unknown_table(id, ids())))
        };
        // Every one that is not there is named.
        let named: Vec<_> = request.tables.iter().map(find).collect();
        let named: Vec<_> = named.into_iter().collect::<Option<_>>()?;
        let definitions = if named.is_empty() {
            all.iter().collect()
        } else {
            named
        };

        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        Some(Delivery {
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

        let gaps = gaps(indicator, &reading.dates);
        reading.warnings.extend(gaps);
        reading
    }

    /// Reads by the definitions of which a series has a place in the file; by all of them where they are named, or where none
    /// has.
    pub fn readings(&self) -> Vec<Reading<'a>> {
        let read = |definition: &&'a TableDefinition| -> Reading<'a> {
            let series = definition.series.iter();
            (
                *definition,
                series
                    .map(|series| (series, self.read_series(series)))
                    .collect(),
            )
        };

        let mut readings: Vec<Reading<'_>> = self.definitions.iter().map(read).collect();
        if self.request.tables.is_empty() && readings.iter().any(is_located) {
            readings.retain(is_located);
        }

        readings
    }

    /// Reads the tables of this program in a workbook; of any other file the new rows by the definitions, and nothing where a
    /// figure is in doubt.
    pub fn read(&self) -> Option<Import> {
        let before = self.report.errors();
        if let (Content::Sheets(sheets), []) = (&self.content, self.request.tables)
            && let Some(rows) =
                table::read_sheets(&self.location.file, sheets, self.request, self.report)
        {
            return Some(Import {
                rows,
                ..Import::default()
            });
        }

        if self.definitions.is_empty() {
            return self
                .report
                .refuse(self.location.clone(), msg::import_without_table("tables/"));
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
                reading
                    .figures
                    .into_iter()
                    .for_each(|(date, figure)| all.add(date, figure));
                all.faults
                    .drain(..)
                    .for_each(|fault| self.error(&series.key, fault));
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

    fn error(&self, key: &Key, message: Message) {
        self.report.error(
            self.location.clone(),
            msg::table_series(key.as_str(), message),
        );
    }

    fn warning(&self, key: &Key, message: Message) {
        self.report.warning(
            self.location.clone(),
            msg::table_series(key.as_str(), message),
        );
    }

    /// Reports the faults of the series, alike ones once with the keys of all that have them, and the warnings.
    pub fn report(&self, definition: &TableDefinition, readings: &[(&TableSeries, SeriesReading)]) {
        let faulty = readings
            .iter()
            .filter(|(_, reading)| !reading.faults.is_empty())
            .count();
        if faulty > 0 {
            let message = msg::table_refused(definition.path(), faulty, readings.len());
            self.report.error(self.location.clone(), message);
        }

        let mut faults: Vec<(Message, Vec<&str>)> = Vec::new();
        for (series, reading) in readings {
            let key = series.key.as_str();
            for fault in alike_once(&reading.faults) {
                match faults.iter_mut().find(|(message, _)| *message == fault) {
                    Some((_, keys)) => keys.push(key),
                    None => faults.push((fault, vec![key])),
                }
            }
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
        let observations = indicator.series.observations();
        let recorded = by_date(observations);
        let public = self.request.public.indicator(&indicator.key);
        let public = public
            .map(|indicator| by_date(indicator.series.observations()))
            .unwrap_or_default();
        let is_official = |row: &&Observation| !row.flags.contains(Flag::Unofficial);
        let newest_official = observations
            .iter()
            .filter(is_official)
            .filter_map(|row| row.date)
            .max();
        let newest = figures.keys().next_back().copied();
        delivered.is_older &= newest < newest_official;
        delivered.newest = delivered.newest.max(newest);
        let is_dated = self.request.published.is_some() || self.request.not_before.is_some();
        let (mut revisions, mut compared) = (Vec::new(), 0);
        for (date, figure) in figures {
            let has_figure =
                |rows: &HashMap<NaiveDate, Number>| rows.get(&date) == Some(&figure.value);
            compared += usize::from(recorded.contains_key(&date));
            if has_figure(&public) || has_figure(&recorded) {
                delivered.skipped += 1;
                delivered.has_waiting |= !has_figure(&public);
                continue;
            }

            if let Some(value) = recorded.get(&date) {
                revisions.push(msg::table_recorded(
                    date,
                    *value,
                    &figure.place,
                    figure.value,
                ));
                // Without a day it is refused below, once.
                if !is_dated {
                    continue;
                }
            }

            import
                .rows
                .push((self.location.clone(), self.row(indicator, date, &figure)));
        }

        if revisions.len() * 2 > compared {
            self.warning(
                &indicator.key,
                msg::table_half_differs(revisions.len(), compared),
            );
        }

        delivered.revised += revisions.len();
        if !is_dated {
            alike_once(&revisions)
                .into_iter()
                .for_each(|revision| self.error(&indicator.key, revision));
        }
    }

    fn row(&self, indicator: &Indicator, date: NaiveDate, figure: &Figure) -> NewRow {
        let mut reference = self.name.to_owned();
        if let Some((sheet, _)) = figure.place.rsplit_once('!')
            && !sheet.is_empty()
        {
            reference = format!("{reference}, {sheet}");
        }

        let reference = reference
            .chars()
            .filter(|c| !msg::is_invisible(*c))
            .take(Reference::MAX_LENGTH);
        NewRow {
            key: indicator.key.to_string(),
            date: date.to_string(),
            value: figure.value.to_string(),
            published: self.request.published.unwrap_or_default().to_owned(),
            not_before: self.request.not_before.unwrap_or_default().to_owned(),
            reference: reference.collect(),
            flag: figure.flags.to_string(),
            ..NewRow::default()
        }
    }
}

fn by_date(observations: &[Observation]) -> HashMap<NaiveDate, Number> {
    observations
        .iter()
        .filter_map(|row| Some((row.date?, row.value)))
        .collect()
}

/// The first message of each kind, with the number of those like it.
fn alike_once(messages: &[Message]) -> Vec<Message> {
    let mut kinds: Vec<(&Message, usize)> = Vec::new();
    for message in messages {
        match kinds
            .iter_mut()
            .find(|(first, _)| first.kind() == message.kind())
        {
            Some((_, count)) => *count += 1,
            None => kinds.push((message, 0)),
        }
    }

    let counted = |(message, more): (&Message, usize)| match more {
        0 => message.clone(),
        more => msg::table_alike(message.clone(), more),
    };
    kinds.into_iter().map(counted).collect()
}

/// The periods that are missing between others of a file.
fn gaps(indicator: &Indicator, dates: &BTreeSet<NaiveDate>) -> Vec<Message> {
    let Some(months) = series::months(indicator) else {
        return Vec::new();
    };

    let missing = |(before, next): (&NaiveDate, &NaiveDate)| {
        let expected = before
            .with_day(1)?
            .checked_add_months(Months::new(months))
            .map(last_day_of_month)?;
        (expected < *next).then(|| msg::table_gap(expected))
    };
    dates
        .iter()
        .zip(dates.iter().skip(1))
        .filter_map(missing)
        .collect()
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
