//! What the operator decides about all pages.

use super::*;

/// The operator's choices about the pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SiteOptions {
    /// With it, addresses are absolute where the web needs them.
    pub public_url: Option<PublicUrl>,
    /// Pages do without the script.
    pub without_script: bool,
    /// Pages become files, of which nobody can ask anything.
    pub is_export: bool,
}
