//! Things of a dataset by the codes under which other files name them: its units and its sources.

use super::*;

pub struct Named<T> {
    /// By their codes; `None` where a definition could not be read.
    values: BTreeMap<String, Option<Arc<T>>>,
    /// True if there was a list of them at all.
    is_complete: bool,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named {
            values: BTreeMap::new(),
            is_complete: false,
        }
    }
}

impl<T> Named<T> {
    /// Reads the field that defines them.
    pub fn read(
        object: &mut Object<'_>,
        field: &'static str,
        read: fn(String, Node<'_>) -> Option<T>,
    ) -> Self {
        let Some(definitions) = object.required(field, Node::object) else {
            return Named::default();
        };

        let report = definitions.report();
        let mut values = BTreeMap::new();
        for definition in definitions.into_fields() {
            let code = definition.name;
            if code.trim().is_empty() {
                report.error(definition.location, msg::blank_code(&code));
                continue;
            }

            let value = read(code.clone(), definition.value);
            values.insert(code, value.map(Arc::new));
        }

        Named {
            values,
            is_complete: true,
        }
    }

    pub fn has(&self, code: &str) -> bool {
        self.values.contains_key(code)
    }

    /// The thing that a cell names. Where it is certain that there is none, that is reported with the nearest code.
    pub fn find(
        &self,
        cell: &Cell<'_>,
        unknown: fn(&str, Option<&str>, &[&str]) -> Message,
    ) -> Option<&Arc<T>> {
        if self.is_complete && !self.values.contains_key(&*cell.text) {
            let codes = self.values.keys().map(String::as_str);
            let nearest = cell.report.nearest(&cell.text, codes.clone());
            let codes: Vec<&str> = codes.take(msg::MAX_CODES + 1).collect();
            return cell.refuse(unknown(&cell.text, nearest, &codes));
        }

        self.values.get(&*cell.text)?.as_ref()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Arc<T>)> {
        let values = self.values.iter_mut();
        values.filter_map(|(code, value)| Some((code.as_str(), value.as_mut()?)))
    }
}
