//! What the table of resources says of each.

use super::inputs::{Chunk, DatasetInputs, IndicatorInputs, PageInputs, PictureInputs, SeriesContext};
use super::json::Envelope;
use super::page::{Caching, Content, Facts, Form, Localised, SiteError};
use super::view::IndicatorView;
use crate::model::{Lang, PublicUrl};

pub struct Resource {
    /// Its path without the language, `{key}` for that of an indicator.
    pub path: &'static str,
    /// What its operation is named after.
    pub id: &'static str,
    pub tag: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The name of the schema of its body.
    pub schema: &'static str,
    pub facts: Facts,
    pub render: Render,
    /// What it looks like, as JSON; nothing where the dataset has no indicator.
    pub example: Option<fn(&DatasetInputs<'_>, Lang) -> Example>,
}

pub type Text = Result<Vec<u8>, SiteError>;
pub type Example = Result<Option<String>, SiteError>;

/// What a resource is made from, and what renders it.
pub enum Render {
    /// The definition and the observations of an indicator.
    Series(fn(&SeriesContext<'_>) -> Localised),
    /// An indicator at the instant of the snapshot.
    Indicator(fn(&IndicatorInputs<'_>, Lang) -> Result<Content, SiteError>),
    /// What people see of an indicator.
    Page(fn(&PageInputs<'_>) -> Localised),
    Picture(fn(&PictureInputs<'_>) -> Localised),
    /// All indicators, chunk by chunk.
    Collection(Collection),
    /// The whole dataset, for every snapshot anew.
    Dataset(fn(&DatasetInputs<'_>, Lang) -> Result<Content, SiteError>),
    /// The same in every language.
    Single(fn(&DatasetInputs<'_>) -> Content),
    /// The same, only where the public address is known.
    Public(fn(&DatasetInputs<'_>, &PublicUrl) -> Result<Content, SiteError>),
    /// From this table, in `openapi`.
    Description,
    /// Only of a dataset that SDMX has a name for, in `sdmx`.
    Sdmx,
    /// Nothing: it says that the service is up [D10.health].
    Health,
    /// The state of the service, for every request anew.
    Live,
}

pub struct Collection {
    pub envelope: fn(&DatasetInputs<'_>, Lang, Form) -> Envelope,
    pub chunk: fn(&Chunk<'_>, &[IndicatorView<'_>], Lang, Form) -> Text,
}

impl Resource {
    /// In which languages it is.
    pub fn langs(&self) -> &'static [Option<Lang>] {
        match self.render {
            Render::Single(_) | Render::Public(_) | Render::Description => &[None],
            Render::Sdmx | Render::Health | Render::Live => &[None],
            _ => &[Some(Lang::Ru), Some(Lang::En)],
        }
    }

    pub fn caching(&self) -> Caching {
        match self.render {
            Render::Health | Render::Live => Caching::NoStore,
            _ => Caching::Public,
        }
    }

    /// Whether there is one for each indicator.
    pub fn is_of_an_indicator(&self) -> bool {
        self.path.contains("{key}")
    }

    pub fn is_health(&self) -> bool {
        matches!(self.render, Render::Health)
    }

    pub fn is_sdmx(&self) -> bool {
        matches!(self.render, Render::Sdmx)
    }
}
