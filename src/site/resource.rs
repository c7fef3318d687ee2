//! A resource: what is found at a path, from what it is made and how.

use super::*;

pub struct Resource {
    /// Without the language; `{key}` is the key of an indicator.
    pub path: &'static str,
    /// The name of its operation, without the language.
    pub id: &'static str,
    pub tag: &'static str,
    pub summary: &'static str,
    /// The name of the schema of its body.
    pub schema: &'static str,
    pub facts: Facts,
    pub render: Render,
}

/// How a resource is rendered, and from what.
pub enum Render {
    /// From the value of an indicator.
    Indicator(fn(&PageInputs) -> Result<Localized<Texts>, SiteError>),
    /// From the value of a category.
    Category(fn(&CategoryInputs, Lang) -> Result<Texts, SiteError>),
    /// From the whole dataset, for every snapshot anew.
    Dataset(fn(&DatasetInputs, Lang) -> Result<Texts, SiteError>),
    /// From observations: those of an indicator where its key is in the path, else of all or some.
    Listing(&'static SeriesListing),
    /// The same in every language; none where the dataset or the operator does without it.
    Single(fn(&DatasetInputs) -> Option<Texts>),
    /// Only for a dataset with a National Summary Data Page: the page, and the file of each data category.
    Nsdp(fn(&DatasetInputs, &Nsdp, Lang) -> Result<Texts, SiteError>),
    NsdpFile,
    /// A page that is made for each request, by what it looks for; an export has none.
    Search,
    /// From this table, in `openapi`.
    Description,
    /// Only for a dataset that SDMX has a name for, in `sdmx`.
    Sdmx,
    /// A fixed text: the service is up [D10.health].
    Health,
    /// The state of the service, for every request anew.
    Live(LivePage),
}

impl Resource {
    /// The languages that it is in; `None` where it has none.
    pub fn langs(&self) -> Vec<Option<Lang>> {
        match self.render {
            Render::Indicator(_)
            | Render::Category(_)
            | Render::Dataset(_)
            | Render::Listing(_)
            | Render::Nsdp(_)
            | Render::Search => Lang::each(Some).into(),
            _ => vec![None],
        }
    }

    pub fn caching(&self) -> Caching {
        match self.render {
            Render::Health | Render::Live(_) | Render::Search => Caching::NoStore,
            _ => Caching::Public,
        }
    }

    /// Returns true if a client may ask for some of its bytes.
    pub fn has_byte_ranges(&self) -> bool {
        self.facts.has_byte_ranges(self.caching())
    }

    /// A page of this resource, the same in every language.
    pub fn page(&'static self, subject: Subject, stored: [Option<Body>; 2]) -> Page {
        let path = subject.fill_path(self.path);
        Page {
            resource: Some(self.path),
            subject,
            is_written: self.listing().is_some(),
            caching: self.caching(),
            path: Some(path.into()),
            ..Page::with_bodies(&self.facts, stored)
        }
    }

    /// The writer of its rows, if it lists observations.
    pub fn listing(&self) -> Option<&'static SeriesListing> {
        match self.render {
            Render::Listing(listing) => Some(listing),
            _ => None,
        }
    }

    /// The parameters by which a client selects rows.
    pub fn row_parameters(&self) -> &'static [Parameter] {
        self.listing().map_or(&[], |listing| listing.parameters)
    }

    pub fn is_of_indicator(&self) -> bool {
        self.path.contains("{key}")
    }
}
