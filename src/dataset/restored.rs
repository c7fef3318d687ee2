//! Rows of a release that go back to what they were in an earlier one. Every other byte of the files stays.

use super::*;

/// Rows of an indicator that somebody names: those of a date, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowChoice {
    pub key: String,
    date: Option<NaiveDate>,
    /// As it was typed.
    pub written: String,
}

/// A date of an indicator whose rows went back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredDate {
    pub date: NaiveDate,
    /// The value that counted; `None` where the date had none.
    pub before: Option<String>,
    /// The value that counts again.
    pub after: Option<String>,
}

impl RowChoice {
    /// Reads `KEY` or `KEY=DATE`; `None` where the date is not a date.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, date) = match text.split_once('=') {
            Some((key, date)) => (key, Some(dates::calendar_date(date)?)),
            None => (text, None),
        };

        (!key.is_empty()).then(|| RowChoice {
            key: key.to_owned(),
            date,
            written: text.to_owned(),
        })
    }

    /// Puts the chosen rows of `former` in the place of those in `files`, where the two differ, except those of the dates
    /// that `wrong` names. Returns the dates that have changed.
    pub fn restore(
        &self,
        files: &mut [DataFile],
        former: &[DataFile],
        wrong: &[NaiveDate],
    ) -> Vec<RestoredDate> {
        let has_months = indicator_file::has_months(files, &self.key);
        let path = observations_path(&self.key);
        let Some(file) = files.iter_mut().find(|file| file.path == path) else {
            return Vec::new();
        };

        let Some(mut rows) = DatedRows::parse(file, has_months) else {
            return Vec::new();
        };

        let former = former.iter().find(|file| file.path == path);
        let former = former.and_then(|file| DatedRows::parse(file, has_months));

        let mut restored = Vec::new();
        for date in rows.all_dates(former.as_ref()) {
            let is_chosen = self.date.is_none_or(|chosen| chosen == date);
            if !is_chosen || wrong.contains(&date) {
                continue;
            }

            let present = rows.rows_of(date);
            let former = former
                .as_ref()
                .map_or_else(Vec::new, |rows| rows.rows_of(date));
            if present != former {
                restored.push(RestoredDate {
                    date,
                    before: newest_value(&present),
                    after: newest_value(&former),
                });
                rows.replace(date, former);
            }
        }

        if !restored.is_empty() {
            (file.bytes, _) = rows.sheet.render();
        }

        restored
    }
}

/// The rows of a file of observations with their dates. Row numbers stay those of the file as it was read: `Sheet` removes and
/// inserts rows only when it is rendered.
struct DatedRows {
    sheet: Sheet,
    dates: Vec<Option<NaiveDate>>,
}

/// The cells of a row that are not empty, by their columns.
type Cells<'a> = BTreeMap<&'a str, &'a str>;

impl DatedRows {
    fn parse(file: &DataFile, has_months: bool) -> Option<Self> {
        let mut sheet = Sheet::parse(file)?;
        let dates = sheet.read_dates(has_months)?;
        Some(DatedRows { sheet, dates })
    }

    /// The dates of both, each once.
    fn all_dates(&self, former: Option<&DatedRows>) -> BTreeSet<NaiveDate> {
        let former = former.map_or(&[][..], |former| &former.dates);
        self.dates.iter().chain(former).copied().flatten().collect()
    }

    /// The numbers of the rows of a date.
    fn row_numbers(&self, date: NaiveDate) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.dates.len()).collect();
        numbers.retain(|number| self.dates[*number] == Some(date));
        numbers
    }

    /// The rows of a date, the date itself aside, however it is written.
    fn rows_of(&self, date: NaiveDate) -> Vec<Cells<'_>> {
        let mut rows = Vec::new();
        for number in self.row_numbers(date) {
            let mut cells = Cells::new();
            for column in self.sheet.columns() {
                cells.insert(column, self.sheet.cell(number, column));
            }

            cells.retain(|column, cell| *column != "date" && !cell.is_empty());
            rows.push(cells);
        }

        rows
    }

    /// The number of the row before which rows of a date belong.
    fn place_of(&self, date: NaiveDate) -> usize {
        if let Some(first) = self.row_numbers(date).first() {
            return *first;
        }

        for (number, other) in self.dates.iter().enumerate() {
            let is_behind = if self.sheet.is_newest_first {
                other.is_some_and(|other| other < date)
            } else {
                other.is_some_and(|other| other > date)
            };
            if is_behind {
                return number;
            }
        }

        self.dates.len()
    }

    /// Takes the rows of a date out, and puts others in their place, in this order.
    fn replace(&mut self, date: NaiveDate, mut rows: Vec<Cells<'_>>) {
        let before = self.place_of(date);
        for number in self.row_numbers(date) {
            self.sheet.remove(number);
        }

        if self.sheet.is_newest_first {
            rows.reverse();
        }

        let written = date.to_string();
        for row in rows {
            let mut cells = vec![("date", written.as_str())];
            cells.extend(row);
            let from = Location::file("");
            self.sheet.insert(before, Some(date), &cells, from);
        }
    }
}

