//! The National Summary Data Page, which the IMF's data standards want of a country: data categories, and the codes that the
//! series of a dataset have there.

use super::*;

/// What `dataset.json` says of the page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nsdp {
    /// `REF_AREA` of every series.
    pub ref_area: String,
    /// The address of the country on the IMF's Dissemination Standards Bulletin Board.
    pub dsbb: String,
    /// The statement on seasonal adjustment.
    pub seasonal: Localized<String>,
    pub categories: Vec<NsdpCategory>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NsdpCategory {
    /// `DATA_DOMAIN`.
    pub id: String,
    pub name: Localized<String>,
    pub sector: Sector,
}

named! {
    /// The parts of the page, in their order.
    pub enum Sector {
        Real = "real",
        Fiscal = "fiscal",
        Financial = "financial",
        External = "external",
        Population = "population",
    }
}

/// An indicator as a series of a data category, by the IMF's codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NsdpSeries {
    pub category: String,
    pub indicator: String,
    /// `COUNTERPART_AREA`: `_Z` where there is none.
    pub counterpart: String,
    /// `BASE_PER`: the base of an index.
    pub base_period: Option<String>,
}
