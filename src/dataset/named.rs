//! Things that a dataset defines once and refers to by a code: units and sources.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::diagnostic::Diagnostics;
use super::json::Node;
use crate::messages as msg;
use crate::model::{Source, Unit};

/// Sources as they are shared by their indicators.
pub type SharedSources = Named<Arc<Source>>;
/// Units as they are shared by their observations.
pub type SharedUnits = Named<Arc<Unit>>;

/// Things that other files refer to by a code.
pub struct Named<T> {
    /// Every code that is defined, whether its definition could be read or not.
    codes: BTreeSet<String>,
    /// Those that could be read.
    values: BTreeMap<String, T>,
    /// Whether there was a list of them at all.
    complete: bool,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named { codes: BTreeSet::new(), values: BTreeMap::new(), complete: false }
    }
}

impl<T> Named<T> {
    /// Reads an object whose names are codes.
    pub fn read(
        node: Node<'_>,
        diagnostics: &mut Diagnostics,
        value: impl Fn(String, Node<'_>, &mut Diagnostics) -> Option<T>,
    ) -> Self {
        let Some(object) = node.object(diagnostics) else { return Named::default() };
        let mut named = Named { complete: true, ..Named::default() };
        for (code, location, node) in object.entries() {
            if code.trim().is_empty() || code.chars().any(char::is_control) {
                diagnostics.error(location, msg::bad_code(&code));
                continue;
            }
            named.codes.insert(code.clone());
            if let Some(value) = value(code.clone(), node, diagnostics) {
                named.values.insert(code, value);
            }
        }
        named
    }

    /// The thing that `code` names. An error, with the nearest code, only where it is certain that there is none.
    pub fn find(&self, code: &str, diagnostics: &mut Diagnostics) -> Result<Option<&T>, Option<&str>> {
        if self.complete && !self.codes.contains(code) {
            return Err(diagnostics.nearest(code, self.codes.iter().map(String::as_str)));
        }
        Ok(self.values.get(code))
    }

    /// The same things in another form.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Named<U> {
        let values = self.values.into_iter().map(|(code, value)| (code, change(value))).collect();
        Named { codes: self.codes, values, complete: self.complete }
    }
}
