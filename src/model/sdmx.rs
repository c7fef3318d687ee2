//! What a dataset is called among SDMX clients.

/// The identifiers under which a dataset is offered as SDMX; without them it is not [D9].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sdmx {
    /// The maintenance agency.
    pub agency: String,
    /// The dataflow.
    pub dataflow: String,
    /// `REF_AREA`: the country or area of every series.
    pub ref_area: String,
}
