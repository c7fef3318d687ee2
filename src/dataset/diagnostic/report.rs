//! The report that everything which reads a dataset's files adds to.

use std::cell::{RefCell, RefMut};

use super::{Diagnostics, Location};
use crate::messages::Message;

/// Diagnostics that several readers hold at once; none holds them while it calls another.
#[derive(Debug, Default)]
pub struct Report(RefCell<Diagnostics>);

impl Report {
    /// What `read` returns; it adds to these diagnostics.
    pub fn collect<T>(diagnostics: &mut Diagnostics, read: impl FnOnce(&Report) -> T) -> T {
        let report = Report::from(std::mem::take(diagnostics));
        let value = read(&report);
        *diagnostics = report.into_diagnostics();
        value
    }

    pub fn error(&self, location: Location, message: Message) {
        self.0.borrow_mut().error(location, message);
    }

    /// Reports an error in something that has no value then.
    pub fn refuse<T>(&self, location: Location, message: Message) -> Option<T> {
        self.error(location, message);
        None
    }

    pub fn warning(&self, location: Location, message: Message) {
        self.0.borrow_mut().warning(location, message);
    }

    pub fn errors(&self) -> usize {
        self.0.borrow().errors()
    }

    pub fn nearest<'a>(&self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        self.0.borrow_mut().nearest(name, known)
    }

    pub fn diagnostics(&self) -> RefMut<'_, Diagnostics> {
        self.0.borrow_mut()
    }

    pub fn into_diagnostics(self) -> Diagnostics {
        self.0.into_inner()
    }
}

impl From<Diagnostics> for Report {
    fn from(diagnostics: Diagnostics) -> Self {
        Report(RefCell::new(diagnostics))
    }
}
