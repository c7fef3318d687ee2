//! Problems that several readers collect at once, and the use for which a dataset is checked.

use super::*;

use std::cell::{RefCell, RefMut};

/// The use for which a dataset is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Commands that edit or publish it.
    #[default]
    Edit,
    /// Readers: a mistake that only editors can mend does not stop the service.
    Serve,
}

/// Diagnostics that several readers hold at once; none holds them while it calls another.
#[derive(Debug, Default)]
pub struct Report {
    diagnostics: RefCell<Diagnostics>,
    pub purpose: Purpose,
}

impl Report {
    pub fn new(diagnostics: Diagnostics, purpose: Purpose) -> Self {
        Report {
            diagnostics: RefCell::new(diagnostics),
            purpose,
        }
    }

    /// Calls `read` with a report that adds to these diagnostics.
    pub fn collect<T>(diagnostics: &mut Diagnostics, read: impl FnOnce(&Report) -> T) -> T {
        let report = Report::new(std::mem::take(diagnostics), Purpose::Edit);
        let value = read(&report);
        *diagnostics = report.into_diagnostics();
        value
    }

    pub fn error(&self, location: Location, message: Message) {
        self.diagnostics().error(location, message);
    }

    /// Reports an error to editors, and a warning to a service, whose release was published with it.
    pub fn error_unless_served(&self, location: Location, message: Message) {
        match self.purpose {
            Purpose::Edit => self.error(location, message),
            Purpose::Serve => self.warning(location, message),
        }
    }

    /// Reports an error in something that has no value then.
    pub fn refuse<T>(&self, location: Location, message: Message) -> Option<T> {
        self.error(location, message);
        None
    }

    pub fn warning(&self, location: Location, message: Message) {
        self.diagnostics().warning(location, message);
    }

    pub fn errors(&self) -> usize {
        self.diagnostics.borrow().errors()
    }

    pub fn nearest<'a>(
        &self,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        self.diagnostics().nearest(name, names)
    }

    pub fn diagnostics(&self) -> RefMut<'_, Diagnostics> {
        self.diagnostics.borrow_mut()
    }

    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics.into_inner()
    }
}
