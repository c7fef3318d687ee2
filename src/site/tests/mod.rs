//! Properties that hold between several resources.

mod incremental;
mod members;
mod tables_read_back;
mod vintages_by_hand;
mod zeros;

use super::*;

impl Site {
    /// The same service with these pages alone, of which each has these texts in its forms.
    pub fn with_texts(mut self, texts: &[(&str, [&'static str; 2])]) -> Self {
        let mut pages = BTreeMap::new();
        for (path, [default, alternate]) in texts {
            let Some((path, page)) = self.built.pages.remove_entry(*path) else {
                continue;
            };

            let mut page = Page::clone(&page);
            page.stored[0] = Some(Body::plain(*default));
            page.stored[1] = page.stored[1].as_ref().map(|_| Body::plain(*alternate));
            pages.insert(path, Arc::new(page));
        }

        self.built.pages = pages;
        self
    }
}
