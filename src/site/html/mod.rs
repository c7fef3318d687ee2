//! Pages for people: an overview and a page for each indicator, without a script and without a request to anywhere
//! but for the one stylesheet.

mod chart_svg;
mod figures;
mod indicator;
mod inputs;
mod layout;
mod method;
mod observations;
mod overview;
mod picture;

pub use chart_svg::{PictureInput, chart_picture};
pub use figures::written;
pub use indicator::indicator_page;
pub use inputs::{IndicatorInput, of as inputs};
pub use layout::{CSS, ICON, MissingPage, Service, content};
pub use method::{MethodPage, UsagePage};
pub use overview::OverviewPage;
