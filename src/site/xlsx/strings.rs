//! Texts that cells refer to by number (`sharedStrings.xml`), so that the rows of a history are the same in every
//! language.

use std::collections::HashMap;
use std::sync::Arc;

use super::rows::element;
use crate::model::{Indicator, Lang, Localized, SeriesKey};

#[derive(Default)]
pub struct Strings<'a> {
    list: Vec<Localized<&'a str>>,
    numbers: HashMap<Localized<&'a str>, usize>,
}

/// The numbers of the texts of a history.
#[derive(Hash)]
pub struct SeriesStrings {
    pub key: usize,
    pub name: usize,
    /// Unit, code of the unit, measure and period type.
    pub series_keys: Vec<(Arc<SeriesKey>, [usize; 4])>,
}

impl<'a> Strings<'a> {
    pub fn of_series(&mut self, indicator: &'a Indicator) -> SeriesStrings {
        let mut series_keys: Vec<(Arc<SeriesKey>, [usize; 4])> = Vec::new();
        for of in indicator.series.observations() {
            let is_known = |(key, _): &(Arc<SeriesKey>, _)| *key == of.series_key;
            if !series_keys.iter().any(is_known) {
                let SeriesKey { unit, period_type, measure, .. } = &*of.series_key;
                let unit_text = Localized::build(|lang| unit.text.get(lang).as_str());
                let names = [&unit.id, measure.name(), period_type.name()].map(|name| self.name(name));
                let [code, measure, period_type] = names;
                series_keys
                    .push((Arc::clone(&of.series_key), [self.number(unit_text), code, measure, period_type]));
            }
        }
        let key = self.name(indicator.key.as_str());
        let name = self.number(Localized::build(|lang| indicator.name.get(lang).as_str()));
        SeriesStrings { key, name, series_keys }
    }

    /// The number of a text that is the same in every language.
    fn name(&mut self, name: &'a str) -> usize {
        self.number(Localized::build(|_| name))
    }

    fn number(&mut self, text: Localized<&'a str>) -> usize {
        let next = self.list.len();
        *self.numbers.entry(text).or_insert_with(|| {
            self.list.push(text);
            next
        })
    }

    /// The part of a workbook that holds them.
    pub fn table(&self, lang: Lang) -> String {
        let items = self.list.iter().map(|text| ["<si>", &element(text.get(lang)), "</si>"].concat());
        [HEAD, &items.collect::<String>(), "</sst>"].concat()
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
    <sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">";