/// The value of the row that was published last, of several the last.
fn newest_value(rows: &[Cells<'_>]) -> Option<String> {
    let newest = rows.iter().max_by_key(|cells| cells.get("published"))?;
    newest.get("value").map(|value| (*value).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &str) -> DataFile {
        DataFile {
            path: "indicators/usd.csv".to_owned(),
            bytes: content.into(),
        }
    }

    /// The file after the chosen rows went back to those of `former`, and each date with its values before and after.
    fn restored(choice: &str, live: &str, former: &str) -> (String, Vec<String>) {
        let definition = DataFile {
            path: "indicators/usd.json".to_owned(),
            bytes: br#"{"periodType": "month_end"}"#.to_vec(),
        };
        let mut files = [file(live), definition];
        let choice = RowChoice::parse(choice).unwrap();
        let dates = choice.restore(&mut files, &[file(former)], &[]);
        let describe = |row: &RestoredDate| {
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
            format!("{} {} {}", row.date, value(&row.before), value(&row.after))
        };
        let [file, _] = files;
        let text = String::from_utf8(file.bytes).unwrap();
        (text, dates.iter().map(describe).collect())
    }

    #[test]
    fn rows_go_back_where_they_stood_and_nothing_else_does() {
        for (choice, live, former, expected, dates) in [
            // A changed value, in a file of another form, with a quoted neighbour.
            (
                "usd=2026-10-31",
                "date;value;ref\r\n30.10.2026;1,7;\"a; b\"\r\n31.10.2026;1,72;x\r\n02.11.2026;1,71;\r\n",
                "date,value\n2026-10-30,1.6\n2026-10-31,1.705\n",
                "date;value;ref\r\n30.10.2026;1,7;\"a; b\"\r\n31.10.2026;1,705;\r\n02.11.2026;1,71;\r\n",
                vec!["2026-10-31 1.72 1.705"],
            ),
            // A row that came, one that went, and a revision, newest first.
            (
                "usd",
                "date,value\n2026-11-02,1.71\n2026-10-30,1.7\n",
                "date,value,published\n2026-10-31,1.6,2026-10-31\n2026-10-31,1.61,2026-11-01\n2026-10-30,1.7,\n",
                "date,value,published\n2026-10-31,1.6,2026-10-31\n2026-10-31,1.61,2026-11-01\n2026-10-30,1.7,\n",
                vec!["2026-10-31 - 1.61", "2026-11-02 1.71 -"],
            ),
            // Two dates that belong at one place, newest first, and one of them has two rows.
            (
                "usd",
                "date,value,published\n2026-11-02,1.71,\n2026-10-28,1.6,\n",
                "date,value,published\n2026-11-02,1.71,\n2026-10-31,1.7,2026-11-01\n2026-10-31,1.69,2026-10-31\n\
                 2026-10-30,1.65,\n2026-10-28,1.6,\n",
                "date,value,published\n2026-11-02,1.71,\n2026-10-31,1.7,2026-11-01\n2026-10-31,1.69,2026-10-31\n\
                 2026-10-30,1.65,\n2026-10-28,1.6,\n",
                vec!["2026-10-30 - 1.65", "2026-10-31 - 1.7"],
            ),
            // The same, oldest first, behind the last row and before the first.
            (
                "usd",
                "date,value\n2026-10-28,1.6\n",
                "date,value\n2026-10-26,1.4\n2026-10-27,1.5\n2026-10-28,1.6\n2026-10-30,1.65\n2026-10-31,1.7\n",
                "date,value\n2026-10-26,1.4\n2026-10-27,1.5\n2026-10-28,1.6\n2026-10-30,1.65\n2026-10-31,1.7\n",
                vec![
                    "2026-10-26 - 1.4",
                    "2026-10-27 - 1.5",
                    "2026-10-30 - 1.65",
                    "2026-10-31 - 1.7",
                ],
            ),
            // Firsts that stand for months.
            (
                "usd=2026-10",
                "date,value\n2026-09-01,5\n2026-10-01,6\n",
                "date,value\n2026-09,4\n2026-10,5.5\n",
                "date,value\n2026-09-01,5\n2026-10-01,5.5\n",
                vec!["2026-10-31 6 5.5"],
            ),
            // Nothing differs there.
            (
                "usd=2026-10-30",
                "date,value\n2026-10-30,1.7\n2026-10-31,1.8\n",
                "date,value,ref\n30.10.2026,1.7,\n",
                "date,value\n2026-10-30,1.7\n2026-10-31,1.8\n",
                vec![],
            ),
        ] {
            let (text, changed) = restored(choice, live, former);
            assert_eq!(
                (text.as_str(), changed),
                (
                    expected,
                    dates.iter().map(|date| (*date).to_owned()).collect()
                ),
                "{choice}"
            );
        }
    }

    #[test]
    fn a_choice_is_a_key_or_a_date_of_it() {
        for bad in ["", "=2026-10-31", "usd=", "usd=soon"] {
            assert_eq!(RowChoice::parse(bad), None, "{bad}");
        }
    }
}
